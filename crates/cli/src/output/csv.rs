//! A table with a head line, for spreadsheets and data frames: one row a record, an empty field for what is not known.

use std::io::{self, Write};

use serde_json::Value;

use minclue_core::base::no_formula;
use minclue_report::{Columns, Record};

use super::sink::Output;

pub(super) struct Csv<O: Write> {
    out: csv::Writer<O>,
    columns: Columns,
    has_head: bool,
}

impl<O: Write> Csv<O> {
    pub(super) fn new(out: O, columns: Columns) -> Self {
        Self { out: csv::Writer::from_writer(out), columns, has_head: false }
    }
}

impl<O: Write> Output for Csv<O> {
    fn record(&mut self, record: &dyn Record) -> io::Result<()> {
        let rows = rows(record, self.columns.rows)?;
        let columns = || self.columns.names.split(' ');
        if !self.has_head {
            self.has_head = true;
            self.out.write_record(columns().map(|column| column.replace('.', "_")))?;
        }
        for row in rows {
            self.out.write_record(columns().map(|column| guarded(column, field(&row, column))))?;
        }
        self.out.flush()
    }
}

/// The rows of a record: one, or one for each item of the list that makes rows.
fn rows(record: &dyn Record, list: Option<&str>) -> io::Result<Vec<Value>> {
    let mut whole = record.value()?;
    let items = list.and_then(|list| whole.get_mut(list)).map(Value::take);
    let Some(Value::Array(items)) = items.filter(|items| items.as_array().is_some_and(|items| !items.is_empty()))
    else {
        return Ok(vec![whole]);
    };
    let row = |item: Value| {
        let mut row = whole.clone();
        if let (Value::Object(row), Value::Object(fields)) = (&mut row, item) {
            row.extend(fields);
        }
        row
    };
    Ok(items.into_iter().map(row).collect())
}

/// Columns with text from outside. All others hold what minclue writes: numbers, grids, words.
const FOREIGN: &[&str] = &["id", "error.message"];

fn guarded(column: &str, text: String) -> String {
    if FOREIGN.contains(&column) { no_formula(text) } else { text }
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
