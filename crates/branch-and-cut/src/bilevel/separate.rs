//! Separation: finds rows that a point of the LP violates.

use crate::base::{CellSet, Index, stable_sort_by};

use super::rows::Row;

/// The minimum violation of an unavoidable-set inequality to be added.
const MIN_VIOLATION: f64 = 0.1;
/// The minimum violation of another row to be added.
const MIN_REGION_VIOLATION: f64 = 0.02;
/// Most inequalities taken at once.
const MAX: usize = 10;
/// Most other rows taken at once.
const MAX_REGIONS: usize = 4;
/// Inequalities taken at once share at most this many cells with one another.
const OVERLAP: usize = 4;

/// Inequalities of `pool` that `y` violates and that differ from one another, the worst first.
pub(super) fn violated<const W: usize>(pool: &[CellSet<W>], y: &[f64]) -> Vec<CellSet<W>> {
    // Integral points violate by 1 or not at all, so sets disjoint from the large entries come first and cheaply.
    let support: CellSet<W> =
        y.iter().enumerate().filter(|(_, v)| **v > 1.0 - MIN_VIOLATION).map(|(i, _)| Index::new(i)).collect();
    let mut candidates: Vec<(f64, CellSet<W>)> = pool
        .iter()
        .filter(|set| !set.intersects(&support))
        .filter_map(|set| sum_below(set, y).map(|sum| (sum, *set)))
        .collect();
    stable_sort_by(&mut candidates, |a, b| a.0.total_cmp(&b.0).then(a.1.len().cmp(&b.1.len())));
    let mut sets: Vec<CellSet<W>> = Vec::new();
    for (_, set) in candidates {
        if sets.len() == MAX {
            break;
        }
        if sets.iter().all(|other| (*other & set).len() <= OVERLAP) {
            sets.push(set);
        }
    }
    sets
}

/// The sum of `y` over a set, if the set is violated enough. Most sets are met by their first cells.
fn sum_below<const W: usize>(set: &CellSet<W>, y: &[f64]) -> Option<f64> {
    let mut sum = 0.0;
    for cell in set {
        sum += y[cell.get()];
        if sum >= 1.0 - MIN_VIOLATION {
            return None;
        }
    }
    Some(sum)
}

/// Other rows that `y` violates and that are not in the LP, the worst first.
pub(super) fn violated_rows<const W: usize>(rows: &[Row<W>], inside: &[Row<W>], y: &[f64]) -> Vec<Row<W>> {
    let mut candidates: Vec<(f64, &Row<W>)> = rows
        .iter()
        .map(|row| (row.min as f64 - row.activity(y), row))
        .filter(|(violation, row)| *violation > MIN_REGION_VIOLATION && !inside.contains(row))
        .collect();
    stable_sort_by(&mut candidates, |a, b| b.0.total_cmp(&a.0));
    candidates.into_iter().take(MAX_REGIONS).map(|(_, row)| row.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Cell;

    fn cells(members: &[usize]) -> CellSet<2> {
        members.iter().map(|&i| Cell::new(i)).collect()
    }

    #[test]
    fn only_violated_rows_are_taken_worst_first() {
        let pool = [cells(&[0, 1]), cells(&[1, 2]), cells(&[2, 3]), cells(&[3, 4])];
        let y = [0.5, 0.5, 0.2, 0.0, 1.0];
        assert_eq!(violated(&pool, &y), [cells(&[2, 3]), cells(&[1, 2])]);
        assert!(violated(&pool, &[1.0; 5]).is_empty());
    }

    #[test]
    fn rows_that_are_nearly_the_same_are_taken_once() {
        let pool = [cells(&[0, 1, 2, 3, 4, 5]), cells(&[0, 1, 2, 3, 4, 6]), cells(&[7, 8])];
        assert_eq!(violated(&pool, &[0.0; 9]), [cells(&[7, 8]), cells(&[0, 1, 2, 3, 4, 5])]);
    }

    #[test]
    fn rows_of_the_lp_are_not_taken_again() {
        let rows = [Row::region(cells(&[0, 1]), 1), Row::region(cells(&[0, 1, 2]), 2), Row::region(cells(&[3]), 1)];
        let y = [0.2, 0.2, 0.2, 1.0];
        assert_eq!(violated_rows(&rows, &[], &y), [rows[1].clone(), rows[0].clone()]);
        assert_eq!(violated_rows(&rows, &rows[1..2], &y), [rows[0].clone()]);
    }
}
