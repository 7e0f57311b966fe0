//! Settings of the branch and cut.

use super::branching::Branching;
use crate::open::NodeOrder;

/// Which region minima become rows of the LP.
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

/// What finds the minima of regions.
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

/// Start sets where linear programs close the whole tree: a few thousand halve the tree, and five thousand cost more
/// time than they save.
pub const LP_SETS: usize = 3000;

/// How puzzles are looked for outside the tree.
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

/// What closes small subtrees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LeafMode {
    /// Linear programs, down to the last clue.
    Lp,
    /// The other search, as soon as so few clues are left.
    Below(usize),
    /// The other search, where a subtree does not cost it too much.
    #[default]
    Auto,
}

/// Which number of clues is refuted next.
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

/// What settings come to for one problem, where nothing is left to choose. Whatever they are, the minimum is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BilevelOptions {
    /// Split each budget over a partition of the cells, such as the bands of a grid.
    pub split: bool,
    /// Split into other cases than the native engine does. Where a certificate is written, they are those of
    /// `hitting::cases` all the same.
    pub even_split: bool,
    /// Region minima as rows.
    pub regions: RegionRows,
    /// What finds region minima, if another search is there; else trees of linear programs do.
    pub region_search: RegionSearch,
    /// Zero-half rows at the root.
    pub zero_half: bool,
    /// Leave out cells that the reduced costs rule out.
    pub fixing: bool,
    /// How puzzles are looked for.
    pub heuristic: Heuristic,
    /// Each question to the follower is an integer program: what looks for puzzles asks few.
    pub by_program: bool,
    /// Leave out what a symmetry of the problem maps to something that was seen.
    pub symmetry: bool,
    /// How nodes are cut.
    pub branching: Branching,
    /// Which node is next.
    pub order: NodeOrder,
    /// Which budget is next.
    pub budgets: Budgets,
    /// What closes small subtrees, if another search is there.
    pub leaf: LeafMode,
    /// Threads of the trees. With more than one, nodes are counted otherwise than with one, and for any number alike.
    /// A certificate is written by one.
    pub threads: usize,
    /// Fixes every random choice.
    pub seed: u64,
}

impl BilevelOptions {
    /// Are unavoidable sets all that the linear programs know, down to the last clue? That is the relaxation of
    /// tjusila-2023.
    #[must_use]
    pub fn is_published(&self) -> bool {
        self.leaf == LeafMode::Lp && !self.measures_regions() && !self.zero_half
    }

    /// Are minima of regions searched, as rows or to split budgets?
    #[must_use]
    pub fn measures_regions(&self) -> bool {
        self.split || self.regions != RegionRows::None
    }

    /// Is there anything for another search to do?
    #[must_use]
    pub fn has_leaves(&self) -> bool {
        self.leaf != LeafMode::Lp || self.measures_regions() && self.asks_leaf_for_regions()
    }

    /// Are trees closed by linear programs to the last clue, and are there enough regions that their minima are worth
    /// patience?
    pub(super) fn is_patient(&self) -> bool {
        self.leaf == LeafMode::Lp && self.regions > RegionRows::Parts
    }

    /// Does the other search find the minima of regions? Trees that close every node by linear programs stay clear of
    /// it, so that their answer can be held against it; only the many large regions would take them too long.
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
