//! The knowledge about a program so far, and the questions that engines of clue problems answer about it.

mod cheapest;
mod costs;
mod cuts;
mod upper;

use std::path::{Path, PathBuf};
use std::time::Instant;

use minclue_core::base::{Cell, CellSet, Limits, Stop};
use minclue_core::ilp::IlpSolver;
use minclue_core::problem::{
    AnswerSource, BestAnswer, BilevelProblem, Counters, FollowerWork, HiddenGrid, InterdictionClues, MonotoneFollower,
    SudokuClues,
};
use minclue_engines::width::Width;

use super::instance::TargetInstance;
use super::{BilevelOutcome, BilevelRequest, BilevelTrouble, LeaderEngine, UpperProof, add, status_of};
use crate::ask::{NoOutcome, Outcome, SolveRequest, Trouble};
use crate::bounds::{AnswerStatus, BoundQuestion, Bounds};
use crate::dispatch::WidthDispatch;
use crate::engine_record::ProofRecord;
use crate::instance::ProblemInstance;
use crate::run::WarmStart;
use crate::settings::Settings;

/// Guesses of our own search for a question about the best answer, before it is left to the solver of integer programs.
const GUESSES: u64 = 50_000;
/// Questions about the best answer that may be too hard for our own search before none is asked of it.
const TOO_HARD: u32 = 2;

/// A choice of the leader as cells, and its answer.
pub(super) struct Choice<const W: usize> {
    pub(super) taken: CellSet<W>,
    pub(super) answer: Vec<bool>,
    pub(super) worth: i64,
}

/// All that is known so far.
pub(super) struct Search<'r, 'a, const W: usize> {
    problem: &'r BilevelProblem,
    engine: LeaderEngine,
    source: AnswerSource<'static>,
    solver: Option<&'static dyn IlpSolver>,
    /// Whether a choice may leave the follower without a response.
    may_be_silent: bool,
    /// The number of questions that were too hard for the exact search.
    n_hard: u32,
    request: &'r mut BilevelRequest<'a>,
    lower: Option<i64>,
    best: Option<Choice<W>>,
    /// For a blocker problem, the price of the best choice, in units and without the variables that are taken in any
    /// case.
    upper: Option<i64>,
    follower: FollowerWork,
    work: Counters,
    certificates: [Option<ProofRecord>; 2],
    uncertified: Option<String>,
    /// The choice, and the proof that no response to it is worth more, once that was checked.
    confirmed: Option<(CellSet<W>, Option<UpperProof>)>,
    /// A choice and a bound on the value of its responses, proven by a sum of rows.
    most: Option<(CellSet<W>, i64)>,
    /// The failure, if there are bounds although a file could not be written or an engine gave up.
    failure: Option<String>,
}

/// The answer of engines about a target.
enum TargetAnswer<const W: usize> {
    /// These cells prevent every response that is worth as much.
    Prevented(CellSet<W>),
    /// No choice within the budget prevents them.
    Not,
    /// A limit was reached first.
    Unknown,
}

