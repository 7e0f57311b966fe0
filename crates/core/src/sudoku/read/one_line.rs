//! A grid or puzzle in one line, with the further information in the line.

use std::io::BufRead;

use crate::base::{Cell, Digit, Index};

use super::super::grid::Puzzle;
use super::super::shape::Shape;
use super::super::text::{Symbol, line_symbol};
use super::line::OneLine;
use super::note::Note;
use super::reason::{Place, ReadError, Reason};
use super::words::{Cells, Word, Words};
use super::{Entry, Reader, is_credible, n_known, span};

/// An error in cells, with its place: the first column, 0-based, and the number of columns.
struct CellsError {
    column: usize,
    width: usize,
    reason: Reason,
}

impl CellsError {
    fn at(column: usize, reason: Reason) -> Self {
        Self { column, width: 1, reason }
    }

    fn of(cells: &[(usize, char)], reason: Reason) -> Self {
        let (column, width) = span(cells);
        Self { column, width, reason }
    }
}

impl<R: BufRead> Reader<R> {
    /// Reads the grid of a line. The words beside it are a name, its solution, or a comment; a word that looks like
    /// a grid of the same size is none of these unless it is the solution.
    pub(super) fn one_line(&mut self, text: &str, one: &OneLine<'_>) -> Result<Entry, ReadError> {
        let id = one.name.as_deref();
        let refuse = |flaw: CellsError| self.refuse(id, text, flaw.column, flaw.width, flaw.reason);
        if let Some(shape) = candidates_shape(self.shape, one.cells.len()) {
            return self.candidate_line(shape, text, one);
        }
        let shape = shape_of(self.shape, &one.cells).map_err(refuse)?;
        let puzzle = puzzle(shape, &one.cells).map_err(refuse)?;
        let n_deleted = n_deleted(text, one);
        check_others(&puzzle, one, n_deleted.is_none()).map_err(refuse)?;
        let (column, width) = span(&one.cells);
        let place = Place { line: self.lines.number(), column: column + 1, width, text: text.to_owned() };
        let notes = n_deleted.filter(|n| *n > 0).map(Note::Deleted).into_iter().collect();
        Ok(Entry { id: one.name.clone(), place, puzzle, rules: Vec::new(), notes })
    }

    /// A line with n candidates for each cell: a digit that is still possible, each in its place, or an empty cell.
    fn candidate_line(&self, shape: Shape, text: &str, one: &OneLine<'_>) -> Result<Entry, ReadError> {
        let n = shape.n();
        let id = one.name.as_deref();
        let (first, width) = span(&one.cells);
        let mut digits = Vec::with_capacity(shape.n_cells());
        for cell in one.cells.chunks(n) {
            let mut left = Vec::new();
            for (place, (column, c)) in cell.iter().enumerate() {
                match line_symbol(n, *c) {
                    Symbol::Digit(digit) if digit.index() == place => left.push(digit),
                    Symbol::Empty => {}
                    _ => return Err(self.refuse(id, text, *column, 1, Reason::CandidateLine { n })),
                }
            }
            match left[..] {
                [] => return Err(self.refuse(id, text, cell[0].0, n, Reason::CandidateLine { n })),
                [digit] => digits.push(Some(digit)),
                _ => digits.push(None),
            }
        }
        if digits.iter().all(Option::is_none) {
            return Err(self.refuse(id, text, first, width, Reason::Candidates));
        }
        let puzzle = Puzzle::new(shape, digits).map_err(|clash| {
            self.refuse(id, text, one.cells[clash.second.get() * n].0, n, Reason::Clash(shape, clash))
        })?;
        let place = Place { line: self.lines.number(), column: first + 1, width, text: text.to_owned() };
        Ok(Entry { id: one.name.clone(), place, puzzle, rules: Vec::new(), notes: vec![Note::Candidates] })
    }
}

/// The shape of a grid whose cells have n candidates each, if a line of `n_chars` characters is one, and not a grid.
fn candidates_shape(wanted: Option<Shape>, n_chars: usize) -> Option<Shape> {
    let has_n_each = |shape: &Shape| shape.n() <= 9 && shape.n_cells() * shape.n() == n_chars;
    match wanted {
        Some(shape) => Some(shape).filter(has_n_each),
        None => (6..=9).filter_map(|n| Shape::of_cells(n * n)).find(has_n_each),
    }
}

/// Counts the deleted candidates in a line of `HoDoKu`'s library, which has them after the grid; `None` for other
/// lines.
fn n_deleted(text: &str, one: &OneLine<'_>) -> Option<usize> {
    let line = text.trim_start_matches(|c: char| c.is_whitespace() || c == '>');
    let fields: Vec<&str> = line.strip_prefix(':')?.split(':').collect();
    let n_before: usize = text.chars().count() - line.chars().count();
    let n_chars: usize = fields.iter().take(2).map(|field| field.chars().count() + 1).sum();
    let first = one.cells.first().map(|(column, _)| *column)?;
    let width = fields.get(2)?.chars().count();
    let is_third = (0..=width).contains(&first.checked_sub(n_before + 1 + n_chars)?);
    is_third.then(|| fields.get(3).map_or(0, |deleted| deleted.split_whitespace().count()))
}

