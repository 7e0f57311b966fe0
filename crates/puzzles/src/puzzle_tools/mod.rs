//! Tools for Sudoku puzzles: generating, minimizing, exchanging clues, classifying and rating, and explaining why a
//! puzzle is not valid.

mod check;
mod classes;
mod generate;
mod hunt;
mod minimize;
mod neighbors;
mod rate;

pub use check::{Ambiguity, Checked, check, check_at};
pub use classes::{Class, Classes, minlex};
pub use generate::{
    CountRange, Erasure, GridDraw, GridSource, Made, NotMade, Pattern, PuzzleCount, PuzzleSpec, RemovalOrder, generate,
    generate_at,
};
pub use hunt::{Hunt, HuntMove};
pub use minimize::{Minimized, minimize};
pub use neighbors::{Exchange, NeighborsEnd, Removals, find_neighbors, find_neighbors_without};
pub use rate::{RatedSolve, Rating, rate};

use crate::base::{Limits, Pace};

/// Limits asked as often as is good for questions of microseconds.
fn pace(limits: &Limits) -> Pace {
    limits.pace(256)
}
