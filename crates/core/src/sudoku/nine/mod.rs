//! The 9x9 path: is there a solution other than the target, and a minimal set of cells in which one differs? And, where
//! no target is known: how many solutions are there?
//!
//! A search for few clues asks the first two questions millions of times, and nearly always the answer is a second
//! solution. So everything here works on a board of nine vectors, one a digit, without allocation: see [`lanes`] for
//! the vectors, [`bands`] for the cells in them, [`board`] for the rules, [`search`] for second solutions, [`minimal`]
//! for the sets and [`puzzles`] for puzzles whose solution is not known. What one digit may do stands in [`rules`], for
//! plain Sudoku and for its variants, and all of it is compiled for each of the two.

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

/// Looks for second solutions of one 9x9 grid.
///
/// Sets of cells may have any width that holds 81 cells.
#[derive(Clone, Debug)]
pub struct Nine(Kind);

/// What it is compiled for.
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
    /// The path for `target`, a grid of plain Sudoku, row-major.
    ///
    /// # Panics
    /// If it is not a 9x9 grid.
    #[must_use]
    pub fn new(target: &[Digit]) -> Self {
        Self(Kind::Plain(Box::new(Path::new(Plain, target))))
    }

    /// The path for `target`, a grid of `variant`, row-major.
    ///
    /// # Panics
    /// If it is not a grid of the variant, or [`Self::serves`] says no.
    #[must_use]
    pub fn of(variant: &Variant, target: &[Digit]) -> Self {
        assert!(Self::serves(variant), "there are 9x9 cells");
        if variant.is_plain() {
            return Self::new(target);
        }
        Self(Kind::Variant(Box::new(Path::new(Extra::new(variant), target))))
    }

    /// Is the path for grids of this variant? They have 9x9 cells, with boxes of 3x3, or with none and more rules than
    /// a Latin square has.
    #[must_use]
    pub fn serves(variant: &Variant) -> bool {
        Extra::serves(variant)
    }

    #[must_use]
    pub fn target(&self) -> &[Digit] {
        with_path!(&self.0, path => &path.digits)
    }

    /// Guesses made since the path was built.
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
        with_path!(&mut self.0, path => {
            path.keep_out = Bands::EMPTY;
            let found = path.second(Bands::from_set(clues), pace)?;
            Ok(found.then(|| path.difference().to_set()))
        })
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
        with_path!(&mut self.0, path => {
            path.keep_out = Bands::from_set(keep_out);
            if !path.second(Bands::from_set(clues), pace)? {
                return Ok(None);
            }
            let cells = path.minimize(path.difference(), pace)?;
            Ok(cells.map(Bands::to_set))
        })
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
        with_path!(&mut self.0, path => {
            path.keep_out = Bands::from_set(keep_out);
            let cells = path.minimize(Bands::from_set(cells), pace)?;
            Ok(cells.map(Bands::to_set))
        })
    }

    /// The last second solution that was found, row-major; the target as long as there was none.
    #[must_use]
    pub fn witness(&self) -> [Digit; 81] {
        with_path!(&self.0, path => path.witness())
    }
}
