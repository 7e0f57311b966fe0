//! The regions of a jigsaw.

use std::fmt;
use std::str::FromStr;

use crate::base::{Cell, Index};
use crate::sudoku::shape::Shape;

/// A partition of n * n cells into n regions of n cells each, which do not have to be connected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JigsawRegions {
    /// For each region, its character, in the order of the first cells.
    letters: Vec<char>,
    /// The region of each cell, row-major.
    of: Vec<u8>,
}

/// The reason why a text does not describe the regions of a grid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RegionsError {
    /// The number of letters is wrong.
    #[error("{0} letters of regions; expected n rows of n letters, with n from 2 to {max}", max = Shape::MAX_N)]
    Length(usize),
    /// A region has the wrong size.
    #[error("region {letter} has {found} cells, but all regions must have {wanted}")]
    Size { letter: char, found: usize, wanted: usize },
}

impl JigsawRegions {
    /// The number of regions, and of the cells of each region.
    #[must_use]
    pub fn n(&self) -> usize {
        self.letters.len()
    }

    /// The region of a cell, from 0.
    #[must_use]
    pub fn of(&self, cell: Cell) -> usize {
        self.of[cell.get()].into()
    }

    /// The character of a region.
    #[must_use]
    pub fn letter(&self, region: usize) -> char {
        self.letters[region]
    }

    /// The shape of the grids with these regions, which is that of Latin squares.
    #[must_use]
    pub fn shape(&self) -> Shape {
        Shape::new(1, self.n() as u8).expect("the number of regions was looked at")
    }
}

impl FromStr for JigsawRegions {
    type Err = RegionsError;

    /// One character a cell, row-major, the same one for the cells of a region; spaces and ends of lines between them
    /// say nothing.
    fn from_str(text: &str) -> Result<Self, RegionsError> {
        let cells: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        let n = cells.len().isqrt();
        if n * n != cells.len() || !(2..=Shape::MAX_N).contains(&n) {
            return Err(RegionsError::Length(cells.len()));
        }
        let mut letters = Vec::new();
        for letter in &cells {
            if !letters.contains(letter) {
                letters.push(*letter);
            }
        }
        for letter in &letters {
            let found = cells.iter().filter(|other| *other == letter).count();
            if found != n {
                return Err(RegionsError::Size { letter: *letter, found, wanted: n });
            }
        }
        let region = |cell: &char| letters.iter().position(|letter| letter == cell).unwrap_or_default() as u8;
        let of = cells.iter().map(region).collect();
        Ok(Self { letters, of })
    }
}

/// One character a cell, row-major.
impl fmt::Display for JigsawRegions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.of.iter().try_for_each(|region| write!(f, "{}", self.letter(usize::from(*region))))
    }
}
