//! `minclue explain`: the fewest constraints that contradict each other.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{ArgMatches, Args as ClapArgs};

use minclue_core::base::{Cell, Index as _, Limits};
use minclue_core::ilp::{ModelFormat, read_clauses, read_model, row_matching};
use minclue_core::problem::MonotoneFollower;
use minclue_report::{
    AnswerStatus, BoundQuestion, Bounds, ErrorRecord, Head, ProblemRecord, Record, ResultRecord, seconds,
};
use minclue_solver::{Engines, FollowerChoice, Problem, Settings};

use super::answer::Answer;
use super::answers::Answers;
use super::args::values::n_clues;
use super::args::{FormatArg, LimitArgs, MessageArgs, NativeArgs, formats, heading, is_engine_said};
use super::certificates::Certificates;
use super::cheapest::{self, Cheapest, Expected, Leader};
use super::command::Command;
use super::context::Context;
use super::exit::Exit;
use super::file_guard::FileGuard;
use super::last_look::{self, Statement, Typed};
use super::load_error::{LoadEnd, open};
use super::message::Messages;
use super::question::{self, Beginning, Question};
use super::weights::{LeaderFiles, WeightsFile, in_units};

/// The arguments of `explain`.
#[derive(Debug, ClapArgs)]
pub struct ExplainArgs {
    /// Constraints that cannot all hold: CNF, WCNF, GCNF, OPB, LP or MPS
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Rows of OPB, LP and MPS that always hold: names and patterns with * and ?, separated by commas
    #[arg(long, value_name = "PATTERNS")]
    #[arg(help_heading = heading::QUESTION)]
    pub hard: Option<String>,

    /// Weights of constraints: lines of a name and a weight; others weigh 1
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = heading::QUESTION)]
    pub weights: Option<WeightsFile>,

    /// Rows that the choice of constraints must satisfy: an LP, MPS or OPB file over their names, without objective
    #[arg(long, value_name = "FILE", conflicts_with = "at_most")]
    #[arg(help_heading = heading::QUESTION)]
    pub rows: Option<PathBuf>,

    /// Was the engine named?
    #[arg(skip)]
    pub is_engine_said: bool,

    /// Stop as soon as it is known whether at most K constraints (or a weight of at most K) contradict each other
    #[arg(long, value_name = "K", value_parser = n_clues, allow_hyphen_values = true)]
    #[arg(help_heading = heading::QUESTION)]
    pub at_most: Option<usize>,

    /// Engine: native, bilevel or both (compared)
    #[arg(long, default_value_t, value_name = "ENGINE")]
    #[arg(help_heading = heading::ENGINE)]
    pub engine: Engines,

    /// Solver that searches for a solution of the chosen constraints
    #[arg(long, value_enum, default_value = "oracle", value_name = "FOLLOWER")]
    #[arg(help_heading = heading::ENGINE)]
    pub follower: FollowerChoice,

    /// How the native engine works.
    #[command(flatten)]
    pub native: NativeArgs,

    #[command(flatten)]
    pub limits: LimitArgs,

    /// Write a certificate of the answer, and check it
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = heading::PROOF)]
    pub certify: Option<PathBuf>,

    /// Output format
    #[arg(long, value_parser = formats(FormatArg::ROWS), default_value = "auto", value_name = "FORMAT")]
    #[arg(help_heading = heading::OUTPUT)]
    pub format: FormatArg,

    #[command(flatten)]
    pub messages: MessageArgs,
}

impl Command for ExplainArgs {
    fn run(&self) -> Exit {
        match explain(self) {
            Ok(exit) | Err(exit) => exit,
        }
    }

    fn choose(&mut self, matches: &ArgMatches) {
        self.is_engine_said = is_engine_said(matches);
    }

    fn conflict(&self) -> Option<String> {
        let is_clauses = matches!(ModelFormat::of(&self.file), Ok(ModelFormat::Clauses(_)));
        let message = match self.engine {
            _ if self.rows.is_some() && self.is_engine_said => cheapest::ENGINE,
            Engines::Published(_) => "published searches are for clues only; use --engine native, bilevel or both",
            Engines::Both if self.certify.is_some() => {
                "one engine writes one certificate; use --certify with --engine native or bilevel"
            }
            _ if self.hard.is_some() && is_clauses => {
                "--hard is for rows of OPB, LP and MPS; use WCNF or GCNF for clauses that always hold"
            }
            _ if self.follower == FollowerChoice::Cbc && !cfg!(feature = "cbc") => {
                "this build has no CBC; use --follower highs"
            }
            _ => return None,
        };
        Some(message.to_owned())
    }
}

