//! The follower of a search: answers queries about clues, and keeps every unavoidable set that its answers prove.

use crate::base::{CellSet, Limits, Pace, Stop};
use crate::hitting::Pool;
use crate::problem::{ClueProblem, Oracle};
use crate::unavoidable::unhit_set;

/// How often the limits are asked, in guesses: those of a large grid take long.
const PACE: u32 = 64;

/// The oracle of one thread, with the sets that it has learned.
pub struct SetLearner<'a, const W: usize> {
    problem: &'a dyn ClueProblem<W>,
    oracle: Box<dyn Oracle<W> + 'a>,
    /// The known unavoidable sets.
    pub pool: Pool<W>,
    /// The number of queries about a hitting set, without those that only shrink a set.
    pub n_checks: u64,
    /// The pace of limit checks: the oracle's guesses do not count as nodes.
    pace: Pace,
}

impl<'a, const W: usize> SetLearner<'a, W> {
    /// Creates an oracle of `problem` that adds its sets to `pool` and checks the limits between its guesses.
    #[must_use]
    pub fn new(problem: &'a dyn ClueProblem<W>, pool: Pool<W>, limits: &Limits) -> Self {
        let pace = limits.clone().without_nodes().pace(PACE);
        Self { problem, oracle: problem.oracle(), pool, n_checks: 0, pace }
    }

    /// The problem of the oracle.
    #[must_use]
    pub fn problem(&self) -> &'a dyn ClueProblem<W> {
        self.problem
    }

    /// See [`Oracle::is_quick`].
    #[must_use]
    pub fn is_quick(&self) -> bool {
        self.oracle.is_quick()
    }

    /// The number of guesses of the oracle so far.
    #[must_use]
    pub fn n_guesses(&self) -> u64 {
        self.pace.n_steps()
    }

    /// Returns whether these clues leave the target as the only solution. If not, it adds a set that proves it to the
    /// pool.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn is_valid(&mut self, clues: CellSet<W>) -> Result<bool, Stop> {
        Ok(self.pool.is_hit_by(clues) && self.unhit_set(clues, CellSet::EMPTY)?.is_none())
    }

    /// Returns a minimal unavoidable set that the clues do not hit, with few cells of `avoid`, and adds it to the pool;
    /// `None` if the clues are valid.
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

    /// Returns a subset of `clues` that is enough. Call it directly after `clues` were found to be valid.
    #[must_use]
    pub fn core(&self, clues: CellSet<W>) -> CellSet<W> {
        self.oracle.core().map_or(clues, |core| core & clues)
    }

    /// Makes further answers independent of all earlier queries. The sets are kept.
    pub fn forget(&mut self) {
        self.oracle.forget();
    }
}
