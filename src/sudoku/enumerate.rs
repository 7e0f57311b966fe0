//! All grids of a small shape.

use std::ops::ControlFlow;

use crate::base::Limits;

use super::grid::{Grid, Puzzle};
use super::nine::NinePuzzles;
use super::shape::Shape;
use super::solver::{Solver, Walk};

/// All grids of `shape`, at most `most`, in the solver's order: 288 for 2x2.
///
/// Beyond 4x4 the numbers explode (28,200,960 for 2x3), so give a bound. `W` words must hold the cells.
#[must_use]
pub fn all_grids<const W: usize>(shape: Shape, most: usize) -> Vec<Grid> {
    Solver::<W>::new(shape).solutions(&Puzzle::empty(shape), most)
}

/// The number of solutions of a puzzle, counted up to `most`, and how the count ended.
///
/// 9x9 goes by [`NinePuzzles`], every other shape by [`Solver`]. `W` words must hold the cells.
#[must_use]
pub fn count_solutions<const W: usize>(puzzle: &Puzzle, most: u64, limits: &Limits) -> (u64, Walk) {
    if puzzle.shape() == Shape::NINE {
        let cells: Vec<_> = Shape::NINE.cells().map(|cell| puzzle.get(cell)).collect();
        return NinePuzzles::new().tally(&cells, most, &mut limits.pace(PACE));
    }
    let mut n = 0;
    let walk = Solver::<W>::new(puzzle.shape()).walk(puzzle, limits, |_| {
        n += 1;
        if n >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (n, walk)
}

/// How often the limits are asked, in guesses.
const PACE: u32 = 256;
