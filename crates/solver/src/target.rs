//! From a puzzle to the grid that is meant: the grid itself, or the only solution of a puzzle.

use minclue_core::base::{CellSet, Limits, Stop};
use minclue_core::sudoku::{Counter, Grid, Puzzle, SecondSolution, SudokuSolver, Uniqueness, Variant};
use minclue_core::with_width;

/// How many guesses a plain search may take before one that learns is asked: well under a second on the largest grids.
const PATIENCE: u64 = 20_000;
/// How often limits are asked, in guesses.
const PACE: u32 = 256;

/// What grids a puzzle stands for, as far as the limits allow to see.
///
/// # Errors
/// The limit that came first.
pub fn solutions<const W: usize>(puzzle: &Puzzle, limits: &Limits) -> Result<Uniqueness, Stop> {
    solutions_of::<W>(&Variant::plain(puzzle.shape()), puzzle, limits)
}

/// The same among the grids of a variant.
///
/// # Errors
/// The limit that came first.
#[inline(never)]
pub fn solutions_of<const W: usize>(variant: &Variant, puzzle: &Puzzle, limits: &Limits) -> Result<Uniqueness, Stop> {
    Counter::<W>::of(variant.clone()).uniqueness(puzzle, &mut limits.pace(PACE))
}

/// The grid that a puzzle stands for.
///
/// # Errors
/// Why there is none.
pub fn grid<const W: usize>(puzzle: &Puzzle, limits: &Limits) -> Result<Grid, NoGrid> {
    grid_of::<W>(&Variant::plain(puzzle.shape()), puzzle, limits)
}

/// The grid of a variant that a puzzle stands for.
///
/// # Errors
/// Why there is none.
#[inline(never)]
pub fn grid_of<const W: usize>(variant: &Variant, puzzle: &Puzzle, limits: &Limits) -> Result<Grid, NoGrid> {
    match solutions_of::<W>(variant, puzzle, limits) {
        Ok(Uniqueness::One(grid)) => Ok(grid),
        Ok(Uniqueness::None) => Err(NoGrid::Refused("this puzzle has no solution")),
        Ok(Uniqueness::Many(..)) => {
            Err(NoGrid::Refused("this puzzle has several solutions, so it does not stand for a grid"))
        }
        Err(stop) => Err(NoGrid::Limit(stop)),
    }
}

/// Why an entry has no grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoGrid {
    /// It stands for none or several.
    Refused(&'static str),
    /// A limit came before it was known.
    Limit(Stop),
}

/// Do the clues have the grid as their only solution? Asked again before a puzzle is shown, whoever found it.
///
/// First of a plain search that does not know the grid. A large grid with few clues may keep that busy for hours: then
/// of a new solver of the kind that answers the engines, which knows nothing of what theirs has learned.
pub fn is_unique<const W: usize>(grid: &Grid, clues: CellSet<W>) -> bool {
    is_unique_of(&Variant::plain(grid.shape()), grid, clues)
}

/// Is `grid` the only solution of a puzzle of its variant? As [`is_unique`], for a puzzle of any size.
///
/// ```
/// # use minclue_core::sudoku::{Grid, Variant};
/// # use minclue_solver::is_only_solution;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let grid: Grid = "1234341221434321".parse()?;
/// let plain = Variant::plain(grid.shape());
/// assert!(is_only_solution(&plain, &"12.4.........32.".parse()?, &grid));
/// assert!(!is_only_solution(&plain, &"1234............".parse()?, &grid));
/// # Ok(())
/// # }
/// ```
///
/// # Panics
/// If their shapes are not the same.
#[must_use]
pub fn is_only_solution(variant: &Variant, puzzle: &Puzzle, grid: &Grid) -> bool {
    assert_eq!(puzzle.shape(), grid.shape(), "a puzzle and its solution have one shape");
    let are_kept = puzzle.shape().cells().all(|cell| puzzle.get(cell).is_none_or(|digit| digit == grid.get(cell)));
    are_kept && with_width!(grid.shape().n_cells(), W => is_unique_of::<W>(variant, grid, puzzle.clues()))
}

/// The same among the grids of a variant.
#[inline(never)]
pub fn is_unique_of<const W: usize>(variant: &Variant, grid: &Grid, clues: CellSet<W>) -> bool {
    let puzzle = grid.puzzle(clues);
    match solutions_of::<W>(variant, &puzzle, &Limits::none().with_nodes(PATIENCE)) {
        Ok(Uniqueness::One(found)) => found == *grid,
        Ok(Uniqueness::None | Uniqueness::Many(..)) => false,
        Err(_) => {
            let mut pace = Limits::none().pace(u32::MAX);
            SudokuSolver::<W>::of(variant.clone()).second_solution(grid.digits(), clues, &mut pace)
                == SecondSolution::None
        }
    }
}
