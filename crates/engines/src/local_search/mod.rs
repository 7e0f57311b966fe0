//! From puzzle to puzzle: walks among the valid clue sets of one problem, for the upper bounds of the engines. Nothing
//! here is about Sudoku: a [`LocalSearchHost`] says what is valid.

mod improve;
mod plateau;
mod table;
#[cfg(test)]
mod tests;

pub use improve::LocalSearch;

use crate::base::{CellSet, Stop};

/// A problem with more cells is large: it takes other means, since a search may never end.
pub const LARGE: usize = 128;

/// What the local search needs of the engine that runs it: answers about clue sets, limits, and the incumbent.
pub trait LocalSearchHost<const W: usize> {
    /// Do these clues leave the target as the only solution?
    ///
    /// # Errors
    /// The limit that came first.
    fn is_valid(&mut self, clues: CellSet<W>) -> Result<bool, Stop>;

    /// A minimal unavoidable set that `clues` do not hit, which avoids the cells of `avoid` where it can; `None` if
    /// they leave the target as the only solution.
    ///
    /// # Errors
    /// The limit that came first.
    fn unhit_set(&mut self, clues: CellSet<W>, avoid: CellSet<W>) -> Result<Option<CellSet<W>>, Stop>;

    /// Clues among `clues` that are enough, right after [`Self::unhit_set`] has found that `clues` are.
    fn core(&self, clues: CellSet<W>) -> CellSet<W>;

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
