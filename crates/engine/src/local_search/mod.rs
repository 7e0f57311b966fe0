//! A walk among the valid clue sets of one problem, which gives engines their upper bounds. It does not depend on
//! Sudoku: a [`LocalSearchHost`] decides which clue sets are valid.

mod table;
#[cfg(test)]
mod tests;
mod walk;

pub use walk::LocalSearch;

use crate::base::{CellSet, Stop};

/// Problems with more cells than this are large. They need other methods, since a search may never end.
pub const LARGE: usize = 128;

/// Questions for each cell in a first walk: some 30 ms on a 9x9 grid.
const FIRST_QUESTIONS: u64 = 48;
/// The same where a question takes long.
const FIRST_SLOW_QUESTIONS: u64 = 12;

/// The number of queries per cell that make a first walk worth its time.
#[must_use]
pub fn first_questions(is_quick: bool) -> u64 {
    if is_quick { FIRST_QUESTIONS } else { FIRST_SLOW_QUESTIONS }
}

/// The answer of an oracle about a clue set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostReply<const W: usize> {
    /// The clues leave the target as the only solution.
    Valid,
    /// A minimal unavoidable set that they do not hit.
    Unhit(CellSet<W>),
    /// Not decided, because that would take too long.
    Open,
}

impl<const W: usize> From<Option<CellSet<W>>> for HostReply<W> {
    fn from(unhit: Option<CellSet<W>>) -> Self {
        unhit.map_or(Self::Valid, Self::Unhit)
    }
}

/// The services that the local search needs from the engine that runs it: answers about clue sets, limits, and the
/// incumbent.
pub trait LocalSearchHost<const W: usize> {
    /// Decides whether these clues leave the target as the only solution. An unhit set in the answer avoids the cells
    /// of `avoid` if possible.
    ///
    /// # Errors
    /// The limit that came first.
    fn ask(&mut self, clues: CellSet<W>, avoid: CellSet<W>) -> Result<HostReply<W>, Stop>;

    /// Returns a subset of `clues` that is enough. Call it directly after [`Self::ask`] has found `clues` to be valid.
    fn core(&self, clues: CellSet<W>) -> CellSet<W>;

    /// The known unavoidable sets.
    fn known(&self) -> &[CellSet<W>];

    /// The cost of all queries so far, in the unit in which the host limits a walk.
    fn effort(&self) -> u64;

    /// Checks the limits, within long steps.
    ///
    /// # Errors
    /// The limit that was reached.
    fn check_limits(&self) -> Result<(), Stop>;

    /// The best clues known.
    fn best(&self) -> Option<CellSet<W>>;

    /// Takes valid clues that the walk has found.
    fn improve(&mut self, clues: CellSet<W>);
}
