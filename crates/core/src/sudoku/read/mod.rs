//! Reads grids and puzzles from text, one after the other. Every error has a place and a reason.
//!
//! The format is detected:
//! - one grid or puzzle per line, with `.`, `0`, `_`, `*`, `-`, `x` or `X` for an empty cell (`.sdm`);
//! - with a name before it, and its solution or a comment after it: `id grid` (the files of tjusila-2023),
//!   `puzzle,solution`, `"puzzle"`, `puzzle;rating`, lines of `HoDoKu`'s library; a head line with names of columns;
//! - blocks of n lines of n cells, with spaces, `|` and rules between the boxes (`.sdk`, boxed pastes), or with a comma
//!   after each cell, where nothing between two commas means an empty cell; each line may begin with `>`;
//! - grids of pencil marks, whose single candidates become clues;
//! - comments, which start with `#`; `[Puzzle]` and other section heads are skipped;
//!
//! - rows of a list in a program, or as NumPy prints them, and numbers beyond 9 with blanks or commas between them;
//! - titles with a number above a block, such as `Grid 01`, which are skipped.
//!
//! The reader works line by line, so it supports streams: it returns a grid in one line at once, and a block when its
//! run of rows has ended, since only then it is known where blocks begin; see `run`. After an error, it continues with
//! the next line or block.

mod block;
mod code;
mod foreign;
mod line;
mod lines;
mod looks;
mod note;
mod one_line;
mod reason;
mod run;
mod words;

use std::collections::VecDeque;
use std::io::BufRead;

use super::grid::Puzzle;
use super::shape::Shape;
use super::text::{Symbol, line_symbol};
use super::variant::Rule;
use block::{Blocks, Skip};
use line::{Line, OneLine, classify};
use words::Words;

pub use foreign::Foreign;
pub use lines::Lines;
pub use note::Note;
pub use reason::{Place, ReadError, Reason, RowLayout};

/// One grid or puzzle of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name before it.
    pub id: Option<String>,
    /// The place of the entry; for a block, that of its first row.
    pub place: Place,
    /// The puzzle, which is complete if the entry is a grid.
    pub puzzle: Puzzle,
    /// The rules in the text beyond those of the shape.
    pub rules: Vec<Rule>,
    /// Information in the text that was not used.
    pub notes: Vec<Note>,
}

/// What was read and not yet returned.
#[derive(Debug)]
enum Waiting {
    Blocks(Blocks),
    Refusal(ReadError),
}

/// Reads entries from text.
#[derive(Debug)]
pub struct Reader<R> {
    lines: Lines<R>,
    shape: Option<Shape>,
    seen_entry: bool,
    /// Whether there was a grid in one line.
    seen_line: bool,
    /// Whether there was the head of a section.
    seen_section: bool,
    /// Whether the current section is skipped.
    passes_over: bool,
    /// The number of following lines of 16 cells that are known to be 4x4 grids.
    n_small: usize,
    /// Whether the previous line was a 4x4 grid. Then the lines below it are too, so that each is returned at once.
    below_small: bool,
    waiting: VecDeque<Waiting>,
    skip: Skip,
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads entries from `input`. With a `shape`, all entries must have that shape; otherwise their lengths determine
    /// their shapes.
    pub fn new(input: R, shape: Option<Shape>) -> Self {
        Self::of_lines(Lines::new(input), shape)
    }

    /// Reads entries from the remaining lines.
    #[must_use]
    pub fn of_lines(lines: Lines<R>, shape: Option<Shape>) -> Self {
        Self {
            lines,
            shape,
            seen_entry: false,
            seen_line: false,
            seen_section: false,
            passes_over: false,
            n_small: 0,
            below_small: false,
            waiting: VecDeque::new(),
            skip: Skip::Nothing,
            ended: false,
        }
    }

    /// A refusal of the line that was read last; `column` is 0-based.
    fn refuse(&self, id: Option<&str>, text: &str, column: usize, width: usize, reason: Reason) -> ReadError {
        let place = Place { line: self.lines.number(), column: column + 1, width: width.max(1), text: text.to_owned() };
        ReadError::Refused { id: id.map(str::to_owned), place, reason }
    }

