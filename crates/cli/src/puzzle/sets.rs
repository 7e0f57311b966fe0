//! Minimal unavoidable sets by the no-good loop, which any 0/1 model has (tjusila-2023, section 4).

use minclue_core::unavoidable::{Found, LoopSplit};
use minclue_report::{AnswerStatus, SetsRecord, seconds};
use minclue_solver::files::SetRecord;
use minclue_solver::{SetSource, SetsOptions, Solver, SourceOptions};

use super::super::answer::Answer;
use super::super::args::PuzzleArgs;
use super::super::args::values::as_usize;
use super::super::version::VERSION;
use super::model_input::numbers;
use super::request::FcpRequest;

pub(super) fn sets(request: &FcpRequest<'_>) -> Answer {
    let (args, instance) = (request.args, request.instance);
    let limits = request.context.limits(args.limits.time_limit, None);
    let limited = || limits.clone();
    let found = match Solver::new(&instance.problem).limits_by(&limited).sets(&SetsOptions::of(source(args))) {
        Ok(found) => found,
        Err(e) => return Answer::of_error(e),
    };
    let status = match found.found {
        Found::Complete => AnswerStatus::Done,
        Found::Enough => AnswerStatus::MaxReached,
        Found::Limit(stop) => stop.into(),
    };
    let set = |set: &minclue_solver::Unavoidable| SetRecord {
        cells: numbers(&set.cells),
        witness: instance.values(&set.witness, true),
    };
    Answer::Known(Box::new(SetsRecord {
        source: "ilp",
        backend: Some(args.backend.name()),
        form: Some("sizes"),
        n_sets: Some(found.by_size.values().sum()),
        by_size: Some(found.by_size),
        complete_to: found.complete_to,
        seconds: seconds(request.start.elapsed()),
        iterations: found.solves,
        sets: Some(found.sets.iter().map(set).collect()),
        ..SetsRecord::new(request.head(SetsRecord::SCHEMA, status), VERSION)
    }))
}

/// The loop that the arguments ask for; what the clues of a model are says nothing of how to cut its programs.
pub(super) fn source(args: &PuzzleArgs) -> SourceOptions {
    SourceOptions {
        backend: args.backend,
        split: LoopSplit::None,
        max_size: args.max_size.map(as_usize),
        max_sets: args.max_sets.map(as_usize),
        ..SourceOptions::of(SetSource::Ilp)
    }
}
