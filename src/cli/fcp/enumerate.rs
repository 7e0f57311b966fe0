//! All sets of clues of one size that are enough.

use std::io;
use std::ops::ControlFlow;

use crate::base::CellSet;
use crate::engine::{EnumerationQuery, Puzzles, Run, Start};
use crate::report::{AnswerStatus, EnumerationRecord, PuzzleRecord, SearchRecord, clues as n_clues, seconds};
use crate::search::Native;
use crate::unavoidable::Family;
use crate::width::Width;

use super::super::answer::Answer;
use super::super::args::FormatArg;
use super::super::engine;
use super::super::enumerator::ending;
use super::super::instance::ProblemInstance as _;
use super::super::output::Output;
use super::super::progress::Progress;
use super::super::settings;
use super::request::FcpRequest;

/// The name of the engine that enumerates.
const NATIVE: &str = "native";

/// Lists every set of `k` clues.
pub(super) fn enumerate<const W: usize>(request: &FcpRequest<'_, W>, k: usize, out: &mut dyn Output) -> Answer
where
    CellSet<W>: Width<W>,
{
    let (args, instance) = (request.args, request.instance);
    let puzzles = if args.minimal { Puzzles::Minimal } else { Puzzles::All };
    let query = EnumerationQuery { puzzles, ..EnumerationQuery::all(k) };
    let limits = request.context.limits_of_engine(args.time_limit, args.node_limit, args.memory_limit);
    let mut progress = Progress::new(request.context.verbosity, NATIVE, &limits, false);
    let tally = progress.tally();
    let mut held = Vec::new();
    let mut failure: Option<Result<io::Error, String>> = None;
    let mut visit = |clues: CellSet<W>| {
        let puzzle = instance.names(clues).join(" ");
        failure = if instance.is_unique(clues) {
            let record = PuzzleRecord { schema: PuzzleRecord::SCHEMA, id: instance.id.clone(), puzzle: puzzle.clone() };
            tally.found(|| out.puzzle(&record)).err().map(Ok)
        } else {
            Some(Err(engine::not_unique(&puzzle, NATIVE)))
        };
        if failure.is_some() {
            return ControlFlow::Break(());
        }
        if args.format == FormatArg::Json {
            held.push(puzzle);
        }
        ControlFlow::Continue(())
    };
    let engine = <CellSet<W> as Width<W>>::native(Native { options: settings::native(args.native_engine) });
    let (problem, family) = (instance.problem(), Family::new());
    let mut run = Run::new(&limits, &mut progress);
    let found = match engine.enumerate(problem, &Start::from(&family), &query, &mut run, &mut visit) {
        Ok(found) => found,
        Err(e) => return Answer::Failed(e.to_string()),
    };
    let work = found.counters;
    progress.sum_up(&work);
    let n_puzzles = tally.n_found();
    match failure {
        Some(Ok(e)) => return Answer::Output(e),
        Some(Err(message)) => return Answer::Failed(message),
        None => {}
    }
    drop((tally, progress));
    let status = found.stop.map_or(AnswerStatus::Optimal, AnswerStatus::from);
    let time = seconds(request.start.elapsed());
    if args.format == FormatArg::Text && !(args.quiet && found.stop.is_none()) {
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
        engine: NATIVE.into(),
        max_solutions: None,
        work: Some(work),
        start: None,
        search: None::<SearchRecord>,
        seconds: time,
        seed: args.native_engine.seed,
        version: env!("CARGO_PKG_VERSION"),
        puzzles: (args.format == FormatArg::Json).then_some(held),
        only_counted: false,
    }))
}
