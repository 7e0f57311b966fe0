//! `minclue rate`: how hard each puzzle is for people, and on request the counts of the teaching papers.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args as ClapArgs, ValueEnum};

use minclue_core::sudoku::Entry;
use minclue_puzzles::puzzle_tools::{self, RatedSolve};
use minclue_report::{AnswerStatus, ErrorRecord, Head, RateRecord, Record, Solutions, seconds};

use super::answer::Answer;
use super::args::heading;
use super::args::values::{as_usize, at_least_one};
use super::args::{Common, FormatArg, JobArgs, TimeArgs, VariantArgs, formats};
use super::command::Command;
use super::context::Context;
use super::courses;
use super::exit::Exit;
use super::human_rating::people;
use super::inputs::{Refused, refused};
use super::message::Messages;
use super::output::Layout;
use super::record_sink::RecordSink;
use super::runner::{self, EntryVerb};
use super::target;
use super::variant;
use super::version::VERSION;

/// The arguments of `rate`.
#[derive(Debug, ClapArgs)]
pub struct RateArgs {
    /// The input and the messages.
    #[command(flatten)]
    pub common: Common,

    /// Output format
    #[arg(long, value_parser = formats(FormatArg::ROWS), default_value = "auto", value_name = "FORMAT")]
    #[arg(help_heading = heading::OUTPUT)]
    pub format: FormatArg,

    /// Measures to report
    #[arg(long, value_enum, default_value_t, value_name = "WHICH", help_heading = heading::QUESTION)]
    pub measures: Measures,

    /// The rules beside those of the shape.
    #[command(flatten)]
    pub variant: VariantArgs,

    /// Show every step as a hint; with =N, the first N steps
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1000000")]
    #[arg(value_parser = at_least_one, help_heading = heading::QUESTION)]
    pub steps: Option<u64>,

    /// Stop each count of --measures courses at N, and report these counts
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true)]
    #[arg(help_heading = heading::LIMITS)]
    pub max_tries: Option<u64>,

    #[command(flatten)]
    pub limits: TimeArgs,

    /// How many at a time.
    #[command(flatten)]
    pub jobs: JobArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Measures {
    /// Level and score for people, by the hardest technique that is needed
    #[default]
    People,
    /// Both
    #[cfg_attr(not(feature = "papers"), value(skip))]
    All,
    /// Counts of the teaching papers
    #[cfg_attr(not(feature = "papers"), value(skip))]
    Courses,
}

impl Command for RateArgs {
    fn run(&self) -> Exit {
        let layout = Layout::of::<RateRecord>(self.format);
        let rate = Rate { args: self, has_rated: AtomicBool::new(false) };
        let exit = runner::run(&self.common, layout, self.jobs.all(), &rate);
        let is_shown = self.format.is_for_people() && !self.common.messages.quiet;
        if is_shown && rate.has_rated.load(Ordering::Relaxed) {
            Messages::new(self.common.messages.color).note(SCALE);
        }
        exit
    }

    fn choose(&mut self, matches: &ArgMatches) {
        self.variant.choose_shape(&mut self.common.shape);
        let is_said = |option| matches.value_source(option) == Some(ValueSource::CommandLine);
        if is_said("max_tries") && !is_said("measures") {
            self.measures = Measures::All;
        }
    }

    fn conflict(&self) -> Option<String> {
        let (steps, courses) = (self.steps.is_some(), self.measures == Measures::Courses);
        let of_steps = (steps && courses)
            .then(|| "--steps shows the steps of people; use it with --measures people or all".to_owned());
        let is_row = matches!(self.format, FormatArg::Csv | FormatArg::Table);
        let of_rows = (steps && is_row)
            .then(|| "--steps has no place in a row; use it with --format text, lines, json or jsonl".to_owned());
        let of_rules = self.of_measures(&self.variant).map(str::to_owned);
        of_steps.or(of_rows).or(of_rules).or_else(|| self.variant.conflict(self.common.shape, self.format))
    }

    fn common(&self) -> Option<&Common> {
        Some(&self.common)
    }
}

impl RateArgs {
    /// What these rules, of `--variant` or of an entry, do not go with.
    fn of_measures(&self, rules: &VariantArgs) -> Option<&'static str> {
        let is_none = self.measures == Measures::Courses && !rules.is_plain();
        is_none.then_some("--measures courses counts the steps of solvers of plain grids, and has none for more rules")
    }
}

/// What the word and the number of a rating mean.
const SCALE: &str = "levels: easy, medium, hard, expert, extreme, beyond; score 230: the hardest technique has rank 2 and was needed 30 times";

struct Rate<'a> {
    args: &'a RateArgs,
    has_rated: AtomicBool,
}

impl EntryVerb for Rate<'_> {
    fn refuses(&self, rules: &VariantArgs) -> Option<Refused> {
        let of_measures = || self.args.of_measures(rules).map(refused);
        variant::unsearched(rules).or_else(of_measures)
    }

    fn answer(&self, _: usize, entry: &Entry, context: &Context, _: &mut dyn RecordSink) -> Answer {
        let start = Instant::now();
        let limits = context.limits(self.args.limits.time_limit, self.args.max_tries);
        let (puzzle, measures) = (&entry.puzzle, self.args.measures);
        let variant = match variant::of(&self.args.variant, entry) {
            Ok(variant) => variant,
            Err(answer) => return answer,
        };
        let rating = puzzle_tools::rate(&variant, puzzle, measures != Measures::Courses, &limits);
        let head = target::head(RateRecord::SCHEMA, entry, None, AnswerStatus::Done).of_variant(&variant);
        let mut record = RateRecord::new(head, VERSION);
        // The solvers of the courses know plain grids only.
        let counted = if measures == Measures::People || !variant.is_plain() {
            None
        } else {
            courses::count(puzzle, &limits, &mut record)
        };
        let stop = rating.solved.as_ref().err().copied().or(counted);
        record.head.status = stop.map_or(AnswerStatus::Done, AnswerStatus::from);
        record.n_clues = Some(rating.n_clues);
        record.solutions = rating.solved.as_ref().ok().map(|solved| match solved {
            RatedSolve::None => Solutions::None,
            RatedSolve::One { .. } => Solutions::One,
            RatedSolve::Several => Solutions::Several,
        });
        if let Ok(RatedSolve::One { minimal, way }) = &rating.solved {
            record.minimal = Some(*minimal);
            record.people = way.as_ref().map(|way| people(way, self.args.steps.map(as_usize)));
            self.has_rated.fetch_or(way.is_some(), Ordering::Relaxed);
        }
        record.seconds = seconds(start.elapsed());
        Answer::Known(Box::new(record))
    }

    fn unanswered(&self, id: Option<String>, status: AnswerStatus, error: ErrorRecord) -> Box<dyn Record> {
        Box::new(RateRecord::new(Head::unanswered(RateRecord::SCHEMA, id, status, error), VERSION))
    }
}
