//! `minclue blueprints`: the types of minimal unavoidable sets of a shape.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use clap::Args as ClapArgs;

use minclue_core::base::{Limits, Stop};
use minclue_core::sudoku::{Shape, line};
use minclue_core::unavoidable::{Blueprint, blueprints};
use minclue_report::{AnswerStatus, BlueprintRecord, BlueprintsRecord, Head, seconds};
use minclue_solver::with_width;

use super::answers::Answers;
use super::args::heading;
use super::args::values::{as_usize, at_least_one, time};
use super::args::{Color, FormatArg, formats};
use super::command::Command;
use super::context::Context;
use super::exit::Exit;
use super::output::Layout;
use super::progress;
use super::version::VERSION;

/// The types that mcguire-2012 counts.
const MAX_SIZE: usize = 12;

/// The arguments of `blueprints`.
#[derive(Clone, Debug, ClapArgs)]
pub struct BlueprintsArgs {
    /// Box shape, rows x columns [default: 3x3]
    #[arg(long, value_name = "RxC", allow_hyphen_values = true)]
    #[arg(help_heading = heading::QUESTION)]
    pub shape: Option<Shape>,

    /// Types of at most this many cells [default: 12]
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true)]
    #[arg(help_heading = heading::LIMITS)]
    pub max_size: Option<u64>,

    /// Time limit: seconds, or 500ms, 5m, 1h30m
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    #[arg(help_heading = heading::LIMITS)]
    pub time_limit: Option<Duration>,

    /// Write the types themselves, not only their number
    #[arg(long)]
    #[arg(help_heading = heading::OUTPUT)]
    pub list: bool,

    /// How results are written to standard output
    #[arg(long, value_parser = formats(FormatArg::ROWS), default_value = "auto", value_name = "FORMAT")]
    #[arg(help_heading = heading::OUTPUT)]
    pub format: FormatArg,

    /// No progress on standard error
    #[arg(short, long)]
    #[arg(help_heading = heading::OUTPUT)]
    pub quiet: bool,

    /// Colors in messages.
    #[arg(help = "Colors in messages; auto also obeys NO_COLOR")]
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    #[arg(help_heading = heading::OUTPUT)]
    pub color: Color,
}

impl Command for BlueprintsArgs {
    fn run(&self) -> Exit {
        let context = match Context::of(self.color, false, self.quiet) {
            Ok(context) => context,
            Err(exit) => return exit,
        };
        let layout = if self.list {
            Layout::with(self.format, BlueprintsRecord::LISTED)
        } else {
            Layout::of::<BlueprintsRecord>(self.format)
        };
        let mut answers = Answers::new(context, layout);
        let end = self.answer(&mut answers);
        answers.finish(end)
    }
}

impl BlueprintsArgs {
    fn answer(&self, answers: &mut Answers) -> ControlFlow<()> {
        let start = Instant::now();
        let shape = self.shape.unwrap_or(Shape::NINE);
        let max_size = self.max_size.map_or(MAX_SIZE, as_usize);
        progress::begin(None);
        let limits = answers.context.limits(self.time_limit, None);
        let found = with_width!(shape.n_cells(), W => of_grids::<W>(shape, max_size, &limits));
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
            blueprints: types.filter(|_| self.list).map(|types| types.iter().map(record).collect()),
        })
    }
}

/// The types that some grid has, by size, and how many patterns none has.
fn of_grids<const W: usize>(shape: Shape, max_size: usize, limits: &Limits) -> Result<(Vec<Blueprint>, usize), Stop> {
    let mut types = blueprints::<W>(shape, max_size, limits)?;
    let n_patterns = types.len();
    let mut stop = None;
    types.retain(|blueprint| {
        stop = stop.or_else(|| limits.reached(0));
        stop.is_some() || blueprint.is_in_a_grid::<W>(shape)
    });
    let n_in_no_grid = n_patterns - types.len();
    stop.map_or(Ok((types, n_in_no_grid)), Err)
}
