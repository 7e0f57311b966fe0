//! `minclue bilevel`: bilevel programs over integers from files of bilevel solvers, interdiction and blockers among them.

mod certificate;
mod integers;
pub(super) mod mibs;
mod read;
mod solution;
mod value_certificate;

use std::ffi::OsString;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args as ClapArgs;

use minclue_core::base::{Limits, remove_if_there};
use minclue_core::ilp::{NoAnswer, PlacedIntegerBilevel, Reading};
use minclue_core::problem::{BilevelGoal, BilevelProblem, Counters};
use minclue_report::{AnswerStatus, BilevelRecord, ErrorRecord, Head, Number, ProblemRecord, ProofRecord, seconds};
use minclue_solver::{
    BilevelOutcome, Error, Evidence, FollowerChoice, LeaderEngine, Problem, Settings, Solver, UpperProof,
};

use super::answer::Answer;
use super::answers::Answers;
use super::args::{FormatArg, LimitArgs, MessageArgs, NativeArgs, NoAnswerArg, formats, heading};
use super::command::Command;
use super::context::Context;
use super::exit::Exit;
use super::file_guard::{FileGuard, file_of};
use super::last_look;
use super::load_error::{LoadEnd, LoadError};
use super::output::Layout;
use super::progress::{self, Progress, Setup};
use super::version::VERSION;
use certificate::{Files, OwnFiles};
use integers::AnsweredIntegers;
use read::{AnyProgram, Pair};

#[cfg(test)]
pub(super) use certificate::clues_of;
pub(super) use certificate::{ExpectedPrograms, ProvenValue, expected};
pub(super) use value_certificate::{AskedReading, no_answer_word};

/// The arguments of `bilevel`.
#[derive(Debug, ClapArgs)]
pub struct BilevelVerbArgs {
    /// Programs: MPS files, each followed by its AUX file or with it in the same directory, and .ki files of knapsack
    /// interdiction
    #[arg(value_name = "FILE", required = true)]
    pub input: Vec<OsString>,

    /// Solver for the follower of a blocker problem in which all prices are equal; other programs need none
    #[arg(long, value_enum, default_value_t, value_name = "FOLLOWER")]
    #[arg(help_heading = heading::ENGINE)]
    pub follower: FollowerChoice,

    /// How the native engine works.
    #[command(flatten)]
    pub native: NativeArgs,

    #[command(flatten)]
    pub limits: LimitArgs,

    /// Write a certificate of both bounds, and check it
    ///
    /// {} is the number of the program.
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = heading::PROOF)]
    pub certify: Option<PathBuf>,

    /// Pessimistic reading: of its best answers, the follower takes the worst for the leader
    #[arg(long)]
    #[arg(help_heading = heading::ENGINE)]
    pub pessimistic: bool,

    /// How to count a choice that leaves the follower without an answer [default: prevented for blockers, otherwise
    /// forbidden]
    #[arg(long, value_enum, value_name = "RULE")]
    #[arg(help_heading = heading::ENGINE)]
    pub no_answer: Option<NoAnswerArg>,

    /// Write the values of all variables at the best choice
    ///
    /// {} is the number of the program.
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = heading::OUTPUT)]
    pub solution_file: Option<PathBuf>,

    /// Output format
    #[arg(long, value_parser = formats(FormatArg::ROWS), default_value = "auto", value_name = "FORMAT")]
    #[arg(help_heading = heading::OUTPUT)]
    pub format: FormatArg,

    #[command(flatten)]
    pub messages: MessageArgs,
}

/// A certificate that stands beside another one until it takes its place. Dropped before that, nothing of it stays.
struct Beside {
    /// Its name, and the place.
    names: Option<(PathBuf, PathBuf)>,
}

impl Beside {
    fn of(place: Option<&Path>) -> Self {
        let names = place.map(|place| {
            let mut name = place.as_os_str().to_owned();
            name.push(".tree.part");
            (PathBuf::from(name), place.to_owned())
        });
        Self { names }
    }

    fn name(&self) -> Option<PathBuf> {
        self.names.as_ref().map(|(name, _)| name.clone())
    }

    /// It takes the place.
    fn keep(mut self) -> Result<(), String> {
        let Some((name, place)) = self.names.take() else { return Ok(()) };
        fs::rename(&name, &place).map_err(|e| format!("--certify {}: {e}", place.display()))
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if let Some((name, _)) = &self.names {
            // Mostly it is not there.
            let _ = remove_if_there(name);
        }
    }
}

