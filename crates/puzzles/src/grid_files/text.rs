//! A grid as a part of a larger text, with its place there.

use crate::base::Index as _;
use crate::sudoku::{Entry, Place, Puzzle, ReadError, Reader, Reason, Shape};

use super::link;

/// Most characters of a line before a place in it; of more the line is not shown.
const MOST_BEFORE: usize = 10_000;

/// A place from which a piece of text begins: the line and the character, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Spot {
    /// This place, where no text is to be shown.
    pub(super) fn bare(self) -> Place {
        Place { line: self.line, column: self.column, width: 0, text: String::new() }
    }

    /// The place of byte `at` of a `text` that begins here, `width` characters wide. What stands before the text in its
    /// first line is not known, and shown as blanks.
    pub(super) fn place(self, text: &str, at: usize, width: usize) -> Place {
        let before = &text[..at];
        let n_lines = before.matches('\n').count();
        let start = before.rfind('\n').map_or(0, |i| i + 1);
        let line = text[start..].split('\n').next().unwrap_or("").trim_end();
        let column = text[start..at].chars().count() + if n_lines == 0 { self.column } else { 1 };
        let n_unknown = if n_lines == 0 { self.column - 1 } else { 0 };
        let line_number = self.line + n_lines;
        if column > MOST_BEFORE {
            return Self { line: line_number, column }.bare();
        }
        Place { line: line_number, column, width: width.max(1), text: " ".repeat(n_unknown) + line }
    }
}

/// A refusal at a place.
pub(super) fn refuse(id: Option<String>, place: Place, message: impl Into<String>) -> ReadError {
    ReadError::Refused { id, place, reason: Reason::Form(message.into()) }
}

/// Reads a `text` that holds one grid or puzzle, and stands at `place` of a larger one.
pub(super) fn grid(text: &str, place: &Place, shape: Option<Shape>, id: Option<String>) -> Result<Entry, ReadError> {
    // Blanks around it, and a byte order mark, are not cells; a reader of lines would not count them either.
    let moved = |inner: &Place| match inner.line {
        1 if place.width > 0 => {
            let column = place.column + inner.column - 1;
            Place { column, width: inner.width.max(1), ..place.clone() }
        }
        _ => place.clone(),
    };
    let mut found = Reader::new(text.as_bytes(), shape);
    let refused = |reason| ReadError::Refused { id: id.clone(), place: place.clone(), reason };
    match found.next() {
        None => Err(refused(Reason::NotAGrid)),
        Some(Ok(entry)) => match found.next() {
            None => Ok(Entry { id, place: moved(&entry.place), ..entry }),
            Some(_) => Err(refused(Reason::Several)),
        },
        Some(Err(ReadError::Refused { reason: Reason::Address, .. })) => {
            link::read(text, place, shape).map(|entry| Entry { id, ..entry })
        }
        // A block of which there is one row was meant as a whole grid.
        Some(Err(ReadError::Refused { place: inner, reason: Reason::BlockEnd { rows: 1, n }, .. }))
            if !text.trim().contains('\n') =>
        {
            Err(refuse(id, moved(&inner), format!("{n} cells are not a grid")))
        }
        Some(Err(ReadError::Refused { place: inner, reason, .. })) => {
            Err(ReadError::Refused { id, place: moved(&inner), reason })
        }
        Some(Err(e)) => Err(e),
    }
}

/// Refuses a `solution` that contradicts the puzzle of `entry`, each cell at the place that `at` says. Both have one
/// shape; cells of the solution may be empty only if it `may_be_partial`.
pub(super) fn compare(
    entry: &Entry,
    solution: &Puzzle,
    may_be_partial: bool,
    at: impl Fn(usize) -> Place,
) -> Result<(), ReadError> {
    let shape = entry.puzzle.shape();
    let differs = shape.cells().find_map(|cell| match (entry.puzzle.get(cell), solution.get(cell)) {
        (Some(clue), Some(found)) if clue != found => Some((cell, Reason::Solution { shape, cell, clue, found })),
        (_, None) if !may_be_partial => Some((cell, Reason::Several)),
        _ => None,
    });
    differs.map_or(Ok(()), |(cell, reason)| {
        Err(ReadError::Refused { id: entry.id.clone(), place: at(cell.get()), reason })
    })
}
