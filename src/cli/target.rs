//! From an entry to the grid that is meant: the grid itself, or the only solution of a puzzle.

use crate::base::{CellSet, Limits, Stop};
use crate::report::Head;
use crate::sudoku::{Counter, Entry, Grid, Puzzle, SecondSolution, Solver, Uniqueness, line};

use super::answer::Answer;

/// How many guesses a plain search may take before one that learns is asked: well under a second on the largest grids.
const PATIENCE: u64 = 20_000;
/// How often limits are asked, in guesses.
const PACE: u32 = 256;

/// What grids a puzzle stands for, as far as the limits allow to see.
///
/// # Errors
/// The limit that came first.
pub(super) fn of<const W: usize>(puzzle: &Puzzle, limits: &Limits) -> Result<Uniqueness, Stop> {
    Counter::<W>::new(puzzle.shape()).uniqueness(puzzle, &mut limits.pace(PACE))
}

/// The grid that a puzzle stands for.
///
/// # Errors
/// Why there is none.
pub(super) fn grid<const W: usize>(puzzle: &Puzzle, limits: &Limits) -> Result<Grid, NoGrid> {
    match of::<W>(puzzle, limits) {
        Ok(Uniqueness::One(grid)) => Ok(grid),
        Ok(Uniqueness::None) => Err(NoGrid::Refused("this puzzle has no solution")),
        Ok(Uniqueness::Many(..)) => {
            Err(NoGrid::Refused("this puzzle has several solutions, so it does not stand for a grid"))
        }
        Err(stop) => Err(NoGrid::Limit(stop)),
    }
}

/// Why an entry has no grid.
pub(super) enum NoGrid {
    /// It stands for none or several.
    Refused(&'static str),
    /// A limit came before it was known.
    Limit(Stop),
}

impl NoGrid {
    /// The answer to a puzzle that is refused; `limit` makes the record of one that a limit stopped.
    pub(super) fn answer(self, limit: impl FnOnce(Stop) -> Answer) -> Answer {
        match self {
            Self::Refused(message) => Answer::Refused {
                message: message.to_owned(),
                help: Some("give a grid, or a puzzle with exactly one solution"),
            },
            Self::Limit(stop) => limit(stop),
        }
    }
}

/// The head of the record of an entry, without a status of its own.
pub(super) fn head(
    schema: &'static str,
    entry: &Entry,
    grid: Option<&Grid>,
    status: crate::report::AnswerStatus,
) -> Head {
    let is_grid = entry.puzzle.as_grid().is_some();
    Head {
        schema,
        id: entry.id.clone(),
        grid: grid.map(grid_line).or_else(|| is_grid.then(|| line(&entry.puzzle))),
        input: (!is_grid).then(|| line(&entry.puzzle)),
        shape: Some(entry.puzzle.shape().to_string()),
        problem: None,
        status,
        error: None,
    }
}

/// A grid in one line.
pub(super) fn grid_line(grid: &Grid) -> String {
    line(&Puzzle::from(grid))
}

/// Do the clues have the grid as their only solution? Asked again before a puzzle is shown, whoever found it.
///
/// First of a plain search that does not know the grid. A large grid with few clues may keep that busy for hours: then
/// of a new solver of the kind that answers the engines, which knows nothing of what theirs has learned.
pub(super) fn is_unique<const W: usize>(grid: &Grid, clues: CellSet<W>) -> bool {
    let puzzle = grid.puzzle(clues);
    match of::<W>(&puzzle, &Limits::none().with_nodes(PATIENCE)) {
        Ok(Uniqueness::One(found)) => found == *grid,
        Ok(Uniqueness::None | Uniqueness::Many(..)) => false,
        Err(_) => {
            let mut pace = Limits::none().pace(u32::MAX);
            Solver::<W>::new(grid.shape()).second_solution(grid.digits(), clues, &mut pace) == SecondSolution::None
        }
    }
}
