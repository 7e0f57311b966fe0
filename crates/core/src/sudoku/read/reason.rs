//! Where the input is wrong, and why.

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
    /// First character, from 1.
    pub column: usize,
    /// Number of characters, at least 1; 0 where nothing of the line can be shown.
    pub width: usize,
    /// The text of the line.
    pub text: String,
}

/// What rows look like that are no blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowLayout {
    /// The number of rows is none of whole blocks.
    Number,
    /// The same, and the first row counts up, as numbers of columns do.
    Head,
    /// There are n + 1 rows for each block, and the first of each counts up.
    Heads,
    /// There are as many rows as whole blocks have, but empty lines or rules stand within blocks.
    Parts,
    /// A row and a column at the edge count up.
    Frame,
    /// After each block, or before it, stands the same row.
    Same,
    /// No digit is larger than those of grids of `size` rows, which may stand side by side or have margins.
    Smaller {
        /// Rows of such a grid.
        size: usize,
    },
    /// The boxes that are drawn have not n cells.
    Boxes {
        /// Rows of each box, from 1.
        height: usize,
        /// Columns of each box, from 1.
        width: usize,
    },
}

/// Why a line or block was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Nothing that looks like cells.
    NotAGrid,
    /// Too few or too many cells; `wanted` is the number of cells of the shape in force, or of the nearest one.
    Length { found: usize, wanted: usize },
    /// n has no box shape by itself (a prime or less than 4).
    NoShape {
        /// Rows of the grid.
        n: usize,
    },
    /// Not a digit of this size and not an empty cell.
    Character {
        found: char,
        /// Digits of the grid.
        n: usize,
    },
    /// Two equal digits in a house.
    Clash(Shape, Clash),
    /// The solution that follows the puzzle contradicts one of its clues.
    Solution {
        /// The shape of both.
        shape: Shape,
        cell: Cell,
        /// What the puzzle has there.
        clue: Digit,
        /// What the solution has there.
        found: Digit,
    },
    /// Another grid or puzzle in the same line, which is not the solution of the first.
    Several,
    /// Pencil marks in place of clues, and no single one that could be taken for a clue.
    Candidates,
    /// The address of a page, which this reader does not take apart.
    Address,
    /// What a reader of another form says.
    Form(String),
    /// A row of a block with too few or too many cells.
    BlockRow {
        /// The row, from 1.
        row: usize,
        found: usize,
        n: usize,
    },
    /// A block that ends before its last row.
    BlockEnd { rows: usize, n: usize },
    /// Rows that follow each other and are no blocks.
    Rows {
        rows: usize,
        /// Cells of each, and rows of a block.
        n: usize,
        /// The line of the last one.
        last: usize,
        /// What they look like.
        layout: RowLayout,
    },
    /// More rows without an empty line than are held.
    LongRun { rows: usize },
    /// Numbers beyond 9 in some rows of a block, and letters in others.
    Mixed,
    /// A candidate for each digit of each cell, but not each in its place, or none left in some cell.
    CandidateLine {
        /// Rows of the grid.
        n: usize,
    },
    /// A line of more bytes than are looked at.
    LongLine {
        /// The most bytes that are.
        longest: u64,
    },
    /// Bytes that are not UTF-8 text.
    NotText,
    /// A file of another kind; nothing follows.
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
                write!(f, "{n} rows can have no boxes but their own lines; for a Latin square say --shape 1x{n}")
            }
            Self::Character { found, n } => {
                write!(f, "{found:?} is not a cell of a {n}x{n} grid; it holds {}", alphabet(*n))
            }
            Self::Clash(shape, clash) => write!(
                f,
                "{} stands twice in {}: {} and {}",
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
            Self::Candidates => {
                f.write_str("these are candidates (pencil marks), and none of them stands alone in its cell")
            }
            Self::Address => f.write_str("this is an address, and no puzzle was found in it"),
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
                    RowLayout::Same => write!(f, ": of each {} one is the same; is it a separator of puzzles?", n + 1),
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
                write!(f, "these are {n} candidates for each of {n_cells} cells, and not each digit in its place")
            }
            Self::LongLine { longest } => write!(f, "this line is longer than {longest} bytes"),
            Self::NotText => f.write_str("this is not text in UTF-8"),
            Self::Foreign(kind) => kind.fmt(f),
        }
    }
}

/// What ended the reading of one entry.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The input itself could not be read; nothing follows.
    #[error("the input cannot be read: {0}")]
    Io(#[from] io::Error),
    /// A line or block was refused; the next entry may be good.
    #[error("line {line}, column {column}: {reason}", line = .place.line, column = .place.column)]
    Refused {
        /// The name that stood before it.
        id: Option<String>,
        /// The first character that is wrong.
        place: Place,
        reason: Reason,
    },
}
