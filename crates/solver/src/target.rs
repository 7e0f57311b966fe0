//! Resolves a puzzle to its grid: the grid itself, or the only solution of a puzzle.

use minclue_core::base::with_width;
use minclue_core::base::{CellSet, Limits, Pace, Stop};
use minclue_core::problem::{ClueProblem, Verdict};
use minclue_core::sudoku::{Counter, Grid, Puzzle, SecondSolution, SudokuSolver, Uniqueness, Variant};

/// The number of guesses after which a search that learns replaces a plain one: well under a second on the largest
/// grids.
const PATIENCE: u64 = 20_000;
/// The number of guesses that a second check by a search that learns may always take, regardless of limits: about a
/// second on the largest grids.
const FREE: u64 = 5_000;
/// How often limits are asked, in guesses.
const PACE: u32 = 256;

/// Counts the solutions of a puzzle of a variant, within the limits.
///
/// # Errors
/// The limit that came first.
fn solutions_of<const W: usize>(variant: &Variant, puzzle: &Puzzle, limits: &Limits) -> Result<Uniqueness, Stop> {
    Counter::<W>::of(variant.clone()).uniqueness(puzzle, &mut limits.pace(PACE))
}

/// The grid of a variant that a puzzle stands for.
///
/// # Errors
/// Why there is none.
pub(crate) fn grid_of<const W: usize>(variant: &Variant, puzzle: &Puzzle, limits: &Limits) -> Result<Grid, NoGrid> {
    match solutions_of::<W>(variant, puzzle, limits) {
        Ok(Uniqueness::One(grid)) => Ok(grid),
        Ok(Uniqueness::None) => Err(NoGrid::Refused("this puzzle has no solution")),
        Ok(Uniqueness::Many(..)) => {
            Err(NoGrid::Refused("this puzzle has several solutions, so it does not determine a grid"))
        }
        Err(stop) => Err(NoGrid::Limit(stop)),
    }
}

/// The reason why an entry has no grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoGrid {
    /// The puzzle has no solution or several.
    Refused(&'static str),
    /// A limit was reached before the solutions were counted.
    Limit(Stop),
}

/// Returns whether `grid` is the only solution of a puzzle of its variant.
///
/// ```
/// # use minclue_core::base::Limits;
/// # use minclue_core::sudoku::{Grid, Variant};
/// # use minclue_solver::is_only_solution;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let grid: Grid = "1234341221434321".parse()?;
/// let plain = Variant::plain(grid.shape());
/// assert!(is_only_solution(&plain, &"12.4.........32.".parse()?, &grid, &Limits::none())?);
/// assert!(!is_only_solution(&plain, &"1234............".parse()?, &grid, &Limits::none())?);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// The limit that was reached during a long check.
///
/// # Panics
/// If their shapes differ.
pub fn is_only_solution(variant: &Variant, puzzle: &Puzzle, grid: &Grid, limits: &Limits) -> Result<bool, Stop> {
    assert_eq!(puzzle.shape(), grid.shape(), "a puzzle and its solution have one shape");
    let are_kept = puzzle.shape().cells().all(|cell| puzzle.get(cell).is_none_or(|digit| digit == grid.get(cell)));
    if !are_kept {
        return Ok(false);
    }
    with_width!(grid.shape().n_cells(), W => is_unique_of::<W>(variant, grid, puzzle.clues(), limits))
}

/// Do the clues have the grid as their only solution among those of a variant? Asked again before a puzzle is shown, whoever found it.
///
/// First of a plain search that does not know the grid. A large grid with few clues may keep that busy for hours: then
/// of a new solver of the kind that answers the engines, which knows nothing of what theirs has learned. A look that is
/// short is not cut off: mostly the limits have come by then, and what was found in time is not to be lost.
///
/// # Errors
/// The limit that came before a long look had ended.
pub(crate) fn is_unique_of<const W: usize>(
    variant: &Variant,
    grid: &Grid,
    clues: CellSet<W>,
    limits: &Limits,
) -> Result<bool, Stop> {
    let puzzle = grid.puzzle(clues);
    match solutions_of::<W>(variant, &puzzle, &Limits::none().with_nodes(PATIENCE)) {
        Ok(Uniqueness::One(found)) => Ok(found == *grid),
        Ok(Uniqueness::None | Uniqueness::Many(..)) => Ok(false),
        Err(_) => second_look(limits, |pace| {
            let mut solver = SudokuSolver::<W>::of(variant.clone());
            match solver.second_solution(grid.digits(), clues, pace) {
                SecondSolution::None => Ok(true),
                SecondSolution::Found(_) => Ok(false),
                SecondSolution::Limit(stop) => Err(stop),
            }
        }),
    }
}

/// Asks a problem's own oracle, a new one, whether these clues leave the target as the only solution: a second look.
pub(crate) fn looked_at<const W: usize>(
    problem: &dyn ClueProblem<W>,
    clues: CellSet<W>,
    limits: &Limits,
) -> Result<bool, Stop> {
    second_look(limits, |pace| match problem.oracle().second_solution(clues, pace) {
        Verdict::Unique => Ok(true),
        Verdict::Second(_) => Ok(false),
        Verdict::Limit(stop) => Err(stop),
    })
}

/// Asks without limits as long as that is short, and else within them. Nodes of a search are none of a look.
fn second_look(limits: &Limits, mut ask: impl FnMut(&mut Pace) -> Result<bool, Stop>) -> Result<bool, Stop> {
    let short = ask(&mut Limits::none().with_nodes(FREE).pace(PACE));
    short.or_else(|_| ask(&mut limits.clone().without_nodes().without_meter().pace(PACE)))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_short_look_is_not_cut_off_and_a_long_one_is() {
        let none_left = Limits::none().with_time(Duration::ZERO);
        let look = |limits: &Limits, n_guesses: u64| {
            second_look(limits, |pace| match (0..n_guesses).find_map(|guess| pace.step(guess)) {
                Some(stop) => Err(stop),
                None => Ok(true),
            })
        };
        assert_eq!(look(&none_left, FREE / 2), Ok(true));
        assert_eq!(look(&none_left, 2 * FREE), Err(Stop::Time));
        assert_eq!(look(&Limits::none().with_nodes(1), 2 * FREE), Ok(true), "nodes are those of the search");
        let interrupt = minclue_core::base::Interrupt::default();
        interrupt.raise();
        assert_eq!(look(&Limits::none().with_interrupt(interrupt), 2 * FREE), Err(Stop::Interrupted));
    }
}
