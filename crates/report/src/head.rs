//! What records have in common: the input, how it ended, and what is known of the number of clues.

use schemars::JsonSchema;
use serde::Serialize;

use minclue_core::sudoku::{Place, Rule, Shape, Variant};

use super::picture::Picture;
use super::record::record;
pub use minclue_solver::{AnswerStatus, BoundQuestion, Bounds, seconds};

record! {
    /// What every record begins with.
    #[derive(Eq)]
    pub struct Head;
    /// Name and version of the record's layout.
    pub schema: &'static str,
    /// The name of the input.
    pub id: Option<String>,
    /// The grid.
    pub grid: Option<String>,
    /// The input, if it was a puzzle and not a grid.
    pub input: Option<String>,
    /// The box shape, rows x columns.
    pub shape: Option<String>,
    /// The rules beside those of the shape, as `--variant` takes them.
    pub variant: Option<String>,
    /// The problem, if it is not a grid.
    pub problem: Option<ProblemRecord>,
    /// The status of the answer.
    pub status: AnswerStatus,
    /// The error in the input, or the failure.
    pub error: Option<ErrorRecord>,
}

impl Head {
    /// A head that says only how it ended.
    #[must_use]
    pub fn new(schema: &'static str, status: AnswerStatus) -> Self {
        Self { schema, status, ..Self::default() }
    }

    /// The head of an input that was not answered.
    #[must_use]
    pub fn unanswered(schema: &'static str, id: Option<String>, status: AnswerStatus, error: ErrorRecord) -> Self {
        Self { id, error: Some(error), ..Self::new(schema, status) }
    }

    /// The head of what is said of all grids of a shape.
    #[must_use]
    pub fn done(schema: &'static str, shape: Shape) -> Self {
        Self::new(schema, AnswerStatus::Done).of_shape(shape)
    }

    /// The same of a grid of this shape.
    #[must_use]
    pub fn of_shape(mut self, shape: Shape) -> Self {
        self.shape = Some(shape.to_string());
        self
    }

    /// The same of a grid of this variant.
    #[must_use]
    pub fn of_variant(mut self, variant: &Variant) -> Self {
        self.variant = (!variant.is_plain()).then(|| variant.to_string());
        self
    }

    /// The rules beside those of the shape.
    #[must_use]
    pub fn rules(&self) -> Vec<Rule> {
        rules_of(self.variant.as_deref())
    }

    /// A picture of a grid or puzzle in one line, with the rules.
    #[must_use]
    pub fn picture(&self, line: &str) -> Option<Picture> {
        Some(Picture::of(self.shape.as_deref(), line)?.with_rules(&self.rules()))
    }

    /// The names of the rules for people, each once, without the regions of a jigsaw and without cells.
    #[must_use]
    pub fn variant_names(&self) -> Option<String> {
        self.variant.as_ref()?;
        let mut names: Vec<&str> = Vec::new();
        for rule in self.rules() {
            if !names.contains(&rule.name()) {
                names.push(rule.name());
            }
        }
        Some(format!("variant {}", names.join(", ")))
    }
}

/// The rules of the field `variant` of a record.
pub(super) fn rules_of(variant: Option<&str>) -> Vec<Rule> {
    variant.into_iter().flat_map(|rules| rules.split(',')).filter_map(|rule| rule.parse().ok()).collect()
}

/// A 0/1 model and what can be a clue, where the input is not a grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProblemRecord {
    /// The puzzle, or `model` of a model from a file.
    pub kind: &'static str,
    /// Number of variables.
    pub n_variables: usize,
    /// Number of rows.
    pub n_rows: usize,
    /// The name of each cell as a clue: cell i of the record is the i-th of these.
    pub cells: Vec<String>,
}

impl ProblemRecord {
    /// The kind of a model from a file.
    pub const MODEL: &'static str = "model";
    /// The kind of a hypergraph, whose clues are vertices.
    pub const HYPERGRAPH: &'static str = "hypergraph";
    /// The same where vertices have weights: bounds are sums of these.
    pub const WEIGHTED_HYPERGRAPH: &'static str = "weighted-hypergraph";
    /// The kind of constraints that contradict each other, which are the clues.
    pub const EXPLANATION: &'static str = "explanation";
    /// The same where constraints have weights: bounds are sums of these.
    pub const WEIGHTED_EXPLANATION: &'static str = "weighted-explanation";
}

/// The error, with its place in the input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ErrorRecord {
    /// Line of the input, from 1. What is wrong with a whole file, or with none, has no place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Character of the line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The message.
    pub message: String,
}

impl ErrorRecord {
    /// Something that has no place.
    #[must_use]
    pub fn new(message: String) -> Self {
        Self { line: None, column: None, message }
    }

    /// Something at a place, or with what stands there.
    #[must_use]
    pub fn at(place: &Place, message: String) -> Self {
        Self { line: Some(place.line), column: Some(place.column), message }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_place_has_no_line() {
        let json = serde_json::to_string(&ErrorRecord::new("the disk is full".into())).expect("json");
        assert_eq!(json, r#"{"message":"the disk is full"}"#);
    }
}
