//! Separation: which unavoidable-set inequalities does a point of the LP violate?

use crate::base::{CellSet, Index};

/// How much an inequality must be violated to be taken.
const LEAST_VIOLATION: f64 = 0.1;
/// Most inequalities taken at once.
const MOST: usize = 10;
/// Inequalities taken at once share at most so many cells with one another.
const OVERLAP: usize = 4;

/// Inequalities that a point violates, the worst first.
#[derive(Clone, Debug)]
pub(super) struct Violated<const W: usize> {
    pub(super) sets: Vec<CellSet<W>>,
}

/// Violated inequalities of `pool` that differ from one another.
pub(super) fn violated<const W: usize>(pool: &[CellSet<W>], y: &[f64]) -> Violated<W> {
    // Integral points violate by 1 or not at all, so sets disjoint from the large entries come first and cheaply.
    let support: CellSet<W> = y
        .iter()
        .enumerate()
        .filter(|(i, v)| *i < CellSet::<W>::CAPACITY && **v > 1.0 - LEAST_VIOLATION)
        .map(|(i, _)| Index::new(i))
        .collect();
    let mut candidates: Vec<(f64, CellSet<W>)> = pool
        .iter()
        .filter(|set| !set.intersects(&support))
        .filter_map(|set| {
            let sum: f64 = set.iter().map(|c| y[c.get()]).sum();
            (sum < 1.0 - LEAST_VIOLATION).then_some((sum, *set))
        })
        .collect();
    candidates.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.len().cmp(&b.1.len())));
    let mut sets: Vec<CellSet<W>> = Vec::new();
    for (_, set) in candidates {
        if sets.len() == MOST {
            break;
        }
        if sets.iter().all(|other| (*other & set).len() <= OVERLAP) {
            sets.push(set);
        }
    }
    Violated { sets }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Cell;

    fn cells(members: &[usize]) -> CellSet<1> {
        members.iter().map(|&i| Cell::new(i)).collect()
    }

    #[test]
    fn only_violated_rows_are_taken_worst_first() {
        let pool = [cells(&[0, 1]), cells(&[1, 2]), cells(&[2, 3]), cells(&[3, 4])];
        let y = [0.5, 0.5, 0.2, 0.0, 1.0];
        assert_eq!(violated(&pool, &y).sets, [cells(&[2, 3]), cells(&[1, 2])]);
        assert!(violated(&pool, &[1.0; 5]).sets.is_empty());
    }

    #[test]
    fn rows_that_are_nearly_the_same_are_taken_once() {
        let pool = [cells(&[0, 1, 2, 3, 4, 5]), cells(&[0, 1, 2, 3, 4, 6]), cells(&[7, 8])];
        assert_eq!(violated(&pool, &[0.0; 9]).sets, [cells(&[7, 8]), cells(&[0, 1, 2, 3, 4, 5])]);
    }
}
