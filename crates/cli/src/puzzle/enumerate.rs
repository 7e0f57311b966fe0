//! All sets of clues of one size that are enough.

use std::io;
use std::ops::ControlFlow;

use minclue_engines::engine::WantedPuzzles;
use minclue_report::{AnswerStatus, EnumerationRecord, PuzzleRecord, clues as n_clues, seconds};
use minclue_solver::{Choice, ListOptions, Solver};

use super::super::answer::Answer;
use super::super::args::FormatArg;
use super::super::enumerator::{beyond, ending};
use super::super::last_look;
use super::super::output::Output;
use super::super::progress::{Progress, Setup};
use super::super::version::VERSION;
use super::request::FcpRequest;

/// Lists every set of `k` clues.
pub(super) fn enumerate(request: &FcpRequest<'_>, k: usize, out: &mut dyn Output) -> Answer {
    let (args, instance) = (request.args, request.instance);
    let wanted = if args.minimal { WantedPuzzles::Minimal } else { WantedPuzzles::All };
    let limits =
        request.context.limits_of_engine(args.limits.time_limit, args.limits.node_limit, args.limits.memory_limit);
    let settings = args.native_engine.settings();
    let (mut progress, tally) = Progress::of_list(&request.context.verbosity, Setup::of(&settings));
    let mut held = Vec::new();
    let typed = instance.typed();
    let mut failure: Option<Failure> = None;
    let mut visit = |clues: Choice| {
        let names = clues.names().to_vec();
        let record = PuzzleRecord::of_problem(instance.id.clone(), names.clone(), instance.kind);
        failure = match typed.listed_names(&names, k) {
            Err(what) => Some(Failure::NotAsked(what)),
            Ok(()) => tally.found(|| out.puzzle(&record)).err().map(Failure::Output),
        };
        if failure.is_some() {
            return ControlFlow::Break(());
        }
        if args.format == FormatArg::Json {
            held.push(record.puzzle);
        }
        ControlFlow::Continue(())
    };
    let limited = || limits.clone();
    let list = Solver::new(&instance.problem)
        .engine(args.engine)
        .settings(settings)
        .limits_by(&limited)
        .monitor(&mut progress)
        .list(k, &ListOptions { wanted, ..ListOptions::default() }, &mut visit);
    let time = seconds(request.start.elapsed());
    let found = match (failure, list) {
        (Some(Failure::Output(e)), _) => return Answer::Output(e),
        (Some(Failure::NotAsked(what)), _) => {
            let record = EnumerationRecord { seconds: time, ..empty(request, k, AnswerStatus::Mismatch) };
            return Answer::Unreliable(Box::new(record), last_look::contradicts(&what));
        }
        (None, Err(e)) => return Answer::of_error(e),
        (None, Ok(found)) => found,
    };
    progress.sum_up(&found.work);
    let n_puzzles = tally.n_found();
    let n = instance.problem.n_cells();
    let beyond = beyond(k as u64, n, &format!("there are {n} clues to choose from"), "set with more");
    if let Some(message) = beyond.filter(|_| !args.messages.quiet) {
        request.context.messages.note(&message);
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
        work: Some(found.work),
        seconds: time,
        puzzles: (args.format == FormatArg::Json).then_some(held),
        ..empty(request, k, status)
    }))
}

/// Why a set of clues ends the list.
enum Failure {
    Output(io::Error),
    /// It is none of those that were asked for.
    NotAsked(String),
}

/// The record of a list of which nothing is known.
fn empty(request: &FcpRequest<'_>, k: usize, status: AnswerStatus) -> EnumerationRecord {
    let args = request.args;
    EnumerationRecord {
        n_clues: k,
        minimal: args.minimal,
        engine: args.engine.to_string().into(),
        seed: args.native_engine.seed,
        ..EnumerationRecord::new(request.head(EnumerationRecord::SCHEMA, status), VERSION)
    }
}
