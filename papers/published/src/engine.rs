//! The published searches as engines: a search proposes clue sets, and the oracle checks them.
//!
//! As in the papers, the search only uses the sets known at the start: an answer of the oracle excludes one clue set,
//! and no set is learned (mcguire-2012, section 5.3; lin-wu-2013, section 2.2.2).

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use super::{HittingSetQuery, Interrupted, Published, Tally, hitting_sets};
use crate::base::{CellSet, Limits, Pace, Stop};
use crate::hitting::Pool;
use crate::hitting::max_clique;
use crate::problem::{ClueProblem, Counters, Levels, Minimum, Observer, Oracle, Verdict};
use crate::unavoidable::Family;
use minclue_engine::local_search::{HostReply, LocalSearch, LocalSearchHost, first_questions};
use minclue_engine::{
    Engine, EngineError, Enumeration, EnumerationQuery, Question, Run, SetLearner, Start, WantedPuzzles,
};

/// How often the limits are asked, in guesses of the oracle.
const PACE: u32 = 64;
/// Nodes that the maximum clique of the start sets may cost: the first lower bound.
const CLIQUE_NODES: u64 = 100_000;

/// A published search as an engine, for the minimum and for all puzzles with a given number of clues.
///
/// For the minimum, it searches every number of clues from a lower bound on. The first bounds are not those of the
/// papers: the lower bound is the largest clique of the start sets, and the upper bound comes from a local search,
/// unless [`Self::local_search`] is off.
///
/// A clue set with n solutions misses at most one minimal unavoidable set for each of them except the target, so n - 1
/// sets may stay unhit if [`EnumerationQuery::n_solutions`] is n.
#[derive(Clone, Debug)]
pub struct PublishedSearch<'e> {
    pub settings: Published,
    /// The seed of all random choices of the local search.
    pub seed: u64,
    /// Whether to look for a good puzzle before the search.
    pub local_search: bool,
    /// The place for the statistics of the search; the last run overwrites them.
    pub tally: Option<&'e Mutex<Tally>>,
}

impl PublishedSearch<'_> {
    /// Creates the engine with these settings, and with the local search.
    #[must_use]
    pub fn new(settings: Published) -> Self {
        Self { settings, seed: 1, local_search: true, tally: None }
    }

    fn leave(&self, tally: Tally) {
        if let Some(place) = self.tally {
            *place.lock().unwrap_or_else(PoisonError::into_inner) = tally;
        }
    }
}

macro_rules! engine {
    ($W:literal) => {
        impl Engine<$W> for PublishedSearch<'_> {
            fn name(&self) -> Cow<'static, str> {
                self.settings.to_string().into()
            }

            fn minimum(
                &self,
                problem: &dyn ClueProblem<$W>,
                start: &Start<'_, $W>,
                run: &mut Run<'_, $W>,
            ) -> Result<Minimum<$W>, EngineError> {
                minimum(self, problem, start, run)
            }

            fn enumerate(
                &self,
                problem: &dyn ClueProblem<$W>,
                start: &Start<'_, $W>,
                query: &EnumerationQuery<$W>,
                run: &mut Run<'_, $W>,
                visit: &mut dyn FnMut(CellSet<$W>) -> ControlFlow<()>,
            ) -> Result<Enumeration, EngineError> {
                enumerate(self, problem, start.family, query, run, visit)
            }
        }
    };
}
minclue_engine::at_each_width!(engine);

