//! The solutions of puzzles whose grid is not known, by the fastest means that their shape has.

use std::ops::ControlFlow;

use crate::base::{CellSet, Digit, Limits, Pace, Stop};
use crate::sudoku::{Grid, NinePuzzles, Puzzle, Second, Shape, Solver, Walk};

/// How many solutions a puzzle has, as far as anyone asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Validity {
    /// No solution.
    None,
    /// Exactly this one: the puzzle is valid.
    One(Grid),
    /// At least two, and this is one of them.
    Several(Grid),
}

/// Solves puzzles of one shape, and keeps its memory between them. `W` words must hold the cells.
#[derive(Clone, Debug)]
pub struct Counter<const W: usize> {
    shape: Shape,
    solver: Solver<W>,
    nine: Option<NinePuzzles>,
}

impl<const W: usize> Counter<W> {
    /// A counter for puzzles of `shape`.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        let nine = (shape == Shape::NINE).then(NinePuzzles::new);
        Self { shape, solver: Solver::new(shape), nine }
    }

    /// The shape.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Visits the solutions of `cells`, row-major, until none is left, the visitor breaks or a limit comes. Cells that clash
    /// have none.
    pub fn walk(
        &mut self,
        cells: &[Option<Digit>],
        pace: &mut Pace,
        mut visit: impl FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> Walk {
        if let Some(nine) = &mut self.nine {
            return nine.walk(cells, pace, |digits| visit(digits));
        }
        match Puzzle::new(self.shape, cells) {
            Ok(puzzle) => self.solver.walk(&puzzle, pace.limits(), visit),
            Err(_) => Walk::Complete,
        }
    }

    /// The number of solutions of `cells`, or `most` if there are more.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn count(&mut self, cells: &[Option<Digit>], most: usize, pace: &mut Pace) -> Result<usize, Stop> {
        let mut n = 0;
        let walk = self.walk(cells, pace, |_| {
            n += 1;
            if n >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match walk {
            Walk::Limit(stop) => Err(stop),
            Walk::Complete | Walk::Left => Ok(n),
        }
    }

    /// Has the puzzle no solution, one, or more?
    ///
    /// # Errors
    /// The limit that came first.
    pub fn validity(&mut self, puzzle: &Puzzle, pace: &mut Pace) -> Result<Validity, Stop> {
        if let Some(grid) = puzzle.as_grid() {
            return Ok(Validity::One(grid));
        }
        let (mut first, mut n) = (None, 0);
        let shape = self.shape;
        let walk = self.walk(puzzle.cells(), pace, |digits| {
            n += 1;
            first.get_or_insert_with(|| Grid::new(shape, digits).expect("a solver keeps the rules"));
            if n == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Walk::Limit(stop) = walk {
            return Err(stop);
        }
        Ok(match first {
            None => Validity::None,
            Some(grid) if n == 1 => Validity::One(grid),
            Some(grid) => Validity::Several(grid),
        })
    }

    /// The cells in which some other solution differs from `grid` that agrees with it on `clues`; `None` if there is none, so
    /// that the clues are valid. Since the grid is known, this is the fastest question of all.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn second_solution(
        &mut self,
        grid: &Grid,
        clues: CellSet<W>,
        pace: &mut Pace,
    ) -> Result<Option<CellSet<W>>, Stop> {
        if let Some(nine) = self.solver.nine(grid.digits()) {
            return nine.second_solution(clues, pace);
        }
        match self.solver.second_solution(grid.digits(), clues, pace) {
            Second::None => Ok(None),
            Second::Found(second) => Ok(Some(grid.difference(&second))),
            Second::Limit(stop) => Err(stop),
        }
    }

    /// Do these cells of `grid` leave it as the only solution?
    ///
    /// # Errors
    /// The limit that came first.
    pub fn is_valid(&mut self, grid: &Grid, clues: CellSet<W>, pace: &mut Pace) -> Result<bool, Stop> {
        Ok(self.second_solution(grid, clues, pace)?.is_none())
    }

    /// Is no clue of these valid clues of `grid` redundant?
    ///
    /// # Errors
    /// The limit that came first.
    pub fn is_minimal(&mut self, grid: &Grid, clues: CellSet<W>, pace: &mut Pace) -> Result<bool, Stop> {
        for clue in clues {
            if self.is_valid(grid, clues - CellSet::only(clue), pace)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Limits asked as often as is good for questions of microseconds.
pub(super) fn pace(limits: &Limits) -> Pace {
    limits.pace(256)
}
