//! `--solution FILE` and `--missed FILE`: what another solver chose in a model that `export` wrote.

use std::io::Read as _;
use std::path::Path;

use minclue_core::base::{Cell, Limits};
use minclue_core::ilp::SolutionError;
use minclue_core::sudoku::{Grid, Puzzle};
use minclue_solver::{Error, Problem, Solver};

use super::exit::Exit;
use super::load_error::{LoadEnd, of_solution, open};

/// The most bytes of a solution: names and values of the largest model take a few MB.
const MAX_BYTES: u64 = 256 << 20;

/// The cells that a solution of a model of `grid` chooses.
///
/// # Errors
/// What is wrong with the file, or the limit that came first.
pub(super) fn cells(file: &Path, grid: &Grid, limits: &Limits) -> Result<Vec<Cell>, LoadEnd> {
    let mut text = Vec::new();
    let read = open(file, limits)?.take(MAX_BYTES + 1).read_to_end(&mut text);
    read.map_err(|e| of_solution(file, SolutionError::Unreadable(e.to_string())))?;
    if text.len() as u64 > MAX_BYTES {
        return Err(LoadEnd::new(file, "it has more than 256 MB".to_owned(), Exit::InvalidInput));
    }
    let problem = Problem::of_grid(grid);
    Solver::new(&problem).limits_by(&|| limits.clone()).chosen(&text).map_err(|e| match e {
        Error::Solution(error) => of_solution(file, error),
        other => LoadEnd::new(file, other.to_string(), Exit::Internal),
    })
}

/// The puzzle with these clues of a grid.
pub(super) fn puzzle(grid: &Grid, cells: &[Cell]) -> Puzzle {
    grid.puzzle::<10>(cells.iter().copied().collect())
}

/// The row of an exported model that says that a clue stands in these cells.
pub(super) fn row(problem: &Problem, cells: &[Cell]) -> String {
    let terms = cells.iter().map(|cell| format!("y_{}", problem.cell_name(*cell).to_lowercase()));
    format!("{} >= 1", terms.collect::<Vec<_>>().join(" + "))
}
