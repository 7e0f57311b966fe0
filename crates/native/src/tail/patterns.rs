//! Tables of the sets that several cells of the last part hit together.
//!
//! Its ranks are divided into runs of three, the groups first. A run has eight patterns of cells, and each pattern has
//! its row of slots, so the sets that any cells hit are one row per run.

use super::layout::LAST;
use super::table::{GENERAL, Slots};

/// Runs of three ranks.
const RUNS: usize = LAST.div_ceil(3);
/// The pairs of a run: the first two cells, the first and the third, the last two.
const PAIRS: [u32; 3] = [0b011, 0b101, 0b110];

/// A set of slots for sets of any form.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Row([u64; GENERAL]);

/// The rows of all patterns.
#[derive(Clone, Debug)]
pub(super) struct Patterns {
    /// By run and pattern: the slots of which some cell of the pattern is.
    any: [Row; 8 * RUNS],
    /// By run and pair: the slots that have both cells.
    both: [Row; 3 * RUNS],
}

impl Patterns {
    pub(super) fn new() -> Self {
        Self { any: [Row([0; GENERAL]); 8 * RUNS], both: [Row([0; GENERAL]); 3 * RUNS] }
    }

    /// Takes the rows of single cells, by rank. This is far less work than [`Self::insert`] for each set.
    #[inline(always)]
    pub(super) fn fill(&mut self, hits: &[Slots]) {
        for run in 0..RUNS {
            let cell = |i: usize| hits.get(3 * run + i).map_or([0; GENERAL], Slots::general);
            let cells = [cell(0), cell(1), cell(2)];
            for pattern in 1..8usize {
                let (others, first) = (pattern & (pattern - 1), &cells[pattern.trailing_zeros() as usize]);
                let others = self.any[8 * run + others].0;
                let row = &mut self.any[8 * run + pattern].0;
                for w in 0..GENERAL {
                    row[w] = others[w] | first[w];
                }
            }
            for (i, (a, b)) in [(0, 1), (0, 2), (1, 2)].into_iter().enumerate() {
                let row = &mut self.both[3 * run + i].0;
                for w in 0..GENERAL {
                    row[w] = cells[a][w] & cells[b][w];
                }
            }
        }
    }

    /// Puts a set with these cells of the last part into a slot.
    pub(super) fn insert(&mut self, slot: usize, last: u32) {
        let (word, bit) = (slot / 64, 1 << (slot % 64));
        for run in 0..RUNS {
            let cells = last >> (3 * run) & 7;
            if cells == 0 {
                continue;
            }
            for pattern in 1..8 {
                if pattern & cells != 0 {
                    self.any[8 * run + pattern as usize].0[word] |= bit;
                }
            }
            for (i, pair) in PAIRS.into_iter().enumerate() {
                if cells & pair == pair {
                    self.both[3 * run + i].0[word] |= bit;
                }
            }
        }
    }

    /// The slots that some of `cells` hit.
    #[inline(always)]
    pub(super) fn hit_by_any(&self, cells: u32) -> [u64; GENERAL] {
        // Few last parts have more cells than these.
        const USUAL: usize = 9;
        let mut hit = [0; GENERAL];
        for run in 0..USUAL {
            self.add(&mut hit, run, cells);
        }
        if cells >> (3 * USUAL) != 0 {
            for run in USUAL..RUNS {
                self.add(&mut hit, run, cells);
            }
        }
        hit
    }

    #[inline(always)]
    fn add(&self, hit: &mut [u64; GENERAL], run: usize, cells: u32) {
        let row = &self.any[8 * run + (cells >> (3 * run) & 7) as usize].0;
        for i in 0..GENERAL {
            hit[i] |= row[i];
        }
    }

    /// Takes the sets away that have both cells of a pair: `pair` is the first rank of its run, and 0, 1 or 2 for the
    /// first two cells, the first and the third, the last two.
    #[inline(always)]
    pub(super) fn drop_with_pair(&self, sets: &mut [u64; GENERAL], pair: usize) {
        let row = &self.both[pair].0;
        for i in 0..GENERAL {
            sets[i] &= !row[i];
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// All at once, and one set after the other.
        #[test]
        fn filling_is_inserting(sets in prop::collection::vec(any::<u32>(), 1..300)) {
            let (mut filled, mut grown) = (Patterns::new(), Patterns::new());
            filled.fill(&[Slots([u64::MAX; 24]); LAST]);
            let mut hits = vec![Slots::EMPTY; LAST];
            for (slot, set) in sets.iter().enumerate() {
                crate::base::ones(u64::from(*set)).for_each(|rank| hits[rank].insert(slot));
                grown.insert(slot, *set);
            }
            filled.fill(&hits);
            let rows = |patterns: &Patterns| (patterns.any.map(|row| row.0), patterns.both.map(|row| row.0));
            prop_assert_eq!(rows(&filled), rows(&grown));
        }

        /// Against each set by itself.
        #[test]
        fn rows_say_what_cells_hit(
            sets in prop::collection::vec(any::<u32>(), 1..300),
            cells in any::<u32>(),
            (run, pair) in (0..RUNS - 1, 0usize..3),
        ) {
            let cells = cells & cells.rotate_left(9);
            let mut patterns = Patterns::new();
            for (slot, set) in sets.iter().enumerate() {
                patterns.insert(slot, *set);
            }
            let slots = |holds: &dyn Fn(u32) -> bool| {
                let mut slots = [0u64; GENERAL];
                for (slot, _) in sets.iter().enumerate().filter(|(_, set)| holds(**set)) {
                    slots[slot / 64] |= 1 << (slot % 64);
                }
                slots
            };
            prop_assert_eq!(patterns.hit_by_any(cells), slots(&|set| set & cells != 0));
            let both = PAIRS[pair] << (3 * run);
            let mut left = slots(&|_| true);
            patterns.drop_with_pair(&mut left, 3 * run + pair);
            prop_assert_eq!(left, slots(&|set| set & both != both));
        }
    }
}
