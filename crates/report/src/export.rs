//! The record of `export`: files for other solvers.

use super::record::{Record, Text, answer};

answer! {
    /// The answer of `export` for one input: `minclue-export/1`.
    pub struct ExportRecord = "minclue-export/1";
    names: "id input grid shape status error.message model format n_variables n_rows n_sets n_region_rows n_symmetry_rows files seconds";
    shown: "id: name, model: model, format: format, n_variables: variables, n_rows: rows, n_sets: sets, files: files, status: status";
    /// The model.
    pub model: &'static str,
    /// The format.
    pub format: &'static str,
    /// Number of variables of the model; of a hypergraph its vertices.
    pub n_variables: Option<usize>,
    /// Number of rows of the model, without the objective; of a hypergraph its edges.
    pub n_rows: Option<usize>,
    /// Number of unavoidable-set inequalities in the model.
    pub n_sets: Option<usize>,
    /// Number of minima of regions in the model, with `--region-rows`.
    pub n_region_rows: Option<usize>,
    /// Number of rows of symmetries in the model, with `--symmetry-rows`.
    pub n_symmetry_rows: Option<usize>,
    /// The files written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    seconds, version,
}

impl Record for ExportRecord {
    fn text(&self, _: bool) -> Text {
        Text::Lines(self.files.iter().map(|file| format!("{file}\n")).collect())
    }
}
