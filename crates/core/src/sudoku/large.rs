//! The path that learns: finds a solution other than the target, and a minimal set of cells in which one differs.
//!
//! A puzzle with few clues on a large grid, or of a variant without boxes, can take a plain search hours, so this
//! search learns from its conflicts: it uses a [`Learner`](crate::learning::Learner). Its variables are "this cell has
//! this digit". Its items are that a cell has one digit, and a digit one place in each house; and one clause requires
//! that some cell differs from the target. The clues are assumptions, so all learned clauses hold for any clues.

mod puzzles;
#[cfg(test)]
mod tests;

use crate::base::{Cell, CellSet, Digit, Index, Pace, Stop};
use crate::learning::{Lit, Rules, SecondPoints};

use super::grid::Grid;
use super::shape::Shape;
use super::variant::Variant;

pub use puzzles::LargePuzzles;

/// A search for second solutions of one grid of any shape.
///
/// Sets of cells may have any width that holds the cells. Its answers depend on earlier questions, except whether there
/// is a second solution; see [`Self::forget`].
#[derive(Clone, Debug)]
pub struct Large {
    variant: Variant,
    target: Box<[Digit]>,
    points: SecondPoints,
    /// The last second solution.
    witness: Box<[Digit]>,
}

impl Large {
    /// Creates the path for `target`, a grid of this shape, row-major.
    ///
    /// # Panics
    /// If `target` is not such a grid.
    #[must_use]
    pub fn new(shape: Shape, target: &[Digit]) -> Self {
        Self::of(&Variant::plain(shape), target)
    }

    /// Creates the path for `target`, a grid of `variant`, row-major.
    ///
    /// # Panics
    /// If `target` is not such a grid.
    #[must_use]
    pub fn of(variant: &Variant, target: &[Digit]) -> Self {
        assert!(is_grid(variant, target), "the target is a grid");
        let shape = variant.shape();
        let mut rules = rules(variant);
        let agrees: Vec<Lit> = shape.cells().map(|cell| has(shape, cell, target[cell.get()])).collect();
        rules.clause(&agrees.iter().map(|lit| lit.not()).collect::<Vec<Lit>>());
        // It is guessed that a cell agrees with the target: so a second solution differs in few cells, and clauses
        // speak of few as well.
        let n = shape.n();
        let first: Vec<bool> = (0..rules.n_vars()).map(|var| target[var / n].index() == var % n).collect();
        let points = SecondPoints::new(rules, &first, agrees);
        Self { variant: variant.clone(), target: target.into(), points, witness: target.into() }
    }

    #[must_use]
    pub fn target(&self) -> &[Digit] {
        &self.target
    }

    /// The number of guesses since its creation.
    #[must_use]
    pub fn n_guesses(&self) -> u64 {
        self.points.learner().n_guesses()
    }

    /// Discards all learned clauses: further answers are those of a new path.
    pub fn forget(&mut self) {
        self.points.forget();
        self.witness.clone_from(&self.target);
    }

    /// Returns the cells in which a second solution that agrees with the target on `clues` differs from it; `None` if
    /// there is none. [`Self::witness`] is then that solution, or [`Self::core`] has clues that are enough.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn second_solution<const W: usize>(
        &mut self,
        clues: CellSet<W>,
        pace: &mut Pace,
    ) -> Result<Option<CellSet<W>>, Stop> {
        Ok(self.points.search(clues, pace)?.then(|| self.difference()))
    }

    /// Returns a minimal unavoidable set that `clues` do not hit, and that avoids the cells of `keep_out` if possible;
    /// `None` if the target is the only solution. [`Self::witness`] then proves the set, or [`Self::core`] has clues
    /// that are enough.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn unhit_set<const W: usize>(
        &mut self,
        clues: CellSet<W>,
        keep_out: CellSet<W>,
        pace: &mut Pace,
    ) -> Result<Option<CellSet<W>>, Stop> {
        Ok(self.points.search_minimal(clues, keep_out, pace)?.then(|| self.difference()))
    }

    /// Returns a proof that `clues` leave the target as the only solution (see
    /// [`Learner::refutation`](crate::learning::Learner::refutation)); `None` if they do not. The variable "the cell
    /// has the digit" is `cell * n + digit`, both from 0.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn refutation<const W: usize>(
        &mut self,
        clues: CellSet<W>,
        pace: &mut Pace,
    ) -> Result<Option<Vec<Box<[Lit]>>>, Stop> {
        self.points.refutation(clues, pace)
    }

    /// The last second solution found, row-major; before the first, the target.
    #[must_use]
    pub fn witness(&self) -> &[Digit] {
        &self.witness
    }

    /// The clues on which the last proof of uniqueness depends: they leave the target as the only solution. `None`
    /// after any other answer.
    #[must_use]
    pub fn core<const W: usize>(&self) -> Option<CellSet<W>> {
        self.points.core()
    }

    /// Takes the second solution that was found, and the cells in which it differs. It is believed after a check that
    /// shares nothing with the search.
    fn difference<const W: usize>(&mut self) -> CellSet<W> {
        self.witness = digits(self.variant.shape(), self.points.learner().point());
        assert!(
            is_grid(&self.variant, &self.witness) && self.witness != self.target,
            "the path that learns found a second solution that is none"
        );
        self.points.differing()
    }
}

/// "The cell has the digit": the variable is `cell * n + digit`, both from 0.
fn has(shape: Shape, cell: Cell, digit: Digit) -> Lit {
    Lit::new(cell.get() * shape.n() + digit.index(), true)
}

/// The digits of a point of [`rules`], row-major.
fn digits(shape: Shape, point: &[bool]) -> Box<[Digit]> {
    let digit = |values: &[bool]| values.iter().position(|value| *value).expect("a cell has a digit");
    point.chunks(shape.n()).map(|values| Digit::from_index(digit(values))).collect()
}

/// Do these digits keep all rules?
fn is_grid(variant: &Variant, digits: &[Digit]) -> bool {
    Grid::new(variant.shape(), digits).is_ok() && variant.keeps(digits)
}

/// A digit for each cell, and a place for each digit in each row, column, box and house of the variant; the boxes of a
/// Latin square repeat its lines. Cells that are a move apart have different digits.
fn rules(variant: &Variant) -> Rules {
    let shape = variant.shape();
    let n = shape.n();
    let mut rules = Rules::new(shape.n_cells() * n);
    for cell in shape.cells() {
        let lits: Vec<Lit> = (1..=n).map(|digit| has(shape, cell, Digit::new(digit))).collect();
        rules.exactly_one(&lits);
    }
    let kinds: [&dyn Fn(Cell) -> usize; 3] = [&|c| shape.row(c), &|c| shape.column(c), &|c| shape.box_of(c)];
    for house in kinds.into_iter().take(if shape.is_latin() { 2 } else { 3 }) {
        for i in 0..n {
            for digit in 1..=n {
                let cells = shape.cells().filter(|cell| house(*cell) == i);
                let lits: Vec<Lit> = cells.map(|cell| has(shape, cell, Digit::new(digit))).collect();
                rules.exactly_one(&lits);
            }
        }
    }
    let digits = || (1..=n).map(Digit::new);
    for house in variant.houses() {
        for digit in digits() {
            let lits: Vec<Lit> = house.cells.iter().map(|cell| has(shape, *cell, digit)).collect();
            rules.exactly_one(&lits);
        }
    }
    for cell in shape.cells() {
        for other in variant.moves(cell).iter().filter(|other| **other > cell) {
            for digit in digits() {
                rules.clause(&[has(shape, cell, digit).not(), has(shape, *other, digit).not()]);
            }
        }
    }
    rules
}
