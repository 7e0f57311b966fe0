//! Blocks: a grid in n lines of n cells. Also other inputs of several lines, which are rejected as a whole.

use std::io::BufRead;

use crate::base::Digit;

use super::super::grid::Puzzle;
use super::super::shape::Shape;
use super::super::text::{Symbol, symbol};
use super::line::{Line, classify};
use super::looks;
use super::note::Note;
use super::reason::{Place, ReadError, Reason, RowLayout};
use super::run::{self, Rows, Run, Verdict};
use super::words::{Cells, Words};
use super::{Entry, Reader, Waiting, is_credible, span};

/// The lines after an error that are invalid for the same reason, and are not reported again. They are skipped when the
/// next entry is requested, so the error does not wait for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Skip {
    Nothing,
    /// The remaining rows of a broken block of n rows.
    Block {
        /// The number of rows of a complete block.
        n: usize,
        rows: usize,
    },
    /// The rows of n cells of a run that cannot be read.
    Run {
        /// The number of cells of each.
        n: usize,
    },
    /// Rows of this many cells.
    Rows(usize),
    /// Rows with hardly any cells.
    Stray,
}

/// How the cells of a row are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    /// One character per cell.
    Characters,
    /// The possible digits of each cell.
    Marks,
    /// Numbers, in which 0 is an empty cell even on 16x16.
    Numbers,
}

impl Form {
    fn of(line: &Line<'_>) -> Self {
        match line {
            Line::Candidates(_) => Self::Marks,
            Line::Numbers(_) => Self::Numbers,
            _ => Self::Characters,
        }
    }
}

/// Whole blocks that wait to be read.
#[derive(Debug)]
pub(super) struct Blocks {
    shape: Shape,
    rows: Rows,
    at: usize,
    form: Form,
    /// The note about the last row.
    note: Option<Note>,
}

impl Blocks {
    pub(super) fn next(&mut self, wanted: Option<Shape>) -> Option<Result<Entry, ReadError>> {
        let n = self.shape.n();
        let rows: Vec<(usize, &str)> =
            (self.at..(self.at + n).min(self.rows.len())).map(|i| self.rows.get(i)).collect();
        if rows.len() < n {
            return None;
        }
        self.at += n;
        let note = self.note.take_if(|_| self.at == self.rows.len());
        Some(
            block(self.shape, wanted, self.form, &rows)
                .map(|entry| Entry { notes: entry.notes.into_iter().chain(note).collect(), ..entry }),
        )
    }
}

/// The block of n rows, each with its line. Its `form` is that of some row in the run.
fn block(shape: Shape, wanted: Option<Shape>, form: Form, rows: &[(usize, &str)]) -> Result<Entry, ReadError> {
    let n = shape.n();
    let refuse = |row: usize, column: usize, width: usize, reason: Reason| {
        let (line, text) = rows[row];
        let place = Place { line, column: column + 1, width: width.max(1), text: text.to_owned() };
        ReadError::Refused { id: None, place, reason }
    };
    let mut all: Vec<Cells> = Vec::with_capacity(n);
    let mut has_marks = false;
    for (row, (_, text)) in rows.iter().enumerate() {
        let words = Words::new(text);
        let Some((cells, own)) = row_of(n, &classify(&words, wanted, false)) else {
            return Err(refuse(row, 0, text.chars().count(), Reason::NotAGrid));
        };
        has_marks |= own == Form::Marks;
        // A single number beyond 9 says how all others are written.
        let numbers = (form == Form::Numbers && own != Form::Numbers).then(|| words.numbers(|found| found == n, |n| n));
        match numbers {
            None => all.push(cells),
            Some(Some(numbers)) => all.push(numbers.cells()),
            Some(None) => {
                let (column, width) = span(&cells);
                return Err(refuse(row, column, width, Reason::Mixed));
            }
        }
    }
    let mut digits: Vec<Option<Digit>> = Vec::with_capacity(n * n);
    for (row, cells) in all.iter().enumerate() {
        let found = row_digits(n, cells);
        digits.extend(found.map_err(|(column, c)| refuse(row, column, 1, Reason::Character { found: c, n }))?);
    }
    let (column, width) = span(&all[0]);
    if has_marks && digits.iter().all(Option::is_none) {
        return Err(refuse(0, column, width, Reason::Candidates));
    }
    let hardly = |layout| refuse(0, column, width, Reason::Rows { rows: n, n, last: rows[n - 1].0, layout });
    let shape = match wanted {
        Some(_) => shape,
        None => {
            if let Some(layout) = looks::of(n, &digits) {
                return Err(hardly(layout));
            }
            looks::boxes(n, rows, &all).map_err(hardly)?.unwrap_or(shape)
        }
    };
    let puzzle = Puzzle::new(shape, digits).map_err(|clash| {
        let row = shape.row(clash.second);
        refuse(row, all[row][shape.column(clash.second)].0, 1, Reason::Clash(shape, clash))
    })?;
    let (line, text) = rows[0];
    let place = Place { line, column: column + 1, width, text: text.to_owned() };
    Ok(Entry {
        id: None,
        place,
        puzzle,
        rules: Vec::new(),
        notes: has_marks.then_some(Note::Candidates).into_iter().collect(),
    })
}

