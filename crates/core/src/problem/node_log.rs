//! The log of a branch and cut, one line at a time.

use std::fmt;

/// One line of the log.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeLog {
    /// The number of visited nodes of the tree.
    pub n_nodes: u64,
    /// The number of open nodes of the current tree.
    pub n_open: u64,
    /// The number of linear programs solved.
    pub n_lps: u64,
    /// The number of subtrees passed to another search.
    pub n_leaves: u64,
    /// The number of rows of the linear program.
    pub n_rows: usize,
    /// The number of known unavoidable sets.
    pub n_sets: u64,
    /// The number of known rows of other kinds: minima of regions and combined rows.
    pub n_cuts: u64,
    /// The number of questions to the follower.
    pub n_checks: u64,
    /// The number of clues that is being refuted.
    pub budget: usize,
    /// The bound of the linear program at the root.
    pub root_bound: f64,
    /// The proven lower bound: no puzzle has fewer clues.
    #[cfg_attr(feature = "serde", serde(rename = "lower_bound"))]
    pub lower: usize,
    /// The number of clues of the best puzzle found.
    #[cfg_attr(feature = "serde", serde(rename = "upper_bound"))]
    pub upper: Option<usize>,
    /// The relative gap between the bounds: their [`Self::gap_of`].
    pub gap: Option<f64>,
    /// The time since the start of the engine, in seconds.
    pub seconds: f64,
    /// The event of the line; empty in a line that only reports the state.
    pub event: &'static str,
}

impl NodeLog {
    /// The head of the table.
    pub const HEAD: &'static str = "     nodes   open        LPs  leaves  rows    sets  cuts  checks  budget     root  lower  \
                                    upper    gap   seconds";

    /// Returns the relative gap between the bounds, as a fraction of the upper bound; `None` without a puzzle.
    #[must_use]
    pub fn gap_of(lower: usize, upper: Option<usize>) -> Option<f64> {
        upper.map(|upper| upper.saturating_sub(lower) as f64 / upper.max(1) as f64)
    }
}

impl fmt::Display for NodeLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dash = || "-".to_owned();
        let upper = self.upper.map_or_else(dash, |upper| upper.to_string());
        let gap = self.gap.map_or_else(dash, |gap| format!("{:.1}%", 100.0 * gap));
        let Self { n_nodes, n_open, n_lps, n_leaves, n_rows, n_sets, n_cuts, n_checks, .. } = self;
        let Self { budget, root_bound, lower, seconds, event, .. } = self;
        write!(
            f,
            "{n_nodes:>10} {n_open:>6} {n_lps:>10} {n_leaves:>7} {n_rows:>5} {n_sets:>7} {n_cuts:>5} {n_checks:>7} \
             {budget:>7} {root_bound:>8.3} {lower:>6} {upper:>6} {gap:>6} {seconds:>9.1}  {event}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_columns_stand_under_their_heads() {
        let line = NodeLog {
            n_nodes: 12345,
            n_open: 7,
            n_lps: 23456,
            n_leaves: 3,
            n_rows: 88,
            n_sets: 1234,
            n_cuts: 6,
            n_checks: 99,
            budget: 17,
            root_bound: 14.5,
            lower: 17,
            upper: Some(20),
            gap: NodeLog::gap_of(17, Some(20)),
            seconds: 1.25,
            event: "bound",
        };
        let text = line.to_string();
        assert_eq!(text.trim_end_matches("  bound").len(), NodeLog::HEAD.len(), "{}\n{text}", NodeLog::HEAD);
        assert!(text.ends_with("15.0%       1.2  bound") || text.ends_with("15.0%       1.3  bound"), "{text}");
        assert_eq!(NodeLog::gap_of(17, None), None);
    }
}