/// The record of a certificate that has taken its place.
fn in_place(record: BilevelRecord, place: Option<&Path>) -> BilevelRecord {
    let lower_certificate = record.lower_certificate.map(|proof| match place {
        Some(place) => ProofRecord { file: place.display().to_string(), ..proof },
        None => proof,
    });
    BilevelRecord { lower_certificate, ..record }
}

/// Is a bound not proven by our own search, or not certified though that was asked for?
fn is_unproven(outcome: &BilevelOutcome, is_certified: bool) -> bool {
    let is_ours = matches!(outcome.upper_proof, Some(UpperProof::Search | UpperProof::Dual));
    outcome.lower.is_some() && (!is_ours || is_certified && outcome.uncertified.is_some())
}

/// Why a program of a class is solved as one over integers.
const PESSIMISTIC: &str = "--pessimistic";
const UNPROVEN: &str = "the engine of its class did not prove both bounds";
const OUTSIDE: &str = "a choice of the leader leaves the follower without an answer, or the leader has no choice";

impl Command for BilevelVerbArgs {
    fn run(&self) -> Exit {
        let context = match Context::new(&self.messages) {
            Ok(context) => context,
            Err(exit) => return exit,
        };
        let mut run = Run { args: self, answers: Answers::new(context, Layout::of::<BilevelRecord>(self.format)) };
        let end = run.all();
        run.answers.is_interrupted();
        run.answers.finish(end)
    }

    fn conflict(&self) -> Option<String> {
        let has_follower = self.follower != FollowerChoice::Cbc || cfg!(feature = "cbc");
        (!has_follower).then(|| "this build has no CBC; use --follower highs".to_owned())
    }
}

impl BilevelVerbArgs {
    fn asked(&self) -> Asked {
        Asked { engine: "auto", follower: self.follower, seed: self.native.seed }
    }
}

struct Run<'a> {
    args: &'a BilevelVerbArgs,
    answers: Answers,
}

