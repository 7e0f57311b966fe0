//! What a published search counts: the numbers that the papers tabulate, by the number of clues chosen. Records have
//! them, whether these searches are in a build or not.

/// Degrees of the cliques that a search may track: pairs to quintuples.
pub const N_DEGREES: usize = 4;

/// The numbers of one search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// By the number of clues chosen, from those that are given.
    pub levels: Vec<LevelTally>,
    /// Nodes in all.
    pub n_nodes: u64,
    /// Cell sets of the wanted size that hit all sets still tracked, but for those that may stay unhit, before anything
    /// else was asked of them.
    pub n_candidates: u64,
    /// How often hitting vectors were built anew from what is not hit.
    pub n_rebuilds: u64,
    /// Cliques that were tracked from the start, by degree from 2.
    pub n_cliques: [u64; N_DEGREES],
}

/// The numbers of the nodes with this many clues. The names in brackets are those of lin-wu-2013, section 4.5.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LevelTally {
    /// Nodes (N).
    pub n_nodes: u64,
    /// Disjoint sets found at these nodes (M).
    pub n_disjoint: u64,
    /// Nodes with more disjoint sets than clues left, which are closed (`N_gt`).
    pub n_more: u64,
    /// Nodes with exactly as many, where some Z became empty, which are closed (`N_eq,prune`).
    pub n_equal_prune: u64,
    /// ... where some Z became smaller (`N_eq,shrink`).
    pub n_equal_shrink: u64,
    /// ... where none did (`N_eq,none`); without Shrink all of the nodes with exactly as many.
    pub n_equal_none: u64,
    /// Children of the nodes with exactly as many.
    pub n_equal_children: u64,
    /// Nodes closed by an unhit clique, by its degree from 2.
    pub n_closed_by_clique: [u64; N_DEGREES],
}

impl Tally {
    /// Room for all levels up to `n_clues`.
    pub fn prepare(&mut self, n_clues: usize) {
        if self.levels.len() <= n_clues {
            self.levels.resize(n_clues + 1, LevelTally::default());
        }
    }

    /// A node with this many clues.
    #[inline]
    pub fn enter(&mut self, level: usize) {
        self.n_nodes += 1;
        self.levels[level].n_nodes += 1;
    }
}
