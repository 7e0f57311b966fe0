//! Layouts, which show a choice of the variables of a model.

use crate::ilp::VarId;
use crate::sudoku::{Rule, Shape};

/// A layout that shows a puzzle to users.
pub trait Layout: Send + Sync {
    /// Returns the puzzle with only these clues, as lines of text in the style of the instance, each with a line break;
    /// `.` stands for hidden values.
    fn show(&self, is_clue: &dyn Fn(VarId) -> bool) -> String;

    /// Returns whether the layout shows whether this variable is a clue.
    fn shows(&self, var: VarId) -> bool;

    /// Returns a drawing with only these clues, for a square with rules.
    fn drawing(&self, _is_clue: &dyn Fn(VarId) -> bool) -> Option<Drawing> {
        None
    }
}

/// A square with rules, for pictures and for other programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The shape of its boxes; `1xn` if it has none.
    pub shape: Shape,
    /// The digits that are shown, in one line; `.` for hidden digits.
    pub puzzle: String,
    /// The digits of the solution.
    pub solution: String,
    /// The rules that are shown.
    pub rules: Vec<Rule>,
}
