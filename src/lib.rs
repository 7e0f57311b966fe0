//! minclue: the smallest set of clues that leaves a given solution as the only one.

#[cfg(feature = "cli")]
pub use minclue_core::{base, problem, sudoku, unavoidable};
#[cfg(feature = "cli")]
pub use minclue_engines::{bilevel, engine, local_search, search, width};
#[cfg(feature = "cli")]
pub use minclue_puzzles::{classic, puzzle_tools, puzzles};
#[cfg(feature = "cli")]
pub use minclue_solver::files;

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod report;

/// 0/1 models and the solvers for them.
#[cfg(feature = "cli")]
pub mod ilp {
    pub use minclue_core::ilp::*;
    pub use minclue_lp::*;
}
/// Certificates.
#[cfg(feature = "cli")]
pub mod proof {
    pub use minclue_core::proof::*;
    pub use minclue_interop as outside;
}
/// Hitting sets.
#[cfg(feature = "cli")]
pub mod hitting {
    pub use minclue_core::hitting::*;
    pub use minclue_engines::published;
}
