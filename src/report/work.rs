//! What a search did, in numbers.

use serde::{Deserialize, Serialize};

use crate::problem;

/// The work of one engine.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Work {
    /// Search nodes.
    pub n_nodes: u64,
    /// The nodes by number of clues chosen, from none; empty where the engine does not count them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub n_nodes_by_level: Vec<u64>,
    /// Why nodes were closed; left out where none was, or the engine does not count it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prunes: Option<PrunesRecord>,
    /// Unavoidable sets known at the end.
    pub n_sets: u64,
    /// Unavoidable sets learned from the oracle.
    pub n_learned: u64,
    /// Questions to the oracle.
    pub n_checks: u64,
    /// Linear programs solved.
    pub n_lps: u64,
    /// Subtrees and regions handed to the native search; left out where there was none.
    #[serde(skip_serializing_if = "is_zero")]
    pub n_leaves: u64,
    /// The nodes of these.
    #[serde(skip_serializing_if = "is_zero")]
    pub n_leaf_nodes: u64,
    /// The bound of the linear program at the root; only of an engine that has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root_bound: Option<f64>,
}

/// The unavoidable sets that an engine started from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StartRecord {
    /// How many they were.
    pub n_sets: u64,
    /// Wall-clock seconds of their search, which are part of those of the engine; left out of sets from a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Processor seconds of it, where they were measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_seconds: Option<f64>,
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// How many nodes were closed, by cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PrunesRecord {
    /// A set has no cell left that may be chosen.
    pub dead_set: u64,
    /// The weights of a dual need more clues than are left.
    pub dual: u64,
    /// More disjoint sets than clues left.
    pub packing: u64,
    /// The groups of the last part need more clues than are left.
    pub groups: u64,
    /// A second solution agrees with everything that could still be chosen.
    pub oracle: u64,
    /// Cells left out because a symmetry of the grid maps them to one that was tried.
    pub symmetry: u64,
}

impl PrunesRecord {
    /// The causes by name, in the order of the record.
    #[must_use]
    pub fn by_cause(&self) -> [(&'static str, u64); 6] {
        [
            ("dead_set", self.dead_set),
            ("dual", self.dual),
            ("packing", self.packing),
            ("groups", self.groups),
            ("oracle", self.oracle),
            ("symmetry", self.symmetry),
        ]
    }
}

impl From<problem::Prunes> for PrunesRecord {
    fn from(prunes: problem::Prunes) -> Self {
        // Named one by one, so that a new cause is not forgotten here.
        let problem::Prunes { dead_set, dual, packing, groups, oracle, symmetry } = prunes;
        Self { dead_set, dual, packing, groups, oracle, symmetry }
    }
}

impl From<problem::Counters> for Work {
    fn from(c: problem::Counters) -> Self {
        Self {
            n_nodes: c.n_nodes,
            n_nodes_by_level: c.levels.used().to_vec(),
            prunes: (c.prunes != problem::Prunes::default()).then(|| c.prunes.into()),
            n_sets: c.n_sets,
            n_learned: c.n_learned,
            n_checks: c.n_checks,
            n_lps: c.n_lps,
            n_leaves: c.n_leaves,
            n_leaf_nodes: c.n_leaf_nodes,
            root_bound: (c.n_lps > 0).then_some(c.root_bound),
        }
    }
}

impl Work {
    /// All of it on one line, for a log.
    #[must_use]
    pub fn line(&self) -> String {
        let Self { n_nodes, n_sets, n_learned, n_checks, n_lps, n_leaves, n_leaf_nodes, .. } = self;
        let mut line = format!("{n_nodes} nodes, {n_sets} sets, {n_learned} of them learned, {n_checks} checks");
        if *n_lps > 0 {
            line.push_str(&format!(", {n_lps} linear programs"));
        }
        if *n_leaves > 0 {
            line.push_str(&format!(", {n_leaves} leaves of {n_leaf_nodes} nodes"));
        }
        if !self.n_nodes_by_level.is_empty() {
            let levels: Vec<String> = self.n_nodes_by_level.iter().map(u64::to_string).collect();
            line.push_str(&format!("; nodes by level: {}", levels.join(" ")));
        }
        if let Some(prunes) = &self.prunes {
            let causes = prunes.by_cause().into_iter().filter(|(_, n)| *n > 0);
            let causes: Vec<String> = causes.map(|(cause, n)| format!("{cause} {n}")).collect();
            line.push_str(&format!("; closed by: {}", causes.join(", ")));
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_counted_is_left_out() {
        let mut counters = problem::Counters { n_sets: 3, ..problem::Counters::default() };
        let json = |c: problem::Counters| serde_json::to_string(&Work::from(c)).expect("json");
        assert_eq!(json(counters), r#"{"n_nodes":0,"n_sets":3,"n_learned":0,"n_checks":0,"n_lps":0}"#);
        counters.enter(0);
        counters.enter(2);
        counters.prunes.dual = 4;
        assert_eq!(
            json(counters),
            r#"{"n_nodes":2,"n_nodes_by_level":[1,0,1],"prunes":{"dead_set":0,"dual":4,"packing":0,"groups":0,"oracle":0,"symmetry":0},"n_sets":3,"n_learned":0,"n_checks":0,"n_lps":0}"#
        );
        assert_eq!(
            Work::from(counters).line(),
            "2 nodes, 3 sets, 0 of them learned, 0 checks; nodes by level: 1 0 1; closed by: dual 4"
        );
    }
}
