//! Observers of a solver.

use crate::base::{Cell, Digit};

/// A change of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardChange {
    /// The cell that changes.
    pub cell: Cell,
    /// The digit that is written; `None` if the cell is emptied.
    pub digit: Option<Digit>,
    /// The number of tries or recursions so far, including this one.
    pub count: u64,
}

/// An observer, which is called with every change.
pub type Watch<'w> = dyn FnMut(BoardChange) + 'w;
