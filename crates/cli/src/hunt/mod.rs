//! `minclue hunt`: from puzzles with some clues to puzzles with fewer, by exchanges of clues.

pub(super) mod pool_file;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args as ClapArgs;

use minclue_core::base::{Cell, Limits, Stop};
use minclue_core::sudoku::{Entry, Minlex, Puzzle, line};
use minclue_puzzles::puzzle_tools::{Classes, Hunt, HuntMove, NeighborsEnd, Removals, find_neighbors_without, minlex};
use minclue_report::{AnswerStatus, ErrorRecord, FoundPuzzle, Head, HuntRecord, PuzzleRecord, Record, seconds};
use minclue_solver::{with_wide_width, with_width};

use super::answer::Answer;
use super::args::heading;
use super::args::values::{at_least_one, n_clues};
use super::args::{Common, FormatArg, ThreadArgs, TimeArgs, formats};
use super::claims::{Claims, Refusal};
use super::command::Command;
use super::context::Context;
use super::enumerator::ending;
use super::exit::Exit;
use super::neighbors::known;
use super::output::Layout;
use super::parallel::map_ordered;
use super::progress::{self, number, plural};
use super::record_sink::RecordSink;
use super::runner::{self, EntryVerb};
use super::target;
use super::version::VERSION;

use pool_file::PoolFile;

/// The arguments of `hunt`.
#[derive(Debug, ClapArgs)]
pub struct HuntArgs {
    /// The input and the messages.
    #[command(flatten)]
    pub common: Common,

    /// How results are written to standard output
    #[arg(long, value_parser = formats(FormatArg::PUZZLES), default_value = "auto", value_name = "FORMAT")]
    #[arg(help_heading = heading::OUTPUT)]
    pub format: FormatArg,

    /// Hunt for puzzles with K clues
    #[arg(long, value_name = "K", value_parser = n_clues, allow_hyphen_values = true)]
    #[arg(help_heading = heading::QUESTION)]
    pub to: usize,

    /// Puzzles that are not new, one a line; how many of them are met is counted
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = heading::QUESTION)]
    pub known: Option<PathBuf>,

    /// Keep all classes and moves in FILE, or go on from there
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = heading::OUTPUT)]
    pub pool: Option<PathBuf>,

    /// Stop after N puzzles with K clues of each input
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true)]
    #[arg(help_heading = heading::LIMITS)]
    pub max_puzzles: Option<u64>,

    /// Stop after N moves from each input
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_hyphen_values = true)]
    #[arg(help_heading = heading::LIMITS)]
    pub max_moves: Option<u64>,

    /// When it ends.
    #[command(flatten)]
    pub limits: TimeArgs,

    /// Who works on it.
    #[command(flatten)]
    pub threads: ThreadArgs,
}

impl Command for HuntArgs {
    fn run(&self) -> Exit {
        match self.known.as_deref().map(|file| known(file, &self.common)).transpose() {
            Ok(known) => {
                let layout = Layout::list(self.format, PuzzleRecord::COLUMNS);
                runner::run(&self.common, layout, 1, &Hunter { args: self, known })
            }
            Err(exit) => exit,
        }
    }

    fn common(&self) -> Option<&Common> {
        Some(&self.common)
    }
}

/// The options that end a hunt.
const MAX_MOVES: &str = "--max-moves";
const MAX_PUZZLES: &str = "--max-puzzles";

struct Hunter<'a> {
    args: &'a HuntArgs,
    known: Option<Classes>,
}

