//! The follower of a search: answers for the clues, and remembers every unavoidable set that its answers prove.

use std::sync::Arc;

use crate::base::{CellSet, Limits, Pace, Stop};
use crate::hitting::Pool;
use crate::problem::{ClueProblem, Oracle};
use crate::unavoidable::unhit_set;

use super::question::{FoundSet, Goal, Interrupted};
use super::stream::{FILL, Stream};

/// How often the limits are asked, in guesses: those of a large grid take long.
const PACE: u32 = 64;

/// The oracle of one thread with the sets that it knows.
pub(super) struct SetLearner<'a, const W: usize> {
    problem: &'a dyn ClueProblem<W>,
    oracle: Box<dyn Oracle<W> + 'a>,
    pub(super) pool: Pool<W>,
    /// Questions about a hitting set, without those that only shrink a set.
    pub(super) n_checks: u64,
    /// What was found while all answers are wanted.
    pub(super) finds: Vec<FoundSet<W>>,
    /// Where they go when there are many, and the number of the task that finds them.
    pub(super) stream: Option<(Arc<Stream<W>>, usize)>,
    /// The oracle's guesses are not nodes.
    pace: Pace,
}

impl<'a, const W: usize> SetLearner<'a, W> {
    pub(super) fn new(problem: &'a dyn ClueProblem<W>, pool: Pool<W>, limits: &Limits) -> Self {
        let pace = limits.clone().without_nodes().pace(PACE);
        Self { problem, oracle: problem.oracle(), pool, n_checks: 0, finds: Vec::new(), stream: None, pace }
    }

    pub(super) fn problem(&self) -> &'a dyn ClueProblem<W> {
        self.problem
    }

    /// See [`Oracle::is_quick`].
    pub(super) fn is_quick(&self) -> bool {
        self.oracle.is_quick()
    }

    /// Guesses of the oracle so far.
    pub(super) fn n_guesses(&self) -> u64 {
        self.pace.n_steps()
    }

    /// Do these clues leave the target as the only solution? If not, a set that proves it is in the pool.
    pub(super) fn is_valid(&mut self, clues: CellSet<W>) -> Result<bool, Stop> {
        Ok(self.pool.is_hit_by(clues) && self.unhit_set(clues, CellSet::EMPTY)?.is_none())
    }

    /// A minimal unavoidable set that the clues do not hit, with few cells of `avoid`; it joins the pool. `None` if the
    /// clues are valid.
    pub(super) fn unhit_set(&mut self, clues: CellSet<W>, avoid: CellSet<W>) -> Result<Option<CellSet<W>>, Stop> {
        self.n_checks += 1;
        let set = unhit_set(self.problem, &mut *self.oracle, clues, avoid, &mut self.pace)?;
        if let Some(set) = set {
            self.pool.learn(set);
        }
        Ok(set)
    }

    /// Clues among `clues` that are enough, right after they were found to be.
    pub(super) fn core(&self, clues: CellSet<W>) -> CellSet<W> {
        self.oracle.core().map_or(clues, |core| core & clues)
    }

    /// Makes the next answers independent of all questions before; the sets stay.
    pub(super) fn forget(&mut self) {
        self.oracle.forget();
    }

    /// These clues are valid, and so are they with any of `open` beside them.
    pub(super) fn found(&mut self, goal: Goal, clues: CellSet<W>, open: CellSet<W>) -> Result<(), Interrupted<W>> {
        match goal {
            Goal::First => Err(Interrupted::Found(clues)),
            Goal::All => {
                self.finds.push(FoundSet { clues, open });
                let Some((stream, task)) = self.stream.as_ref().filter(|_| self.finds.len() >= FILL) else {
                    return Ok(());
                };
                if stream.pass(*task, &mut self.finds) { Ok(()) } else { Err(Interrupted::Spent) }
            }
        }
    }
}
