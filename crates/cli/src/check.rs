//! `minclue check`: is a puzzle valid, is it minimal, does it belong to a grid?

use std::path::PathBuf;
use std::time::Instant;

use clap::{ArgMatches, Args as ClapArgs};

use minclue_core::base::{Cell, Index, Limits, Stop};
use minclue_core::sudoku::{Entry, Grid, Puzzle, Rule, Variant, line};
use minclue_puzzles::puzzle_tools::{self, Checked};
use minclue_report::{AmbiguityRecord, AnswerStatus, CheckRecord, ErrorRecord, Head, Record, Solutions, seconds};
use minclue_solver::{Error, Solver};

use super::answer::Answer;
use super::args::heading;
use super::args::{Common, FormatArg, JobArgs, TimeArgs, VariantArgs, formats};
use super::command::Command;
use super::context::Context;
use super::exit::Exit;
use super::grid_argument;
use super::inputs::Refused;
use super::message::Messages;
use super::output::Layout;
use super::record_sink::RecordSink;
use super::rule_puzzle::{self, RulePuzzle, RuleSolutions};
use super::runner::{self, EntryVerb};
use super::solution_file;
use super::target;
use super::variant;
use super::version::VERSION;

/// Solutions are counted up to this many.
const MAX_SOLUTIONS: u64 = 1000;

/// The arguments of `check`.
#[derive(Debug, ClapArgs)]
pub struct CheckArgs {
    /// The input and the messages.
    #[command(flatten)]
    pub common: Common,

    /// Output format
    #[arg(long, value_parser = formats(FormatArg::ALL), default_value = "auto", value_name = "FORMAT")]
    #[arg(help_heading = heading::OUTPUT)]
    pub format: FormatArg,

    /// The rules beside those of the shape.
    #[command(flatten)]
    pub variant: VariantArgs,

    /// Check that each puzzle belongs to this grid
    #[arg(long, value_name = "GRID")]
    #[arg(help_heading = heading::QUESTION)]
    pub grid: Option<String>,

    /// Check another solver's solution of a model that export wrote for --grid, in place of INPUT: whether its cells
    /// are a puzzle, and if not, which row they miss
    #[arg(long, value_name = "FILE", requires = "grid", conflicts_with_all = ["input", "column", "variant"])]
    #[arg(help_heading = heading::QUESTION)]
    pub solution: Option<PathBuf>,

    /// Exit with code 5 unless every puzzle has one solution and belongs to --grid
    #[arg(long)]
    #[arg(help_heading = heading::QUESTION)]
    pub require_valid: bool,

    #[command(flatten)]
    pub limits: TimeArgs,

    /// How many at a time.
    #[command(flatten)]
    pub jobs: JobArgs,
}

impl Command for CheckArgs {
    fn run(&self) -> Exit {
        let grid = match self.grid.as_deref().map(|text| asked_grid(text, &self.common)).transpose() {
            Ok(grid) => grid,
            Err(exit) => return exit,
        };
        let layout = Layout::of::<CheckRecord>(self.format);
        let puzzle = match self.solver_puzzle(grid.as_ref()).transpose() {
            Ok(puzzle) => puzzle,
            Err(exit) => return exit,
        };
        let common = puzzle.as_ref().unwrap_or(&self.common);
        runner::run(common, layout, self.jobs.all(), &Check { args: self, grid })
    }

    fn common(&self) -> Option<&Common> {
        Some(&self.common)
    }

    fn choose(&mut self, _: &ArgMatches) {
        self.variant.choose_shape(&mut self.common.shape);
    }

    fn conflict(&self) -> Option<String> {
        self.variant.conflict(self.common.shape, self.format)
    }
}

impl CheckArgs {
    /// The puzzle of `--solution` as an input, if there is one; what is wrong with it is said here.
    fn solver_puzzle(&self, grid: Option<&Grid>) -> Option<Result<Common, Exit>> {
        let (file, grid) = self.solution.as_deref().zip(grid)?;
        let (messages, limits) = (self.common.messages, Limits::none());
        let limits = self.limits.time_limit.map_or(limits.clone(), |time| limits.with_time(time));
        let cells = solution_file::cells(file, grid, &limits);
        Some(cells.map_err(|e| e.report(&Messages::new(messages.color))).map(|cells| {
            let input = vec![line(&solution_file::puzzle(grid, &cells)).into()];
            Common { input, column: None, shape: Some(grid.shape()), messages }
        }))
    }
}

