//! The 9x9 path: is there a solution other than the target, and a minimal set of cells in which one differs? And, where
//! no target is known: how many solutions are there?
//!
//! A search for few clues asks the first two questions millions of times, and nearly always the answer is a second
//! solution. So everything here works on a board of nine vectors, one a digit, without allocation: see [`lanes`] for
//! the vectors, [`bands`] for the cells in them, [`board`] for the rules, [`search`] for second solutions, [`minimal`]
//! for the sets and [`puzzles`] for puzzles whose solution is not known.

mod bands;
mod board;
mod lanes;
mod minimal;
mod puzzles;
mod search;
#[cfg(test)]
mod tests;

use crate::base::{CellSet, Digit, Index, Pace, Stop};

pub use puzzles::NinePuzzles;

use bands::Bands;
use board::Board;

/// Looks for second solutions of one 9x9 grid.
///
/// Sets of cells may have any width that holds 81 cells.
#[derive(Clone, Debug)]
pub struct Nine {
    digits: [Digit; 81],
    /// The cells of each digit of the target.
    target: Board,
    /// The last second solution.
    witness: Board,
    /// Cells in which a second solution should agree with the target: guesses off its path start with them.
    keep_out: Bands,
    n_guesses: u64,
}

impl Nine {
    /// The path for `target`, a grid, row-major.
    ///
    /// # Panics
    /// If it is not a 9x9 grid.
    #[must_use]
    pub fn new(target: &[Digit]) -> Self {
        let digits = target.try_into().expect("a 9x9 grid has 81 cells");
        let board = Board::of_grid(target);
        assert!(board.is_grid(), "the target is a grid");
        Self { digits, target: board, witness: board, keep_out: Bands::EMPTY, n_guesses: 0 }
    }

    /// The target, row-major.
    #[must_use]
    pub fn target(&self) -> &[Digit] {
        &self.digits
    }

    /// Guesses made since the path was built.
    #[must_use]
    pub fn n_guesses(&self) -> u64 {
        self.n_guesses
    }

    /// The cells in which some second solution differs that agrees with the target on `clues`; `None` if there is none.
    /// [`Self::witness`] is that solution.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn second_solution<const W: usize>(
        &mut self,
        clues: CellSet<W>,
        pace: &mut Pace,
    ) -> Result<Option<CellSet<W>>, Stop> {
        self.keep_out = Bands::EMPTY;
        let found = self.second(Bands::from_set(clues), pace)?;
        Ok(found.then(|| self.difference().to_set()))
    }

    /// A minimal unavoidable set that `clues` do not hit, which avoids the cells of `keep_out` where it can; `None` if
    /// the target is the only solution. [`Self::witness`] proves the set.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn unhit_set<const W: usize>(
        &mut self,
        clues: CellSet<W>,
        keep_out: CellSet<W>,
        pace: &mut Pace,
    ) -> Result<Option<CellSet<W>>, Stop> {
        self.keep_out = Bands::from_set(keep_out);
        if !self.second(Bands::from_set(clues), pace)? {
            return Ok(None);
        }
        let cells = self.minimize(self.difference(), pace)?;
        Ok(cells.map(Bands::to_set))
    }

    /// A minimal unavoidable set inside `cells`, which avoids those of `keep_out` where it can; `None` if `cells` holds
    /// no unavoidable set. [`Self::witness`] proves the set.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn minimal_set<const W: usize>(
        &mut self,
        cells: CellSet<W>,
        keep_out: CellSet<W>,
        pace: &mut Pace,
    ) -> Result<Option<CellSet<W>>, Stop> {
        self.keep_out = Bands::from_set(keep_out);
        let cells = self.minimize(Bands::from_set(cells), pace)?;
        Ok(cells.map(Bands::to_set))
    }

    /// The last second solution that was found, row-major; the target as long as there was none.
    #[must_use]
    pub fn witness(&self) -> [Digit; 81] {
        let mut digits = self.digits;
        for (d, cells) in self.witness.cells.iter().enumerate() {
            for cell in cells.to_set::<2>() {
                digits[cell.get()] = Digit::from_index(d);
            }
        }
        digits
    }

    /// The cells in which the last second solution differs from the target.
    fn difference(&self) -> Bands {
        !self.witness.agreement(&self.target)
    }

    /// A second solution was found: it is believed after a check that shares nothing with the search.
    fn keep(&mut self, witness: Board) {
        assert!(witness.is_grid() && witness != self.target, "the 9x9 path found a second solution that is none");
        self.witness = witness;
    }

    /// One more guess, unless a limit comes first.
    #[inline]
    fn guess(&mut self, pace: &mut Pace) -> Result<(), Stop> {
        if let Some(stop) = pace.step(self.n_guesses) {
            return Err(stop);
        }
        self.n_guesses += 1;
        Ok(())
    }
}