/// The cells of a line that is a row of n of them.
fn row_of(n: usize, line: &Line<'_>) -> Option<(Cells, Form)> {
    match line {
        Line::Row(row) if row.len() == n => Some((row.clone(), Form::Characters)),
        // A row of a 16x16 block can look like a 4x4 grid.
        Line::Grid(one) if one.is_bare() && one.cells.len() == n => Some((one.cells.clone(), Form::Characters)),
        Line::Candidates(row) if row.len() == n => Some((row.clone(), Form::Marks)),
        Line::Numbers(row) if row.len() == n => Some((row.clone(), Form::Numbers)),
        _ => None,
    }
}

/// Is a line meant as a row of a grid of n digits, or of one that it would fit?
fn is_meant(n: usize, words: &Words<'_>, row: &[(usize, char)]) -> bool {
    !words.is_title() && (is_credible(n, row) || is_credible(row.len(), row))
}

/// The digits of a row, or the column and the character that is none.
fn row_digits(n: usize, cells: &[(usize, char)]) -> Result<Vec<Option<Digit>>, (usize, char)> {
    let digit = |&(column, c): &(usize, char)| match symbol(n, c) {
        Symbol::Digit(digit) => Ok(Some(digit)),
        Symbol::Empty => Ok(None),
        Symbol::Unknown => Err((column, c)),
    };
    cells.iter().map(digit).collect()
}

impl<R: BufRead> Reader<R> {
    /// Reads the run that begins with a row, and keeps what is in it for the next calls.
    ///
    /// # Errors
    /// A row that no block can have.
    pub(super) fn run(&mut self, text: &str, line: &Line<'_>) -> Result<(), ReadError> {
        let (Line::Row(cells) | Line::Candidates(cells) | Line::Numbers(cells)) = line else { return Ok(()) };
        let shape = match self.shape_of_row(cells) {
            Ok(shape) => shape,
            Err(reason) => {
                self.skip = if reason == Reason::NotAGrid { Skip::Stray } else { Skip::Rows(cells.len()) };
                let (column, width) = span(cells);
                return Err(self.refuse(None, text, column, width, reason));
            }
        };
        let n = shape.n();
        if let Err((column, found)) = row_digits(n, cells) {
            self.skip = Skip::Block { n, rows: 1 };
            return Err(self.refuse(None, text, column, 1, Reason::Character { found, n }));
        }
        let mut form = Form::of(line);
        let mut run = Run::new(n);
        run.push(self.lines.number(), text, cells);
        let verdict = loop {
            if run.is_too_long() {
                self.skip = Skip::Block { n, rows: n };
                let rows = run.take();
                let reason = Reason::LongRun { rows: rows.len() };
                return Err(self.refused_rows(&rows, reason));
            }
            let line = match self.lines.next() {
                Ok(Some(line)) => line,
                Ok(None) => break run.end(),
                Err(e) => {
                    self.breaks(&run);
                    return Err(e);
                }
            };
            let words = Words::new(&line);
            let kind = self.classify(&words);
            if let Some((cells, own)) = row_of(n, &kind) {
                form = form.max(own);
                run.push(self.lines.number(), &line, &cells);
                continue;
            }
            match kind {
                Line::Blank if words.is_rule() => run.rule(),
                Line::Blank => match run.gap() {
                    Verdict::Open => {}
                    verdict => break verdict,
                },
                Line::Row(row) | Line::Numbers(row) if is_meant(n, &words, &row) => {
                    let (column, width) = span(&row);
                    let reason = Reason::BlockRow { row: run.n_rows() + 1, found: row.len(), n };
                    self.breaks(&run);
                    return Err(self.refuse(None, &line, column, width, reason));
                }
                Line::Candidates(row) => {
                    self.breaks(&run);
                    let (column, width) = span(&row);
                    return Err(self.refuse(None, &line, column, width, Reason::Candidates));
                }
                _ => {
                    self.lines.put_back(line);
                    break run.end();
                }
            }
        };
        let note = self.section_ahead();
        self.judge(shape, form, verdict, note);
        Ok(())
    }
}

