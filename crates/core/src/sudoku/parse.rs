//! Parses and formats single grids and puzzles.

use std::fmt;
use std::str::FromStr;

use super::read::{ReadError, Reader};
use super::text::line;
use super::{Grid, Puzzle};

/// The reason why a text is not one grid or one puzzle.
#[derive(Debug, thiserror::Error)]
pub enum ParseError {
    /// The text is empty.
    #[error("the text contains no grid")]
    Nothing,
    /// There is more than one grid or puzzle; use [`Reader`] to read all of them.
    #[error("the text contains more than one grid")]
    More,
    /// The text cannot be read; the error has line and column.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The text is a puzzle and not a grid, because it has empty cells.
    #[error("cell {row}, {column} is empty: this is a puzzle, not a grid")]
    Empty {
        /// The row of the first empty cell, from 1.
        row: usize,
        /// Its column, from 1.
        column: usize,
    },
}

impl FromStr for Puzzle {
    type Err = ParseError;

    /// Reads one puzzle in any of the forms that [`Reader`] knows; its length says the shape.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut entries = Reader::new(text.as_bytes(), None);
        let entry = entries.next().ok_or(ParseError::Nothing)??;
        match entries.next() {
            None => Ok(entry.puzzle),
            Some(Ok(_)) => Err(ParseError::More),
            Some(Err(error)) => Err(error.into()),
        }
    }
}

impl FromStr for Grid {
    type Err = ParseError;

    /// Reads one grid in any of the forms that [`Reader`] knows; its length says the shape.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::try_from(text.parse::<Puzzle>()?)
    }
}

impl TryFrom<Puzzle> for Grid {
    type Error = ParseError;

    /// The grid, if no cell is empty.
    fn try_from(puzzle: Puzzle) -> Result<Self, ParseError> {
        puzzle.as_grid().ok_or_else(|| {
            let first = puzzle.cells().iter().position(Option::is_none).unwrap_or_default();
            let n = puzzle.shape().n();
            ParseError::Empty { row: first / n + 1, column: first % n + 1 }
        })
    }
}

impl fmt::Display for Puzzle {
    /// One line, `.` for an empty cell; 16 is written `0` on 16x16.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&line(self))
    }
}

impl fmt::Display for Grid {
    /// One line of digits; 16 is written `0` on 16x16.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Puzzle::from(self), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: &str = "1234341221434321";

    #[test]
    fn what_is_written_is_read_again() {
        let grid: Grid = GRID.parse().expect("a grid");
        assert_eq!(grid.to_string(), GRID);
        let puzzle: Puzzle = "12.. ..12 21.. ..21".parse().expect("a puzzle");
        assert_eq!(puzzle.to_string(), "12....1221....21");
        assert_eq!(puzzle.to_string().parse::<Puzzle>().expect("a puzzle"), puzzle);
        assert_eq!("12 34\n34 12\n\n21 43\n43 21\n".parse::<Grid>().expect("a block"), grid);
    }

    #[test]
    fn refusals_say_what_is_wrong() {
        let said = |text: &str| text.parse::<Grid>().expect_err("no grid").to_string();
        assert_eq!(said("# nothing\n"), "the text contains no grid");
        assert_eq!(said("1234.41221434321"), "cell 2, 1 is empty: this is a puzzle, not a grid");
        assert!(said(&format!("{GRID}\n{GRID}\n")).contains("more than one grid"));
        assert!(said("1234341221434322").contains("row 4"), "{}", said("1234341221434322"));
    }
}
