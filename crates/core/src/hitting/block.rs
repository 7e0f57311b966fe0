//! A block: the sets of one subtree of a hitting-set search, as bit vectors in both directions.
//!
//! Each set has a slot, and each cell has a vector of the slots that it hits, so the sets that are still unhit are
//! computed by one vector operation (mcguire-2012, section 5.3.1, calls these hitting vectors). Sets are kept as their
//! *effective* cells: those that were alive at the root of the subtree. Small effective sets come first.

use crate::base::{Cell, CellSet, Index, SetBits, SetId};

/// Words of a slot vector.
const SLOT_WORDS: usize = 8;
/// A set of slots.
pub type Slots = SetBits<SLOT_WORDS>;
/// The maximum number of slots of a block.
pub const MAX_SLOTS: usize = 64 * SLOT_WORDS;
/// Slots kept free at first, for sets that are learned in the subtree.
const SPARE: usize = 128;

/// The sets of one subtree.
#[derive(Clone, Debug)]
pub struct Block<const W: usize> {
    sets: Vec<CellSet<W>>,
    hits: Vec<Slots>,
    alive: CellSet<W>,
}

impl<const W: usize> Block<W> {
    /// Creates the block for a subtree in which only the cells of `alive` can still be chosen, from the sets that are
    /// not hit yet. The block takes the smallest effective sets, without those that contain another; the rest is
    /// returned with it.
    ///
    /// Returns `None` if some set has no alive cell: the subtree then has no hitting set.
    #[must_use]
    pub fn new(
        unhit: impl Iterator<Item = CellSet<W>>,
        alive: CellSet<W>,
        n_cells: usize,
    ) -> Option<(Self, Vec<CellSet<W>>)> {
        let mut by_size: Vec<Vec<CellSet<W>>> = vec![Vec::new(); n_cells + 1];
        for set in unhit {
            let effective = set & alive;
            by_size[effective.len()].push(effective);
        }
        if !by_size[0].is_empty() {
            return None;
        }
        let mut block = Self { sets: Vec::with_capacity(MAX_SLOTS), hits: vec![Slots::EMPTY; n_cells], alive };
        let mut rest = Vec::new();
        for set in by_size.into_iter().flatten() {
            if block.sets.len() >= MAX_SLOTS - SPARE {
                rest.push(set);
            } else if !block.dominates(&set) {
                block.insert(set);
            }
        }
        Some((block, rest))
    }

    /// Is some set of the block a subset of `set`? Then hitting that one hits this one.
    fn dominates(&self, set: &CellSet<W>) -> bool {
        self.sets.iter().any(|smaller| smaller.is_subset(set))
    }

    /// Adds a set and returns its slot, or `None` if the block is full. It keeps the cells that are alive at the root:
    /// a cell that died later is alive in another branch, so masking by fewer cells would lose solutions there.
    pub fn insert(&mut self, set: CellSet<W>) -> Option<SetId> {
        if self.sets.len() == MAX_SLOTS {
            return None;
        }
        let slot = SetId::new(self.sets.len());
        let effective = set & self.alive;
        for cell in effective {
            self.hits[cell.get()].insert(slot);
        }
        self.sets.push(effective);
        Some(slot)
    }

    /// The effective cells of a slot.
    #[inline]
    #[must_use]
    pub fn set(&self, slot: SetId) -> CellSet<W> {
        self.sets[slot.get()]
    }

    /// The slots that a cell hits.
    #[inline]
    #[must_use]
    pub fn hits(&self, cell: Cell) -> &Slots {
        &self.hits[cell.get()]
    }

    /// All slots in use.
    #[must_use]
    pub fn all(&self) -> Slots {
        Slots::first_n(self.sets.len())
    }

    /// The slots of the sets inside `region`.
    #[must_use]
    pub fn inside(&self, region: &CellSet<W>) -> Slots {
        (0..self.sets.len()).filter(|&i| self.sets[i].is_subset(region)).map(SetId::new).collect()
    }
}