impl Run<'_> {
    /// All programs; breaks where nothing more can be written.
    fn all(&mut self) -> ControlFlow<()> {
        let messages = &self.answers.context.messages;
        let pairs = match read::pairs(&self.args.input) {
            Ok(pairs) => pairs,
            Err(message) => {
                self.answers.fail(&message, Some("give an MPS file and its AUX file, or .ki files"), Exit::Usage);
                return ControlFlow::Continue(());
            }
        };
        let files = match Files::claim(self.args, &pairs) {
            Ok(files) => files,
            Err(refusal) => {
                self.answers.exit = self.answers.exit.and(refusal.report(messages));
                return ControlFlow::Continue(());
            }
        };
        let n_pairs = pairs.len() as u64;
        progress::of(0, Box::new(move || Some(n_pairs)));
        for (pair, number) in pairs.iter().zip(1..) {
            if self.answers.context.interrupt().is_raised() {
                break;
            }
            progress::begin(Some(&pair.id));
            self.one(pair, &files.of(number))?;
            progress::done();
        }
        ControlFlow::Continue(())
    }

    fn one(&mut self, pair: &Pair, files: &OwnFiles) -> ControlFlow<()> {
        let (args, asked, start) = (self.args, self.args.asked(), Instant::now());
        let (time, memory) = (args.limits.time_limit, args.limits.memory_limit);
        let limits = self.answers.context.limits_of_engine(time, None, memory);
        let nothing = Answered { asked, pair: Some(pair), start, problem: None };
        let (program, problem) = match read::any_program(pair, &limits) {
            Ok(AnyProgram::Class(of_class)) => *of_class,
            Ok(AnyProgram::Integers(placed)) => {
                let answer = self.integers(pair, files, (*placed, None), &limits, start);
                return self.put_answer(answer, &nothing);
            }
            Err(LoadEnd::Error(error)) => return self.invalid(&nothing, &error),
            Err(LoadEnd::Stopped(stop)) => return self.answers.known(&nothing.record(stop.into(), None)),
        };
        // What a choice without an answer is worth plays a part only where there is one, which the engines refuse.
        let blocker = Problem::of_blocker(problem.clone()).filter(|_| !args.pessimistic);
        let Some(posed) = blocker else {
            let reason = if args.pessimistic { PESSIMISTIC } else { LeaderEngine::suits(&problem).1 };
            return self.by_tree(pair, files, (&problem, reason), &limits, &nothing);
        };
        let settings = Settings { certificate: files.certificate.clone(), ..args.native.settings() };
        let mut progress = Progress::new(&self.answers.context.verbosity, Setup::of(&settings), None, true);
        let own_limits = limits.clone();
        let limits = || limits.clone();
        let solver = Solver::new(&posed)
            .follower(args.follower)
            .settings(settings.clone())
            .limits_by(&limits)
            .monitor(&mut progress);
        let found = match args.limits.node_limit {
            Some(nodes) => solver.node_limit(nodes).run(),
            None => solver.run(),
        };
        let (id, answered) = (&pair.id, Answered { problem: Some(&problem), ..nothing });
        let answer = match found.map(minclue_solver::Answer::into_evidence) {
            Ok(Evidence::Engines(_) | Evidence::Integer(_)) => unreachable!("a program of its class has a leader"),
            Ok(Evidence::Leader(leader)) => {
                let outcome = leader.outcome;
                let is_open = problem.hidden.is_none() && !self.is_solver_named();
                if is_open && is_unproven(&outcome, args.certify.is_some()) {
                    // A tree of witnesses has a certificate of whatever it proves; but it may be slower.
                    let beside = Beside::of(files.certificate.as_deref());
                    let own = OwnFiles { certificate: beside.name(), solution: None };
                    let other = self.tree_of(pair, &own, (&problem, UNPROVEN), &own_limits, start);
                    if let Ok(Answer::Known(record)) = other
                        && record.head.status == AnswerStatus::Optimal
                    {
                        let solution = files.solution.as_deref().map(|path| integers::write(path, &record));
                        let failures = [beside.keep().err(), solution.and_then(Result::err)];
                        let failures: Vec<String> = failures.into_iter().flatten().collect();
                        let record = in_place(record, files.certificate.as_deref());
                        return self.put_answer(unsaved(record, &failures), &nothing);
                    }
                }
                let record = answered.record(outcome.status, Some(&outcome));
                let looked = last_look::bilevel(&program, &record);
                let write = |path: &Path, _: &BilevelRecord| solution::write(path, &problem, &outcome);
                looked_at(id, (record, looked), outcome.failure.clone(), files, write, || {
                    answered.record(AnswerStatus::Mismatch, None)
                })
            }
            // What its own engine does not take, a tree of witnesses may: a follower without an answer, a leader
            // without a choice.
            Err(Error::Impossible(_)) if !self.is_solver_named() => {
                return self.by_tree(pair, files, (&problem, OUTSIDE), &own_limits, &nothing);
            }
            Err(Error::Impossible(message)) => {
                let message = format!("{message}; without --follower, another engine solves some such programs");
                unanswered(id, Error::Impossible(message), || answered.record(AnswerStatus::Mismatch, None))
            }
            Err(error) => unanswered(id, error, || answered.record(AnswerStatus::Mismatch, None)),
        };
        self.put_answer(answer, &nothing)
    }

    fn put_answer(&mut self, answer: Answer<BilevelRecord>, nothing: &Answered<'_>) -> ControlFlow<()> {
        let unanswered = |status, message| {
            let record = nothing.record(status, None);
            let error = Some(ErrorRecord::new(message));
            Box::new(BilevelRecord { head: Head { error, ..record.head }, ..record }) as _
        };
        self.answers.take(answer.boxed(), unanswered)
    }

    /// Is a solver to answer for the follower? A tree of witnesses asks none.
    fn is_solver_named(&self) -> bool {
        matches!(self.args.follower, FollowerChoice::Highs | FollowerChoice::Cbc)
    }

    /// A program of a class by a tree of witnesses.
    fn by_tree(
        &mut self,
        pair: &Pair,
        files: &OwnFiles,
        of_class: (&BilevelProblem, &'static str),
        limits: &Limits,
        nothing: &Answered<'_>,
    ) -> ControlFlow<()> {
        match self.tree_of(pair, files, of_class, limits, nothing.start) {
            Ok(answer) => self.put_answer(answer, nothing),
            Err(LoadEnd::Error(error)) => self.invalid(nothing, &error),
            Err(LoadEnd::Stopped(stop)) => self.answers.known(&nothing.record(stop.into(), None)),
        }
    }

    fn tree_of(
        &mut self,
        pair: &Pair,
        files: &OwnFiles,
        (problem, reason): (&BilevelProblem, &'static str),
        limits: &Limits,
        start: Instant,
    ) -> Result<Answer<BilevelRecord>, LoadEnd> {
        let mut placed = read::integers(pair, limits)?;
        placed.program.no_answer = problem.goal.no_answer();
        Ok(self.integers(pair, files, (placed, Some(reason)), limits, start))
    }

    /// A program over integers. `reason` says why it is solved as such, where it is of another class.
    fn integers(
        &mut self,
        pair: &Pair,
        files: &OwnFiles,
        (mut placed, reason): (PlacedIntegerBilevel, Option<&'static str>),
        limits: &Limits,
        start: Instant,
    ) -> Answer<BilevelRecord> {
        let (args, id) = (self.args, &pair.id);
        if args.pessimistic {
            placed.program.reading = Reading::Pessimistic;
        }
        if let Some(no_answer) = args.no_answer {
            placed.program.no_answer = no_answer.into();
        }
        if let Some(var) = placed.leaning.filter(|_| placed.program.no_answer == NoAnswer::Prevented) {
            let (name, line) = (&placed.program.variables[var.get()].name, placed.variable_lines[var.get()]);
            return Answer::BadFile(format!(
                "{}: line {line}: `{name}` has no bound of its own, and a choice without an answer counts as prevented; give `{name}` a bound in the file, or use --no-answer forbidden",
                pair.model.display()
            ));
        }
        let settings = Settings { certificate: files.certificate.clone(), ..args.native.settings() };
        let mut progress = Progress::new(&self.answers.context.verbosity, Setup::of(&settings), None, true);
        let (posed, limits) = (Problem::of_integers(placed.program.clone()), || limits.clone());
        let solver = Solver::new(&posed).settings(settings).limits_by(&limits).monitor(&mut progress);
        let found = match args.limits.node_limit {
            Some(nodes) => solver.node_limit(nodes).run(),
            None => solver.run(),
        };
        let seed = self.args.native.seed;
        let answered = AnsweredIntegers { pair, start, placed: &placed, reason, seed };
        match found.map(minclue_solver::Answer::into_evidence) {
            Ok(Evidence::Engines(_) | Evidence::Leader(_)) => unreachable!("a program over integers has a tree"),
            Ok(Evidence::Integer(found)) => {
                let outcome = found.outcome;
                let record = answered.record(outcome.status, Some(&outcome));
                let looked = last_look::integers(&placed, &record);
                looked_at(id, (record, looked), outcome.failure, files, integers::write, || {
                    answered.record(AnswerStatus::Mismatch, None)
                })
            }
            Err(error) => unanswered(id, error, || answered.record(AnswerStatus::Mismatch, None)),
        }
    }

    /// Says why there is no program.
    fn invalid(&mut self, nothing: &Answered<'_>, error: &LoadError) -> ControlFlow<()> {
        let exit = error.report(&self.answers.context.messages);
        let record = nothing.record(error.status(), None);
        let record = BilevelRecord { head: Head { error: Some(error.record()), ..record.head }, ..record };
        self.answers.put(&record, exit)
    }
}

/// The answer of a record after the last look at it; `empty` is the record of an answer that is none.
fn looked_at(
    id: &str,
    (record, looked): (BilevelRecord, Result<(), String>),
    failure: Option<String>,
    files: &OwnFiles,
    write: impl Fn(&Path, &BilevelRecord) -> Result<(), String>,
    empty: impl Fn() -> BilevelRecord,
) -> Answer<BilevelRecord> {
    if let Err(what) = looked {
        last_look::withdraw(files.certificate.as_deref());
        let record = last_look::unproven(BilevelRecord { head: empty().head, ..record });
        return Answer::Unreliable(record, format!("{id}: {}", last_look::contradicts(&what)));
    }
    last_look::drop_old(files.certificate.as_deref(), &record);
    let unwritten = files.solution.as_deref().and_then(|path| write(path, &record).err());
    let failures: Vec<String> = failure.into_iter().chain(unwritten).collect();
    unsaved(record, &failures)
}

/// The answer where there is none.
fn unanswered(id: &str, error: Error, empty: impl Fn() -> BilevelRecord) -> Answer<BilevelRecord> {
    match error {
        Error::Impossible(message) => Answer::BadFile(format!("{id}: {message}")),
        Error::Contradiction { message, .. } => Answer::Unreliable(empty(), format!("{id}: {message}")),
        Error::Failed { message, .. } => Answer::Failed(format!("{id}: {message}")),
        error => Answer::Failed(format!("{id}: {error}")),
    }
}

/// The answer of a record, and of what failed beside it: that takes nothing from the bounds.
pub(super) fn unsaved(record: BilevelRecord, failures: &[String]) -> Answer<BilevelRecord> {
    if failures.is_empty() {
        return Answer::Known(record);
    }
    let message = failures.join("; ");
    let error = Some(ErrorRecord::new(message.clone()));
    Answer::Unsaved(BilevelRecord { head: Head { error, ..record.head }, ..record }, message)
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    /// The engine of a record without an outcome.
    pub(super) engine: &'static str,
    pub(super) follower: FollowerChoice,
    pub(super) seed: u64,
}

/// What a record is made of.
#[derive(Clone, Copy)]
pub(super) struct Answered<'a> {
    pub(super) asked: Asked,
    /// The files of the program, if it has its own.
    pub(super) pair: Option<&'a Pair>,
    pub(super) start: Instant,
    pub(super) problem: Option<&'a BilevelProblem>,
}

impl Answered<'_> {
    pub(super) fn record(&self, status: AnswerStatus, outcome: Option<&BilevelOutcome>) -> BilevelRecord {
        let described = self.problem.map(|problem| ProblemRecord {
            kind: problem.goal.name(),
            n_variables: problem.follower.model().n_vars(),
            n_rows: problem.follower.model().rows().len(),
            cells: (0..problem.follower.n_cells()).map(|cell| problem.follower.cell_name(cell).to_owned()).collect(),
        });
        let id = self.pair.map(|pair| pair.id.clone());
        let head = Head { id, problem: described, ..Head::new(BilevelRecord::SCHEMA, status) };
        let found = self.problem.zip(outcome);
        let lower_bound = found.and_then(|(problem, outcome)| Some(problem.objective(outcome.lower?)));
        let upper_bound = found.and_then(|(problem, outcome)| Some(problem.objective(outcome.upper?)));
        let optimum = lower_bound.filter(|lower| Some(*lower) == upper_bound && status == AnswerStatus::Optimal);
        let taken = found.and_then(|(problem, outcome)| Some((problem, outcome.taken.as_ref()?)));
        let answer = found.and_then(|(problem, outcome)| Some((problem, outcome.answer.as_ref()?)));
        let mut work = outcome.map_or_else(Counters::default, |outcome| outcome.work);
        if let Some(problem) = self.problem {
            work.root_bound = problem.objective_at(work.root_bound);
        }
        let engine = outcome.map_or(self.asked.engine, |outcome| outcome.engine.name());
        let follower = outcome.map(|outcome| outcome.follower).unwrap_or_default();
        let lower_certificate = outcome.and_then(|outcome| outcome.lower_certificate.clone());
        let upper_certificate = outcome.and_then(|outcome| outcome.upper_certificate.clone());
        // The certificate of a blocker problem is one of both bounds, unless its leader has rows.
        let is_one = self
            .problem
            .is_some_and(|problem| matches!(problem.goal, BilevelGoal::Blocker { .. }) && !problem.follower.has_rows());
        BilevelRecord {
            file: self.pair.map(|pair| pair.model.display().to_string()),
            goal: self.problem.map(|problem| problem.goal.name()),
            lower_bound: lower_bound.map(Number::from),
            upper_bound: upper_bound.map(Number::from),
            optimum: optimum.map(Number::from),
            gap: BilevelRecord::gap_of(lower_bound, upper_bound),
            leader_cost: taken
                .filter(|(problem, _)| problem.has_prices())
                .map(|(problem, taken)| problem.cost_of(taken)),
            leader: taken.map(|(problem, taken)| solution::leader(problem, taken)),
            follower_value: answer.map(|(problem, (_, worth))| problem.follower_value(*worth).into()),
            follower: answer.map(|(problem, (values, _))| problem.follower.chosen(values)),
            upper_proof: outcome.and_then(|outcome| outcome.upper_proof).map(UpperProof::name),
            answers_by: match self.asked.follower {
                FollowerChoice::Auto => "auto",
                FollowerChoice::Oracle => "oracle",
                FollowerChoice::Highs => "highs",
                FollowerChoice::Cbc => "cbc",
            },
            n_follower_solves: follower.n_solves,
            n_follower_programs: follower.n_programs,
            follower_seconds: seconds(follower.time),
            engine: engine.into(),
            engine_reason: outcome.and_then(|outcome| outcome.engine_reason),
            work,
            certified: lower_certificate.is_some() && (is_one || upper_certificate.is_some()),
            lower_certificate,
            upper_certificate,
            uncertified: outcome.and_then(|outcome| outcome.uncertified.clone()),
            seconds: seconds(self.start.elapsed()),
            seed: self.asked.seed,
            ..BilevelRecord::new(head, VERSION)
        }
    }
}

/// What the files of a run are.
fn claims(pairs: &[Pair]) -> FileGuard {
    let mut claims = FileGuard::output();
    for pair in pairs {
        claims.reads("the input", &pair.model);
        if let Some(aux) = &pair.aux {
            claims.reads(&file_of("AUX"), aux);
        }
    }
    claims
}

/// A name with the number of the program in place of `{}`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let text = path.to_string_lossy();
    if text.contains("{}") { text.replace("{}", &number.to_string()).into() } else { path.to_owned() }
}
