//! One JSON record a line.

use std::io::{self, Write};

use crate::report::Record;

use super::Output;

pub(super) struct JsonLines<O> {
    out: O,
}

impl<O: Write> JsonLines<O> {
    pub(super) fn new(out: O) -> Self {
        Self { out }
    }
}

impl<O: Write> Output for JsonLines<O> {
    fn record(&mut self, record: &Record) -> io::Result<()> {
        let mut line = serde_json::to_vec(record)?;
        line.push(b'\n');
        self.out.write_all(&line)?;
        self.out.flush()
    }
}
