//! All grids of a small shape.

use crate::base::Limits;

use super::counter::Counter;
use super::grid::{Grid, Puzzle};
use super::shape::Shape;
use super::solver::{SudokuSolver, WalkEnd};

/// Returns all grids of `shape`, at most `max`, in the solver's order: 288 for 2x2.
///
/// Beyond 4x4, the numbers are very large (28,200,960 for 2x3), so set `max`. The cells must fit into `W` words.
#[must_use]
pub fn all_grids<const W: usize>(shape: Shape, max: usize) -> Vec<Grid> {
    SudokuSolver::<W>::new(shape).solutions(&Puzzle::empty(shape), max)
}

/// Counts the solutions of a puzzle up to `max`, and returns how the count ended. The cells must fit into `W` words.
#[must_use]
pub fn count_solutions<const W: usize>(puzzle: &Puzzle, max: u64, limits: &Limits) -> (u64, WalkEnd) {
    Counter::<W>::new(puzzle.shape()).tally(puzzle.cells(), max, &mut limits.pace(PACE))
}

/// How often the limits are asked, in guesses.
const PACE: u32 = 256;
