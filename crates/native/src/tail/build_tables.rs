//! Loads the sets of a block into the tables.
//!
//! If the tasks of a question go directly to the tail, each of them loads the tables, so speed matters: the sets of the
//! pool are split into words once, and sorted by counting.

use pulp::{Simd, WithSimd};

use crate::base::CellSet;

use super::Tail;
use super::table::Table;

/// A set as the tail sees it: its cells in the region and in the last part.
pub(super) type Split = (u64, u32);

/// Sizes in the region, and in the last part.
const SIZES: (usize, usize) = (65, 33);

/// The memory of a load.
#[derive(Debug, Default)]
pub(super) struct Loader {
    /// The sets of the pool, as far as they have been processed.
    splits: Vec<Split>,
    unsorted: Vec<Split>,
    mixed: Vec<Split>,
    region_sets: Vec<u64>,
}

impl<const W: usize> Tail<W> {
    /// Takes the sets of a new block: those of `pool` that `chosen` does not hit. The pool is the one of the call
    /// before with more sets, but for what [`Self::forget_after`] took away.
    pub(crate) fn load(&mut self, pool: &[CellSet<W>], chosen: CellSet<W>, alive: CellSet<W>) {
        let loader = &mut self.loader;
        loader.splits.extend(pool[loader.splits.len()..].iter().map(|set| self.layout.split(set)));
        debug_assert!(
            pool.last().map(|set| self.layout.split(set)) == loader.splits.last().copied(),
            "the pool has other sets than before"
        );
        self.table.clear();
        self.overflow.clear();
        let (chosen, alive) = (self.layout.split(&chosen), self.layout.split(&alive));
        self.last_alive = alive.1;
        let mut loader = std::mem::take(&mut self.loader);
        self.arch.dispatch(Sort { loader: &mut loader, chosen, alive });
        std::mem::swap(&mut self.region_sets, &mut loader.region_sets);
        for &(region, last) in &loader.mixed {
            if self.table.load(region, last).is_none() {
                self.overflow.push(region, last);
            }
        }
        self.arch.dispatch(Finish(&mut self.table));
        self.loader = loader;
    }

    /// The pool has forgotten all sets but the first `n`.
    pub(crate) fn forget_after(&mut self, n: usize) {
        self.loader.splits.truncate(n);
    }
}

/// Finds the unhit sets and sorts them: those of the region by size, none that contains another one; the others by
/// what they have in the last part, then by size, none that contains a set of the region.
struct Sort<'t> {
    loader: &'t mut Loader,
    chosen: Split,
    alive: Split,
}

impl WithSimd for Sort<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { loader: Loader { splits, unsorted, mixed, region_sets }, chosen, alive } = self;
        unsorted.clear();
        for &(region, last) in &*splits {
            if region & chosen.0 == 0 && last & chosen.1 == 0 {
                unsorted.push((region & alive.0, last & alive.1));
            }
        }
        by_counting(unsorted, mixed);
        let n_inside = mixed.iter().take_while(|(_, last)| *last == 0).count();
        region_sets.clear();
        for &(region, _) in &mixed[..n_inside] {
            if !contains_one(region, region_sets) {
                region_sets.push(region);
            }
        }
        let mut kept = 0;
        for i in n_inside..mixed.len() {
            let set = mixed[i];
            mixed[kept] = set;
            kept += usize::from(!contains_one(set.0, region_sets));
        }
        mixed.truncate(kept);
    }
}

struct Finish<'t>(&'t mut Table);

impl WithSimd for Finish<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        self.0.finish();
    }
}

/// Does this set contain one of the others? All are looked at: which of them does is hard to predict.
#[inline(always)]
fn contains_one(set: u64, others: &[u64]) -> bool {
    let mut contains = false;
    for other in others {
        contains |= other & !set == 0;
    }
    contains
}

/// Sorts sets by the number of cells in the last part, then in the region; equal ones stay in their order.
#[inline(always)]
fn by_counting(sets: &[Split], sorted: &mut Vec<Split>) {
    let key = |(region, last): Split| last.count_ones() as usize * SIZES.0 + region.count_ones() as usize;
    let mut places = [0u32; SIZES.0 * SIZES.1];
    for &set in sets {
        places[key(set)] += 1;
    }
    let mut before = 0;
    for place in &mut places {
        before += std::mem::replace(place, before);
    }
    sorted.clear();
    sorted.resize(sets.len(), (0, 0));
    for &set in sets {
        let place = &mut places[key(set)];
        sorted[*place as usize] = set;
        *place += 1;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Against the sort of the standard library.
        #[test]
        fn counting_sorts_as_comparing_does(sets in prop::collection::vec(any::<(u64, u32)>(), 0..200)) {
            let sets: Vec<Split> = sets.into_iter().map(|(r, l)| (r & r >> 7 & r << 3, l & l >> 5)).collect();
            let mut sorted = vec![(1, 1)];
            by_counting(&sets, &mut sorted);
            let mut wanted = sets;
            wanted.sort_by_key(|(region, last)| (last.count_ones(), region.count_ones()));
            prop_assert_eq!(sorted, wanted);
        }
    }
}
