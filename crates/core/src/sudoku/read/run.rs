//! Runs of rows, and their division into blocks.
//!
//! Consecutive rows are blocks of n rows only if their number is a multiple of n: a head of column numbers, or a
//! missing or additional row, shifts all later blocks, and a shifted block often breaks no rule. So a run is read to
//! its end before its first block is returned, and kept as text until then: up to [`MOST_BYTES`], some hundred thousand
//! 9x9 puzzles without an empty line between them.
//!
//! An empty line ends a *part* of a run. A part that consists of complete blocks is independent. Smaller parts are the
//! bands of a block, or its rows, if all have the same number of rows; they are complete blocks if all of them are, to
//! the end of the run. Otherwise it is not known which rows belong together.

use super::super::text::{Symbol, symbol};
use super::reason::RowLayout;
use super::words::Cells;

/// The most that is held of a run, in bytes.
const MOST_BYTES: usize = if cfg!(test) { 64 << 10 } else { 32 << 20 };

/// Rows as they stand in the input.
#[derive(Debug, Default)]
pub(super) struct Rows {
    text: String,
    /// The line number of each row, and its end in `text`.
    ends: Vec<(usize, usize)>,
}

impl Rows {
    pub(super) fn push(&mut self, line: usize, text: &str) {
        self.text.push_str(text);
        self.ends.push((line, self.text.len()));
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The line and the text of row `i`.
    pub(super) fn get(&self, i: usize) -> (usize, &str) {
        let from = i.checked_sub(1).map_or(0, |before| self.ends[before].1);
        let (line, to) = self.ends[i];
        (line, &self.text[from..to])
    }

    /// The rows from `at` on, which these lose.
    fn split_off(&mut self, at: usize) -> Self {
        let from = at.checked_sub(1).map_or(0, |before| self.ends[before].1);
        let ends = self.ends.split_off(at).into_iter().map(|(line, end)| (line, end - from)).collect();
        Self { text: self.text.split_off(from), ends }
    }

    fn n_bytes(&self) -> usize {
        self.text.len() + self.ends.len() * size_of::<(usize, usize)>()
    }
}

/// The result for the rows of a run.
#[derive(Debug)]
pub(super) enum Verdict {
    Open,
    /// The rows form complete blocks.
    Whole(Rows),
    /// The rows do not form blocks.
    Broken(Rows),
    /// The first rows do not form blocks, the others do.
    BrokenAndWhole(Rows, Rows),
    /// The rows do not form blocks, and it is not known where they end.
    Lost(Rows),
}

/// The rows of a run that are not yet told apart.
#[derive(Debug)]
pub(super) struct Run {
    n: usize,
    rows: Rows,
    /// The number of rows of each part that has ended.
    parts: Vec<usize>,
    /// The number of rows of the current part before each of its rules.
    rules: Vec<usize>,
    /// Whether the first row counts up, like column numbers.
    begins_with_head: bool,
}

impl Run {
    /// A run of rows of n cells.
    pub(super) fn new(n: usize) -> Self {
        Self { n, rows: Rows::default(), parts: Vec::new(), rules: Vec::new(), begins_with_head: false }
    }

    pub(super) fn push(&mut self, line: usize, text: &str, cells: &Cells) {
        if self.rows.len() == 0 {
            self.begins_with_head = counts_up(self.n, cells);
        }
        self.rows.push(line, text);
    }

    /// The number of cells of each row.
    pub(super) fn n(&self) -> usize {
        self.n
    }

    /// The number of rows.
    pub(super) fn n_rows(&self) -> usize {
        self.rows.len()
    }

    /// The number of rows of the current part.
    pub(super) fn n_of_part(&self) -> usize {
        self.rows.len() - self.parts.iter().sum::<usize>()
    }

    /// Is there more than is held?
    pub(super) fn is_too_long(&self) -> bool {
        self.rows.n_bytes() > MOST_BYTES
    }

    /// A rule stands after the last row.
    pub(super) fn rule(&mut self) {
        let n_rows = self.n_of_part();
        if n_rows > 0 && self.rules.last() != Some(&n_rows) {
            self.rules.push(n_rows);
        }
    }

    /// An empty line stands after the last row.
    pub(super) fn gap(&mut self) -> Verdict {
        let part = self.n_of_part();
        if part == 0 {
            return Verdict::Open;
        }
        let n = self.n;
        let is_ruled = self.is_ruled(part);
        self.rules.clear();
        self.parts.push(part);
        let n_before = self.parts.len() - 1;
        if part.is_multiple_of(n) {
            let before = &self.parts[..n_before];
            let is_before_trusted = before.iter().all(|before| before * 2 > n) || before == [1];
            let is_before_whole = self.has_equal_parts(n_before) && (self.rows.len() - part).is_multiple_of(n);
            return match (n_before, is_ruled) {
                (0, false) => Verdict::Broken(self.take()),
                (_, true) if n_before == 0 || is_before_whole => Verdict::Whole(self.take()),
                (_, true) if is_before_trusted => {
                    let whole = self.rows.split_off(self.rows.len() - part);
                    Verdict::BrokenAndWhole(self.take(), whole)
                }
                _ => Verdict::Lost(self.take()),
            };
        }
        let n_rows = self.rows.len();
        if self.has_equal_parts(self.parts.len()) {
            return Verdict::Open;
        }
        match n_rows {
            // Perhaps a note in the middle of a block.
            n_rows if n_rows <= n => Verdict::Open,
            // Parts as large as that are no bands, so that what follows them stands by itself.
            _ if self.parts.iter().all(|part| part * 2 > n) => Verdict::Broken(self.take()),
            _ => Verdict::Lost(self.take()),
        }
    }

