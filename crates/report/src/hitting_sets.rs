//! The records of `enumerate --hypergraph`: one a hitting set while they are found, and one at the end.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;

use minclue_core::problem::Counters;

use super::record::{Columns, Record, Text, answer};
use minclue_solver::SearchRecord;

/// One hitting set, written before the record of its hypergraph: `minclue-hitting-set/1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HittingSetRecord {
    /// Name and version of the record's layout.
    pub schema: &'static str,
    /// Its vertices from 1, ascending, as in the file.
    pub vertices: Vec<usize>,
}

impl HittingSetRecord {
    /// The layout's name and version.
    pub const SCHEMA: &'static str = "minclue-hitting-set/1";
    pub const COLUMNS: Columns = Columns { names: "vertices", shown: "vertices: vertices", rows: None };
}

answer! {
    /// The answer for one hypergraph: `minclue-hitting-sets/1`. Vertices count from 1, as in the file.
    pub struct HittingSetsRecord = "minclue-hitting-sets/1";
    names: "n_vertices n_edges size status minimal n_hitting_sets complete engine n_nodes seconds";
    shown: "n_vertices: vertices, n_edges: edges, size: size, n_hitting_sets: hitting sets, complete: all, status: \
            status, seconds: seconds";
    /// Vertices of the hypergraph.
    pub n_vertices: usize,
    /// Its hyperedges, as many as the file has.
    pub n_edges: usize,
    /// The number of vertices of each hitting set.
    pub size: usize,
    /// Whether only minimal hitting sets were listed.
    pub minimal: bool,
    /// Vertices that each has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<usize>,
    /// Vertices that none has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbidden: Vec<usize>,
    /// Number of hitting sets found.
    pub n_hitting_sets: u64,
    /// Whether these are all.
    pub complete: bool,
    /// The engine.
    pub engine: Cow<'static, str>,
    /// The work.
    #[serde(flatten)]
    pub work: Counters,
    /// Its processor seconds, and what a published search counts.
    pub search: SearchRecord,
    seconds, seed, version,
    /// The hitting sets, where they have no records of their own.
    pub hitting_sets: Option<Vec<Vec<usize>>>,
    /// Was only the number asked for? Then people see it, and otherwise the hitting sets.
    #[serde(skip)]
    pub only_counted: bool,
}

impl Record for HittingSetsRecord {
    fn text(&self, _: bool) -> Text {
        // What was found is out already.
        self.only_counted.then(|| self.n_hitting_sets.to_string()).into()
    }
}
