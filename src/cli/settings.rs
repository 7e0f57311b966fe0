//! The settings that reach the engines, from the arguments.

use std::borrow::Cow;
use std::path::Path;

use crate::bilevel::{self, AnswerBy, Heuristic, LeafMode, RegionRows};
use crate::engine;
use crate::hitting::published::{Algorithm, Published};
use crate::ilp::{Backend, Highs};
use crate::local_search::LARGE;
use crate::report::BoundQuestion;
use crate::search;

use super::args::{BilevelArgs, Cuts, Engines, Follower, LeafChoice, NativeArgs, RegionPreset, SetSource};

/// Start inequalities of `--leaf lp`.
const LP_SETS: usize = 3000;
/// From this many clues left on, `--leaf native` hands over.
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
    pub(super) fn all(asked: Engines) -> Vec<Self> {
        match asked {
            Engines::Native => vec![Self::Native],
            Engines::Bilevel => vec![Self::Bilevel],
            Engines::Both => vec![Self::Native, Self::Bilevel],
            Engines::Published(settings) => vec![Self::Published(settings)],
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

    /// Where its start sets come from under these settings. The native engine has every set up to a size, by
    /// displacements; an independent branch and cut has others.
    pub(super) fn start_source(self, settings: Settings<'_>) -> SetSource {
        match self {
            Self::Native => SetSource::Complete,
            Self::Bilevel if settings.independent => settings.source.unwrap_or(SetSource::Blueprint),
            Self::Bilevel | Self::Published(_) => settings.source.unwrap_or(self.source()),
        }
    }

    /// Where its start sets come from, if nothing is said.
    pub(super) fn source(self) -> SetSource {
        match self {
            Self::Native | Self::Bilevel => SetSource::Complete,
            // mcguire-2012, section 5.2.1, and lin-wu-2013, section 2.2.1.
            Self::Published(Published { algorithm: Algorithm::Checker2012(_), .. }) => SetSource::Blueprint,
            Self::Published(_) => SetSource::Checker,
        }
    }
}

/// The settings that reach the engines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings<'a> {
    pub(super) native: NativeArgs,
    pub(super) bilevel: &'a BilevelArgs,
    /// What is asked, if it is not the minimum.
    pub(super) question: Option<BoundQuestion>,
    /// None for those that the engine takes by itself.
    pub(super) source: Option<SetSource>,
    pub(super) regions: RegionPreset,
    pub(super) max_sets: Option<usize>,
    /// The certificate to write.
    pub(super) certify: Option<&'a Path>,
    /// The engines share nothing that searches or decides.
    pub(super) independent: bool,
}

impl Settings<'_> {
    /// Who answers an engine for the clues. An independent branch and cut asks somebody else than the native engine
    /// does: the rows of the model of a grid, or the follower's program of a problem whose oracle searches these
    /// already.
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

    /// The settings of the native engine for a problem of this many cells. An independent one goes without what the
    /// branch and cut uses as well.
    pub(super) fn native(&self, n_cells: usize) -> search::SearchOptions {
        let options = native(self.native);
        if !self.independent {
            return options;
        }
        let other = self.branch_and_cut(n_cells);
        search::SearchOptions {
            heuristic: other.heuristic < Heuristic::Local,
            symmetry: options.symmetry && !other.symmetry,
            ..options
        }
    }

    /// How many start inequalities there are, if nothing is said and the source is not to decide: linear programs alone
    /// make good use of some thousands, which halve their trees; five thousand cost more than they spare.
    pub(super) fn lp_sets(self) -> Option<usize> {
        let is_lp = self.bilevel.leaf == Some(LeafChoice::Lp) && self.bilevel.follower == Follower::Oracle;
        (is_lp && Name::Bilevel.start_source(self) == SetSource::Complete).then_some(LP_SETS)
    }

    /// What the settings ask for, in a problem of this many cells.
    ///
    /// An independent branch and cut closes every node by linear programs and measures regions by trees of its own.
    pub(super) fn branch_and_cut(self, n_cells: usize) -> bilevel::BilevelOptions {
        let args = self.bilevel;
        let by_program = args.follower != Follower::Oracle || self.independent;
        let leaf = args.leaf.unwrap_or(if by_program { LeafChoice::Lp } else { LeafChoice::Auto });
        let heuristic = args.heuristic.unwrap_or(if by_program { Heuristic::Rounding } else { Heuristic::Local });
        let is_large = n_cells > LARGE;
        let regions = match (is_large, leaf) {
            (true, _) => RegionRows::None,
            (false, LeafChoice::Lp) if !by_program => RegionRows::Lines,
            (false, _) => RegionRows::Parts,
        };
        bilevel::BilevelOptions {
            split: !args.no_split && !is_large,
            even_split: self.independent,
            regions: args.region_rows.unwrap_or(regions),
            zero_half: args.cuts == Cuts::ZeroHalf,
            fixing: !args.no_fixing,
            heuristic,
            symmetry: !self.native.no_symmetry,
            branching: args.branching,
            order: args.node_order,
            budgets: args.budgets,
            leaf: match leaf {
                LeafChoice::Lp => LeafMode::Lp,
                LeafChoice::Native => {
                    LeafMode::Below(args.leaf_clues.map_or(LEAF_CLUES, |n| usize::try_from(n).unwrap_or(usize::MAX)))
                }
                LeafChoice::Auto => LeafMode::Auto,
            },
            seed: self.native.seed,
        }
    }
}

/// The settings of a native search.
pub(super) fn native(args: NativeArgs) -> search::SearchOptions {
    search::SearchOptions {
        seed: args.seed,
        threads: args.threads,
        symmetry: !args.no_symmetry,
        instructions: args.instructions,
        heuristic: true,
    }
}
