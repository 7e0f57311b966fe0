//! Sudoku of any box shape and its variants: shapes, grids and puzzles, their text formats, and the solver.
//!
//! A *grid* is complete and valid, and a *puzzle* has only clues. Cells are 0-based and row-major, digits are 1 to n.

mod canon;
pub mod columns;
mod counter;
mod enumerate;
mod generate;
mod geometry;
mod grid;
mod known;
mod large;
mod nine;
mod parse;
mod read;
mod shape;
mod solver;
pub mod spread;
mod symmetry;
mod text;
mod transform;
mod uniform;
mod uniqueness;
mod variant;

pub use canon::{Minlex, minlex_grid, minlex_puzzle};
pub use counter::{Counter, Uniqueness};
pub use enumerate::{all_grids, count_solutions};
pub use generate::{random_grid, random_grid_of};
pub use geometry::Geometry;
pub use grid::{Clash, Grid, Puzzle};
pub use known::FewestClues;
pub use large::{Large, LargePuzzles};
pub use nine::{Nine, NinePuzzles};
pub use parse::ParseError;
pub use read::{Entry, Foreign, Lines, Note, Place, ReadError, Reader, Reason, RowLayout};
pub use shape::{House, Shape, ShapeError};
pub use solver::{SecondSolution, SudokuSolver, WalkEnd};
pub use symmetry::{Automorphisms, automorphisms};
pub use text::{cell_name, digit_char, line};
pub use transform::Transform;
pub use uniform::{NoUniformGrids, UniformGrids};
pub use uniqueness::classify;
pub use variant::{
    CellAt, Direction, DrawnRule, ExtraHouse, JigsawRegions, RegionsError, Rule, RuleError, Variant, VariantClash,
    VariantError,
};
