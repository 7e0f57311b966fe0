//! Pictures: one sheet for all results, written at the end.

use std::io::{self, Write};

use minclue_report::picture::{Figure, sheet};
use minclue_report::{PuzzleRecord, Record};

use super::sink::Output;

pub(super) struct Sheet<O> {
    out: O,
    figures: Vec<Figure>,
    n_columns: Option<usize>,
}

impl<O: Write> Sheet<O> {
    pub(super) fn new(out: O, n_columns: Option<usize>) -> Self {
        Self { out, figures: Vec::new(), n_columns }
    }
}

impl<O: Write> Output for Sheet<O> {
    fn record(&mut self, record: &dyn Record) -> io::Result<()> {
        self.figures.extend(record.figure().filter(|_| record.says_something()));
        Ok(())
    }

    fn puzzle(&mut self, puzzle: &PuzzleRecord) -> io::Result<()> {
        self.figures.extend(puzzle.figure());
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        if self.figures.is_empty() {
            return Ok(());
        }
        let n_columns = self.n_columns.unwrap_or_else(|| columns(&self.figures));
        self.out.write_all(sheet(&self.figures, n_columns).as_bytes())?;
        self.out.flush()
    }
}

/// How many figures stand side by side: what has several pictures fills a row, and others are to fill a page.
fn columns(figures: &[Figure]) -> usize {
    match figures.len() {
        _ if figures.iter().any(|figure| figure.pictures.len() + figure.small.len() > 1) => 1,
        0 | 1 => 1,
        2..=4 => 2,
        _ => 3,
    }
}
