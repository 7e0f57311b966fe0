//! The last step of searches that walk a region for many problems at once: completes clue sets of the region in one
//! problem. The tail of the native search looks for the clues in the last part.

use crate::base::{Cell, CellSet, Limits, Pace, Stop};
use crate::hitting::Pool;
use crate::problem::{ClueProblem, Counters};

use super::Instructions;
use super::enumerate::supersets;
use super::question::{Goal, Interrupted, Question};
use super::set_learner::SetLearner;
use super::tail::{Finishes, Job, Layout, Part, Tail};

/// The parameters of a [`Finisher`].
#[derive(Clone, Copy, Debug)]
pub struct FinishQuery {
    /// The number of clues.
    pub n_clues: usize,
    /// The number of cells in the region, which are the first cells of the problem; at most 64.
    pub region: usize,
    /// Sets of cells of the region and of the last part whose number of clues is bounded:
    pub parts: [CellSet<2>; 3],
    /// at most this many clues in each,
    pub most: u32,
    /// and at least this many,
    pub least: u32,
    /// if the region has at least this many clues.
    pub balanced_from: u32,
    /// The vector instructions to use. The answer does not depend on them.
    pub instructions: Instructions,
}

/// A problem whose clue sets in a region are completed one after the other.
pub struct Finisher<'a> {
    query: FinishQuery,
    learner: SetLearner<'a, 2>,
    tail: Tail<2>,
    question: Question<2>,
    parts: [Part; 3],
    counters: Counters,
    limits: Limits,
}

impl<'a> Finisher<'a> {
    /// Creates a finisher with these unavoidable sets; `None` if the region or the last part has too many cells.
    #[must_use]
    pub fn new(
        problem: &'a dyn ClueProblem<2>,
        sets: impl Iterator<Item = CellSet<2>>,
        query: FinishQuery,
        limits: &Limits,
    ) -> Option<Self> {
        let all = problem.cells();
        let region = CellSet::first_n(query.region);
        let pool = Pool::new(all, sets);
        let layout = Layout::new(region, all - region, pool.sets().iter())?;
        let has = |part: &CellSet<2>, cell: Cell| u32::from(part.contains(cell));
        let parts = query.parts.map(|part| Part {
            region: (part & region).words()[0],
            groups: (0..).zip(layout.groups()).map(|(number, [cell, ..])| has(&part, cell) << number).sum(),
            last: (0..).zip(layout.last()).map(|(rank, cell)| has(&part, *cell) << rank).sum(),
            most: query.most,
            least: query.least,
        });
        let mut tail = Tail::new(layout, query.instructions);
        tail.load(pool.sets(), CellSet::EMPTY, all);
        let limits = limits.clone();
        let learner = SetLearner::new(problem, pool, &limits);
        let question = Question { goal: Goal::All, ..Question::any(query.n_clues, all) };
        Some(Self { query, learner, tail, question, parts, counters: Counters::default(), limits })
    }

    /// Visits all valid clue sets whose clues in the region are one of `clues`.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn finish(&mut self, clues: &[u64], pace: &mut Pace, visit: &mut dyn FnMut(CellSet<2>)) -> Result<(), Stop> {
        let job = Job {
            learner: &mut self.learner,
            counters: &mut self.counters,
            pace,
            nodes_before: 0,
            question: &self.question,
        };
        let FinishQuery { n_clues, balanced_from, .. } = self.query;
        let finishes = Finishes { regions: clues, max: n_clues as u32, balanced_from, parts: self.parts };
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
            match supersets(find.clues, find.open, n_clues, &mut report) {
                Ok(()) => {}
                Err(Interrupted::Limit(stop)) => return Err(stop),
                Err(_) => unreachable!("only limits end it"),
            }
        }
        Ok(())
    }

    /// The work so far.
    #[must_use]
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// The number of oracle queries so far.
    #[must_use]
    pub fn n_checks(&self) -> u64 {
        self.learner.n_checks
    }

    /// Returns the sets learned since the last call. Those inside the region are valid for all problems with the same
    /// region.
    pub fn take_learned(&mut self) -> Vec<CellSet<2>> {
        self.tail.take_fresh()
    }
}
