//! The minimum.

use std::path::Path;
use std::time::Instant;

use crate::base::{CellSet, Stop};
use crate::report::{BoundQuestion, Bounds, Head, ResultRecord, seconds};
use crate::width::Width;

use super::super::answer::Answer;
use super::super::args::FcpArgs;
use super::super::engine::Begin;
use super::super::settings::Settings;
use super::super::solve_request::{self, SolveRequest};
use super::request::FcpRequest;

/// Asks the engines.
pub(super) fn solve<const W: usize>(request: &FcpRequest<'_, W>, certify: Option<&Path>) -> Answer
where
    CellSet<W>: Width<W>,
{
    let args = request.args;
    let inquiry = SolveRequest {
        engine: args.engine,
        settings: settings(args, certify),
        limits: &|| request.context.limits_of_engine(args.time_limit, args.node_limit, args.memory_limit),
        context: request.context,
        head: &|status| request.head(ResultRecord::SCHEMA, status),
        start: request.start,
        n_given: None,
    };
    inquiry.answer(request.instance, Begin::NOTHING)
}

fn settings<'a>(args: &'a FcpArgs, certify: Option<&'a Path>) -> Settings<'a> {
    Settings {
        native: args.native_engine,
        bilevel: &args.bilevel,
        question: args.at_most.map(BoundQuestion::AtMost),
        source: None,
        regions: Default::default(),
        max_sets: None,
        certify,
        independent: args.independent,
    }
}

/// The answer where a limit came before it was known that all clues suffice.
pub(super) fn stopped<const W: usize>(request: &FcpRequest<'_, W>, stop: Stop) -> Answer {
    let (head, time) = (request.head(ResultRecord::SCHEMA, stop.into()), seconds(request.start.elapsed()));
    let record =
        solve_request::record(request.args.engine, settings(request.args, None), head, Bounds::default(), &[], time);
    Answer::Known(Box::new(record))
}

/// The record of a model where a limit came before its file was read.
pub(super) fn unread(args: &FcpArgs, id: Option<String>, stop: Stop, start: Instant) -> ResultRecord {
    let status = stop.into();
    let head = Head {
        schema: ResultRecord::SCHEMA,
        id,
        grid: None,
        input: None,
        shape: None,
        problem: None,
        status,
        error: None,
    };
    let time = seconds(start.elapsed());
    solve_request::record(args.engine, settings(args, None), head, Bounds::default(), &[], time)
}

/// The record of a problem that reached no engine.
pub(super) fn unanswered_record(args: &FcpArgs, head: Head) -> ResultRecord {
    solve_request::record(args.engine, settings(args, None), head, Bounds::default(), &[], 0.0)
}
