//! Functions for use without a [`Solver`](crate::Solver): the grid of a puzzle, unavoidable sets, and certificates.

use std::fs::File;
use std::path::Path;

use minclue_core::base::Limits;
use minclue_core::sudoku::{Grid, Puzzle, Variant};
use minclue_verifier::{BilevelVerdict, Verdict};

use crate::choice::SetSource;
use crate::error::Error;
use crate::problem::Problem;
use crate::solver::{SetsOptions, Solver, Unavoidable};
use crate::sources::SourceOptions;
use crate::target::{self, NoGrid};
use minclue_core::base::with_width;

/// Returns the only solution of a puzzle.
///
/// # Errors
/// [`Error::NotOneGrid`] if the puzzle has no solution or several.
pub fn solution(puzzle: &Puzzle) -> Result<Grid, Error> {
    let grid = solution_within(&Variant::plain(puzzle.shape()), puzzle, &Limits::none());
    grid.map_err(|no_grid| match no_grid {
        NoGrid::Refused(message) => Error::NotOneGrid(message),
        NoGrid::Limit(stop) => Error::Stopped(stop),
    })
}

/// Returns the only solution of a puzzle of a variant, if it is found within the limits.
///
/// # Errors
/// [`NoGrid`](crate::NoGrid) if the puzzle has no solution or several, or if a limit came first.
pub fn solution_within(variant: &Variant, puzzle: &Puzzle, limits: &Limits) -> Result<Grid, NoGrid> {
    with_width!(puzzle.shape().n_cells(), W => target::grid_of::<W>(variant, puzzle, limits))
}

/// Returns all minimal unavoidable sets of `grid` with at most `max_size` cells, smallest first. A 9x9 grid has about
/// 360 of at most 12 cells; beyond that size, their number and the time double with every cell.
///
/// ```
/// # fn main() -> Result<(), minclue_solver::Error> {
/// let grid = "1234341221434321".parse()?;
/// let sets = minclue_solver::unavoidable_sets(&grid, 4)?;
/// assert!(sets.iter().all(|set| set.cells.len() == 4 && set.second(grid.shape()) != grid));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::Failed`] if the search failed.
pub fn unavoidable_sets(grid: &Grid, max_size: usize) -> Result<Vec<Unavoidable>, Error> {
    let source = SourceOptions { max_size: Some(max_size), ..SourceOptions::of(SetSource::Complete) };
    Ok(Solver::new(&Problem::of_grid(grid)).sets(&SetsOptions::of(source))?.sets)
}

/// Checks a certificate with an independent checker, and returns what it proves about which problem.
///
/// # Errors
/// [`Error::Refused`] with the place and the step that failed; [`Error::Io`] if the file cannot be read.
pub fn verify(file: impl AsRef<Path>) -> Result<Verdict, Error> {
    Ok(minclue_verifier::verify(File::open(file)?)?)
}

/// Checks a certificate of the value of a bilevel program over integers, as [`verify`] does for clue problems.
///
/// # Errors
/// The same as those of [`verify`].
pub fn verify_bilevel(file: impl AsRef<Path>) -> Result<BilevelVerdict, Error> {
    Ok(minclue_verifier::verify_bilevel(File::open(file)?, &minclue_verifier::Limits::default())?)
}
