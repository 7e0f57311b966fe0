//! Clues with weights, and clues that have to keep rows: the least weight of a valid set of clues, with proof.

use std::time::Instant;

use minclue_core::base::{CellSet, Index, Limits};
use minclue_core::ilp::BinaryModel;
use minclue_core::problem::{BilevelProblem, LinearProblem, MonotoneFollower};
use minclue_report::{AnswerStatus, BilevelRecord, ErrorRecord, Head, ResultRecord};
use minclue_solver::about::Known;
use minclue_solver::{
    BilevelEngines, BilevelRequest, BilevelTrouble, Engines, FollowerChoice, ProblemInstance, Settings, solve_cheapest,
};
use minclue_verifier::Verdict;

use super::answer::Answer;
use super::args::FormatArg;
pub(super) use super::bilevel::Asked;
use super::bilevel::{Answered, ProvenValue, known_of, unsaved};
use super::conditions::ItemConditions;
use super::context::Context;
use super::exit::Exit;
use super::last_look::{self, Statement, States, Typed};
use super::output::Layout;
use super::progress::{Progress, Setup};
use super::weights::{LeaderFiles, WeightsFile};

/// What is wrong with an engine that knows no weights.
pub(super) const PUBLISHED: &str = "published searches know no weights and rows; take --engine native, bilevel or both";

/// The engine: that which was said, else the branch and cut with rows of its own.
pub(super) fn engine(engine: Engines, is_said: bool) -> BilevelEngines {
    match engine {
        Engines::Bilevel if is_said => BilevelEngines::Bilevel,
        Engines::Both if is_said => BilevelEngines::Both,
        Engines::Native if is_said => BilevelEngines::Native,
        _ => BilevelEngines::Cuts,
    }
}

/// A clue problem as what a leader pays for, and what an answer to it may be worth.
pub(super) struct Follower {
    follower: MonotoneFollower,
    most: i64,
}

impl Follower {
    /// Second solutions of a clue problem.
    pub(super) fn of_second_solutions<const W: usize>(problem: &dyn LinearProblem<W>, name: &str) -> Self {
        let (follower, most) = MonotoneFollower::of_second_solutions(problem, name);
        Self { follower, most }
    }

    /// Any answer of this follower, whose leader has no prices.
    pub(super) fn of_any_answer(follower: MonotoneFollower) -> Self {
        // Nothing is worth anything to it, so each answer is worth 0.
        Self { follower, most: -1 }
    }

    /// What the leader of these files pays for, under conditions; and its rows as their file has them.
    ///
    /// # Errors
    /// A message with the file and its place, and the exit code.
    fn problem(
        self,
        files: LeaderFiles<'_>,
        conditions: &ItemConditions,
        limits: &Limits,
    ) -> Result<(BilevelProblem, Option<BinaryModel>), (String, Exit)> {
        let Self { follower, most } = self;
        if follower.has_prices() {
            return Err(("--rows goes with constraints that all weigh the same".to_owned(), Exit::Usage));
        }
        let mut terms = files.read(&follower, limits)?;
        conditions.check(&follower).map_err(|message| (message, Exit::InvalidInput))?;
        terms.rows.extend(conditions.rows());
        Ok((BilevelProblem::cheapest(follower, most, terms.prices, &terms.rows), terms.model))
    }

    /// The problem that a certificate is about: with these files and conditions, and at a cost of at most `cost` where
    /// the problem has rows. Where it has none, since all weigh the same and every choice keeps the rows, the number
    /// of clues is the cost, and one certificate is about every cost. `typed` is what was typed beside the files.
    ///
    /// # Errors
    /// A message, and the exit code.
    pub(super) fn known(
        self,
        leader: Leader<'_>,
        conditions: &ItemConditions,
        typed: Typed,
        name: String,
    ) -> Result<Expected, (String, Exit)> {
        let target = self.most + 1;
        let (problem, rows) = self.problem(leader.files, conditions, &Limits::none())?;
        let typed = typed_with(typed, leader.files, rows).map_err(|message| (message, Exit::InvalidInput))?;
        let limit = leader.cost.filter(|_| problem.follower.has_rows());
        let statement = Statement { typed, cost: limit, has_units: false };
        let (follower, name) = match limit {
            Some(cost) => (problem.within(cost), format!("{name} at a cost of {cost}")),
            None => (problem.follower.clone(), name),
        };
        let known = known_of(&follower, Some(target), name).map_err(|message| (message, Exit::InvalidInput))?;
        let priced = Priced { problem, follower, cost: leader.cost };
        Ok(Expected { priced: Some(priced), ..Expected::new(known, Some(statement)) })
    }
}

