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
use super::super::last_look;
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
    let (mut progress, tally) =
        Progress::of_enumeration(&request.context.verbosity, setup, engine, &instance.line(), 0);
    let mut held = Vec::new();
    let typed = instance.typed();
    let mut failure: Option<Failure> = None;
    let mut visit = |clues: CellSet<W>| {
        let names = instance.names(clues);
        let record = PuzzleRecord::of_problem(instance.id.clone(), names.clone(), instance.kind());
        failure = if !instance.is_unique(clues) {
            Some(Failure::NotUnique(not_unique(record.text(), &engine.text())))
        } else if let Err(what) = typed.listed_names(&names, k) {
            Some(Failure::NotAsked(what))
        } else {
            tally.found(|| out.puzzle(&record)).err().map(Failure::Output)
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
    let time = seconds(request.start.elapsed());
    match failure {
        Some(Failure::Output(e)) => return Answer::Output(e),
        Some(Failure::NotUnique(message)) => return Answer::Failed(message),
        Some(Failure::NotAsked(what)) => {
            let record = EnumerationRecord { seconds: time, ..empty(request, k, AnswerStatus::Mismatch) };
            return Answer::Unreliable(Box::new(record), last_look::contradicts(&what));
        }
        None => {}
    }
    let status = found.stop.map_or(AnswerStatus::Done, AnswerStatus::from);
    if args.format.is_for_people() && !(args.messages.quiet && found.stop.is_none()) {
        let id = instance.id.as_ref().map_or_else(String::new, |id| format!("{id}: "));
        let minimal = if args.minimal { "minimal " } else { "" };
        let noun = if n_puzzles == 1 { "set" } else { "sets" };
        let what = format!("{id}{n_puzzles} {minimal}{noun} of {} that are enough", n_clues(k));
        request.context.messages.note(&ending(&what, status, time));
    }
    Answer::Known(Box::new(EnumerationRecord {
        n_puzzles: Some(n_puzzles),
        complete: Some(found.stop.is_none()),
        work: Some(work),
        seconds: time,
        puzzles: (args.format == FormatArg::Json).then_some(held),
        ..empty(request, k, status)
    }))
}

/// Why a set of clues ends the list.
enum Failure {
    Output(io::Error),
    NotUnique(String),
    /// It is none of those that were asked for.
    NotAsked(String),
}

/// The record of a list of which nothing is known.
fn empty<const W: usize>(request: &FcpRequest<'_, W>, k: usize, status: AnswerStatus) -> EnumerationRecord {
    let args = request.args;
    EnumerationRecord {
        head: request.head(EnumerationRecord::SCHEMA, status),
        n_clues: k,
        minimal: args.minimal,
        given: Vec::new(),
        forbidden: Vec::new(),
        n_puzzles: None,
        complete: None,
        engine: searcher(args.engine).text(),
        max_solutions: None,
        work: None,
        start: None,
        search: None::<SearchRecord>,
        proof: None,
        seconds: 0.0,
        seed: args.native_engine.seed,
        version: VERSION,
        puzzles: None,
        only_counted: false,
    }
}
