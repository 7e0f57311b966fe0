//! The small doors beside [`Solver`](crate::Solver): a grid from its puzzle, unavoidable sets, certificates.

use std::fs::File;
use std::path::Path;

use minclue_core::base::{Cell, CellSet, Digit, Limits};
use minclue_core::problem::SudokuClues;
use minclue_core::sudoku::{Grid, Puzzle, Variant};
use minclue_core::unavoidable::Family;
use minclue_verifier::Verdict;

use crate::asks::Asks;
use crate::choice::SetSource;
use crate::error::Error;
use crate::sources::SourceOptions;
use crate::target::{self, NoGrid};
use crate::with_width;

/// The grid that a puzzle stands for: its only solution.
///
/// # Errors
/// [`Error::NotOneGrid`] if it has no solution, or several.
pub fn solution(puzzle: &Puzzle) -> Result<Grid, Error> {
    let grid = solution_within(&Variant::plain(puzzle.shape()), puzzle, &Limits::none());
    grid.map_err(|no_grid| match no_grid {
        NoGrid::Refused(message) => Error::NotOneGrid(message),
        NoGrid::Limit(stop) => Error::Stopped(stop),
    })
}

/// The grid of a variant that a puzzle stands for, if it is found within the limits.
///
/// # Errors
/// Why there is none.
pub fn solution_within(variant: &Variant, puzzle: &Puzzle, limits: &Limits) -> Result<Grid, NoGrid> {
    with_width!(puzzle.shape().n_cells(), W => target::grid_of::<W>(variant, puzzle, limits))
}

/// An unavoidable set of a grid: each puzzle of the grid has a clue in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unavoidable {
    /// Its cells, ascending.
    pub cells: Vec<Cell>,
    /// The second solution that differs from the grid in these cells and no others.
    pub second: Grid,
}

/// All minimal unavoidable sets of `grid` with at most `max_size` cells, smallest first. A 9x9 grid has some 360 with
/// up to 12 cells; beyond that, their number and the time double with every cell.
///
/// ```
/// # fn main() -> Result<(), minclue_solver::Error> {
/// let grid = "1234341221434321".parse()?;
/// let sets = minclue_solver::unavoidable_sets(&grid, 4)?;
/// assert!(sets.iter().all(|set| set.cells.len() == 4 && set.second != grid));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::Failed`] if the search failed.
pub fn unavoidable_sets(grid: &Grid, max_size: usize) -> Result<Vec<Unavoidable>, Error> {
    with_width!(grid.shape().n_cells(), W => sets_of::<W>(grid, max_size))
}

fn sets_of<const W: usize>(grid: &Grid, max_size: usize) -> Result<Vec<Unavoidable>, Error>
where
    CellSet<W>: Asks<W>,
{
    let problem = SudokuClues::<W>::new(grid.clone());
    let options = SourceOptions { max_size: Some(max_size), ..SourceOptions::of(SetSource::Complete) };
    let mut family = Family::new();
    CellSet::<W>::find_sets(&problem, &options, &mut family, &Limits::none())
        .map_err(|e| Error::failed(e.to_string()))?;
    let sets = family.sets().iter().map(|set| {
        let digits: Vec<Digit> = set.witness.0.iter().map(|&digit| Digit::new(digit.into())).collect();
        let second = Grid::new(grid.shape(), &digits).expect("a witness is a grid");
        Unavoidable { cells: set.cells.iter().collect(), second }
    });
    Ok(sets.collect())
}

/// Checks a certificate, by code that knows nothing of the searches: what it proves, and about which problem.
///
/// # Errors
/// [`Error::Refused`] with the place and the step that fails; [`Error::Io`] if the file cannot be read.
pub fn verify(file: impl AsRef<Path>) -> Result<Verdict, Error> {
    Ok(minclue_verifier::verify(File::open(file)?)?)
}