impl ExplainArgs {
    /// What is said of the choice of constraints.
    fn leader(&self) -> LeaderFiles<'_> {
        LeaderFiles { weights: self.weights.as_ref(), rows: self.rows.as_deref() }
    }

    /// Who answers where there are rows.
    fn asked(&self) -> cheapest::Asked {
        cheapest::Asked { follower: self.follower, ..cheapest::asked(self.native.seed) }
    }
}

fn explain(args: &ExplainArgs) -> Result<Exit, Exit> {
    let start = Instant::now();
    let context = Context::new(&args.messages)?;
    let mut claims = FileGuard::output();
    claims.reads("the input", &args.file);
    let claimed = args.leader().claim(&mut claims);
    let certificates = Certificates::new(args.certify.as_deref()).in_pairs(args.rows.is_some());
    let claimed = claimed.and_then(|()| certificates.claim(claims, None)).and_then(|()| certificates.of(1));
    let certify = claimed.map_err(|refusal| refusal.report(&context.messages))?;
    let settings =
        Settings { question: args.at_most.map(BoundQuestion::AtMost), certificate: certify, ..args.native.settings() };
    let limits = context.limits_of_engine(args.limits.time_limit, None, args.limits.memory_limit);
    let mut answers = Answers::new(context, cheapest::layout(args.rows.is_some(), args.format));
    let context = answers.context.clone();
    let record = |head: Head| -> Box<dyn Record> {
        if args.rows.is_some() {
            return Box::new(cheapest::unanswered(args.asked(), head));
        }
        let time = seconds(start.elapsed());
        Box::new(question::record(args.engine, &settings, head, Bounds::default(), &[], time))
    };
    let end = match constraints(&args.file, args.hard.as_deref(), args.leader(), &limits) {
        Ok((problem, plain)) => {
            let answer = Asked { args, problem, plain, start }.answer(&settings, &limits, &context);
            answers.take(answer, |status, message| {
                let error = Some(ErrorRecord::new(message));
                record(Head { error, ..head(args, None, status) })
            })
        }
        Err(LoadEnd::Stopped(stop)) => answers.known(record(head(args, None, stop.into())).as_ref()),
        Err(LoadEnd::Error(error)) => {
            let exit = error.report(&context.messages);
            let head = Head { error: Some(error.record()), ..head(args, None, error.status()) };
            answers.put(record(head).as_ref(), exit)
        }
    };
    answers.is_interrupted();
    Ok(answers.finish(end))
}

/// The problem that certificates of a file of constraints are about.
///
/// # Errors
/// The exit code; what is wrong was said.
pub(super) fn known(
    file: &Path,
    hard: Option<&str>,
    leader: Leader<'_>,
    messages: &Messages,
) -> Result<Expected, Exit> {
    let shown = file.display();
    let refused = |message: String, exit: Exit| {
        messages.error(&format!("{shown}: {message}"), None);
        exit
    };
    let (problem, plain) = constraints(file, hard, leader.files, &Limits::none()).map_err(|e| e.report(messages))?;
    let typed = typed(&problem, plain);
    if leader.files.rows.is_some() {
        let known = cheapest::known(problem, leader, typed, name(file));
        return known.map_err(|(message, exit)| refused(message, exit));
    }
    let text = leader.files.weights.and_then(WeightsFile::text);
    let expected = problem.certified(name(file)).map_err(|e| e.to_string()).and_then(|known| {
        let typed = typed.with_weights(text.as_deref())?;
        let has_units = typed.weights.is_some();
        Ok(Expected::new(known, Some(Statement { typed, cost: None, has_units })))
    });
    expected.map(|expected| expected.named_by(problem)).map_err(|message| refused(message, Exit::InvalidInput))
}

/// The constraints that can be chosen, by name, as their file has them.
fn typed(problem: &Problem, plain: last_look::Constraints) -> Typed {
    let names = (0..problem.n_cells()).map(|cell| problem.cell_name(Cell::new(cell))).collect();
    Typed { names, weights: plain.weights(), constraints: Some(plain), ..Typed::default() }
}

