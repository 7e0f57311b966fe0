//! The minimum.

use std::path::Path;
use std::time::Instant;

use crate::base::{CellSet, Stop};
use crate::report::{Bounds, Head, Question, ResultRecord, seconds};
use crate::width::Width;

use super::super::answer::Answer;
use super::super::args::FcpArgs;
use super::super::engine::Begin;
use super::super::inquiry::{self, Inquiry};
use super::super::settings::Settings;
use super::asked::Asked;

/// Asks the engines.
pub(super) fn solve<const W: usize>(asked: &Asked<'_, W>, certify: Option<&Path>) -> Answer
where
    CellSet<W>: Width<W>,
{
    let args = asked.args;
    let inquiry = Inquiry {
        engine: args.engine,
        settings: settings(args, certify),
        limits: &|| asked.context.limits_of_engine(args.time_limit, args.node_limit, args.memory_limit),
        context: asked.context,
        head: &|status| asked.head(ResultRecord::SCHEMA, status),
        start: asked.start,
        n_given: None,
    };
    inquiry.answer(asked.stated, Begin::NOTHING)
}

fn settings<'a>(args: &'a FcpArgs, certify: Option<&'a Path>) -> Settings<'a> {
    Settings {
        native: args.native_engine,
        bilevel: &args.bilevel,
        question: args.at_most.map(Question::AtMost),
        source: None,
        regions: Default::default(),
        max_sets: None,
        certify,
        independent: args.independent,
    }
}

/// The answer where a limit came before it was known that all clues suffice.
pub(super) fn stopped<const W: usize>(asked: &Asked<'_, W>, stop: Stop) -> Answer {
    let (head, time) = (asked.head(ResultRecord::SCHEMA, stop.into()), seconds(asked.start.elapsed()));
    let record = inquiry::record(asked.args.engine, settings(asked.args, None), head, Bounds::default(), &[], time);
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
    inquiry::record(args.engine, settings(args, None), head, Bounds::default(), &[], time)
}

/// The record of a problem that reached no engine.
pub(super) fn unasked(args: &FcpArgs, head: Head) -> ResultRecord {
    inquiry::record(args.engine, settings(args, None), head, Bounds::default(), &[], 0.0)
}
