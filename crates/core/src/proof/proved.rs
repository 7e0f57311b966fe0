//! What a search hands over when it ends.

use crate::base::CellSet;

use super::tree::{Numbers, Tree};

/// Most puzzles in a certificate, which is what its checker takes.
pub const MAX_PUZZLES: usize = 1 << 16;

/// At least `min` cells of `region`, and the node that proves it.
#[derive(Clone, Debug)]
pub struct Lemma<const W: usize> {
    pub region: CellSet<W>,
    pub min: usize,
    /// The proof, with resolved rows.
    pub bytes: Vec<u8>,
}

/// What a search proves: a lower bound, or all puzzles below it, by a tree over rows that it names.
#[derive(Debug)]
pub struct Proof<const W: usize> {
    /// No valid set of clues has fewer cells, but for those with one of `puzzles` in them.
    pub lower: usize,
    /// All valid sets with fewer than `lower` cells from which no cell can be taken; if there is none, a larger
    /// one, or nothing where another one is known.
    pub puzzles: Vec<CellSet<W>>,
    /// The sets and the symmetries that are named.
    pub numbers: Numbers<W>,
    /// The lemmas that the tree uses.
    pub lemmas: Vec<Lemma<W>>,
    /// The tree for the budget `lower - 1`; `None` if `lower` is 0.
    pub tree: Option<Tree>,
}
