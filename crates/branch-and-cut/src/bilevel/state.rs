//! The remaining work of a stopped run, from which another run can resume.

use crate::base::{CellSet, Stop};
use crate::hitting::AtMost;

use super::driver::{Case, Driver};
use super::dual_bound::Bound;
use super::rows::{Row, RowKind};
use super::tree::Node;

/// One case of a budget: the clue sets that satisfy its caps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseState<const W: usize> {
    /// The caps; the first one is that of the region to search first.
    pub caps: Vec<AtMost<W>>,
    /// The open subtrees, the next one first: the chosen cells, and the cells that may still be chosen.
    pub open: Vec<(CellSet<W>, CellSet<W>)>,
}

/// The state of a run: everything that is proven, and the remaining work of the current budget.
///
/// A run that resumes from it trusts it, except the learned sets, which the oracle verifies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State<const W: usize> {
    /// The proven lower bound: no puzzle has fewer clues.
    pub lower: usize,
    /// The best puzzle found.
    pub best: Option<CellSet<W>>,
    /// The number of clues that was being refuted.
    pub budget: usize,
    /// The remaining cases of the budget; empty if no tree was started.
    pub cases: Vec<CaseState<W>>,
    /// Regions, each with the number of clues that it needs.
    pub regions: Vec<(CellSet<W>, usize)>,
    /// The learned unavoidable sets.
    pub learned: Vec<CellSet<W>>,
    pub n_nodes: u64,
    pub n_lps: u64,
    /// The number of questions to the follower.
    pub n_checks: u64,
}

/// A keeper of the state of a run, which saves it from time to time and when the run stops.
pub trait Checkpoint<const W: usize>: Sync {
    /// Returns whether the state should be saved now. Called between two nodes.
    fn is_due(&self) -> bool;

    /// Saves a state, in place of the previous one.
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
