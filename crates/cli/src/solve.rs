//! `minclue solve`: the minimum number of clues of each grid.

use std::path::Path;
use std::time::Instant;

use clap::ArgMatches;

use minclue_core::base::{Cell, Index as _, Limits, Stop};
use minclue_core::sudoku::{Entry, Grid, Rule};
use minclue_report::{
    AnswerStatus, BilevelRecord, BoundQuestion, Bounds, ErrorRecord, Head, Record, ResultRecord, seconds,
};
use minclue_solver::{
    Engines, Error, FollowerChoice, GivenSets, GivenSetsReport, Problem, SetSource, Settings, solution_within,
};

use super::answer::Answer;
use super::args::values::as_usize;
use super::args::{
    Common, LimitArgs, REGIONS, SolveArgs, VariantArgs, about_bilevel, choose_bilevel, engines, has_bilevel,
    independent, is_engine_said, of_hypergraph, one_at_a_time,
};
use super::cells::Conditions;
use super::certificates::Certificates;
use super::cheapest::{self, Asked, Cheapest};
use super::command::Command;
use super::context::Context;
use super::exit::Exit;
use super::file_guard::{FileGuard, Refusal};
use super::hitting_set;
use super::inputs::{Refused, refused};
use super::last_look::{self, Typed};
use super::message::Messages;
use super::question::{self, Beginning, Question};
use super::record_sink::RecordSink;
use super::rule_puzzle::{self, RuleSolutions};
use super::runner::{self, EntryVerb};
use super::set_file;
use super::target;
use super::variant;
use super::weights::LeaderFiles;

const NATIVE_SOURCE: &str =
    "--source is for the bilevel engine and published searches: use --engine bilevel, both or a search, or omit it";
const CERTIFIED_PART: &str =
    "--given and --forbidden cannot be used with --certify: certificates of grids have no conditions";
const LEAST_WEIGHT: &str = "--weights and --rows cannot be used with --at-most, --at-least, --source, --from, --max-sets, --independent, and the options of the bilevel engine";
const PUBLISHED: &str = "published searches have no weights; use --engine native, bilevel or both";
const OF_RULES: &str = "--weights, --rows, --from, --source and --max-sets do not support these rules; `minclue puzzle` has --weights and --rows for them";
const STATE: &str = "--state cannot be used with --given and --forbidden";

impl Command for SolveArgs {
    fn run(&self) -> Exit {
        if self.hypergraph.is_some() {
            return hitting_set::solve(self);
        }
        let messages = Messages::new(self.common.messages.color);
        let conditions = Conditions::of_options(self.given.as_deref(), self.forbidden.as_deref(), &messages);
        match conditions
            .and_then(|conditions| Ok((conditions, set_file::Sets::open(self.from.as_deref(), &self.common)?)))
        {
            Ok((conditions, from)) => {
                let certificates = Certificates::new(self.certify.as_deref()).in_pairs(self.is_cheapest());
                let layout = cheapest::layout(self.is_cheapest(), self.format);
                let solve = Solve { args: self, conditions, certificates, from };
                let bilevel = &self.bilevel;
                let is_shared = self.limits.memory_limit.is_some() || bilevel.state.is_some() || bilevel.log.is_some();
                let jobs = self.jobs.sharing(self.native.threads, is_shared);
                runner::run(&self.common, layout, jobs, &solve)
            }
            Err(exit) => exit,
        }
    }

    fn common(&self) -> Option<&Common> {
        // The input of a campaign is cut into tasks, which a hypergraph cannot be, and their answers are numbers of
        // clues.
        (self.hypergraph.is_none() && !self.is_cheapest()).then_some(&self.common)
    }

