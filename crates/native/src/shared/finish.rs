//! What is left of two bands' clue sets in one grid: clues in its third band are looked for by the native search.

use crate::base::{CellSet, Index, Limits, Pace, Stop};
use crate::hitting::Pool;
use crate::problem::{ClueProblem, Counters, SudokuClues};

use super::super::enumerate::supersets;
use super::super::question::{Goal, Interrupted, Question};
use super::super::set_learner::SetLearner;
use super::super::tail::{Finishes, Job, Layout, Part, Tail};
use super::RegionQuery;
use super::bands::{BALANCED, REGION, STACKS};

/// One grid.
pub(super) struct Finisher<'a> {
    n_clues: u32,
    learner: SetLearner<'a, 2>,
    tail: Tail<2>,
    question: Question<2>,
    /// The stacks.
    parts: [Part; 3],
    by_bands: bool,
    pub(super) counters: Counters,
    limits: Limits,
}

/// The first cells of a grid.
fn region() -> CellSet<2> {
    CellSet::first_n(REGION)
}

impl<'a> Finisher<'a> {
    pub(super) fn new(
        problem: &'a SudokuClues<2>,
        sets: impl Iterator<Item = CellSet<2>>,
        by_bands: bool,
        query: RegionQuery,
        limits: &Limits,
    ) -> Self {
        let RegionQuery { n_clues, instructions } = query;
        let all = problem.cells();
        let pool = Pool::new(all, sets);
        let layout = Layout::new(region(), all - region(), pool.sets().iter());
        let layout = layout.unwrap_or_else(|| unreachable!("two bands of 9x9, and one"));
        let least = (n_clues as u32).saturating_sub(2 * BALANCED);
        let mut parts = STACKS.map(|region| Part { region, groups: 0, last: 0, most: BALANCED, least });
        for (number, [cell, ..]) in layout.groups().into_iter().enumerate() {
            parts[cell.get() % 9 / 3].groups |= 1 << number;
        }
        for (rank, cell) in layout.last().iter().enumerate() {
            parts[cell.get() % 9 / 3].last |= 1 << rank;
        }
        let mut tail = Tail::new(layout, instructions);
        tail.load(pool.sets(), CellSet::EMPTY, all);
        let limits = limits.clone();
        let learner = SetLearner::new(problem, pool, &limits);
        let question = Question { goal: Goal::All, ..Question::any(n_clues, all) };
        Self {
            n_clues: n_clues as u32,
            learner,
            tail,
            question,
            parts,
            by_bands,
            counters: Counters::default(),
            limits,
        }
    }

    /// Visits all puzzles whose clues in the first two bands are one of these.
    pub(super) fn finish(
        &mut self,
        clues: &[u64],
        pace: &mut Pace,
        visit: &mut dyn FnMut(CellSet<2>),
    ) -> Result<(), Stop> {
        let job = Job {
            learner: &mut self.learner,
            counters: &mut self.counters,
            pace,
            nodes_before: 0,
            question: &self.question,
        };
        // As in the walk, which knew fewer sets.
        let balanced_from = if self.by_bands { self.n_clues - BALANCED } else { 0 };
        let finishes = Finishes { regions: clues, max: self.n_clues, balanced_from, parts: self.parts };
        match self.tail.finish(job, finishes) {
            Ok(()) => {}
            Err(Interrupted::Limit(stop)) => return Err(stop),
            Err(_) => unreachable!("all answers are wanted"),
        }
        for find in std::mem::take(&mut self.learner.finds) {
            let mut report = |clues| {
                visit(clues);
                self.limits.reached(0).map_or(Ok(()), |stop| Err(Interrupted::Limit(stop)))
            };
            match supersets(find.clues, find.open, self.n_clues as usize, &mut report) {
                Ok(()) => {}
                Err(Interrupted::Limit(stop)) => return Err(stop),
                Err(_) => unreachable!("only limits end it"),
            }
        }
        Ok(())
    }

    /// Questions to the oracle so far.
    pub(super) fn n_checks(&self) -> u64 {
        self.learner.n_checks
    }

    /// The sets learned since the last call, of which those inside the first two bands hold for all third bands.
    pub(super) fn take_learned(&mut self) -> Vec<CellSet<2>> {
        self.tail.take_fresh()
    }
}
