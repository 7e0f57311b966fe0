//! All sets of clues of one size that are enough.

use std::io;
use std::ops::ControlFlow;

use minclue_core::base::CellSet;
use minclue_core::unavoidable::Family;
use minclue_engines::engine::{EnumerationQuery, WantedPuzzles};
use minclue_report::{AnswerStatus, EnumerationRecord, PuzzleRecord, SearchRecord, clues as n_clues, seconds};
use minclue_solver::{Asks, EnumerationRequest, ProblemInstance as _, not_unique};

use super::super::answer::Answer;
use super::super::args::FormatArg;
use super::super::enumerator::{ending, searcher};
use super::super::output::Output;
use super::super::progress::{Progress, Setup};
use super::super::version::VERSION;
use super::request::FcpRequest;

/// Lists every set of `k` clues.
pub(super) fn enumerate<const W: usize>(request: &FcpRequest<'_, W>, k: usize, out: &mut dyn Output) -> Answer
where
    CellSet<W>: Asks<W>,
{
    let (args, instance) = (request.args, request.instance);
    let puzzles = if args.minimal { WantedPuzzles::Minimal } else { WantedPuzzles::All };
    let query = EnumerationQuery { puzzles, ..EnumerationQuery::all(k) };
    let limits =
        request.context.limits_of_engine(args.limits.time_limit, args.limits.node_limit, args.limits.memory_limit);
    let engine = searcher(args.engine);
    let setup = Setup::of(&args.native_engine.settings());
    let (mut progress, tally) = Progress::of_enumeration(request.context.verbosity, setup, engine, &instance.line(), 0);
    let mut held = Vec::new();
    let mut failure: Option<Result<io::Error, String>> = None;
    let mut visit = |clues: CellSet<W>| {
        let record = PuzzleRecord::of_problem(instance.id.clone(), instance.names(clues), instance.kind());
        failure = if instance.is_unique(clues) {
            tally.found(|| out.puzzle(&record)).err().map(Ok)
        } else {
            Some(Err(not_unique(record.text(), &engine.text())))
        };
        if failure.is_some() {
            return ControlFlow::Break(());
        }
        if args.format == FormatArg::Json {
            held.push(record.puzzle);
        }
        ControlFlow::Continue(())
    };
    let family = Family::new();
    let asked = EnumerationRequest {
        engine,
        options: args.native_engine.settings().native(),
        sets: &family,
        query: &query,
        limits: &limits,
        observer: &mut progress,
        certify: None,
    };
    let found = match CellSet::<W>::enumerate(&instance.problem, asked, &mut visit) {
        Ok(found) => found,
        Err(message) => return Answer::Failed(message),
    };
    let work = found.work;
    progress.sum_up(&work);
    let n_puzzles = tally.n_found();
    match failure {
        Some(Ok(e)) => return Answer::Output(e),
        Some(Err(message)) => return Answer::Failed(message),
        None => {}
    }
    let status = found.stop.map_or(AnswerStatus::Done, AnswerStatus::from);
    let time = seconds(request.start.elapsed());
    if args.format.is_for_people() && !(args.messages.quiet && found.stop.is_none()) {
        let id = instance.id.as_ref().map_or_else(String::new, |id| format!("{id}: "));
        let minimal = if args.minimal { "minimal " } else { "" };
        let noun = if n_puzzles == 1 { "set" } else { "sets" };
        let what = format!("{id}{n_puzzles} {minimal}{noun} of {} that are enough", n_clues(k));
        request.context.messages.note(&ending(&what, status, time));
    }
    Answer::Known(Box::new(EnumerationRecord {
        head: request.head(EnumerationRecord::SCHEMA, status),
        n_clues: k,
        minimal: args.minimal,
        given: Vec::new(),
        forbidden: Vec::new(),
        n_puzzles: Some(n_puzzles),
        complete: Some(found.stop.is_none()),
        engine: engine.text(),
        max_solutions: None,
        work: Some(work),
        start: None,
        search: None::<SearchRecord>,
        proof: None,
        seconds: time,
        seed: args.native_engine.seed,
        version: VERSION,
        puzzles: (args.format == FormatArg::Json).then_some(held),
        only_counted: false,
    }))
}