/// All clue sets that are wanted.
///
/// # Panics
/// If more than one solution is allowed and the oracle of `problem` cannot count.
fn enumerate<const W: usize>(
    engine: &PublishedSearch<'_>,
    problem: &dyn ClueProblem<W>,
    start: &Family<W>,
    query: &EnumerationQuery<W>,
    run: &mut Run<'_, W>,
    visit: &mut dyn FnMut(CellSet<W>) -> ControlFlow<()>,
) -> Result<Enumeration, EngineError> {
    if run.proof.is_some() {
        return Err(EngineError::Proof("an enumeration has no certificate"));
    }
    let EnumerationQuery { n_clues, puzzles, given, forbidden, n_solutions } = *query;
    // Each set that may stay unhit is one solution more, but not if it has another one inside.
    let sets = if n_solutions > 1 { minimal_sets(start) } else { sets_of(start) };
    let mut tally = Tally::default();
    let mut oracle = OracleCounter::new(problem, run.limits);
    let question = HittingSetQuery {
        n_cells: n_clues,
        given,
        open: problem.cells() - forbidden,
        n_unhit: n_solutions.saturating_sub(1),
    };
    let is_empty = given.intersects(&forbidden);
    let end = if is_empty {
        Ok(())
    } else {
        hitting_sets(&sets, &question, &engine.settings, run.limits, &mut tally, &mut |clues| {
            let is_wanted = oracle.has_at_most(clues, n_solutions).map_err(Interrupted::Limit)?
                && (puzzles == WantedPuzzles::All
                    || oracle.is_minimal(clues, n_solutions).map_err(Interrupted::Limit)?);
            if is_wanted && visit(clues).is_break() { Err(Interrupted::Enough) } else { Ok(()) }
        })
    };
    let counters = counters(&tally, sets.len(), oracle.n_checks);
    engine.leave(tally);
    Ok(Enumeration { stop: stop_of(end), counters })
}

/// The minimum number of clues.
fn minimum<const W: usize>(
    engine: &PublishedSearch<'_>,
    problem: &dyn ClueProblem<W>,
    start: &Start<'_, W>,
    run: &mut Run<'_, W>,
) -> Result<Minimum<W>, EngineError> {
    if run.proof.is_some() {
        return Err(EngineError::Proof("a published search has no certificate"));
    }
    let sets = sets_of(start.family);
    let pool = Pool::new(problem.cells(), sets.iter().copied());
    let mut bounds = Bounds {
        learner: SetLearner::new(problem, pool, run.limits),
        asked: OracleCounter::new(problem, run.limits),
        limits: run.limits,
        question: run.question,
        lower: 0,
        best: problem.cells(),
        tally: Tally::default(),
        n_sets: sets.len(),
        observer: run.observer,
    };
    let stop = bounds.ascend(&sets, start.incumbent, engine).err();
    let (counters, lower_bound, clues) = (bounds.counters(), bounds.lower, Some(bounds.best));
    engine.leave(bounds.tally);
    Ok(Minimum { lower_bound, clues, stop, counters })
}

fn sets_of<const W: usize>(family: &Family<W>) -> Vec<CellSet<W>> {
    family.sets().iter().map(|set| set.cells).collect()
}

/// The sets of a family, none with another one inside.
fn minimal_sets<const W: usize>(family: &Family<W>) -> Vec<CellSet<W>> {
    let mut minimal = family.clone();
    minimal.keep_minimal();
    sets_of(&minimal)
}

fn stop_of(end: Result<(), Interrupted>) -> Option<Stop> {
    match end {
        Ok(()) | Err(Interrupted::Enough) => None,
        Err(Interrupted::Limit(stop)) => Some(stop),
    }
}

fn counters(tally: &Tally, n_sets: usize, n_checks: u64) -> Counters {
    let levels = Levels::of(tally.levels.iter().map(|level| level.n_nodes));
    Counters { n_nodes: tally.n_nodes, n_sets: n_sets as u64, n_checks, levels, ..Counters::default() }
}

/// An oracle and how often it was asked.
struct OracleCounter<'a, const W: usize> {
    oracle: Box<dyn Oracle<W> + 'a>,
    n_checks: u64,
    pace: Pace,
}

impl<'a, const W: usize> OracleCounter<'a, W> {
    fn new(problem: &'a dyn ClueProblem<W>, limits: &Limits) -> Self {
        Self { oracle: problem.oracle(), n_checks: 0, pace: limits.clone().without_nodes().pace(PACE) }
    }

    /// Do at most `max` solutions agree with the clues?
    fn has_at_most(&mut self, clues: CellSet<W>, max: usize) -> Result<bool, Stop> {
        self.n_checks += 1;
        if max > 1 {
            let counted = self.oracle.n_solutions(clues, max + 1, &mut self.pace);
            return Ok(counted.expect("this oracle can count")? <= max);
        }
        match self.oracle.second_solution(clues, &mut self.pace) {
            Verdict::Unique => Ok(true),
            Verdict::Second(_) => Ok(false),
            Verdict::Limit(stop) => Err(stop),
        }
    }