    fn classify<'a>(&self, words: &Words<'a>) -> Line<'a> {
        classify(words, self.shape, !self.seen_entry)
    }

    /// What waits to be returned.
    fn next_waiting(&mut self) -> Option<Result<Entry, ReadError>> {
        loop {
            match self.waiting.front_mut()? {
                Waiting::Blocks(blocks) => {
                    if let Some(entry) = blocks.next(self.shape) {
                        return Some(entry);
                    }
                    self.waiting.pop_front();
                }
                Waiting::Refusal(_) => {
                    if let Some(Waiting::Refusal(error)) = self.waiting.pop_front() {
                        return Some(Err(error));
                    }
                }
            }
        }
    }

    fn entry(&mut self) -> Result<Option<Entry>, ReadError> {
        loop {
            if let Some(entry) = self.next_waiting() {
                return entry.map(Some);
            }
            let Some(line) = self.lines.next()? else { return Ok(None) };
            let words = Words::new(&line);
            let kind = self.classify(&words);
            if let (Line::Head, Some(name)) = (&kind, words.section()) {
                self.passes_over = (self.seen_section || self.seen_entry) && is_passed_over(name);
                self.seen_section |= !self.passes_over;
            }
            if self.passes_over || self.skips(&words, &kind) {
                continue;
            }
            if !matches!(kind, Line::Blank | Line::Head) {
                self.seen_entry = true;
            }
            let below_small = std::mem::take(&mut self.below_small);
            match kind {
                Line::Blank | Line::Head => {}
                Line::Grid(one) => {
                    if !below_small && self.may_be_row(&one) && self.begins_block() {
                        self.run(&line, &Line::Row(one.cells))?;
                        continue;
                    }
                    self.n_small = self.n_small.saturating_sub(1);
                    self.seen_line = true;
                    self.below_small = one.cells.len() == 16;
                    let mut entry = self.one_line(&line, &one)?;
                    entry.notes.extend(self.section_ahead());
                    return Ok(Some(entry));
                }
                // Of a table of grids, one in a line, some rows may be left empty.
                Line::Row(_) if words.words.is_empty() && self.seen_line => {}
                Line::Row(_) if words.is_title() && self.is_above_cells()? => {}
                Line::Row(_) | Line::Candidates(_) | Line::Numbers(_) => self.run(&line, &kind)?,
                Line::Address => return Err(self.refuse(None, &line, 0, line.chars().count(), Reason::Address)),
            }
        }
    }

    /// Could a line of 16 cells be a row of a 16x16 grid as well as a 4x4 grid? None of its digits occurs twice.
    fn may_be_row(&self, one: &OneLine<'_>) -> bool {
        let mut seen = [false; 5];
        let digits = one.cells.iter().filter_map(|(_, c)| c.to_digit(10)).filter(|digit| *digit > 0);
        self.n_small == 0
            && self.shape.is_none()
            && one.is_bare()
            && one.cells.len() == 16
            && digits.map(|digit| digit as usize).all(|digit| digit < 5 && !std::mem::replace(&mut seen[digit], true))
    }

    /// Looks at what follows a line of 16 cells that may be either, up to one that can only be a row, or no row.
    fn begins_block(&mut self) -> bool {
        let here = self.lines.number();
        let mut ahead: Vec<(usize, String)> = Vec::new();
        let mut n_small = 1;
        let is_block = loop {
            let line = match self.lines.next() {
                Ok(Some(line)) => line,
                Ok(None) => break false,
                // The lines before it are read first.
                Err(error) => {
                    self.lines.fail_later(error);
                    break false;
                }
            };
            let words = Words::new(&line);
            let kind = self.classify(&words);
            let known = match &kind {
                Line::Blank => None,
                Line::Grid(one) if self.may_be_row(one) && n_small < MOST_SMALL => {
                    n_small += 1;
                    None
                }
                Line::Row(row) | Line::Numbers(row) | Line::Candidates(row) => Some(row.len() == 16),
                Line::Grid(_) | Line::Head | Line::Address => Some(false),
            };
            ahead.push((self.lines.number(), line));
            if let Some(known) = known {
                break known;
            }
        };
        for (number, line) in ahead.into_iter().rev() {
            self.lines.put_back_at(number, line);
        }
        self.lines.set_number(here);
        self.n_small = if is_block { 0 } else { n_small };
        is_block
    }

    /// Is this line of words followed by a grid, empty lines passed over?
    fn is_above_cells(&mut self) -> Result<bool, ReadError> {
        let here = self.lines.number();
        let is_above = match self.next_filled()? {
            None => false,
            Some(line) => {
                let words = Words::new(&line);
                let is_cells = match self.classify(&words) {
                    Line::Grid(_) | Line::Candidates(_) | Line::Numbers(_) => true,
                    Line::Row(row) => is_credible(self.shape.map_or(row.len(), Shape::n), &row) && row.len() > 3,
                    Line::Blank => words.is_rule() || line.contains(code::is_bracket),
                    Line::Head | Line::Address => false,
                };
                self.lines.put_back(line);
                is_cells
            }
        };
        self.lines.set_number(here);
        Ok(is_above)
    }

    /// The next line in which something stands.
    fn next_filled(&mut self) -> Result<Option<String>, ReadError> {
        while let Some(line) = self.lines.next()? {
            if !line.trim().is_empty() {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    /// What is to be said of the section that follows a puzzle in one, if it is passed over.
    fn section_ahead(&mut self) -> Option<Note> {
        if !self.seen_section {
            return None;
        }
        match self.next_filled() {
            Ok(None) => None,
            Ok(Some(line)) => {
                let name = Words::new(&line).section().filter(|name| is_passed_over(name)).map(str::to_owned);
                self.lines.put_back(line);
                name.map(Note::Section)
            }
            Err(error) => {
                self.lines.fail_later(error);
                None
            }
        }
    }
}

/// Most lines of 16 cells that are held while nothing tells whether they are grids or rows.
const MOST_SMALL: usize = 10_000;

/// Is this the name of a section with what somebody has made of the puzzle before it (`SadMan`)?
fn is_passed_over(name: &str) -> bool {
    let name: String = name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    let begins = |known: &&str| name.starts_with(*known);
    ["state", "pencilmarks", "marks", "candidates", "progress", "solution", "notes"].iter().any(begins)
}

/// The columns from the first to the last cell: the first, 0-based, and how many.
fn span(cells: &[(usize, char)]) -> (usize, usize) {
    let column = cells.first().map_or(0, |(column, _)| *column);
    (column, cells.last().map_or(1, |(last, _)| last + 1 - column))
}

/// Counts the cells that a grid of n digits can have. Digits of other scripts are intended as digits, and rejected one
/// by one.
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
mod foreign_forms;
#[cfg(test)]
mod forms;
#[cfg(test)]
mod runs;
#[cfg(test)]
mod tests;
