//! Errors in the input, with their places and reasons.

use std::fmt;
use std::io;

use crate::base::{Cell, Digit};

use super::super::grid::Clash;
use super::super::shape::Shape;
use super::super::text::{alphabet, cell_name, digit_char};
use super::foreign::Foreign;

/// The longest line that is looked at, in bytes; a 25x25 grid with spaces needs 1,250, and the address of a puzzle that
/// was packed some thousands.
pub(super) const LONGEST_LINE: u64 = 16_384;

/// A place in the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub line: usize,
    /// The first character, from 1.
    pub column: usize,
    /// The number of characters, at least 1; 0 if the line cannot be shown.
    pub width: usize,
    /// The text of the line.
    pub text: String,
}

/// The layout of rows that do not form blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowLayout {
    /// The number of rows is not a multiple of that of a block.
    Number,
    /// The same, and the first row counts up, like column numbers.
    Head,
    /// There are n + 1 rows for each block, and the first row of each counts up.
    Heads,
    /// The number of rows is right, but there are empty lines or rules within blocks.
    Parts,
    /// The first row and the first column count up.
    Frame,
    /// The same row comes after, or before, each block.
    Same,
    /// No digit is larger than those of grids of `size` rows: there may be several of them side by side, or margins.
    Smaller {
        /// The number of rows of such a grid.
        size: usize,
    },
    /// The drawn boxes do not have n cells.
    Boxes {
        /// The number of rows of each box, from 1.
        height: usize,
        /// The number of columns of each box, from 1.
        width: usize,
    },
}

/// The reason why a line or block was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// There is nothing that looks like cells.
    NotAGrid,
    /// The number of cells is wrong; `wanted` is that of the current shape, or of the nearest shape.
    Length { found: usize, wanted: usize },
    /// There is no default box shape for n (a prime or less than 4).
    NoShape {
        /// The number of rows of the grid.
        n: usize,
    },
    /// A character is neither a digit of this size nor an empty cell.
    Character {
        found: char,
        /// The number of digits of the grid.
        n: usize,
    },
    /// A house has two equal digits.
    Clash(Shape, Clash),
    /// The solution that follows the puzzle contradicts one of its clues.
    Solution {
        /// The shape of both.
        shape: Shape,
        cell: Cell,
        /// The digit in the puzzle.
        clue: Digit,
        /// The digit in the solution.
        found: Digit,
    },
    /// The line has another grid or puzzle, which is not the solution of the first.
    Several,
    /// There are pencil marks in place of clues, and no single candidates that could be clues.
    Candidates,
    /// The line is the address of a page, which this reader does not parse.
    Address,
    /// The error of another reader.
    Form(String),
    /// A row of a block has too few or too many cells.
    BlockRow {
        /// The row, from 1.
        row: usize,
        found: usize,
        n: usize,
    },
    /// A block ends before its last row.
    BlockEnd { rows: usize, n: usize },
    /// Consecutive rows do not form blocks.
    Rows {
        rows: usize,
        /// The number of cells of each row, and of rows of a block.
        n: usize,
        /// The line of the last one.
        last: usize,
        /// The layout of the rows.
        layout: RowLayout,
    },
    /// There are more rows without an empty line than the reader can hold.
    LongRun { rows: usize },
    /// Some rows of a block have numbers beyond 9, and others have letters.
    Mixed,
    /// There is a candidate for each digit of each cell, but not each in its place, or some cell has none.
    CandidateLine {
        /// The number of rows of the grid.
        n: usize,
    },
    /// A line exceeds the maximum length.
    LongLine {
        /// The maximum length in bytes.
        longest: u64,
    },
    /// The line is not UTF-8 text.
    NotText,
    /// The file is of another kind; nothing follows.
    Foreign(Foreign),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAGrid => f.write_str("this is neither a grid nor a row of one"),
            Self::Length { found, wanted } => {
                let n = wanted.isqrt();
                write!(f, "{found} cells; a {n}x{n} grid has {wanted}")
            }
            Self::NoShape { n } => {
                write!(f, "{n} rows have no default boxes; for a Latin square, use --shape 1x{n}")
            }
            Self::Character { found, n } => {
                write!(f, "{found:?} is not a cell of a {n}x{n} grid; cells are {}", alphabet(*n))
            }
            Self::Clash(shape, clash) => write!(
                f,
                "{} occurs twice in {}: {} and {}",
                digit_char(shape.n(), clash.digit),
                clash.house,
                cell_name(*shape, clash.first),
                cell_name(*shape, clash.second)
            ),
            Self::Solution { shape, cell, clue, found } => write!(
                f,
                "this solution has {} in {}, but its puzzle has {} there",
                digit_char(shape.n(), *found),
                cell_name(*shape, *cell),
                digit_char(shape.n(), *clue)
            ),
            Self::Several => f.write_str("there is another grid or puzzle in this line"),
            Self::Candidates => f.write_str("these are candidates (pencil marks), and no cell has a single one"),
            Self::Address => f.write_str("this address contains no puzzle"),
            Self::Form(message) => f.write_str(message),
            Self::BlockRow { row, found, n } => {
                write!(f, "row {row} of this block has {found} cells, not {n}")
            }
            Self::BlockEnd { rows, n } => write!(f, "this block ends after {rows} of {n} rows"),
            Self::Rows { rows, n, last, layout } => {
                let s = if *rows == 1 { "" } else { "s" };
                write!(f, "{rows} row{s} of {n}, up to line {last}")?;
                match layout {
                    RowLayout::Number => f.write_str(": a row is missing or one too many"),
                    RowLayout::Head => f.write_str(": is the first a head of column numbers?"),
                    RowLayout::Heads => write!(f, ": is the first of each {} a head of column numbers?", n + 1),
                    RowLayout::Parts => write!(f, ", with lines between them that no {n}x{n} grid has there"),
                    RowLayout::Frame => f.write_str(": are those at the edges numbers of columns and rows?"),
                    RowLayout::Same => write!(f, ": of each {} one is the same; does it separate puzzles?", n + 1),
                    RowLayout::Smaller { size } => {
                        write!(
                            f,
                            ", with no digit above {size}: are these {size}x{size} puzzles with something beside them?"
                        )
                    }
                    RowLayout::Boxes { height, width } => {
                        write!(f, ", with boxes of {height}x{width} cells, which no {n}x{n} grid has")
                    }
                }
            }
            Self::LongRun { rows } => {
                write!(f, "more than {rows} rows without an empty line between them")
            }
            Self::Mixed => f.write_str("other rows of this block have numbers beyond 9, and this one has no numbers"),
            Self::CandidateLine { n } => {
                let n_cells = n * n;
                write!(
                    f,
                    "these are {n} candidates for each of {n_cells} cells, but some digits are not in their place"
                )
            }
            Self::LongLine { longest } => write!(f, "this line is longer than {longest} bytes"),
            Self::NotText => f.write_str("this is not text in UTF-8"),
            Self::Foreign(kind) => kind.fmt(f),
        }
    }
}

/// The error that ended the reading of an entry.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The input itself could not be read; nothing follows.
    #[error("the input cannot be read: {0}")]
    Io(#[from] io::Error),
    /// A line or block was rejected; the next entry may be valid.
    #[error("line {line}, column {column}: {reason}", line = .place.line, column = .place.column)]
    Refused {
        /// The name before it.
        id: Option<String>,
        /// The place of the first invalid character.
        place: Place,
        reason: Reason,
    },
}
