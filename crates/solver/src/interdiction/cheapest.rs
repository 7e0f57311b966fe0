//! Clue problems with weighted clues or with rows for the leader: the least weight of a valid set of clues.

use minclue_core::base::{CellSet, Index, Limits, Stop};
use minclue_core::problem::{BilevelGoal, BilevelProblem, LinearProblem, Oracle};
use minclue_core::unavoidable::{Family, unhit_set};

use super::search::Search;
use super::{BilevelOutcome, BilevelRequest, BilevelTrouble, LeaderEngine};
use crate::choice::SetSource as Source;
use crate::instance::ProblemInstance;
use crate::sources::SourceOptions;
use minclue_core::base::with_wide_width;

/// How often limits are asked, in guesses.
const PACE: u32 = 256;
/// Most sets to begin with.
const MAX_START: usize = 3000;

/// Minimal unavoidable sets, by the numbers of their items.
pub(super) trait SetSource {
    /// Sets to begin with.
    fn start(&mut self) -> Vec<Vec<usize>>;

    /// A minimal set that has none of `taken`, and none of `keep_out` where there is one; `None` if `taken` hits all.
    ///
    /// # Errors
    /// The limit that came first.
    fn unhit(&mut self, taken: &[usize], keep_out: &[usize], limits: &Limits) -> Result<Option<Vec<usize>>, Stop>;
}

/// The sets of a clue problem.
struct ClueSets<'i, const W: usize> {
    problem: &'i dyn LinearProblem<W>,
    oracle: Box<dyn Oracle<W> + 'i>,
    start: Family<W>,
}

impl<const W: usize> SetSource for ClueSets<'_, W> {
    fn start(&mut self) -> Vec<Vec<usize>> {
        self.start.sets().iter().map(|set| numbers(set.cells)).collect()
    }

    fn unhit(&mut self, taken: &[usize], keep_out: &[usize], limits: &Limits) -> Result<Option<Vec<usize>>, Stop> {
        let cells = |items: &[usize]| items.iter().map(|item| Index::new(*item)).collect::<CellSet<W>>();
        let mut pace = limits.clone().without_nodes().pace(PACE);
        let set = unhit_set(self.problem, self.oracle.as_mut(), cells(taken), cells(keep_out), &mut pace)?;
        Ok(set.map(numbers))
    }
}

fn numbers<const W: usize>(cells: CellSet<W>) -> Vec<usize> {
    cells.iter().map(Index::get).collect()
}

/// The cheapest clues of `instance`, whose cells are the items of `problem`, in their order: it is
/// [`BilevelProblem::cheapest`] of the follower of the same clue problem.
///
/// # Errors
/// [`BilevelTrouble`] if there is no answer at all.
pub(crate) fn solve_cheapest<const V: usize>(
    instance: &dyn ProblemInstance<V>,
    problem: &BilevelProblem,
    request: &mut BilevelRequest<'_>,
) -> Result<BilevelOutcome, BilevelTrouble> {
    let BilevelGoal::Blocker { most } = problem.goal else { unreachable!("the cheapest clues block second solutions") };
    let wanted = SourceOptions { max_sets: Some(MAX_START), ..SourceOptions::of(Source::Complete) };
    let start = instance.start_sets(&wanted, &request.limits).map_err(BilevelTrouble::Failed)?;
    let clues = instance.problem();
    let mut sets = ClueSets { problem: clues, oracle: clues.oracle(), start };
    let outcome = by_cuts(problem, most, &mut sets, request)?;
    // Asked again before it is shown, as of any puzzle.
    let taken = outcome.taken.as_ref().map(|taken| taken.iter().map(|item| Index::new(*item)).collect::<CellSet<V>>());
    match taken.map_or(Ok(true), |taken| instance.is_unique(taken, &request.limits)) {
        Ok(true) => Ok(outcome),
        Ok(false) => Err(BilevelTrouble::Contradiction("the best choice leaves an answer".to_owned())),
        // The checker has looked at it.
        Err(_) if outcome.upper_certificate.is_some() => Ok(outcome),
        Err(stop) => {
            let outcome = BilevelOutcome { upper: None, taken: None, answer: None, upper_proof: None, ..outcome };
            Ok(BilevelOutcome { status: stop.into(), ..outcome })
        }
    }
}

/// The same for any source of sets, so that the branch and cut is compiled once and not for each width of the clues.
fn by_cuts(
    problem: &BilevelProblem,
    most: i64,
    sets: &mut dyn SetSource,
    request: &mut BilevelRequest<'_>,
) -> Result<BilevelOutcome, BilevelTrouble> {
    with_wide_width!(problem.follower.n_cells(), W => {
        Search::<W>::new(problem, LeaderEngine::Cuts, true, request)?.cheapest_by_cuts(most, sets)
    })
}
