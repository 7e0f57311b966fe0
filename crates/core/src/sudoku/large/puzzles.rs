//! Puzzles whose solution is not known: finds one of their solutions, or shows that there is none.

use crate::base::{Digit, Pace, Stop};
use crate::learning::{Learner, Lit, SearchGoal};
use crate::sudoku::grid::Grid;
use crate::sudoku::variant::Variant;

use super::{digits, has, is_grid, rules};

/// A solver of puzzles of a variant of any shape, which learns from one puzzle for the next.
///
/// The solution that it finds, if there are several, depends on earlier puzzles.
#[derive(Clone, Debug)]
pub struct LargePuzzles {
    variant: Variant,
    learner: Learner,
}

impl LargePuzzles {
    #[must_use]
    pub fn of(variant: &Variant) -> Self {
        let rules = rules(variant);
        // That a cell has a digit says more than that it has another one.
        let first = vec![true; rules.n_vars()];
        Self { variant: variant.clone(), learner: Learner::new(rules, &first) }
    }

    /// The number of guesses since its creation.
    #[must_use]
    pub fn n_guesses(&self) -> u64 {
        self.learner.n_guesses()
    }

    /// Returns a solution of `cells` (clues or `None`, row-major); `None` if there is none. Clues may clash. A node of
    /// the limits is a guess.
    ///
    /// # Errors
    /// The limit that came first.
    ///
    /// # Panics
    /// If the number of cells is not that of the shape.
    pub fn solution(&mut self, cells: &[Option<Digit>], pace: &mut Pace) -> Result<Option<Grid>, Stop> {
        let shape = self.variant.shape();
        assert_eq!(cells.len(), shape.n_cells(), "a puzzle of this shape");
        let given = |(cell, digit): (_, &Option<Digit>)| digit.map(|digit| has(shape, cell, digit));
        let given: Vec<Lit> = shape.cells().zip(cells).filter_map(given).collect();
        if !self.learner.search(&given, SearchGoal::Any, pace)? {
            return Ok(None);
        }
        // It is believed after a check that shares nothing with the search.
        let found = digits(shape, self.learner.point());
        let keeps_clues = cells.iter().zip(&found).all(|(clue, digit)| clue.is_none_or(|clue| clue == *digit));
        assert!(is_grid(&self.variant, &found) && keeps_clues, "the path that learns found a solution that is none");
        Ok(Some(Grid::new(shape, &found).expect("it was checked")))
    }

    /// Returns whether the variant has any grid. Some jigsaws have none.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn has_grid(&mut self, pace: &mut Pace) -> Result<bool, Stop> {
        // No rule names a digit, so the first row may have them in order.
        let n = self.variant.shape().n();
        let mut cells = vec![None; self.variant.shape().n_cells()];
        for (index, cell) in cells[..n].iter_mut().enumerate() {
            *cell = Some(Digit::from_index(index));
        }
        Ok(self.solution(&cells, pace)?.is_some())
    }
}
