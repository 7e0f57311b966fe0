//! Grids as arrays in JSON: rows of numbers or texts, a list of all cells, and texts with one row each.
//!
//! As with rows of text, all rows are read before the first grid is created, since their number determines whether they
//! are grids. They are kept as characters, up to [`MOST_BYTES`].

use std::mem;

use serde_json::Value;

use crate::base::Digit;
use crate::sudoku::{Entry, Place, ReadError, Reader, Reason, RowLayout, Shape, digit_char};

use super::text::{grid, refuse};

/// The most that is held of an array of rows, in bytes.
const MOST_BYTES: usize = 32 << 20;
/// A row of this length is as long as the smallest grid that is known by its length.
const SMALL: usize = 16;

/// The cells of a row, and its place.
type Row = (String, Place);

/// Rows that belong together, and the grids that they are.
#[derive(Debug, Default)]
pub(super) struct JsonRows {
    rows: Vec<Row>,
    n_bytes: usize,
    /// Could each of them be a 4x4 grid?
    are_small: bool,
    /// Rows that are known to be grids, how many each has, and the first row that was not taken.
    whole: Vec<Row>,
    n: usize,
    at: usize,
}

impl JsonRows {
    /// One more row. With `may_be_small`, sixteen cells may be a 4x4 grid.
    ///
    /// # Errors
    /// It does not have as many cells as those before it, or there are too many.
    pub(super) fn push(&mut self, cells: String, place: Place, may_be_small: bool) -> Result<(), ReadError> {
        let n = cells.chars().count();
        if self.rows.is_empty() {
            (self.n_bytes, self.are_small) = (0, n == SMALL);
        }
        self.are_small &= may_be_small && is_grid(&cells);
        self.n_bytes += cells.len() + place.text.len() + size_of::<Row>();
        let wanted = self.rows.first().map_or(n, |(first, _)| first.chars().count());
        if n != wanted {
            let row = self.rows.len() + 1;
            self.rows.clear();
            return Err(ReadError::Refused { id: None, place, reason: Reason::BlockRow { row, found: n, n: wanted } });
        }
        self.rows.push((cells, place));
        if self.n_bytes > MOST_BYTES {
            let reason = Reason::LongRun { rows: self.rows.len() };
            let place = mem::take(&mut self.rows).swap_remove(0).1;
            return Err(ReadError::Refused { id: None, place, reason });
        }
        Ok(())
    }

    /// Forgets the rows that are not grids yet.
    pub(super) fn clear(&mut self) {
        self.rows.clear();
    }

    /// Are there rows that are not grids yet?
    pub(super) fn is_open(&self) -> bool {
        !self.rows.is_empty()
    }

    /// All rows are there: they are grids from now on.
    ///
    /// # Errors
    /// Their number is none of whole grids.
    pub(super) fn end(&mut self) -> Result<(), ReadError> {
        let rows = mem::take(&mut self.rows);
        let Some((first, place)) = rows.first() else { return Ok(()) };
        let (n, n_rows) = (first.chars().count(), rows.len());
        if !self.are_small && n_rows < n {
            return Err(refuse(None, place.clone(), format!("{n_rows} rows of {n} cells are not a grid")));
        }
        if !self.are_small && !n_rows.is_multiple_of(n) {
            let layout = if n_rows % n == 1 && counts_up(first) { RowLayout::Head } else { RowLayout::Number };
            let last = rows[n_rows - 1].1.line;
            let reason = Reason::Rows { rows: n_rows, n, last, layout };
            return Err(ReadError::Refused { id: None, place: place.clone(), reason });
        }
        (self.n, self.at) = (if self.are_small { 1 } else { n }, 0);
        self.whole = rows;
        Ok(())
    }

    pub(super) fn next(&mut self, shape: Option<Shape>) -> Option<Result<Entry, ReadError>> {
        let rows = self.whole.get(self.at..self.at + self.n).filter(|rows| !rows.is_empty())?;
        self.at += rows.len();
        let cells: String = rows.iter().map(|(cells, _)| cells.as_str()).collect();
        let (place, last) = (Place { width: 0, ..rows[0].1.clone() }, rows[rows.len() - 1].1.line);
        Some(grid(&cells, &place, shape, None).and_then(|entry| match RowLayout::of(&entry.puzzle) {
            Some(layout) if shape.is_none() => {
                let reason = Reason::Rows { rows: rows.len(), n: self.n, last, layout };
                Err(ReadError::Refused { id: None, place, reason })
            }
            _ => Ok(entry),
        }))
    }
}

