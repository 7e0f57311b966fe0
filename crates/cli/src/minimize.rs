//! `minclue minimize`: a minimal puzzle inside each puzzle.

use std::time::Instant;

use clap::Args as ClapArgs;

use minclue_core::base::Stop;
use minclue_core::sudoku::{Entry, Variant, line};
use minclue_puzzles::puzzle_tools::{self, minimize};
use minclue_report::{AnswerStatus, ErrorRecord, Head, MinimizeRecord, Record, seconds};
use minclue_solver::not_unique;

use super::answer::Answer;
use super::args::heading;
use super::args::values::{at_least_one, seed};
use super::args::{Common, FormatArg, JobArgs, TimeArgs, formats};
use super::canon::unfinished;
use super::command::Command;
use super::context::Context;
use super::exit::Exit;
use super::output::Layout;
use super::progress;
use super::record_sink::RecordSink;
use super::runner::{self, EntryVerb};
use super::target::{self, is_only_solution};
use super::version::VERSION;

/// The arguments of `minimize`.
#[derive(Debug, ClapArgs)]
pub struct MinimizeArgs {
    /// The input and the messages.
    #[command(flatten)]
    pub common: Common,

    /// How results are written to standard output
    #[arg(long, value_parser = formats(FormatArg::PUZZLES), default_value = "auto", value_name = "FORMAT")]
    #[arg(help_heading = heading::OUTPUT)]
    pub format: FormatArg,

    /// Drop clues in N random orders, and take the puzzle with the fewest clues
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one, allow_hyphen_values = true)]
    #[arg(help_heading = heading::QUESTION)]
    pub orders: u64,

    /// Fixes the random orders
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_hyphen_values = true)]
    #[arg(help_heading = heading::QUESTION)]
    pub seed: u64,

    #[command(flatten)]
    pub limits: TimeArgs,

    /// How many at a time.
    #[command(flatten)]
    pub jobs: JobArgs,
}

impl Command for MinimizeArgs {
    fn run(&self) -> Exit {
        let layout = Layout::of::<MinimizeRecord>(self.format);
        runner::run(&self.common, layout, self.jobs.all(), &Minimize { args: self })
    }

    fn common(&self) -> Option<&Common> {
        Some(&self.common)
    }
}

/// What is said of a puzzle of which nothing came.
const NO_PUZZLE: &str = "no minimal puzzle";

/// An answer, and what a limit has left undone.
struct Minimized {
    answer: Answer,
    undone: Option<(&'static str, Stop)>,
}

struct Minimize<'a> {
    args: &'a MinimizeArgs,
}

impl EntryVerb for Minimize<'_> {
    fn answer(&self, _: usize, entry: &Entry, context: &Context, _: &mut dyn RecordSink) -> Answer {
        let work = self.one(entry, context);
        if let Some((what, stop)) = work.undone.filter(|_| self.args.format.is_for_people()) {
            context.messages.note(&unfinished(entry, what, stop));
        }
        work.answer
    }

    fn unanswered(&self, id: Option<String>, status: AnswerStatus, error: ErrorRecord) -> Box<dyn Record> {
        let head = Head::unanswered(MinimizeRecord::SCHEMA, id, status, error);
        Box::new(self.empty(head))
    }
}

impl Minimize<'_> {
    fn empty(&self, head: Head) -> MinimizeRecord {
        MinimizeRecord { seed: self.args.seed, ..MinimizeRecord::new(head, VERSION) }
    }

    fn one(&self, entry: &Entry, context: &Context) -> Minimized {
        let start = Instant::now();
        let limits = context.limits(self.args.limits.time_limit, None);
        let plain = Variant::plain(entry.puzzle.shape());
        let grid = match target::solution_within(&plain, &entry.puzzle, &limits) {
            Ok(grid) => grid,
            Err(no_grid) => {
                let mut undone = None;
                let answer = target::answer(&no_grid, |stop| {
                    undone = Some((NO_PUZZLE, stop));
                    let mut record = self.empty(target::head(MinimizeRecord::SCHEMA, entry, None, stop.into()));
                    record.seconds = seconds(start.elapsed());
                    Answer::Known(Box::new(record))
                });
                return Minimized { answer, undone };
            }
        };
        let found = minimize(&entry.puzzle, &grid, self.args.orders, self.args.seed, &limits, &mut progress::part);
        let puzzle_tools::Minimized { mut puzzle, mut is_minimal, n_orders, mut stop } = found;
        let looked = is_only_solution(&plain, &puzzle, &grid, &limits);
        if let Err(of_look) = looked {
            // Those that were read were looked at, or there would be no grid.
            (puzzle, is_minimal, stop) = (entry.puzzle.clone(), false, Some(of_look));
        }
        let undone = stop.map(|stop| (if is_minimal { "not all orders" } else { "not minimal yet" }, stop));
        let status = stop.map_or(AnswerStatus::Done, AnswerStatus::from);
        let mut record = self.empty(target::head(MinimizeRecord::SCHEMA, entry, Some(&grid), status));
        record.n_input_clues = Some(entry.puzzle.n_clues());
        record.n_orders = n_orders;
        if looked == Ok(false) {
            return Minimized { answer: Answer::Failed(not_unique(&line(&puzzle), "minimize")), undone };
        }
        record.n_clues = Some(puzzle.n_clues());
        record.puzzle = Some(line(&puzzle));
        record.minimal = Some(is_minimal);
        record.seconds = seconds(start.elapsed());
        Minimized { answer: Answer::Known(Box::new(record)), undone }
    }
}
