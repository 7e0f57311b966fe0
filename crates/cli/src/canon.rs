//! `minclue canon`: minlex forms, automorphisms, classes.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use clap::{ArgMatches, Args as ClapArgs};

use minclue_core::base::{Digit, Group, Index, Limits, Stop};
use minclue_core::sudoku::{Entry, Minlex, Puzzle, Transform, Variant, line};
use minclue_puzzles::puzzle_tools::{self, Class, Classes};
use minclue_report::{AnswerStatus, CanonRecord, ErrorRecord, Head, Record, TransformRecord, seconds, why};

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
use super::runner::{self, EntryVerb};
use super::target;
use super::variant;
use super::version::VERSION;

/// Symmetries of a variant, beyond which each would be one too many to try; those of plain 9x9 are 3,359,232.
const MAX_SYMMETRIES: usize = 100_000;

/// The arguments of `canon`.
#[derive(Debug, ClapArgs)]
pub struct CanonArgs {
    /// The input and the messages.
    #[command(flatten)]
    pub common: Common,

    /// Output format
    #[arg(long, value_parser = formats(FormatArg::PUZZLES), default_value = "auto", value_name = "FORMAT")]
    #[arg(help_heading = heading::OUTPUT)]
    pub format: FormatArg,

    /// Rules beside those of the shape; only symmetries that keep them count
    #[command(flatten)]
    pub variant: VariantArgs,

    /// Write the form of the grid of each puzzle, not of the puzzle
    #[arg(long)]
    #[arg(help_heading = heading::QUESTION)]
    pub grids: bool,

    /// Write only the first input of each class of isomorphic ones, as it was given
    #[arg(long)]
    #[arg(help_heading = heading::OUTPUT)]
    pub distinct: bool,

    /// Write the order of the automorphism group after the form
    #[arg(long)]
    #[arg(help_heading = heading::OUTPUT)]
    pub order: bool,

    /// Report whether each input is isomorphic to this grid or puzzle
    #[arg(long, value_name = "GRID|PUZZLE")]
    #[arg(help_heading = heading::QUESTION)]
    pub same_as: Option<String>,

    #[command(flatten)]
    pub limits: TimeArgs,

    /// How many at a time.
    #[command(flatten)]
    pub jobs: JobArgs,
}

impl Command for CanonArgs {
    fn run(&self) -> Exit {
        let symmetries = Symmetries::default();
        let other = match self.same_as.as_deref().map(|text| other(text, self, &symmetries)).transpose() {
            Ok(other) => other,
            Err(exit) => return exit,
        };
        let canon = Canon { args: self, other, symmetries, seen: Arc::default() };
        let layout = Layout::of::<CanonRecord>(self.format);
        let exit = runner::run(&self.common, layout, self.jobs.all(), &canon);
        let seen = canon.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if self.format.is_for_people() && !self.common.messages.quiet && seen.n_answered > 1 {
            let (n, classes) = (seen.n_answered, seen.n_classes);
            let classes = if classes == 1 { "1 class".to_owned() } else { format!("{classes} classes") };
            Messages::new(self.common.messages.color).note(&format!("{n} inputs in {classes}"));
        }
        exit
    }

    fn common(&self) -> Option<&Common> {
        // Which one is distinct depends on those before.
        (!self.distinct).then_some(&self.common)
    }

    fn choose(&mut self, _: &ArgMatches) {
        self.variant.choose_shape(&mut self.common.shape);
    }

    fn conflict(&self) -> Option<String> {
        self.variant.conflict(self.common.shape, self.format)
    }
}

/// The form of `--same-as`.
fn other(text: &str, args: &CanonArgs, symmetries: &Symmetries) -> Result<(Variant, Puzzle), Exit> {
    let help = "give --same-as one grid or puzzle, or a file that begins with one";
    let (entry, name) = grid_argument::entry("--same-as", text, help, &args.common)?;
    let messages = Messages::new(args.common.messages.color);
    let limits = args.limits.time_limit.map_or_else(Limits::none, |time| Limits::none().with_time(time));
    let variant = variant::of(&args.variant, &entry).map_err(|answer| {
        if let Answer::Refused { message, .. } | Answer::Usage(message) = answer {
            messages.refused(&name, &entry.place, &message, None);
        }
        Exit::Usage
    })?;
    let wanted = wanted(&variant, &entry.puzzle, args.grids, &limits).map_err(|no_grid| match no_grid {
        target::NoGrid::Refused(message) => {
            messages.refused(
                &name,
                &entry.place,
                message,
                Some("--grids compares grids: give a grid or a valid puzzle"),
            );
            Exit::Usage
        }
        target::NoGrid::Limit(stop) => {
            messages.error(&format!("--same-as: no grid, {}", why(stop.into())), None);
            Exit::Limit
        }
    })?;
    let minlex = symmetries.minlex(&variant, &wanted, &limits).map_err(|stop| {
        messages.error(&format!("--same-as: no minlex form, {}", why(stop.into())), None);
        Exit::Limit
    })?;
    Ok((variant, minlex.form))
}

/// The puzzle itself, or its grid.
fn wanted(variant: &Variant, puzzle: &Puzzle, grids: bool, limits: &Limits) -> Result<Puzzle, target::NoGrid> {
    if !grids {
        return Ok(puzzle.clone());
    }
    Ok(Puzzle::from(&target::solution_within(variant, puzzle, limits)?))
}

/// What a limit has left undone, for people.
pub(super) fn unfinished(entry: &Entry, what: &str, stop: Stop) -> String {
    let id = entry.id.as_ref().map_or_else(|| format!("line {}: ", entry.place.line), |id| format!("{id}: "));
    format!("{id}{what}, {}", why(stop.into()))
}

