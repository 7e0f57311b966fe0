//! Walks from puzzle to puzzle, in addition to the search. If a walk finds a puzzle with the minimum of clues, the
//! search skips the budget in which it would have found one, which is the most expensive. So walks get a part of the
//! work, before and during each budget.

use crate::base::{CellSet, Stop};
use minclue_engine::local_search::{HostReply, LARGE, LocalSearch, LocalSearchHost};

use super::parallel::WorkerPool;
use super::question::Interrupted;

/// For a quick oracle, see [`Oracle::is_quick`](crate::problem::Oracle::is_quick): measured on 9x9 grids. With twice the
/// part, all but the few grids whose best puzzle is found in it are slower; with half of it, more of these have to be
/// searched to the end.
const QUICK: Rates = Rates { question: 60, guess: 3, per_cell: 3_200, nodes: 12 };
/// For one whose answers may take a millisecond.
const SLOW: Rates = Rates { question: 1_000, guess: 0, per_cell: 8_000, nodes: 4 };
/// On a large problem a budget may never be refuted, and a better puzzle is all that can be had.
const LARGE_RATES: Rates = Rates { question: 400, guess: 0, per_cell: 9_400, nodes: 1 };

/// The cost of walks, and their share of the work, both in nodes of the search.
#[derive(Clone, Copy, Debug)]
struct Rates {
    /// The cost of an oracle query, in addition to its guesses.
    question: u64,
    /// The cost of a guess.
    guess: u64,
    /// The cost limit of the first walk, per cell.
    per_cell: u64,
    /// The number of search nodes for each unit of cost of the walks.
    nodes: u64,
}

/// The walk of one search.
#[derive(Debug)]
pub(super) struct Walks<const W: usize> {
    search: LocalSearch<W>,
    first: u64,
    rates: Rates,
}

impl<const W: usize> Walks<W> {
    fn new(cells: CellSet<W>, is_quick: bool, seed: u64) -> Self {
        let rates = match is_quick {
            _ if cells.len() > LARGE => LARGE_RATES,
            true => QUICK,
            false => SLOW,
        };
        Self { search: LocalSearch::new(cells, seed), first: rates.per_cell * cells.len() as u64, rates }
    }
}

impl<const W: usize> WorkerPool<'_, '_, W> {
    /// From now on there are walks.
    pub(super) fn begin_walks(&mut self, seed: u64) {
        self.walks = Some(Walks::new(self.problem.cells(), self.learner.is_quick(), seed));
    }

    /// Walks until that has taken its part of the work so far and of `expected` nodes more, or a puzzle with at most
    /// `enough` clues is known. The sets that a walk learns are large and numerous: the search is faster without them.
    pub(super) fn walk_puzzles(&mut self, expected: u64, enough: usize) -> Result<(), Stop> {
        let n_nodes = self.counters.n_nodes.saturating_add(expected);
        let Some(walks) = &self.walks else { return Ok(()) };
        let due = walks.first + n_nodes / walks.rates.nodes;
        let effort = due.saturating_sub(walks.search.effort());
        if effort > 0 { self.walk_for(effort, enough) } else { Ok(()) }
    }

    /// The same in the middle of a question about `k` clues, which a puzzle that is met answers.
    pub(super) fn walk_puzzles_beside(&mut self, k: usize) -> Result<(), Interrupted<W>> {
        if self.walks.is_none() {
            return Ok(());
        }
        self.walk_puzzles(0, k).map_err(Interrupted::Limit)?;
        match self.best() {
            Some(best) if best.len() <= k => Err(Interrupted::Found(best)),
            _ => Ok(()),
        }
    }

    /// One walk as long as one before any search, and none after it.
    pub(super) fn walk_once(&mut self, seed: u64, enough: usize) -> Result<(), Stop> {
        self.begin_walks(seed);
        let first = self.walks.as_ref().map_or(0, |walks| walks.first);
        let end = self.walk_for(first, enough);
        self.walks = None;
        end
    }

    fn walk_for(&mut self, effort: u64, enough: usize) -> Result<(), Stop> {
        let Some(mut walks) = self.walks.take() else { return Ok(()) };
        let n_sets = self.learner.pool.len();
        let end = walks.search.run(&mut Host { workers: self, rates: walks.rates }, effort, enough);
        self.learner.pool.truncate(n_sets);
        self.walks = Some(walks);
        end
    }
}

/// Answers a walk with the oracle of the calling thread.
struct Host<'h, 'a, 'o, const W: usize> {
    workers: &'h mut WorkerPool<'a, 'o, W>,
    rates: Rates,
}

impl<const W: usize> LocalSearchHost<W> for Host<'_, '_, '_, W> {
    fn ask(&mut self, clues: CellSet<W>, avoid: CellSet<W>) -> Result<HostReply<W>, Stop> {
        self.workers.learner.unhit_set(clues, avoid).map(HostReply::from)
    }

    fn core(&self, clues: CellSet<W>) -> CellSet<W> {
        self.workers.learner.core(clues)
    }

    fn known(&self) -> &[CellSet<W>] {
        self.workers.learner.pool.sets()
    }

    fn effort(&self) -> u64 {
        let n_asked = self.workers.counters.n_checks + self.workers.learner.n_checks;
        self.rates.question * n_asked + self.rates.guess * self.workers.learner.n_guesses()
    }

    fn check_limits(&self) -> Result<(), Stop> {
        self.workers.check_limits()
    }

    fn best(&self) -> Option<CellSet<W>> {
        self.workers.best()
    }

    fn improve(&mut self, clues: CellSet<W>) {
        self.workers.improve(clues);
    }
}
