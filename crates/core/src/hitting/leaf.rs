//! Small subproblems that one engine passes to another.

use crate::base::{CellSet, Stop};
use crate::proof::{Numbers, Script};

use super::split::AtMost;

/// The result of a subtree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafEnd<const W: usize> {
    /// The subtree was searched completely, and has no valid clue set.
    Empty,
    /// A valid clue set.
    Found(CellSet<W>),
    /// The node budget was exhausted.
    Spent,
    /// A limit was reached.
    Limit(Stop),
}

/// An answer with its proof.
#[derive(Clone, Debug)]
pub struct Proved<T, const W: usize> {
    pub answer: T,
    /// The number of nodes of the search.
    pub n_nodes: u64,
    /// The steps that prove it, if it is a statement that certificates contain.
    pub script: Script<W>,
}

/// A solver that answers subproblems of one clue problem exactly.
///
/// The branch and cut uses it for subtrees in which linear programs no longer pay, and for the minima of regions.
pub trait Leaf<const W: usize> {
    /// Returns the fewest cells of `region` that a valid clue set contains, and the number of nodes of the search.
    /// After `max_nodes` nodes, it returns a smaller number, which is a lower bound.
    ///
    /// # Errors
    /// The limit that came first.
    fn region_minimum(&mut self, region: CellSet<W>, max_nodes: u64) -> Result<(usize, u64), Stop>;

    /// Sets the parameters of the next subtrees: clue sets have at most `max` cells and satisfy `caps`, and each
    /// subtree may take `max_nodes` nodes.
    fn begin(&mut self, max: usize, caps: &[AtMost<W>], max_nodes: u64);

    /// Decides whether there is a valid clue set with the cells of `chosen` and others of `alive`, and returns the
    /// number of nodes with the answer.
    fn subtree(&mut self, chosen: CellSet<W>, alive: CellSet<W>) -> (LeafEnd<W>, u64);

    /// Does the same as [`Self::region_minimum`], with the proof of a lemma: the steps that refute one cell less. The
    /// default implementation returns `None`, for leaves without proofs.
    fn prove_region(&mut self, _region: CellSet<W>, _most_nodes: u64) -> Option<Result<Proved<usize, W>, Stop>> {
        None
    }

    /// Does the same as [`Self::subtree`], with the steps that prove a subtree to be empty, whose sets are then in
    /// `numbers`; caps have the numbers of [`Self::begin`]. The default implementation returns `None`, for leaves
    /// without proofs.
    fn prove_subtree(
        &mut self,
        _chosen: CellSet<W>,
        _alive: CellSet<W>,
        _numbers: &mut Numbers<W>,
    ) -> Option<Proved<LeafEnd<W>, W>> {
        None
    }

    /// Takes a set that the other engine has learned.
    fn learn(&mut self, set: CellSet<W>);
}
