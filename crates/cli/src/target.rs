//! From an entry to the grid that is meant, and the head of its record.

use minclue_core::base::Stop;
use minclue_core::sudoku::{Entry, Grid, Puzzle, Variant, line};
use minclue_report::{AnswerStatus, Head};

pub(super) use minclue_solver::{NoGrid, is_only_solution, solution_within};
use minclue_solver::{Problem, VariantGrid};

use super::answer::Answer;

/// The answer to a puzzle that has no grid; `limit` makes the record of one that a limit stopped.
pub(super) fn answer(no_grid: &NoGrid, limit: impl FnOnce(Stop) -> Answer) -> Answer {
    match no_grid {
        NoGrid::Refused(message) => Answer::Refused {
            message: (*message).to_owned(),
            help: Some("give a grid, or a puzzle with exactly one solution"),
        },
        NoGrid::Limit(stop) => limit(*stop),
    }
}

/// What is asked about a grid of a variant.
pub(super) fn problem_of(variant: &Variant, grid: &Grid) -> Problem {
    Problem::of_variant(VariantGrid::new(variant.clone(), grid.clone()).expect("the solver keeps the rules"))
}

/// The head of the record of an entry, without a status of its own.
pub(super) fn head(schema: &'static str, entry: &Entry, grid: Option<&Grid>, status: AnswerStatus) -> Head {
    let is_grid = entry.puzzle.as_grid().is_some();
    Head {
        id: entry.id.clone(),
        grid: grid.map(grid_line).or_else(|| is_grid.then(|| line(&entry.puzzle))),
        input: (!is_grid).then(|| line(&entry.puzzle)),
        ..Head::new(schema, status).of_shape(entry.puzzle.shape())
    }
}

/// A grid in one line.
pub(super) fn grid_line(grid: &Grid) -> String {
    line(&Puzzle::from(grid))
}
