//! The settings that reach the engines, from the arguments.

use std::path::Path;

use crate::bilevel::{AnswerBy, Heuristic};
use crate::engine;
use crate::ilp::{Backend, Highs};
use crate::report::Question;
use crate::search;

use super::args::{BilevelArgs, Follower, Instructions, NativeArgs, RegionPreset, Source};
use super::bilevel;
use super::engine::Name;

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
        let other = bilevel::options(*self, n_cells);
        search::Options {
            heuristic: other.heuristic < Heuristic::Local,
            symmetry: options.symmetry && !other.symmetry,
            ..options
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
