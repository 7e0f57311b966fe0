//! Small subproblems, handed from one engine to another.

use crate::base::{CellSet, Stop};
use crate::proof::{Numbers, Script};

use super::split::AtMost;

/// How a subtree ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafEnd<const W: usize> {
    /// It was walked whole: it has no valid clue set.
    Empty,
    /// A valid clue set.
    Found(CellSet<W>),
    /// The nodes that it might cost were spent first.
    Spent,
    /// A limit came first.
    Limit(Stop),
}

/// An answer with its proof.
#[derive(Clone, Debug)]
pub struct Proved<T, const W: usize> {
    pub answer: T,
    /// The nodes that it took.
    pub n_nodes: u64,
    /// The steps that prove it, where it is one that a certificate has.
    pub script: Script<W>,
}

/// Answers subproblems of one clue problem exactly.
///
/// The branch and cut hands subtrees to it where linear programs no longer pay, and asks it for the minima of regions.
pub trait Leaf<const W: usize> {
    /// The fewest cells of `region` that every valid clue set has, and the nodes that it took to know; once it has
    /// taken `max_nodes`, a smaller number.
    ///
    /// # Errors
    /// The limit that came first.
    fn region_minimum(&mut self, region: CellSet<W>, max_nodes: u64) -> Result<(usize, u64), Stop>;

    /// The subtrees that follow are about clue sets of at most `max` cells that keep `caps`, and may cost `max_nodes`
    /// each.
    fn begin(&mut self, max: usize, caps: &[AtMost<W>], max_nodes: u64);

    /// Is there a valid clue set with the cells of `chosen` and others of `alive`? The nodes that it took come with the
    /// answer.
    fn subtree(&mut self, chosen: CellSet<W>, alive: CellSet<W>) -> (LeafEnd<W>, u64);

    /// The same as [`Self::region_minimum`], with the proof of a lemma: the steps that refute one cell less. `None`, as
    /// by default, from a leaf that has none.
    fn prove_region(&mut self, _region: CellSet<W>, _most_nodes: u64) -> Option<Result<Proved<usize, W>, Stop>> {
        None
    }

    /// The same as [`Self::subtree`], with the steps that prove a subtree to be empty, whose sets are in `numbers`
    /// then; caps are numbered as they were given to [`Self::begin`]. `None`, as by default, from a leaf that has none.
    fn prove_subtree(
        &mut self,
        _chosen: CellSet<W>,
        _alive: CellSet<W>,
        _numbers: &mut Numbers<W>,
    ) -> Option<Proved<LeafEnd<W>, W>> {
        None
    }

    /// Takes a set that the other engine learned.
    fn learn(&mut self, set: CellSet<W>);
}
