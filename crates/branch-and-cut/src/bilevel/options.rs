//! Settings of the branch and cut.

use super::branching::Branching;
use crate::open::NodeOrder;

/// The regions whose minima become rows of the LP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum RegionRows {
    /// None.
    None,
    /// All bands or stacks but one.
    ///
    /// In general, everything outside one part of a partition.
    #[default]
    Parts,
    /// Also all rows, columns or digits but one.
    ///
    /// In general, everything outside one class.
    Lines,
    /// Also all digits but two or three.
    Digits,
}

impl RegionRows {
    /// The name on the command line and in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Parts => "parts",
            Self::Lines => "lines",
            Self::Digits => "digits",
        }
    }
}

/// The search for the minima of regions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum RegionSearch {
    /// The native search, but trees of linear programs where such trees close every node and few regions are measured.
    #[default]
    Auto,
    /// The native search.
    Native,
    /// Trees of linear programs.
    ///
    /// Nothing of the answer then rests on the native search, if --leaf lp closes the nodes.
    Lp,
}

impl RegionSearch {
    /// The name on the command line and in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Native => "native",
            Self::Lp => "lp",
        }
    }
}

/// The number of start sets if linear programs close the whole tree: a few thousand sets halve the tree, and five
/// thousand take more time than they save.
pub const LP_SETS: usize = 3000;

/// The search for puzzles besides the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Heuristic {
    /// None.
    None,
    /// By rounding the linear program at the root.
    Rounding,
    /// Also by a local search for small covers of the inequalities, of which the follower says whether they are
    /// puzzles.
    ///
    /// At first, and once in a while.
    Covers,
    /// By rounding, and by dropping and exchanging clues of puzzles.
    ///
    /// At first, and once in a while.
    #[default]
    Local,
}

impl Heuristic {
    /// The name on the command line and in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Rounding => "rounding",
            Self::Covers => "covers",
            Self::Local => "local",
        }
    }
}

/// The solver of small subtrees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LeafMode {
    /// Linear programs, down to the last clue.
    Lp,
    /// The other search, from this number of clues left.
    Below(usize),
    /// The other search, if a subtree does not take it too long.
    #[default]
    Auto,
}

/// The next number of clues to refute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Budgets {
    /// The lower bound.
    ///
    /// Small trees come first, and the bound rises a clue at a time.
    #[default]
    Rising,
    /// One less than the best puzzle has.
    ///
    /// That is one tree, which a better puzzle makes smaller.
    Falling,
}

impl Budgets {
    /// The name on the command line and in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rising => "rising",
            Self::Falling => "falling",
        }
    }
}

/// The settings for one problem, after all defaults are resolved. No setting changes the minimum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BilevelOptions {
    /// Whether to split each budget over a partition of the cells, such as the bands of a grid.
    pub split: bool,
    /// Whether to split into other cases than the native engine. Certificates always use those of `hitting::cases`.
    pub even_split: bool,
    /// The regions whose minima are rows.
    pub regions: RegionRows,
    /// The search for region minima, if another search is available; otherwise trees of linear programs find them.
    pub region_search: RegionSearch,
    /// Whether to add zero-half rows at the root.
    pub zero_half: bool,
    /// Whether to exclude cells by their reduced costs.
    pub fixing: bool,
    /// The search for puzzles besides the tree.
    pub heuristic: Heuristic,
    /// Whether each question to the follower is an integer program. The searches for puzzles then ask few questions.
    pub by_program: bool,
    /// Whether to use the symmetries of the problem.
    pub symmetry: bool,
    /// The branching rule.
    pub branching: Branching,
    /// The order of nodes.
    pub order: NodeOrder,
    /// The order of budgets.
    pub budgets: Budgets,
    /// The solver of small subtrees, if another search is available.
    pub leaf: LeafMode,
    /// The number of threads of the trees. The counts of nodes with several threads differ from those with one, and do
    /// not depend on the number. Certificates are written by one thread.
    pub threads: usize,
    /// The seed of all random choices.
    pub seed: u64,
}

impl BilevelOptions {
    /// Returns whether the only rows of the linear programs, down to the last clue, are unavoidable sets. That is the
    /// relaxation of tjusila-2023.
    #[must_use]
    pub fn is_published(&self) -> bool {
        self.leaf == LeafMode::Lp && !self.measures_regions() && !self.zero_half
    }

    /// Returns whether minima of regions are searched, as rows or to split budgets.
    #[must_use]
    pub fn measures_regions(&self) -> bool {
        self.split || self.regions != RegionRows::None
    }

    /// Returns whether the other search is used.
    #[must_use]
    pub fn has_leaves(&self) -> bool {
        self.leaf != LeafMode::Lp || self.measures_regions() && self.asks_leaf_for_regions()
    }

    /// Are trees closed by linear programs to the last clue, and are there enough regions that their minima are worth
    /// patience?
    pub(super) fn is_patient(&self) -> bool {
        self.leaf == LeafMode::Lp && self.regions > RegionRows::Parts
    }

    /// Returns whether the other search finds the minima of regions. Trees that close every node by linear programs do
    /// not use it, so that the two answers can be compared; only the many large regions would take them too long.
    #[must_use]
    pub fn asks_leaf_for_regions(&self) -> bool {
        match self.region_search {
            RegionSearch::Auto => self.leaf != LeafMode::Lp || self.is_patient(),
            RegionSearch::Native => true,
            RegionSearch::Lp => false,
        }
    }
}

impl Default for BilevelOptions {
    fn default() -> Self {
        Self {
            split: true,
            even_split: false,
            regions: RegionRows::default(),
            region_search: RegionSearch::default(),
            zero_half: true,
            fixing: true,
            heuristic: Heuristic::default(),
            by_program: false,
            symmetry: true,
            branching: Branching::default(),
            order: NodeOrder::default(),
            budgets: Budgets::default(),
            leaf: LeafMode::default(),
            threads: 1,
            seed: 1,
        }
    }
}
