//! A bound on the last part for all candidates for the last clue of the region at once.
//!
//! Each set of a collection that is disjoint in the last part, and disjoint from the groups that need clues, needs a
//! clue there, unless the candidate hits it in the region. The number of them that each cell hits is counted for all
//! cells of the region together, so a candidate takes only a few instructions.

use super::Descent;
use super::group_bounds::Lanes;
use super::table::{GENERAL, remove};

/// Digits of a count.
const DIGITS: usize = 5;

/// Some sets: how many there are, and how many of them each cell of the region hits, in binary with one word a digit.
#[derive(Clone, Copy, Debug)]
pub(super) struct BatchBound {
    n: u32,
    hit: [u64; DIGITS],
}

impl BatchBound {
    pub(super) const NONE: Self = Self { n: 0, hit: [0; DIGITS] };
    /// As many as can be counted.
    const MAX: u32 = (1 << DIGITS) - 1;

    /// One more set, with these cells in the region.
    #[inline(always)]
    fn add(&mut self, region: u64) {
        self.n += 1;
        let mut carry = region;
        for digit in &mut self.hit {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
    }

    /// Is there one?
    #[inline(always)]
    pub(super) fn is_some(&self) -> bool {
        self.n > 0
    }

    /// The sets that a cell of the region leaves unhit.
    #[inline(always)]
    pub(super) fn unhit(&self, rank: usize) -> u32 {
        let mut n_hit = 0;
        for (i, digit) in self.hit.iter().enumerate() {
            n_hit |= ((digit >> rank & 1) as u32) << i;
        }
        self.n - n_hit
    }
}

impl<const W: usize, S: Lanes> Descent<'_, '_, W, S> {
    /// Unhit sets of a level, those with few cells in the last part first.
    #[inline(always)]
    pub(super) fn batch_bound(&self, level: usize) -> BatchBound {
        let table = &self.tail.table;
        let unhit = &self.tail.levels[level].mixed;
        let mut rest = unhit.general();
        remove(&mut rest, &table.hit_by_any(unhit.flags(self.simd).needs().critical()));
        let mut bound = BatchBound::NONE;
        for w in 0..GENERAL {
            while rest[w] != 0 && bound.n < BatchBound::MAX {
                let slot = 64 * w + rest[w].trailing_zeros() as usize;
                // One without a cell there is in no row of the table.
                rest[w] &= rest[w] - 1;
                bound.add(table.region[slot]);
                remove(&mut rest, &table.hit_by_any(table.last[slot] & self.root.last_alive));
            }
        }
        bound
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Against each set by itself.
        #[test]
        fn sets_are_counted_for_all_cells_at_once(
            sets in prop::collection::vec(any::<u64>(), 0..=BatchBound::MAX as usize),
            rank in 0usize..64,
        ) {
            let mut bound = BatchBound::NONE;
            sets.iter().for_each(|set| bound.add(*set));
            let n_unhit = sets.iter().filter(|set| **set >> rank & 1 == 0).count();
            prop_assert_eq!(bound.unhit(rank), n_unhit as u32);
        }
    }
}
