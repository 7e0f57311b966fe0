//! Counts the solutions of puzzles whose grid is not known, by the fastest method for their shape.

use std::ops::ControlFlow;

use crate::base::{CellSet, Digit, Pace, Stop};

use super::grid::{Grid, Puzzle};
use super::large::{Large, LargePuzzles};
use super::nine::NinePuzzles;
use super::shape::Shape;
use super::solver::{SecondSolution, SudokuSolver, WalkEnd};
use super::variant::Variant;

/// The number of solutions of a puzzle: none, one or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    None,
    One(Grid),
    /// At least these two solutions.
    Many(Grid, Grid),
}

/// A solver of the puzzles of one shape or variant, which reuses its memory. The cells must fit into `W` words.
#[derive(Clone, Debug)]
pub struct Counter<const W: usize> {
    shape: Shape,
    solver: SudokuSolver<W>,
    nine: Option<NinePuzzles>,
    /// The number of guesses after which [`Self::uniqueness`] uses the path that learns.
    patience: u64,
}

/// See [`Counter::patience`]: well under a second on the largest grids.
const PATIENCE: u64 = 20_000;

impl<const W: usize> Counter<W> {
    /// Creates a counter for puzzles of `shape`.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        Self::of(Variant::plain(shape))
    }

    /// Creates a counter for puzzles of `variant`.
    #[must_use]
    pub fn of(variant: Variant) -> Self {
        let nine = NinePuzzles::of(&variant);
        Self { shape: variant.shape(), solver: SudokuSolver::of(variant), nine, patience: PATIENCE }
    }

    /// The same with another patience.
    #[cfg(test)]
    pub(super) fn with_patience(self, patience: u64) -> Self {
        Self { patience, ..self }
    }

    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Visits the solutions of `cells`, row-major, until there are no more, the visitor breaks, or a limit is reached.
    /// Cells that clash have no solution.
    pub fn walk(
        &mut self,
        cells: &[Option<Digit>],
        pace: &mut Pace,
        mut visit: impl FnMut(&[Digit]) -> ControlFlow<()>,
    ) -> WalkEnd {
        if let Some(nine) = &mut self.nine {
            return nine.walk(cells, pace, |digits| visit(digits));
        }
        match Puzzle::new(self.shape, cells) {
            Ok(puzzle) => self.solver.walk(&puzzle, pace.limits(), visit),
            Err(_) => WalkEnd::Exhausted,
        }
    }

    /// Returns the number of solutions of `cells`, or `max` if there are more.
    ///
    /// # Errors
    /// The limit that came first.
    #[inline(never)]
    pub fn count(&mut self, cells: &[Option<Digit>], max: u64, pace: &mut Pace) -> Result<u64, Stop> {
        match self.tally(cells, max, pace) {
            (_, WalkEnd::Limit(stop)) => Err(stop),
            (n, WalkEnd::Exhausted | WalkEnd::Stopped) => Ok(n),
        }
    }

    /// The solutions that were found until there were `max`, and how that ended.
    #[inline(never)]
    pub(super) fn tally(&mut self, cells: &[Option<Digit>], max: u64, pace: &mut Pace) -> (u64, WalkEnd) {
        if max == 0 {
            return (0, WalkEnd::Stopped);
        }
        if let Some(nine) = &mut self.nine {
            return nine.tally(cells, max, pace);
        }
        let mut n = 0;
        let walk = self.walk(cells, pace, |_| {
            n += 1;
            if n >= max { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (n, walk)
    }

    /// Returns whether the puzzle has no solution, one, or several. A search that learns takes over if a plain search
    /// takes long.
    ///
    /// # Errors
    /// The limit that came first.
    #[inline(never)]
    pub fn uniqueness(&mut self, puzzle: &Puzzle, pace: &mut Pace) -> Result<Uniqueness, Stop> {
        if let Some(grid) = puzzle.as_grid() {
            let keeps = self.solver.geometry().variant().keeps(grid.digits());
            return Ok(if keeps { Uniqueness::One(grid) } else { Uniqueness::None });
        }
        let (shape, mut found) = (self.shape, Vec::new());
        // The guesses of a counter add up.
        let patience = self.n_guesses() + self.patience;
        let visit = |digits: &[Digit]| {
            found.push(Grid::new(shape, digits).expect("a solver keeps the rules"));
            if found.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        match pace.within(patience, |pace| self.walk(puzzle.cells(), pace, visit)) {
            WalkEnd::Limit(Stop::Nodes) if pace.limits().reached(self.n_guesses()).is_none() => {
                return self.by_learning(puzzle, found.pop(), pace);
            }
            WalkEnd::Limit(stop) => return Err(stop),
            WalkEnd::Exhausted | WalkEnd::Stopped => {}
        }
        let mut found = found.into_iter();
        Ok(match (found.next(), found.next()) {
            (None, _) => Uniqueness::None,
            (Some(one), None) => Uniqueness::One(one),
            (Some(one), Some(other)) => Uniqueness::Many(one, other),
        })
    }

    /// [`Self::uniqueness`] by the path that learns; `found` is a solution, if one is known.
    fn by_learning(&self, puzzle: &Puzzle, found: Option<Grid>, pace: &mut Pace) -> Result<Uniqueness, Stop> {
        let variant = self.solver.geometry().variant();
        let found = match found {
            None => LargePuzzles::of(variant).solution(puzzle.cells(), pace)?,
            known => known,
        };
        let Some(one) = found else { return Ok(Uniqueness::None) };
        let mut large = Large::of(variant, one.digits());
        Ok(match large.second_solution(puzzle.clues::<W>(), pace)? {
            None => Uniqueness::One(one),
            Some(_) => {
                let other = Grid::new(self.shape, large.witness()).expect("a solver keeps the rules");
                Uniqueness::Many(one, other)
            }
        })
    }

    /// Guesses made since it was built, those of the path that learns left out.
    fn n_guesses(&self) -> u64 {
        self.nine.as_ref().map_or(self.solver.n_guesses(), NinePuzzles::n_guesses)
    }

    /// Returns the cells in which another solution that agrees with `grid` on `clues` differs from it; `None` if there
    /// is none, so that the clues are valid. Since the grid is known, this is the fastest of these functions.
    ///
    /// # Errors
    /// The limit that came first.
    #[inline(never)]
    pub fn second_solution(
        &mut self,
        grid: &Grid,
        clues: CellSet<W>,
        pace: &mut Pace,
    ) -> Result<Option<CellSet<W>>, Stop> {
        // Questions about a variant may be long, so its solver decides who answers them.
        if self.solver.geometry().variant().is_plain()
            && let Some(nine) = self.solver.nine(grid.digits())
        {
            return nine.second_solution(clues, pace);
        }
        match self.solver.second_solution(grid.digits(), clues, pace) {
            SecondSolution::None => Ok(None),
            SecondSolution::Found(second) => Ok(Some(grid.difference(&second))),
            SecondSolution::Limit(stop) => Err(stop),
        }
    }

    /// Returns whether these cells of `grid` leave it as the only solution.
    ///
    /// # Errors
    /// The limit that came first.
    #[inline(never)]
    pub fn is_valid(&mut self, grid: &Grid, clues: CellSet<W>, pace: &mut Pace) -> Result<bool, Stop> {
        Ok(self.second_solution(grid, clues, pace)?.is_none())
    }

    /// Returns whether no clue of these valid clues of `grid` is redundant.
    ///
    /// # Errors
    /// The limit that came first.
    #[inline(never)]
    pub fn is_minimal(&mut self, grid: &Grid, clues: CellSet<W>, pace: &mut Pace) -> Result<bool, Stop> {
        for clue in clues {
            if self.is_valid(grid, clues - CellSet::only(clue), pace)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
