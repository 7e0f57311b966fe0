//! From puzzle to puzzle: a walk among the valid clue sets of one problem, for the upper bounds of the engines. Nothing
//! here is about Sudoku: a [`LocalSearchHost`] says what is valid.

mod table;
#[cfg(test)]
mod tests;
mod walk;

pub use walk::LocalSearch;

use crate::base::{CellSet, Stop};

/// A problem with more cells is large: it takes other means, since a search may never end.
pub const LARGE: usize = 128;

/// Questions for each cell in a first walk: some 30 ms on a 9x9 grid.
const FIRST_QUESTIONS: u64 = 48;
/// The same where a question takes long.
const FIRST_SLOW_QUESTIONS: u64 = 12;

/// Questions for each cell that make a first walk worth its time.
#[must_use]
pub fn first_questions(is_quick: bool) -> u64 {
    if is_quick { FIRST_QUESTIONS } else { FIRST_SLOW_QUESTIONS }
}

/// What an oracle says about a clue set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostReply<const W: usize> {
    /// The clues leave the target as the only solution.
    Valid,
    /// A minimal unavoidable set that they do not hit.
    Unhit(CellSet<W>),
    /// It would take too long to say.
    Open,
}

impl<const W: usize> From<Option<CellSet<W>>> for HostReply<W> {
    fn from(unhit: Option<CellSet<W>>) -> Self {
        unhit.map_or(Self::Valid, Self::Unhit)
    }
}

/// What the local search needs of the engine that runs it: answers about clue sets, limits, and the incumbent.
pub trait LocalSearchHost<const W: usize> {
    /// Do these clues leave the target as the only solution? A set that they do not hit avoids the cells of `avoid`
    /// where it can.
    ///
    /// # Errors
    /// The limit that came first.
    fn ask(&mut self, clues: CellSet<W>, avoid: CellSet<W>) -> Result<HostReply<W>, Stop>;

    /// Clues among `clues` that are enough, right after [`Self::ask`] has found that `clues` are.
    fn core(&self, clues: CellSet<W>) -> CellSet<W>;

    /// The known unavoidable sets.
    fn known(&self) -> &[CellSet<W>];

    /// What all questions have cost so far, in the unit in which the host limits a walk.
    fn effort(&self) -> u64;

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
