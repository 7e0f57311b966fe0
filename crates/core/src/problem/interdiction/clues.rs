//! The clue problem of one target: the leader's choices that leave no response worth the target.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::base::{Cell, CellSet, Limits, Pace, Stop};
use crate::ilp::{BinaryModel, IlpSolver, Literal, Solved};
use crate::problem::{ClueProblem, LinearProblem, ModelClues, ModelCluesError, Oracle, Verdict, Witness, WitnessError};

use super::MonotoneFollower;
use super::oracle::AnswerOracle;

/// The solver of the follower's problem.
#[derive(Clone, Copy, Debug, Default)]
pub enum AnswerSource<'s> {
    /// An exact search over the rows, in integers.
    #[default]
    Search,
    /// A solver of integer programs. Its responses are checked in integers, but its claim that there is none is
    /// trusted.
    Program(&'s dyn IlpSolver),
    /// The exact search, and the solver for questions that are too hard for the search.
    Either(&'s dyn IlpSolver),
}

impl AnswerSource<'_> {
    /// The name in records.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Search => "oracle",
            Self::Program(solver) => solver.name(),
            Self::Either(_) => "auto",
        }
    }
}

/// The number of questions to the follower, and the work of answering them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FollowerWork {
    pub n_solves: u64,
    /// The number of these that were answered by integer programs.
    pub n_programs: u64,
    /// The total time of all answers.
    pub time: Duration,
}

impl FollowerWork {
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            n_solves: self.n_solves + other.n_solves,
            n_programs: self.n_programs + other.n_programs,
            time: self.time + other.time,
        }
    }
}

/// The clue problem of the follower's responses that are worth at least a target; see [`MonotoneFollower::clues_at`].
///
/// In addition to the features of [`ModelClues`], it can use a solver of integer programs, and counts its questions.
pub struct InterdictionClues<'s, const W: usize> {
    pub(super) clues: ModelClues<W>,
    pub(super) source: AnswerSource<'s>,
    pub(super) asked: Mutex<FollowerWork>,
}

impl<'s, const W: usize> InterdictionClues<'s, W> {
    /// Creates the problem of the responses of `follower` that are worth at least `target`, or of all responses.
    ///
    /// # Errors
    /// Those of [`MonotoneFollower::clues_at`].
    pub fn new(
        follower: &MonotoneFollower,
        target: Option<i64>,
        source: AnswerSource<'s>,
    ) -> Result<Self, ModelCluesError> {
        let clues = follower.clues_at(target)?;
        Ok(Self { clues, source, asked: Mutex::default() })
    }

    /// The clue problem of the model, without the solver. Certificates are about this problem.
    #[must_use]
    pub fn clues(&self) -> &ModelClues<W> {
        &self.clues
    }

    /// The work of the follower's solvers so far.
    #[must_use]
    pub fn work(&self) -> FollowerWork {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a question that began at `start`.
    pub(super) fn count(&self, start: Instant, is_program: bool) {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        *asked = asked.and(FollowerWork { n_solves: 1, n_programs: u64::from(is_program), time: start.elapsed() });
    }
}

impl<const W: usize> ClueProblem<W> for InterdictionClues<'_, W> {
    fn cells(&self) -> CellSet<W> {
        self.clues.cells()
    }

    fn oracle(&self) -> Box<dyn Oracle<W> + '_> {
        Box::new(AnswerOracle::new(self))
    }

    fn difference(&self, witness: &Witness) -> Result<CellSet<W>, WitnessError> {
        self.clues.difference(witness)
    }

    fn cell_name(&self, cell: Cell) -> String {
        self.clues.cell_name(cell)
    }
}

impl<const W: usize> LinearProblem<W> for InterdictionClues<'_, W> {
    fn model(&self) -> BinaryModel {
        self.clues.model()
    }

    fn agreement(&self, cell: Cell) -> Literal {
        self.clues.agreement(cell)
    }

    fn shown(&self) -> Vec<Literal> {
        self.clues.shown()
    }

    fn witness(&self, values: &[bool]) -> Witness {
        self.clues.witness(values)
    }
}

