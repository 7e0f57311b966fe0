//! The record of `export`: files for other solvers.

use schemars::JsonSchema;
use serde::Serialize;

use super::head::Head;
use super::record::{Columns, Record, Table, Text};

/// The answer of `export` for one input: `minclue-export/1`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ExportRecord {
    /// The input and how it ended.
    #[serde(flatten)]
    pub head: Head,
    /// The model.
    pub model: &'static str,
    /// The format.
    pub format: &'static str,
    /// Number of unavoidable-set inequalities in the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_sets: Option<usize>,
    /// Number of minima of regions in the model, where some were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_region_rows: Option<usize>,
    /// Number of rows of symmetries in the model, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_symmetry_rows: Option<usize>,
    /// The files written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// The version of minclue.
    pub version: &'static str,
}

impl ExportRecord {
    /// The layout's name and version.
    pub const SCHEMA: &'static str = "minclue-export/1";
}

impl Table for ExportRecord {
    const COLUMNS: Columns = Columns {
        names: "id input grid shape status error.message model format n_sets n_region_rows n_symmetry_rows files seconds",
        shown: &[
            ("id", "name"),
            ("model", "model"),
            ("format", "format"),
            ("n_sets", "sets"),
            ("files", "files"),
            ("status", "status"),
        ],
        rows: None,
    };
}

impl Record for ExportRecord {
    fn head(&self) -> &Head {
        &self.head
    }

    fn text(&self, _: bool) -> Text {
        Text::Lines(self.files.iter().map(|file| format!("{file}\n")).collect())
    }
}
