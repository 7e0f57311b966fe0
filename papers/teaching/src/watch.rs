//! What somebody sees who watches a solver at work.

use crate::base::{Cell, Digit};

/// A change of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardChange {
    /// The cell that changes.
    pub cell: Cell,
    /// What is written; `None` if the cell is emptied.
    pub digit: Option<Digit>,
    /// Tries or recursions up to now, this one included.
    pub count: u64,
}

/// Is called with every change.
pub type Watch<'w> = dyn FnMut(BoardChange) + 'w;