impl<R: BufRead> Reader<R> {
    /// Keeps what a run turned out to be for the next calls.
    fn judge(&mut self, shape: Shape, form: Form, verdict: Verdict, note: Option<Note>) {
        let n = shape.n();
        let mut between = None;
        let (broken, whole) = match verdict {
            Verdict::Open => (None, None),
            Verdict::Whole(rows) => {
                between = run::between(n, &rows, |text| self.cells_of(n, text));
                if between.is_some() { (Some(rows), None) } else { (None, Some(rows)) }
            }
            Verdict::Broken(rows) => (Some(rows), None),
            Verdict::BrokenAndWhole(broken, whole) => (Some(broken), Some(whole)),
            Verdict::Lost(rows) => {
                self.skip = Skip::Run { n };
                (Some(rows), None)
            }
        };
        if let Some(rows) = broken {
            let layout = between.unwrap_or_else(|| run::layout(n, &rows, |text| self.cells_of(n, text)));
            let (last, _) = rows.get(rows.len() - 1);
            let rows_found = rows.len();
            let reason = match layout {
                RowLayout::Number if rows_found < n => Reason::BlockEnd { rows: rows_found, n },
                layout => Reason::Rows { rows: rows_found, n, last, layout },
            };
            let refused = self.refused_rows(&rows, reason);
            self.waiting.push_back(Waiting::Refusal(refused));
        }
        if let Some(rows) = whole {
            self.waiting.push_back(Waiting::Blocks(Blocks { shape, rows, at: 0, form, note }));
        }
    }

    fn cells_of(&self, n: usize, text: &str) -> Option<Cells> {
        let words = Words::new(text);
        row_of(n, &self.classify(&words)).map(|(cells, _)| cells)
    }

    /// The refusal of rows, at the first one.
    fn refused_rows(&self, rows: &Rows, reason: Reason) -> ReadError {
        let (line, text) = rows.get(0);
        let (column, width) = span(&Words::new(text).cells());
        let place = Place { line, column: column + 1, width: width.max(1), text: text.to_owned() };
        ReadError::Refused { id: None, place, reason }
    }

    /// Something that no row of this run can be follows its last one.
    fn breaks(&mut self, run: &Run) {
        let n = run.n();
        let is_one_part = run.n_of_part() == run.n_rows();
        self.skip = if is_one_part { Skip::Block { n, rows: run.n_rows() + 1 } } else { Skip::Run { n } };
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

    /// Is this a line that says nothing new after a refusal?
    pub(super) fn skips(&mut self, words: &Words<'_>, kind: &Line<'_>) -> bool {
        let wanted = self.shape.map(Shape::n);
        let skips = match (self.skip, kind) {
            (Skip::Nothing, _) => false,
            (Skip::Block { n, rows }, kind) => {
                let is_row = row_of(n, kind).is_some();
                match kind {
                    Line::Blank if words.words.is_empty() => {
                        // A part that is no band stands by itself, and so does what follows it.
                        let ends = rows * 2 > n || rows == 1;
                        self.skip = if ends { Skip::Nothing } else { Skip::Run { n } };
                        return !ends;
                    }
                    Line::Grid(_) | Line::Head | Line::Address if !is_row => false,
                    Line::Blank => true,
                    _ => {
                        self.skip = Skip::Block { n, rows: rows + 1 };
                        true
                    }
                }
            }
            (Skip::Run { n }, kind) => matches!(kind, Line::Blank) || row_of(n, kind).is_some(),
            (Skip::Rows(n_cells), Line::Row(row)) => row.len() == n_cells,
            (Skip::Stray, Line::Row(row)) => !is_credible(wanted.unwrap_or(row.len()), row),
            (Skip::Rows(_) | Skip::Stray, _) => false,
        };
        if !skips {
            self.skip = Skip::Nothing;
        }
        skips
    }
}
