//! Upper bounds: puzzles by dropping clues, made better by exchanging two clues for one.
//!
//! The exchange {-2+1} and the sidestep {-1+1} are those of lin-wu-2013, section 2.1. The known unavoidable sets say
//! almost at once which cell, if any, can stand in for the clues taken out; the oracle has the last word.

use rand::Rng as _;
use rand::seq::SliceRandom;

use crate::base::{Cell, CellSet, Rng, Stop, rng};
use crate::problem::ClueProblem;

use super::crew::Crew;

/// Puzzles that are started from.
const STARTS: usize = 12;
/// Nodes of the search for which one more start is worth its time.
const NODES_PER_START: u64 = 200_000;
/// Sidesteps without an improvement before a start is given up.
const SIDESTEPS: usize = 24;

/// A local search for puzzles with few clues, the same for the same seed.
#[derive(Debug)]
pub(super) struct Improver {
    rng: Rng,
    n_starts: usize,
}

impl Improver {
    pub(super) fn new(seed: u64) -> Self {
        Self { rng: rng(seed), n_starts: 0 }
    }

    /// Searches for a while; every better puzzle goes to the tree.
    pub(super) fn run<const W: usize, P: ClueProblem<W>>(
        &mut self,
        crew: &mut Crew<'_, '_, W, P>,
        enough: Option<usize>,
    ) -> Result<(), Stop> {
        self.starts(crew, STARTS, enough)
    }

    /// Searches again, for about as long as a small part of the search up to now.
    pub(super) fn again<const W: usize, P: ClueProblem<W>>(
        &mut self,
        crew: &mut Crew<'_, '_, W, P>,
        enough: Option<usize>,
    ) -> Result<(), Stop> {
        let most = (crew.counters.n_nodes / NODES_PER_START) as usize;
        self.starts(crew, most.saturating_sub(self.n_starts), enough)
    }

    fn starts<const W: usize, P: ClueProblem<W>>(
        &mut self,
        crew: &mut Crew<'_, '_, W, P>,
        n: usize,
        enough: Option<usize>,
    ) -> Result<(), Stop> {
        let n_sets = crew.follower.pool.len();
        let end = self.improve(crew, n, enough);
        // What is learned here is large, and there is much of it: the search is faster without.
        crew.follower.pool.truncate(n_sets);
        end
    }

    fn improve<const W: usize, P: ClueProblem<W>>(
        &mut self,
        crew: &mut Crew<'_, '_, W, P>,
        n: usize,
        enough: Option<usize>,
    ) -> Result<(), Stop> {
        let all = crew.problem.cells();
        for _ in 0..n {
            let target = enough.unwrap_or(0).max(crew.lower);
            if crew.best().is_some_and(|best| best.len() <= target) {
                break;
            }
            self.n_starts += 1;

            let mut clues = self.minimal(crew, all)?;
            crew.improve(clues);
            let mut patience = SIDESTEPS;
            while patience > 0 {
                if let Some(fewer) = self.exchange(crew, clues)? {
                    clues = self.minimal(crew, fewer)?;
                    crew.improve(clues);
                    patience = SIDESTEPS;
                } else if let Some(other) = self.sidestep(crew, clues)? {
                    clues = self.minimal(crew, other)?;
                    crew.improve(clues);
                    patience -= 1;
                } else {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Drops clues in random order as long as the rest is valid: a minimal puzzle inside `clues`.
    fn minimal<const W: usize, P: ClueProblem<W>>(
        &mut self,
        crew: &mut Crew<'_, '_, W, P>,
        mut clues: CellSet<W>,
    ) -> Result<CellSet<W>, Stop> {
        for cell in self.shuffled(clues) {
            crew.check_limits()?;
            let without = clues - CellSet::only(cell);
            if crew.follower.is_valid(without)? {
                clues = without;
            }
        }
        Ok(clues)
    }

    /// A puzzle with one clue less: two clues out, one in.
    fn exchange<const W: usize, P: ClueProblem<W>>(
        &mut self,
        crew: &mut Crew<'_, '_, W, P>,
        clues: CellSet<W>,
    ) -> Result<Option<CellSet<W>>, Stop> {
        let order = self.shuffled(clues);
        for (i, &first) in order.iter().enumerate() {
            crew.check_limits()?;
            for &second in &order[..i] {
                let pair: CellSet<W> = [first, second].into_iter().collect();
                if let Some(found) = self.stand_in(crew, clues - pair, pair)? {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    /// Another puzzle with as many clues: one out, one in.
    fn sidestep<const W: usize, P: ClueProblem<W>>(
        &mut self,
        crew: &mut Crew<'_, '_, W, P>,
        clues: CellSet<W>,
    ) -> Result<Option<CellSet<W>>, Stop> {
        for cell in self.shuffled(clues) {
            let out = CellSet::only(cell);
            if let Some(found) = self.stand_in(crew, clues - out, out)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// A valid puzzle with one cell more than `clues`, not in `out`.
    fn stand_in<const W: usize, P: ClueProblem<W>>(
        &mut self,
        crew: &mut Crew<'_, '_, W, P>,
        clues: CellSet<W>,
        out: CellSet<W>,
    ) -> Result<Option<CellSet<W>>, Stop> {
        let mut candidates = crew.follower.pool.common(clues) - out - clues;
        while !candidates.is_empty() {
            let choice = self.rng.random_range(0..candidates.len());
            let cell = candidates.iter().nth(choice).expect("the choice is one of them");
            candidates.remove(cell);
            let with = clues | CellSet::only(cell);
            if crew.follower.is_valid(with)? {
                return Ok(Some(with));
            }
            // A set was learned, and it rules out more.
            candidates &= crew.follower.pool.common(clues);
        }
        Ok(None)
    }

    fn shuffled<const W: usize>(&mut self, cells: CellSet<W>) -> Vec<Cell> {
        let mut order: Vec<Cell> = cells.iter().collect();
        order.shuffle(&mut self.rng);
        order
    }
}
