//! A table with a head line, for spreadsheets and data frames: one row a record, an empty field for what is not known.

use std::io::{self, Write};

use serde_json::Value;

use crate::report::Record;

use super::sink::Output;

pub(super) struct Csv<O: Write> {
    out: csv::Writer<O>,
    has_head: bool,
}

impl<O: Write> Csv<O> {
    pub(super) fn new(out: O) -> Self {
        Self { out: csv::Writer::from_writer(out), has_head: false }
    }
}

impl<O: Write> Output for Csv<O> {
    fn record(&mut self, record: &Record) -> io::Result<()> {
        let (columns, rows) = (columns(record), rows(record)?);
        if !self.has_head {
            self.has_head = true;
            self.out.write_record(columns.iter().map(|column| column.replace('.', "_")))?;
        }
        for row in rows {
            self.out.write_record(columns.iter().map(|column| guarded(column, field(&row, column))))?;
        }
        self.out.flush()
    }
}

/// What every row says of its input, and how it ended.
const HEAD: &[&str] = &["id", "input", "grid", "shape", "status", "error.message"];

/// The fields of a record that are columns; a dot leads to a field within a field.
fn columns(record: &Record) -> Vec<&'static str> {
    let own: &str = match record {
        Record::Canon(_) => "minlex n_automorphisms class first isomorphic",
        Record::Minimize(_) => "n_input_clues puzzle n_clues n_orders seed",
        Record::Rate(_) => {
            "n_clues solutions minimal tries fc mrv ctn ntn at_least.tries at_least.fc at_least.mrv at_least.ctn seconds"
        }
        Record::Fill(_) => "n_clues order seed tries n_exhausted n_solutions complete solution seconds",
        Record::Backtracking(_) => "n_clues ties seed count strategy stop recursions backtracks depth solved seconds",
        // Here the grid is no input.
        Record::Generated(_) => {
            return "id shape status error.message puzzle n_clues valid minimal tries ctn grid recipe.seed recipe.number \
                    recipe.attempt recipe.command"
                .split(' ')
                .collect();
        }
        Record::Result(_)
        | Record::Enumeration(_)
        | Record::HittingSets(_)
        | Record::Sets(_)
        | Record::Check(_)
        | Record::Export(_)
        | Record::Neighbors(_)
        | Record::Squares(_) => unreachable!("their verbs take no csv"),
    };
    HEAD.iter().copied().chain(own.split(' ')).collect()
}

/// The rows of a record: one, or one for each strategy.
fn rows(record: &Record) -> io::Result<Vec<Value>> {
    let mut whole = serde_json::to_value(record)?;
    let Some(Value::Array(strategies)) = whole.get_mut("strategies").map(Value::take) else { return Ok(vec![whole]) };
    if strategies.is_empty() {
        return Ok(vec![whole]);
    }
    let row = |strategy: Value| {
        let mut row = whole.clone();
        if let (Value::Object(row), Value::Object(fields)) = (&mut row, strategy) {
            row.extend(fields);
        }
        row
    };
    Ok(strategies.into_iter().map(row).collect())
}

/// Columns with text from outside. All others hold what minclue writes: numbers, grids, words.
const FOREIGN: &[&str] = &["id", "error.message"];

/// A name must not be taken for a formula by a spreadsheet: `'` before it makes it text (OWASP, "CSV injection").
fn guarded(column: &str, text: String) -> String {
    let is_formula = FOREIGN.contains(&column) && text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if is_formula { format!("'{text}") } else { text }
}

fn field(row: &Value, column: &str) -> String {
    match column.split('.').try_fold(row, |value, name| value.get(name)) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
