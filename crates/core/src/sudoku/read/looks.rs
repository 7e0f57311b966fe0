//! Detects blocks of n x n cells that are probably not puzzles: smaller puzzles side by side, or a puzzle with its
//! margins or the numbers of its rows and columns. A puzzle with one solution never lacks two digits, so few puzzles
//! are rejected by mistake; a shape set by the user is trusted.

use crate::base::Digit;

use super::super::grid::Puzzle;
use super::super::shape::Shape;
use super::reason::RowLayout;
use super::words::Cells;

/// The least clues of a block that says something.
const FEWEST: usize = 8;

impl RowLayout {
    /// Returns the probable layout of rows that are unlikely to be one puzzle.
    #[must_use]
    pub fn of(puzzle: &Puzzle) -> Option<Self> {
        of(puzzle.shape().n(), puzzle.cells())
    }
}

/// Returns the probable layout of the rows of a block, if they are unlikely to be one.
pub(super) fn of(n: usize, digits: &[Option<Digit>]) -> Option<RowLayout> {
    let values: Vec<usize> = digits.iter().map(|digit| digit.map_or(0, Digit::value)).collect();
    let rows: Vec<&[usize]> = values.chunks(n).collect();
    let columns: Vec<Vec<usize>> = (0..n).map(|column| rows.iter().map(|row| row[column]).collect()).collect();
    let framed = n > 5
        && [rows[0], rows[n - 1]].into_iter().any(is_numbered)
        && [&columns[0], &columns[n - 1]].into_iter().any(|column| is_numbered(column));
    if framed {
        return Some(RowLayout::Frame);
    }
    let most = values.iter().copied().max().unwrap_or(0);
    let n_clues = values.iter().filter(|value| **value > 0).count();
    if n_clues < FEWEST {
        return None;
    }
    // Grids of 9x9 are by far the most, so a larger one without a larger digit is likely one of them.
    if most < 10 && n > 9 {
        let is_empty = |cells: &[usize]| cells.iter().all(|value| *value == 0);
        let rows = margins(rows.iter().map(|row| is_empty(row)));
        let columns_beside = margins(columns.iter().map(|column| is_empty(column)));
        let is_numbered = [&columns[0], &columns[n - 1]].into_iter().any(|column| is_cycle(column));
        let has_margins = rows + 9 >= n && columns_beside + 9 >= n;
        let is_full = if n == 10 { n_clues >= 20 && columns_beside > 0 } else { 2 * n_clues >= 3 * n };
        if has_margins || is_full || is_numbered {
            return Some(RowLayout::Smaller { size: 9 });
        }
    }
    let is_tiled = |size: &usize| {
        let n_clues = |row: usize, column: usize| {
            (0..size * size).filter(|i| rows[row * size + i / size][column * size + i % size] > 0).count()
        };
        let side = n / size;
        n.is_multiple_of(*size) && most <= *size && (0..side * side).all(|i| n_clues(i / side, i % side) > 1)
    };
    let size = (4..=n / 2).find(is_tiled);
    size.filter(|size| Shape::of_cells(size * size).is_some()).map(|size| RowLayout::Smaller { size })
}

/// Counts the empty ones before the first and after the last nonempty one.
fn margins(are_empty: impl DoubleEndedIterator<Item = bool> + Clone) -> usize {
    are_empty.clone().take_while(|is| *is).count() + are_empty.rev().take_while(|is| *is).count()
}

/// Do all cells but a corner count up from 0 or 1? An empty cell stands for 0.
fn is_numbered(cells: &[usize]) -> bool {
    let counts = |cells: &[usize]| matches!(cells[0], 0 | 1) && cells.windows(2).all(|two| two[1] == two[0] + 1);
    let n = cells.len();
    (cells[0] == 0 && counts(&cells[1..])) || (cells[n - 1] == 0 && counts(&cells[..n - 1]))
}

/// Do cells count up, and again and again from 0 or 1?
fn is_cycle(cells: &[usize]) -> bool {
    cells.windows(2).all(|two| two[1] == two[0] + 1 || (two[1] < 2 && two[0] > 3))
}

/// The boxes that are drawn by bars and rules, gaps and empty lines, if all are alike.
///
/// # Errors
/// They are none that a grid of n digits has.
pub(super) fn boxes(n: usize, rows: &[(usize, &str)], cells: &[Cells]) -> Result<Option<Shape>, RowLayout> {
    let lines: Vec<usize> = rows.iter().map(|(line, _)| *line).collect();
    let height = every(n, &|i| lines[i] > lines[i - 1] + 1);
    let gap = |row: usize, i: usize| -> &str {
        let text = rows[row].1;
        let at = |column: usize| text.char_indices().nth(column).map_or(text.len(), |(at, _)| at);
        text.get(at(cells[row][i - 1].0 + 1)..at(cells[row][i].0)).unwrap_or_default()
    };
    let width_of = |row: usize| {
        every(n, &|i| gap(row, i).contains(is_bar)).or_else(|| {
            let is_blank = || (1..n).all(|i| gap(row, i).bytes().all(|b| b == b' '));
            let least = (1..n).map(|i| gap(row, i).len()).min().unwrap_or(0);
            every(n, &|i| gap(row, i).len() > least).filter(|_| is_blank())
        })
    };
    let width = width_of(0).filter(|width| (1..n).all(|row| width_of(row) == Some(*width)));
    let (height, width) = match (height, width) {
        (None, None) => return Ok(None),
        (Some(height), None) => (height, n / height),
        (None, Some(width)) => (n / width, width),
        (Some(height), Some(width)) => (height, width),
    };
    if height * width != n {
        return Err(RowLayout::Boxes { height, width });
    }
    Ok(u8::try_from(height).ok().zip(u8::try_from(width).ok()).and_then(|(h, w)| Shape::new(h, w).ok()))
}

/// The distance of the places 1 to n - 1 at which something stands, if it is the same for all and not 1.
fn every(n: usize, stands: &dyn Fn(usize) -> bool) -> Option<usize> {
    let first = (1..n).find(|i| stands(*i))?;
    (first > 1 && n.is_multiple_of(first) && (1..n).all(|i| stands(i) == i.is_multiple_of(first))).then_some(first)
}

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '\u{2502}' | '\u{2503}' | '\u{2551}')
}
