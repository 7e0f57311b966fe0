//! All sets of clues of one size that are enough.

use std::io;
use std::ops::ControlFlow;

use crate::base::CellSet;
use crate::engine::{EnumerationQuery, Puzzles, Run, Start};
use crate::report::{EnumerationRecord, PuzzleRecord, SearchRecord, Status, clues as n_clues, seconds};
use crate::search::Native;
use crate::unavoidable::Family;
use crate::width::Width;

use super::super::answer::Answer;
use super::super::args::Format;
use super::super::engine;
use super::super::enumerator::ending;
use super::super::output::Output;
use super::super::progress::Watch;
use super::super::settings;
use super::super::subject::Subject as _;
use super::asked::Asked;

/// The name of the engine that enumerates.
const NATIVE: &str = "native";

/// Lists every set of `k` clues.
pub(super) fn enumerate<const W: usize>(asked: &Asked<'_, W>, k: usize, out: &mut dyn Output) -> Answer
where
    CellSet<W>: Width<W>,
{
    let (args, stated) = (asked.args, asked.stated);
    let puzzles = if args.minimal { Puzzles::Minimal } else { Puzzles::All };
    let query = EnumerationQuery { puzzles, ..EnumerationQuery::all(k) };
    let limits = asked.context.limits_of_engine(args.time_limit, args.node_limit, args.memory_limit);
    let mut watch = Watch::new(asked.context.audience, NATIVE, &limits, false);
    let tally = watch.tally();
    let mut held = Vec::new();
    let mut failure: Option<Result<io::Error, String>> = None;
    let mut visit = |clues: CellSet<W>| {
        let puzzle = stated.names(clues).join(" ");
        failure = if stated.is_unique(clues) {
            let record = PuzzleRecord { schema: PuzzleRecord::SCHEMA, id: stated.id.clone(), puzzle: puzzle.clone() };
            tally.found(|| out.puzzle(&record)).err().map(Ok)
        } else {
            Some(Err(engine::not_unique(&puzzle, NATIVE)))
        };
        if failure.is_some() {
            return ControlFlow::Break(());
        }
        if args.format == Format::Json {
            held.push(puzzle);
        }
        ControlFlow::Continue(())
    };
    let engine = <CellSet<W> as Width<W>>::native(Native { options: settings::native(args.native_engine) });
    let (problem, family) = (stated.problem(), Family::new());
    let mut run = Run::new(&limits, &mut watch);
    let found = match engine.enumerate(problem, &Start::from(&family), &query, &mut run, &mut visit) {
        Ok(found) => found,
        Err(e) => return Answer::Failed(e.to_string()),
    };
    let work = found.counters;
    watch.sum_up(&work);
    let n_puzzles = tally.n_found();
    match failure {
        Some(Ok(e)) => return Answer::Unwritten(e),
        Some(Err(message)) => return Answer::Failed(message),
        None => {}
    }
    drop((tally, watch));
    let status = found.stop.map_or(Status::Optimal, Status::from);
    let time = seconds(asked.start.elapsed());
    if args.format == Format::Text && !(args.quiet && found.stop.is_none()) {
        let id = stated.id.as_ref().map_or_else(String::new, |id| format!("{id}: "));
        let minimal = if args.minimal { "minimal " } else { "" };
        let noun = if n_puzzles == 1 { "set" } else { "sets" };
        let what = format!("{id}{n_puzzles} {minimal}{noun} of {} that are enough", n_clues(k));
        asked.context.messages.note(&ending(&what, status, time));
    }
    Answer::Known(Box::new(EnumerationRecord {
        head: asked.head(EnumerationRecord::SCHEMA, status),
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
        puzzles: (args.format == Format::Json).then_some(held),
        only_counted: false,
    }))
}
