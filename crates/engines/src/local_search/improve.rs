//! Upper bounds: puzzles by dropping clues, made better by exchanging two clues for one.
//!
//! The exchange {-2+1} and the sidestep {-1+1} are those of lin-wu-2013, section 2.1. The known unavoidable sets say
//! almost at once which cell, if any, can stand in for the clues taken out; the oracle has the last word.
//!
//! On large problems the walk of [`super::plateau`] takes its place.

use rand::Rng as _;
use rand::seq::SliceRandom;

use crate::base::{Cell, CellSet, Rng, Stop, rng};

use super::plateau::PlateauSearch;
use super::{LARGE, LocalSearchHost};

/// Sidesteps without an improvement before a start is given up.
const SIDESTEPS: usize = 24;
/// What counts as a start on a large problem, in questions to the oracle.
const QUESTIONS_PER_START: u64 = 500;

/// A local search for puzzles with few clues, the same for the same seed.
#[derive(Debug)]
pub struct LocalSearch<const W: usize> {
    rng: Rng,
    n_starts: usize,
    /// The walk on a large problem.
    plateau: Option<PlateauSearch<W>>,
}

impl<const W: usize> LocalSearch<W> {
    /// A search with its own random choices.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { rng: rng(seed), n_starts: 0, plateau: None }
    }

    /// How many puzzles were started from so far.
    #[must_use]
    pub fn n_starts(&self) -> usize {
        self.n_starts
    }

    /// Starts from `cells`, all that can be clues, `n` times; every better puzzle goes to the host. Ends early once the
    /// best one has at most `enough` clues.
    ///
    /// On a large problem it goes on from where it was left, for as many questions as count as `n` starts.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn run(
        &mut self,
        host: &mut dyn LocalSearchHost<W>,
        cells: CellSet<W>,
        n: usize,
        enough: usize,
    ) -> Result<(), Stop> {
        if cells.len() > LARGE {
            self.n_starts += n;
            let plateau = self.plateau.get_or_insert_with(|| PlateauSearch::new(cells, host.known()));
            return plateau.run(host, &mut self.rng, n as u64 * QUESTIONS_PER_START, enough);
        }
        for _ in 0..n {
            if host.best().is_some_and(|best| best.len() <= enough) {
                break;
            }
            self.n_starts += 1;
            let minimal = self.minimal(host, cells)?;
            host.improve(minimal);
            self.exchange_all(host, minimal)?;
        }
        Ok(())
    }

    /// Starts from `clues`, valid ones that are known, such as a given puzzle: the minimal puzzle inside them and
    /// what exchanges make of it. `cells` and `enough` are those of [`Self::run`].
    ///
    /// On a large problem nothing is asked yet; the walk begins there.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn start_from(
        &mut self,
        host: &mut dyn LocalSearchHost<W>,
        cells: CellSet<W>,
        clues: CellSet<W>,
        enough: usize,
    ) -> Result<(), Stop> {
        if cells.len() > LARGE {
            self.plateau.get_or_insert_with(|| PlateauSearch::new(cells, host.known())).go_to(clues);
            return Ok(());
        }
        if host.best().is_some_and(|best| best.len() <= enough) {
            return Ok(());
        }
        let minimal = self.minimal(host, clues)?;
        host.improve(minimal);
        self.exchange_all(host, minimal)
    }

    /// Exchanges and sidesteps from one minimal puzzle, as long as there is something to find.
    fn exchange_all(&mut self, host: &mut dyn LocalSearchHost<W>, mut clues: CellSet<W>) -> Result<(), Stop> {
        let mut patience = SIDESTEPS;
        while patience > 0 {
            if let Some(fewer) = self.exchange(host, clues)? {
                clues = self.minimal(host, fewer)?;
                patience = SIDESTEPS;
            } else if let Some(other) = self.sidestep(host, clues)? {
                clues = self.minimal(host, other)?;
                patience -= 1;
            } else {
                break;
            }
            host.improve(clues);
        }
        Ok(())
    }

    /// Drops clues in random order as long as the rest is valid: a minimal puzzle inside `clues`.
    fn minimal(&mut self, host: &mut dyn LocalSearchHost<W>, mut clues: CellSet<W>) -> Result<CellSet<W>, Stop> {
        for cell in self.shuffled(clues) {
            host.check_limits()?;
            let without = clues - CellSet::only(cell);
            if host.is_valid(without)? {
                clues = without;
            }
        }
        Ok(clues)
    }

    /// A puzzle with one clue less: two clues out, one in.
    fn exchange(&mut self, host: &mut dyn LocalSearchHost<W>, clues: CellSet<W>) -> Result<Option<CellSet<W>>, Stop> {
        let order = self.shuffled(clues);
        for (i, &first) in order.iter().enumerate() {
            host.check_limits()?;
            for &second in &order[..i] {
                let pair: CellSet<W> = [first, second].into_iter().collect();
                if let Some(found) = self.stand_in(host, clues - pair, pair)? {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    /// Another puzzle with as many clues: one out, one in.
    fn sidestep(&mut self, host: &mut dyn LocalSearchHost<W>, clues: CellSet<W>) -> Result<Option<CellSet<W>>, Stop> {
        for cell in self.shuffled(clues) {
            let out = CellSet::only(cell);
            if let Some(found) = self.stand_in(host, clues - out, out)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// A valid puzzle with one cell more than `clues`, not in `out`.
    fn stand_in(
        &mut self,
        host: &mut dyn LocalSearchHost<W>,
        clues: CellSet<W>,
        out: CellSet<W>,
    ) -> Result<Option<CellSet<W>>, Stop> {
        let mut candidates = host.common(clues) - out - clues;
        while !candidates.is_empty() {
            let choice = self.rng.random_range(0..candidates.len());
            let cell = candidates.iter().nth(choice).expect("the choice is one of them");
            candidates.remove(cell);
            let with = clues | CellSet::only(cell);
            if host.is_valid(with)? {
                return Ok(Some(with));
            }
            // A set was learned, and it rules out more.
            candidates &= host.common(clues);
        }
        Ok(None)
    }

    fn shuffled(&mut self, cells: CellSet<W>) -> Vec<Cell> {
        let mut order: Vec<Cell> = cells.iter().collect();
        order.shuffle(&mut self.rng);
        order
    }
}
