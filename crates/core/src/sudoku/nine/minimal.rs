//! Reduces a second solution to a minimal unavoidable set, in a few restricted searches.
//!
//! Testing for each cell of a set whether the rest still has a second solution takes as many searches as the set has
//! cells. Here one board accumulates the answers. It starts with the target given outside the set. A cell is tested by
//! giving it the target's value. If there is still a second solution, it replaces the current one, and the cells in
//! which it agrees with the target become given. If there is none, the cell is in every unavoidable set inside this
//! one, and loses the target's value: then the board has exactly the second solutions inside the set, and the rules
//! find most other cells in which they must differ. The set is minimal as soon as no cell can have the target's value,
//! since then every second solution inside the set differs in all of its cells.

use crate::base::{Pace, Stop};

use super::bands::Bands;
use super::board::{Board, DIGITS, State};
use super::path::Path;
use super::rules::Rules;

impl<R: Rules> Path<R> {
    /// A minimal unavoidable set inside `cells`, or `None` if there is none; the witness proves it. Cells of
    /// `keep_out` are asked first, so that the result avoids them where it can.
    ///
    /// If the difference of the witness is a set inside `cells`, start from that one.
    pub(super) fn minimize(&mut self, mut cells: Bands, pace: &mut Pace) -> Result<Option<Bands>, Stop> {
        let mut board = Board::of_clues(&self.target, !cells);
        let mut state = board.propagate(&self.rules, DIGITS);
        loop {
            let open = board.agreement(&self.target) & cells;
            if state == State::Dead || open.is_empty() {
                break;
            }
            let unwanted = open & self.keep_out;
            let cell = if unwanted.is_empty() { open.first() } else { unwanted.first() };
            let own = self.own_digit(cell);
            self.guess(pace)?;
            let mut with = board;
            let changed = with.place(cell, own);
            let with_state = with.propagate(&self.rules, changed);
            if self.second_on(with, with_state, pace)? {
                let fewer = self.difference();
                debug_assert!(fewer.without(cells).is_empty() && (fewer & cell).is_empty());
                // As long as unwanted cells are asked, others stay in play: the more of them, the fewer unwanted ones.
                let given = if unwanted.is_empty() { cells } else { cells & self.keep_out }.without(fewer);
                board.agree(&self.target, given);
                cells = cells.without(given);
                state = board.propagate(&self.rules, DIGITS);
            } else {
                board.cells[own] = board.cells[own].without(cell);
                state = board.propagate(&self.rules, 1 << own);
            }
        }
        // If all answers were no, the last witness may be of another question.
        let proven = !cells.is_empty() && self.difference() == cells;
        let found = state != State::Dead && (proven || self.second_on(board, state, pace)?);
        Ok(found.then_some(cells))
    }
}
