//! Looks for the follower's responses by an exact search, by integer programs, or by the search as long as it is fast.

use std::time::Instant;

use crate::base::{CellSet, NodeMeter, Pace, Stop};
use crate::ilp::{BinaryModel, IlpSolver, Literal, Sense, Solved};
use crate::problem::{ClueProblem, LinearProblem, Oracle, Verdict, Witness, WitnessError};

use super::clues::{AnswerSource, InterdictionClues};

/// Guesses that a question may cost before it goes to the solver: what a program of some hundred rows costs.
const PATIENCE: u64 = 16_384;
/// A question that is too hard for our own search adds this to `n_hard`; any other takes 1 off.
const HARD: u32 = 32;
/// Once `n_hard` is this large, our own search is not asked any more.
const TOO_HARD: u32 = 96;
/// How often limits are asked, in guesses.
const PACE: u32 = 64;

/// The oracle of [`InterdictionClues`].
pub(super) struct AnswerOracle<'p, const W: usize> {
    problem: &'p InterdictionClues<'p, W>,
    search: Box<dyn Oracle<W> + 'p>,
    /// The number of guesses of the search since its creation.
    n_guesses: u64,
    /// The difficulty of the questions for the search: see [`HARD`].
    n_hard: u32,
    /// Whether the search answered the last question.
    by_search: bool,
}

impl<'p, const W: usize> AnswerOracle<'p, W> {
    pub(super) fn new(problem: &'p InterdictionClues<'p, W>) -> Self {
        Self { problem, search: problem.clues.oracle(), n_guesses: 0, n_hard: 0, by_search: false }
    }

    /// Asks the search, with patience where there is a solver to fall back on; `None` leaves the question to that.
    fn by_search<T>(
        &mut self,
        pace: &mut Pace,
        ask: impl FnOnce(&mut dyn Oracle<W>, &mut Pace) -> Result<T, Stop>,
    ) -> Option<Result<T, Stop>> {
        let has_patience = match self.problem.source {
            AnswerSource::Search => return Some(ask(self.search.as_mut(), pace)),
            AnswerSource::Program(_) => false,
            AnswerSource::Either(_) => self.n_hard < TOO_HARD,
        };
        if !has_patience {
            return None;
        }
        let meter = NodeMeter::default();
        let limits = pace.limits().clone().without_nodes().with_nodes(self.n_guesses + PATIENCE);
        let answer = ask(self.search.as_mut(), &mut limits.with_meter(meter.clone()).pace(PACE));
        self.n_guesses = self.n_guesses.max(meter.read());
        match answer {
            Err(Stop::Nodes) => {
                self.n_hard += HARD;
                None
            }
            answer => {
                self.n_hard = self.n_hard.saturating_sub(1);
                Some(answer)
            }
        }
    }

    /// A solver for what the search does not answer.
    fn solver(&self) -> Option<&'p dyn IlpSolver> {
        match self.problem.source {
            AnswerSource::Search => None,
            AnswerSource::Program(solver) | AnswerSource::Either(solver) => Some(solver),
        }
    }

    /// Something that the clues do not prevent with as few cells as can be, those of `keep_out` counted twice; `None`
    /// if they prevent everything.
    fn by_program(&self, clues: CellSet<W>, keep_out: CellSet<W>, pace: &mut Pace) -> Result<Option<Witness>, Stop> {
        let Some(solver) = self.solver() else { return Err(Stop::OracleFailed) };
        let problem = self.problem;
        let program = smallest(&problem.clues, clues, keep_out);
        // The nodes of the solver are not search nodes.
        let limits = pace.limits().clone().without_nodes();
        let found = match solver.solve(&program, &limits) {
            Solved::Infeasible => return Ok(None),
            Solved::Optimal { values, .. } => values,
            // A set that is not known to be a smallest one may have others inside, and is as good as none here.
            Solved::Limit { stop, .. } => return Err(stop),
            Solved::TooLarge(_) | Solved::Failed(_) => return Err(Stop::OracleFailed),
        };
        let witness = problem.clues.witness(&found);
        match problem.clues.difference(&witness) {
            Ok(set) if !set.intersects(&clues) => Ok(Some(witness)),
            // An answer that no clue prevents, as where constraints contradict nothing.
            Err(WitnessError::NoCell) => Ok(Some(witness)),
            _ => Err(Stop::OracleFailed),
        }
    }
}

/// The program of a second solution that agrees with the target on `clues` and differs from it in as few cells as can
/// be.
fn smallest<const W: usize>(problem: &dyn LinearProblem<W>, clues: CellSet<W>, keep_out: CellSet<W>) -> BinaryModel {
    let mut program = problem.model();
    let opposite = |literal: Literal| Literal::new(literal.var, !literal.positive);
    let differs = problem.shown().into_iter().map(|literal| (opposite(literal), 1));
    program.add_literal_row("differs", differs, Sense::GreaterEqual, 1);
    let mut costs = Vec::new();
    for cell in problem.cells() {
        let agrees = problem.agreement(cell);
        if clues.contains(cell) {
            program.add_literal_row(format!("clue_{}", problem.cell_name(cell)), [(agrees, 1)], Sense::Equal, 1);
        } else {
            // What is wanted is agreement, and the program minimizes.
            costs.push(agrees.times(if keep_out.contains(cell) { -2 } else { -1 }).0);
        }
    }
    program.minimize(costs);
    program
}

impl<const W: usize> Oracle<W> for AnswerOracle<'_, W> {
    fn second_solution(&mut self, clues: CellSet<W>, pace: &mut Pace) -> Verdict {
        let start = Instant::now();
        let by_search = self.by_search(pace, |search, pace| match search.second_solution(clues, pace) {
            Verdict::Limit(stop) => Err(stop),
            verdict => Ok(verdict),
        });
        self.by_search = by_search.is_some();
        let verdict = match by_search {
            Some(answer) => answer.unwrap_or_else(Verdict::Limit),
            None => match self.by_program(clues, CellSet::EMPTY, pace) {
                Ok(Some(witness)) => Verdict::Second(witness),
                Ok(None) => Verdict::Unique,
                Err(stop) => Verdict::Limit(stop),
            },
        };
        self.problem.count(start, !self.by_search);
        verdict
    }

    fn unhit_set(
        &mut self,
        clues: CellSet<W>,
        keep_out: CellSet<W>,
        pace: &mut Pace,
    ) -> Option<Result<Option<CellSet<W>>, Stop>> {
        let start = Instant::now();
        let by_search = self
            .by_search(pace, |search, pace| search.unhit_set(clues, keep_out, pace).unwrap_or(Err(Stop::OracleFailed)));
        self.by_search = by_search.is_some();
        let found = match by_search {
            Some(answer) => answer,
            None => self.by_program(clues, keep_out, pace).and_then(|witness| {
                let set = witness.map(|witness| self.problem.clues.difference(&witness));
                set.transpose().map_err(|_| Stop::OracleFailed)
            }),
        };
        self.problem.count(start, !self.by_search);
        Some(found)
    }

    fn core(&self) -> Option<CellSet<W>> {
        self.search.core().filter(|_| self.by_search)
    }

    fn forget(&mut self) {
        self.search.forget();
        self.n_hard = 0;
    }
}
