//! Enumerates puzzles with several solutions, by the search for puzzles with one.
//!
//! If a clue set has another solution than the target, adding a clue in a cell in which they differ removes at least
//! one solution. So a set of k clues with at most n solutions is a subset of one with k + n - 1 clues and one solution,
//! and all of them are found by removing n - 1 clues from each of those. In the search all sets must be hit, whereas
//! the published searches allow unhit sets, which makes their bounds weak (mcguire-2012, section 5.7).

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use crate::base::{CellSet, Pace, Stop};
use crate::problem::{ClueProblem, Counters, Oracle};
use minclue_engine::{EngineError, Enumeration, EnumerationQuery, Run, Start, WantedPuzzles};

use super::enumerate::one_solution;
use super::{NO_PROOF, SearchOptions};

/// How often the limits are asked, in guesses of the oracle.
const PACE: u32 = 64;

/// All puzzles that are wanted, passed to `visit`.
pub(super) fn enumerate<const W: usize>(
    problem: &dyn ClueProblem<W>,
    start: &Start<'_, W>,
    query: &EnumerationQuery<W>,
    options: &SearchOptions,
    run: &mut Run<'_, W>,
    visit: &mut dyn FnMut(CellSet<W>) -> ControlFlow<()>,
) -> Result<Enumeration, EngineError> {
    if run.proof.is_some() {
        return Err(NO_PROOF);
    }
    let EnumerationQuery { n_clues, given, forbidden, n_solutions, .. } = *query;
    let n_open = (problem.cells() - forbidden).len();
    if given.intersects(&forbidden) || !(given.len()..=n_open).contains(&n_clues) {
        return Ok(Enumeration { stop: None, counters: Counters::default() });
    }
    // Whether a cell may be a clue says nothing of those that are taken away again.
    let n_wider = n_clues.saturating_add(n_solutions - 1).min(problem.cells().len());
    let wider = EnumerationQuery { given, ..EnumerationQuery::all(n_wider) };
    let pace = run.limits.clone().without_nodes().pace(PACE);
    let mut parts =
        Parts { query, oracle: problem.oracle(), pace, n_checks: 0, seen: FxHashSet::default(), end: Ok(()), visit };
    let mut found = one_solution(problem, start, &wider, options, run, &mut |puzzle| {
        // What must not be a clue goes first.
        let Some(n_spare) = (n_wider - n_clues).checked_sub((puzzle & forbidden).len()) else {
            return ControlFlow::Continue(());
        };
        let left = puzzle - forbidden;
        parts.take(left, left - given, n_spare)
    })?;
    found.counters.n_checks += parts.n_checks;
    match parts.end {
        Ok(()) => {}
        Err(Some(stop)) => found.stop = Some(stop),
        Err(None) => return Err(EngineError::Enumeration("the solutions of these puzzles cannot be counted")),
    }
    Ok(found)
}

/// The parts of puzzles without some of their clues.
struct Parts<'a, const W: usize> {
    query: &'a EnumerationQuery<W>,
    oracle: Box<dyn Oracle<W> + 'a>,
    pace: Pace,
    n_checks: u64,
    /// The clue sets that were processed, since most are subsets of several puzzles.
    seen: FxHashSet<CellSet<W>>,
    /// The reason why it ended: a limit, or an oracle that cannot count.
    end: Result<(), Option<Stop>>,
    visit: &'a mut dyn FnMut(CellSet<W>) -> ControlFlow<()>,
}

impl<const W: usize> Parts<'_, W> {
    /// Looks at `clues` without `n` cells of `open`, in all ways.
    fn take(&mut self, clues: CellSet<W>, mut open: CellSet<W>, n: usize) -> ControlFlow<()> {
        if n == 0 {
            return self.look(clues);
        }
        while open.len() >= n
            && let Some(cell) = open.first()
        {
            open.remove(cell);
            self.take(clues - CellSet::only(cell), open, n - 1)?;
        }
        ControlFlow::Continue(())
    }

    fn look(&mut self, clues: CellSet<W>) -> ControlFlow<()> {
        if !self.seen.insert(clues) {
            return ControlFlow::Continue(());
        }
        match self.is_wanted(clues) {
            Ok(true) => (self.visit)(clues),
            Ok(false) => ControlFlow::Continue(()),
            Err(end) => {
                self.end = Err(end);
                ControlFlow::Break(())
            }
        }
    }

    fn is_wanted(&mut self, clues: CellSet<W>) -> Result<bool, Option<Stop>> {
        if !self.has_few(clues)? {
            return Ok(false);
        }
        if self.query.puzzles == WantedPuzzles::Minimal {
            for cell in clues {
                if self.has_few(clues - CellSet::only(cell))? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Do at most as many solutions agree with the clues as are allowed?
    fn has_few(&mut self, clues: CellSet<W>) -> Result<bool, Option<Stop>> {
        self.n_checks += 1;
        let most = self.query.n_solutions;
        let counted = self.oracle.n_solutions(clues, most.saturating_add(1), &mut self.pace).ok_or(None)?;
        Ok(counted.map_err(Some)? <= most)
    }
}
