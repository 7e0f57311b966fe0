//! The 9x9 path: finds a solution other than the target, and a minimal set of cells in which one differs. If no target
//! is known, it counts the solutions of a puzzle.
//!
//! A search for few clues needs the first two millions of times, and nearly always there is a second solution. So the
//! code works on a board of nine vectors, one per digit, without allocation: see [`lanes`] for the vectors, [`bands`]
//! for the cells in them, [`board`] for the rules, [`search`] for second solutions, [`minimal`] for the sets and
//! [`puzzles`] for puzzles whose solution is not known. [`rules`] has the rules for one digit, for plain Sudoku and for
//! its variants, and all code is compiled for each of the two.

mod bands;
mod board;
mod lanes;
mod minimal;
mod path;
mod puzzles;
mod rules;
mod search;
#[cfg(test)]
mod tests;

use crate::base::{CellSet, Digit, Pace, Stop};
use crate::sudoku::variant::Variant;

pub use puzzles::NinePuzzles;

use bands::Bands;
use path::Path;
use rules::{Extra, Plain};

/// A search for second solutions of one 9x9 grid.
///
/// Sets of cells may have any width that holds 81 cells.
#[derive(Clone, Debug)]
pub struct Nine(Kind);

/// The rules that it is compiled for.
#[derive(Clone, Debug)]
enum Kind {
    Plain(Box<Path<Plain>>),
    Variant(Box<Path<Extra>>),
}

/// The same of both kinds.
macro_rules! with_path {
    ($kind:expr, $path:ident => $e:expr) => {
        match $kind {
            Kind::Plain($path) => $e,
            Kind::Variant($path) => $e,
        }
    };
}

impl Nine {
    /// Creates the path for `target`, a grid of plain Sudoku, row-major.
    ///
    /// # Panics
    /// If it is not a 9x9 grid.
    #[must_use]
    pub fn new(target: &[Digit]) -> Self {
        Self(Kind::Plain(Box::new(Path::new(Plain, target))))
    }

    /// Creates the path for `target`, a grid of `variant`, row-major.
    ///
    /// # Panics
    /// If it is not a grid of the variant, or if [`Self::serves`] returns `false`.
    #[must_use]
    pub fn of(variant: &Variant, target: &[Digit]) -> Self {
        assert!(Self::serves(variant), "there are 9x9 cells");
        if variant.is_plain() {
            return Self::new(target);
        }
        Self(Kind::Variant(Box::new(Path::new(Extra::new(variant), target))))
    }

    /// Returns whether this path supports grids of the variant: 9x9 cells, with boxes of 3x3, or with no boxes and more
    /// rules than a Latin square.
    #[must_use]
    pub fn serves(variant: &Variant) -> bool {
        Extra::serves(variant)
    }

    #[must_use]
    pub fn target(&self) -> &[Digit] {
        with_path!(&self.0, path => &path.digits)
    }

    /// The number of guesses since its creation.
    #[must_use]
    pub fn n_guesses(&self) -> u64 {
        with_path!(&self.0, path => path.n_guesses)
    }

    /// The next question about a variant is given up, with [`Stop::Nodes`], once it has taken this many guesses; `None`
    /// takes that back. Plain Sudoku has no such questions.
    pub(super) fn give_up_after(&mut self, n_guesses: Option<u64>) {
        with_path!(&mut self.0, path => {
            path.most = n_guesses.map_or(u64::MAX, |n| path.n_guesses.saturating_add(n));
            path.gave_up = false;
        });
    }

    /// Was a question given up since?
    pub(super) fn gave_up(&self) -> bool {
        with_path!(&self.0, path => path.gave_up)
    }

    /// Returns the cells in which a second solution that agrees with the target on `clues` differs from it; `None` if
    /// there is none. [`Self::witness`] is that solution.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn second_solution<const W: usize>(
        &mut self,
        clues: CellSet<W>,
        pace: &mut Pace,
    ) -> Result<Option<CellSet<W>>, Stop> {
        with_path!(&mut self.0, path => {
            path.keep_out = Bands::EMPTY;
            let found = path.second(Bands::from_set(clues), pace)?;
            Ok(found.then(|| path.difference().to_set()))
        })
    }

    /// Returns a minimal unavoidable set that `clues` do not hit, and that avoids the cells of `keep_out` if possible;
    /// `None` if the target is the only solution. [`Self::witness`] proves the set.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn unhit_set<const W: usize>(
        &mut self,
        clues: CellSet<W>,
        keep_out: CellSet<W>,
        pace: &mut Pace,
    ) -> Result<Option<CellSet<W>>, Stop> {
        with_path!(&mut self.0, path => {
            path.keep_out = Bands::from_set(keep_out);
            if !path.second(Bands::from_set(clues), pace)? {
                return Ok(None);
            }
            let cells = path.minimize(path.difference(), pace)?;
            Ok(cells.map(Bands::to_set))
        })
    }

    /// Returns a minimal unavoidable set inside `cells`, which avoids the cells of `keep_out` if possible; `None` if
    /// `cells` contains no unavoidable set. [`Self::witness`] proves the set.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn minimal_set<const W: usize>(
        &mut self,
        cells: CellSet<W>,
        keep_out: CellSet<W>,
        pace: &mut Pace,
    ) -> Result<Option<CellSet<W>>, Stop> {
        with_path!(&mut self.0, path => {
            path.keep_out = Bands::from_set(keep_out);
            let cells = path.minimize(Bands::from_set(cells), pace)?;
            Ok(cells.map(Bands::to_set))
        })
    }

    /// The last second solution found, row-major; before the first, the target.
    #[must_use]
    pub fn witness(&self) -> [Digit; 81] {
        with_path!(&self.0, path => path.witness())
    }
}
