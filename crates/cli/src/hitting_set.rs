//! `minclue solve --hypergraph`: a minimum hitting set, with proof.

use std::path::Path;
use std::time::Instant;

use minclue_core::base::{Cell, CellSet, Index};
use minclue_core::hitting::Hypergraph;
use minclue_core::problem::{Certifiable as _, ClueProblem as _, HypergraphClues};
use minclue_report::{AnswerStatus, Bounds, ErrorRecord, Head, ProblemRecord, ResultRecord};
use minclue_solver::about::Known;
use minclue_solver::{Asks, Begin, PartialInstance, ProblemInstance as _, with_wide_width};

use super::answer::Answer;
use super::answers::Answers;
use super::args::MessageArgs;
use super::certificates::Certificates;
use super::claims::{Claims, file_of};
use super::context::Context;
use super::exit::Exit;
use super::hypergraph::{self, Vertices};
use super::output::Layout;
use super::question::{self, Question};
use super::solve::SolveArgs;

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
    if let Some(path) = args.hypergraph.as_deref() {
        claims.reads(&file_of("--hypergraph"), path);
    }
    let certificates = Certificates::new(args.certify.as_deref());
    let claimed = certificates.claim(claims, Some(&args.bilevel)).and_then(|()| certificates.of(1));
    let certify = claimed.map_err(|refusal| refusal.report(context.messages))?;
    let hypergraph = hypergraph::read(args.hypergraph.as_deref(), &context)?;
    let given = hypergraph::named("--given", args.given.as_deref(), &hypergraph, &context)?;
    let forbidden = hypergraph::named("--forbidden", args.forbidden.as_deref(), &hypergraph, &context)?;
    let mut answers = Answers::new(context, Layout::of::<ResultRecord>(args.format));
    let asked = Asked { args, hypergraph: &hypergraph, given, forbidden, start };
    let settings = args.settings(certify.as_deref());
    let context = answers.context.clone();
    let answer = with_wide_width!(hypergraph.n_vertices, W => asked.answer::<W>(&settings, &context));
    let unanswered = |status, message| {
        let head = Head { error: Some(ErrorRecord::new(message)), ..asked.head(status) };
        Box::new(question::record(args.engine, &settings, head, Bounds::default(), &[], 0.0)) as _
    };
    let end = answers.take(answer, unanswered);
    answers.is_interrupted();
    Ok(answers.finish(end))
}

/// The problem that certificates of a hypergraph are about.
///
/// # Errors
/// The exit code; what is wrong was said.
pub(super) fn known(file: &Path, messages: &MessageArgs) -> Result<Known, Exit> {
    let context = Context::new(messages)?;
    let hypergraph = hypergraph::read(Some(file), &context)?;
    with_wide_width!(hypergraph.n_vertices, W => {
        let sets = hypergraph.sets::<W>().expect("this width was chosen for it");
        HypergraphClues::<W>::new(hypergraph.n_vertices, sets)
            .map(|problem| Known::new(file.display().to_string(), problem.instance(), None))
    })
    .map_err(|e| {
        context.messages.error(&format!("{}: {e}", file.display()), None);
        Exit::InvalidInput
    })
}

/// A hypergraph, and what is asked about it.
struct Asked<'a> {
    args: &'a SolveArgs,
    hypergraph: &'a Hypergraph,
    given: Vertices,
    forbidden: Vertices,
    start: Instant,
}

impl Asked<'_> {
    fn head(&self, status: AnswerStatus) -> Head {
        let file = self.args.hypergraph.as_deref().filter(|path| path.as_os_str() != "-");
        let id = file.and_then(|path| path.file_stem()).map(|stem| stem.to_string_lossy().into_owned());
        let n_variables = self.hypergraph.n_vertices;
        Head {
            schema: ResultRecord::SCHEMA,
            id,
            grid: None,
            input: None,
            shape: None,
            variant: None,
            problem: Some(ProblemRecord {
                kind: ProblemRecord::HYPERGRAPH,
                n_variables,
                n_rows: self.hypergraph.edges.len(),
                cells: (1..=n_variables).map(|vertex| vertex.to_string()).collect(),
            }),
            status,
            error: None,
        }
    }

    fn answer<const W: usize>(&self, settings: &minclue_solver::Settings, context: &Context) -> Answer
    where
        CellSet<W>: Asks<W>,
    {
        let sets = self.hypergraph.sets::<W>().expect("this width was chosen for it");
        let problem = match HypergraphClues::<W>::new(self.hypergraph.n_vertices, sets) {
            Ok(problem) => problem,
            Err(e) => return Answer::BadFile(e.to_string()),
        };
        let cells = |vertices: &Vertices| vertices.iter().map(|&v| Cell::new(v)).collect::<CellSet<W>>();
        let (given, forbidden) = (cells(&self.given), cells(&self.forbidden));
        let question = Question {
            engines: self.args.engine,
            settings,
            log_file: self.args.bilevel.log.clone(),
            limits: &|| self.args.engine_limits(context),
            context,
            head: &|status| self.head(status),
            start: self.start,
            n_given: None,
            conditions: [given, forbidden].map(|cells| cells.iter().map(Index::get).collect()),
        };
        if given.is_empty() && forbidden.is_empty() {
            return question.answer(&problem, Begin::NOTHING);
        }
        let refused = |message: String| Answer::Refused { message, help: None };
        if let Some(vertex) = (given & forbidden).first() {
            return refused(format!("vertex {} is both given and forbidden", problem.cell_name(vertex)));
        }
        let part = PartialInstance::new(&problem, given, forbidden);
        if !part.is_unique(part.problem().cells()) {
            return refused("all vertices of some hyperedge are forbidden, so nothing hits it".to_owned());
        }
        question.answer(&part, Begin::NOTHING)
    }
}