fn constraints(
    file: &Path,
    hard: Option<&str>,
    leader: LeaderFiles<'_>,
    limits: &Limits,
) -> Result<(Problem, last_look::Constraints), LoadEnd> {
    // With --rows, weights are prices, and the units of a weight are not cells.
    let weights = leader.weights.filter(|_| leader.rows.is_none());
    let of_model = |e| LoadEnd::of_model(file, e);
    let format = ModelFormat::of(file).map_err(of_model)?;
    let invalid = |message: String| LoadEnd::new(file, message, Exit::InvalidInput);
    let text = open(file, limits)?;
    let name = name(file);
    let (follower, plain) = match format {
        ModelFormat::Clauses(format) => {
            let set = read_clauses(text, format, limits).map_err(of_model)?;
            let follower = MonotoneFollower::of_clauses(&set, &name).map_err(|e| invalid(e.to_string()))?;
            (follower, last_look::Constraints::of_clauses(&set))
        }
        ModelFormat::Lp | ModelFormat::Mps | ModelFormat::Opb => {
            let read = read_model(text, format, &name, limits).map_err(of_model)?;
            let mut hard = match hard {
                Some(patterns) => row_matching(&read.model, patterns)
                    .map_err(|e| LoadEnd::new(file, format!("--hard: {e}"), Exit::Usage))?,
                None => Vec::new(),
            };
            hard.extend(read.bound_rows());
            let follower = MonotoneFollower::of_ranges(&read.model, hard.iter().copied(), &read.upper_halves);
            let follower = follower.map_err(|e| invalid(e.to_string()))?;
            (follower, last_look::Constraints::of_model(&read.model, &hard, &read.upper_halves))
        }
    };
    let problem = Problem::of_constraints(follower).map_err(|e| invalid(e.to_string()))?.named(name);
    let problem = match weights {
        Some(weights) => in_units(weights, problem, limits).map_err(|(message, exit)| match limits.reached(0) {
            Some(stop) if exit == Exit::Limit => LoadEnd::Stopped(stop),
            _ => LoadEnd::new(file, message, exit),
        })?,
        None => problem,
    };
    Ok((problem, plain))
}

/// The name of a file without its endings.
fn name(file: &Path) -> String {
    let plain = match file.extension() {
        Some(end) if end.eq_ignore_ascii_case("gz") || end.eq_ignore_ascii_case("zst") => file.with_extension(""),
        _ => file.to_owned(),
    };
    plain.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

fn head(args: &ExplainArgs, constraints: Option<&Problem>, status: AnswerStatus) -> Head {
    let problem = constraints.map(|constraints| {
        let (n_variables, n_rows) = constraints.model_size().unwrap_or_default();
        let kind =
            if constraints.has_units() { ProblemRecord::WEIGHTED_EXPLANATION } else { ProblemRecord::EXPLANATION };
        ProblemRecord { kind, n_variables, n_rows, cells: constraints.unit_names().unwrap_or_default() }
    });
    Head { id: Some(name(&args.file)), problem, ..Head::new(ResultRecord::SCHEMA, status) }
}

/// Constraints, and what is asked about them.
struct Asked<'a> {
    args: &'a ExplainArgs,
    /// With weights that are units.
    problem: Problem,
    /// The constraints as the file has them.
    plain: last_look::Constraints,
    start: Instant,
}

impl Asked<'_> {
    fn answer(self, settings: &Settings, limits: &Limits, context: &Context) -> Answer {
        let args = self.args;
        let of = |status| head(args, Some(&self.problem), status);
        let typed = typed(&self.problem, self.plain);
        if args.rows.is_some() {
            let cheapest = Cheapest {
                files: args.leader(),
                typed,
                asked: args.asked(),
                settings,
                limits: limits.clone(),
                max_nodes: args.limits.node_limit,
                context,
                head: &of,
                start: self.start,
            };
            return cheapest.answer(self.problem.clone()).unwrap_or_else(Answer::of_error);
        }
        let weights = args.weights.as_ref().and_then(WeightsFile::text);
        let typed = match typed.with_weights(weights.as_deref()) {
            Ok(typed) => Typed { question: settings.question, ..typed },
            Err(message) => return Answer::Failed(message),
        };
        let question = Question {
            engines: args.engine,
            settings,
            log_file: None,
            limits: &|| {
                let limits = args.limits;
                context.limits_of_engine(limits.time_limit, limits.node_limit, limits.memory_limit)
            },
            context,
            head: &of,
            start: self.start,
            n_given: None,
            conditions: Default::default(),
            typed: &typed,
        };
        let answer = question.about(&self.problem, args.follower, Beginning::default());
        answer.unwrap_or_else(Answer::of_error)
    }
}
