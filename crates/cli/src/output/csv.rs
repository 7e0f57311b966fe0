//! A table with a head line, for spreadsheets and data frames: one row a record, an empty field for what is not known.

use std::io::{self, Write};

use serde_json::Value;

use minclue_core::base::{harmless, no_formula};
use minclue_report::{Columns, HittingSetRecord, Json as _, PuzzleRecord, Record};

use super::rows::{field, rows, written};
use super::sink::Output;

pub(in super::super) struct Csv<O: Write> {
    out: csv::Writer<O>,
    columns: Columns,
    is_list: bool,
    has_head: bool,
}

impl<O: Write> Csv<O> {
    pub(in super::super) fn new(out: O, columns: Columns, is_list: bool) -> Self {
        Self { out: csv::Writer::from_writer(out), columns, is_list, has_head: false }
    }

    /// Writes the rows of a record.
    pub(in super::super) fn value(&mut self, whole: Value) -> io::Result<()> {
        self.head()?;
        for row in rows(whole, self.columns.rows) {
            let text = |column: &str| field(&row, column).map(written).unwrap_or_default();
            let row = self.columns.names.split(' ').map(|column| clean(&guarded(column, text(column))));
            self.out.write_record(row).map_err(io_error)?;
        }
        self.out.flush()
    }

    /// The head line, once; it goes out with what follows.
    fn head(&mut self) -> io::Result<()> {
        if self.has_head {
            return Ok(());
        }
        self.has_head = true;
        self.out.write_record(self.columns.names.split(' ').map(|column| column.replace('.', "_"))).map_err(io_error)
    }
}

/// The error of the output itself, whose kind says whether a reader has closed the pipe.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

impl<O: Write> Output for Csv<O> {
    fn record(&mut self, record: &dyn Record) -> io::Result<()> {
        if !self.is_list {
            return self.value(record.value()?);
        }
        // A list without a row is a table too.
        self.head()?;
        self.out.flush()
    }

    fn puzzle(&mut self, puzzle: &PuzzleRecord) -> io::Result<()> {
        if self.is_list { self.value(puzzle.value()?) } else { Ok(()) }
    }

    fn hitting_set(&mut self, hitting_set: &HittingSetRecord) -> io::Result<()> {
        if self.is_list { self.value(hitting_set.value()?) } else { Ok(()) }
    }
}

/// Columns with text from outside. All others hold what minclue writes: numbers, grids, words.
const FOREIGN: &[&str] = &["id", "error.message", "error", "file", "files", "input", "puzzle", "witness"];

fn guarded(column: &str, text: String) -> String {
    if FOREIGN.contains(&column) { no_formula(text) } else { text }
}

/// Nothing in a field steers who shows it. Puzzles may have several lines.
fn clean(field: &str) -> String {
    field.split('\n').map(harmless).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_steers_nobody_and_lines_stay() {
        assert_eq!(clean("a\u{1b}[31m\u{202e}b\u{9b}"), "a\u{fffd}[31m\u{fffd}b\u{fffd}");
        assert_eq!(clean("1 .\n. 2"), "1 .\n. 2");
    }

    #[test]
    fn a_name_is_no_formula() {
        for name in ["=cmd()", "+1", "-1", "@x", "\t=1"] {
            assert_eq!(guarded("id", name.to_owned()), format!("'{name}"));
            assert_eq!(guarded("error.message", name.to_owned()), format!("'{name}"));
        }
        assert_eq!(guarded("id", "a=b".to_owned()), "a=b");
        assert_eq!(guarded("ntn", "-1".to_owned()), "-1");
    }
}