    fn conflict(&self) -> Option<String> {
        if let Some(message) = self.hypergraph.as_ref().and_then(|_| of_hypergraph(self.format)) {
            return Some(message.to_owned());
        }
        let of_engine = self.bilevel.asked_for().filter(|_| !self.independent).filter(|_| !has_bilevel(self.engine));
        if self.hypergraph.is_some() && self.independent {
            return Some("--independent is for grids only; use --engine both with --hypergraph".to_owned());
        }
        if self.source.is_some() && self.engine == Engines::Native && !self.is_cheapest() {
            return Some(NATIVE_SOURCE.to_owned());
        }
        let of_regions = (self.regions.is_some() && self.source != Some(SetSource::Region)).then_some(REGIONS);
        let apart = || independent(self.engine, &self.bilevel, self.source, self.from.is_some());
        let apart = || self.independent.then(apart).flatten();
        let engines = || engines(self.engine, &self.bilevel, self.certify.is_some());
        let is_part = self.given.is_some() || self.forbidden.is_some();
        if is_part && self.certify.is_some() && self.hypergraph.is_none() && !self.is_cheapest() {
            return Some(CERTIFIED_PART.to_owned());
        }
        let is_bound = self.at_most.is_some() || self.at_least.is_some();
        let has_sets = self.source.is_some() || self.from.is_some() || self.max_sets.is_some();
        if self.is_cheapest() && (is_bound || has_sets || self.independent || self.bilevel.asked_for().is_some()) {
            return Some(LEAST_WEIGHT.to_owned());
        }
        if self.is_cheapest() && self.is_engine_said {
            return Some(cheapest::ENGINE.to_owned());
        }
        if self.weights.is_some() && matches!(self.engine, Engines::Published(_)) {
            return Some(PUBLISHED.to_owned());
        }
        let of_state = (is_part && self.bilevel.state.is_some()).then_some(STATE);
        let of_variant = || self.of_rules(&self.variant);
        let more = || of_state.or_else(engines).or_else(of_variant).or(of_regions).or_else(apart).map(str::to_owned);
        let of_jobs = || one_at_a_time(self.jobs, &self.bilevel).map(str::to_owned);
        let of_rules = self.variant.conflict(self.common.shape, self.format);
        of_rules.or_else(|| of_engine.map(about_bilevel)).or_else(more).or_else(of_jobs)
    }

    fn choose(&mut self, matches: &ArgMatches) {
        self.variant.choose_shape(&mut self.common.shape);
        self.is_engine_said = is_engine_said(matches);
        self.bilevel.note_explicit(matches);
        if !self.independent {
            let asked_for = self.bilevel.asked_for().or(self.source.map(|_| "--source"));
            choose_bilevel(&mut self.engine, asked_for, matches);
        }
    }
}

struct Solve<'a> {
    args: &'a SolveArgs,
    conditions: Conditions,
    certificates: Certificates<'a>,
    from: Option<set_file::Sets>,
}

impl EntryVerb for Solve<'_> {
    fn refuses(&self, rules: &VariantArgs) -> Option<Refused> {
        self.args.of_rules(rules).map(refused)
    }

    fn answer(&self, number: usize, entry: &Entry, context: &Context, _: &mut dyn RecordSink) -> Answer {
        match self.certificates.of(number) {
            Ok(certify) => self.one(entry, certify.as_deref(), context),
            Err(refusal) => refusal.answer(),
        }
    }

    fn claim(&self, mut claims: FileGuard) -> Result<(), Refusal> {
        claims.reads_from(self.args.from.as_deref());
        self.args.leader().claim(&mut claims)?;
        self.certificates.claim(claims, Some(&self.args.bilevel))
    }

    fn only_one(&self) -> Option<Refusal> {
        self.certificates.only_one()
    }

    fn n_threads(&self, _: usize) -> Option<usize> {
        None
    }

    fn unanswered(&self, id: Option<String>, status: AnswerStatus, error: ErrorRecord) -> Box<dyn Record> {
        if self.args.is_cheapest() {
            let head = Head::unanswered(BilevelRecord::SCHEMA, id, status, error);
            return Box::new(cheapest::unanswered(self.args.asked(), head));
        }
        Box::new(self.unanswered_record(Head::unanswered(ResultRecord::SCHEMA, id, status, error), 0.0))
    }
}

