//! The settings of the engines.

use std::path::PathBuf;

use minclue_core::ilp::NodeLps;
use minclue_engines::bilevel::{
    self, AnswerBy, Branching, Budgets, Heuristic, LeafMode, NodeOrder, RegionRows, RegionSearch,
};
use minclue_engines::dense_lp::{DenseLps, DenseUpTo};
use minclue_engines::local_search::LARGE;
use minclue_engines::search::{self, Instructions};
use minclue_lp::Backend;

use crate::bounds::BoundQuestion;
use crate::choice::{Cuts, EngineName, Follower, LeafChoice, LpSolver, RegionPreset, Relaxation, SetSource};

/// From this many clues left on, [`LeafChoice::Native`] hands over.
const LEAF_CLUES: usize = 14;

/// The settings of the engines. No setting changes a minimum.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of threads of the native engine, at least one. The answer does not depend on it.
    pub threads: usize,
    /// Whether to use the symmetries of the problem.
    pub symmetry: bool,
    /// Whether the native engine looks for puzzles by local search before it refutes any number of clues.
    pub local_search: bool,
    /// The vector instructions of the native engine.
    pub instructions: Instructions,
    /// The settings of the branch and cut.
    pub bilevel: BilevelSettings,
    /// The folder in which the branch and cut keeps its state, and from which it resumes. Grids only.
    #[cfg(feature = "serde")]
    pub state: Option<PathBuf>,
    /// The question, if it is not the minimum.
    pub question: Option<BoundQuestion>,
    /// The source of start sets; `None` for the engine's default source.
    pub source: Option<SetSource>,
    /// The regions of [`SetSource::Region`].
    pub regions: RegionPreset,
    /// The maximum number of start sets.
    pub max_sets: Option<usize>,
    /// The path of the certificate to write.
    pub certificate: Option<PathBuf>,
    /// Whether the engines share no search or decision code.
    pub independent: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 1,
            threads: 1,
            symmetry: true,
            local_search: true,
            instructions: Instructions::Best,
            bilevel: BilevelSettings::default(),
            #[cfg(feature = "serde")]
            state: None,
            question: None,
            source: None,
            regions: RegionPreset::default(),
            max_sets: None,
            certificate: None,
            independent: false,
        }
    }
}

/// Settings of the branch and cut. They change how it works, and never the answer. A setting that is `None` is chosen
/// for the problem.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct BilevelSettings {
    /// Contents of the linear programs beside the unavoidable-set inequalities; published implies other options
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value_t, value_name = "RELAXATION"))]
    #[cfg_attr(feature = "clap", arg(hide_short_help = true))]
    pub relaxation: Relaxation,

    /// How to close small subtrees
    #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "LEAF", hide_short_help = true))]
    pub leaf: Option<LeafChoice>,

    /// With --leaf native: hand subtrees over once N clues or fewer are left [default: 14]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = at_least_one))]
    #[cfg_attr(feature = "clap", arg(allow_hyphen_values = true, hide_short_help = true))]
    pub leaf_clues: Option<usize>,

    /// Solver for the follower; highs and cbc require --leaf lp, which is then the default
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value_t, value_name = "FOLLOWER"))]
    #[cfg_attr(feature = "clap", arg(hide_short_help = true))]
    pub follower: Follower,

    /// Minima of regions as rows of the linear programs [default: lines with --leaf lp, otherwise parts]
    #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "ROWS", hide_short_help = true))]
    pub region_rows: Option<RegionRows>,

    /// Search for the minima of regions
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value_t, value_name = "SEARCH"))]
    #[cfg_attr(feature = "clap", arg(hide_short_help = true))]
    pub region_search: RegionSearch,

    /// Solver of the linear programs
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value_t, value_name = "SOLVER"))]
    #[cfg_attr(feature = "clap", arg(hide_short_help = true))]
    pub lp_solver: LpSolver,

    /// Other cutting planes at the root [default: zero-half]
    #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "CUTS", hide_short_help = true))]
    pub cuts: Option<Cuts>,

    /// How to split a node into children
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value_t, value_name = "RULE"))]
    #[cfg_attr(feature = "clap", arg(hide_short_help = true))]
    pub branching: Branching,

    /// Order of the open nodes
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value_t, value_name = "ORDER"))]
    #[cfg_attr(feature = "clap", arg(hide_short_help = true))]
    pub node_order: NodeOrder,

    /// Order in which numbers of clues are refuted
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value_t, value_name = "BUDGETS"))]
    #[cfg_attr(feature = "clap", arg(hide_short_help = true))]
    pub budgets: Budgets,

    /// Search for puzzles outside the tree [default: local, or covers with a follower that is an integer program]
    #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "HEURISTIC", hide_short_help = true))]
    pub heuristic: Option<Heuristic>,

    /// Do not split a number of clues over the bands or stacks
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    pub no_split: bool,

    /// Do not exclude cells by their reduced costs
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    pub no_fixing: bool,

    /// Confirm each answer with the native engine (--engine bilevel only)
    #[cfg_attr(feature = "clap", arg(long, hide_short_help = true))]
    pub cross_check: bool,
}

