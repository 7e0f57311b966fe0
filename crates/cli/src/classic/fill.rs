//! `minclue classic fill`: brute force with its count of tries.

use std::ops::ControlFlow;
use std::time::Instant;

use minclue_core::base::rng;
use minclue_core::sudoku::{Entry, Grid};
use minclue_report::{AnswerStatus, ErrorRecord, FillRecord, Head, PuzzleRecord, Record, seconds};
use minclue_teaching::{FillEnd, Filled, Permutations, Values, fill, fill_watched};

use super::super::answer::Answer;
use super::super::args::{FormatArg, Jobs};
use super::super::context::Context;
use super::super::exit::Exit;
use super::super::output::Layout;
use super::super::progress;
use super::super::record_sink::RecordSink;
use super::super::runner::{self, EntryVerb};
use super::super::seed;
use super::super::target::{self, grid_line};
use super::super::version::VERSION;
use super::args::{FillArgs, ValueOrder};
use super::trace::{self, Trace};

pub(super) fn run(args: &FillArgs) -> Exit {
    runner::run(
        &args.common,
        Layout::of::<FillRecord>(trace::format(args.trace, args.format)),
        Jobs::ONE,
        &Fill { args, seed: seed::asked_or_drawn(args.seed) },
    )
}

struct Fill<'a> {
    args: &'a FillArgs,
    seed: u64,
}

impl EntryVerb for Fill<'_> {
    fn answer(&self, _: usize, entry: &Entry, context: &Context, out: &mut dyn RecordSink) -> Answer {
        let start = Instant::now();
        let limits = context.limits(self.args.limits.time_limit, self.args.max_tries);
        progress::unit("tries");
        let puzzle = &entry.puzzle;
        let values = match self.args.order {
            ValueOrder::Ascending => Values::Ascending,
            ValueOrder::Random => Values::Permuted(Permutations::random(puzzle.shape(), &mut rng(self.seed))),
        };
        let max = if self.args.all { u64::MAX } else { self.args.max_solutions };
        let (mut first, mut unwritten, mut held) = (None, None, Vec::new());
        let is_held = self.args.list && self.args.format == FormatArg::Json;
        if self.args.trace || self.args.steps {
            let mut trace = Trace::new(out, entry.id.as_deref(), puzzle.shape(), "fill");
            let mut visit = |grid: &Grid| {
                first.get_or_insert_with(|| grid_line(grid));
                ControlFlow::Continue(())
            };
            let filled = fill_watched(puzzle, &values, max, &limits, &mut visit, &mut |change| trace.write(change));
            if let Some(e) = trace.failed {
                return Answer::Output(e);
            }
            return Answer::Known(Box::new(self.record(entry, &filled, first, start)));
        }
        let filled = fill(puzzle, &values, max, &limits, &mut |grid| {
            let text = grid_line(grid);
            if self.args.list {
                let record = PuzzleRecord::of_grid(entry.id.clone(), text.clone(), puzzle.shape());
                if let Err(e) = out.puzzle(record) {
                    unwritten = Some(e);
                    return ControlFlow::Break(());
                }
            }
            if is_held {
                held.push(text.clone());
            }
            first.get_or_insert(text);
            ControlFlow::Continue(())
        });
        if let Some(e) = unwritten {
            return Answer::Output(e);
        }
        let mut record = self.record(entry, &filled, first, start);
        record.solutions = is_held.then_some(held);
        Answer::Known(Box::new(record))
    }

    fn unanswered(&self, id: Option<String>, status: AnswerStatus, error: ErrorRecord) -> Box<dyn Record> {
        Box::new(self.empty(Head::unanswered(FillRecord::SCHEMA, id, status, error)))
    }
}

impl Fill<'_> {
    fn record(&self, entry: &Entry, filled: &Filled, solution: Option<String>, start: Instant) -> FillRecord {
        let status = match filled.end {
            FillEnd::Exhausted | FillEnd::Enough => AnswerStatus::Done,
            FillEnd::Limit(stop) => stop.into(),
        };
        FillRecord {
            n_clues: Some(entry.puzzle.n_clues()),
            tries: Some(filled.tries),
            n_exhausted: Some(filled.n_exhausted),
            n_solutions: Some(filled.n_solutions),
            complete: Some(filled.end == FillEnd::Exhausted),
            solution,
            seconds: seconds(start.elapsed()),
            ..self.empty(target::head(FillRecord::SCHEMA, entry, None, status))
        }
    }

    fn empty(&self, head: Head) -> FillRecord {
        let is_random = self.args.order == ValueOrder::Random;
        FillRecord {
            order: if is_random { "random" } else { "ascending" },
            seed: is_random.then_some(self.seed),
            is_listed: self.args.list,
            ..FillRecord::new(head, VERSION)
        }
    }
}
