//! Classes of isomorphic puzzles.

use rustc_hash::FxHashMap;

use crate::base::{Limits, Stop};
use crate::sudoku::{Minlex, Puzzle, Shape, minlex_grid, minlex_puzzle};

/// Classes of isomorphic puzzles or grids, numbered in the order of insertion. Two puzzles are in the same class
/// exactly if they have the same shape and minlex form. A grid is a puzzle with all of its cells as clues.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    /// By shape and form, a byte a cell.
    numbers: FxHashMap<(Shape, Box<[u8]>), usize>,
}

/// The class of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The number of the class, from 0, in the order of insertion.
    pub number: usize,
    /// Whether the puzzle is the first of its class.
    pub is_new: bool,
    pub minlex: Minlex<Puzzle>,
}

impl Classes {
    /// Returns the class of `puzzle`, and adds it if it is new.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn insert(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Class, Stop> {
        Ok(self.insert_minlex(minlex(puzzle, limits)?))
    }

    /// Returns whether the class of this minlex form is known.
    #[must_use]
    pub fn has(&self, form: &Puzzle) -> bool {
        self.numbers.contains_key(&key(form))
    }

    /// Returns the class of a puzzle with this minlex form, and adds it if it is new.
    pub fn insert_minlex(&mut self, minlex: Minlex<Puzzle>) -> Class {
        let key = key(&minlex.form);
        let next = self.numbers.len();
        let number = *self.numbers.entry(key).or_insert(next);
        Class { number, is_new: number == next, minlex }
    }

    /// The number of classes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }
}

fn key(form: &Puzzle) -> (Shape, Box<[u8]>) {
    (form.shape(), form.cells().iter().map(|clue| clue.map_or(0, |digit| digit.value() as u8)).collect())
}

/// Returns the minlex form of a puzzle, with a transform to it and the number of automorphisms. Two puzzles have the
/// same form exactly if they are isomorphic. Complete puzzles use the faster method for grids.
///
/// ```
/// # use minclue_core::base::Limits;
/// # use minclue_core::sudoku::Puzzle;
/// # use minclue_puzzles::puzzle_tools::minlex;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let [one, other]: [Puzzle; 2] = ["12.4.........32.".parse()?, "....21.4.....31.".parse()?];
/// assert_eq!(minlex(&one, &Limits::none())?.form, minlex(&other, &Limits::none())?.form);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// The limit that came first.
pub fn minlex(puzzle: &Puzzle, limits: &Limits) -> Result<Minlex<Puzzle>, Stop> {
    match puzzle.as_grid() {
        None => minlex_puzzle(puzzle, limits),
        Some(grid) => {
            let Minlex { form, transform, n_automorphisms } = minlex_grid(&grid, limits)?;
            Ok(Minlex { form: Puzzle::from(&form), transform, n_automorphisms })
        }
    }
}
