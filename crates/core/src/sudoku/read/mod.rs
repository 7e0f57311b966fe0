//! Reads grids and puzzles from text, one after the other, and says of every refusal where and why.
//!
//! Understood without being told which:
//! - one grid or puzzle a line, `.`, `0`, `_`, `*`, `-`, `x` or `X` for an empty cell (`.sdm`);
//! - with a name before it, and its solution or a comment after it: `id grid` (the files of tjusila-2023),
//!   `puzzle,solution`, `"puzzle"`, `puzzle;rating`, lines of `HoDoKu`'s library; a head line with names of columns;
//! - blocks of n lines of n cells, with spaces, `|` and rules between the boxes (`.sdk`, boxed pastes), or with a comma
//!   after each cell, where nothing between two of them is an empty cell; `>` may stand before each line;
//! - grids of pencil marks: their single candidates are taken as clues;
//! - `#` starts a comment, `[Puzzle]` and other section heads are passed over.
//!
//! The reader goes line by line and holds at most one block, so a stream can be answered as it comes. After a refusal
//! it goes on with the next line or block.

mod block;
mod foreign;
mod line;
mod lines;
mod one_line;
mod reason;
mod words;

use std::io::BufRead;

use super::grid::Puzzle;
use super::shape::Shape;
use super::text::{Symbol, line_symbol};
use block::Skip;
use line::{Line, classify};
use words::Words;

pub use foreign::Foreign;
pub use lines::Lines;
pub use reason::{Place, ReadError, Reason};

/// One grid or puzzle of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name that stood before it.
    pub id: Option<String>,
    /// Where it stands; for a block, its first row.
    pub place: Place,
    /// What stands there; complete if it is a grid.
    pub puzzle: Puzzle,
    /// Is it made of the single candidates of a grid of pencil marks? Then some of its clues may be deduced digits.
    pub from_candidates: bool,
}

/// Reads entries from text.
#[derive(Debug)]
pub struct Reader<R> {
    lines: Lines<R>,
    shape: Option<Shape>,
    seen_entry: bool,
    /// Was there a grid in one line?
    seen_line: bool,
    skip: Skip,
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads entries from `input`. With a `shape` everything must have it; without one the length decides.
    pub fn new(input: R, shape: Option<Shape>) -> Self {
        Self::of_lines(Lines::new(input), shape)
    }

    /// The same of what is left of lines.
    #[must_use]
    pub fn of_lines(lines: Lines<R>, shape: Option<Shape>) -> Self {
        Self { lines, shape, seen_entry: false, seen_line: false, skip: Skip::Nothing, ended: false }
    }

    /// A refusal of the line that was read last; `column` is 0-based.
    fn refuse(&self, id: Option<&str>, text: &str, column: usize, width: usize, reason: Reason) -> ReadError {
        let place = Place { line: self.lines.number(), column: column + 1, width: width.max(1), text: text.to_owned() };
        ReadError::Refused { id: id.map(str::to_owned), place, reason }
    }

    fn classify<'a>(&self, words: &Words<'a>) -> Line<'a> {
        classify(words, self.shape, !self.seen_entry)
    }

    fn entry(&mut self) -> Result<Option<Entry>, ReadError> {
        while let Some(line) = self.lines.next()? {
            let words = Words::new(&line);
            let kind = self.classify(&words);
            if self.skips(&words, &kind) {
                continue;
            }
            if !matches!(kind, Line::Blank | Line::Head) {
                self.seen_entry = true;
            }
            match kind {
                Line::Blank | Line::Head => {}
                Line::Grid(one) => {
                    self.seen_line = true;
                    return self.one_line(&line, &one).map(Some);
                }
                // Of a table of grids, one in a line, some rows may be left empty.
                Line::Row(_) if words.words.is_empty() && self.seen_line => {}
                Line::Row(cells) => return self.block(&line, &cells, false).map(Some),
                Line::Candidates(cells) => return self.block(&line, &cells, true).map(Some),
                Line::Address => return Err(self.refuse(None, &line, 0, line.chars().count(), Reason::Address)),
            }
        }
        Ok(None)
    }
}

/// The columns from the first to the last cell: the first, 0-based, and how many.
fn span(cells: &[(usize, char)]) -> (usize, usize) {
    let column = cells.first().map_or(0, |(column, _)| *column);
    (column, cells.last().map_or(1, |(last, _)| last + 1 - column))
}

/// How many of the cells a grid of n digits can hold. Digits of other scripts are meant as such, and refused one by
/// one.
fn n_known(n: usize, cells: &[(usize, char)]) -> usize {
    let is_known = |c: char| line_symbol(n, c) != Symbol::Unknown || (!c.is_ascii() && c.is_numeric());
    cells.iter().filter(|(_, c)| is_known(*c)).count()
}

/// Can the cells be meant as such of a grid of n digits? Three of four at least are: half of the letters of any prose
/// are digits of a large grid.
fn is_credible(n: usize, cells: &[(usize, char)]) -> bool {
    n_known(n, cells) * 4 >= cells.len() * 3
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Entry, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let entry = self.entry().transpose();
        if matches!(entry, None | Some(Err(ReadError::Io(_)))) {
            self.ended = true;
        }
        entry
    }
}

#[cfg(test)]
mod forms;
#[cfg(test)]
mod tests;
