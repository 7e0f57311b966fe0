//! The settings that reach the engines, from the arguments.

use std::borrow::Cow;
use std::path::Path;

use crate::bilevel::{self, AnswerBy, Branching, Budgets, LeafMode, NodeOrder};
use crate::engine;
use crate::hitting::published::{Algorithm, Published};
use crate::ilp::{Backend, Highs};
use crate::local_search::LARGE;
use crate::report::Question;
use crate::search;

use super::args::{
    BilevelArgs, BranchingRule, BudgetOrder, Cuts, Engine, Follower, Heuristic, Instructions, Leaf as LeafArg,
    NativeArgs, Order, RegionPreset, RegionRows, Source,
};

/// Start inequalities of `--leaf lp`.
const LP_SETS: usize = 3000;
/// From so many clues left on, `--leaf native` hands over.
const LEAF_CLUES: usize = 14;

/// An engine by itself.
#[expect(clippy::large_enum_variant, reason = "settings are few, and plain values to pass around")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    Native,
    Bilevel,
    Published(Published),
}

impl Name {
    /// The engines that an argument asks for, in the order in which they run.
    pub(super) fn all(asked: Engine) -> Vec<Self> {
        match asked {
            Engine::Native => vec![Self::Native],
            Engine::Bilevel => vec![Self::Bilevel],
            Engine::Both => vec![Self::Native, Self::Bilevel],
            Engine::Published(settings) => vec![Self::Published(settings)],
        }
    }

    /// The name in records: of a published search with all of its settings.
    pub(super) fn text(self) -> Cow<'static, str> {
        match self {
            Self::Native => "native".into(),
            Self::Bilevel => "bilevel".into(),
            Self::Published(settings) => settings.to_string().into(),
        }
    }

    /// Where its start sets come from under these settings. The native engine has every set up to a size, by displacements; an
    /// independent branch and cut has others.
    pub(super) fn start_source(self, settings: Settings<'_>) -> Source {
        match self {
            Self::Native => Source::Complete,
            Self::Bilevel if settings.independent => settings.source.unwrap_or(Source::Blueprint),
            Self::Bilevel | Self::Published(_) => settings.source.unwrap_or(self.source()),
        }
    }

    /// Where its start sets come from, if nothing is said.
    pub(super) fn source(self) -> Source {
        match self {
            Self::Native | Self::Bilevel => Source::Complete,
            // mcguire-2012, section 5.2.1, and lin-wu-2013, section 2.2.1.
            Self::Published(Published { algorithm: Algorithm::Checker2012(_), .. }) => Source::Blueprint,
            Self::Published(_) => Source::Checker,
        }
    }
}

/// The settings that reach the engines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings<'a> {
    pub(super) native: NativeArgs,
    pub(super) bilevel: &'a BilevelArgs,
    /// What is asked, if it is not the minimum.
    pub(super) question: Option<Question>,
    /// None for those that the engine takes by itself.
    pub(super) source: Option<Source>,
    pub(super) regions: RegionPreset,
    pub(super) max_sets: Option<usize>,
    /// The certificate to write.
    pub(super) certify: Option<&'a Path>,
    /// The engines share nothing that searches or decides.
    pub(super) independent: bool,
}

