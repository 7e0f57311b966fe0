//! A lower bound from disjoint sets, some of which need two clues.
//!
//! On most grids it is a few clues below the minimum, and the first budgets of the search exceed it immediately. If
//! there are many disjoint sets that need two clues, as in the grid of mcguire-2012, Lemma 7, this bound alone is a
//! complete proof, and the shortest one.

use crate::base::Limits;
use crate::problem::ClueProblem;
use crate::unavoidable::{DegreePacking, Family, degree_sets};

/// Most cells of the unavoidable sets that are packed.
const MAX_SIZE: usize = 12;
/// Most cells of the sets that need two clues.
const MAX_SIZE_OF_TWO: usize = 11;
/// More cells have too many sets for what the bound is worth.
const MAX_CELLS: usize = 100;
/// Steps of either search after which it is left at what it has found.
const STEPS: u64 = 20_000;

/// Disjoint sets of `family` that need more than `lower` clues, if there are any.
pub(super) fn more_than<const W: usize>(
    lower: usize,
    problem: &dyn ClueProblem<W>,
    family: &Family<W>,
    limits: &Limits,
) -> Option<DegreePacking<W>> {
    if problem.cells().len() > MAX_CELLS || limits.reached(0).is_some() {
        return None;
    }
    let mut small = Family::new();
    for set in family.sets().iter().filter(|set| set.cells.len() <= MAX_SIZE) {
        small.insert(set.clone());
    }
    let limits = limits.clone().without_meter().with_nodes(STEPS);
    let two = degree_sets(&small, 2, MAX_SIZE_OF_TWO, &limits);
    Some(DegreePacking::of(&small, two.sets(), &limits)).filter(|packing| packing.weight > lower)
}