impl<'r, 'a, const W: usize> Search<'r, 'a, W>
where
    CellSet<W>: WidthDispatch<W> + Width<W>,
{
    /// `may_be_silent` says that a choice may leave the follower no answer at all.
    ///
    /// # Errors
    /// If this build has not the solver that is asked for or the numbers are too large for it, or if there is more to
    /// choose from than W words hold.
    pub(super) fn new(
        problem: &'r BilevelProblem,
        engine: LeaderEngine,
        may_be_silent: bool,
        request: &'r mut BilevelRequest<'a>,
    ) -> Result<Self, BilevelTrouble> {
        let (n_cells, max) = (problem.follower.n_cells(), CellSet::<W>::CAPACITY);
        if n_cells > max {
            let pairs =
                if problem.follower.has_rows() { ", two for each variable since it has rows or prices" } else { "" };
            let message = format!("the leader chooses from {n_cells} cells{pairs}; the maximum is {max}");
            return Err(BilevelTrouble::Refused(message));
        }
        let choice = request.follower.suited(&problem.follower).map_err(BilevelTrouble::Refused)?;
        Ok(Self {
            problem,
            engine,
            source: choice.source().map_err(BilevelTrouble::Failed)?,
            solver: choice.solver().map_err(BilevelTrouble::Failed)?,
            may_be_silent,
            n_hard: 0,
            request,
            lower: None,
            best: None,
            upper: None,
            follower: FollowerWork::default(),
            work: Counters::default(),
            certificates: [None, None],
            uncertified: None,
            confirmed: None,
            most: None,
            failure: None,
        })
    }

    /// A best answer while the leader has `taken`.
    pub(super) fn best_answer(&mut self, taken: CellSet<W>) -> BestAnswer {
        let limits = self.request.limits.clone();
        self.best_answer_within(taken, &limits)
    }

    fn best_answer_within(&mut self, taken: CellSet<W>, limits: &Limits) -> BestAnswer {
        let start = Instant::now();
        let follower = &self.problem.follower;
        let is_either = matches!(self.source, AnswerSource::Either(_)) && self.n_hard < TOO_HARD;
        let by_search = is_either.then(|| follower.best_answer_in(taken, GUESSES, limits));
        let is_hard = matches!(by_search, None | Some(BestAnswer::Unknown(Stop::Nodes | Stop::OracleFailed)));
        self.n_hard += u32::from(is_either && is_hard);
        let answer = match by_search {
            Some(answer) if !is_hard => answer,
            _ => follower.best_answer(taken, self.solver, limits),
        };
        let n_programs = u64::from(is_hard && self.solver.is_some());
        add(&mut self.follower, FollowerWork { n_solves: 1, n_programs, time: start.elapsed() });
        answer
    }

    /// The outcome as it is now; `stopped` is the limit that came first, if one did.
    ///
    /// # Errors
    /// An answer is worth more than the one that was said to be the best.
    pub(super) fn finish(mut self, stopped: Option<AnswerStatus>) -> Result<BilevelOutcome, BilevelTrouble> {
        let upper = self.upper_half()?;
        let is_optimal = self.lower.is_some() && self.lower == upper.bound;
        let status = status_of(is_optimal, stopped.or(upper.stopped));
        let problem = self.problem;
        let best = self.best.take();
        if status == AnswerStatus::Failed {
            self.failure.get_or_insert_with(|| NO_ANSWER.to_owned());
        }
        Ok(BilevelOutcome {
            engine: self.engine,
            engine_reason: None,
            status,
            lower: self.lower,
            upper: upper.bound,
            taken: best.as_ref().map(|best| problem.follower.items_in(best.taken)),
            answer: best.filter(|best| !best.answer.is_empty()).map(|best| (best.answer, best.worth)),
            upper_proof: upper.proof,
            follower: self.follower,
            work: self.work,
            lower_certificate: self.certificates[0].take(),
            upper_certificate: self.certificates[1].take(),
            uncertified: self.uncertified,
            failure: self.failure,
        })
    }

    /// Whether there is anything to look for: `least` is what the follower gets when the leader takes everything.
    fn begin_to_block(&self, most: i64, least: Option<i64>) -> Result<(), BilevelTrouble> {
        let follower = &self.problem.follower;
        match least {
            None => Err(no_answer(&self.names(CellSet::first_n(follower.n_cells())))),
            Some(least) if least > most => Err(BilevelTrouble::Refused(format!(
                "for every choice of the leader, the follower gets at least {least}, but at most {most} is allowed"
            ))),
            Some(_) => Ok(()),
        }
    }

    /// A blocker problem: answers worth more than `most` are to be prevented by as few cells as can be.
    pub(super) fn block(mut self, most: i64, least: Option<i64>) -> Result<BilevelOutcome, BilevelTrouble> {
        self.begin_to_block(most, least)?;
        let Some(target) = most.checked_add(1) else { return Err(too_large()) };
        let settings = Settings { question: None, ..self.request.settings.clone() };
        let (outcome, taken) = match &self.problem.hidden {
            Some(hidden) => self.ask_hidden(hidden, &settings)?,
            None => {
                let clues = InterdictionClues::new(&self.problem.follower, Some(target), self.source)
                    .map_err(|e| BilevelTrouble::Refused(e.to_string()))?;
                let outcome = self.ask(&clues, target, &settings)?;
                let taken = outcome.cells().map(|cells| self.whole(cells));
                (outcome, taken)
            }
        };
        self.lower = outcome.bounds.lower_bound.map(|lower| lower as i64);
        let Some(taken) = taken else {
            return self.finish(Some(outcome.status));
        };
        self.upper = Some(taken.len() as i64);
        let (answer, worth) = match self.best_answer(taken) {
            BestAnswer::Best(_, worth) if worth > most => {
                let message = format!("an answer is worth {worth}, and a search found none above {most}");
                return Err(BilevelTrouble::Contradiction(message));
            }
            BestAnswer::Best(answer, worth) => (answer, worth),
            BestAnswer::None | BestAnswer::Unknown(_) => (Vec::new(), most),
        };
        self.best = Some(Choice { taken, answer, worth });
        let stopped = (outcome.status != AnswerStatus::Optimal).then_some(outcome.status);
        self.finish(stopped)
    }

    /// Asks the engines whether a choice of `n_takes` cells leaves no answer of `follower` worth `target`, with a
    /// certificate.
    fn ask_and_certify(
        &mut self,
        (follower, target): (&MonotoneFollower, i64),
        n_takes: usize,
        file: &Path,
    ) -> Result<TargetAnswer<W>, BilevelTrouble> {
        let clues = InterdictionClues::new(follower, Some(target), self.source)
            .map_err(|e| BilevelTrouble::Refused(e.to_string()))?;
        let settings = self.settings(n_takes, Some(file.to_owned()));
        let outcome = self.ask(&clues, target, &settings)?;
        Ok(self.said(&outcome, n_takes))
    }

    fn settings(&self, n_takes: usize, certificate: Option<PathBuf>) -> Settings {
        let question = Some(BoundQuestion::AtMost(n_takes));
        Settings { question, certificate, ..self.request.settings.clone() }
    }

    /// Asks the engines, with the best choice where it is one for this target.
    fn ask(
        &mut self,
        clues: &InterdictionClues<'static, W>,
        target: i64,
        settings: &Settings,
    ) -> Result<Outcome, BilevelTrouble> {
        let name = &self.problem.follower.model().name;
        let line = format!("{name}, target {}", self.problem.follower_value(target));
        let instance = TargetInstance { clues, line };
        let known = self.best.as_ref().filter(|best| best.worth < target);
        let begin = WarmStart { sets: None, puzzle: known.map(|best| best.taken) };
        let outcome = self.ask_instance(&instance, begin, settings)?;
        add(&mut self.follower, clues.work());
        Ok(outcome)
    }

    /// Asks the engines about an instance, and takes their work.
    fn ask_instance(
        &mut self,
        instance: &dyn ProblemInstance<W>,
        begin: WarmStart<'_, W>,
        settings: &Settings,
    ) -> Result<Outcome, BilevelTrouble> {
        let nodes = self.request.max_nodes.map(|max| max.saturating_sub(self.work.n_nodes));
        let limits = || -> Limits {
            let limits = self.request.limits.clone();
            nodes.map_or_else(|| limits.clone(), |nodes| limits.clone().with_nodes(nodes))
        };
        let mut request =
            SolveRequest { engines: self.engine.of_clues(), settings, limits: &limits, monitor: self.request.monitor };
        let mut outcome = match CellSet::<W>::ask(instance, begin, &mut request) {
            Ok(outcome) => outcome,
            Err(NoOutcome::Refused(message)) => return Err(BilevelTrouble::Refused(message)),
            Err(NoOutcome::Failed(message)) => {
                self.failure = Some(message);
                no_outcome()
            }
        };
        for run in &outcome.runs {
            self.work.add(&run.record.work);
            self.work.n_sets = run.record.work.n_sets;
            self.work.n_learned += run.record.work.n_learned;
            self.work.root_bound = match self.problem.follower.has_rows() {
                false => run.record.work.root_bound,
                // A number of cells says nothing of what the leader minimizes.
                true => f64::NAN,
            };
        }
        self.certificates[0] = outcome.runs.iter().find_map(|run| run.record.proof.clone());
        match &outcome.trouble {
            Some(Trouble::Contradiction(message) | Trouble::Refused(message)) => {
                return Err(BilevelTrouble::Contradiction(message.clone()));
            }
            Some(Trouble::Failed(message)) => {
                // Where only a certificate is missing, the engine has its answer all the same.
                if let Some(run) = outcome.runs.iter().find(|run| run.unkept.as_ref() == Some(message)) {
                    self.uncertified = Some(message.clone());
                    outcome.status = run.record.status;
                }
                self.failure = Some(message.clone());
            }
            None => {}
        }
        Ok(outcome)
    }

    /// Asks the engines about the grid whose clue problem this is: its own oracle, start sets and minima say more than the
    /// follower's rows. With the outcome comes the choice of the best puzzle's clues.
    fn ask_hidden(
        &mut self,
        hidden: &HiddenGrid,
        settings: &Settings,
    ) -> Result<(Outcome, Option<CellSet<W>>), BilevelTrouble> {
        let instance = SudokuClues::<W>::new(hidden.grid.clone());
        let outcome = self.ask_instance(&instance, WarmStart { sets: None, puzzle: None }, settings)?;
        let follower = &self.problem.follower;
        let taken = outcome.cells().map(|clues| {
            let items: Vec<usize> =
                (0..follower.n_items()).filter(|item| clues.contains(&hidden.cells[*item])).collect();
            follower.choice(&items)
        });
        Ok((outcome, taken))
    }

    fn said(&self, outcome: &Outcome, n_takes: usize) -> TargetAnswer<W> {
        match BoundQuestion::AtMost(n_takes).answer(&outcome.bounds) {
            Some(true) => {
                outcome.cells().map_or(TargetAnswer::Unknown, |cells| TargetAnswer::Prevented(self.whole(cells)))
            }
            Some(false) => TargetAnswer::Not,
            None => TargetAnswer::Unknown,
        }
    }

    /// The choice of these cells, without those of variables that are not taken as a whole.
    fn whole(&self, cells: &[Cell]) -> CellSet<W> {
        let follower = &self.problem.follower;
        follower.choice(&follower.items_in::<W>(cells.iter().copied().collect()))
    }

    fn names(&self, cells: CellSet<W>) -> String {
        const MAX_NAMED: usize = 8;
        let follower = &self.problem.follower;
        let items = follower.items_in(cells);
        let names: Vec<&str> = items.iter().take(MAX_NAMED).map(|item| follower.item_name(*item)).collect();
        let more = if items.len() > MAX_NAMED { ", ..." } else { "" };
        format!("{}{more}", names.join(", "))
    }
}

