//! From a second solution to a minimal unavoidable set, in a few restricted searches.
//!
//! Asking for each cell of a set whether the rest still has a second solution costs as many searches as the set has
//! cells. Here one board keeps what the answers say. It starts with the target given outside the set. A cell is asked by
//! giving it the target's value. If a second solution is left, that one takes over, and the cells in which it agrees
//! with the target are given. If none is left, the cell is in every unavoidable set inside this one, and loses the
//! target's value: then the board has exactly the second solutions inside the set, and the rules tell of most other
//! cells that they must differ too. The set is minimal as soon as no cell can have the target's value, since then every
//! second solution inside the set differs in all of it.

use crate::base::{Pace, Stop};

use super::Nine;
use super::bands::Bands;
use super::board::{Board, DIGITS, State};

impl Nine {
    /// A minimal unavoidable set inside `cells`, the difference of the witness. Cells of `keep_out` are asked first, so
    /// that the result avoids them where it can.
    pub(super) fn minimise(&mut self, mut cells: Bands, keep_out: Bands, pace: &mut Pace) -> Result<Bands, Stop> {
        let mut board = Board::of_clues(&self.target, !cells);
        board.propagate(DIGITS);
        loop {
            let open = board.agreement(&self.target) & cells;
            if open.is_empty() {
                return Ok(cells);
            }
            let unwanted = open & keep_out;
            let cell = if unwanted.is_empty() { open.first() } else { unwanted.first() };
            self.guess(pace)?;
            let mut with = board;
            with.agree(&self.target, cell);
            let state = with.propagate(DIGITS);
            if self.second_on(with, state, pace)? {
                let fewer = self.difference();
                debug_assert!(fewer.without(cells).is_empty() && (fewer & cell).is_empty());
                board.agree(&self.target, cells.without(fewer));
                cells = fewer;
            } else {
                board.differ(&self.target, cell);
            }
            let state = board.propagate(DIGITS);
            debug_assert_ne!(state, State::Dead, "the witness is a solution of the board");
        }
    }
}
