//! `minclue classic search`: backtracking with forward checking in three orders.

use std::time::Instant;

use minclue_core::base::Limits;
use minclue_core::sudoku::{Entry, Puzzle};
use minclue_report::{AnswerStatus, BacktrackingRecord, ErrorRecord, Head, Record, StrategyRecord, seconds};
use minclue_teaching::{SearchEnd, SearchTree, Strategy, Ties, TrialSettings, search, search_watched};

use super::super::answer::Answer;
use super::super::args::Jobs;
use super::super::context::Context;
use super::super::exit::Exit;
use super::super::file_guard::{FileGuard, Refusal};
use super::super::output::Layout;
use super::super::progress;
use super::super::record_sink::RecordSink;
use super::super::runner::{self, EntryVerb};
use super::super::seed;
use super::super::target::{self, grid_line};
use super::super::version::VERSION;
use super::args::{SearchArgs, TieRule};
use super::trace::{self, Trace};
use super::tree;

pub(super) fn run(args: &SearchArgs) -> Exit {
    runner::run(
        &args.common,
        Layout::of::<BacktrackingRecord>(trace::format(args.trace, args.format)),
        Jobs::ONE,
        &Search { args, seed: seed::asked_or_drawn(args.seed) },
    )
}

struct Search<'a> {
    args: &'a SearchArgs,
    seed: u64,
}

impl EntryVerb for Search<'_> {
    fn answer(&self, _: usize, entry: &Entry, context: &Context, out: &mut dyn RecordSink) -> Answer {
        let mut record = self.empty(target::head(BacktrackingRecord::SCHEMA, entry, None, AnswerStatus::Done));
        record.n_clues = Some(entry.puzzle.n_clues());
        let mut trees = Vec::new();
        for order in &self.args.strategies {
            let limits = context.limits(self.args.limits.time_limit, self.args.node_limit);
            progress::unit("recursions");
            let mut trace = Trace::of_search(out, entry.id.as_deref(), entry.puzzle.shape(), order.name());
            let mut grown = SearchTree::new(tree::MAX_NODES);
            let (strategy, outcome) = self.one(&entry.puzzle, *order, &limits, &mut trace, &mut grown);
            if let Some(e) = trace.failed {
                return Answer::Output(e);
            }
            trees.push(tree::picture(entry.puzzle.shape(), &grown, &strategy));
            record.strategies.push(strategy);
            match outcome {
                SearchEnd::Solved(grid) => drop(record.solution.get_or_insert_with(|| grid_line(&grid))),
                SearchEnd::NoSolution => {}
                SearchEnd::Limit(stop) => record.head.status = stop.into(),
            }
        }
        if let Some(path) = &self.args.tree
            && let Err(e) = tree::write(path, &trees)
        {
            return Answer::Failed(format!("--tree {}: this cannot be written: {e}", path.display()));
        }
        Answer::Known(Box::new(record))
    }

    fn claim(&self, mut claims: FileGuard) -> Result<(), Refusal> {
        self.args.tree.as_deref().map_or(Ok(()), |path| claims.replaces("--tree", path))
    }

    fn only_one(&self) -> Option<Refusal> {
        let message = "--tree draws one puzzle: give each puzzle its own file";
        self.args.tree.as_ref().map(|_| Refusal::usage(message.to_owned(), None))
    }

    fn unanswered(&self, id: Option<String>, status: AnswerStatus, error: ErrorRecord) -> Box<dyn Record> {
        Box::new(self.empty(Head::unanswered(BacktrackingRecord::SCHEMA, id, status, error)))
    }
}

impl Search<'_> {
    fn empty(&self, head: Head) -> BacktrackingRecord {
        let is_random = self.args.ties == TieRule::Random;
        BacktrackingRecord {
            ties: if is_random { "random" } else { "first" },
            seed: is_random.then_some(self.seed),
            count: self.args.unit.name(),
            ..BacktrackingRecord::new(head, VERSION)
        }
    }

    fn one(
        &self,
        puzzle: &Puzzle,
        strategy: Strategy,
        limits: &Limits,
        trace: &mut Trace<'_>,
        tree: &mut SearchTree,
    ) -> (StrategyRecord, SearchEnd) {
        let mut settings = TrialSettings::new(strategy);
        settings.stop = self.args.stop;
        settings.ties = match self.args.ties {
            TieRule::First => Ties::First,
            TieRule::Random => Ties::Random(self.seed),
        };
        settings.count = self.args.unit;
        let start = Instant::now();
        let is_written = self.args.trace || self.args.steps;
        let trial = if is_written || self.args.tree.is_some() {
            search_watched(puzzle, &settings, limits, &mut |change| {
                tree.take(change);
                if is_written {
                    trace.write(change);
                }
            })
        } else {
            search(puzzle, &settings, limits)
        };
        let record = StrategyRecord {
            strategy: strategy.name(),
            stop: settings.stop_rule().name(),
            recursions: trial.recursions,
            backtracks: trial.backtracks,
            depth: trial.depth,
            solved: match trial.outcome {
                SearchEnd::Solved(_) => Some(true),
                SearchEnd::NoSolution => Some(false),
                SearchEnd::Limit(_) => None,
            },
            seconds: seconds(start.elapsed()),
        };
        (record, trial.outcome)
    }
}
