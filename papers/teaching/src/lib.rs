//! The teaching solvers: methods published for teaching and comparison, implemented as in the papers.
//!
//! [`fill`] is the brute force of maniccam-2013 with its exact count of tries, and [`random_fill`] is its method to
//! make grids. [`Squares`] are the contribution numbers of abuluaih-2015, and [`search`] is its backtracking with
//! forward checking in three orders.
//!
//! To solve puzzles, use [`minclue_core::sudoku::SudokuSolver`]. The purpose of these solvers is to count work, so
//! every rule of counting is documented, and a setting if the paper leaves it open.

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
