//! Walks among the valid clue sets of one problem, from puzzle to puzzle.

mod improve;
mod plateau;
mod table;
#[cfg(test)]
mod tests;

pub use improve::{Improver, Judge};
