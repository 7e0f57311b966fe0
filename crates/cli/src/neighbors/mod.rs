//! `minclue neighbors`: the valid puzzles that {-p+q} leads to; or, by such exchanges, puzzles with fewer and fewer
//! clues, which is also called `hunt`.

mod hunt;
pub(super) mod pool_file;

use std::fs::File;
use std::io::{self, BufReader};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use clap::Args as ClapArgs;

use minclue_core::base::{Cell, Limits, Stop};
use minclue_core::sudoku::{Entry, Minlex, Puzzle, line};
use minclue_puzzles::grid_files::GridReader;
use minclue_puzzles::puzzle_tools::{
    Classes, Exchange, NeighborsEnd, Removals, find_neighbors, find_neighbors_without, minlex,
};
use minclue_report::{
    AnswerStatus, ErrorRecord, FoundPuzzle, Head, NeighborsRecord, PuzzleRecord, Record, seconds, why,
};
use minclue_solver::Unpacked;

use super::answer::Answer;
use super::args::heading;
use super::args::values::{at_least_one, n_clues};
use super::args::{Common, FormatArg, Jobs, ThreadArgs, TimeArgs, formats};
use super::command::Command;
use super::context::Context;
use super::enumerator::ending;
use super::exit::Exit;
use super::load_error::LoadError;
use super::message::Messages;
use super::output::Layout;
use super::parallel::map_ordered;
use super::progress::{self, number};
use super::record_sink::RecordSink;
use super::runner::{self, EntryVerb};
use super::target;
use super::version::VERSION;

use hunt::Hunter;

/// The arguments of `neighbors`.
#[derive(Debug, ClapArgs)]
pub struct NeighborsArgs {
    /// The input and the messages.
    #[command(flatten)]
    pub common: Common,

    /// Output format
    #[arg(long, value_parser = formats(FormatArg::PUZZLES), default_value = "auto", value_name = "FORMAT")]
    #[arg(help_heading = heading::OUTPUT)]
    pub format: FormatArg,

    /// Remove P clues
    #[arg(short, long, value_name = "P", value_parser = n_clues, allow_hyphen_values = true)]
    #[arg(help_heading = heading::QUESTION)]
    pub remove: Option<usize>,

    /// Add Q clues, with any digits
    #[arg(short, long, value_name = "Q", value_parser = n_clues, allow_hyphen_values = true)]
    #[arg(help_heading = heading::QUESTION)]
    pub add: Option<usize>,

    /// Search for puzzles with K clues by repeated exchanges {-2+1} and {-1+1}
    #[arg(long, value_name = "K", value_parser = n_clues, allow_hyphen_values = true)]
    #[arg(conflicts_with_all = ["remove", "add", "minimal", "all", "count"], help_heading = heading::QUESTION)]
    pub to: Option<usize>,

    /// Only minimal puzzles, in which every clue is needed
    #[arg(long)]
    #[arg(help_heading = heading::QUESTION)]
    pub minimal: bool,

    /// Include puzzles that are isomorphic to an earlier one
    #[arg(long, conflicts_with = "known")]
    #[arg(help_heading = heading::QUESTION)]
    pub all: bool,

    /// Known puzzles, one a line: omit them; with --to, count those that are met
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = heading::QUESTION)]
    pub known: Option<PathBuf>,

    /// With --to: keep all classes and moves in FILE, and continue from there
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = heading::OUTPUT)]
    pub pool: Option<PathBuf>,

    /// Write the number of puzzles, not the puzzles
    #[arg(long)]
    #[arg(help_heading = heading::OUTPUT)]
    pub count: bool,

    /// Stop after N new puzzles for each input; with --to, after N puzzles with K clues
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true)]
    #[arg(help_heading = heading::LIMITS)]
    pub max_puzzles: Option<u64>,

    /// With --to: stop after N moves for each input
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true)]
    #[arg(help_heading = heading::LIMITS)]
    pub max_moves: Option<u64>,

    #[command(flatten)]
    pub limits: TimeArgs,

    /// Who works on it.
    #[command(flatten)]
    pub threads: ThreadArgs,
}

impl Command for NeighborsArgs {
    fn run(&self) -> Exit {
        let known = match self.known.as_deref().map(|file| known(file, &self.common)).transpose() {
            Ok(known) => known,
            Err(exit) => return exit,
        };
        match self.to {
            Some(to) => runner::run(&self.common, self.layout(), Jobs::ONE, &Hunter { args: self, to, known }),
            None => {
                let neighbors = Neighbors { args: self, classes: Mutex::new(known.unwrap_or_default()) };
                runner::run(&self.common, self.layout(), Jobs::ONE, &neighbors)
            }
        }
    }