/// The grid of `--grid`; what is wrong with it is said here.
fn asked_grid(argument: &str, common: &Common) -> Result<Grid, Exit> {
    let help = "give --grid one complete grid, or a file that begins with one";
    let (entry, name) = grid_argument::entry("--grid", argument, help, common)?;
    entry.puzzle.as_grid().ok_or_else(|| {
        Messages::new(common.messages.color).refused(&name, &entry.place, "this grid is not complete", Some(help));
        Exit::Usage
    })
}

struct Check<'a> {
    args: &'a CheckArgs,
    grid: Option<Grid>,
}

impl EntryVerb for Check<'_> {
    fn refuses(&self, _: &VariantArgs) -> Option<Refused> {
        None
    }

    fn answer(&self, _: usize, entry: &Entry, context: &Context, _: &mut dyn RecordSink) -> Answer {
        self.one(entry, context)
    }

    fn unanswered(&self, id: Option<String>, status: AnswerStatus, error: ErrorRecord) -> Box<dyn Record> {
        Box::new(CheckRecord::new(Head::unanswered(CheckRecord::SCHEMA, id, status, error), VERSION))
    }
}

impl Check<'_> {
    fn one(&self, entry: &Entry, context: &Context) -> Answer {
        let start = Instant::now();
        let limits = context.limits(self.args.limits.time_limit, None);
        let puzzle = &entry.puzzle;
        let rules = variant::rules(&self.args.variant, entry);
        if !rules.iter().all(Rule::is_searched) {
            return self.of_rules(entry, &rules, &limits, start);
        }
        let variant = match variant::of(&self.args.variant, entry) {
            Ok(variant) => variant,
            Err(answer) => return answer,
        };
        let head = target::head(CheckRecord::SCHEMA, entry, None, AnswerStatus::Done).of_variant(&variant);
        let mut record = CheckRecord::new(head, VERSION);
        record.n_clues = Some(puzzle.n_clues());
        match puzzle_tools::check(&variant, puzzle, MAX_SOLUTIONS, &limits) {
            Ok(Checked::Valid { grid, redundant }) => {
                counted(&mut record, Solutions::One, 1, true);
                record.head.grid = Some(target::grid_line(&grid));
                match redundant {
                    Ok(cells) => {
                        record.minimal = Some(cells.is_empty());
                        record.redundant = Some(numbers(cells));
                    }
                    Err(stop) => record.head.status = stop.into(),
                }
            }
            Ok(Checked::Contradictory { clues }) => {
                counted(&mut record, Solutions::None, 0, true);
                // A limit that comes first leaves the answer as it is.
                record.contradiction = clues.ok().map(numbers);
            }
            Ok(Checked::Ambiguous(found)) => {
                counted(&mut record, Solutions::Several, found.n_solutions, found.is_exact);
                let solutions = found.solutions.each_ref().map(target::grid_line);
                record.ambiguity = Some(AmbiguityRecord { solutions, cells: numbers(found.cells) });
            }
            Err(stop) => record.head.status = stop.into(),
        }
        self.beside_grid(&mut record, &variant, puzzle, &limits);
        self.answer_of(record, puzzle, start)
    }

    /// Of a puzzle with several solutions the grid that was named, if it is one of them, and another one.
    fn beside_grid(&self, record: &mut CheckRecord, variant: &Variant, puzzle: &Puzzle, limits: &Limits) {
        let is_of = |grid: &&Grid| {
            grid.shape() == puzzle.shape()
                && puzzle.shape().cells().all(|cell| puzzle.get(cell).is_none_or(|digit| digit == grid.get(cell)))
                && variant.check(&Puzzle::from(*grid)).is_ok()
        };
        let Some(wanted) = self.grid.as_ref().filter(is_of).filter(|_| record.ambiguity.is_some()) else { return };
        let problem = target::problem_of(variant, wanted);
        // Where a limit comes first, what was found before is right.
        let second = Solver::new(&problem).limits_by(&|| limits.clone()).second_solution(&puzzle.clue_cells());
        if let Ok(Some(set)) = second {
            let solutions = [wanted, &set.second(wanted.shape())].map(target::grid_line);
            record.missed_row = self.args.solution.is_some().then(|| solution_file::row(&problem, &set.cells));
            record.ambiguity = Some(AmbiguityRecord { solutions, cells: numbers(set.cells) });
        }
    }

    /// The answer that a record is, once the puzzle was compared with the grid that was named.
    fn answer_of(&self, mut record: CheckRecord, puzzle: &Puzzle, start: Instant) -> Answer {
        if let Some(wanted) = &self.grid {
            if wanted.shape() != puzzle.shape() {
                let (ours, theirs) = (puzzle.shape(), wanted.shape());
                return Answer::Usage(format!("--grid has boxes of {theirs}, but the puzzle has boxes of {ours}"));
            }
            let is_other = |cell: &Cell| puzzle.get(*cell).is_some_and(|digit| digit != wanted.get(*cell));
            let differs = numbers(puzzle.shape().cells().filter(is_other));
            record.of_grid = Some(differs.is_empty());
            record.differs = Some(differs);
        }
        record.seconds = seconds(start.elapsed());
        let unwanted = record.valid == Some(false) || record.of_grid == Some(false);
        let record = Box::new(record);
        if self.args.require_valid && unwanted { Answer::CheckFailed(record) } else { Answer::Known(record) }
    }

    /// The answer for a puzzle with rules that are neither houses nor moves. Of several solutions two are looked for.
    fn of_rules(&self, entry: &Entry, rules: &[Rule], limits: &Limits, start: Instant) -> Answer {
        let head = |solved: Option<&RulePuzzle>| {
            let head = target::head(CheckRecord::SCHEMA, entry, None, AnswerStatus::Done);
            rule_puzzle::of_rules(head, solved, rules)
        };
        let record = |solved: Option<&RulePuzzle>| {
            let n_clues = Some(entry.puzzle.n_clues());
            CheckRecord { n_clues, ..CheckRecord::new(head(solved), VERSION) }
        };
        let stopped = |stop: Stop| -> Answer {
            let mut record = record(None);
            record.head.status = stop.into();
            Answer::Known(Box::new(record))
        };
        let record = match rule_puzzle::solutions(entry, rules, limits, stopped) {
            Err(answer) => return answer,
            Ok(RuleSolutions::None) => {
                let mut record = record(None);
                counted(&mut record, Solutions::None, 0, true);
                record
            }
            Ok(RuleSolutions::Several(solutions)) => {
                let mut record = record(None);
                counted(&mut record, Solutions::Several, 2, false);
                let cells = rule_puzzle::differing(&solutions);
                record.ambiguity = Some(AmbiguityRecord { solutions, cells });
                record
            }
            Ok(RuleSolutions::One(puzzle)) => {
                let mut record = record(Some(&puzzle));
                counted(&mut record, Solutions::One, 1, true);
                match Solver::new(&puzzle.model.problem).limits_by(&|| limits.clone()).redundant(&puzzle.given) {
                    Ok(cells) => {
                        record.minimal = Some(cells.is_empty());
                        record.redundant = Some(numbers(cells));
                    }
                    Err(Error::Stopped(stop)) => record.head.status = stop.into(),
                    Err(e) => return Answer::of_error(e),
                }
                record
            }
        };
        self.answer_of(record, &entry.puzzle, start)
    }
}

/// Notes how many solutions there are.
fn counted(record: &mut CheckRecord, solutions: Solutions, n: u64, is_exact: bool) {
    record.solutions = Some(solutions);
    (record.n_solutions, record.n_solutions_is_exact) = (Some(n), Some(is_exact));
    record.valid = Some(solutions == Solutions::One);
}

fn numbers(cells: impl IntoIterator<Item = Cell>) -> Vec<usize> {
    cells.into_iter().map(Index::get).collect()
}