impl BilevelSettings {
    /// How to close small subtrees, if that is said or follows from what is.
    fn leaf(&self) -> Option<LeafChoice> {
        match self.relaxation {
            Relaxation::Full => self.leaf,
            Relaxation::Published => Some(LeafChoice::Lp),
        }
    }
}

/// A whole number from 1.
#[cfg(feature = "clap")]
fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("it must be at least 1".to_owned()),
        Ok(n) => Ok(n),
        Err(_) => Err("write a whole number from 1".to_owned()),
    }
}

/// The most columns of a linear program that goes to the dense solver, if nothing is said. A grid of 10x10 has as many.
const DENSE_COLS: usize = 110;

/// Does our own solver make the linear programs of a problem of this many cells? Else HiGHS does.
pub(crate) fn dense_lps(choice: LpSolver, n_cells: usize) -> bool {
    match choice {
        LpSolver::Dense => true,
        LpSolver::Highs => false,
        LpSolver::Auto => n_cells <= DENSE_COLS || cfg!(not(feature = "highs")),
    }
}

/// What makes the linear programs of the branch and cut.
///
/// # Errors
/// A message if this build has not the one that is asked for.
pub(crate) fn node_lps(choice: LpSolver) -> Result<&'static dyn NodeLps, String> {
    #[cfg(feature = "highs")]
    const OTHER: &dyn NodeLps = &minclue_lp::Highs;
    #[cfg(not(feature = "highs"))]
    const OTHER: &dyn NodeLps = &DenseLps;
    const AUTO: DenseUpTo<'_> = DenseUpTo { n_cols: DENSE_COLS, beyond: OTHER };
    match choice {
        LpSolver::Auto => Ok(&AUTO),
        LpSolver::Dense => Ok(&DenseLps),
        LpSolver::Highs if cfg!(feature = "highs") => Ok(OTHER),
        LpSolver::Highs => {
            Err("this build has no HiGHS; build with the feature `highs`, or leave --lp-solver to it".to_owned())
        }
    }
}

