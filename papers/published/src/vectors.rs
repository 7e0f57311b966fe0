//! Hitting vectors: for every cell, the sets that it hits, one bit per set (mcguire-2012, section 5.3.1); and for every
//! set, those that share a cell with it, the `X_S` of lin-wu-2013, section 3.1.

use crate::base::{Cell, CellSet, Index, SetBits, SetId};

/// The tracked sets and their vectors.
#[derive(Clone, Debug)]
pub(super) struct Vectors<const W: usize, const S: usize> {
    sets: Vec<CellSet<W>>,
    hits: Vec<SetBits<S>>,
    near: Vec<SetBits<S>>,
}

impl<const W: usize, const S: usize> Vectors<W, S> {
    /// The vectors of at most `64 * S` sets.
    pub(super) fn new(sets: Vec<CellSet<W>>) -> Self {
        let mut hits = vec![SetBits::EMPTY; CellSet::<W>::CAPACITY];
        for (i, set) in sets.iter().enumerate() {
            for cell in set {
                hits[cell.get()].insert(SetId::new(i));
            }
        }
        let near = sets.iter().map(|set| set.iter().fold(SetBits::EMPTY, |all, cell| all | hits[cell.get()])).collect();
        Self { sets, hits, near }
    }

    pub(super) fn all(&self) -> SetBits<S> {
        SetBits::first_n(self.sets.len())
    }

    #[inline(always)]
    pub(super) fn set(&self, slot: SetId) -> CellSet<W> {
        self.sets[slot.get()]
    }

    /// The sets that have this cell.
    #[inline(always)]
    pub(super) fn hits(&self, cell: Cell) -> SetBits<S> {
        self.hits[cell.get()]
    }

    /// The sets that have one of these cells.
    #[inline(always)]
    pub(super) fn hits_of(&self, cells: CellSet<W>) -> SetBits<S> {
        cells.iter().fold(SetBits::EMPTY, |all, cell| all | self.hits[cell.get()])
    }

    /// The sets that share a cell with this one, itself among them.
    #[inline(always)]
    pub(super) fn near(&self, slot: SetId) -> SetBits<S> {
        self.near[slot.get()]
    }
}
