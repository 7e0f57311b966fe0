//! Without the feature `papers` nothing is counted by the teaching solvers, and the solver draws grids.

use minclue_core::base::{Limits, Stop};
use minclue_core::sudoku::Puzzle;
use minclue_puzzles::puzzle_tools::{GridDraw, PuzzleCount};
use minclue_report::RateRecord;

/// Draws grids by the brute-force fill.
pub(super) const FILL: Option<GridDraw> = None;

/// Tries of the brute-force fill.
pub(super) const TRIES: Option<PuzzleCount> = None;

/// Recursions in the order of contribution numbers.
pub(super) const CTN: Option<PuzzleCount> = None;

/// Writes all counts of a puzzle into its record: there are none.
pub(super) fn count(_: &Puzzle, _: &Limits, _: &mut RateRecord) -> Option<Stop> {
    None
}
