//! minclue: the smallest set of clues that leaves a given solution as the only one.

pub use minclue_core::{base, problem, sudoku, unavoidable};
pub use minclue_engines::{bilevel, engine, local_search, search, width};
pub use minclue_puzzles::{classic, puzzle_tools, puzzles};
pub use minclue_solver::files;

pub mod cli;
pub mod report;

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
/// Hitting sets.
pub mod hitting {
    pub use minclue_core::hitting::*;
    pub use minclue_engines::published;
}