/// The outcome of an engine that failed.
fn no_outcome() -> Outcome {
    let (bounds, runs) = (Bounds::default(), Vec::new());
    let status = AnswerStatus::Failed;
    Outcome { status, bounds, runs, shared: None, problem_sha256: None, trouble: None, unchecked: None }
}

/// The message if the follower's response was not found, although no limit was reached.
const NO_ANSWER: &str =
    "the solver for the follower failed, or its answer violates a row; --follower oracle uses only the exact search";

/// The message if no choice that satisfies the leader's rows is sufficient, whichever engine finds this.
pub(super) fn no_solution() -> BilevelTrouble {
    BilevelTrouble::Refused("no choice that satisfies the rows is sufficient".to_owned())
}

fn too_large() -> BilevelTrouble {
    BilevelTrouble::Refused("the numbers of the follower's objective are too large".to_owned())
}

/// The message if a response contradicts a proven bound.
fn worth_more(worth: i64) -> BilevelTrouble {
    BilevelTrouble::Contradiction(format!(
        "an answer to the best choice is worth more than {worth}, and a search found none"
    ))
}

/// The message if the follower has no response.
fn no_answer(taken: &str) -> BilevelTrouble {
    BilevelTrouble::Refused(format!(
        "the follower has no answer when the leader takes {taken}; solvers disagree on the value of such a choice, so the \
         follower must always have an answer"
    ))
}

/// The path of the certificate of the upper bound.
pub fn upper_file(lower: &Path) -> PathBuf {
    let mut name = lower.as_os_str().to_owned();
    name.push(".upper");
    name.into()
}
