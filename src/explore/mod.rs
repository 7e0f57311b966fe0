//! Walks among the valid clue sets of one problem, from puzzle to puzzle.

mod improve;

pub use improve::{Improver, Judge};