impl Settings<'_> {
    /// Who answers an engine for the clues. An independent branch and cut asks somebody else than the native engine does: the
    /// rows of the model of a grid, or the follower's program of a problem whose oracle searches these already.
    ///
    /// # Errors
    /// A message if this program was built without the solver that is asked for.
    pub(super) fn answer_by(&self, name: Name, is_grid: bool) -> Result<AnswerBy<'static>, String> {
        let is_apart = self.independent && name == Name::Bilevel;
        let solver = match self.bilevel.follower {
            _ if self.independent && !is_apart => return Ok(AnswerBy::Problem),
            Follower::Oracle if is_apart && is_grid => return Ok(AnswerBy::Rows),
            Follower::Oracle if is_apart => return Ok(AnswerBy::Ilp(&Highs)),
            Follower::Oracle => return Ok(AnswerBy::Problem),
            Follower::Highs => "highs",
            Follower::Cbc => "cbc",
        };
        solver
            .parse()
            .map(|backend: Backend| AnswerBy::Ilp(backend.solver()))
            .map_err(|e| format!("--follower {solver}: {e}"))
    }

    /// What engines are asked.
    pub(super) fn asked(&self) -> engine::Question {
        self.question.map_or(engine::Question::Minimum, |question| engine::Question::AtMost(question.at_most()))
    }

    /// The settings of the native engine for a problem of so many cells. An independent one goes without what the branch and
    /// cut uses as well.
    pub(super) fn native(&self, n_cells: usize) -> search::Options {
        let options = native(self.native);
        if !self.independent {
            return options;
        }
        let other = self.branch_and_cut(n_cells);
        search::Options {
            heuristic: other.heuristic < bilevel::Heuristic::Local,
            symmetry: options.symmetry && !other.symmetry,
            ..options
        }
    }

    /// How many start inequalities there are, if nothing is said and the source is not to decide: linear programs alone make
    /// good use of some thousands, which halve their trees; five thousand cost more than they spare.
    pub(super) fn lp_sets(self) -> Option<usize> {
        let is_lp = self.bilevel.leaf == Some(LeafArg::Lp) && self.bilevel.follower == Follower::Oracle;
        (is_lp && Name::Bilevel.start_source(self) == Source::Complete).then_some(LP_SETS)
    }

    /// What the settings ask for, in a problem of so many cells.
    ///
    /// An independent branch and cut closes every node by linear programs and measures regions by trees of its own.
    pub(super) fn branch_and_cut(self, n_cells: usize) -> bilevel::Options {
        let args = self.bilevel;
        let by_program = args.follower != Follower::Oracle || self.independent;
        let leaf = args.leaf.unwrap_or(if by_program { LeafArg::Lp } else { LeafArg::Auto });
        let heuristic = args.heuristic.unwrap_or(if by_program { Heuristic::Rounding } else { Heuristic::Local });
        let is_large = n_cells > LARGE;
        let regions = match (is_large, leaf) {
            (true, _) => RegionRows::None,
            (false, LeafArg::Lp) if !by_program => RegionRows::Lines,
            (false, _) => RegionRows::Parts,
        };
        bilevel::Options {
            split: !args.no_split && !is_large,
            even_split: self.independent,
            regions: match args.region_rows.unwrap_or(regions) {
                RegionRows::None => bilevel::RegionRows::None,
                RegionRows::Parts => bilevel::RegionRows::Parts,
                RegionRows::Lines => bilevel::RegionRows::Lines,
                RegionRows::Digits => bilevel::RegionRows::Digits,
            },
            zero_half: args.cuts == Cuts::ZeroHalf,
            fixing: !args.no_fixing,
            heuristic: match heuristic {
                Heuristic::None => bilevel::Heuristic::None,
                Heuristic::Rounding => bilevel::Heuristic::Rounding,
                Heuristic::Local => bilevel::Heuristic::Local,
            },
            symmetry: !self.native.no_symmetry,
            branching: match args.branching {
                BranchingRule::Set => Branching::Set,
                BranchingRule::Strong => Branching::Strong,
                BranchingRule::Fractional => Branching::Fractional,
            },
            order: match args.node_order {
                Order::Depth => NodeOrder::DepthFirst,
                Order::Best => NodeOrder::BestFirst,
            },
            budgets: match args.budgets {
                BudgetOrder::Rising => Budgets::Rising,
                BudgetOrder::Falling => Budgets::Falling,
            },
            leaf: match leaf {
                LeafArg::Lp => LeafMode::Lp,
                LeafArg::Native => {
                    LeafMode::Below(args.leaf_clues.map_or(LEAF_CLUES, |n| usize::try_from(n).unwrap_or(usize::MAX)))
                }
                LeafArg::Auto => LeafMode::Auto,
            },
            seed: self.native.seed,
        }
    }
}

/// The settings of a native search.
pub(super) fn native(args: NativeArgs) -> search::Options {
    search::Options {
        seed: args.seed,
        threads: args.threads,
        symmetry: !args.no_symmetry,
        instructions: match args.instructions {
            Instructions::Best => search::Instructions::Best,
            Instructions::Avx2 => search::Instructions::Avx2,
            Instructions::Portable => search::Instructions::Portable,
        },
        heuristic: true,
    }
}
