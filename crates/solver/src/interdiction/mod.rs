//! Blocker problems that are clue problems, and clues with weights: the leader's choice, the follower's response, and
//! the proof of both.
//!
//! The choices that leave the follower no response worth a target form a clue problem, whose engines solve blocker
//! problems with equal prices. Clues with weights are blocker problems with different prices: the branch and cut over
//! items solves them. All other programs, including interdiction, are solved by the tree of witnesses (`integer.rs`).

mod cheapest;
#[cfg(test)]
mod cheapest_tests;
mod constraints;
#[cfg(test)]
mod hidden_tests;
mod instance;
mod outcome;
mod search;
#[cfg(test)]
mod tests;

use minclue_core::base::{CellSet, Limits};
use minclue_core::ilp::IlpSolver;
use minclue_core::problem::{AnswerSource, BestAnswer, BilevelGoal, BilevelProblem, FollowerWork, MonotoneFollower};
use minclue_engines::width::Width;
use minclue_lp::Backend;

use crate::bounds::AnswerStatus;
use crate::choice::Engines;
use crate::dispatch::WidthDispatch;
use crate::monitor::Monitor;
use crate::programs::too_large;
use crate::settings::Settings;
use minclue_core::base::with_wide_width;

pub(crate) use cheapest::solve_cheapest;
pub(crate) use constraints::Constraints;
pub(crate) use outcome::BilevelTrouble;
pub use outcome::{BilevelOutcome, UpperProof};
use search::Search;
pub use search::upper_file;

/// The solver that looks for the follower's responses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum FollowerChoice {
    /// Our own search as long as it is fast, then HiGHS, if this build has it.
    #[default]
    Auto,
    /// Our own search in integers.
    Oracle,
    /// HiGHS for every answer.
    #[cfg_attr(feature = "clap", value(help = "HiGHS for every answer"))]
    Highs,
    /// CBC for every answer.
    Cbc,
}

impl FollowerChoice {
    /// The same for this follower: where its numbers are too large for programs, our own search alone does what is left to
    /// us.
    ///
    /// # Errors
    /// A message with the number if a program was asked for.
    fn suited(self, follower: &MonotoneFollower) -> Result<Self, String> {
        let too_large = too_large(&follower.largest_sum(), "--follower oracle");
        match (self, too_large) {
            (choice, None) => Ok(choice),
            (Self::Auto | Self::Oracle, Some(_)) => Ok(Self::Oracle),
            (Self::Highs | Self::Cbc, Some(message)) => Err(message),
        }
    }

    /// The solver for constraints, vertices and clues: the exact search by default.
    pub(crate) fn of_constraints(self) -> Self {
        match self {
            Self::Auto => Self::Oracle,
            named => named,
        }
    }

    /// The solver of integer programs that it needs; `Ok(None)` where it goes without.
    ///
    /// # Errors
    /// A message if this build has not the one that is asked for.
    fn solver(self) -> Result<Option<&'static dyn IlpSolver>, String> {
        let said =
            |backend: Backend| backend.solver().map(Some).map_err(|e| format!("--follower {}: {e}", backend.name()));
        match self {
            Self::Auto => Ok(Backend::ALL.first().and_then(|backend| backend.solver().ok())),
            Self::Oracle => Ok(None),
            Self::Highs => said(Backend::Highs),
            Self::Cbc => said(Backend::Cbc),
        }
    }

    /// The same for the questions of engines.
    fn source(self) -> Result<AnswerSource<'static>, String> {
        Ok(match (self, self.solver()?) {
            (_, None) => AnswerSource::Search,
            (Self::Auto, Some(solver)) => AnswerSource::Either(solver),
            (_, Some(solver)) => AnswerSource::Program(solver),
        })
    }
}

/// The engine that proves the bounds of a leader's search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaderEngine {
    /// The tree of witnesses, for every program over integers.
    Witnesses,
    /// Branch and cut over clues with weights.
    Cuts,
    /// The hitting-set search.
    Native,
    /// The branch and cut over unavoidable sets.
    Bilevel,
}

