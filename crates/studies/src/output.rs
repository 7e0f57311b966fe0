//! The files that a study is shown in.

use serde_json::Value;

use super::table::Table;

/// A file to write beside the runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputFile {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub text: String,
}

impl OutputFile {
    /// The values of a table.
    pub(super) fn csv(table: &Table) -> Self {
        Self { name: format!("{}.csv", table.name), text: table.csv() }
    }

    /// The plot of a table.
    pub(super) fn plot(table: &Table, plot: &Value) -> Self {
        Self { name: format!("{}.vl.json", table.name), text: pretty(plot) }
    }
}

/// JSON for people, with an end of line.
pub(super) fn pretty(value: &Value) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("strings and numbers are JSON");
    text.push('\n');
    text
}

/// The page of all tables: a head that ends with an empty line, what failed, what contradicts, and the tables.
pub(super) fn document_of(
    head: String,
    failed: impl Iterator<Item = String>,
    contradictions: Vec<String>,
    tables: &[Table],
) -> String {
    let mut text = head;
    for failure in failed {
        text.push_str(&format!("- **failed**: {failure}\n"));
    }
    for sentence in contradictions {
        text.push_str(&format!("- **contradiction**: {sentence}\n"));
    }
    if text.ends_with("\n\n") {
        text.pop();
    }
    for table in tables {
        text.push('\n');
        text.push_str(&table.markdown());
    }
    text
}
