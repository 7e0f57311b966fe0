//! Checks puzzles against the rules of a variant.

use std::fmt;

use crate::base::{Cell, Digit, Index};
use crate::sudoku::grid::Puzzle;
use crate::sudoku::text::cell_name;

use super::Variant;

/// Two equal digits that a rule of a variant forbids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantClash {
    /// The digit that occurs twice.
    pub digit: Digit,
    /// The rule, which is a house or a move.
    pub rule: String,
    /// The first of the two cells.
    pub first: Cell,
    /// The second of the two cells.
    pub second: Cell,
    /// The names of both cells.
    names: [String; 2],
}

impl fmt::Display for VariantClash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.names;
        write!(f, "{} occurs twice {}: {first} and {second}", self.digit.value(), self.rule)
    }
}

impl std::error::Error for VariantClash {}

impl Variant {
    /// Checks that the puzzle, which is valid for the shape, satisfies the other rules too.
    ///
    /// # Errors
    /// The first [`VariantClash`] in row-major order of its second cell.
    ///
    /// # Panics
    /// If the puzzle has another shape.
    pub fn check(&self, puzzle: &Puzzle) -> Result<(), VariantClash> {
        assert_eq!(self.shape, puzzle.shape());
        for second in self.shape.cells() {
            let Some(digit) = puzzle.get(second) else { continue };
            let is_equal = |cell: &&Cell| **cell < second && puzzle.get(**cell) == Some(digit);
            let clash = |rule: String, first: Cell| {
                let names = [first, second].map(|cell| cell_name(self.shape, cell));
                Err(VariantClash { digit, rule, first, second, names })
            };
            for house in self.houses.iter().filter(|house| house.cells.contains(&second)) {
                if let Some(first) = house.cells.iter().find(is_equal) {
                    return clash(format!("in {}", house.name), *first);
                }
            }
            if let Some(first) = self.moves(second).iter().find(is_equal) {
                let is_step = |steps: &[(i8, i8)]| {
                    steps.iter().any(|step| super::after(self.shape, *first, *step) == Some(second))
                };
                let rule = self.rules.iter().find(|rule| rule.steps().is_some_and(is_step));
                return clash(rule.map_or("", super::Rule::apart).to_owned(), *first);
            }
        }
        Ok(())
    }

    /// Returns whether these digits (row-major), which must be a grid of the shape, satisfy the other rules too.
    #[must_use]
    pub fn keeps(&self, digits: &[Digit]) -> bool {
        let in_house = |cells: &[Cell]| {
            let seen = cells.iter().fold(0_u32, |seen, cell| seen | 1 << digits[cell.get()].index());
            seen.count_ones() as usize == cells.len()
        };
        self.houses.iter().all(|house| in_house(&house.cells))
            && self
                .shape
                .cells()
                .all(|cell| self.moves(cell).iter().all(|other| digits[cell.get()] != digits[other.get()]))
    }
}
