//! Sudoku puzzles for their own sake: made, made minimal, exchanged, classed and rated, and why one is not valid.

mod classes;
mod generate;
mod invalid;
mod minimise;
mod neighbours;
mod rate;

pub use classes::{Class, Classes, minlex};
pub use generate::{Erasure, GridSource, Made, NotMade, Order, Pattern, Wanted, generate};
pub use invalid::{Ambiguity, ambiguity, contradiction};
pub use minimise::Minimiser;
pub use neighbours::{Exchange, NeighboursEnd, neighbours};
pub use rate::{Measure, Rating, Solved, rate, recursions, tries};

use crate::base::{Limits, Pace};

/// Limits asked as often as is good for questions of microseconds.
fn pace(limits: &Limits) -> Pace {
    limits.pace(256)
}