    fn common(&self) -> Option<&Common> {
        // What is a new neighbor depends on the inputs before; a hunt is that from one puzzle.
        self.to.map(|_| &self.common)
    }

    fn conflict(&self) -> Option<String> {
        if self.count
            && let Some(message) = self.format.of_counts()
        {
            return Some(message.to_owned());
        }
        let is_of_hunt = self.pool.is_some() || self.max_moves.is_some();
        let message = match (self.to, self.remove, self.add) {
            (Some(_), ..) => return None,
            (None, ..) if is_of_hunt => "--pool and --max-moves require --to",
            (None, Some(0), Some(0)) => "a neighbor has a clue removed or added; give --remove or --add",
            (None, Some(_), Some(_)) => return None,
            (None, ..) => {
                "give --remove P and --add Q for one exchange, or --to K for puzzles with K clues by many exchanges"
            }
        };
        Some(message.to_owned())
    }
}

impl NeighborsArgs {
    fn exchange(&self) -> Exchange {
        let [remove, add] = [self.remove, self.add].map(Option::unwrap_or_default);
        Exchange { remove, add, only_minimal: self.minimal }
    }

    /// In a table, puzzles are rows, unless only their number is wanted.
    fn layout(&self) -> Layout {
        if self.count {
            Layout::of::<NeighborsRecord>(self.format)
        } else {
            Layout::list(self.format, PuzzleRecord::COLUMNS)
        }
    }
}

/// The classes of the puzzles in a file.
fn known(file: &Path, common: &Common) -> Result<Classes, Exit> {
    let messages = Messages::new(common.messages.color);
    let name = format!("--known {}", file.display());
    let unreadable = |e: &io::Error| {
        messages.error(&format!("{name}: {e}"), None);
        Exit::Internal
    };
    let mut classes = Classes::default();
    let packed = BufReader::new(File::open(file).map_err(|e| unreadable(&e))?);
    for entry in GridReader::new(Unpacked::new(Box::new(packed)), common.shape, None) {
        match entry {
            Ok(entry) => {
                if let Err(stop) = classes.insert(&entry.puzzle, &Limits::none()) {
                    let message = format!("no minlex form, {}", why(stop.into()));
                    messages.refused(&name, &entry.place, &message, None);
                    return Err(Exit::Limit);
                }
            }
            Err(e) => return Err(LoadError::of_grid(name, e).report(&messages)),
        }
    }
    Ok(classes)
}

struct Neighbors<'a> {
    args: &'a NeighborsArgs,
    /// What is not new any more.
    classes: Mutex<Classes>,
}

impl EntryVerb for Neighbors<'_> {
    fn answer(&self, _: usize, entry: &Entry, context: &Context, out: &mut dyn RecordSink) -> Answer {
        let start = Instant::now();
        let limits = context.limits(self.args.limits.time_limit, None);
        let puzzle = &entry.puzzle;
        progress::say(|| "0 found".to_owned());
        // The puzzle itself is not a neighbor.
        let mut classes = self.classes.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut sink, end) = match classes.insert(puzzle, &limits) {
            Err(stop) => (Sink::new(self.args, &mut classes, entry, out), NeighborsEnd::Limit(stop)),
            Ok(_) => {
                let exchange = self.args.exchange();
                let n_threads = self.args.threads.threads;
                let mut sink = Sink::new(self.args, &mut classes, entry, out);
                let end = if n_threads > 1 {
                    side_by_side(puzzle, exchange, n_threads, &limits, &mut sink)
                } else {
                    let mut visit = |found: &Puzzle| sink.take(found, minlex(found, &limits));
                    find_neighbors(puzzle, exchange, &limits, &mut visit, &mut progress::part)
                };
                (sink, end)
            }
        };
        let stop = match (sink.failure.take(), end) {
            (Some(Failure::Output(e)), _) => return Answer::Output(e),
            (Some(Failure::Limit(stop)), _) | (None, NeighborsEnd::Limit(stop)) => Some(stop),
            (None, NeighborsEnd::Complete | NeighborsEnd::Stopped) => None,
        };
        let status = match (stop, end) {
            (Some(stop), _) => stop.into(),
            (None, NeighborsEnd::Stopped) => AnswerStatus::MaxReached,
            (None, _) => AnswerStatus::Done,
        };
        let (n_neighbors, n_new, held) = (sink.n_neighbors, sink.n_new, sink.held);
        let mut record = self.empty(target::head(NeighborsRecord::SCHEMA, entry, None, status));
        record.n_neighbors = Some(n_neighbors);
        record.n_new = Some(n_new);
        record.complete = Some(status == AnswerStatus::Done);
        record.puzzles = (self.args.format == FormatArg::Json && !self.args.count).then_some(held);
        record.seconds = seconds(start.elapsed());
        self.report(&record, &context.messages);
        Answer::Known(Box::new(record))
    }

    fn n_threads(&self, _: usize) -> Option<usize> {
        Some(self.args.threads.threads)
    }

    fn unanswered(&self, id: Option<String>, status: AnswerStatus, error: ErrorRecord) -> Box<dyn Record> {
        Box::new(self.empty(Head::unanswered(NeighborsRecord::SCHEMA, id, status, error)))
    }
}

