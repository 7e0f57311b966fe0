//! Puzzles: kinds other than Sudoku as text, grids in the files of other programs, and tools for Sudoku puzzles.

#![forbid(unsafe_code)]

use minclue_core::{base, ilp, problem, sudoku, unavoidable};

pub mod grid_files;
pub mod puzzle_tools;
pub mod puzzles;
pub mod techniques;
