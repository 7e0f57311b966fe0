//! The searches for one target, with the rules that they are compiled for.

use crate::base::{Digit, Index, Pace, Stop};

use super::bands::Bands;
use super::board::Board;
use super::rules::Rules;

/// Looks for second solutions of one 9x9 grid.
#[derive(Clone, Debug)]
pub(super) struct Path<R> {
    pub(super) rules: R,
    pub(super) digits: [Digit; 81],
    /// The cells of each digit of the target.
    pub(super) target: Board,
    /// The last second solution.
    witness: Board,
    /// Cells in which a second solution should agree with the target: guesses off its path start with them.
    pub(super) keep_out: Bands,
    pub(super) n_guesses: u64,
    /// The number of guesses at which a question is given up, and whether the last one was.
    pub(super) most: u64,
    pub(super) gave_up: bool,
}

impl<R: Rules> Path<R> {
    /// The path for `target`, a grid that keeps these rules, row-major.
    pub(super) fn new(rules: R, target: &[Digit]) -> Self {
        let digits = target.try_into().expect("a 9x9 grid has 81 cells");
        let board = Board::of_grid(target);
        assert!(board.is_grid(&rules), "the target is a grid");
        let (most, gave_up) = (u64::MAX, false);
        Self { rules, digits, target: board, witness: board, keep_out: Bands::EMPTY, n_guesses: 0, most, gave_up }
    }

    /// The last second solution that was found, row-major; the target as long as there was none.
    pub(super) fn witness(&self) -> [Digit; 81] {
        let mut digits = self.digits;
        for (d, cells) in self.witness.cells.iter().enumerate() {
            for cell in cells.to_set::<2>() {
                digits[cell.get()] = Digit::from_index(d);
            }
        }
        digits
    }

    /// The cells in which the last second solution differs from the target.
    pub(super) fn difference(&self) -> Bands {
        !self.witness.agreement(&self.target)
    }

    /// A second solution was found: it is believed after a check that shares nothing with the search.
    pub(super) fn keep(&mut self, witness: Board) {
        let is_second = witness.is_grid(&self.rules) && witness != self.target;
        assert!(is_second, "the 9x9 path found a second solution that is none");
        self.witness = witness;
    }

    /// One more guess, unless a limit comes first.
    #[inline]
    pub(super) fn guess(&mut self, pace: &mut Pace) -> Result<(), Stop> {
        if let Some(stop) = pace.step(self.n_guesses) {
            return Err(stop);
        }
        if R::CAN_BE_LONG && self.n_guesses >= self.most {
            self.gave_up = true;
            return Err(Stop::Nodes);
        }
        self.n_guesses += 1;
        Ok(())
    }
}
