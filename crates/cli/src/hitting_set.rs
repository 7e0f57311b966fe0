//! `minclue solve --hypergraph`: a minimum hitting set, with proof.

use std::path::Path;
use std::time::Instant;

use minclue_core::base::{Cell, CellSet, Index as _, Limits};
use minclue_core::hitting::Hypergraph;
use minclue_core::problem::{Certifiable as _, HypergraphClues, MonotoneFollower};
use minclue_report::{AnswerStatus, Bounds, ErrorRecord, Head, ProblemRecord, ResultRecord};
use minclue_solver::about::Known;
use minclue_solver::{Asks, Begin, Constraints, FollowerChoice, PartialInstance, with_wide_width};

use super::answer::Answer;
use super::answers::Answers;
use super::args::{SolveArgs, VerifyArgs};
use super::bilevel::known_of;
use super::certificates::Certificates;
use super::cheapest::{self, Cheapest, Expected, Follower, Leader};
use super::claims::{Claims, file_of};
use super::conditions::ItemConditions;
use super::context::Context;
use super::exit::Exit;
use super::hypergraph;
use super::input::Input;
use super::last_look::{self, Statement, Typed};
use super::question::{self, Question};
use super::weights::{WeightsFile, weighed};

/// Runs the verb on the hypergraph of its arguments.
pub(super) fn solve(args: &SolveArgs) -> Exit {
    match answered(args) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn answered(args: &SolveArgs) -> Result<Exit, Exit> {
    let start = Instant::now();
    let context = Context::new(&args.common.messages)?;
    let mut claims = Claims::output();
    match hypergraph::input(args.hypergraph.as_deref()) {
        Input::File(path) => claims.reads(&file_of("--hypergraph"), &path),
        input => claims.input(&input),
    }
    let claimed = args.leader().claim(&mut claims);
    let certificates = Certificates::new(args.certify.as_deref()).in_pairs(args.is_cheapest());
    let claimed = claimed.and_then(|()| certificates.claim(claims, Some(&args.bilevel)));
    let claimed = claimed.and_then(|()| certificates.of(1));
    let certify = claimed.map_err(|refusal| refusal.report(context.messages))?;
    let hypergraph = hypergraph::read(args.hypergraph.as_deref(), &context)?;
    let conditions = conditions(args.given.as_deref(), args.forbidden.as_deref(), &hypergraph, &context)?;
    let limits = context.limits(args.limits.time_limit, None);
    let wanted = conditions.left_of(&hypergraph);
    let weights = args.weights.as_ref().filter(|_| !args.is_cheapest());
    let weighted = weights.map(|file| weighted(&wanted, file, &limits, &context)).transpose()?;
    let mut answers = Answers::new(context, cheapest::layout(args.is_cheapest(), args.format));
    let asked = Asked { args, hypergraph: &hypergraph, wanted: &wanted, weighted, conditions, start };
    let settings = args.settings(certify.as_deref());
    let context = answers.context.clone();
    let n_cells = asked.weighted.as_ref().map_or(hypergraph.n_vertices, MonotoneFollower::n_cells);
    let answer = with_wide_width!(n_cells, W => asked.answer::<W>(&settings, &context));
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
) -> Result<ItemConditions, Exit> {
    let given = hypergraph::named("--given", given, hypergraph, context)?;
    let forbidden = hypergraph::named("--forbidden", forbidden, hypergraph, context)?;
    Ok(ItemConditions { given, forbidden })
}

/// The vertices with their weights, as what a leader pays for.
///
/// # Errors
/// The exit code; what is wrong was said.
fn weighted(
    hypergraph: &Hypergraph,
    weights: &WeightsFile,
    limits: &Limits,
    context: &Context,
) -> Result<MonotoneFollower, Exit> {
    weighed(weights, follower_of(hypergraph), limits).map_err(|(message, exit)| {
        context.messages.error(&message, None);
        if exit == Exit::Limit && context.interrupt().is_raised() { context.exit_of_signal() } else { exit }
    })
}

/// The hyperedges that are not hit, as what a follower answers.
fn follower_of(hypergraph: &Hypergraph) -> MonotoneFollower {
    MonotoneFollower::of_hypergraph(hypergraph.n_vertices, &hypergraph.edges, "hypergraph")
}

/// The problem that certificates of a hypergraph are about.
///
/// # Errors
/// The exit code; what is wrong was said.
pub(super) fn known(file: &Path, leader: Leader<'_>, args: &VerifyArgs) -> Result<Expected, Exit> {
    let context = Context::new(&args.messages)?;
    let hypergraph = hypergraph::read(Some(file), &context)?;
    let conditions = conditions(args.given.as_deref(), args.forbidden.as_deref(), &hypergraph, &context)?;
    let name = file.display().to_string();
    let said = |(message, exit): (String, Exit)| {
        context.messages.error(&message, None);
        exit
    };
    let typed = typed(args.given.as_deref(), args.forbidden.as_deref(), &hypergraph)
        .map_err(|message| said((message, Exit::InvalidInput)))?;
    if leader.files.rows.is_some() {
        let follower = Follower::of_any_answer(follower_of(&hypergraph));
        return follower.known(leader, &conditions, typed, name).map_err(said);
    }
    let hypergraph = conditions.left_of(&hypergraph);
    let known = match &args.weights {
        Some(weights) => known_of(&weighted(&hypergraph, weights, &Limits::none(), &context)?, None, name),
        None => with_wide_width!(hypergraph.n_vertices, W => {
            let sets = hypergraph.sets::<W>().expect("this width was chosen for it");
            HypergraphClues::<W>::new(hypergraph.n_vertices, sets)
                .map(|problem| Known::new(name, problem.instance(), None))
        })
        .map_err(|e| e.to_string()),
    };
    let text = args.weights.as_ref().and_then(WeightsFile::text);
    let typed = typed.with_weights(text.as_deref());
    let expected = known.and_then(|known| {
        let statement = Statement { typed: typed?, cost: None, has_units: args.weights.is_some() };
        Ok(Expected::new(known, Some(statement)))
    });
    expected.map_err(|message| said((format!("{}: {message}", file.display()), Exit::InvalidInput)))
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
    /// What is left of it under the conditions where there are no rows.
    wanted: &'a Hypergraph,
    weighted: Option<MonotoneFollower>,
    conditions: ItemConditions,
    start: Instant,
}

impl Asked<'_> {
    fn head(&self, status: AnswerStatus) -> Head {
        let file = self.args.hypergraph.as_deref().filter(|path| path.as_os_str() != "-");
        let id = file.and_then(|path| path.file_stem()).map(|stem| stem.to_string_lossy().into_owned());
        let n_variables = self.hypergraph.n_vertices;
        let weighted = self.weighted.as_ref();
        let cells = match weighted {
            Some(weighted) => (0..weighted.n_cells()).map(|cell| weighted.cell_name(cell).to_owned()).collect(),
            None => (1..=n_variables).map(|vertex| vertex.to_string()).collect(),
        };
        let problem = ProblemRecord {
            kind: match weighted.is_some_and(MonotoneFollower::has_prices) {
                true => ProblemRecord::WEIGHTED_HYPERGRAPH,
                false => ProblemRecord::HYPERGRAPH,
            },
            n_variables,
            n_rows: self.hypergraph.edges.len(),
            cells,
        };
        Head { id, problem: Some(problem), ..Head::new(ResultRecord::SCHEMA, status) }
    }

    fn answer<const W: usize>(&self, settings: &minclue_solver::Settings, context: &Context) -> Answer
    where
        CellSet<W>: Asks<W>,
    {
        let refused = |message: String| Answer::Refused { message, help: None };
        let ItemConditions { given, forbidden } = &self.conditions;
        if let Some(vertex) = self.conditions.clash() {
            return refused(format!("vertex {} is both given and forbidden", vertex + 1));
        }
        if self.wanted.edges.iter().any(Vec::is_empty) {
            return refused("all vertices of some hyperedge are forbidden, so nothing hits it".to_owned());
        }
        let clues = |hypergraph: &Hypergraph| {
            let sets = hypergraph.sets::<W>().expect("this width was chosen for it");
            HypergraphClues::<W>::new(hypergraph.n_vertices, sets)
        };
        let (args, weights) = (self.args, self.args.weights.as_ref().and_then(WeightsFile::text));
        let typed = typed(args.given.as_deref(), args.forbidden.as_deref(), self.hypergraph);
        let typed = match typed.and_then(|typed| typed.with_weights(weights.as_deref())) {
            Ok(typed) => Typed { question: settings.question, ..typed },
            Err(message) => return Answer::Failed(message),
        };
        if self.args.is_cheapest() {
            let cheapest = Cheapest {
                files: self.args.leader(),
                conditions: &self.conditions,
                typed,
                asked: self.args.asked(),
                settings,
                limits: self.args.limits_without_nodes(context),
                max_nodes: self.args.limits.node_limit,
                context,
                head: &|status| self.head(status),
                start: self.start,
            };
            return match clues(self.hypergraph) {
                Ok(problem) => cheapest.answer(&problem, Follower::of_any_answer(follower_of(self.hypergraph))),
                Err(e) => Answer::BadFile(e.to_string()),
            };
        }
        let question = Question {
            engines: self.args.engine,
            settings,
            log_file: self.args.bilevel.log.clone(),
            limits: &|| self.args.engine_limits(context),
            context,
            head: &|status| self.head(status),
            start: self.start,
            n_given: None,
            conditions: [given.clone(), forbidden.clone()],
            typed: &typed,
        };
        if let Some(weighted) = &self.weighted {
            return match Constraints::<W>::new(weighted, FollowerChoice::Oracle) {
                Ok(instance) => {
                    let instance = instance.without(forbidden);
                    let cells = forbidden.iter().flat_map(|vertex| weighted.item_cells::<W>(*vertex)).collect();
                    question.answer(&PartialInstance::without(&instance, cells), Begin::NOTHING)
                }
                Err(why) => Answer::none(why),
            };
        }
        match clues(self.wanted) {
            Ok(problem) => {
                let cells = forbidden.iter().map(|vertex| Cell::new(*vertex)).collect();
                question.answer(&PartialInstance::without(&problem, cells), Begin::NOTHING)
            }
            Err(e) => Answer::BadFile(e.to_string()),
        }
    }
}
