//! Puzzles in the forms of other programs: the text of `.sdk` files, or an address a line.

use std::io::{self, Write};

use minclue_core::sudoku::{Puzzle, Reader, Rule};
use minclue_puzzles::grid_files::{to_link, to_sdk};
use minclue_report::{PuzzleRecord, Record};

use super::sink::Output;

/// A form of other programs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    /// `.sdk` files, an empty line between two.
    Sdk,
    /// The address at which `SudokuPad` opens the puzzle.
    Link,
}

pub(super) struct Puzzles<O> {
    out: O,
    form: Form,
    n_written: usize,
}

impl<O: Write> Puzzles<O> {
    pub(super) fn new(out: O, form: Form) -> Self {
        Self { out, form, n_written: 0 }
    }

    fn write(&mut self, id: Option<&str>, puzzle: &str, shape: Option<&str>, rules: &[Rule]) -> io::Result<()> {
        let shape = shape.and_then(|shape| shape.parse().ok());
        let Some(Ok(entry)) = Reader::new(puzzle.as_bytes(), shape).next() else { return Ok(()) };
        let text = match self.form {
            Form::Sdk if self.n_written > 0 => format!("\n{}", to_sdk(&entry.puzzle, id)),
            Form::Sdk => to_sdk(&entry.puzzle, id),
            Form::Link => link(&entry.puzzle, rules, id)?,
        };
        self.n_written += 1;
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }
}

fn link(puzzle: &Puzzle, rules: &[Rule], id: Option<&str>) -> io::Result<String> {
    to_link(puzzle, rules, id).map(|link| format!("{link}\n")).map_err(|e| {
        let what = id.map_or_else(String::new, |id| format!(" of `{id}`"));
        io::Error::new(io::ErrorKind::Unsupported, format!("there is no link{what}: {e}; use --format svg or lines"))
    })
}

impl<O: Write> Output for Puzzles<O> {
    fn record(&mut self, record: &dyn Record) -> io::Result<()> {
        let head = record.head();
        if let Some(drawing) = record.drawing() {
            return self.write(head.id.as_deref(), &drawing.puzzle, Some(&drawing.shape.to_string()), &drawing.rules);
        }
        let puzzle = record.puzzle().filter(|_| head.problem.is_none());
        puzzle.map_or(Ok(()), |puzzle| self.write(head.id.as_deref(), &puzzle, head.shape.as_deref(), &head.rules()))
    }

    fn puzzle(&mut self, puzzle: &PuzzleRecord) -> io::Result<()> {
        let shape = puzzle.shape.map(|shape| shape.to_string());
        shape.map_or(Ok(()), |shape| self.write(puzzle.id.as_deref(), puzzle.text(), Some(&shape), &puzzle.rules()))
    }
}