/// The shape of a grid in one line, or why there is none; `wanted` is the shape in force.
fn shape_of(wanted: Option<Shape>, cells: &[(usize, char)]) -> Result<Shape, CellsError> {
    let n_cells = cells.len();
    let found = match wanted {
        Some(shape) => Some(shape).filter(|shape| shape.n_cells() == n_cells),
        None => Shape::of_cells(n_cells),
    };
    let n = found.or(wanted).map_or_else(|| nearest(n_cells), Shape::n);
    if let Some(shape) = found
        && n_known(n, cells) * 8 >= n_cells
    {
        return Ok(shape); // with as many cells as that, a wrong character is the thing to point at
    }
    if !is_credible(n, cells) {
        return Err(CellsError::of(cells, Reason::NotAGrid));
    }
    if is_candidates(n_cells) {
        return Err(CellsError::of(cells, Reason::Candidates));
    }
    if wanted.is_none() && n * n == n_cells {
        return Err(CellsError::of(cells, Reason::NoShape { n }));
    }
    // Far from every size there is no grid that could have been meant.
    if wanted.is_none() && n_cells.abs_diff(n * n) > n {
        return Err(CellsError::of(cells, Reason::NotAGrid));
    }
    // What is not a cell of any grid is the likelier reason for a wrong number of them.
    let unknown = cells.iter().find(|(_, c)| line_symbol(Shape::MAX_N, *c) == Symbol::Unknown);
    Err(match unknown {
        Some(&(column, found)) => CellsError::at(column, Reason::Character { found, n }),
        None => CellsError::of(cells, Reason::Length { found: n_cells, wanted: n * n }),
    })
}

/// The rows of the grid whose number of cells is nearest: n itself if it is a square, with a shape or without.
fn nearest(n_cells: usize) -> usize {
    let n = n_cells.isqrt();
    if n * n == n_cells && n <= Shape::MAX_N {
        return n;
    }
    let sizes = (4..=Shape::MAX_N).filter(|n| Shape::of_cells(n * n).is_some());
    sizes.min_by_key(|n| (n_cells.abs_diff(n * n), *n)).unwrap_or(Shape::MAX_N)
}

/// Is this the length of a line with n candidates for each of n x n cells, as some programs write it?
fn is_candidates(n_cells: usize) -> bool {
    (6..=Shape::MAX_N).any(|n| n * n * n == n_cells && Shape::of_cells(n * n).is_some())
}

/// The digits of cells that are as many as the shape has.
fn digits(shape: Shape, cells: &[(usize, char)]) -> Result<Vec<Option<Digit>>, CellsError> {
    let digit = |&(column, c): &(usize, char)| match line_symbol(shape.n(), c) {
        Symbol::Digit(digit) => Ok(Some(digit)),
        Symbol::Empty => Ok(None),
        Symbol::Unknown => Err(CellsError::at(column, Reason::Character { found: c, n: shape.n() })),
    };
    cells.iter().map(digit).collect()
}

fn puzzle(shape: Shape, cells: &[(usize, char)]) -> Result<Puzzle, CellsError> {
    let digits = digits(shape, cells)?;
    Puzzle::new(shape, digits).map_err(|clash| CellsError::at(cells[clash.second.get()].0, Reason::Clash(shape, clash)))
}

/// Refuses a line in which something else looks like a grid of this size, unless it is the solution of `puzzle`.
/// With `may_be_apart` its cells may stand apart.
fn check_others(puzzle: &Puzzle, one: &OneLine<'_>, may_be_apart: bool) -> Result<(), CellsError> {
    if one.others.is_empty() {
        return Ok(());
    }
    let shape = puzzle.shape();
    let (column, _) = span(&one.cells);
    let (before, after): (Vec<Word<'_>>, Vec<Word<'_>>) = one.others.iter().partition(|word| word.column < column);
    for word in one.others.iter().filter(|word| word.width >= shape.n_cells() - shape.n() / 2) {
        let cells = word.cells();
        if resembles(shape, &cells) {
            is_solution(puzzle, &cells)?;
        }
    }
    // The same with spaces or commas between the cells: a name must not read as a grid.
    let is_whole = |cells: &Cells| cells.len() == shape.n_cells() && resembles(shape, cells);
    let before: Cells = before.iter().flat_map(Word::cells).collect();
    let name = one.name.as_deref().map_or_else(Cells::new, |name| Words::new(name).cells());
    if is_whole(&before) || is_whole(&name) {
        return Err(CellsError::of(&before, Reason::Several));
    }
    let after: Cells = after.iter().flat_map(Word::cells).collect();
    if may_be_apart && is_whole(&after) { is_solution(puzzle, &after) } else { Ok(()) }
}

/// Refuses cells that are not the solution of `puzzle`.
fn is_solution(puzzle: &Puzzle, cells: &[(usize, char)]) -> Result<(), CellsError> {
    let shape = puzzle.shape();
    if cells.len() != shape.n_cells() {
        return Err(CellsError::of(cells, Reason::Length { found: cells.len(), wanted: shape.n_cells() }));
    }
    let found = digits(shape, cells)?;
    if found.iter().any(Option::is_none) {
        return Err(CellsError::of(cells, Reason::Several));
    }
    let differs = |&cell: &Cell| puzzle.get(cell).is_some_and(|clue| Some(clue) != found[cell.get()]);
    match (shape.cells().find(differs), puzzle.as_grid()) {
        (Some(_), Some(_)) => Err(CellsError::of(cells, Reason::Several)),
        (Some(cell), None) => {
            let reason = match (puzzle.get(cell), found[cell.get()]) {
                (Some(clue), Some(found)) => Reason::Solution { shape, cell, clue, found },
                _ => Reason::Several,
            };
            Err(CellsError::at(cells[cell.get()].0, reason))
        }
        (None, _) => self::puzzle(shape, cells).map(|_| ()),
    }
}

/// Do the cells look like a grid of this shape, in which perhaps a few characters are wrong or too many?
fn resembles(shape: Shape, cells: &[(usize, char)]) -> bool {
    let n = shape.n();
    cells.len().abs_diff(shape.n_cells()) <= n / 2 && n_known(n, cells) * 8 >= cells.len() * 7
}
