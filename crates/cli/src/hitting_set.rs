//! `minclue solve --hypergraph`: a minimum hitting set, with proof.

use std::path::Path;
use std::time::Instant;

use minclue_core::base::{Cell, Index as _, Limits};
use minclue_core::hitting::Hypergraph;
use minclue_report::{AnswerStatus, Bounds, ErrorRecord, Head, ProblemRecord, ResultRecord};
use minclue_solver::{FollowerChoice, Problem, Settings};

use super::answer::Answer;
use super::answers::Answers;
use super::args::{SolveArgs, VerifyArgs};
use super::certificates::Certificates;
use super::cheapest::{self, Cheapest, Expected, Leader};
use super::context::Context;
use super::exit::Exit;
use super::file_guard::{FileGuard, file_of};
use super::hypergraph::{self, Vertices};
use super::input::Input;
use super::last_look::{self, Statement, Typed};
use super::question::{self, Beginning, Question};
use super::weights::{WeightsFile, in_units};

/// Runs the verb on the hypergraph of its arguments.
pub(super) fn solve(args: &SolveArgs) -> Exit {
    match answered(args) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn answered(args: &SolveArgs) -> Result<Exit, Exit> {
    let start = Instant::now();
    let context = Context::new(&args.common.messages)?;
    let mut claims = FileGuard::output();
    match hypergraph::input(args.hypergraph.as_deref()) {
        Input::File(path) => claims.reads(&file_of("--hypergraph"), &path),
        input => claims.input(&input),
    }
    let claimed = args.leader().claim(&mut claims);
    let certificates = Certificates::new(args.certify.as_deref()).in_pairs(args.is_cheapest());
    let claimed = claimed.and_then(|()| certificates.claim(claims, Some(&args.bilevel)));
    let claimed = claimed.and_then(|()| certificates.of(1));
    let certify = claimed.map_err(|refusal| refusal.report(&context.messages))?;
    let hypergraph = hypergraph::read(args.hypergraph.as_deref(), &context)?;
    let [given, forbidden] = conditions(args.given.as_deref(), args.forbidden.as_deref(), &hypergraph, &context)?;
    let limits = context.limits(args.limits.time_limit, None);
    let problem = problem(&hypergraph, [&given, &forbidden], &context)?;
    let problem = match args.weights.as_ref().filter(|_| !args.is_cheapest()) {
        Some(file) => weighed(file, problem, &limits, &context)?,
        None => problem,
    };
    let mut answers = Answers::new(context, cheapest::layout(args.is_cheapest(), args.format));
    let asked = Asked { args, hypergraph: &hypergraph, problem, conditions: [given, forbidden], start };
    let settings = args.settings(certify.as_deref());
    let context = answers.context.clone();
    let answer = asked.answer(&settings, &context);
    let unanswered = |status, message| {
        let head = Head { error: Some(ErrorRecord::new(message)), ..asked.head(status) };
        if args.is_cheapest() {
            return Box::new(cheapest::unanswered(args.asked(), head)) as _;
        }
        Box::new(question::record(args.engine, &settings, head, Bounds::default(), &[], 0.0)) as _
    };
    let end = answers.take(answer, unanswered);
    answers.is_interrupted();
    Ok(answers.finish(end))
}

/// The vertices that must be taken, and those that must not.
///
/// # Errors
/// The exit code; what is wrong was said.
fn conditions(
    given: Option<&str>,
    forbidden: Option<&str>,
    hypergraph: &Hypergraph,
    context: &Context,
) -> Result<[Vertices; 2], Exit> {
    let given = hypergraph::named("--given", given, hypergraph, context)?;
    Ok([given, hypergraph::named("--forbidden", forbidden, hypergraph, context)?])
}

/// The problem of a hypergraph with these vertices given, and those forbidden.
///
/// # Errors
/// The exit code; what is wrong was said.
pub(super) fn problem(
    hypergraph: &Hypergraph,
    [given, forbidden]: [&Vertices; 2],
    context: &Context,
) -> Result<Problem, Exit> {
    let cells = |vertices: &Vertices| vertices.iter().map(|vertex| Cell::new(*vertex)).collect::<Vec<_>>();
    let problem = Problem::of_hypergraph(hypergraph.clone()).map_err(|e| {
        context.messages.error(&e.to_string(), None);
        Exit::InvalidInput
    })?;
    Ok(problem.given(cells(given)).forbidden(cells(forbidden)))
}

/// The same whose vertices weigh what a file says.
///
/// # Errors
/// The exit code; what is wrong was said.
fn weighed(file: &WeightsFile, problem: Problem, limits: &Limits, context: &Context) -> Result<Problem, Exit> {
    in_units(file, problem, limits).map_err(|(message, exit)| {
        context.messages.error(&message, None);
        if exit == Exit::Limit && context.interrupt().is_raised() { context.exit_of_signal() } else { exit }
    })
}

/// The problem that certificates of a hypergraph are about.
///
/// # Errors
/// The exit code; what is wrong was said.
pub(super) fn known(file: &Path, leader: Leader<'_>, args: &VerifyArgs) -> Result<Expected, Exit> {
    let context = Context::new(&args.messages)?;
    let hypergraph = hypergraph::read(Some(file), &context)?;
    let [given, forbidden] = conditions(args.given.as_deref(), args.forbidden.as_deref(), &hypergraph, &context)?;
    let name = file.display().to_string();
    let said = |(message, exit): (String, Exit)| {
        context.messages.error(&message, None);
        exit
    };
    let typed = typed(args.given.as_deref(), args.forbidden.as_deref(), &hypergraph)
        .map_err(|message| said((message, Exit::InvalidInput)))?;
    let problem = problem(&hypergraph, [&given, &forbidden], &context)?;
    if leader.files.rows.is_some() {
        return cheapest::known(problem, leader, typed, name).map_err(said);
    }
    let problem = match &args.weights {
        Some(file) => weighed(file, problem, &Limits::none(), &context)?,
        None => problem,
    };
    let text = args.weights.as_ref().and_then(WeightsFile::text);
    let typed = typed.with_weights(text.as_deref());
    let expected = problem.certified(name).map_err(|e| e.to_string()).and_then(|known| {
        let statement = Statement { typed: typed?, cost: None, has_units: args.weights.is_some() };
        Ok(Expected::new(known, Some(statement)))
    });
    expected
        .map(|expected| expected.named_by(problem))
        .map_err(|message| said((format!("{}: {message}", file.display()), Exit::InvalidInput)))
}

/// What was typed of the hitting sets of a hypergraph.
///
/// # Errors
/// What is wrong with an option.
pub(super) fn typed(given: Option<&str>, forbidden: Option<&str>, hypergraph: &Hypergraph) -> Result<Typed, String> {
    Ok(Typed {
        names: (1..=hypergraph.n_vertices).map(|vertex| vertex.to_string()).collect(),
        given: last_look::vertices(given)?,
        forbidden: last_look::vertices(forbidden)?,
        sets: hypergraph.edges.clone(),
        ..Typed::default()
    })
}

/// A hypergraph, and what is asked about it.
struct Asked<'a> {
    args: &'a SolveArgs,
    hypergraph: &'a Hypergraph,
    /// With the conditions, and with weights that are units.
    problem: Problem,
    conditions: [Vertices; 2],
    start: Instant,
}

