//! What a stopped run left to do, so that another can go on.

use crate::base::CellSet;
use crate::hitting::Cap;

/// One case of a budget: the clue sets that keep its caps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseState<const W: usize> {
    /// The caps; the first one is that of the region that is searched first.
    pub caps: Vec<Cap<W>>,
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
    /// Nodes visited.
    pub n_nodes: u64,
    /// Linear programs solved.
    pub n_lps: u64,
    /// Questions to the follower.
    pub n_checks: u64,
}

/// Is handed the state of a run now and then, and when it stops.
pub trait Keeper<const W: usize> {
    /// Asked between two nodes: is it time to keep the state?
    fn is_due(&mut self) -> bool;

    /// Keeps a state in place of the one before.
    fn keep(&mut self, state: &State<W>);
}
