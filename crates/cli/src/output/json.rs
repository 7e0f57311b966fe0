//! One JSON document: an array of all records, still written one by one, so that nothing is held.

use std::io::{self, Write};

use minclue_report::Record;

use super::super::explicit_options::with_options;
use super::sink::Output;

pub(super) struct Json<O> {
    out: O,
    n_records: usize,
}

impl<O: Write> Json<O> {
    pub(super) fn new(out: O) -> Self {
        Self { out, n_records: 0 }
    }
}

impl<O: Write> Output for Json<O> {
    fn record(&mut self, record: &dyn Record) -> io::Result<()> {
        let before = if self.n_records == 0 { "[\n" } else { ",\n" };
        let text = record.json()?;
        let record = if record.is_listed() { text } else { with_options(text) };
        self.out.write_all(&[before.as_bytes(), &record].concat())?;
        self.n_records += 1;
        self.out.flush()
    }

    fn finish(&mut self) -> io::Result<()> {
        self.out.write_all(if self.n_records == 0 { b"[]\n" } else { b"\n]\n" })?;
        self.out.flush()
    }
}