impl SolveArgs {
    /// What is said of the choice of clues.
    pub(super) fn leader(&self) -> LeaderFiles<'_> {
        LeaderFiles { weights: self.weights.as_ref(), rows: self.rows.as_deref() }
    }

    /// Is the least weight of clues wanted, as a bilevel program? The vertices of a hypergraph may have weights without
    /// it.
    pub(super) fn is_cheapest(&self) -> bool {
        self.rows.is_some() || (self.weights.is_some() && self.hypergraph.is_none())
    }

    /// What these rules, of `--variant` or of an entry, do not go with.
    fn of_rules(&self, rules: &VariantArgs) -> Option<&'static str> {
        if rules.variant.iter().all(Rule::is_searched) {
            rules.of_engines(self.engine, self.source, self.independent)
        } else if self.is_cheapest() || self.from.is_some() || self.source.is_some() || self.max_sets.is_some() {
            Some(OF_RULES)
        } else if self.independent {
            Some("--independent does not support these rules; use --engine both")
        } else {
            let is_published = matches!(self.engine, Engines::Published(_));
            is_published.then_some("published searches do not support these rules; use --engine native or both")
        }
    }

    pub(super) fn asked(&self) -> Asked {
        cheapest::asked(self.native.seed)
    }

    /// What is said to the engines.
    pub(super) fn settings(&self, certify: Option<&Path>) -> Settings {
        Settings {
            bilevel: self.bilevel.settings.clone(),
            state: self.bilevel.state.clone(),
            question: self.at_most.map(BoundQuestion::AtMost).or(self.at_least.map(BoundQuestion::AtLeast)),
            source: self.source,
            regions: self.regions.unwrap_or_default(),
            max_sets: self.max_sets.map(as_usize),
            certificate: certify.map(Path::to_owned),
            independent: self.independent,
            ..self.native.settings()
        }
    }

    /// The same limits, with that on processor time.
    fn of_processor(&self, limits: Limits) -> Limits {
        match self.cpu_limit {
            Some(time) => limits.with_cpu_time(time),
            None => limits,
        }
    }

    /// The limits of one engine.
    pub(super) fn engine_limits(&self, context: &Context) -> Limits {
        let LimitArgs { time_limit, node_limit, memory_limit } = self.limits;
        self.of_processor(context.limits_of_engine(time_limit, node_limit, memory_limit))
    }

    /// The same where nodes are counted by whoever asks.
    pub(super) fn limits_without_nodes(&self, context: &Context) -> Limits {
        self.of_processor(context.limits_of_engine(self.limits.time_limit, None, self.limits.memory_limit))
    }
}

/// A grid that is asked about, whatever its rules are.
struct AskedGrid<'a> {
    entry: &'a Entry,
    problem: Problem,
    /// Cells that must be clues.
    given: Vec<Cell>,
    /// Cells that must not be clues.
    forbidden: Vec<Cell>,
    typed: Typed,
    /// The head of the record.
    head: &'a dyn Fn(AnswerStatus) -> Head,
    start: Instant,
}