impl LeaderEngine {
    /// The engine that is asked about clue problems.
    fn of_clues(self) -> Engines {
        match self {
            Self::Witnesses | Self::Cuts | Self::Native => Engines::Native,
            Self::Bilevel => Engines::Bilevel,
        }
    }

    /// Returns the engine for a program, and the reason for it. The clue problem of a grid has the engine of `solve`. A
    /// blocker problem whose variables all cost the same, and whose leader has no rows except demands, is a clue
    /// problem, for which the branch and cut over unavoidable sets is stronger. All others are solved as programs over
    /// integers.
    #[must_use]
    pub fn suits(problem: &BilevelProblem) -> (Self, &'static str) {
        match problem.goal {
            _ if problem.hidden.is_some() => (Self::Native, "this is the clue problem of a grid, as `solve` has it"),
            BilevelGoal::Blocker { .. } if !problem.follower.has_rows() => {
                (Self::Bilevel, "a blocker problem with equal prices is a clue problem")
            }
            BilevelGoal::Blocker { .. } => (Self::Witnesses, "the leader has different prices, or rows"),
            BilevelGoal::Interdiction { .. } => (Self::Witnesses, "the leader minimizes a value"),
        }
    }

    /// The name in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Witnesses => "witnesses",
            Self::Cuts => "cuts",
            Self::Native => "native",
            Self::Bilevel => "bilevel",
        }
    }
}

/// A question about a bilevel program.
pub(crate) struct BilevelRequest<'a> {
    /// How they work. Its question is not used; its certificate is that of the lower bound.
    pub(crate) settings: &'a Settings,
    /// The solver of the follower's problem.
    pub(crate) follower: FollowerChoice,
    /// The limits of all of it together, without one on nodes.
    pub(crate) limits: Limits,
    /// A limit on the nodes of the engines, all of them together.
    pub(crate) max_nodes: Option<u64>,
    pub(crate) monitor: &'a mut dyn Monitor,
}

/// Solves `problem`, or says what is known of it at a limit.
///
/// # Errors
/// [`BilevelTrouble`] if there is no answer at all: the question cannot be asked, or an engine failed.
pub(crate) fn solve_bilevel(
    problem: &BilevelProblem,
    request: &mut BilevelRequest<'_>,
) -> Result<BilevelOutcome, BilevelTrouble> {
    let (engine, reason) = LeaderEngine::suits(problem);
    let outcome = with_wide_width!(problem.follower.n_cells(), W => solve_in::<W>(problem, engine, request))?;
    Ok(BilevelOutcome { engine_reason: Some(reason), ..outcome })
}

/// The one place where the engines of clue problems are compiled for leaders.
fn solve_in<const W: usize>(
    problem: &BilevelProblem,
    engine: LeaderEngine,
    request: &mut BilevelRequest<'_>,
) -> Result<BilevelOutcome, BilevelTrouble>
where
    CellSet<W>: WidthDispatch<W> + Width<W>,
{
    let BilevelGoal::Blocker { most } = problem.goal else {
        return Err(BilevelTrouble::Refused("the value of an interdiction program is not a clue problem".to_owned()));
    };
    let mut search = Search::<W>::new(problem, engine, false, request)?;
    let all = CellSet::first_n(problem.follower.n_cells());
    if !problem.follower.meets_demands(all) {
        return Err(search::no_solution());
    }
    let least = match search.best_answer(all) {
        BestAnswer::Best(_, worth) => Some(worth),
        BestAnswer::None => None,
        BestAnswer::Unknown(stop) => return search.finish(Some(stop.into())),
    };
    search.block(most, least)
}

/// The time of both, and how many questions.
fn add(work: &mut FollowerWork, more: FollowerWork) {
    *work = work.and(more);
}

/// A limit that came first, unless all is known.
fn status_of(is_optimal: bool, stopped: Option<AnswerStatus>) -> AnswerStatus {
    match stopped {
        _ if is_optimal => AnswerStatus::Optimal,
        Some(status) => status,
        None => AnswerStatus::Failed,
    }
}
