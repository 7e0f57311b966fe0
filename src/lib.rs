//! minclue: the smallest set of clues that leaves a given solution as the only one.

pub use minclue_core::{base, hitting, problem, sudoku, unavoidable};

pub mod bilevel;
pub mod classic;
pub mod cli;
pub mod engine;
pub mod files;
pub mod local_search;
pub mod puzzle_tools;
pub mod puzzles;
pub mod report;
pub mod search;

/// 0/1 models and the solvers for them.
pub mod ilp {
    pub use minclue_core::ilp::*;
    pub use minclue_lp::*;
}
/// Certificates.
pub mod proof {
    pub use minclue_core::proof::*;
    pub use minclue_interop as outside;
}
pub mod width;
