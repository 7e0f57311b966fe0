//! Puzzles: other kinds than Sudoku as text, grids in the files of other programs, and Sudoku puzzles made for their own
//! sake.

#![forbid(unsafe_code)]

use minclue_core::{base, ilp, problem, sudoku, unavoidable};

pub mod grid_files;
pub mod puzzle_tools;
pub mod puzzles;
pub mod techniques;
