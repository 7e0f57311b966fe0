//! Puzzles for the tests of this module.

use rand::Rng as _;
use rand::seq::SliceRandom;

use crate::base::{Digit, Rng};
use crate::sudoku::{Puzzle, Shape, random_grid};

/// The shape of that name.
pub(super) fn shape(name: &str) -> Shape {
    name.parse().expect("a shape")
}

/// The puzzle of one line; spaces are passed over.
pub(super) fn puzzle(shape: Shape, text: &str) -> Puzzle {
    let digit = |c: char| c.to_digit(10).map(|d| Digit::new(d as usize));
    let cells: Vec<_> = text.chars().filter(|c| !c.is_whitespace()).map(digit).collect();
    Puzzle::new(shape, cells).expect("no clash")
}

/// A random grid with `n_clues` of its cells left.
pub(super) fn of_grid(shape: Shape, n_clues: usize, rng: &mut Rng) -> Puzzle {
    let grid = random_grid::<4>(shape, rng);
    let mut cells: Vec<_> = shape.cells().collect();
    cells.shuffle(rng);
    grid.puzzle::<4>(cells.into_iter().take(n_clues).collect())
}

/// Random digits put in random cells wherever they clash with nothing, as often as asked: it may have no solution.
pub(super) fn of_digits(shape: Shape, n_times: usize, rng: &mut Rng) -> Puzzle {
    let mut puzzle = Puzzle::empty(shape);
    for _ in 0..n_times {
        let mut cells = puzzle.cells().to_vec();
        cells[rng.random_range(0..shape.n_cells())] = Some(Digit::from_index(rng.random_range(0..shape.n())));
        puzzle = Puzzle::new(shape, cells).unwrap_or(puzzle);
    }
    puzzle
}
