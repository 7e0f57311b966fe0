//! `minclue neighbors --to`: from puzzles with some clues to puzzles with fewer, by exchanges of clues.

use std::ops::ControlFlow;
use std::time::Instant;

use minclue_core::base::{Cell, Limits, Stop};
use minclue_core::sudoku::{Entry, Minlex, Puzzle, Variant, line};
use minclue_puzzles::puzzle_tools::{Classes, Hunt, HuntMove, NeighborsEnd, Removals, find_neighbors_without, minlex};
use minclue_report::{AnswerStatus, ErrorRecord, FoundPuzzle, Head, NeighborsRecord, PuzzleRecord, Record, seconds};

use super::super::answer::Answer;
use super::super::args::FormatArg;
use super::super::context::Context;
use super::super::enumerator::ending;
use super::super::file_guard::{FileGuard, Refusal};
use super::super::parallel::map_ordered;
use super::super::progress::{self, number, plural};
use super::super::record_sink::RecordSink;
use super::super::runner::EntryVerb;
use super::super::target;
use super::super::version::VERSION;
use super::NeighborsArgs;
use super::pool_file::PoolFile;

/// The options that end a hunt.
const MAX_MOVES: &str = "--max-moves";
const MAX_PUZZLES: &str = "--max-puzzles";

/// Hunts from one puzzle after the other.
pub(super) struct Hunter<'a> {
    pub(super) args: &'a NeighborsArgs,
    /// The number of clues that is hunted for.
    pub(super) to: usize,
    /// What is not new.
    pub(super) known: Option<Classes>,
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
        let mut record = self.empty(target::head(NeighborsRecord::SCHEMA, entry, None, AnswerStatus::Done));
        // What has several solutions leads to nothing that has one.
        let plain = Variant::plain(entry.puzzle.shape());
        if let Err(no_grid) = target::solution_within(&plain, &entry.puzzle, &limits) {
            return target::answer(&no_grid, |stop| {
                record.head.status = stop.into();
                Answer::Known(Box::new(record))
            });
        }
        if entry.puzzle.n_clues() <= self.to {
            let message = format!("it has {} clues, but --to {} requires more", entry.puzzle.n_clues(), self.to);
            return Answer::Refused { message, help: Some("give a puzzle with more clues than --to") };
        }
        let mut run = Run {
            args: self.args,
            known: self.known.as_ref(),
            id: entry.id.as_deref(),
            out,
            to: self.to,
            hunt: Hunt::new(self.to),
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

    fn claim(&self, mut claims: FileGuard) -> Result<(), Refusal> {
        self.args.pool.as_deref().map_or(Ok(()), |pool| claims.extends("--pool", pool))
    }

    fn only_one(&self) -> Option<Refusal> {
        let message = "a pool belongs to one puzzle: give each puzzle its own --pool";
        self.args.pool.as_ref().map(|_| Refusal::usage(message.to_owned(), None))
    }

    fn n_threads(&self, _: usize) -> Option<usize> {
        Some(self.args.threads.threads)
    }

    fn unanswered(&self, id: Option<String>, status: AnswerStatus, error: ErrorRecord) -> Box<dyn Record> {
        Box::new(self.empty(Head::unanswered(NeighborsRecord::SCHEMA, id, status, error)))
    }
}

impl Hunter<'_> {
    fn empty(&self, head: Head) -> NeighborsRecord {
        NeighborsRecord { to: Some(self.to), ..NeighborsRecord::new(head, VERSION) }
    }
}

/// The hunt from one puzzle.
struct Run<'a> {
    args: &'a NeighborsArgs,
    to: usize,
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
            self.pool = PoolFile::open(path, &first.form, self.to, &mut self.hunt)?;
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
            debug_assert!(was_first, "a move is out of order");
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
            let end = find_neighbors_without(form, &removed, exchange, &limits, &mut |neighbor| {
                found.push(minlex(neighbor, &limits));
                ControlFlow::Continue(())
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
        if form.n_clues() > self.to {
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
