//! Digging: removes clues from a grid as long as the rest is valid.

use std::ops::RangeInclusive;

use rand::Rng as _;
use rand::seq::SliceRandom;

use crate::base::{CellSet, Limits, Rng, Stop};
use crate::sudoku::{Counter, Grid};

use super::super::minimize::Minimizer;
use super::Pattern;

/// The order in which digging tries clues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum RemovalOrder {
    /// Random.
    #[default]
    Random,
    /// Row by row: such puzzles are empty above and full below, and hard for solvers that go row by row.
    #[cfg_attr(feature = "clap", value(help = "Row by row"))]
    Rows,
}

impl RemovalOrder {
    /// The name on the command line and in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Rows => "rows",
        }
    }
}

/// The goal of digging.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    pub(super) order: RemovalOrder,
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
    limits: &Limits,
) -> Result<CellSet<W>, Stop> {
    let all = CellSet::first_n(grid.shape().n_cells());
    let mut groups = goal.pattern.groups::<W>(grid.shape());
    if goal.order == RemovalOrder::Random {
        groups.shuffle(rng);
    }
    // A minimal puzzle is dug to the end. Otherwise every number of the range is as likely as the others.
    let enough = goal.clues.as_ref().filter(|_| !goal.minimal).map_or(0, |range| {
        let max = (*range.end()).min(all.len());
        rng.random_range(*range.start()..=max.max(*range.start()))
    });
    let mut minimizer = Minimizer::new(counter, grid, rng, limits);
    let Some(range) = &goal.clues else { return Ok(minimizer.drop_groups(all, &groups)?) };
    let mut clues = all;
    for group in groups {
        if clues.len() <= enough {
            return Ok(clues);
        }
        if clues.len() - group.len() >= enough && minimizer.is_valid(clues - group)? {
            clues -= group;
        }
    }
    if clues.len() > *range.end() && goal.pattern == Pattern::Free {
        let start = minimizer.minimize(clues)?;
        clues = minimizer.exchange(start, *range.end(), PATIENCE)?;
    }
    Ok(clues)
}
