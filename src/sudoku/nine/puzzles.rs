//! Solves 9x9 puzzles whose solution is not known.

use std::ops::ControlFlow;

use crate::base::{Digit, Index, Pace, Stop};
use crate::sudoku::solver::Walk;

use super::bands::Bands;
use super::board::{Board, DIGITS, N, State};

/// Why a walk unwinds before its end.
enum Halt {
    Visitor,
    Limit(Stop),
}

/// Solves 9x9 puzzles.
#[derive(Clone, Debug, Default)]
pub struct NinePuzzles {
    n_guesses: u64,
}

impl NinePuzzles {
    /// A solver that has made no guess.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Guesses made since the solver was built.
    #[must_use]
    pub fn n_guesses(&self) -> u64 {
        self.n_guesses
    }

    /// Visits the solutions.
    pub fn walk(
        &mut self,
        cells: &[Option<Digit>],
        pace: &mut Pace,
        mut visit: impl FnMut(&[Digit; 81]) -> ControlFlow<()>,
    ) -> Walk {
        self.run(cells, pace, &mut |board: &Board| visit(&board.digits()))
    }

    /// The number of solutions, or `most` if there are more.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn count(&mut self, cells: &[Option<Digit>], most: u64, pace: &mut Pace) -> Result<u64, Stop> {
        let mut n = 0;
        if most == 0 {
            return Ok(0);
        }
        let walk = self.run(cells, pace, &mut |_: &Board| {
            n += 1;
            if n == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Walk::Limit(stop) = walk { Err(stop) } else { Ok(n) }
    }

    fn run(
        &mut self,
        cells: &[Option<Digit>],
        pace: &mut Pace,
        visit: &mut impl FnMut(&Board) -> ControlFlow<()>,
    ) -> Walk {
        assert_eq!(cells.len(), 81, "a 9x9 puzzle has 81 cells");
        let mut own = [Bands::EMPTY; N];
        for (at, digit) in cells.iter().enumerate() {
            if let Some(digit) = digit {
                let d = &mut own[digit.index()];
                *d = *d | Bands::only(Index::new(at));
            }
        }
        let open = !own.iter().fold(Bands::EMPTY, |all, own| all | *own);
        let mut board = Board::of_own(&own, open);
        let state = board.propagate(DIGITS);
        match self.below(&mut board, state, &own, pace, visit) {
            ControlFlow::Continue(()) => Walk::Complete,
            ControlFlow::Break(Halt::Visitor) => Walk::Left,
            ControlFlow::Break(Halt::Limit(stop)) => Walk::Limit(stop),
        }
    }

    fn below(
        &mut self,
        board: &mut Board,
        mut state: State,
        own: &[Bands; N],
        pace: &mut Pace,
        visit: &mut impl FnMut(&Board) -> ControlFlow<()>,
    ) -> ControlFlow<Halt> {
        loop {
            match state {
                State::Dead => return ControlFlow::Continue(()),
                State::Solved => {
                    assert!(board.is_grid(), "no grid");
                    return visit(board).map_break(|()| Halt::Visitor);
                }
                State::Open => {}
            }
            let (cell, mut values) = board.busiest_cell();
            while values & (values - 1) != 0 {
                let d = values.trailing_zeros() as usize;
                values &= values - 1;
                if let Some(stop) = pace.step(self.n_guesses) {
                    return ControlFlow::Break(Halt::Limit(stop));
                }
                self.n_guesses += 1;
                let mut next = *board;
                let changed = next.place(cell, d);
                let state = next.propagate(changed);
                self.below(&mut next, state, own, pace, visit)?;
            }
            let changed = board.place(cell, values.trailing_zeros() as usize);
            state = board.propagate(changed);
        }
    }
}
