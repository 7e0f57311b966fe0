//! A line of the node log as a record; see `docs/formats/node-log.md`.

use schemars::JsonSchema;
use serde::Serialize;

use minclue_core::problem::NodeLog;

/// One line of the log of a branch and cut.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct NodeLogRecord<'a> {
    /// Name and version of the layout.
    pub schema: &'static str,
    /// The grid, as one line.
    pub grid: &'a str,
    /// The contents.
    #[serde(flatten)]
    pub line: NodeLog,
}

impl<'a> NodeLogRecord<'a> {
    /// Name and version of the layout.
    pub const SCHEMA: &'static str = "minclue-node-log/1";

    /// The record of a line about `grid`.
    #[must_use]
    pub fn new(grid: &'a str, line: &NodeLog) -> Self {
        Self { schema: Self::SCHEMA, grid, line: *line }
    }
}
