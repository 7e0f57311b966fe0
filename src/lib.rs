//! minclue: the smallest set of clues that leaves a given solution as the only one.

pub mod base;
pub mod bilevel;
pub mod classic;
#[cfg(feature = "cli")]
pub mod cli;
pub mod explore;
pub mod files;
pub mod hitting;
pub mod ilp;
pub mod problem;
pub mod proof;
pub mod puzzles;
pub mod report;
pub mod search;
pub mod sudoku;
pub mod unavoidable;