/// Why a hunt ended, but for nothing being left.
enum End {
    Stop(Stop),
    /// An option, which is named, wanted no more.
    Enough(&'static str),
    Answer(Answer),
}

impl From<Answer> for End {
    fn from(answer: Answer) -> Self {
        Self::Answer(answer)
    }
}

impl EntryVerb for Hunter<'_> {
    fn answer(&self, _: usize, entry: &Entry, context: &Context, out: &mut dyn RecordSink) -> Answer {
        let limits = context.limits(self.args.limits.time_limit, None);
        let mut record = self.empty(target::head(HuntRecord::SCHEMA, entry, None, AnswerStatus::Done));
        // What has several solutions leads to nothing that has one.
        let grid = with_width!(entry.puzzle.shape().n_cells(), W => target::grid::<W>(&entry.puzzle, &limits));
        if let Err(no_grid) = grid {
            return target::answer(&no_grid, |stop| {
                record.head.status = stop.into();
                Answer::Known(Box::new(record))
            });
        }
        if entry.puzzle.n_clues() <= self.args.to {
            let message = format!("it has {} clues; --to {} asks for fewer", entry.puzzle.n_clues(), self.args.to);
            return Answer::Refused { message, help: Some("give a puzzle with more clues than --to") };
        }
        let mut run = Run {
            args: self.args,
            known: self.known.as_ref(),
            id: entry.id.as_deref(),
            out,
            hunt: Hunt::new(self.args.to),
            pool: PoolFile::none(),
            limits,
            n_found: 0,
            n_known: 0,
            n_moves: 0,
            held: Vec::new(),
        };
        let start = Instant::now();
        let end = run.all(entry);
        // What was found by then counts, though the pool cannot be written any more.
        let (mut enough, mut failure) = (None, None);
        record.head.status = match end {
            Ok(()) => AnswerStatus::Done,
            Err(End::Stop(stop)) => stop.into(),
            Err(End::Enough(option)) => {
                enough = Some(option);
                AnswerStatus::MaxReached
            }
            Err(End::Answer(Answer::Failed(message))) => {
                record.head.error = Some(ErrorRecord::new(message.clone()));
                failure = Some(message);
                AnswerStatus::Failed
            }
            Err(End::Answer(answer)) => return answer,
        };
        record.n_moves = Some(run.n_moves);
        record.n_classes = Some(run.hunt.n_classes().collect());
        record.n_found = Some(run.n_found);
        record.n_known = self.known.as_ref().map(|_| run.n_known);
        record.complete = Some(record.head.status == AnswerStatus::Done);
        record.puzzles = (self.args.format == FormatArg::Json).then_some(run.held);
        record.seconds = seconds(start.elapsed());
        if let Some(message) = failure {
            return Answer::Unreliable(Box::new(record), message);
        }
        if self.args.format.is_for_people() && !self.args.common.messages.quiet {
            let id = record.head.id.as_ref().map_or_else(String::new, |id| format!("{id}: "));
            let counted = |n, what| plural(&number(n), n, what);
            let (found, moves) = (counted(run.n_found, "puzzle"), counted(run.n_moves, "move"));
            let said = match enough {
                Some(option) => format!("{id}{found} found; stopped after {moves} ({option}, {:.1} s)", record.seconds),
                None => ending(&format!("{id}{found} found after {moves}"), record.head.status, record.seconds),
            };
            context.messages.note(&said);
        }
        Answer::Known(Box::new(record))
    }

    fn claim(&self, mut claims: Claims) -> Result<(), Refusal> {
        self.args.pool.as_deref().map_or(Ok(()), |pool| claims.extends("--pool", pool))
    }

    fn only_one(&self) -> Option<Refusal> {
        let message = "a pool holds the hunt from one puzzle: give each its own --pool";
        self.args.pool.as_ref().map(|_| Refusal::usage(message.to_owned(), None))
    }

    fn n_threads(&self, _: usize) -> Option<usize> {
        Some(self.args.threads.threads)
    }

    fn unanswered(&self, id: Option<String>, status: AnswerStatus, error: ErrorRecord) -> Box<dyn Record> {
        Box::new(self.empty(Head::unanswered(HuntRecord::SCHEMA, id, status, error)))
    }
}

