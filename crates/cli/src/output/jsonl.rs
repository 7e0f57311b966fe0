//! One JSON record a line.

use std::io::{self, Write};

use minclue_report::{HittingSetRecord, Json as _, PuzzleRecord, Record, TraceRecord};

use super::super::explicit_options::with_options;
use super::sink::Output;

pub(super) struct JsonLines<O> {
    out: O,
}

impl<O: Write> JsonLines<O> {
    pub(super) fn new(out: O) -> Self {
        Self { out }
    }

    fn line(&mut self, mut line: Vec<u8>) -> io::Result<()> {
        line.push(b'\n');
        self.out.write_all(&line)?;
        self.out.flush()
    }
}

impl<O: Write> Output for JsonLines<O> {
    fn record(&mut self, record: &dyn Record) -> io::Result<()> {
        let line = record.json()?;
        self.line(if record.is_listed() { line } else { with_options(line) })
    }

    fn puzzle(&mut self, puzzle: &PuzzleRecord) -> io::Result<()> {
        self.line(puzzle.json()?)
    }

    fn hitting_set(&mut self, hitting_set: &HittingSetRecord) -> io::Result<()> {
        self.line(hitting_set.json()?)
    }

    fn change(&mut self, change: &TraceRecord) -> io::Result<()> {
        let mut line = change.json()?;
        line.push(b'\n');
        // There may be millions; the record that follows is flushed.
        self.out.write_all(&line)
    }
}