/// The follower's best response, or what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BestAnswer {
    /// An optimal response, one value for each variable of the model, with its value.
    Best(Vec<bool>, i64),
    /// There is no feasible response.
    None,
    /// A limit was reached, or a solver failed.
    Unknown(Stop),
}

impl MonotoneFollower {
    /// Finds the best response to the leader's choice `taken`. The response is checked in integers; its optimality is
    /// the claim of the solver, or of the exact search if there is no solver.
    #[must_use]
    pub fn best_answer<const W: usize>(
        &self,
        taken: CellSet<W>,
        solver: Option<&dyn IlpSolver>,
        limits: &Limits,
    ) -> BestAnswer {
        match solver {
            Some(solver) => self.by_program(taken, solver, limits),
            None => self.best_answer_in(taken, u64::MAX, limits),
        }
    }

    fn by_program<const W: usize>(&self, taken: CellSet<W>, solver: &dyn IlpSolver, limits: &Limits) -> BestAnswer {
        let program = self.program(taken);
        match solver.solve(&program, &limits.clone().without_nodes()) {
            Solved::Optimal { values, .. } if self.is_answer(taken, &values) => {
                let worth = self.worth(&values);
                BestAnswer::Best(values, worth)
            }
            Solved::Infeasible => BestAnswer::None,
            Solved::Limit { stop, .. } => BestAnswer::Unknown(stop),
            Solved::Optimal { .. } | Solved::TooLarge(_) | Solved::Failed(_) => BestAnswer::Unknown(Stop::OracleFailed),
        }
    }

    /// Does the same with the exact search alone, which looks for better responses until there is none. Returns
    /// [`BestAnswer::Unknown`] with [`Stop::Nodes`] if one of its questions needs more than `max_guesses` guesses.
    #[must_use]
    pub fn best_answer_in<const W: usize>(&self, taken: CellSet<W>, max_guesses: u64, limits: &Limits) -> BestAnswer {
        // Demands are the leader's, and no answer of the follower.
        let alone = Self { demands: Vec::new(), ..self.clone() };
        let mut best: Option<(Vec<bool>, i64)> = None;
        loop {
            let target = best.as_ref().map(|(_, worth)| worth + 1);
            let Ok(clues) = alone.clues_at::<W>(target) else { return BestAnswer::Unknown(Stop::OracleFailed) };
            let mut pace = limits.clone().without_nodes().with_nodes(max_guesses).pace(PACE);
            match clues.oracle().second_solution(taken, &mut pace) {
                Verdict::Unique => {
                    return best.map_or(BestAnswer::None, |(values, worth)| BestAnswer::Best(values, worth));
                }
                Verdict::Limit(stop) => return BestAnswer::Unknown(stop),
                Verdict::Second(Witness(values)) => {
                    let values: Vec<bool> = values.iter().take(self.model.n_vars()).map(|v| *v == 1).collect();
                    let worth = self.worth(&values);
                    best = Some((values, worth));
                }
            }
        }
    }

    /// Returns whether all responses to the choice `taken` are worth less than `target`, and all demands are met, by
    /// the exact search in integers. Returns `None` if that needs more than `max_guesses` guesses.
    #[must_use]
    pub fn is_blocked<const W: usize>(
        &self,
        taken: CellSet<W>,
        target: i64,
        max_guesses: u64,
        limits: &Limits,
    ) -> Option<bool> {
        let clues = self.clues_at::<W>(Some(target)).ok()?;
        let mut pace: Pace = limits.clone().without_nodes().with_nodes(max_guesses).pace(PACE);
        match clues.oracle().second_solution(taken, &mut pace) {
            Verdict::Unique => Some(true),
            Verdict::Second(_) => Some(false),
            Verdict::Limit(_) => None,
        }
    }
}

/// How often limits are asked, in guesses.
const PACE: u32 = 256;
