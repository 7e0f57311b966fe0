//! A human-style solver, which applies named techniques, the easiest first, and rates the difficulty of a puzzle.
//!
//! A [`Position`] has the placed digits and the remaining candidates. Each technique has its own file, and looks for
//! one [`Deduction`]: a digit that is placed, or candidates that are removed, with the reason as a sentence.
//! [`walkthrough`] repeatedly applies the first deduction of the easiest technique that has one; if none has, it
//! guesses, and takes a digit of the solution.
//!
//! The rating is the hardest technique that was needed: its [`SolvingLevel`] is a word, and [`Walkthrough::score`] a
//! number. The names and the order are those in common use (Sudopedia, HoDoKu, Sudoku Explainer), which differ in
//! details; the order here is [`Technique::ALL`].
//!
//! # Variants
//!
//! The techniques are valid for any houses, including those of a variant, and cells a move apart see each other. Unique
//! rectangles are only valid without additional rules, so variants do not use them. Deductions that need the rules of a
//! variant, such as that a cell a knight's move from all places of a digit does not have it, are not implemented: a
//! puzzle may be easier than its level for people who know them.
//!
//! # Not implemented
//!
//! Finned and sashimi fish, almost locked sets, grouped chains, and techniques that assume more than one candidate at a
//! time are not implemented. A puzzle that needs one of these, and that no chain solves, has [`SolvingLevel::Beyond`].

mod alternating;
mod candidates;
mod coloring;
mod combinations;
mod conjugate;
mod deduction;
mod fish;
mod hidden_subset;
mod house;
mod level;
mod locked;
mod naked_subset;
mod position;
mod rectangle;
mod singles;
mod solve;
mod technique;
#[cfg(test)]
mod tests;
mod turbot;
mod w_wing;
mod words;
mod xy_chain;
mod xy_wing;
mod xyz_wing;

pub use candidates::{Candidate, Digits};
pub use deduction::Deduction;
use house::House;
pub use level::SolvingLevel;
pub use position::{Position, TooLarge};
pub use solve::{NoWalkthrough, Walkthrough, next_deduction, walkthrough};
pub use technique::Technique;

use crate::base::CellSet;

/// Two words hold the cells of grids up to 11x11.
type Cells = CellSet<2>;

trait Find: Sync {
    /// The first deduction in a fixed order of digits and houses, if there is one.
    fn find(&self, position: &Position) -> Option<Deduction>;
}
