//! What a stopped run left to do, so that another can go on.

use crate::base::{CellSet, Stop};
use crate::hitting::AtMost;

use super::driver::{Case, Driver};
use super::dual_bound::Bound;
use super::rows::{Row, RowKind};
use super::tree::Node;

/// One case of a budget: the clue sets that keep its caps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseState<const W: usize> {
    /// The caps; the first one is that of the region that is searched first.
    pub caps: Vec<AtMost<W>>,
    /// The subtrees that are left, the next one first: chosen cells, and those that may still be chosen.
    pub open: Vec<(CellSet<W>, CellSet<W>)>,
}

/// The state of a run: everything that is proven, and everything that is left of the present budget.
///
/// A run that goes on from it trusts it, but for the learned sets, which the oracle confirms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State<const W: usize> {
    /// Proven: no fewer clues will do.
    pub lower: usize,
    /// The best puzzle known.
    pub best: Option<CellSet<W>>,
    /// The number of clues that was to be refuted.
    pub budget: usize,
    /// What is left of it; nothing if no tree was begun.
    pub cases: Vec<CaseState<W>>,
    /// Regions and the clues that they need.
    pub regions: Vec<(CellSet<W>, usize)>,
    /// Unavoidable sets that were learned.
    pub learned: Vec<CellSet<W>>,
    pub n_nodes: u64,
    pub n_lps: u64,
    /// Questions to the follower.
    pub n_checks: u64,
}

/// Saves the state of a run from time to time, and when it stops.
pub trait Checkpoint<const W: usize>: Sync {
    /// Asked between two nodes: is it time to keep the state?
    fn is_due(&self) -> bool;

    /// Keeps a state in place of the one before.
    fn keep(&self, state: &State<W>);
}

impl<const W: usize> Driver<'_, W> {
    /// Hands the state to the checkpoint, when it is due or at the end.
    pub(super) fn keep(&self, now: bool) {
        if let Some(checkpoint) = self.hooks.checkpoint.filter(|checkpoint| now || checkpoint.is_due()) {
            checkpoint.keep(&self.state());
        }
    }

    fn state(&self) -> State<W> {
        let nodes = |nodes: &[Node<W>]| nodes.iter().map(|node| (node.chosen, node.alive)).collect();
        let regions = self.rows.iter().filter(|row| row.kind == RowKind::Region);
        let mut cases: Vec<CaseState<W>> = Vec::new();
        if self.open.len() > 0 {
            cases.push(CaseState { caps: self.master.caps().to_vec(), open: nodes(&self.open.nodes()) });
        }
        cases.extend(self.later.iter().map(|case| CaseState { caps: case.caps.clone(), open: nodes(&case.open) }));
        State {
            lower: self.lower,
            best: self.best,
            budget: self.budget,
            cases,
            regions: regions.map(|row| (row.support(), row.min)).collect(),
            learned: self.pool.after(self.n_start).to_vec(),
            n_nodes: self.counters.n_nodes,
            n_lps: self.counters.n_lps,
            n_checks: self.counters.n_checks,
        }
    }

    /// Goes on from a state; true if it has a budget to finish.
    pub(super) fn take_up(&mut self, state: State<W>) -> Result<bool, Stop> {
        self.lower = state.lower;
        if let Some(best) = state.best
            && self.ask(best, CellSet::EMPTY)?.is_none()
        {
            self.improve_to(best);
        }
        for set in state.learned {
            // A set is unavoidable if there is a second solution that keeps everything else.
            if self.ask(self.problem.cells() - set, CellSet::EMPTY)?.is_some() {
                self.pool.learn(set);
            }
        }
        self.counters.n_nodes = state.n_nodes;
        self.counters.n_lps = state.n_lps;
        self.counters.n_checks = state.n_checks;
        self.rows = state.regions.into_iter().map(|(region, min)| Row::region(region, min)).collect();
        self.budget = state.budget;
        let zero = Bound { value: 0 };
        let node = |(chosen, alive)| Node { chosen, alive, bound: zero, group: None };
        let case = |case: CaseState<W>| Case { caps: case.caps, open: case.open.into_iter().map(node).collect() };
        self.later = state.cases.into_iter().map(case).collect();
        Ok(!self.later.is_empty())
    }
}
