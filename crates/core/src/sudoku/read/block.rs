//! Blocks: a grid in n lines of n cells. Also what takes several lines without being a block, which is refused once.

use std::io::BufRead;

use crate::base::Digit;

use super::super::grid::Puzzle;
use super::super::shape::Shape;
use super::super::text::{Symbol, symbol};
use super::line::Line;
use super::reason::{Place, ReadError, Reason};
use super::words::{Cells, Words};
use super::{Entry, Reader, is_credible, span};

/// What follows a refusal and is wrong in the same way, so that nothing more is said of it. The lines are passed over
/// when the next entry is asked for: a refusal does not wait for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Skip {
    /// Nothing.
    Nothing,
    /// The other rows of a broken block.
    Block,
    /// Rows of this many cells.
    Rows(usize),
    /// Rows of hardly anything that is a cell.
    Stray,
}

impl<R: BufRead> Reader<R> {
    /// A block whose first row is given. An unexpected row ends it; a whole grid is kept for the next call.
    /// With `is_candidates` the row is one of pencil marks, and so is the whole block; it may also turn out later,
    /// since the first rows may have single candidates only.
    pub(super) fn block(
        &mut self,
        text: &str,
        cells: &[(usize, char)],
        is_candidates: bool,
    ) -> Result<Entry, ReadError> {
        let shape = match self.shape_of_row(cells) {
            Ok(shape) => shape,
            Err(reason) => {
                self.skip = if reason == Reason::NotAGrid { Skip::Stray } else { Skip::Rows(cells.len()) };
                let (column, width) = span(cells);
                return Err(self.refuse(None, text, column, width, reason));
            }
        };
        let n = shape.n();
        let (column, width) = span(cells);
        let start = Place { line: self.lines.number(), column: column + 1, width, text: text.to_owned() };
        let cut =
            |rows: usize| ReadError::Refused { id: None, place: start.clone(), reason: Reason::BlockEnd { rows, n } };
        let mut rows: Vec<(usize, String, Cells)> = vec![(self.lines.number(), text.to_owned(), cells.to_vec())];
        let mut digits = self.row_digits(n, text, cells)?;
        let mut from_candidates = is_candidates;
        while rows.len() < n {
            let Some(line) = self.lines.next()? else {
                return Err(cut(rows.len()));
            };
            let row = match self.classify(&Words::new(&line)) {
                Line::Blank => continue,
                Line::Row(row) if row.len() == n => row,
                // A row of a 16x16 block can look like a 4x4 grid.
                Line::Grid(one) if one.is_bare() && one.cells.len() == n => one.cells,
                Line::Row(row) => {
                    let (column, width) = span(&row);
                    let reason = Reason::BlockRow { row: rows.len() + 1, found: row.len(), n };
                    self.skip = Skip::Block;
                    return Err(self.refuse(None, &line, column, width, reason));
                }
                Line::Candidates(row) if row.len() == n => {
                    from_candidates = true;
                    row
                }
                Line::Candidates(row) => return Err(self.candidates(&line, &row)),
                Line::Grid(_) | Line::Head | Line::Address => {
                    self.lines.put_back(line);
                    return Err(cut(rows.len()));
                }
            };
            digits.extend(self.row_digits(n, &line, &row)?);
            rows.push((self.lines.number(), line, row));
        }
        if from_candidates && digits.iter().all(Option::is_none) {
            return Err(ReadError::Refused { id: None, place: start, reason: Reason::Candidates });
        }
        let puzzle = Puzzle::new(shape, digits).map_err(|clash| {
            let (line, text, row) = &rows[shape.row(clash.second)];
            let column = row[shape.column(clash.second)].0 + 1;
            let place = Place { line: *line, column, width: 1, text: text.clone() };
            ReadError::Refused { id: None, place, reason: Reason::Clash(shape, clash) }
        })?;
        Ok(Entry { id: None, place: start, puzzle, from_candidates })
    }

    /// The shape of the block that begins with this row, or why none does.
    fn shape_of_row(&self, cells: &[(usize, char)]) -> Result<Shape, Reason> {
        let found = cells.len();
        let n = self.shape.map_or(found, Shape::n);
        if !is_credible(n, cells) {
            return Err(Reason::NotAGrid);
        }
        match self.shape {
            Some(shape) if found == n => Ok(shape),
            // More than a row can only be meant as a grid.
            Some(shape) if found > n => Err(Reason::Length { found, wanted: shape.n_cells() }),
            Some(_) => Err(Reason::BlockRow { row: 1, found, n }),
            // Two or three cells are more likely a stray word than a row of a Latin square.
            None if n < 4 => Err(Reason::NotAGrid),
            None => Shape::of_cells(n * n).ok_or(Reason::NoShape { n }),
        }
    }

    /// The refusal of pencil marks where no row of them can be.
    pub(super) fn candidates(&mut self, text: &str, cells: &[(usize, char)]) -> ReadError {
        let (column, width) = span(cells);
        self.skip = Skip::Block;
        self.refuse(None, text, column, width, Reason::Candidates)
    }

    /// The digits of one row of a block; a refusal ends the block.
    fn row_digits(&mut self, n: usize, text: &str, cells: &[(usize, char)]) -> Result<Vec<Option<Digit>>, ReadError> {
        let digits = cells.iter().map(|&(column, c)| match symbol(n, c) {
            Symbol::Digit(digit) => Ok(Some(digit)),
            Symbol::Empty => Ok(None),
            Symbol::Unknown => Err(self.refuse(None, text, column, 1, Reason::Character { found: c, n })),
        });
        let digits: Result<Vec<_>, _> = digits.collect();
        if digits.is_err() {
            self.skip = Skip::Block;
        }
        digits
    }

    /// Is this a line that says nothing new after a refusal?
    pub(super) fn skips(&mut self, words: &Words<'_>, kind: &Line<'_>) -> bool {
        let n = self.shape.map(Shape::n);
        let skips = match (self.skip, kind) {
            (Skip::Nothing, _) => false,
            (Skip::Block, kind) => {
                !words.words.is_empty() && !matches!(kind, Line::Grid(_) | Line::Head | Line::Address)
            }
            (Skip::Rows(n_cells), Line::Row(row)) => row.len() == n_cells,
            (Skip::Stray, Line::Row(row)) => !is_credible(n.unwrap_or(row.len()), row),
            (Skip::Rows(_) | Skip::Stray, _) => false,
        };
        if !skips {
            self.skip = Skip::Nothing;
        }
        skips
    }
}
