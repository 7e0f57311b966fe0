//! The record of `blueprints`: the types of minimal unavoidable sets of a shape.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use super::record::{Columns, Record, Text, answer};
use super::words::why;

answer! {
    /// The types of minimal unavoidable sets of a shape: `minclue-blueprints/1`.
    pub struct BlueprintsRecord = "minclue-blueprints/1";
    names: "shape status max_size n_types n_in_no_grid seconds";
    shown: "shape: shape, max_size: up to size, n_types: types, status: status, seconds: seconds";
    /// The search was for types of at most this many cells.
    pub max_size: usize,
    /// Number of types. After a limit nothing is known.
    pub n_types: Option<usize>,
    /// Number of each size.
    pub by_size: Option<BTreeMap<usize, usize>>,
    /// Patterns whose digits can be exchanged, but that no grid has; they are counted nowhere else.
    pub n_in_no_grid: Option<usize>,
    seconds, version,
    /// The types by size, with `--list`.
    pub blueprints: Option<Vec<BlueprintRecord>>,
}

/// One of the types.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BlueprintRecord {
    /// Number of cells.
    pub size: usize,
    /// Its cells and their digits, as a puzzle: the smallest of all that the symmetries make of it.
    pub puzzle: String,
    /// The digits that another solution has in the same cells.
    pub exchanged: String,
}

impl BlueprintsRecord {
    /// The columns of a table of the types themselves.
    pub const LISTED: Columns = Columns {
        names: "shape size puzzle exchanged",
        shown: "size: size, puzzle: digits, exchanged: exchanged",
        rows: Some("blueprints"),
    };
}

impl Record for BlueprintsRecord {
    fn text(&self, _: bool) -> Text {
        let (shape, status) = (self.head.shape.as_deref().unwrap_or_default(), why(self.head.status));
        let found = self.n_types.map_or_else(|| "types".to_owned(), |n| format!("{n} types"));
        let mut text = format!(
            "{found} of minimal unavoidable sets of {shape} with at most {} cells: {status} ({:.1} s)\n",
            self.max_size, self.seconds
        );
        for (i, (size, n)) in self.by_size.iter().flatten().enumerate() {
            if i == 0 {
                text.push_str("  size   types\n");
            }
            let _ = writeln!(text, "{size:>6} {n:>7}");
        }
        if let Some(n) = self.n_in_no_grid.filter(|n| *n > 0) {
            let _ = writeln!(text, "in no grid, not counted: {n}");
        }
        for BlueprintRecord { size, puzzle, exchanged } in self.blueprints.iter().flatten() {
            let _ = writeln!(text, "{size:>6} {puzzle} {exchanged}");
        }
        Text::Block(text)
    }
}
