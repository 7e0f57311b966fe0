//! One JSON record a line.

use std::io::{self, Write};

use serde::Serialize;

use crate::report::{HittingSetRecord, PuzzleRecord, Record};

use super::sink::Output;

pub(super) struct JsonLines<O> {
    out: O,
}

impl<O: Write> JsonLines<O> {
    pub(super) fn new(out: O) -> Self {
        Self { out }
    }

    fn line(&mut self, record: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(record)?;
        line.push(b'\n');
        self.out.write_all(&line)?;
        self.out.flush()
    }
}

impl<O: Write> Output for JsonLines<O> {
    fn record(&mut self, record: &Record) -> io::Result<()> {
        self.line(record)
    }

    fn puzzle(&mut self, puzzle: &PuzzleRecord) -> io::Result<()> {
        self.line(puzzle)
    }

    fn hitting_set(&mut self, hitting_set: &HittingSetRecord) -> io::Result<()> {
        self.line(hitting_set)
    }
}