impl Settings {
    /// Who answers an engine for the clues. An independent branch and cut asks somebody else than the native engine
    /// does: the rows of the model of a grid, or the follower's program of a problem whose oracle searches these
    /// already.
    ///
    /// # Errors
    /// A message if this program was built without the solver that is asked for.
    pub(crate) fn answer_by(&self, name: EngineName, is_grid: bool) -> Result<AnswerBy<'static>, String> {
        let is_apart = self.independent && name == EngineName::Bilevel;
        let backend = match self.bilevel.follower {
            _ if self.independent && !is_apart => return Ok(AnswerBy::Problem),
            Follower::Oracle if is_apart && is_grid => return Ok(AnswerBy::Rows),
            Follower::Oracle if is_apart => Backend::Highs,
            Follower::Oracle => return Ok(AnswerBy::Problem),
            Follower::Highs => Backend::Highs,
            Follower::Cbc => Backend::Cbc,
        };
        backend.solver().map(AnswerBy::Ilp).map_err(|e| format!("--follower {}: {e}", backend.name()))
    }

    /// Returns the settings of the native engine.
    #[must_use]
    pub fn native(&self) -> search::SearchOptions {
        search::SearchOptions {
            seed: self.seed,
            threads: self.threads,
            symmetry: self.symmetry,
            instructions: self.instructions,
            heuristic: self.local_search,
        }
    }

    /// What the native engine is told where it is held against a branch and cut of these settings, on a problem of this
    /// many cells. What stands in for the problem's own oracle does so in the branch and cut alone: else both would
    /// believe the same solver. One that stands apart goes without what the branch and cut uses as well.
    pub(crate) fn native_beside(&self, n_cells: usize, is_apart: bool) -> Self {
        let mut own = self.clone();
        own.bilevel.follower = Follower::Oracle;
        if is_apart {
            let other = self.branch_and_cut(n_cells);
            own.local_search &= other.heuristic < Heuristic::Local;
            own.symmetry &= !other.symmetry;
        }
        own
    }

    /// What the native engine is told to confirm an answer of a branch and cut of these settings: what it is asked, and
    /// nothing of how the branch and cut was to work.
    pub(crate) fn native_check(&self, n_cells: usize, question: Option<BoundQuestion>) -> Self {
        let beside = self.native_beside(n_cells, true);
        Self { question, certificate: None, source: None, max_sets: None, ..beside }
    }

    /// Where the start sets of an engine come from. The native engine has every set up to a size, by displacements; an
    /// independent branch and cut has others.
    pub(crate) fn start_source(&self, name: EngineName) -> SetSource {
        match name {
            EngineName::Native => SetSource::Complete,
            EngineName::Bilevel if self.independent => self.source.unwrap_or(SetSource::Blueprint),
            EngineName::Bilevel | EngineName::Published(_) => self.source.unwrap_or(name.source()),
        }
    }

    /// The most sets that an engine starts from, if there is such a number.
    pub(crate) fn most_sets(&self, name: EngineName) -> Option<usize> {
        match name {
            EngineName::Bilevel => self.max_sets.or_else(|| self.lp_sets()),
            EngineName::Native | EngineName::Published(_) => self.max_sets,
        }
    }

    /// How many start inequalities there are, if nothing is said and the source is not to decide: linear programs
    /// that close the whole tree make good use of some thousands, which halve it; five thousand cost more than they
    /// spare.
    fn lp_sets(&self) -> Option<usize> {
        let is_lp = self.bilevel.leaf() == Some(LeafChoice::Lp) && self.bilevel.follower == Follower::Oracle;
        (is_lp && self.start_source(EngineName::Bilevel) == SetSource::Complete).then_some(bilevel::LP_SETS)
    }

    /// What the settings ask for, in a problem of this many cells.
    ///
    /// An independent branch and cut closes every node by linear programs and measures regions by trees of its own.
    pub(crate) fn branch_and_cut(&self, n_cells: usize) -> bilevel::BilevelOptions {
        let args = &self.bilevel;
        let by_program = args.follower != Follower::Oracle || self.independent;
        let leaf = args.leaf().unwrap_or(if by_program { LeafChoice::Lp } else { LeafChoice::Auto });
        let heuristic = args.heuristic.unwrap_or(match by_program {
            true => Heuristic::Covers,
            false => Heuristic::Local,
        });
        let is_large = n_cells > LARGE;
        let is_published = args.relaxation == Relaxation::Published;
        let regions = match (is_large || is_published, leaf) {
            (true, _) => RegionRows::None,
            (false, LeafChoice::Lp) if !by_program => RegionRows::Lines,
            (false, _) => RegionRows::Parts,
        };
        bilevel::BilevelOptions {
            split: !args.no_split && !is_large && !is_published,
            even_split: self.independent,
            regions: args.region_rows.filter(|_| !is_published).unwrap_or(regions),
            region_search: args.region_search,
            zero_half: args.cuts.unwrap_or_default() == Cuts::ZeroHalf && !is_published,
            fixing: !args.no_fixing,
            heuristic,
            by_program: args.follower != Follower::Oracle,
            symmetry: self.symmetry,
            branching: args.branching,
            order: args.node_order,
            budgets: args.budgets,
            leaf: match leaf {
                LeafChoice::Lp => LeafMode::Lp,
                LeafChoice::Native => LeafMode::Below(args.leaf_clues.unwrap_or(LEAF_CLUES)),
                LeafChoice::Auto => LeafMode::Auto,
            },
            threads: self.threads,
            seed: self.seed,
        }
    }
}
