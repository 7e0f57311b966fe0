//! `minclue minimize`: a minimal puzzle inside each puzzle.

use std::time::Instant;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args as ClapArgs};

use minclue_core::base::{Cell, Index as _, Limits, Stop};
use minclue_core::sudoku::{Entry, Variant, line};
use minclue_puzzles::puzzle_tools::{self, minimize};
use minclue_report::{AnswerStatus, Bounds, ErrorRecord, Head, MinimizeRecord, Record, ResultRecord, seconds};
use minclue_solver::{Engines, FollowerChoice, not_unique};

use super::answer::Answer;
use super::args::heading;
use super::args::values::at_least_one;
use super::args::{Common, FormatArg, JobArgs, LimitArgs, NativeArgs, formats};
use super::canon::unfinished;
use super::command::Command;
use super::context::Context;
use super::exit::Exit;
use super::last_look::{self, Typed};
use super::output::Layout;
use super::progress;
use super::question::{self, Beginning, Question};
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

    /// Output format
    #[arg(long, value_parser = formats(FormatArg::PUZZLES), default_value = "auto", value_name = "FORMAT")]
    #[arg(help_heading = heading::OUTPUT)]
    pub format: FormatArg,

    /// Remove clues in N random orders, and keep the puzzle with the fewest clues
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one, allow_hyphen_values = true)]
    #[arg(help_heading = heading::QUESTION, conflicts_with = "exact")]
    pub orders: u64,

    /// Find the fewest of these clues that still determine the solution, with proof
    #[arg(long)]
    #[arg(help_heading = heading::QUESTION)]
    pub exact: bool,

    /// With --exact: native, bilevel or both (compared)
    #[arg(long, default_value_t, value_name = "ENGINE")]
    #[arg(help_heading = heading::ENGINE)]
    pub engine: Engines,

    #[command(flatten)]
    pub limits: LimitArgs,

    /// How the native engine works.
    #[command(flatten)]
    pub native: NativeArgs,

    /// What was said that only an exact search can follow.
    #[arg(skip)]
    pub of_exact: Option<&'static str>,

    /// How many at a time.
    #[command(flatten)]
    pub jobs: JobArgs,
}

impl Command for MinimizeArgs {
    fn run(&self) -> Exit {
        let (layout, verb): (_, &dyn EntryVerb) = match self.exact {
            true => (Layout::of::<ResultRecord>(self.format), &Exact { args: self }),
            false => (Layout::of::<MinimizeRecord>(self.format), &Minimize { args: self }),
        };
        let jobs = self.jobs.sharing(self.native.threads, self.limits.memory_limit.is_some());
        runner::run(&self.common, layout, jobs, verb)
    }

    fn common(&self) -> Option<&Common> {
        Some(&self.common)
    }

    fn conflict(&self) -> Option<String> {
        let option = self.of_exact.filter(|_| !self.exact)?;
        Some(format!("--{} requires --exact", option.replace('_', "-")))
    }

    fn choose(&mut self, matches: &ArgMatches) {
        let is_said = |option: &&str| matches.value_source(option) == Some(ValueSource::CommandLine);
        self.of_exact = OF_EXACT.into_iter().find(is_said);
    }
}

/// The options of an exact search.
const OF_EXACT: [&str; 6] = ["engine", "node_limit", "memory_limit", "threads", "no_symmetry", "instructions"];

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
        MinimizeRecord { seed: self.args.native.seed, ..MinimizeRecord::new(head, VERSION) }
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
        let found =
            minimize(&entry.puzzle, &grid, self.args.orders, self.args.native.seed, &limits, &mut progress::part);
        let puzzle_tools::Minimized { mut puzzle, mut is_minimal, n_orders, mut stop } = found;
        let looked = is_only_solution(&plain, &puzzle, &grid, &limits);
        if let Err(of_look) = looked {
            // Those that were read were looked at, or there would be no grid.
            (puzzle, is_minimal, stop) = (entry.puzzle.clone(), false, Some(of_look));
        }
        let undone = stop.map(|stop| (if is_minimal { "not all orders were tried" } else { "not minimal yet" }, stop));
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

/// The fewest of the clues: the question of `solve`, with all other cells forbidden.
struct Exact<'a> {
    args: &'a MinimizeArgs,
}

impl EntryVerb for Exact<'_> {
    fn answer(&self, _: usize, entry: &Entry, context: &Context, _: &mut dyn RecordSink) -> Answer {
        let (start, args) = (Instant::now(), self.args);
        let LimitArgs { time_limit, node_limit, memory_limit } = args.limits;
        let settings = args.native.settings();
        let plain = Variant::plain(entry.puzzle.shape());
        let head = |grid, status| target::head(ResultRecord::SCHEMA, entry, grid, status);
        let grid = match target::solution_within(&plain, &entry.puzzle, &context.limits(time_limit, None)) {
            Ok(grid) => grid,
            Err(no_grid) => {
                return target::answer(&no_grid, |stop| {
                    Answer::Known(Box::new(self.empty(head(None, stop.into()), seconds(start.elapsed()))))
                });
            }
        };
        let clues = entry.puzzle.clue_cells();
        let others: Vec<Cell> = entry.puzzle.shape().cells().filter(|cell| !clues.contains(cell)).collect();
        let shown = line(&entry.puzzle);
        let unmarked = shown.chars().enumerate().filter(|(_, c)| *c == '.').map(|(cell, _)| cell);
        let typed = Typed { forbidden: unmarked.collect(), ..last_look::of_grid(&grid) };
        let limits = || -> Limits { context.limits_of_engine(time_limit, node_limit, memory_limit) };
        let question = Question {
            engines: args.engine,
            settings: &settings,
            log_file: None,
            limits: &limits,
            context,
            head: &|status| head(Some(&grid), status),
            start,
            n_given: None,
            conditions: [Vec::new(), others.iter().map(|cell| cell.get()).collect()],
            typed: &typed,
        };
        let problem = target::problem_of(&plain, &grid).forbidden(others);
        let begin = Beginning { puzzle: Some(&clues), sets: None };
        question.about(&problem, FollowerChoice::Oracle, begin).unwrap_or_else(Answer::of_error)
    }

    fn n_threads(&self, _: usize) -> Option<usize> {
        None
    }

    fn unanswered(&self, id: Option<String>, status: AnswerStatus, error: ErrorRecord) -> Box<dyn Record> {
        Box::new(self.empty(Head::unanswered(ResultRecord::SCHEMA, id, status, error), 0.0))
    }
}

impl Exact<'_> {
    fn empty(&self, head: Head, seconds: f64) -> ResultRecord {
        question::record(self.args.engine, &self.args.native.settings(), head, Bounds::default(), &[], seconds)
    }
}
