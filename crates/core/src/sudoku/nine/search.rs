//! The search for a second solution.
//!
//! As long as a board still has the target, every other value of the guessed cell is tried first; then only the
//! target's own value is left, which needs no guess. Below a wrong value every solution is a second one, so there the
//! target's values come first: the second solution then differs in half as many cells, which halves the work of making
//! it minimal.

use crate::base::{Pace, Stop};

use super::bands::Bands;
use super::board::{Board, DIGITS, State};
use super::path::Path;
use super::rules::Rules;

impl<R: Rules> Path<R> {
    /// The number of the target's digit in a cell.
    #[inline]
    pub(super) fn own_digit(&self, cell: Bands) -> usize {
        self.target.candidates(cell).trailing_zeros() as usize
    }

    /// Is there a second solution with these clues? It becomes the witness.
    pub(super) fn second(&mut self, clues: Bands, pace: &mut Pace) -> Result<bool, Stop> {
        let mut board = Board::of_clues(&self.target, clues);
        let state = board.propagate(&self.rules, DIGITS);
        self.second_on(board, state, pace)
    }

    /// Has a propagated board a solution other than the target? It becomes the witness.
    pub(super) fn second_on(&mut self, mut board: Board, mut state: State, pace: &mut Pace) -> Result<bool, Stop> {
        loop {
            match state {
                State::Dead => return Ok(false),
                State::Solved => {
                    if board == self.target {
                        return Ok(false);
                    }
                    self.keep(board);
                    return Ok(true);
                }
                State::Open => {}
            }
            if board.agreement(&self.target) != Bands::ALL {
                return self.any(board, pace);
            }
            let cell = board.branching_cell(!self.keep_out);
            let own = self.own_digit(cell);
            let mut values = board.candidates(cell) & !(1 << own);
            while values != 0 {
                let d = values.trailing_zeros() as usize;
                values &= values - 1;
                if self.guessed(&board, cell, d, pace)? {
                    return Ok(true);
                }
            }
            let changed = board.place(cell, own);
            state = board.propagate(&self.rules, changed);
        }
    }

    /// Has a propagated open board a solution, if the target is none? It becomes the witness.
    fn any(&mut self, mut board: Board, pace: &mut Pace) -> Result<bool, Stop> {
        loop {
            let cell = board.branching_cell(self.keep_out);
            let mut values = board.candidates(cell);
            let mut own = 1 << self.own_digit(cell) & values;
            while values & (values - 1) != 0 {
                let d = if own != 0 { own } else { values }.trailing_zeros() as usize;
                own = 0;
                values &= !(1 << d);
                if self.guessed(&board, cell, d, pace)? {
                    return Ok(true);
                }
            }
            // The last value needs no copy.
            let changed = board.place(cell, values.trailing_zeros() as usize);
            match board.propagate(&self.rules, changed) {
                State::Dead => return Ok(false),
                State::Solved => {
                    self.keep(board);
                    return Ok(true);
                }
                State::Open => {}
            }
        }
    }

    /// Has the board a solution with digit number `d` in `cell`, which is not the target's?
    fn guessed(&mut self, board: &Board, cell: Bands, d: usize, pace: &mut Pace) -> Result<bool, Stop> {
        self.guess(pace)?;
        let mut below = *board;
        let changed = below.place(cell, d);
        match below.propagate(&self.rules, changed) {
            State::Dead => Ok(false),
            State::Solved => {
                self.keep(below);
                Ok(true)
            }
            State::Open => self.any(below, pace),
        }
    }
}