/// Does a row count up from 0 or 1, as numbers of columns do? An empty cell stands for 0.
fn counts_up(row: &str) -> bool {
    let n = row.chars().count();
    let from = |start: usize| {
        row.chars().enumerate().all(|(i, c)| match i + start {
            0 => c == '.',
            value => value <= n && c == digit_char(n, Digit::new(value)),
        })
    };
    from(0) || from(1)
}

/// Is a text a grid by itself?
fn is_grid(text: &str) -> bool {
    Reader::new(text.as_bytes(), None).next().is_some_and(|entry| entry.is_ok())
}

/// The row that a text in a list is, if it is not a grid by itself, and whether it may be one all the same.
pub(super) fn row_of_text(text: &str) -> Option<(String, bool)> {
    let cells: String = text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '|' | ',')).collect();
    let n = cells.chars().count();
    let has_size = (4..=Shape::MAX_N).contains(&n);
    let is_plain = cells.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '*'));
    let may_be_small = n == SMALL && is_grid(&cells);
    let digits: Vec<char> = cells.chars().filter(|c| ('1'..='9').contains(c)).collect();
    let is_double = (1..digits.len()).any(|i| digits[..i].contains(&digits[i]));
    let says_something = cells.contains(|c: char| c.is_ascii_digit() || c == '.');
    (has_size && is_plain && says_something && !(may_be_small && is_double)).then_some((cells, may_be_small))
}

/// The cells of rows in one line: numbers or texts, and nothing, 0 or a blank where a cell is empty.
pub(super) fn rows_of(rows: &[Value]) -> Result<String, String> {
    let n = rows.len();
    // A text for each row.
    let texts: Option<Vec<String>> = rows.iter().map(|row| row_of_text(row.as_str()?).map(|(row, _)| row)).collect();
    if let Some(texts) = texts.filter(|texts| n > 3 && texts.iter().any(|row| row.chars().count() == n)) {
        return match texts.iter().find(|row| row.chars().count() != n) {
            Some(row) => Err(format!("one of {n} rows has {} cells", row.chars().count())),
            None => Ok(texts.concat()),
        };
    }
    // 81 numbers without rows are a grid too.
    let cells: Vec<&Value> = if rows.iter().all(Value::is_array) {
        if let Some(row) = rows.iter().filter_map(Value::as_array).find(|row| row.len() != n) {
            return Err(format!("one of {n} rows has {} cells", row.len()));
        }
        rows.iter().filter_map(Value::as_array).flatten().collect()
    } else {
        rows.iter().collect()
    };
    let n = cells.len().isqrt();
    if n * n != cells.len() || n > Shape::MAX_N {
        return Err(format!("{} cells are not a grid", cells.len()));
    }
    cells
        .iter()
        .enumerate()
        .map(|(i, cell)| cell_of(n, cell).ok_or((i / n, i % n)))
        .collect::<Result<_, _>>()
        .map_err(|(row, column)| format!("R{}C{} is not a digit of a {n}x{n} grid", row + 1, column + 1))
}

/// The cells of one row.
pub(super) fn row_of(row: &[Value]) -> Result<String, String> {
    let n = row.len();
    row.iter()
        .enumerate()
        .map(|(i, cell)| cell_of(n, cell).ok_or(i))
        .collect::<Result<_, _>>()
        .map_err(|i| format!("cell {} of this row is not a digit of a {n}x{n} grid", i + 1))
}

/// The character of a cell of a grid of n rows.
fn cell_of(n: usize, cell: &Value) -> Option<char> {
    let number = match cell {
        Value::Null => 0,
        Value::Number(number) => whole(number.as_f64()?)?,
        Value::String(text) if matches!(text.trim().to_lowercase().as_str(), "" | "." | "nan" | "none") => 0,
        Value::String(text) => match text.trim().parse::<f64>() {
            Ok(number) => whole(number)?,
            // A letter, such as A for 10; whether it is one is seen later.
            Err(_) if text.trim().chars().count() == 1 => return text.trim().chars().next(),
            Err(_) => return None,
        },
        _ => return None,
    };
    match number {
        0 => Some('.'),
        digit if digit <= n => Some(digit_char(n, Digit::new(digit))),
        _ => None,
    }
}

/// The whole number that 8 and 8.0 are.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is whole and small")]
fn whole(number: f64) -> Option<usize> {
    ((0.0..=99.0).contains(&number) && number.fract() == 0.0).then_some(number as usize)
}