impl Asked<'_> {
    fn head(&self, status: AnswerStatus) -> Head {
        let file = self.args.hypergraph.as_deref().filter(|path| path.as_os_str() != "-");
        let id = file.and_then(|path| path.file_stem()).map(|stem| stem.to_string_lossy().into_owned());
        let problem = ProblemRecord {
            kind: match self.problem.has_units() {
                true => ProblemRecord::WEIGHTED_HYPERGRAPH,
                false => ProblemRecord::HYPERGRAPH,
            },
            n_variables: self.hypergraph.n_vertices,
            n_rows: self.hypergraph.edges.len(),
            cells: self.problem.unit_names().unwrap_or_default(),
        };
        Head { id, problem: Some(problem), ..Head::new(ResultRecord::SCHEMA, status) }
    }

    fn answer(&self, settings: &Settings, context: &Context) -> Answer {
        let (args, weights) = (self.args, self.args.weights.as_ref().and_then(WeightsFile::text));
        let typed = typed(args.given.as_deref(), args.forbidden.as_deref(), self.hypergraph);
        let typed = match typed.and_then(|typed| typed.with_weights(weights.as_deref())) {
            Ok(typed) => Typed { question: settings.question, ..typed },
            Err(message) => return Answer::Failed(message),
        };
        if args.is_cheapest() {
            let cheapest = Cheapest {
                files: args.leader(),
                typed,
                asked: args.asked(),
                settings,
                limits: args.limits_without_nodes(context),
                max_nodes: args.limits.node_limit,
                context,
                head: &|status| self.head(status),
                start: self.start,
            };
            return cheapest.answer(self.problem.clone()).unwrap_or_else(Answer::of_error);
        }
        let question = Question {
            engines: args.engine,
            settings,
            log_file: args.bilevel.log.clone(),
            limits: &|| args.engine_limits(context),
            context,
            head: &|status| self.head(status),
            start: self.start,
            n_given: None,
            conditions: self.conditions.clone(),
            typed: &typed,
        };
        let answer = question.about(&self.problem, FollowerChoice::Oracle, Beginning::default());
        answer.unwrap_or_else(Answer::of_error)
    }
}
