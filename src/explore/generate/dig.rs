//! Digging: clues are taken from a grid as long as what is left is valid.

use std::ops::RangeInclusive;

use rand::Rng as _;
use rand::seq::SliceRandom;

use crate::base::{CellSet, Pace, Rng, Stop};
use crate::sudoku::Grid;

use super::super::count::Counter;
use super::super::minimise::{drop_groups, exchange, minimise};
use super::Pattern;

/// The order in which clues are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Random.
    #[default]
    Random,
    /// Row by row: such puzzles are empty above and full below, and hard for solvers that go row by row.
    Rows,
}

/// What digging is for.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    pub(super) order: Order,
    pub(super) pattern: Pattern,
    pub(super) clues: Option<RangeInclusive<usize>>,
    pub(super) minimal: bool,
}

/// Exchanges without a gain before an attempt is given up.
const PATIENCE: usize = 20;

/// Valid clues of `grid`. Their number is in the range where digging gets there; below what digging reaches, clues are
/// exchanged, two for one, unless a pattern holds them together.
pub(super) fn dig<const W: usize>(
    counter: &mut Counter<W>,
    grid: &Grid,
    goal: &Goal,
    rng: &mut Rng,
    pace: &mut Pace,
) -> Result<CellSet<W>, Stop> {
    let all = CellSet::first_n(grid.shape().n_cells());
    let mut groups = goal.pattern.groups::<W>(grid.shape());
    if goal.order == Order::Random {
        groups.shuffle(rng);
    }
    let Some(range) = &goal.clues else { return drop_groups(counter, grid, all, &groups, pace) };
    // A minimal puzzle is dug to the end. Otherwise every number of the range is as likely as the others.
    let most = (*range.end()).min(all.len());
    let enough = if goal.minimal { 0 } else { rng.random_range(*range.start()..=most.max(*range.start())) };
    let mut clues = all;
    for group in groups {
        if clues.len() <= enough {
            return Ok(clues);
        }
        if clues.len() - group.len() >= enough && counter.is_valid(grid, clues - group, pace)? {
            clues -= group;
        }
    }
    if clues.len() > *range.end() && goal.pattern == Pattern::Free {
        let start = minimise(counter, grid, clues, rng, pace)?;
        clues = exchange(counter, grid, start, *range.end(), PATIENCE, rng, pace)?;
    }
    Ok(clues)
}
