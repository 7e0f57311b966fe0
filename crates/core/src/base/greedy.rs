//! A greedy hitting set, which may not be the smallest.

use rand::Rng as _;

use super::{Cell, CellSet, Rng};

/// Returns cells that hit all nonempty sets. Each next cell is chosen at random among those that hit the most remaining
/// sets.
#[must_use]
pub fn greedy_hitting_set<const W: usize>(sets: &[CellSet<W>], rng: &mut Rng) -> CellSet<W> {
    let mut chosen = CellSet::EMPTY;
    let mut left: Vec<CellSet<W>> = sets.to_vec();
    while let Some(union) = left.iter().copied().reduce(|a, b| a | b).filter(|union| !union.is_empty()) {
        let count = |cell: &Cell| left.iter().filter(|set| set.contains(*cell)).count();
        let most = union.iter().map(|cell| count(&cell)).max().unwrap_or(0);
        let best: Vec<Cell> = union.iter().filter(|cell| count(cell) == most).collect();
        let cell = best[rng.random_range(0..best.len())];
        chosen.insert(cell);
        left.retain(|set| !set.contains(cell));
    }
    chosen
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base::{Index, rng};

    proptest! {
        #[test]
        fn it_hits_all_sets_with_a_cell_of_each_at_most(
            sets in prop::collection::vec(prop::collection::btree_set(0_usize..12, 1..5), 0..12), seed: u64
        ) {
            let sets: Vec<CellSet<1>> =
                sets.iter().map(|set| set.iter().map(|cell| Cell::new(*cell)).collect()).collect();
            let found = greedy_hitting_set(&sets, &mut rng(seed));
            prop_assert!(sets.iter().all(|set| set.intersects(&found)));
            prop_assert!(found.len() <= sets.len());
        }
    }

    #[test]
    fn the_cell_of_most_sets_comes_first_and_empty_sets_stay() {
        let set = |cells: &[usize]| -> CellSet<1> { cells.iter().map(|cell| Cell::new(*cell)).collect() };
        let sets = [set(&[0, 5]), set(&[1, 5]), set(&[2, 5]), set(&[])];
        assert_eq!(greedy_hitting_set(&sets, &mut rng(1)), set(&[5]));
        assert!(greedy_hitting_set::<1>(&[], &mut rng(1)).is_empty());
    }
}
