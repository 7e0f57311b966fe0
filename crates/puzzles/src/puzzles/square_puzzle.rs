//! A square with its rules as data, for drawings and for other programs.

use crate::base::Digit;
use crate::ilp::VarId;
use crate::problem::{Drawing, Layout};
use crate::sudoku::{Rule, Shape, digit_char};

use super::template::Template;

/// A solved square with its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquarePuzzle {
    /// The shape of its boxes; `1xn` if it has none.
    pub shape: Shape,
    /// The digits of the solution, row-major.
    pub digits: Vec<Digit>,
    /// The clue of each cell, row-major; empty if digits are not clues.
    pub cells: Vec<VarId>,
    /// The rules besides rows, columns and boxes, each with its clue if it may be one.
    pub rules: Vec<(Rule, Option<VarId>)>,
}

/// Shows a square with its rules: as text, or as a drawing.
pub(super) struct SquareLayout {
    pub(super) template: Template,
    pub(super) square: SquarePuzzle,
}

impl Layout for SquareLayout {
    fn show(&self, is_clue: &dyn Fn(VarId) -> bool) -> String {
        self.template.show(is_clue)
    }

    fn shows(&self, var: VarId) -> bool {
        self.template.shows(var)
    }

    fn drawing(&self, is_clue: &dyn Fn(VarId) -> bool) -> Option<Drawing> {
        let SquarePuzzle { shape, digits, cells, rules } = &self.square;
        let symbol = |digit: &Digit| digit_char(shape.n(), *digit);
        let shown = |(cell, digit): (usize, &Digit)| match cells.get(cell) {
            Some(var) if is_clue(*var) => symbol(digit),
            _ => '.',
        };
        let is_shown = |(_, clue): &&(Rule, Option<VarId>)| clue.is_none_or(is_clue);
        Some(Drawing {
            shape: *shape,
            puzzle: digits.iter().enumerate().map(shown).collect(),
            solution: digits.iter().map(symbol).collect(),
            rules: rules.iter().filter(is_shown).map(|(rule, _)| rule.clone()).collect(),
        })
    }
}
