//! The follower of a search: answers for the clues, and remembers every unavoidable set that its answers prove.

use crate::base::{CellSet, Limits, Pace, Stop};
use crate::hitting::Pool;
use crate::problem::{ClueProblem, Oracle};
use crate::unavoidable::unhit_set;

/// How often the limits are asked, in guesses: those of a large grid take long.
const PACE: u32 = 64;

/// The oracle of one thread with the sets that it knows.
pub struct SetLearner<'a, const W: usize> {
    problem: &'a dyn ClueProblem<W>,
    oracle: Box<dyn Oracle<W> + 'a>,
    /// The unavoidable sets that are known.
    pub pool: Pool<W>,
    /// Questions about a hitting set, without those that only shrink a set.
    pub n_checks: u64,
    /// The oracle's guesses are not nodes.
    pace: Pace,
}

impl<'a, const W: usize> SetLearner<'a, W> {
    /// An oracle of `problem` that learns into `pool`; the limits are asked between its guesses.
    #[must_use]
    pub fn new(problem: &'a dyn ClueProblem<W>, pool: Pool<W>, limits: &Limits) -> Self {
        let pace = limits.clone().without_nodes().pace(PACE);
        Self { problem, oracle: problem.oracle(), pool, n_checks: 0, pace }
    }

    /// The problem that it answers for.
    #[must_use]
    pub fn problem(&self) -> &'a dyn ClueProblem<W> {
        self.problem
    }

    /// See [`Oracle::is_quick`].
    #[must_use]
    pub fn is_quick(&self) -> bool {
        self.oracle.is_quick()
    }

    /// Guesses of the oracle so far.
    #[must_use]
    pub fn n_guesses(&self) -> u64 {
        self.pace.n_steps()
    }

    /// Do these clues leave the target as the only solution? If not, a set that proves it is in the pool.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn is_valid(&mut self, clues: CellSet<W>) -> Result<bool, Stop> {
        Ok(self.pool.is_hit_by(clues) && self.unhit_set(clues, CellSet::EMPTY)?.is_none())
    }

    /// A minimal unavoidable set that the clues do not hit, with few cells of `avoid`; it joins the pool. `None` if the
    /// clues are valid.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn unhit_set(&mut self, clues: CellSet<W>, avoid: CellSet<W>) -> Result<Option<CellSet<W>>, Stop> {
        self.n_checks += 1;
        let set = unhit_set(self.problem, &mut *self.oracle, clues, avoid, &mut self.pace)?;
        if let Some(set) = set {
            self.pool.learn(set);
        }
        Ok(set)
    }

    /// Clues among `clues` that are enough, right after they were found to be.
    #[must_use]
    pub fn core(&self, clues: CellSet<W>) -> CellSet<W> {
        self.oracle.core().map_or(clues, |core| core & clues)
    }

    /// Makes the next answers independent of all questions before; the sets stay.
    pub fn forget(&mut self) {
        self.oracle.forget();
    }
}
