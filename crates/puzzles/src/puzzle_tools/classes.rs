//! Puzzles up to isomorphism.

use rustc_hash::FxHashMap;

use crate::base::{Limits, Stop};
use crate::sudoku::{Minlex, Puzzle, Shape, minlex_grid, minlex_puzzle};

/// Classes of isomorphic puzzles or grids, numbered as they come: two are in one class exactly if they have the same
/// minlex form and shape. A grid is the puzzle that shows all its cells.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    /// By shape and form, a byte a cell.
    numbers: FxHashMap<(Shape, Box<[u8]>), usize>,
}

/// Where a puzzle belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The number of its class, from 0, in the order in which the classes came.
    pub number: usize,
    /// Is it the first of its class?
    pub is_new: bool,
    pub minlex: Minlex<Puzzle>,
}

impl Classes {
    /// The class of `puzzle`, a new one if need be.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn insert(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Class, Stop> {
        Ok(self.insert_minlex(minlex(puzzle, limits)?))
    }

    /// Is the class of this minlex form among them?
    #[must_use]
    pub fn has(&self, form: &Puzzle) -> bool {
        self.numbers.contains_key(&key(form))
    }

    /// The class of a puzzle with this minlex form, a new one if need be.
    pub fn insert_minlex(&mut self, minlex: Minlex<Puzzle>) -> Class {
        let key = key(&minlex.form);
        let next = self.numbers.len();
        let number = *self.numbers.entry(key).or_insert(next);
        Class { number, is_new: number == next, minlex }
    }

    /// How many classes have come.
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

/// The minlex form of a puzzle, which all puzzles have that are isomorphic to it, and no others: what leads to it, and
/// the number of automorphisms. Of a puzzle that is complete, by the faster way of grids.
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