impl Hunter<'_> {
    fn empty(&self, head: Head) -> HuntRecord {
        HuntRecord {
            head,
            to: self.args.to,
            n_moves: None,
            n_classes: None,
            n_found: None,
            n_known: None,
            complete: None,
            seconds: 0.0,
            version: VERSION,
            puzzles: None,
        }
    }
}

/// The hunt from one puzzle.
struct Run<'a> {
    args: &'a HuntArgs,
    known: Option<&'a Classes>,
    id: Option<&'a str>,
    out: &'a mut dyn RecordSink,
    hunt: Hunt,
    pool: PoolFile<'a>,
    limits: Limits,
    /// Puzzles that were hunted, known ones among them, and moves, of this run.
    n_found: u64,
    n_known: u64,
    n_moves: u64,
    /// All that was found, for an output that writes it at the end.
    held: Vec<FoundPuzzle>,
}

impl Run<'_> {
    fn all(&mut self, entry: &Entry) -> Result<(), End> {
        let puzzle = &entry.puzzle;
        let first = minlex(puzzle, &self.limits).map_err(End::Stop)?;
        if let Some(path) = &self.args.pool {
            self.pool = PoolFile::open(path, &first.form, self.args.to, &mut self.hunt)?;
        }
        self.take(Ok(first))?;
        while let Some((step, form)) = self.hunt.next() {
            if self.args.max_moves.is_some_and(|max| self.n_moves >= max) {
                return Err(End::Enough(MAX_MOVES));
            }
            let form = form.clone();
            self.go(step, &form)?;
            self.pool.done(step, &form)?;
            let was_first = self.hunt.done(step, &form);
            debug_assert!(was_first, "a move was done that was not next");
            self.n_moves += 1;
        }
        Ok(())
    }

    /// Takes all that a move leads to, in one order for any number of threads.
    fn go(&mut self, step: HuntMove, form: &Puzzle) -> Result<(), End> {
        let exchange = step.exchange();
        let limits = self.limits.clone();
        let work = |removed: Vec<Cell>| {
            let mut found = Vec::new();
            let end = with_wide_width!(form.shape().n_cells(), W => {
                find_neighbors_without::<W>(form, &removed, exchange, &limits, &mut |neighbor| {
                    found.push(minlex(neighbor, &limits));
                    ControlFlow::Continue(())
                })
            });
            (found, end)
        };
        let mut end = Ok(());
        let n_threads = self.args.threads.threads;
        let taken = map_ordered(Removals::new(form, exchange.remove), n_threads, work, |(found, its_end)| {
            end = found.into_iter().try_for_each(|form| self.take(form));
            if let (Ok(()), NeighborsEnd::Limit(stop)) = (&end, its_end) {
                end = Err(End::Stop(stop));
            }
            if end.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        debug_assert!(taken.is_continue() == end.is_ok());
        end
    }

    /// Takes one class: into the pool, and out if it is hunted.
    fn take(&mut self, form: Result<Minlex<Puzzle>, Stop>) -> Result<(), End> {
        let Some(form) = self.hunt.insert_minlex(form.map_err(End::Stop)?) else { return Ok(()) };
        self.pool.class(&form)?;
        if form.n_clues() > self.args.to {
            return Ok(());
        }
        self.n_found += 1;
        let (found, moves) = (self.n_found, self.n_moves);
        progress::say(|| format!("{} found  move {}", number(found), number(moves + 1)));
        if self.known.is_some_and(|known| known.has(&form)) {
            self.n_known += 1;
        } else {
            let record = PuzzleRecord::of_grid(self.id.map(str::to_owned), line(&form), form.shape());
            if self.args.format == FormatArg::Json {
                self.held.push(record.puzzle.clone());
            }
            self.out.puzzle(record).map_err(|e| End::Answer(Answer::Output(e)))?;
        }
        if self.args.max_puzzles.is_some_and(|max| self.n_found >= max) {
            Err(End::Enough(MAX_PUZZLES))
        } else {
            Ok(())
        }
    }
}
