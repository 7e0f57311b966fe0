//! The minimum.

use std::path::Path;
use std::time::Instant;

use minclue_core::base::{Cell, Stop};
use minclue_report::{BilevelRecord, BoundQuestion, Bounds, Head, ResultRecord, seconds};
use minclue_solver::{Error, FollowerChoice, Settings, Solver};

use super::super::answer::Answer;
use super::super::args::PuzzleArgs;
use super::super::cheapest::{Cheapest, unanswered};
use super::super::last_look::Typed;
use super::super::question::{self, Beginning, Question};
use super::refusal;
use super::request::FcpRequest;

/// Asks the engines.
///
/// # Errors
/// Why there is no answer.
pub(super) fn solve(request: &FcpRequest<'_>, certify: Option<&Path>) -> Result<Answer, Error> {
    let args = request.args;
    let question = Question {
        engines: args.engine,
        settings: &settings(args, certify),
        log_file: args.bilevel.log.clone(),
        limits: &|| {
            request.context.limits_of_engine(args.limits.time_limit, args.limits.node_limit, args.limits.memory_limit)
        },
        context: request.context,
        head: &|status| request.head(ResultRecord::SCHEMA, status),
        start: request.start,
        n_given: None,
        conditions: Default::default(),
        typed: &Typed { question: settings(args, certify).question, ..request.instance.typed() },
    };
    question.about(&request.instance.problem, FollowerChoice::Oracle, Beginning::default())
}

/// Asks for the least weight.
///
/// # Errors
/// Why there is no answer.
pub(super) fn cheapest(request: &FcpRequest<'_>, certify: Option<&Path>) -> Result<Answer, Error> {
    let args = request.args;
    let cheapest = Cheapest {
        files: args.leader(),
        typed: request.instance.typed(),
        asked: args.asked(),
        settings: &settings(args, certify),
        limits: request.context.limits_of_engine(args.limits.time_limit, None, args.limits.memory_limit),
        max_nodes: args.limits.node_limit,
        context: request.context,
        head: &|status| request.head(BilevelRecord::SCHEMA, status),
        start: request.start,
    };
    cheapest.answer(request.instance.problem.clone())
}

fn settings(args: &PuzzleArgs, certify: Option<&Path>) -> Settings {
    Settings {
        bilevel: args.bilevel.settings.clone(),
        state: args.bilevel.state.clone(),
        question: args.at_most.map(BoundQuestion::AtMost),
        certificate: certify.map(Path::to_owned),
        independent: args.independent,
        ..args.native_engine.settings()
    }
}

/// The answer where even all clues together are not enough, or where a limit came before that was known.
pub(super) fn not_enough(request: &FcpRequest<'_>) -> Option<Answer> {
    let (args, instance) = (request.args, request.instance);
    let limits = request.context.limits(args.limits.time_limit, None);
    let all: Vec<Cell> = instance.all_cells().collect();
    match Solver::new(&instance.problem).limits_by(&|| limits.clone()).second_solution(&all) {
        Ok(None) => None,
        Ok(Some(second)) => {
            let message = instance.not_enough(&second.witness, &args.which);
            Some(Answer::BadFile(refusal(instance.id.as_deref(), &message)))
        }
        Err(Error::Stopped(stop)) => Some(stopped(request, stop)),
        Err(e) => Some(Answer::of_error(e)),
    }
}

/// The answer where a limit came before it was known that all clues suffice.
pub(super) fn stopped(request: &FcpRequest<'_>, stop: Stop) -> Answer {
    if request.args.leader().is_some() {
        let head = request.head(BilevelRecord::SCHEMA, stop.into());
        return Answer::Known(Box::new(unanswered(request.args.asked(), head)));
    }
    let (head, time) = (request.head(ResultRecord::SCHEMA, stop.into()), seconds(request.start.elapsed()));
    let record =
        question::record(request.args.engine, &settings(request.args, None), head, Bounds::default(), &[], time);
    Answer::Known(Box::new(record))
}

/// The record of a model where a limit came before its file was read.
pub(super) fn unread(args: &PuzzleArgs, id: Option<String>, stop: Stop, start: Instant) -> ResultRecord {
    let head = Head { id, ..Head::new(ResultRecord::SCHEMA, stop.into()) };
    let time = seconds(start.elapsed());
    question::record(args.engine, &settings(args, None), head, Bounds::default(), &[], time)
}

/// The record of a problem that reached no engine.
pub(super) fn unanswered_record(args: &PuzzleArgs, head: Head) -> ResultRecord {
    question::record(args.engine, &settings(args, None), head, Bounds::default(), &[], 0.0)
}
