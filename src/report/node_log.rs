//! A line of the node log as a record; see `docs/formats/node-log.md`.

use serde::Serialize;

use crate::problem::NodeLog;

/// One line of the log of a branch and cut.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NodeLogRecord<'a> {
    /// Name and version of the layout.
    pub schema: &'static str,
    /// The grid, as one line.
    pub grid: &'a str,
    /// Nodes of the trees visited.
    pub n_nodes: u64,
    /// Nodes that wait in the tree that is walked now.
    pub n_open: u64,
    /// Linear programs solved.
    pub n_lps: u64,
    /// Subtrees and regions handed to the native search.
    pub n_leaves: u64,
    /// Rows of the linear program.
    pub n_rows: usize,
    /// Unavoidable sets known.
    pub n_sets: u64,
    /// Rows of other kinds known.
    pub n_cuts: u64,
    /// Questions to the follower.
    pub n_checks: u64,
    /// The number of clues that is to be refuted now.
    pub budget: usize,
    /// The bound of the linear program at the root.
    pub root_bound: f64,
    /// Proven: no fewer clues will do.
    pub lower_bound: usize,
    /// The clues of the best puzzle known.
    pub upper_bound: Option<usize>,
    /// How far they are apart, as a part of the upper one.
    pub gap: Option<f64>,
    /// Seconds since the engine began.
    pub seconds: f64,
    /// What has just happened; nothing in a line that only tells the time.
    pub event: &'static str,
}

impl<'a> NodeLogRecord<'a> {
    /// Name and version of the layout.
    pub const SCHEMA: &'static str = "minclue-node-log/1";

    /// The record of a line about `grid`.
    #[must_use]
    pub fn new(grid: &'a str, line: &NodeLog) -> Self {
        let NodeLog { n_nodes, n_open, n_lps, n_leaves, n_rows, n_sets, n_cuts, n_checks, budget, .. } = *line;
        Self {
            schema: Self::SCHEMA,
            grid,
            n_nodes,
            n_open,
            n_lps,
            n_leaves,
            n_rows,
            n_sets,
            n_cuts,
            n_checks,
            budget,
            root_bound: line.root_bound,
            lower_bound: line.lower,
            upper_bound: line.upper,
            gap: line.gap(),
            seconds: line.seconds,
            event: line.event,
        }
    }
}
