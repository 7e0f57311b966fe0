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