impl Solve<'_> {
    fn settings(&self, certify: Option<&Path>) -> Settings {
        self.args.settings(certify)
    }

    fn one(&self, entry: &Entry, certify: Option<&Path>, context: &Context) -> Answer {
        let start = Instant::now();
        let limits = context.limits(self.args.limits.time_limit, None);
        let rules = variant::rules(&self.args.variant, entry);
        if !rules.iter().all(Rule::is_searched) {
            return self.of_rules(entry, &rules, certify, context, start);
        }
        let variant = match variant::of(&self.args.variant, entry) {
            Ok(variant) => variant,
            Err(answer) => return answer,
        };
        let grid = match solution_within(&variant, &entry.puzzle, &limits) {
            Ok(grid) => grid,
            // A puzzle whose solution was not found in time.
            Err(no_grid) => {
                return target::answer(&no_grid, |stop| {
                    let head = target::head(ResultRecord::SCHEMA, entry, None, stop.into()).of_variant(&variant);
                    Answer::Known(Box::new(self.unanswered_record(head, seconds(start.elapsed()))))
                });
            }
        };
        let settings = self.settings(certify);
        let (places, sets) = match set_file::of_grid(self.from.as_ref(), &grid) {
            Ok(given) => given,
            Err(answer) => return answer,
        };
        let [given, forbidden] = match self.conditions.of(grid.shape()) {
            Ok(conditions) => conditions,
            Err(answer) => return answer,
        };
        let typed = match self.typed(&grid) {
            Ok(typed) => typed,
            Err(message) => return Answer::Failed(message),
        };
        let problem = target::problem_of(&variant, &grid).given(given.clone()).forbidden(forbidden.clone());
        if self.args.is_cheapest() {
            let cheapest = Cheapest {
                files: self.args.leader(),
                typed,
                asked: self.args.asked(),
                settings: &settings,
                limits: self.args.limits_without_nodes(context),
                max_nodes: self.args.limits.node_limit,
                context,
                head: &|status| target::head(BilevelRecord::SCHEMA, entry, Some(&grid), status).of_variant(&variant),
                start,
            };
            return cheapest.answer(problem).unwrap_or_else(Answer::of_error);
        }
        let heard = |report: &GivenSetsReport| self.from.iter().for_each(|from| from.note(report, &context.messages));
        let sets =
            sets.map(|sets| GivenSets { sets, max_sets: settings.max_sets, heard: Some(&heard), max_size: None });
        let head = |status| target::head(ResultRecord::SCHEMA, entry, Some(&grid), status).of_variant(&variant);
        let asked = AskedGrid { entry, problem, given, forbidden, typed, head: &head, start };
        let answer = self.ask(asked, &settings, context, sets);
        answer.unwrap_or_else(|e| set_file::answer(self.from.as_ref(), &places, e))
    }

    /// Asks about the puzzles of a grid that keep the conditions; `sets` go with none.
    fn ask(
        &self,
        asked: AskedGrid<'_>,
        settings: &Settings,
        context: &Context,
        sets: Option<GivenSets<'_>>,
    ) -> Result<Answer, Error> {
        let AskedGrid { entry, problem, given, forbidden, typed, head, start } = asked;
        if let Err(e) = problem.check() {
            return Ok(Answer::Refused { message: format!("no puzzle is possible: {e}"), help: None });
        }
        let puzzle = entry.puzzle.as_grid().is_none().then(|| entry.puzzle.clue_cells());
        let is_part = !given.is_empty() || !forbidden.is_empty();
        let question = Question {
            engines: self.args.engine,
            settings,
            log_file: self.args.bilevel.log.clone(),
            limits: &|| self.limits(context),
            context,
            head,
            start,
            // What is said of a puzzle is about its grid without conditions.
            n_given: puzzle.as_ref().filter(|_| !is_part).map(Vec::len),
            conditions: [&given, &forbidden].map(|cells| cells.iter().map(|cell| cell.get()).collect()),
            typed: &typed,
        };
        // As a start a puzzle serves where it keeps the conditions.
        let keeps = |clues: &Vec<Cell>| clues.iter().all(|cell| !forbidden.contains(cell));
        let known = puzzle.filter(keeps).map(|clues| clues.into_iter().chain(given).collect::<Vec<_>>());
        let begin = Beginning { puzzle: known.as_deref(), sets: sets.filter(|_| !is_part) };
        question.about(&problem, FollowerChoice::Oracle, begin)
    }

    /// The answer for a grid with rules that are neither houses nor moves.
    fn of_rules(
        &self,
        entry: &Entry,
        rules: &[Rule],
        certify: Option<&Path>,
        context: &Context,
        start: Instant,
    ) -> Answer {
        let head = |status, solved| {
            rule_puzzle::of_rules(target::head(ResultRecord::SCHEMA, entry, None, status), solved, rules)
        };
        let limits = context.limits(self.args.limits.time_limit, None);
        let stopped = |stop: Stop| -> Answer {
            Answer::Known(Box::new(self.unanswered_record(head(stop.into(), None), seconds(start.elapsed()))))
        };
        let puzzle = match rule_puzzle::solutions(entry, rules, &limits, stopped) {
            Ok(RuleSolutions::One(puzzle)) => puzzle,
            Ok(other) => return target::answer(&other.refusal(), |_| Answer::NoRecord),
            Err(answer) => return answer,
        };
        let [given, forbidden] = match self.conditions.of(entry.puzzle.shape()) {
            Ok(conditions) => conditions,
            Err(answer) => return answer,
        };
        let settings = self.settings(certify);
        let [typed_given, typed_forbidden] =
            [&given, &forbidden].map(|cells| cells.iter().map(|cell| cell.get()).collect());
        let typed = Typed {
            given: typed_given,
            forbidden: typed_forbidden,
            question: settings.question,
            ..puzzle.model.typed()
        };
        let problem = puzzle.model.problem.clone().given(given.clone()).forbidden(forbidden.clone());
        let head = |status| head(status, Some(&*puzzle));
        let asked = AskedGrid { entry, problem, given, forbidden, typed, head: &head, start };
        self.ask(asked, &settings, context, None).unwrap_or_else(Answer::of_error)
    }

    /// What was typed of the puzzles of this grid.
    fn typed(&self, grid: &Grid) -> Result<Typed, String> {
        let n = grid.shape().n();
        let cells = |text: &Option<String>| last_look::grid_cells(text.as_deref(), n);
        Ok(Typed {
            given: cells(&self.args.given)?,
            forbidden: cells(&self.args.forbidden)?,
            question: self.settings(None).question,
            ..last_look::of_grid(grid)
        })
    }

    /// The limits of one engine.
    fn limits(&self, context: &Context) -> Limits {
        self.args.engine_limits(context)
    }

    /// The record of an input that reached no engine.
    fn unanswered_record(&self, head: Head, seconds: f64) -> ResultRecord {
        question::record(self.args.engine, &self.settings(None), head, Bounds::default(), &[], seconds)
    }
}
