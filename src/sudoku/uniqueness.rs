//! Has a puzzle no solution, one, or more?

use super::grid::{Grid, Puzzle};
use super::solver::Solver;

/// How many solutions a puzzle has, as far as anyone asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// None.
    None,
    /// Exactly this one.
    One(Grid),
    /// At least these two.
    Many(Grid, Grid),
}

/// Solves a puzzle as far as is needed to tell none, one and many solutions apart. `W` words must hold its cells.
#[must_use]
pub fn classify<const W: usize>(puzzle: &Puzzle) -> Uniqueness {
    let mut found = Solver::<W>::new(puzzle.shape()).solutions(puzzle, 2).into_iter();
    match (found.next(), found.next()) {
        (None, _) => Uniqueness::None,
        (Some(one), None) => Uniqueness::One(one),
        (Some(one), Some(other)) => Uniqueness::Many(one, other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Digit;
    use crate::sudoku::Shape;

    fn four() -> Shape {
        Shape::new(2, 2).expect("a shape")
    }

    fn cells(text: &str) -> Vec<Option<Digit>> {
        text.chars().map(|c| c.to_digit(10).filter(|d| *d > 0).map(|d| Digit::new(d as usize))).collect()
    }

    #[test]
    fn none_one_and_many_are_told_apart() {
        let of = |text: &str| classify::<1>(&Puzzle::new(four(), cells(text)).expect("no clash"));
        assert!(matches!(of("1234341221434321"), Uniqueness::One(_)));
        // R1C4 sees 1, 2 and 3 in its row and a 4 in its column.
        assert_eq!(of("123........4...."), Uniqueness::None);
        assert!(matches!(of("................"), Uniqueness::Many(a, b) if a != b));
    }
}