struct Canon<'a> {
    args: &'a CanonArgs,
    /// The form that others are compared with, and its variant.
    other: Option<(Variant, Puzzle)>,
    symmetries: Symmetries,
    seen: Arc<Mutex<Seen>>,
}

/// The symmetries of a variant, which are searched for once: of the shape of the last puzzle.
#[derive(Default)]
struct Symmetries(Mutex<Option<(Variant, Arc<Group>)>>);

impl Symmetries {
    fn of(&self, variant: &Variant, limits: &Limits) -> Result<Arc<Group>, Stop> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, group)) = known.as_ref().filter(|(of, _)| of == variant) {
            return Ok(Arc::clone(group));
        }
        let group = Arc::new(variant.symmetries(MAX_SYMMETRIES, limits)?);
        *known = Some((variant.clone(), Arc::clone(&group)));
        Ok(group)
    }

    fn minlex(&self, variant: &Variant, puzzle: &Puzzle, limits: &Limits) -> Result<Minlex<Puzzle>, Stop> {
        if variant.is_plain() {
            return puzzle_tools::minlex(puzzle, limits);
        }
        Ok(variant.minlex(puzzle, &*self.of(variant, limits)?))
    }
}

#[derive(Default)]
struct Seen {
    /// Of each variant, with the numbers of its classes among all: what is isomorphic has the same rules.
    of_variants: Vec<(Variant, Classes, Vec<usize>)>,
    n_classes: usize,
    n_answered: usize,
}

impl Seen {
    /// The number of the class, and whether it is new.
    fn insert(&mut self, variant: &Variant, minlex: Minlex<Puzzle>) -> (usize, bool) {
        let at = self.of_variants.iter().position(|(of, ..)| of == variant).unwrap_or_else(|| {
            self.of_variants.push((variant.clone(), Classes::default(), Vec::new()));
            self.of_variants.len() - 1
        });
        let (_, classes, numbers) = &mut self.of_variants[at];
        let Class { number, is_new, .. } = classes.insert_minlex(minlex);
        if is_new {
            numbers.push(self.n_classes);
            self.n_classes += 1;
        }
        self.n_answered += 1;
        (numbers[number], is_new)
    }
}

impl EntryVerb for Canon<'_> {
    fn refuses(&self, rules: &VariantArgs) -> Option<Refused> {
        variant::unsearched(rules)
    }

    fn answer(&self, _: usize, entry: &Entry, context: &Context, _: &mut dyn RecordSink) -> Answer {
        let start = Instant::now();
        let limits = context.limits(self.args.limits.time_limit, None);
        let variant = match variant::of(&self.args.variant, entry) {
            Ok(variant) => variant,
            Err(answer) => return answer,
        };
        let formed = wanted(&variant, &entry.puzzle, self.args.grids, &limits).and_then(|puzzle| {
            let minlex = self.symmetries.minlex(&variant, &puzzle, &limits).map_err(target::NoGrid::Limit)?;
            Ok((puzzle, minlex))
        });
        let seconds = seconds(start.elapsed());
        let (puzzle, minlex) = match formed {
            Ok(formed) => formed,
            Err(no_grid) => {
                return target::answer(&no_grid, |stop| self.stopped(entry, &variant, stop, seconds, context));
            }
        };
        let grid = puzzle.as_grid();
        let head = target::head(CanonRecord::SCHEMA, entry, grid.as_ref(), AnswerStatus::Done).of_variant(&variant);
        let mut record = self.empty(head);
        record.minlex = Some(line(&minlex.form));
        // Of a list that is sifted, people want to keep what they gave.
        record.shown = self.args.distinct.then(|| line(&puzzle));
        // More than 64 bits hold are not counted.
        record.n_automorphisms = Some(minlex.n_automorphisms).filter(|n| *n < u64::MAX);
        record.isomorphic = self.other.as_ref().map(|(of, other)| *of == variant && *other == minlex.form);
        record.transform = Some(transform_record(&minlex.transform));
        record.seconds = seconds;
        let (seen, distinct) = (Arc::clone(&self.seen), self.args.distinct);
        // Which class it has depends on those before.
        Answer::InOrder(Box::new(move || {
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            let (number, is_new) = seen.insert(&variant, minlex);
            if distinct && !is_new {
                return Answer::NoRecord;
            }
            record.class = Some(number + 1);
            record.first = Some(is_new);
            Answer::Known(Box::new(record))
        }))
    }

    fn unanswered(&self, id: Option<String>, status: AnswerStatus, error: ErrorRecord) -> Box<dyn Record> {
        Box::new(self.empty(Head::unanswered(CanonRecord::SCHEMA, id, status, error)))
    }
}

impl Canon<'_> {
    /// A limit came first: people read why, the others a record without a form.
    fn stopped(&self, entry: &Entry, variant: &Variant, stop: Stop, seconds: f64, context: &Context) -> Answer {
        if self.args.format.is_for_people() {
            context.messages.note(&unfinished(entry, "no minlex form", stop));
        }
        let head = target::head(CanonRecord::SCHEMA, entry, None, stop.into()).of_variant(variant);
        let mut record = self.empty(head);
        record.seconds = seconds;
        Answer::Known(Box::new(record))
    }

    fn empty(&self, head: Head) -> CanonRecord {
        CanonRecord { shows_order: self.args.order, ..CanonRecord::new(head, VERSION) }
    }
}

fn transform_record(transform: &Transform) -> TransformRecord {
    let shape = transform.shape();
    TransformRecord {
        cells: shape.cells().map(|cell| transform.cells().apply(cell).get()).collect(),
        digits: (0..shape.n()).map(|i| transform.digit(Digit::from_index(i)).value()).collect(),
    }
}
