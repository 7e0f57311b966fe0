//! How a choice of the variables of a model is shown.

use crate::ilp::VarId;
use crate::sudoku::{Rule, Shape};

/// Shows a puzzle to people.
pub trait Layout: Send + Sync {
    /// The puzzle with only these clues, as lines of text in the style of the instance, each ended by a line break; `.`
    /// stands for what is not shown.
    fn show(&self, is_clue: &dyn Fn(VarId) -> bool) -> String;

    /// Can it be seen there whether this variable is a clue?
    fn shows(&self, var: VarId) -> bool;

    /// What there is to draw with only these clues, if it is a square with rules.
    fn drawing(&self, _is_clue: &dyn Fn(VarId) -> bool) -> Option<Drawing> {
        None
    }
}

/// A square with rules: what is drawn of it, and what other programs read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// Its boxes; `1xn` without any.
    pub shape: Shape,
    /// The digits that are shown, in one line; `.` for the others.
    pub puzzle: String,
    /// The digits of the solution.
    pub solution: String,
    /// The rules that are shown.
    pub rules: Vec<Rule>,
}
