//! Statistics of a published search: the numbers that the papers tabulate, by the number of clues chosen. Records have
//! them whether or not a build has these searches.

/// The number of clique degrees that a search may track: pairs to quintuples.
pub const N_DEGREES: usize = 4;

/// The statistics of one search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The statistics of each level; a level is the number of chosen clues, including given ones.
    pub levels: Vec<LevelTally>,
    /// The total number of nodes.
    pub n_nodes: u64,
    /// Cell sets of the wanted size that hit all tracked sets, except those that may stay unhit, before any other test.
    pub n_candidates: u64,
    /// The number of times that hitting vectors were rebuilt from the sets not yet hit.
    pub n_rebuilds: u64,
    /// The number of cliques tracked from the start, by degree from 2.
    pub n_cliques: [u64; N_DEGREES],
}

/// The statistics of the nodes with a given number of clues. The names in brackets are those of lin-wu-2013, section
/// 4.5.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LevelTally {
    /// Nodes (N).
    pub n_nodes: u64,
    /// Disjoint sets found at these nodes (M).
    pub n_disjoint: u64,
    /// Nodes closed because they have more disjoint sets than clues left (`N_gt`).
    pub n_more: u64,
    /// Nodes with exactly as many disjoint sets as clues left, closed because some Z became empty (`N_eq,prune`).
    pub n_equal_prune: u64,
    /// Such nodes in which some Z became smaller (`N_eq,shrink`).
    pub n_equal_shrink: u64,
    /// Such nodes in which no Z did (`N_eq,none`); without Shrink, all nodes with exactly as many.
    pub n_equal_none: u64,
    /// Children of the nodes with exactly as many.
    pub n_equal_children: u64,
    /// Nodes closed by an unhit clique, by its degree from 2.
    pub n_closed_by_clique: [u64; N_DEGREES],
}

impl Tally {
    /// Makes room for all levels up to `n_clues`.
    pub fn prepare(&mut self, n_clues: usize) {
        if self.levels.len() <= n_clues {
            self.levels.resize(n_clues + 1, LevelTally::default());
        }
    }

    /// Counts a node with this many clues.
    #[inline]
    pub fn enter(&mut self, level: usize) {
        self.n_nodes += 1;
        self.levels[level].n_nodes += 1;
    }
}
