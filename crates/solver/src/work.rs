//! The start sets of a search, and the level-by-level statistics of a published search, as lin-wu-2013 and mcguire-2012
//! tabulate them.

use minclue_engines::engine::tally::{LevelTally, N_DEGREES, Tally};

/// The statistics of a search without the generation of its sets: Phase 2 of lin-wu-2013.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchRecord {
    /// Processor seconds.
    pub cpu_seconds: f64,
    /// The total number of nodes.
    pub n_nodes: u64,
    /// The statistics that only a published search has.
    #[cfg_attr(feature = "serde", serde(flatten, skip_serializing_if = "Option::is_none"))]
    pub published: Option<PublishedRecord>,
}

/// The statistics that only a published search has.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PublishedRecord {
    /// The number of clue sets of the wanted size that hit all tracked sets, before the oracle was queried.
    pub n_candidates: u64,
    /// The number of times that hitting vectors were rebuilt.
    pub n_rebuilds: u64,
    /// The number of cliques tracked from the start, by degree from 2.
    pub n_cliques: [u64; N_DEGREES],
    /// The statistics of each level that has nodes.
    pub levels: Vec<LevelRecord>,
}

/// The statistics of the nodes with a given number of clues; see lin-wu-2013, section 4.5, Figs. 10 to 14.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LevelRecord {
    /// The number of chosen clues.
    pub level: usize,
    /// The counts of this level.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub tally: LevelTally,
}

/// The unavoidable sets that an engine started from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StartRecord {
    /// The number of sets.
    pub n_sets: u64,
    /// The wall-clock time of their search in seconds, which is part of the time of the engine; omitted for sets from a
    /// file.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub seconds: Option<f64>,
    /// The processor time of their search in seconds, if it was measured.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub cpu_seconds: Option<f64>,
}

impl SearchRecord {
    /// Creates the record of a published search.
    #[must_use]
    pub fn published(tally: &Tally, cpu_seconds: f64) -> Self {
        let levels = tally.levels.iter().enumerate().filter(|(_, level)| level.n_nodes > 0);
        let levels = levels.map(|(level, &tally)| LevelRecord { level, tally }).collect();
        let Tally { n_candidates, n_rebuilds, n_cliques, .. } = *tally;
        let published = Some(PublishedRecord { n_candidates, n_rebuilds, n_cliques, levels });
        Self { cpu_seconds, n_nodes: tally.n_nodes, published }
    }
}

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::*;

    #[test]
    fn levels_without_nodes_are_left_out() {
        let mut tally = Tally { levels: vec![LevelTally::default(); 3], n_nodes: 7, ..Tally::default() };
        tally.levels[1] = LevelTally { n_nodes: 7, n_disjoint: 5, ..LevelTally::default() };
        let json = serde_json::to_string(&SearchRecord::published(&tally, 0.5)).expect("json");
        assert_eq!(
            json,
            r#"{"cpu_seconds":0.5,"n_nodes":7,"n_candidates":0,"n_rebuilds":0,"n_cliques":[0,0,0,0],"levels":[{"level":1,"n_nodes":7,"n_disjoint":5,"n_more":0,"n_equal_prune":0,"n_equal_shrink":0,"n_equal_none":0,"n_equal_children":0,"n_closed_by_clique":[0,0,0,0]}]}"#
        );
        let native = SearchRecord { cpu_seconds: 1.0, n_nodes: 3, published: None };
        let json = serde_json::to_string(&native).expect("json");
        assert_eq!(json, r#"{"cpu_seconds":1.0,"n_nodes":3}"#);
        assert_eq!(serde_json::from_str::<SearchRecord>(&json).expect("a record"), native);
    }
}