    /// Something that is no row stands after the last one, or nothing at all.
    pub(super) fn end(mut self) -> Verdict {
        match self.gap() {
            Verdict::Open if self.rows.len() == 0 => Verdict::Open,
            Verdict::Open => {
                let is_equal = self.has_equal_parts(self.parts.len());
                let is_whole = match self.rows.len() {
                    rows if rows == self.n => self.parts[0] > 1 || is_equal || !self.begins_with_head,
                    rows => rows.is_multiple_of(self.n) && is_equal,
                };
                if is_whole { Verdict::Whole(self.rows) } else { Verdict::Broken(self.rows) }
            }
            Verdict::Lost(rows) => Verdict::Broken(rows),
            verdict => verdict,
        }
    }

    /// Everything, whatever it is.
    pub(super) fn take(&mut self) -> Rows {
        self.parts.clear();
        self.rules.clear();
        std::mem::take(&mut self.rows)
    }

    /// Are the first parts bands, or all of them rows, of the same height?
    fn has_equal_parts(&self, n_parts: usize) -> bool {
        let height = self.parts[0];
        height < self.n && self.n.is_multiple_of(height) && self.parts[..n_parts].iter().all(|part| *part == height)
    }

    /// Do rules stand in a part of whole blocks where a grid can have them? All bands between rules have the same
    /// height, but where no rule stands between two blocks, the last of one and the first of the next are one.
    fn is_ruled(&self, part: usize) -> bool {
        let n = self.n;
        let Some(&height) = self.rules.first() else { return true };
        let ends = || self.rules.iter().copied().chain((self.rules.last() != Some(&part)).then_some(part));
        if ends().all(|end| end.is_multiple_of(n)) {
            return true;
        }
        let mut start = 0;
        let is_even = n.is_multiple_of(height)
            && ends().all(|end| {
                let from = std::mem::replace(&mut start, end);
                end - from == height || (from % n == n - height && end - from == 2 * height)
            });
        // In a single block they may stand anywhere, unless one sets a head apart.
        is_even || (part == n && !(height == 1 && self.begins_with_head))
    }
}

/// Returns the layout of rows that do not form blocks; `cells` has the cells of each row.
pub(super) fn layout(n: usize, rows: &Rows, cells: impl Fn(&str) -> Option<Cells>) -> RowLayout {
    let is_head = |i: usize| cells(rows.get(i).1).is_some_and(|cells| counts_up(n, &cells));
    let n_rows = rows.len();
    if n_rows.is_multiple_of(n + 1) && n_rows > n + 1 && (0..n_rows).step_by(n + 1).all(is_head) {
        return RowLayout::Heads;
    }
    match n_rows % n {
        1 if is_head(0) => RowLayout::Head,
        0 => RowLayout::Parts,
        _ => RowLayout::Number,
    }
}

/// Returns which of each n + 1 rows does not belong to a block, although the number of rows fits complete blocks: a
/// head of column numbers, or a row that is always the same.
pub(super) fn between(n: usize, rows: &Rows, cells: impl Fn(&str) -> Option<Cells>) -> Option<RowLayout> {
    if !rows.len().is_multiple_of(n * (n + 1)) {
        return None;
    }
    if layout(n, rows, &cells) == RowLayout::Heads {
        return Some(RowLayout::Heads);
    }
    let row = |i: usize| cells(rows.get(i).1).map(|cells| cells.into_iter().map(|(_, c)| c).collect::<String>());
    let is_same = |start: usize| {
        let first = row(start);
        first.is_some() && (start..rows.len()).step_by(n + 1).all(|i| row(i) == first)
    };
    // Short rows are the same by chance.
    let says_something = |start: usize| {
        n > 4 || rows.len() > 20 || row(start).is_some_and(|row| row.chars().all(|c| symbol(n, c) == Symbol::Empty))
    };
    [0, n].into_iter().any(|start| is_same(start) && says_something(start)).then_some(RowLayout::Same)
}

/// Do cells count up from 0 or 1, as numbers of columns do?
pub(super) fn counts_up(n: usize, cells: &[(usize, char)]) -> bool {
    let value = |c: char| match symbol(n, c) {
        Symbol::Digit(digit) if !(c == '0' && n == 16) => Some(digit.value()),
        Symbol::Digit(_) | Symbol::Empty => Some(0),
        Symbol::Unknown => None,
    };
    let from = |start: usize| {
        // On 16x16, 0 is the last digit too.
        cells.iter().enumerate().all(|(i, (_, c))| {
            let found = value(*c);
            found == Some(i + start) || (*c == '0' && i + start == 16)
        })
    };
    from(0) || from(1)
}
