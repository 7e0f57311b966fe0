//! The minimum number of clues, as bounds that are valid at any time.

use std::fmt;

use crate::base::{CellSet, Stop};

use super::node_log::NodeLog;

/// The bounds of an engine on the minimum, after its end or at a limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Minimum<const W: usize> {
    /// The proven lower bound: no valid clue set has fewer clues.
    pub lower_bound: usize,
    /// A valid clue set, whose validity was confirmed. Engines start from all cells, which are always valid.
    pub clues: Option<CellSet<W>>,
    /// The limit that ended the search, if one did.
    pub stop: Option<Stop>,
    pub counters: Counters,
}

/// The work of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counters {
    /// The number of search nodes.
    pub n_nodes: u64,
    /// The number of unavoidable sets known at the end, including start sets and learned sets.
    pub n_sets: u64,
    /// The number of unavoidable sets learned from the oracle.
    pub n_learned: u64,
    /// The number of oracle queries about a hitting set, without those that only shrink a set.
    pub n_checks: u64,
    /// The number of linear programs solved.
    pub n_lps: u64,
    /// The number of regions whose minimum was searched.
    pub n_regions: u64,
    /// The number of subtrees and regions passed to another search.
    pub n_leaves: u64,
    /// The number of nodes of these searches.
    pub n_leaf_nodes: u64,
    /// The best bound of the linear program at the root, as a number of clues or of another objective; 0 without one,
    /// NaN if it has another meaning. It is information for users: proven bounds are in whole clues.
    pub root_bound: f64,
    /// The number of nodes by level, if the engine counts them.
    pub levels: Levels,
    /// The causes of closed nodes, if the engine counts them.
    pub prunes: Prunes,
}

impl Counters {
    /// Counts a node with this many clues chosen.
    #[inline]
    pub fn enter(&mut self, level: usize) {
        self.n_nodes += 1;
        self.levels.0[level.min(Levels::MAX)] += 1;
    }

    /// Adds the work of another part of the same search. Numbers of sets are not added.
    pub fn add(&mut self, other: &Self) {
        self.n_nodes += other.n_nodes;
        self.n_checks += other.n_checks;
        self.n_lps += other.n_lps;
        self.n_regions += other.n_regions;
        self.n_leaves += other.n_leaves;
        self.n_leaf_nodes += other.n_leaf_nodes;
        for (sum, more) in self.levels.0.iter_mut().zip(other.levels.0) {
            *sum += more;
        }
        self.prunes.add(&other.prunes);
    }
}

/// As in records: what an engine does not count is left out.
#[cfg(feature = "serde")]
impl serde::Serialize for Counters {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap as _;

