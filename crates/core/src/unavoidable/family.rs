//! A family of distinct unavoidable sets, in the order of insertion.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::base::CellSet;

use super::UnavoidableSet;

/// Distinct unavoidable sets, in the order of insertion. A set may contain another one.
#[derive(Clone, Debug, Default)]
pub struct Family<const W: usize> {
    sets: Vec<UnavoidableSet<W>>,
    known: FxHashSet<CellSet<W>>,
    /// The fewest clues known to hit all sets.
    puzzle: Option<CellSet<W>>,
}

impl<const W: usize> Family<W> {
    /// Creates a family without sets.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a set unless its cells are already present; returns `true` if it was new.
    pub fn insert(&mut self, set: UnavoidableSet<W>) -> bool {
        debug_assert!(!set.cells.is_empty());
        let new = self.known.insert(set.cells);
        if new {
            self.sets.push(set);
        }
        new
    }

    /// Records clues that were found to hit every set, in the family or not. The smallest such clue set is kept.
    pub fn note_puzzle(&mut self, clues: CellSet<W>) {
        if self.puzzle.is_none_or(|known| clues.len() < known.len()) {
            self.puzzle = Some(clues);
        }
    }

    /// The smallest clue set of [`Self::note_puzzle`].
    #[must_use]
    pub fn puzzle(&self) -> Option<CellSet<W>> {
        self.puzzle
    }

    /// Returns whether there is a set with exactly these cells.
    #[must_use]
    pub fn contains(&self, cells: &CellSet<W>) -> bool {
        self.known.contains(cells)
    }

    #[must_use]
    pub fn sets(&self) -> &[UnavoidableSet<W>] {
        &self.sets
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Returns whether the family is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// The number of sets of each size, by ascending size.
    #[must_use]
    pub fn by_size(&self) -> BTreeMap<usize, usize> {
        let mut counts = BTreeMap::new();
        for set in &self.sets {
            *counts.entry(set.cells.len()).or_insert(0) += 1;
        }
        counts
    }

    /// Sorts the sets by size, then by cells, so that equal families have equal order.
    #[inline(never)]
    pub fn sort(&mut self) {
        self.sets.sort_unstable_by_key(|set| (set.cells.len(), set.cells));
    }

    /// Keeps only the first `max` sets.
    pub fn keep_first(&mut self, max: usize) {
        for dropped in self.sets.drain(max.min(self.sets.len())..) {
            self.known.remove(&dropped.cells);
        }
    }

    /// Drops every set that contains another one.
    #[inline(never)]
    pub fn keep_minimal(&mut self) {
        self.sort();
        let mut kept: Vec<UnavoidableSet<W>> = Vec::with_capacity(self.sets.len());
        for set in self.sets.drain(..) {
            if !kept.iter().any(|smaller| smaller.cells.is_subset(&set.cells)) {
                kept.push(set);
            }
        }
        self.known = kept.iter().map(|set| set.cells).collect();
        self.sets = kept;
    }
}
