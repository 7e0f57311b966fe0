//! From puzzle to puzzle: walks among the valid clue sets of one problem, for the upper bounds of the engines; and Sudoku
//! puzzles made, made minimal, exchanged, classed and rated.

mod classes;
mod generate;
mod improve;
mod invalid;
mod minimise;
mod neighbours;
mod plateau;
mod rate;
mod table;
#[cfg(test)]
mod tests;

pub use classes::{Class, Classes, minlex};
pub use generate::{Erasure, GridSource, Made, NotMade, Order, Pattern, Wanted, generate};
pub use improve::Improver;
pub use invalid::{Ambiguity, ambiguity, contradiction};
pub use minimise::Minimiser;
pub use neighbours::{Exchange, NeighboursEnd, neighbours};
pub use rate::{Measure, Rating, Solved, rate, recursions, tries};

use crate::base::{CellSet, Limits, Pace, Stop};

/// A problem with more cells is large: it takes other means, since a search may never end.
pub const LARGE: usize = 128;

/// Knows what is valid, and takes what is found.
pub trait Judge<const W: usize> {
    /// Do these clues leave the target as the only solution?
    ///
    /// # Errors
    /// The limit that came first.
    fn is_valid(&mut self, clues: CellSet<W>) -> Result<bool, Stop>;

    /// A minimal unavoidable set that `clues` do not hit, which avoids the cells of `avoid` where it can; `None` if they leave
    /// the target as the only solution.
    ///
    /// # Errors
    /// The limit that came first.
    fn unhit_set(&mut self, clues: CellSet<W>, avoid: CellSet<W>) -> Result<Option<CellSet<W>>, Stop>;

    /// Clues among `clues` that are enough, right after [`Self::unhit_set`] has found that `clues` are.
    fn enough(&self, clues: CellSet<W>) -> CellSet<W>;

    /// The known unavoidable sets.
    fn known(&self) -> &[CellSet<W>];

    /// The cells that are in every known unavoidable set that `clues` do not hit; every cell if they hit them all.
    fn common(&self, clues: CellSet<W>) -> CellSet<W>;

    /// Ends work of long steps.
    ///
    /// # Errors
    /// The limit that was reached.
    fn check_limits(&self) -> Result<(), Stop>;

    /// The best clues known.
    fn best(&self) -> Option<CellSet<W>>;

    /// Valid clues were found.
    fn improve(&mut self, clues: CellSet<W>);
}

/// Limits asked as often as is good for questions of microseconds.
fn pace(limits: &Limits) -> Pace {
    limits.pace(256)
}