        // Named one by one, so that a new number is not forgotten here.
        let Self { n_nodes, n_sets, n_learned, n_checks, n_lps, n_regions, n_leaves, n_leaf_nodes, .. } = self;
        let Self { root_bound, levels, prunes, .. } = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("n_nodes", n_nodes)?;
        if !levels.used().is_empty() {
            map.serialize_entry("n_nodes_by_level", levels.used())?;
        }
        if *prunes != Prunes::default() {
            map.serialize_entry("prunes", prunes)?;
        }
        for (name, n) in [("n_sets", n_sets), ("n_learned", n_learned), ("n_checks", n_checks), ("n_lps", n_lps)] {
            map.serialize_entry(name, n)?;
        }
        for (name, n) in [("n_regions", n_regions), ("n_leaves", n_leaves), ("n_leaf_nodes", n_leaf_nodes)] {
            if *n > 0 {
                map.serialize_entry(name, n)?;
            }
        }
        if *n_lps > 0 && root_bound.is_finite() {
            map.serialize_entry("root_bound", root_bound)?;
        }
        map.end()
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Counters {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Counters".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let prunes = generator.subschema_for::<Prunes>();
        schemars::json_schema!({
            "type": "object",
            "description": "Work done by an engine; counts that it does not keep are omitted.",
            "properties": {
                "n_nodes": { "type": "integer", "minimum": 0, "description": "Search nodes." },
                "n_nodes_by_level": {
                    "type": "array",
                    "items": { "type": "integer", "minimum": 0 },
                    "description": "Nodes by the number of clues chosen, from none; the 64th number counts all deeper levels too."
                },
                "prunes": prunes,
                "n_sets": { "type": "integer", "minimum": 0, "description": "Unavoidable sets known at the end." },
                "n_learned": { "type": "integer", "minimum": 0, "description": "Sets learned from the oracle." },
                "n_checks": { "type": "integer", "minimum": 0, "description": "Questions to the oracle." },
                "n_lps": { "type": "integer", "minimum": 0, "description": "Linear programs solved." },
                "n_regions": { "type": "integer", "minimum": 0, "description": "Regions whose minimum was searched." },
                "n_leaves": { "type": "integer", "minimum": 0, "description": "Subtrees handed to another search." },
                "n_leaf_nodes": { "type": "integer", "minimum": 0, "description": "The nodes of these." },
                "root_bound": { "type": "number", "description": "The bound of the linear program at the root." }
            },
            "required": ["n_nodes", "n_sets", "n_learned", "n_checks", "n_lps"]
        })
    }
}

/// All of it on one line, for a log.
impl fmt::Display for Counters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { n_nodes, n_sets, n_learned, n_checks, n_lps, n_leaves, n_leaf_nodes, .. } = self;
        write!(f, "{n_nodes} nodes, {n_sets} sets, {n_learned} of them learned, {n_checks} checks")?;
        if *n_lps > 0 {
            write!(f, ", {n_lps} linear programs")?;
        }
        if *n_leaves > 0 {
            write!(f, ", {n_leaves} leaves of {n_leaf_nodes} nodes")?;
        }
        if !self.levels.used().is_empty() {
            let levels: Vec<String> = self.levels.used().iter().map(u64::to_string).collect();
            write!(f, "; nodes by level: {}", levels.join(" "))?;
        }
        if self.prunes != Prunes::default() {
            let causes = self.prunes.by_cause().into_iter().filter(|(_, n)| *n > 0);
            let causes: Vec<String> = causes.map(|(cause, n)| format!("{cause} {n}")).collect();
            write!(f, "; closed by: {}", causes.join(", "))?;
        }
        Ok(())
    }
}

/// The number of nodes by the number of clues chosen; the last number includes all deeper levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels([u64; Self::MAX + 1]);

impl Levels {
    /// The deepest level of its own.
    const MAX: usize = 63;

    /// Creates the counts from these numbers, from level 0.
    #[must_use]
    pub fn of(numbers: impl Iterator<Item = u64>) -> Self {
        let mut levels = Self::default();
        for (level, n) in numbers.enumerate() {
            levels.0[level.min(Self::MAX)] += n;
        }
        levels
    }

    /// The numbers up to the deepest level with a node.
    #[must_use]
    pub fn used(&self) -> &[u64] {
        let n = self.0.iter().rposition(|n| *n > 0).map_or(0, |last| last + 1);
        &self.0[..n]
    }
}

impl Default for Levels {
    fn default() -> Self {
        Self([0; Self::MAX + 1])
    }
}

/// The number of closed nodes, by cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Prunes {
    /// A set has no cell left that may be chosen.
    pub dead_set: u64,
    /// A dual solution shows that more clues are needed than are left.
    pub dual: u64,
    /// There are more disjoint sets than clues left.
    pub packing: u64,
    /// The groups of the last part need more clues than are left.
    pub groups: u64,
    /// A second solution agrees with everything that could still be chosen.
    pub oracle: u64,
    /// A cell was skipped because a symmetry of the grid maps it to one that was tried.
    pub symmetry: u64,
}

