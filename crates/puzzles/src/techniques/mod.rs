//! Solving as people do: by named techniques, the easiest first, and how hard a puzzle is for them.
//!
//! A [`Position`] has the digits that are written and the candidates that are left. Each technique has a file of its
//! own and looks for one [`Deduction`]: a digit that is written, or candidates that are removed, with the reason as a
//! sentence. [`walkthrough`] takes the first deduction of the easiest technique that has one, again and again; what
//! remains without one is guessed, and is written from the solution.
//!
//! The rating is the hardest technique that was needed: its [`SolvingLevel`] is a word, and [`Walkthrough::score`] a
//! number. Names and order are those in common use among players (Sudopedia, HoDoKu, Sudoku Explainer), which differ in
//! details; the order here is [`Technique::ALL`].
//!
//! # Variants
//!
//! Techniques hold for any houses, so those of a variant are houses too, and cells a move apart see each other. That a
//! puzzle has one solution says something of rectangles only where there are no such rules, so there they are left out.
//! What only the rules of a variant give, such as that no cell a knight's move from all places of a digit has it, is not
//! looked for: a puzzle may be easier than its level for those who know them.
//!
//! # What is not here
//!
//! Finned and sashimi fish, almost locked sets, grouped chains, and whatever assumes more than one candidate at a time.
//! A puzzle that needs one of these and has no chain either is [`SolvingLevel::Beyond`].

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