/// What a certificate has to be about, and what was typed of it.
pub(super) struct Expected {
    pub(super) known: Known,
    pub(super) statement: Option<Box<dyn States>>,
    /// What the leader pays, if there are weights or rows.
    pub(super) priced: Option<Priced>,
}

/// What a leader pays for, and how much at most.
pub(super) struct Priced {
    problem: BilevelProblem,
    /// Of a leader with rows, one of which is the cost.
    follower: MonotoneFollower,
    cost: Option<i64>,
}

impl Priced {
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
        Self { known, statement: statement.map(|statement| -> Box<dyn States> { Box::new(statement) }), priced: None }
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
    /// What must be taken, and what must not.
    pub(super) conditions: &'a ItemConditions,
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
    /// Asks for the least weight.
    pub(super) fn answer<const W: usize>(self, instance: &dyn ProblemInstance<W>, follower: Follower) -> Answer {
        let (problem, rows) = match follower.problem(self.files, self.conditions, &self.limits) {
            Ok(read) => read,
            Err((message, Exit::Limit)) => {
                let status = self.limits.reached(0).map_or(AnswerStatus::TimeLimit, AnswerStatus::from);
                return self.known(status, message);
            }
            Err((message, Exit::Usage)) => return Answer::Usage(message),
            Err((message, Exit::Internal)) => return Answer::Failed(message),
            Err((message, _)) => return Answer::BadFile(message),
        };
        let mut progress = Progress::new(self.context.verbosity, Setup::of(self.settings), None, true);
        let mut request = BilevelRequest {
            engines: self.asked.engine,
            settings: self.settings,
            follower: self.asked.follower,
            limits: self.limits.clone(),
            max_nodes: self.max_nodes,
            monitor: &mut progress,
        };
        match solve_cheapest(instance, &problem, &mut request) {
            Ok(outcome) => {
                let answered = Answered { asked: self.asked, pair: None, start: self.start, problem: Some(&problem) };
                let record = answered.record(outcome.status, Some(&outcome));
                let taken = outcome.taken.filter(|_| instance.is_grid());
                let clues = taken.map(|taken| taken.into_iter().map(Index::new).collect::<CellSet<W>>());
                let puzzle = clues.map(|clues| instance.puzzle(clues));
                let record = BilevelRecord { puzzle, ..self.headed(record) };
                self.looked_at(record, rows, outcome.failure.as_slice())
            }
            Err(BilevelTrouble::Refused(message)) => Answer::Refused { message, help: None },
            Err(BilevelTrouble::Contradiction(message)) => {
                Answer::Unreliable(Box::new(self.empty(AnswerStatus::Mismatch)), message)
            }
            Err(BilevelTrouble::Failed(message)) => Answer::Failed(message),
        }
    }

    /// The answer, after the last look at it; `failures` are of what is written beside it.
    fn looked_at(&self, record: BilevelRecord, rows: Option<BinaryModel>, failures: &[String]) -> Answer {
        let typed = typed_with(self.typed.clone(), self.files, rows);
        match typed.and_then(|typed| last_look::least_weight(&typed, &record)) {
            Ok(()) => unsaved(record, failures).boxed(),
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
pub(super) fn asked(engine: BilevelEngines, seed: u64) -> Asked {
    Asked { engine, follower: FollowerChoice::Oracle, seed }
}

/// What is written of an answer, whether the least weight is wanted or the fewest clues.
pub(super) fn layout(is_cheapest: bool, format: FormatArg) -> Layout {
    if is_cheapest { Layout::of::<BilevelRecord>(format) } else { Layout::of::<ResultRecord>(format) }
}
