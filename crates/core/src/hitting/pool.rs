//! The sets that a search knows, in order of size.

use rustc_hash::FxHashSet;

use crate::base::{CellSet, sort_by_size};

/// Distinct sets, ordered by size. Learned sets are appended.
#[derive(Clone, Debug)]
pub struct Pool<const W: usize> {
    cells: CellSet<W>,
    sets: Vec<CellSet<W>>,
    known: FxHashSet<CellSet<W>>,
    n_learned: u64,
}

impl<const W: usize> Pool<W> {
    /// Creates a pool of `sets`, whose cells are all in `cells`.
    pub fn new(cells: CellSet<W>, sets: impl Iterator<Item = CellSet<W>>) -> Self {
        let known: FxHashSet<CellSet<W>> = sets.collect();
        let mut sets: Vec<CellSet<W>> = known.iter().copied().collect();
        sort_by_size(&mut sets);
        Self { cells, sets, known, n_learned: 0 }
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Returns whether the pool is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// The number of learned sets.
    #[must_use]
    pub fn n_learned(&self) -> u64 {
        self.n_learned
    }

    /// All sets: the initial sets by size, followed by the learned sets.
    #[must_use]
    pub fn sets(&self) -> &[CellSet<W>] {
        &self.sets
    }

    /// Adds a set; returns `false` if it is known.
    pub fn learn(&mut self, set: CellSet<W>) -> bool {
        let is_new = self.known.insert(set);
        if is_new {
            self.n_learned += 1;
            self.sets.push(set);
        }
        is_new
    }

    /// The sets learned after the first `n`.
    #[must_use]
    pub fn after(&self, n: usize) -> &[CellSet<W>] {
        &self.sets[n..]
    }

    /// Adds the sets that `other` has learned since both pools were equal.
    pub fn catch_up(&mut self, other: &Self) {
        for set in other.after(self.len()) {
            self.learn(*set);
        }
    }

    /// Removes all but the first `n` sets.
    pub fn truncate(&mut self, n: usize) {
        for set in self.sets.drain(n.min(self.sets.len())..) {
            self.known.remove(&set);
            self.n_learned -= 1;
        }
    }

    /// The cells that are in every set that `chosen` does not hit; all cells if it hits every set.
    #[must_use]
    pub fn common(&self, chosen: CellSet<W>) -> CellSet<W> {
        let mut common = self.cells;
        for set in &self.sets {
            if !set.intersects(&chosen) {
                common &= *set;
                if common.is_empty() {
                    break;
                }
            }
        }
        common
    }

    /// Returns whether `chosen` hits every known set.
    #[must_use]
    pub fn is_hit_by(&self, chosen: CellSet<W>) -> bool {
        self.sets.iter().all(|set| set.intersects(&chosen))
    }

    /// The sets that `chosen` does not hit.
    pub fn unhit(&self, chosen: CellSet<W>) -> impl Iterator<Item = CellSet<W>> + '_ {
        self.sets.iter().copied().filter(move |set| !set.intersects(&chosen))
    }
}
