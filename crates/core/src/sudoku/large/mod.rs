//! The path of grids larger than 9x9: is there a solution other than the target, and a minimal set of cells in which
//! one differs?
//!
//! A puzzle with few clues on a large grid can keep a plain search busy for hours, so this one learns from its
//! conflicts (clause learning, as in solvers for propositional logic). Its variables are "this cell has this digit";
//! the rules are kept as items that need no clauses, see [`rules`]; the one clause that stands at the start says that
//! some cell differs from the target. The clues are assumptions. So whatever is learned holds for any clues and stays
//! from question to question, and a question that resembles the ones before costs a few conflicts.
//!
//! See [`search`] for the search, [`conflict`] for what is learned, [`trail`] for the assignment, [`clauses`] for the
//! store, and [`order`] for the choice of guesses.

mod clauses;
mod conflict;
mod order;
mod rules;
mod search;
#[cfg(test)]
mod tests;
mod trail;

use rand::seq::SliceRandom;

use crate::base::{Cell, CellSet, Digit, Index, Pace, Rng, Stop, rng};

use super::grid::Grid;
use super::shape::Shape;
use clauses::Clauses;
use conflict::Conflict;
use order::Order;
use rules::{Lit, Rules};
use search::Wish;
use trail::{Trail, Value};

/// Looks for second solutions of one grid of any shape.
///
/// Sets of cells may have any width that holds the cells. What it answers beside "yes" and "no" depends on what it was
/// asked before, see [`Self::forget`].
#[derive(Clone, Debug)]
pub struct Large {
    shape: Shape,
    target: Box<[Digit]>,
    rules: Rules,
    trail: Trail,
    clauses: Clauses,
    order: Order,
    conflict: Conflict,
    /// There is no second solution at all.
    is_settled: bool,
    /// The last second solution.
    witness: Box<[Digit]>,
    /// The clues that the last proof of uniqueness rests on, if the last answer was one.
    core: Option<Vec<Cell>>,
    /// Nothing was asked yet.
    is_new: bool,
    rng: Rng,
    n_guesses: u64,
}

impl Large {
    /// The path for `target`, a grid of this shape, row-major.
    ///
    /// # Panics
    /// If it is none.
    #[must_use]
    pub fn new(shape: Shape, target: &[Digit]) -> Self {
        assert!(Grid::new(shape, target).is_ok(), "the target is a grid");
        let rules = Rules::new(shape);
        let mut large = Self {
            shape,
            target: target.into(),
            trail: Trail::new(&rules),
            clauses: Clauses::new(rules.n_vars),
            order: Order::new(rules.n_vars),
            conflict: Conflict::new(rules.n_vars),
            is_settled: false,
            witness: target.into(),
            core: None,
            is_new: true,
            rng: rng(0),
            n_guesses: 0,
            rules,
        };
        let differs: Vec<Lit> = shape.cells().map(|cell| large.agrees(cell).not()).collect();
        large.clauses.insert(&differs);
        large
    }

    /// The target, row-major.
    #[must_use]
    pub fn target(&self) -> &[Digit] {
        &self.target
    }

    /// Guesses made since the path was built.
    #[must_use]
    pub fn n_guesses(&self) -> u64 {
        self.n_guesses
    }

    /// Forgets everything that was learned: the next answers are those of a new path.
    pub fn forget(&mut self) {
        if !self.is_new {
            *self = Self { n_guesses: self.n_guesses, ..Self::new(self.shape, &self.target) };
        }
    }

    /// The cells in which some second solution differs that agrees with the target on `clues`; `None` if there is none.
    /// [`Self::witness`] is that solution, or [`Self::core`] the clues that are enough.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn second_solution<const W: usize>(
        &mut self,
        clues: CellSet<W>,
        pace: &mut Pace,
    ) -> Result<Option<CellSet<W>>, Stop> {
        let given: Vec<Cell> = clues.iter().collect();
        Ok(self.search(&given, Wish::Any, pace)?.then(|| self.difference()))
    }

    /// A minimal unavoidable set that `clues` do not hit, which avoids the cells of `keep_out` where it can; `None` if
    /// the target is the only solution. [`Self::witness`] proves the set, or [`Self::core`] are the clues that are
    /// enough.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn unhit_set<const W: usize>(
        &mut self,
        clues: CellSet<W>,
        keep_out: CellSet<W>,
        pace: &mut Pace,
    ) -> Result<Option<CellSet<W>>, Stop> {
        let Some(set) = self.second_solution(clues, pace)? else { return Ok(None) };
        let given: Vec<Cell> = self.shape.cells().filter(|cell| !set.contains(*cell)).collect();
        let mut wishes: Vec<Cell> = set.iter().collect();
        wishes.shuffle(&mut self.rng);
        let (mut wishes, others): (Vec<Cell>, Vec<Cell>) =
            wishes.into_iter().partition(|cell| keep_out.contains(*cell));
        wishes.extend(others);
        let found = self.search(&given, Wish::Agree(&wishes), pace)?;
        assert!(found, "a second solution was lost");
        Ok(Some(self.difference()))
    }

    /// The last second solution that was found, row-major; the target as long as there was none.
    #[must_use]
    pub fn witness(&self) -> &[Digit] {
        &self.witness
    }

    /// The clues that the last proof of uniqueness rests on: they leave the target as the only solution. `None`
    /// after any other answer.
    #[must_use]
    pub fn core<const W: usize>(&self) -> Option<CellSet<W>> {
        Some(self.core.as_ref()?.iter().copied().collect())
    }

    /// Digits, rows, columns.
    fn n(&self) -> usize {
        self.shape.n()
    }

    /// "The cell agrees with the target."
    fn agrees(&self, cell: Cell) -> Lit {
        Lit::has(self.rules.var(cell, self.target[cell.get()]))
    }

    /// The cells in which the last second solution differs from the target.
    fn difference<const W: usize>(&self) -> CellSet<W> {
        self.shape.cells().filter(|cell| self.witness[cell.get()] != self.target[cell.get()]).collect()
    }

    /// A second solution was found: it is believed after a check that shares nothing with the search.
    fn keep_difference(&mut self) {
        for var in 0..self.rules.n_vars {
            if self.trail.value(Lit::has(var)) == Value::True {
                self.witness[self.rules.cell(var).get()] = self.rules.digit(var);
            }
        }
        let is_grid = Grid::new(self.shape, &self.witness).is_ok();
        assert!(is_grid && self.witness != self.target, "the path of large grids found a second solution that is none");
    }
}
