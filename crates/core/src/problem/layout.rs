//! How a choice of the variables of a model is shown.

use crate::ilp::VarId;

/// Shows a puzzle to people.
pub trait Layout: Send + Sync {
    /// The puzzle with only these clues, as lines of text in the style of the instance, each ended by a line break; `.`
    /// stands for what is not shown.
    fn show(&self, is_clue: &dyn Fn(VarId) -> bool) -> String;

    /// Can it be seen there whether this variable is a clue?
    fn shows(&self, var: VarId) -> bool;
}