impl Prunes {
    /// The causes by name, in the order of the fields.
    #[must_use]
    pub fn by_cause(&self) -> [(&'static str, u64); 6] {
        // Named one by one, so that a new cause is not forgotten here.
        let Self { dead_set, dual, packing, groups, oracle, symmetry } = *self;
        [
            ("dead_set", dead_set),
            ("dual", dual),
            ("packing", packing),
            ("groups", groups),
            ("oracle", oracle),
            ("symmetry", symmetry),
        ]
    }

    fn add(&mut self, other: &Self) {
        self.dead_set += other.dead_set;
        self.dual += other.dual;
        self.packing += other.packing;
        self.groups += other.groups;
        self.oracle += other.oracle;
        self.symmetry += other.symmetry;
    }
}

/// The status of a search for a minimum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The bounds meet.
    Optimal,
    /// A limit was reached.
    Stopped(Stop),
    /// The engine was only asked whether a puzzle has at most this many clues, and that is known.
    Decided,
}

impl<const W: usize> Minimum<W> {
    /// The number of clues of the best puzzle found.
    #[must_use]
    pub fn upper_bound(&self) -> Option<usize> {
        self.clues.map(|clues| clues.len())
    }

    /// Returns the lower bound and the number of nodes, if the search ended by itself or at a node limit.
    ///
    /// # Errors
    /// The limit that ended the search, if it is another.
    pub fn within_nodes(&self) -> Result<(usize, u64), Stop> {
        match self.stop {
            Some(stop @ (Stop::Time | Stop::Memory | Stop::Interrupted | Stop::OracleFailed)) => Err(stop),
            Some(Stop::Nodes) | None => Ok((self.lower_bound, self.counters.n_nodes)),
        }
    }

    /// The status; it is `Optimal` exactly if the bounds meet.
    #[must_use]
    pub fn status(&self) -> Status {
        if self.upper_bound() == Some(self.lower_bound) {
            Status::Optimal
        } else {
            self.stop.map_or(Status::Decided, Status::Stopped)
        }
    }
}

/// An observer of an engine. It is called at every change of a bound, and now and then in between.
pub trait Observer<const W: usize> {
    /// Called with the bounds proven so far and the work done.
    fn bounds(&mut self, lower: usize, clues: Option<&CellSet<W>>, counters: &Counters);

    /// Called with the state of a branch and cut, now and then and at every change of a bound.
    fn node_log(&mut self, line: &NodeLog) {
        self.log(&|| line.to_string());
    }

    /// Called with one line of an engine's log, for `-v`.
    fn log(&mut self, line: &dyn Fn() -> String) {
        let _ = line;
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl<const W: usize> Observer<W> for NoObserver {
    fn bounds(&mut self, _: usize, _: Option<&CellSet<W>>, _: &Counters) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counters() -> Counters {
        let mut counters = Counters { n_sets: 3, ..Counters::default() };
        counters.enter(0);
        counters.enter(2);
        counters.prunes.dual = 4;
        counters
    }

    #[cfg(feature = "serde")]
    #[test]
    fn what_is_not_counted_is_left_out() {
        let json = |c: Counters| serde_json::to_string(&c).expect("json");
        let few = Counters { n_sets: 3, ..Counters::default() };
        assert_eq!(json(few), r#"{"n_nodes":0,"n_sets":3,"n_learned":0,"n_checks":0,"n_lps":0}"#);
        assert_eq!(
            json(counters()),
            r#"{"n_nodes":2,"n_nodes_by_level":[1,0,1],"prunes":{"dead_set":0,"dual":4,"packing":0,"groups":0,"oracle":0,"symmetry":0},"n_sets":3,"n_learned":0,"n_checks":0,"n_lps":0}"#
        );
    }

    #[test]
    fn the_work_in_one_line() {
        assert_eq!(
            counters().to_string(),
            "2 nodes, 3 sets, 0 of them learned, 0 checks; nodes by level: 1 0 1; closed by: dual 4"
        );
    }
}