    fn is_minimal(&mut self, clues: CellSet<W>, max: usize) -> Result<bool, Stop> {
        for cell in clues {
            if self.has_at_most(clues - CellSet::only(cell), max)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The bounds on the minimum while they close.
struct Bounds<'a, const W: usize> {
    /// Answers for the local search, and learns.
    learner: SetLearner<'a, W>,
    /// Answers for the published search.
    asked: OracleCounter<'a, W>,
    limits: &'a Limits,
    question: Question,
    lower: usize,
    best: CellSet<W>,
    tally: Tally,
    n_sets: usize,
    observer: &'a mut dyn Observer<W>,
}

impl<const W: usize> Bounds<'_, W> {
    fn ascend(
        &mut self,
        sets: &[CellSet<W>],
        incumbent: Option<CellSet<W>>,
        engine: &PublishedSearch<'_>,
    ) -> Result<(), Stop> {
        let PublishedSearch { settings, seed, local_search, .. } = engine;
        let at_most = self.question.at_most();
        let known = self.take_known(incumbent)?;
        if known.is_some() && at_most.is_some_and(|k| self.best.len() <= k) {
            return Ok(());
        }
        let clique = max_clique(sets, &self.limits.clone().without_nodes().with_nodes(CLIQUE_NODES));
        self.raise(clique.weight);
        if *local_search {
            let enough = at_most.unwrap_or(0).max(self.lower);
            let cells = self.learner.problem().cells();
            let n_questions = first_questions(self.learner.is_quick()) * cells.len() as u64;
            LocalSearch::new(cells, *seed).run(self, n_questions, enough)?;
        }
        loop {
            let upper = self.best.len();
            if self.question.is_answered(self.lower, upper) {
                return Ok(());
            }
            // One clue set with fewer clues is part of one with K.
            let k = at_most.unwrap_or(self.lower).min(upper - 1);
            let open = self.learner.problem().cells();
            let wanted = HittingSetQuery { n_cells: k, given: CellSet::EMPTY, open, n_unhit: 0 };
            let Self { asked, tally, limits, .. } = self;
            let mut found = None;
            let end = hitting_sets(sets, &wanted, settings, limits, tally, &mut |clues| {
                if asked.has_at_most(clues, 1).map_err(Interrupted::Limit)? {
                    found = Some(clues);
                    return Err(Interrupted::Enough);
                }
                Ok(())
            });
            match (end, found) {
                (Ok(()), _) => self.raise(k + 1),
                (Err(Interrupted::Limit(stop)), _) => return Err(stop),
                (Err(Interrupted::Enough), Some(clues)) => self.improve(clues),
                (Err(Interrupted::Enough), None) => unreachable!("the search is left with a puzzle only"),
            }
        }
    }

    /// Takes clues that somebody knows, once the oracle has found them valid; returns them then.
    fn take_known(&mut self, clues: Option<CellSet<W>>) -> Result<Option<CellSet<W>>, Stop> {
        let Some(clues) = clues.map(|clues| clues & self.best) else { return Ok(None) };
        if !self.learner.is_valid(clues)? {
            return Ok(None);
        }
        self.improve(clues);
        Ok(Some(clues))
    }

    fn counters(&self) -> Counters {
        counters(&self.tally, self.n_sets, self.learner.n_checks + self.asked.n_checks)
    }

    fn raise(&mut self, lower: usize) {
        self.lower = self.lower.max(lower);
        self.report();
    }

    fn report(&mut self) {
        let counters = self.counters();
        self.observer.bounds(self.lower, Some(&self.best), &counters);
    }
}

impl<const W: usize> LocalSearchHost<W> for Bounds<'_, W> {
    fn ask(&mut self, clues: CellSet<W>, avoid: CellSet<W>) -> Result<HostReply<W>, Stop> {
        self.learner.unhit_set(clues, avoid).map(HostReply::from)
    }

    fn core(&self, clues: CellSet<W>) -> CellSet<W> {
        self.learner.core(clues)
    }

    fn known(&self) -> &[CellSet<W>] {
        self.learner.pool.sets()
    }

    fn effort(&self) -> u64 {
        self.learner.n_checks
    }

    fn check_limits(&self) -> Result<(), Stop> {
        self.limits.reached(self.tally.n_nodes).map_or(Ok(()), Err)
    }

    fn best(&self) -> Option<CellSet<W>> {
        Some(self.best)
    }

    fn improve(&mut self, clues: CellSet<W>) {
        if clues.len() < self.best.len() {
            self.best = clues;
            self.report();
        }
    }
}
