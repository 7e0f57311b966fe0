//! What clues are asked for: a grid, or a solution of a 0/1 model.

use minclue_core::base::{Cell, Index as _};
use minclue_core::problem::SudokuClues;
use minclue_core::sudoku::{Grid, Puzzle, Variant, VariantClash};

use crate::error::Error;
use crate::instance::ProblemInstance;
use crate::model_instance::ModelInstance;

mod sealed {
    /// Nothing else is a solution.
    pub trait Sealed {}
}

/// A solution whose fewest clues can be asked for: a [`Grid`], a [`VariantGrid`] or a [`ModelInstance`].
pub trait Solution: sealed::Sealed {
    /// Some of its clues: a [`Puzzle`] of a grid, the names of variables of a model.
    type Puzzle: Clone;

    /// How many cells may be clues.
    fn n_cells(&self) -> usize;

    /// The puzzle with these clues.
    fn puzzle(&self, clues: &[Cell]) -> Self::Puzzle;

    /// The clues of a puzzle.
    ///
    /// # Errors
    /// [`Error::Start`] if they are not all clues of this solution.
    fn clues(&self, puzzle: &Self::Puzzle) -> Result<Vec<Cell>, Error>;

    /// It for the engines.
    ///
    /// # Errors
    /// [`Error::Model`] if the width does not hold its cells.
    #[doc(hidden)]
    fn instance<const W: usize>(&self) -> Result<Box<dyn ProblemInstance<W> + '_>, Error>;
}

impl sealed::Sealed for Grid {}

impl Solution for Grid {
    type Puzzle = Puzzle;

    fn n_cells(&self) -> usize {
        self.shape().n_cells()
    }

    fn puzzle(&self, clues: &[Cell]) -> Puzzle {
        self.puzzle::<WIDEST>(clues.iter().copied().collect())
    }

    fn clues(&self, puzzle: &Puzzle) -> Result<Vec<Cell>, Error> {
        let clues: Vec<Cell> = puzzle.clues::<WIDEST>().iter().collect();
        let is_ours = puzzle.shape() == self.shape() && clues.iter().all(|&c| puzzle.get(c) == Some(self.get(c)));
        if is_ours { Ok(clues) } else { Err(Error::Start("its clues are not those of the grid".to_owned())) }
    }

    fn instance<const W: usize>(&self) -> Result<Box<dyn ProblemInstance<W> + '_>, Error> {
        Ok(Box::new(SudokuClues::<W>::new(self.clone())))
    }
}

/// A grid among those of a variant of Sudoku.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantGrid {
    variant: Variant,
    grid: Grid,
}

impl VariantGrid {
    /// This grid of this variant.
    ///
    /// # Errors
    /// The [`VariantClash`] if it breaks a rule.
    ///
    /// # Panics
    /// If the variant is of another shape.
    pub fn new(variant: Variant, grid: Grid) -> Result<Self, VariantClash> {
        variant.check(&Puzzle::from(&grid))?;
        Ok(Self { variant, grid })
    }

    /// The rules.
    #[must_use]
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The grid.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }
}

impl sealed::Sealed for VariantGrid {}

impl Solution for VariantGrid {
    type Puzzle = Puzzle;

    fn n_cells(&self) -> usize {
        self.grid.shape().n_cells()
    }

    fn puzzle(&self, clues: &[Cell]) -> Puzzle {
        Solution::puzzle(&self.grid, clues)
    }

    fn clues(&self, puzzle: &Puzzle) -> Result<Vec<Cell>, Error> {
        self.grid.clues(puzzle)
    }

    fn instance<const W: usize>(&self) -> Result<Box<dyn ProblemInstance<W> + '_>, Error> {
        let problem = SudokuClues::<W>::of(&self.variant, self.grid.clone());
        Ok(Box::new(problem.expect("it was seen to keep the rules")))
    }
}

impl sealed::Sealed for ModelInstance {}

impl Solution for ModelInstance {
    type Puzzle = Vec<String>;

    fn n_cells(&self) -> usize {
        self.clues.len()
    }

    fn puzzle(&self, clues: &[Cell]) -> Vec<String> {
        clues.iter().map(|cell| self.model.var_name(self.clues[cell.get()]).to_owned()).collect()
    }

    fn clues(&self, puzzle: &Vec<String>) -> Result<Vec<Cell>, Error> {
        let cell = |name: &String| {
            let at = self.clues.iter().position(|&var| self.model.var_name(var) == name);
            at.map(Cell::new).ok_or_else(|| Error::Start(format!("`{name}` may not be a clue")))
        };
        puzzle.iter().map(cell).collect()
    }

    fn instance<const W: usize>(&self) -> Result<Box<dyn ProblemInstance<W> + '_>, Error> {
        Ok(Box::new(self.problem::<W>()?))
    }
}

/// The widest bit sets: those that hold the cells of any grid.
const WIDEST: usize = 10;
