//! The unavoidable sets that a search knows, small ones first.

use rustc_hash::FxHashSet;

use crate::base::CellSet;

/// Different sets by size. Learned sets join as they come.
#[derive(Clone, Debug)]
pub(super) struct Pool<const W: usize> {
    cells: CellSet<W>,
    sets: Vec<CellSet<W>>,
    known: FxHashSet<CellSet<W>>,
    pub(super) n_learned: u64,
}

impl<const W: usize> Pool<W> {
    pub(super) fn new(cells: CellSet<W>, sets: impl Iterator<Item = CellSet<W>>) -> Self {
        let known: FxHashSet<CellSet<W>> = sets.collect();
        let mut sets: Vec<CellSet<W>> = known.iter().copied().collect();
        sets.sort_by_key(|set| (set.len(), *set));
        Self { cells, sets, known, n_learned: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    pub(super) fn sets(&self) -> &[CellSet<W>] {
        &self.sets
    }

    pub(super) fn learn(&mut self, set: CellSet<W>) {
        if self.known.insert(set) {
            self.n_learned += 1;
            self.sets.push(set);
        }
    }

    /// The sets learned after the first `n`.
    pub(super) fn after(&self, n: usize) -> &[CellSet<W>] {
        &self.sets[n..]
    }

    /// Forgets all but the first `n` sets.
    pub(super) fn truncate(&mut self, n: usize) {
        for set in self.sets.drain(n..) {
            self.known.remove(&set);
            self.n_learned -= 1;
        }
    }

    /// The cells that are in every set that `chosen` does not hit; every cell if it hits them all.
    pub(super) fn common(&self, chosen: CellSet<W>) -> CellSet<W> {
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

    /// Is every known set hit?
    pub(super) fn is_hit_by(&self, chosen: CellSet<W>) -> bool {
        self.sets.iter().all(|set| set.intersects(&chosen))
    }

    /// The sets that `chosen` does not hit.
    pub(super) fn unhit(&self, chosen: CellSet<W>) -> impl Iterator<Item = CellSet<W>> + '_ {
        self.sets.iter().copied().filter(move |set| !set.intersects(&chosen))
    }
}
