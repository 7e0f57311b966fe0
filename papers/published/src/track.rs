//! The members of a list of sets that are not hit, level by level, as bit vectors.

use crate::base::{Cell, CellSet, Index, ones};

/// Words that are looked at before anything is asked about them.
const CHUNK: usize = 4;

/// Sets, or unions of cliques of one degree, in a fixed order; bit vectors over them.
pub(super) struct Track<const W: usize> {
    pub(super) members: Vec<CellSet<W>>,
    n_words: usize,
    /// For each cell, the members that contain it.
    hits: Vec<u64>,
    /// For each number of chosen clues, the members that are not hit.
    unhit: Vec<u64>,
}

impl<const W: usize> Track<W> {
    /// Nothing is hit at this level, below which only cells of `alive` will be chosen.
    pub(super) fn new(members: Vec<CellSet<W>>, alive: CellSet<W>, level: usize, n_levels: usize) -> Self {
        let n_words = members.len().div_ceil(64).next_multiple_of(CHUNK);
        let mut hits = vec![0; CellSet::<W>::CAPACITY * n_words];
        let mut unhit = vec![0; n_levels * n_words];
        for (i, member) in members.iter().enumerate() {
            for cell in member.iter_and(&alive) {
                hits[cell.get() * n_words + i / 64] |= 1 << (i % 64);
            }
            unhit[level * n_words + i / 64] |= 1 << (i % 64);
        }
        Self { members, n_words, hits, unhit }
    }

    pub(super) fn hits(&self, cell: Cell) -> &[u64] {
        &self.hits[cell.get() * self.n_words..(cell.get() + 1) * self.n_words]
    }

    pub(super) fn unhit(&self, level: usize) -> &[u64] {
        &self.unhit[level * self.n_words..(level + 1) * self.n_words]
    }

    /// One more cell is chosen.
    #[inline(always)]
    pub(super) fn choose(&mut self, level: usize, cell: Cell) {
        let n = self.n_words;
        let (before, after) = self.unhit.split_at_mut((level + 1) * n);
        let hits = &self.hits[cell.get() * n..(cell.get() + 1) * n];
        for ((after, before), hit) in after[..n].iter_mut().zip(&before[level * n..]).zip(hits) {
            *after = before & !hit;
        }
    }

    /// Would one be unhit if this cell were chosen? Most often the first words decide.
    #[inline(always)]
    pub(super) fn stays_unhit(&self, level: usize, cell: Cell) -> bool {
        let pairs = self.unhit(level).chunks_exact(CHUNK).zip(self.hits(cell).chunks_exact(CHUNK));
        pairs.into_iter().any(|(before, hits)| before.iter().zip(hits).fold(0, |any, (b, h)| any | (b & !h)) != 0)
    }

    pub(super) fn is_hit(&self, level: usize) -> bool {
        self.unhit(level).iter().all(|word| *word == 0)
    }

    /// The members that are not hit, in order.
    pub(super) fn members_unhit(&self, level: usize) -> impl Iterator<Item = (usize, CellSet<W>)> + '_ {
        let words = self.unhit(level).iter().enumerate();
        words.flat_map(|(w, &word)| ones(word).map(move |bit| 64 * w + bit)).map(|i| (i, self.members[i]))
    }

    /// Those with all of these cells need not be hit any more.
    pub(super) fn release(&mut self, level: usize, cells: CellSet<W>) {
        for (i, member) in self.members.iter().enumerate() {
            if cells.is_subset(member) {
                self.unhit[level * self.n_words + i / 64] &= !(1 << (i % 64));
            }
        }
    }
}
