//! `minclue sets --types`, which is also called `blueprints`: the types of minimal unavoidable sets of a shape.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Instant;

use minclue_core::base::{Limits, Stop};
use minclue_core::sudoku::{Shape, line};
use minclue_core::unavoidable::{Blueprint, blueprints};
use minclue_report::{AnswerStatus, BlueprintRecord, BlueprintsRecord, Head, seconds};

use super::answers::Answers;
use super::args::values::as_usize;
use super::context::Context;
use super::exit::Exit;
use super::output::Layout;
use super::progress;
use super::sets::SetsArgs;
use super::version::VERSION;

/// The types that mcguire-2012 counts.
const MAX_SIZE: usize = 12;

pub(super) fn run(args: &SetsArgs) -> Exit {
    let messages = &args.common.messages;
    let context = match Context::of(messages.color, messages.verbose, messages.quiet) {
        Ok(context) => context,
        Err(exit) => return exit,
    };
    let layout = if args.list {
        Layout::with(args.format, BlueprintsRecord::LISTED)
    } else {
        Layout::of::<BlueprintsRecord>(args.format)
    };
    let mut answers = Answers::new(context, layout);
    let end = answer(args, &mut answers);
    answers.finish(end)
}

fn answer(args: &SetsArgs, answers: &mut Answers) -> ControlFlow<()> {
    let start = Instant::now();
    let shape = args.common.shape.unwrap_or(Shape::NINE);
    let max_size = args.max_size.map_or(MAX_SIZE, as_usize);
    progress::begin(None);
    let limits = answers.context.limits(args.limits.time_limit, None);
    let found = of_grids(shape, max_size, &limits);
    let status = found.as_ref().map_or_else(|stop| (*stop).into(), |_| AnswerStatus::Done);
    let (types, n_in_no_grid) = found.ok().unzip();
    let by_size = types.as_ref().map(|types: &Vec<Blueprint>| {
        types.iter().fold(BTreeMap::new(), |mut table, blueprint| {
            *table.entry(blueprint.size()).or_insert(0) += 1;
            table
        })
    });
    let record = |blueprint: &Blueprint| BlueprintRecord {
        size: blueprint.size(),
        puzzle: line(&blueprint.puzzle(shape)),
        exchanged: line(&blueprint.exchanged(shape)),
    };
    answers.known(&BlueprintsRecord {
        head: Head { status, ..Head::done(BlueprintsRecord::SCHEMA, shape) },
        max_size,
        n_types: types.as_ref().map(Vec::len),
        by_size,
        n_in_no_grid,
        seconds: seconds(start.elapsed()),
        version: VERSION,
        blueprints: types.filter(|_| args.list).map(|types| types.iter().map(record).collect()),
    })
}
/// The types that some grid has, by size, and how many patterns none has.
fn of_grids(shape: Shape, max_size: usize, limits: &Limits) -> Result<(Vec<Blueprint>, usize), Stop> {
    let mut types = blueprints(shape, max_size, limits)?;
    let n_patterns = types.len();
    let mut stop = None;
    types.retain(|blueprint| {
        stop = stop.or_else(|| limits.reached(0));
        stop.is_some()
            || blueprint.is_in_a_grid(shape, limits).unwrap_or_else(|limit| {
                stop = Some(limit);
                false
            })
    });
    let n_in_no_grid = n_patterns - types.len();
    stop.map_or(Ok((types, n_in_no_grid)), Err)
}
