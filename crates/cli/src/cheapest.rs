//! Clues with weights, and clues that have to keep rows: the least weight of a valid set of clues, with proof.

use std::time::Instant;

use minclue_core::base::{Cell, Index as _, Limits};
use minclue_core::ilp::{BinaryModel, Sense};
use minclue_core::problem::{BilevelGoal, BilevelProblem, LeaderRow, MonotoneFollower};
use minclue_report::{AnswerStatus, BilevelRecord, ErrorRecord, Head, ResultRecord};
use minclue_solver::about::{Known, ModelNames};
use minclue_solver::{
    Error, Evidence, FollowerChoice, LeaderEngine, LeaderEvidence, Problem, ProblemKind, Settings, Solver,
};
use minclue_verifier::Verdict;

use super::answer::Answer;
use super::args::FormatArg;
pub(super) use super::bilevel::Asked;
use super::bilevel::{Answered, ProvenValue, unsaved};
use super::context::Context;
use super::exit::Exit;
use super::last_look::{self, Statement, States, Typed};
use super::output::Layout;
use super::progress::{Progress, Setup};
use super::weights::{LeaderFiles, LeaderTerms, WeightsFile};

/// What is wrong with an engine beside weights or rows.
pub(super) const ENGINE: &str = "--weights and --rows have their own engine; omit --engine";

/// A problem with what a leader of these files pays and has to keep; and its rows as their file has them.
///
/// # Errors
/// A message with the file and its place, and the exit code.
fn for_leader(
    problem: Problem,
    files: LeaderFiles<'_>,
    limits: &Limits,
) -> Result<(Problem, Option<BinaryModel>), (String, Exit)> {
    if problem.has_units() {
        return Err(("--rows requires constraints of equal weight".to_owned(), Exit::Usage));
    }
    let LeaderTerms { prices, rows, model } = files.read(&problem, limits)?;
    problem.check().map_err(|e| (e.to_string(), Exit::InvalidInput))?;
    let with_row = |problem: Problem, row: LeaderRow| {
        problem.row(row.terms.into_iter().map(|(cell, a)| (Cell::new(cell), a)), Sense::GreaterEqual, row.rhs)
    };
    Ok((rows.into_iter().fold(problem.prices(prices), with_row), model))
}

/// The problem that a certificate is about: with these files, and at a cost of at most `cost` where the problem has
/// rows. Where it has none, since all weigh the same and every choice keeps the rows, the number of clues is the cost,
/// and one certificate is about every cost. `typed` is what was typed beside the files.
///
/// # Errors
/// A message, and the exit code.
pub(super) fn known(
    problem: Problem,
    leader: Leader<'_>,
    typed: Typed,
    name: String,
) -> Result<Expected, (String, Exit)> {
    let invalid = |message: String| (message, Exit::InvalidInput);
    let has_vertices = problem.kind() == ProblemKind::Hypergraph;
    let (problem, rows) = for_leader(problem, leader.files, &Limits::none())?;
    let problem = problem.leader_program().map_err(|e| invalid(e.to_string()))?;
    let typed = typed_with(typed, leader.files, rows).map_err(invalid)?;
    let limit = leader.cost.filter(|_| problem.follower.has_rows());
    let statement = Statement { typed, cost: limit, has_units: false };
    let (follower, name) = match limit {
        Some(cost) => (problem.within(cost), format!("{name} at a cost of {cost}")),
        None => (problem.follower.clone(), name),
    };
    let target = match problem.goal {
        BilevelGoal::Blocker { most } => Some(most + 1),
        BilevelGoal::Interdiction { .. } => None,
    };
    let mut known = Known::of_follower(&follower, target, name).map_err(invalid)?;
    if has_vertices {
        known.names = known.names.map(ModelNames::with_vertices);
    }
    let priced = Priced { problem, follower, cost: leader.cost };
    Ok(Expected { priced: Some(priced), ..Expected::new(known, Some(statement)) })
}

/// What a certificate has to be about, and what was typed of it.
pub(super) struct Expected {
    pub(super) known: Known,
    pub(super) statement: Option<Box<dyn States>>,
    /// What the leader pays, if there are weights or rows.
    pub(super) priced: Option<Priced>,
    /// The problem whose cells have names, if it is not about a grid.
    pub(super) named: Option<Problem>,
}

/// What a leader pays for, and how much at most.
pub(super) struct Priced {
    problem: BilevelProblem,
    /// Of a leader with rows, one of which is the cost.
    follower: MonotoneFollower,
    cost: Option<i64>,
}

impl Priced {
    /// Is the value that the certificate of a lower bound is about not said?
    pub(super) fn is_without_cost(&self) -> bool {
        self.cost.is_none()
    }

    /// What a certificate proves of the least cost.
    ///
    /// # Errors
    /// A message if it says nothing of this cost.
    pub(super) fn value(&self, verdict: &Verdict) -> Result<ProvenValue, String> {
        ProvenValue::of_blocker(&self.problem, &self.follower, self.cost, verdict)
    }
}

impl Expected {
    /// A problem without prices that are rows.
    pub(super) fn new(known: Known, statement: Option<Statement>) -> Self {
        let statement = statement.map(|statement| -> Box<dyn States> { Box::new(statement) });
        Self { known, statement, priced: None, named: None }
    }

    /// The same, with cells called as `problem` calls them.
    pub(super) fn named_by(self, problem: Problem) -> Self {
        Self { named: Some(problem), ..self }
    }
}

/// What was typed, with weights and rows as their files have them.
fn typed_with(typed: Typed, files: LeaderFiles<'_>, rows: Option<BinaryModel>) -> Result<Typed, String> {
    let text = files.weights.and_then(WeightsFile::text);
    Ok(Typed { rows, ..typed.with_weights(text.as_deref())? })
}

