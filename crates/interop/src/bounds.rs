//! Lower bounds for parts of a large grid: the number of clues among all cells of some digits, rows, columns or boxes.
//!
//! A certificate has such bounds for few parts, by which its tree is split. To linear programs those of many small parts
//! say more than sets do, and their proofs are short.

use minclue_verifier::Problem;

/// Grids that are worth it, by their cells.
const LARGE: std::ops::RangeInclusive<usize> = 64..=81;
/// Of how many digits, rows, columns or boxes a part is made at most. Those of five say little more, at some length.
const MOST_UNITS: u32 = 4;

/// Unions of some digits, rows, columns or boxes of a large grid, as masks of cells, the small ones first.
pub(super) fn regions(problem: &Problem) -> Vec<u128> {
    let Problem::Sudoku { box_rows, box_columns, digits } = problem else { return Vec::new() };
    if !LARGE.contains(&digits.len()) {
        return Vec::new();
    }
    let n = box_rows * box_columns;
    let units = |unit: &dyn Fn(usize) -> usize| {
        let mut masks = vec![0_u128; n];
        (0..n * n).for_each(|cell| masks[unit(cell)] |= 1 << cell);
        masks
    };
    let kinds = [
        units(&|cell| digits[cell] as usize - 1),
        units(&|cell| cell / n),
        units(&|cell| cell % n),
        units(&|cell| cell / n / box_rows * box_rows + cell % n / box_columns),
    ];
    let union = |kind: &[u128], choice: u32| {
        (0..n).filter(|unit| choice >> unit & 1 == 1).fold(0, |all, unit| all | kind[unit])
    };
    let of_size = |size: u32| (0_u32..1 << n).filter(move |choice| choice.count_ones() == size);
    (2..=MOST_UNITS)
        .flat_map(|size| kinds.iter().flat_map(move |kind| of_size(size).map(move |choice| union(kind, choice))))
        .collect()
}

/// The fewest cells that hit all sets.
pub(super) fn least(sets: &[u128]) -> i128 {
    let mut sets = sets.to_vec();
    sets.sort_by_key(|set| set.count_ones());
    (0..).find(|k| can_hit(&sets, u128::MAX, *k)).unwrap_or(0)
}

/// Whether `k` cells that are `alive` can hit all sets, of which small ones come first.
fn can_hit(sets: &[u128], mut alive: u128, k: i128) -> bool {
    let Some(smallest) = sets.iter().map(|set| set & alive).min_by_key(|set| set.count_ones()) else { return true };
    let (mut cells, mut n_disjoint) = (0, 0);
    for set in sets.iter().map(|set| set & alive) {
        if set & cells == 0 {
            cells |= set;
            n_disjoint += 1;
        }
    }
    if smallest == 0 || n_disjoint > k {
        return false;
    }
    let mut rest = smallest;
    while rest != 0 {
        let cell = rest & rest.wrapping_neg();
        rest ^= cell;
        alive ^= cell;
        let below: Vec<u128> = sets.iter().copied().filter(|set| set & cell == 0).collect();
        if can_hit(&below, alive, k - 1) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_hitting_sets() {
        assert_eq!(least(&[]), 0);
        assert_eq!(least(&[0b0011, 0b0110, 0b0101]), 2);
        assert_eq!(least(&[0b0001, 0b0110, 0b1100, 0b1010]), 3);
        // The edges of a cycle of seven.
        let cycle: Vec<u128> = (0..7).map(|cell| 1 << cell | 1 << ((cell + 1) % 7)).collect();
        assert_eq!(least(&cycle), 4);
    }

    #[test]
    fn parts_of_grids() {
        let grid = |n: usize| {
            let digits = (0..n * n).map(|cell| ((cell / n + cell) % n) as u32 + 1).collect();
            Problem::Sudoku { box_rows: 1, box_columns: n, digits }
        };
        assert!(regions(&grid(6)).is_empty() && regions(&grid(10)).is_empty());
        let regions = regions(&grid(9));
        assert_eq!(regions.len(), 4 * (36 + 84 + 126));
        assert!(regions.iter().all(|region| [18, 27, 36].contains(&region.count_ones())));
        // Digits one and two.
        assert_eq!(regions[0] & 0x3ffff, 0b11 | 1 << 9 | 1 << 17);
    }
}
