//! Results on standard output: for people, as a table, as one JSON document, or one JSON record a line.

mod check;
mod csv;
mod json;
mod jsonl;
mod making;
mod remarks;
mod text;

use std::io;

use crate::report::{HittingSetRecord, PuzzleRecord, Record};

use super::args::TableFormat;

pub(super) use text::{clues, why};

/// Writes results. Every record is out before the next input is looked at.
pub(super) trait Output {
    /// Writes one record.
    fn record(&mut self, record: &Record) -> io::Result<()>;

    /// Writes one puzzle of an enumeration; the record of its grid follows. An output that has no place for it waits for
    /// that record, which then holds them all.
    fn puzzle(&mut self, _: &PuzzleRecord) -> io::Result<()> {
        Ok(())
    }

    /// Writes one hitting set, as [`Self::puzzle`] a puzzle.
    fn hitting_set(&mut self, _: &HittingSetRecord) -> io::Result<()> {
        Ok(())
    }

    /// Writes what follows the last record.
    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The output for a format, to standard output, painted or not.
pub(super) fn standard(format: TableFormat, paint: bool) -> Box<dyn Output> {
    let out = io::stdout();
    match format {
        TableFormat::Text => Box::new(text::Text::new(out, paint)),
        TableFormat::Csv => Box::new(csv::Csv::new(out)),
        TableFormat::Json => Box::new(json::Json::new(out)),
        TableFormat::Jsonl => Box::new(jsonl::JsonLines::new(out)),
    }
}