/// What a certificate is to be about beside its problem.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leader<'a> {
    pub(super) files: LeaderFiles<'a>,
    /// What the leader pays at most.
    pub(super) cost: Option<i64>,
}

/// A question about the least weight, and who asks.
pub(super) struct Cheapest<'a> {
    pub(super) files: LeaderFiles<'a>,
    /// What was typed beside the files.
    pub(super) typed: Typed,
    pub(super) asked: Asked,
    pub(super) settings: &'a Settings,
    pub(super) limits: Limits,
    pub(super) max_nodes: Option<u64>,
    pub(super) context: &'a Context,
    /// The head of the record.
    pub(super) head: &'a dyn Fn(AnswerStatus) -> Head,
    pub(super) start: Instant,
}

impl Cheapest<'_> {
    /// Asks for the least weight of a valid choice.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn answer(self, problem: Problem) -> Result<Answer, Error> {
        let stopped = |stop: AnswerStatus, message: String| self.known(stop, message);
        let (problem, rows) = match for_leader(problem, self.files, &self.limits) {
            Ok(read) => read,
            Err((message, Exit::Limit)) => {
                let status = self.limits.reached(0).map_or(AnswerStatus::TimeLimit, AnswerStatus::from);
                return Ok(stopped(status, message));
            }
            Err((message, Exit::Usage)) => return Ok(Answer::Usage(message)),
            Err((message, Exit::Internal)) => return Ok(Answer::Failed(message)),
            Err((message, _)) => return Ok(Answer::BadFile(message)),
        };
        let mut progress = Progress::new(&self.context.verbosity, Setup::of(self.settings), None, true);
        let limits = || self.limits.clone();
        let solver = Solver::new(&problem)
            .follower(self.asked.follower)
            .settings(self.settings.clone())
            .limits_by(&limits)
            .monitor(&mut progress);
        let solver = match self.max_nodes {
            Some(nodes) => solver.node_limit(nodes),
            None => solver,
        };
        let found = match solver.run() {
            Ok(found) => found,
            Err(Error::Stopped(stop)) => return Ok(stopped(stop.into(), Error::Stopped(stop).to_string())),
            Err(Error::Contradiction { message, .. }) => {
                return Ok(Answer::Unreliable(Box::new(self.empty(AnswerStatus::Mismatch)), message));
            }
            Err(e) => return Err(e),
        };
        let puzzle = found.puzzle().map(ToString::to_string);
        let Evidence::Leader(leader) = found.into_evidence() else { unreachable!("a leader pays prices") };
        let LeaderEvidence { problem, outcome } = *leader;
        let answered = Answered { asked: self.asked, pair: None, start: self.start, problem: Some(&problem) };
        let record = answered.record(outcome.status, Some(&outcome));
        let record = BilevelRecord { puzzle, ..self.headed(record) };
        Ok(self.looked_at(record, rows, outcome.failure.as_slice()))
    }

    /// The answer, after the last look at it; `failures` are of what is written beside it.
    fn looked_at(&self, record: BilevelRecord, rows: Option<BinaryModel>, failures: &[String]) -> Answer {
        let record = BilevelRecord { n_rows: rows.as_ref().map(|model| model.rows().len()), ..record };
        let typed = typed_with(self.typed.clone(), self.files, rows);
        match typed.and_then(|typed| last_look::least_weight(&typed, &record)) {
            Ok(()) => {
                last_look::drop_old(self.settings.certificate.as_deref(), &record);
                unsaved(record, failures).boxed()
            }
            Err(what) => {
                last_look::withdraw(self.settings.certificate.as_deref());
                let head = (self.head)(AnswerStatus::Mismatch);
                let record = BilevelRecord { head: Head { schema: BilevelRecord::SCHEMA, ..head }, ..record };
                Answer::Unreliable(Box::new(last_look::unproven(record)), last_look::contradicts(&what))
            }
        }
    }

    fn headed(&self, record: BilevelRecord) -> BilevelRecord {
        let head = (self.head)(record.head.status);
        BilevelRecord {
            head: Head { schema: BilevelRecord::SCHEMA, ..head },
            goal: Some(BilevelRecord::CLUES),
            given_cells: self.typed.given.clone(),
            forbidden_cells: self.typed.forbidden.clone(),
            follower: None,
            follower_value: None,
            ..record
        }
    }

    fn empty(&self, status: AnswerStatus) -> BilevelRecord {
        let answered = Answered { asked: self.asked, pair: None, start: self.start, problem: None };
        self.headed(answered.record(status, None))
    }

    /// The answer where a limit came before the files were read.
    fn known(&self, status: AnswerStatus, message: String) -> Answer {
        let record = self.empty(status);
        let head = Head { error: Some(ErrorRecord::new(message)), ..record.head };
        Answer::Known(Box::new(BilevelRecord { head, ..record }))
    }
}

/// The record of an input that reached no engine.
pub(super) fn unanswered(asked: Asked, head: Head) -> BilevelRecord {
    let answered = Answered { asked, pair: None, start: Instant::now(), problem: None };
    BilevelRecord {
        head: Head { schema: BilevelRecord::SCHEMA, ..head },
        ..answered.record(AnswerStatus::Failed, None)
    }
}

/// Which of our follower's programs is asked; the sets come from the clue problem itself.
pub(super) fn asked(seed: u64) -> Asked {
    Asked { engine: LeaderEngine::Cuts.name(), follower: FollowerChoice::Oracle, seed }
}

/// What is written of an answer, whether the least weight is wanted or the fewest clues.
pub(super) fn layout(is_cheapest: bool, format: FormatArg) -> Layout {
    if is_cheapest { Layout::of::<BilevelRecord>(format) } else { Layout::of::<ResultRecord>(format) }
}
