//! Puzzles whose solution is not known: visits all solutions, or counts them up to a limit.
//!
//! The rules are those of [`board`](super::board), so a guess takes as long as in a search for a second solution; only
//! the choice of guesses differs, since no target shows which values are wrong.

use std::ops::ControlFlow;

use crate::base::{Digit, Index, Pace, Stop};
use crate::sudoku::solver::WalkEnd;
use crate::sudoku::variant::Variant;

use super::bands::Bands;
use super::board::{Board, DIGITS, N, State};
use super::rules::{Extra, Plain, Rules};

/// Why a search unwinds before its end.
enum Interrupted {
    Visitor,
    Limit(Stop),
}

/// A solver of 9x9 puzzles, plain ones or those of a variant.
///
/// It keeps only its counter of guesses between puzzles.
#[derive(Clone, Debug, Default)]
pub struct NinePuzzles {
    /// The rules of a variant; `None` for plain Sudoku.
    rules: Option<Extra>,
    n_guesses: u64,
}

/// One puzzle on its way.
struct Search<'a, R, F> {
    rules: &'a R,
    /// The cells of the clues of each digit.
    clues: [Bands; N],
    n_guesses: &'a mut u64,
    pace: &'a mut Pace,
    visit: F,
}

impl NinePuzzles {
    /// Creates a solver of plain puzzles.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a solver of the puzzles of `variant`; `None` if [`Nine::serves`](super::Nine::serves) returns `false`.
    #[must_use]
    pub fn of(variant: &Variant) -> Option<Self> {
        let rules = (!variant.is_plain()).then_some(variant);
        Extra::serves(variant).then(|| Self { rules: rules.map(Extra::new), n_guesses: 0 })
    }

    /// The number of guesses since its creation. The last possible value of a cell is not a guess.
    #[must_use]
    pub fn n_guesses(&self) -> u64 {
        self.n_guesses
    }

    /// Visits the solutions of `cells` (81 clues or `None`, row-major) until there are no more, the visitor breaks, or
    /// a limit is reached. A node of the limits is a guess. Every solution is visited once, in an unspecified order.
    /// Clues may clash: there is no solution then.
    ///
    /// # Panics
    /// If there are not 81 cells, or if a digit exceeds 9.
    pub fn walk(
        &mut self,
        cells: &[Option<Digit>],
        pace: &mut Pace,
        mut visit: impl FnMut(&[Digit; 81]) -> ControlFlow<()>,
    ) -> WalkEnd {
        self.run(cells, pace, |board| visit(&board.digits()))
    }

    /// Returns the number of solutions of `cells` (see [`Self::walk`]), or `max` if there are more.
    ///
    /// # Errors
    /// The limit that came first.
    ///
    /// # Panics
    /// If there are not 81 cells, or if a digit exceeds 9.
    pub fn count(&mut self, cells: &[Option<Digit>], max: u64, pace: &mut Pace) -> Result<u64, Stop> {
        match self.tally(cells, max, pace) {
            (_, WalkEnd::Limit(stop)) => Err(stop),
            (n, WalkEnd::Exhausted | WalkEnd::Stopped) => Ok(n),
        }
    }

    /// The solutions that were found until there were `max`, and how that ended.
    pub(in crate::sudoku) fn tally(&mut self, cells: &[Option<Digit>], max: u64, pace: &mut Pace) -> (u64, WalkEnd) {
        if max == 0 {
            return (0, WalkEnd::Stopped);
        }
        let mut n = 0;
        let walk = self.run(cells, pace, |_| {
            n += 1;
            if n >= max { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (n, walk)
    }

    fn run(
        &mut self,
        cells: &[Option<Digit>],
        pace: &mut Pace,
        visit: impl FnMut(&Board) -> ControlFlow<()>,
    ) -> WalkEnd {
        match self.rules.clone() {
            None => self.run_with(&Plain, cells, pace, visit),
            Some(rules) => self.run_with(&rules, cells, pace, visit),
        }
    }

    fn run_with<R: Rules>(
        &mut self,
        rules: &R,
        cells: &[Option<Digit>],
        pace: &mut Pace,
        visit: impl FnMut(&Board) -> ControlFlow<()>,
    ) -> WalkEnd {
        assert_eq!(cells.len(), 81, "a 9x9 puzzle has 81 cells");
        let mut clues = [Bands::EMPTY; N];
        for (at, digit) in cells.iter().enumerate() {
            if let Some(digit) = digit {
                let own = &mut clues[digit.index()];
                *own = *own | Bands::only(Index::new(at));
            }
        }
        let mut board = Board::of_puzzle(&clues);
        let state = board.propagate(rules, DIGITS);
        let mut search = Search { rules, clues, n_guesses: &mut self.n_guesses, pace, visit };
        match search.below(&mut board, state) {
            ControlFlow::Continue(()) => WalkEnd::Exhausted,
            ControlFlow::Break(Interrupted::Visitor) => WalkEnd::Stopped,
            ControlFlow::Break(Interrupted::Limit(stop)) => WalkEnd::Limit(stop),
        }
    }
}

impl<R: Rules, F: FnMut(&Board) -> ControlFlow<()>> Search<'_, R, F> {
    /// Visits the solutions of a propagated board, which is used up.
    fn below(&mut self, board: &mut Board, mut state: State) -> ControlFlow<Interrupted> {
        loop {
            match state {
                State::Dead => return ControlFlow::Continue(()),
                State::Solved => return self.found(board),
                State::Open => {}
            }
            let guess = board.busiest_cell();
            let mut d = guess.first;
            let mut others = guess.values & !(1 << d);
            while others != 0 {
                if let Some(stop) = self.pace.step(*self.n_guesses) {
                    return ControlFlow::Break(Interrupted::Limit(stop));
                }
                *self.n_guesses += 1;
                let mut next = *board;
                next.set(guess.cell, d);
                let state = next.propagate(self.rules, guess.values);
                self.below(&mut next, state)?;
                d = others.trailing_zeros() as usize;
                others &= others - 1;
            }
            // The last value needs no copy.
            board.set(guess.cell, d);
            state = board.propagate(self.rules, guess.values);
        }
    }

    /// A solution was found: it is believed after a check that shares nothing with the search.
    fn found(&mut self, board: &Board) -> ControlFlow<Interrupted> {
        let keeps_clues = board.cells.iter().zip(&self.clues).all(|(cells, clues)| clues.without(*cells).is_empty());
        assert!(board.is_grid(self.rules) && keeps_clues, "the 9x9 path found a solution that is none");
        (self.visit)(board).map_break(|()| Interrupted::Visitor)
    }
}
