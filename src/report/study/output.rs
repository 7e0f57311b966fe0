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
