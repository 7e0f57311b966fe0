//! Puzzles with clues in given cells.
//!
//! A given set of cells rarely determines a random grid. So the grid is changed: one clue after the other gets another
//! digit, and a change is kept if the puzzle then has no more solutions than before.

use rand::Rng as _;

use crate::base::{Cell, Digit, Index as _, Limits, Rng, Stop};
use crate::sudoku::{Counter, Grid, Puzzle, SudokuSolver, Variant};

use super::super::pace;

/// Solutions are counted up to this many: beyond it one puzzle is as far from valid as another.
const MAX_SOLUTIONS: u64 = 200;

/// Changes that are tried before an attempt is given up, for each clue.
const PATIENCE: usize = 40;

/// Guesses for the solution that a changed clue is taken from.
const MAX_GUESSES: u64 = 10_000;

/// The grid of a variant of a valid puzzle with clues in exactly `cells`, if one is met on the way from `grid`.
///
/// # Errors
/// The limit that came first.
pub(super) fn grid_of<const W: usize>(
    variant: &Variant,
    counter: &mut Counter<W>,
    grid: &Grid,
    cells: &[Cell],
    rng: &mut Rng,
    limits: &Limits,
) -> Result<Option<Grid>, Stop> {
    let shape = grid.shape();
    let mut solver = SudokuSolver::<W>::of(variant.clone());
    let mut clues: Vec<Option<Digit>> = vec![None; shape.n_cells()];
    for &cell in cells {
        clues[cell.get()] = Some(grid.get(cell));
    }
    let mut pace = pace(limits);
    let mut solution = grid.clone();
    let mut n_solutions = counter.count(&clues, MAX_SOLUTIONS, &mut pace)?;
    for _ in 0..PATIENCE * cells.len() {
        if n_solutions == 1 {
            return Ok(Some(solution));
        }
        let Some(&cell) = cells.get(rng.random_range(0..cells.len().max(1))) else { return Ok(None) };
        let before = clues[cell.get()].take();
        let rest = Puzzle::new(shape, clues.clone()).expect("clues of a grid keep the rules");
        let other = solver.random_solution(&rest, rng, &limits.clone().with_nodes(MAX_GUESSES));
        let Some(other) = other.filter(|other| Some(other.get(cell)) != before) else {
            clues[cell.get()] = before;
            if let Some(stop) = limits.reached(0) {
                return Err(stop);
            }
            continue;
        };
        clues[cell.get()] = Some(other.get(cell));
        let now = counter.count(&clues, n_solutions.saturating_add(1).min(MAX_SOLUTIONS), &mut pace)?;
        if now <= n_solutions {
            (n_solutions, solution) = (now, other);
        } else {
            clues[cell.get()] = before;
        }
    }
    Ok(None)
}