impl Neighbors<'_> {
    fn empty(&self, head: Head) -> NeighborsRecord {
        NeighborsRecord {
            remove: self.args.remove,
            add: self.args.add,
            minimal: Some(self.args.minimal),
            only_counted: self.args.count,
            ..NeighborsRecord::new(head, VERSION)
        }
    }

    /// Says to people how it ended: among puzzles, or beside a bare number, it would stand in the way.
    fn report(&self, record: &NeighborsRecord, messages: &Messages) {
        if !self.args.format.is_for_people() || (self.args.common.messages.quiet && record.complete == Some(true)) {
            return;
        }
        let id = record.head.id.as_ref().map_or_else(String::new, |id| format!("{id}: "));
        let (n, new) = (record.n_neighbors.unwrap_or(0), record.n_new.unwrap_or(0));
        let noun = if n == 1 { "neighbor" } else { "neighbors" };
        messages.note(&ending(&format!("{id}{n} {noun}, {new} new"), record.head.status, record.seconds));
    }
}

/// The same search by several threads, each with some of the ways to take clues away.
fn side_by_side(
    puzzle: &Puzzle,
    exchange: Exchange,
    n_threads: usize,
    limits: &Limits,
    sink: &mut Sink<'_>,
) -> NeighborsEnd {
    let removals = Removals::new(puzzle, exchange.remove);
    let (n_all, mut n_done, mut end) = (removals.n_all(), 0.0, NeighborsEnd::Complete);
    let work = |removed: Vec<Cell>| {
        let mut found = Vec::new();
        let end = find_neighbors_without(puzzle, &removed, exchange, limits, &mut |neighbor| {
            found.push((neighbor.clone(), minlex(neighbor, limits)));
            ControlFlow::Continue(())
        });
        (found, end)
    };
    let taken = map_ordered(removals, n_threads, work, |(found, its_end)| {
        found.into_iter().try_for_each(|(neighbor, form)| sink.take(&neighbor, form))?;
        n_done += 1.0;
        progress::part(n_done / n_all);
        end = its_end;
        if end == NeighborsEnd::Complete { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    // The sink has seen enough, or a limit has ended one of the searches.
    if taken.is_break() && end == NeighborsEnd::Complete { NeighborsEnd::Stopped } else { end }
}

/// Where neighbors go as they are found.
struct Sink<'a> {
    args: &'a NeighborsArgs,
    classes: &'a mut Classes,
    id: Option<&'a str>,
    out: &'a mut dyn RecordSink,
    n_neighbors: u64,
    n_new: u64,
    failure: Option<Failure>,
    /// All of them, for an output that writes them at the end.
    held: Vec<FoundPuzzle>,
}

/// Why no more puzzles are taken.
enum Failure {
    Output(io::Error),
    Limit(Stop),
}

impl<'a> Sink<'a> {
    fn new(args: &'a NeighborsArgs, classes: &'a mut Classes, entry: &'a Entry, out: &'a mut dyn RecordSink) -> Self {
        Self { args, classes, id: entry.id.as_deref(), out, n_neighbors: 0, n_new: 0, failure: None, held: Vec::new() }
    }

    fn take(&mut self, found: &Puzzle, form: Result<Minlex<Puzzle>, Stop>) -> ControlFlow<()> {
        match self.look_at(found, form) {
            Ok(()) if self.args.max_puzzles.is_some_and(|max| self.n_new >= max) => ControlFlow::Break(()),
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                self.failure = Some(failure);
                ControlFlow::Break(())
            }
        }
    }

    fn look_at(&mut self, found: &Puzzle, form: Result<Minlex<Puzzle>, Stop>) -> Result<(), Failure> {
        self.n_neighbors += 1;
        let is_new = self.classes.insert_minlex(form.map_err(Failure::Limit)?).is_new;
        if !(is_new || self.args.all) {
            return Ok(());
        }
        self.n_new += u64::from(is_new);
        progress::say(|| format!("{} found", number(self.n_new)));
        if self.args.count {
            return Ok(());
        }
        let record = PuzzleRecord::of_grid(self.id.map(str::to_owned), line(found), found.shape());
        if self.args.format == FormatArg::Json {
            self.held.push(record.puzzle.clone());
        }
        self.out.puzzle(record).map_err(Failure::Output)
    }
}
