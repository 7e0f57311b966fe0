//! A question about the minimum of one input: asked of the solver, and its outcome as a record.

use std::path::{Path, PathBuf};
use std::time::Instant;

use minclue_core::base::{Cell, Limits};
use minclue_report::{AnswerStatus, Bounds, EngineRecord, ErrorRecord, GivenRecord, Head, ResultRecord, seconds};
use minclue_solver::{
    EngineRun, Engines, Error, Evidence, FollowerChoice, GivenSets, Outcome, Problem, Settings, Solver, Trouble,
};

use super::answer::Answer;
use super::context::Context;
use super::last_look::{self, Typed};
use super::mismatch;
use super::progress::{Progress, Setup};
use super::version::VERSION;

/// A question, and who asks.
pub(super) struct Question<'a> {
    pub(super) engines: Engines,
    pub(super) settings: &'a Settings,
    /// Where the node log of a branch and cut goes.
    pub(super) log_file: Option<PathBuf>,
    /// The limits of one engine.
    pub(super) limits: &'a dyn Fn() -> Limits,
    pub(super) context: &'a Context,
    /// The head of the record.
    pub(super) head: &'a dyn Fn(AnswerStatus) -> Head,
    pub(super) start: Instant,
    /// The clues of the puzzle that was given in place of its grid.
    pub(super) n_given: Option<usize>,
    /// The cells that must be clues, and those that must not.
    pub(super) conditions: [Vec<usize>; 2],
    pub(super) typed: &'a Typed,
}

/// What the engines begin with.
#[derive(Default)]
pub(super) struct Beginning<'a> {
    /// The clues of a puzzle.
    pub(super) puzzle: Option<&'a [Cell]>,
    pub(super) sets: Option<GivenSets<'a>>,
}

impl Question<'_> {
    /// Asks the solver about a problem; `follower` answers for constraints.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn about(
        &self,
        problem: &Problem,
        follower: FollowerChoice,
        begin: Beginning<'_>,
    ) -> Result<Answer, Error> {
        let several = self.engines == Engines::Both || self.settings.bilevel.cross_check;
        let setup = Setup::of(self.settings);
        let mut progress = Progress::new(&self.context.verbosity, setup, self.log_file.clone(), several);
        let mut solver = Solver::new(problem)
            .engine(self.engines)
            .follower(follower)
            .settings(self.settings.clone())
            .limits_by(self.limits)
            .monitor(&mut progress);
        if let Some(clues) = begin.puzzle {
            solver = solver.start(&problem.choice(clues.iter().copied())?);
        }
        if let Some(sets) = begin.sets {
            solver = solver.start_sets(sets);
        }
        let outcome = solver.run().map_or_else(Error::into_outcome, |found| match found.into_evidence() {
            Evidence::Engines(outcome) => Ok(*outcome),
            Evidence::Leader(_) | Evidence::Integer(_) => unreachable!("weights of this question are units"),
        });
        match outcome {
            Ok(outcome) => Ok(self.answer_of(outcome, problem).boxed()),
            Err(Error::Stopped(stop)) => {
                let time = seconds(self.start.elapsed());
                let head = (self.head)(stop.into());
                Ok(Answer::Known(Box::new(record(self.engines, self.settings, head, Bounds::default(), &[], time))))
            }
            Err(e) => Err(e),
        }
    }

    /// The answer that an outcome makes.
    fn answer_of(&self, outcome: Outcome, problem: &Problem) -> Answer<ResultRecord> {
        let Outcome { status, bounds, runs, shared, problem_sha256, trouble, unchecked } = outcome;
        let mut head = (self.head)(status);
        let name = head.id.as_ref().map_or_else(String::new, |id| format!("{id}: "));
        let message = trouble.map(|trouble| match trouble {
            Trouble::Contradiction(message) => {
                format!("{name}THE ENGINES CONTRADICT EACH OTHER: {message}; {}", self.logs(&problem.line(), &runs))
            }
            Trouble::Refused(message) => message,
            Trouble::Failed(message) => {
                head.error = Some(ErrorRecord::new(message.clone()));
                message
            }
        });
        if let Some(said) = unchecked {
            self.context.messages.note(&format!("{name}{said}"));
            head.error.get_or_insert(ErrorRecord::new(said));
        }
        let given = self.n_given.filter(|_| status != AnswerStatus::Failed);
        let given = given.map(|n_clues| GivenRecord::new(n_clues, &bounds));
        let engines: Vec<_> = runs.into_iter().map(|run| run.record).collect();
        let time = seconds(self.start.elapsed());
        let [given_cells, forbidden_cells] = self.conditions.clone();
        let clues = bounds.clues.iter().flatten().filter_map(|name| problem.cell(name)).collect::<Vec<_>>();
        let drawing = problem.drawing(&clues).filter(|_| bounds.clues.is_some());
        let record = ResultRecord {
            given,
            given_cells,
            forbidden_cells,
            shared,
            problem_sha256,
            drawing,
            ..record(self.engines, self.settings, head, bounds, &engines, time)
        };
        match (message, last_look::result(self.typed, &record)) {
            (Some(message), _) => Answer::Unreliable(record, message),
            (None, Ok(())) => Answer::Known(record),
            (None, Err(what)) => self.withdrawn(record, &engines, &format!("{name}{}", last_look::contradicts(&what))),
        }
    }

    /// The record of an answer that is none to what was typed: nothing is shown as proven, and what the engines found is
    /// kept.
    fn withdrawn(&self, record: ResultRecord, engines: &[EngineRecord], message: &str) -> Answer<ResultRecord> {
        last_look::withdraw(self.settings.certificate.as_deref());
        let engines = engines.iter().map(|engine| EngineRecord { proof: None, ..engine.clone() }).collect();
        let head = (self.head)(AnswerStatus::Mismatch);
        let (bounds, given) = (Bounds::default(), None);
        let record = ResultRecord { head, bounds, engines, given, certified: false, proof: None, ..record };
        Answer::Unreliable(record, message.to_owned())
    }

    /// Writes the logs of engines that contradict each other, and says where they are.
    fn logs(&self, line: &str, runs: &[EngineRun]) -> String {
        mismatch::keep_logs(Path::new("."), line, self.settings.seed, runs)
            .unwrap_or_else(|e| format!("cannot write their logs: {e}"))
    }
}

/// The record of the answers of `engines`, which may be none yet.
pub(super) fn record(
    asked: Engines,
    settings: &Settings,
    head: Head,
    bounds: Bounds,
    engines: &[EngineRecord],
    seconds: f64,
) -> ResultRecord {
    let several = asked == Engines::Both;
    let only = engines.first().filter(|_| !several);
    let cross_check = if settings.bilevel.cross_check { engines.get(1).cloned() } else { None };
    let parts = if several { engines.len() } else { usize::from(cross_check.is_some()) };
    ResultRecord {
        bounds,
        question: settings.question,
        engine: asked.to_string().into(),
        search: only.and_then(|e| e.search.clone()),
        work: only.map(|e| e.work),
        start: only.and_then(|e| e.start),
        follower: only.and_then(|e| e.follower),
        settings: only.and_then(|e| e.settings.clone()),
        cross_check,
        seconds,
        seed: settings.seed,
        certified: engines.iter().any(|engine| engine.proof.is_some()),
        proof: only.and_then(|e| e.proof.clone()),
        engines: engines[..parts].to_vec(),
        ..ResultRecord::new(head, VERSION)
    }
}
