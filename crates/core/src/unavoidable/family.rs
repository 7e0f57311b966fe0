//! A family of different unavoidable sets, in order of arrival.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::base::CellSet;

use super::UnavoidableSet;

/// Different unavoidable sets in order of arrival. It need not be free of supersets.
#[derive(Clone, Debug, Default)]
pub struct Family<const W: usize> {
    sets: Vec<UnavoidableSet<W>>,
    known: FxHashSet<CellSet<W>>,
    /// The fewest clues that are known to hit all sets.
    puzzle: Option<CellSet<W>>,
}

impl<const W: usize> Family<W> {
    /// A family without sets.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a set unless its cells are there already; true if it was new.
    pub fn insert(&mut self, set: UnavoidableSet<W>) -> bool {
        debug_assert!(!set.cells.is_empty());
        let new = self.known.insert(set.cells);
        if new {
            self.sets.push(set);
        }
        new
    }

    /// Takes note of clues that were found to hit every set, in the family or not, while it was looked for some. The
    /// fewest are kept.
    pub fn note_puzzle(&mut self, clues: CellSet<W>) {
        if self.puzzle.is_none_or(|known| clues.len() < known.len()) {
            self.puzzle = Some(clues);
        }
    }

    /// The fewest clues of [`Self::note_puzzle`].
    #[must_use]
    pub fn puzzle(&self) -> Option<CellSet<W>> {
        self.puzzle
    }

    /// Is there a set with exactly these cells?
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

    /// Is there no set?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// How many sets there are of each size, sizes ascending.
    #[must_use]
    pub fn by_size(&self) -> BTreeMap<usize, usize> {
        let mut counts = BTreeMap::new();
        for set in &self.sets {
            *counts.entry(set.cells.len()).or_insert(0) += 1;
        }
        counts
    }

    /// Sorts by size, then by cells, so that two families with the same sets read the same.
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
