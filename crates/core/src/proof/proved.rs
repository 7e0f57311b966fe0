//! The proof that a search returns at its end.

use crate::base::CellSet;

use super::tree::{Numbers, Tree};

/// The maximum number of puzzles in a certificate, which is the limit of the checker.
pub const MAX_PUZZLES: usize = 1 << 16;

/// A lemma: valid sets of clues have at least `min` cells of `region`. It contains the node that proves it.
#[derive(Clone, Debug)]
pub struct Lemma<const W: usize> {
    pub region: CellSet<W>,
    pub min: usize,
    /// The proof, in which rows have their final numbers.
    pub bytes: Vec<u8>,
}

/// The proof of a search: a lower bound, or all puzzles below it, by a tree over named rows.
#[derive(Debug)]
pub struct Proof<const W: usize> {
    /// Every valid set of clues has at least this many cells, except those that contain one of `puzzles`.
    pub lower: usize,
    /// All minimal valid sets with fewer than `lower` cells. If there are none: a larger valid set, or nothing if
    /// another one is known.
    pub puzzles: Vec<CellSet<W>>,
    /// The numbers of the named sets and symmetries.
    pub numbers: Numbers<W>,
    /// The lemmas that the tree uses.
    pub lemmas: Vec<Lemma<W>>,
    /// The tree for the budget `lower - 1`; `None` if `lower` is 0.
    pub tree: Option<Tree>,
}
