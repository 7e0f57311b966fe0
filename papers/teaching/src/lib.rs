//! The teaching solvers: methods that are published to be read, counted and compared, and are built here as printed.
//!
//! [`fill`] is the brute force of maniccam-2013 with its exact count of tries, and [`random_fill`] is its way
//! to make grids. [`Squares`] are the contribution numbers of abuluaih-2015, and
//! [`search`] is its backtracking with forward checking in three orders.
//!
//! They are not the way to a solution: [`minclue_core::sudoku::SudokuSolver`] is. Here the work is the answer, so every rule
//! of counting is stated, and where a paper leaves one open it is a choice.

#![forbid(unsafe_code)]

use minclue_core::{base, sudoku};

mod board;
mod courses;
mod design;
mod fill;
#[cfg(test)]
mod given;
#[cfg(test)]
mod reference;
mod search;
mod settings;
mod squares;
mod tree;
mod watch;

pub use courses::{Counted, CourseCounts, ctn, tries};
pub use design::random_fill;
pub use fill::{FillEnd, Filled, Permutations, Values, fill, fill_watched};
pub use search::{SearchEnd, Trial, search, search_watched};
pub use settings::{CountRule, StopRule, Strategy, Ties, TrialSettings};
pub use squares::{Square, Squares, Weight};
pub use tree::{SearchTree, TreeNode};
pub use watch::{BoardChange, Watch};
