//! `minclue enumerate`: all puzzles of each grid with a given number of clues.

use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use clap::ArgMatches;

use minclue_core::base::{Cell, Index, Limits};
use minclue_core::sudoku::{Entry, Variant, line};
use minclue_report::{
    AnswerStatus, EnumerationRecord, ErrorRecord, FoundPuzzle, Head, PuzzleRecord, Record, certificate, clues,
    conditions, seconds,
};
use minclue_solver::{Choice, Settings, Solver, solution_within};

use super::answer::Answer;
use super::args::values::as_usize;
use super::args::{Common, EnumerateArgs, FormatArg, LimitArgs, VariantArgs};
use super::cells::Conditions;
use super::certificates::Certificates;
use super::command::Command;
use super::context::Context;
use super::enumerator::{beyond, ending, list_options, n_solutions};
use super::exit::Exit;
use super::file_guard::{FileGuard, Refusal};
use super::hypergraph;
use super::inputs::{Refused, refused};
use super::last_look::{self, Typed};
use super::message::Messages;
use super::output::Layout;
use super::progress::{Progress, Setup, Tally};
use super::record_sink::RecordSink;
use super::runner::{self, EntryVerb};
use super::target;
use super::variant;
use super::version::VERSION;

impl Command for EnumerateArgs {
    fn run(&self) -> Exit {
        enumerate(self)
    }

    fn common(&self) -> Option<&Common> {
        self.hypergraph.is_none().then_some(&self.common)
    }

    fn choose(&mut self, _: &ArgMatches) {
        self.variant.choose_shape(&mut self.common.shape);
    }

    fn conflict(&self) -> Option<String> {
        let of_rules = self.variant.conflict(self.common.shape, self.format);
        of_rules.or_else(|| self.contradiction().map(str::to_owned))
    }
}

fn enumerate(args: &EnumerateArgs) -> Exit {
    if args.hypergraph.is_some() {
        return hypergraph::enumerate(args);
    }
    let messages = Messages::new(args.common.messages.color);
    match Conditions::of_options(args.given.as_deref(), args.forbidden.as_deref(), &messages) {
        Ok(conditions) => {
            let certificates = Certificates::new(args.certify.as_deref());
            let enumerate = Enumerate { args, conditions, certificates, said: Arc::default() };
            let jobs = args.jobs.sharing(args.native.threads, args.limits.memory_limit.is_some());
            runner::run(&args.common, layout(args), jobs, &enumerate)
        }
        Err(exit) => exit,
    }
}

/// In a table, puzzles are rows, unless only their number is wanted.
fn layout(args: &EnumerateArgs) -> Layout {
    if args.count {
        Layout::of::<EnumerationRecord>(args.format)
    } else {
        Layout::list(args.format, PuzzleRecord::COLUMNS)
    }
}

struct Enumerate<'a> {
    args: &'a EnumerateArgs,
    conditions: Conditions,
    certificates: Certificates<'a>,
    /// The number of cells of which it was said last that no puzzle has more clues.
    said: Arc<Mutex<Option<usize>>>,
}

impl EntryVerb for Enumerate<'_> {
    fn refuses(&self, rules: &VariantArgs) -> Option<Refused> {
        let of_engines = || self.args.of_rules(rules).map(refused);
        variant::unsearched(rules).or_else(of_engines)
    }

    /// Puzzles wait with their input.
    fn n_held(&self) -> usize {
        if self.args.count { 256 } else { 16 }
    }

    fn answer(&self, number: usize, entry: &Entry, context: &Context, out: &mut dyn RecordSink) -> Answer {
        self.beyond(entry, self.all(number, entry, context, out))
    }

    fn n_threads(&self, _: usize) -> Option<usize> {
        None
    }

    fn claim(&self, claims: FileGuard) -> Result<(), Refusal> {
        self.certificates.claim(claims, None)
    }

    fn only_one(&self) -> Option<Refusal> {
        self.certificates.only_one()
    }

    fn unanswered(&self, id: Option<String>, status: AnswerStatus, error: ErrorRecord) -> Box<dyn Record> {
        let head = Head::unanswered(EnumerationRecord::SCHEMA, id, status, error);
        Box::new(self.empty(head, self.first()))
    }
}

impl Enumerate<'_> {
    /// The first number of clues.
    fn first(&self) -> usize {
        as_usize(*self.args.clues.start())
    }

    /// The puzzles with each number of clues.
    fn all(&self, number: usize, entry: &Entry, context: &Context, out: &mut dyn RecordSink) -> Answer {
        let certify = match self.certificates.of(number) {
            Ok(certify) => certify,
            Err(refusal) => return refusal.answer(),
        };
        let n_cells = entry.puzzle.shape().n_cells();
        // Of numbers without an end, those that a puzzle can have; of one that is too large, its record.
        let (first, last) = (self.first(), as_usize(*self.args.clues.end()));
        let last = last.min(n_cells).max(first);
        let mut n_clues = first;
        let LimitArgs { time_limit, node_limit, memory_limit } = self.args.limits;
        let limits = context.limits_of_engine(time_limit, None, memory_limit);
        let mut rest = Rest { limits, n_nodes: node_limit };
        loop {
            match self.one(entry, n_clues, certify.as_deref(), &mut rest, context, out) {
                // Its record comes after its puzzles; that of the last number is the answer, or of one with a limit.
                Answer::Known(record) if n_clues < last && record.head().status == AnswerStatus::Done => {
                    if let Err(e) = out.record(record) {
                        return Answer::Output(e);
                    }
                    n_clues += 1;
                }
                // The record says at which number.
                Answer::Failed(message) => {
                    let error = ErrorRecord::new(message.clone());
                    let head =
                        Head::unanswered(EnumerationRecord::SCHEMA, entry.id.clone(), AnswerStatus::Failed, error);
                    return Answer::Unreliable(Box::new(self.empty(head, n_clues)), message);
                }
                answer => return answer,
            }
        }
    }

    /// An answer that says, once all before it are written, that more clues are asked for than there are cells, unless
    /// the input before with such an answer was of this size too.
    fn beyond(&self, entry: &Entry, answer: Answer) -> Answer {
        let n_cells = entry.puzzle.shape().n_cells();
        let beyond =
            beyond(*self.args.clues.end(), n_cells, &format!("the grid has {n_cells} cells"), "puzzle with more clues");
        let is_said = matches!(answer, Answer::Known(_)) && !self.args.common.messages.quiet;
        let Some(message) = beyond.filter(|_| is_said) else { return answer };
        let (said, color) = (Arc::clone(&self.said), self.args.common.messages.color);
        Answer::InOrder(Box::new(move || {
            if said.lock().unwrap_or_else(PoisonError::into_inner).replace(n_cells) != Some(n_cells) {
                Messages::new(color).note(&message);
            }
            answer
        }))
    }

    fn empty(&self, head: Head, n_clues: usize) -> EnumerationRecord {
        EnumerationRecord {
            n_clues,
            minimal: self.args.minimal,
            engine: self.args.engine.to_string().into(),
            max_solutions: Some(n_solutions(self.args)).filter(|n| *n > 1),
            seed: self.args.native.seed,
            only_counted: self.args.count,
            ..EnumerationRecord::new(head, VERSION)
        }
    }

    fn one(
        &self,
        entry: &Entry,
        n_clues: usize,
        certify: Option<&Path>,
        rest: &mut Rest,
        context: &Context,
        out: &mut dyn RecordSink,
    ) -> Answer {
        let (args, start) = (self.args, Instant::now());
        let [given, forbidden] = match self.conditions.of(entry.puzzle.shape()) {
            Ok(conditions) => conditions,
            Err(answer) => return answer,
        };
        let variant = match variant::of(&args.variant, entry) {
            Ok(variant) => variant,
            Err(answer) => return answer,
        };
        let grid = match solution_within(&variant, &entry.puzzle, &rest.limits) {
            Ok(grid) => grid,
            Err(no_grid) => {
                return target::answer(&no_grid, |stop| {
                    let head = target::head(EnumerationRecord::SCHEMA, entry, None, stop.into()).of_variant(&variant);
                    Answer::Known(Box::new(self.empty(head, n_clues)))
                });
            }
        };
        let head = |status| target::head(EnumerationRecord::SCHEMA, entry, Some(&grid), status).of_variant(&variant);
        let problem = target::problem_of(&variant, &grid).given(given.clone()).forbidden(forbidden.clone());
        let n = grid.shape().n();
        let cells = |text: &Option<String>| last_look::grid_cells(text.as_deref(), n);
        let typed = match (cells(&args.given), cells(&args.forbidden)) {
            (Ok(given), Ok(forbidden)) => Typed { given, forbidden, ..last_look::of_grid(&grid) },
            (Err(message), _) | (_, Err(message)) => return Answer::Failed(message),
        };
        let (mut progress, tally) = Progress::of_list(&context.verbosity, Setup::of(&args.native.settings()));
        let id = entry.id.as_deref();
        let mut sink = Sink { args, typed, n_clues, id, variant: &variant, out, tally, held: Vec::new() };
        let mut failure = None;
        let mut visit = |choice: Choice| match sink.take(&choice) {
            Ok(()) => ControlFlow::Continue(()),
            Err(e) => {
                failure = Some(e);
                ControlFlow::Break(())
            }
        };
        let limits = || rest.n_nodes.map_or_else(|| rest.limits.clone(), |n| rest.limits.clone().with_nodes(n));
        let settings = Settings { certificate: certify.map(Path::to_owned), ..args.native.settings() };
        let list = Solver::new(&problem)
            .engine(args.engine)
            .settings(settings)
            .limits_by(&limits)
            .monitor(&mut progress)
            .list(n_clues, &list_options(args), &mut visit);
        let (n_puzzles, held) = (sink.tally.n_found(), sink.held);
        let found = match (failure, list) {
            (Some(Failure::Output(e)), _) => return Answer::Output(e),
            (Some(Failure::NotAsked(what)), _) => {
                let record = self.empty(head(AnswerStatus::Mismatch), n_clues);
                certify.into_iter().for_each(|path| last_look::withdraw(Some(path)));
                return Answer::Unreliable(Box::new(record), last_look::contradicts(&what));
            }
            (None, Err(e)) => return Answer::of_error(e),
            (None, Ok(found)) => found,
        };
        progress.sum_up(&found.work);
        rest.n_nodes = rest.n_nodes.map(|n| n.saturating_sub(found.work.n_nodes));
        let mut record = self.empty(head(found.stop.map_or(AnswerStatus::Done, AnswerStatus::from)), n_clues);
        let numbers = |cells: Vec<Cell>| cells.into_iter().map(Index::get).collect();
        (record.given, record.forbidden) = (numbers(given), numbers(forbidden));
        record.n_puzzles = Some(n_puzzles);
        record.complete = Some(found.stop.is_none());
        record.start = Some(found.start);
        record.search = Some(found.search);
        record.work = Some(found.work);
        record.puzzles = (args.format == FormatArg::Json && !args.count).then_some(held);
        record.proof = found.proof;
        record.seconds = seconds(start.elapsed());
        self.report(&record, &context.messages);
        match found.uncertified {
            Some(message) => Answer::Unreliable(Box::new(record), message),
            None => Answer::Known(Box::new(record)),
        }
    }

    /// Says to people how it ended: among puzzles, or beside a bare number, it would stand in the way.
    fn report(&self, record: &EnumerationRecord, messages: &Messages) {
        let is_whole = record.complete == Some(true);
        if !self.args.format.is_for_people() || (self.args.common.messages.quiet && is_whole) {
            return;
        }
        let n = record.n_puzzles.unwrap_or(0);
        let id = record.head.id.as_ref().map_or_else(String::new, |id| format!("{id}: "));
        let minimal = if record.minimal { "minimal " } else { "" };
        let noun = if n == 1 { "puzzle" } else { "puzzles" };
        let asked = conditions(&record.head, &record.given, &record.forbidden);
        let asked = if asked.is_empty() { asked } else { format!(",{asked}") };
        let found = format!("{id}{n} {minimal}{noun} with {}{asked}", clues(record.n_clues));
        messages.note(&ending(&found, record.head.status, record.seconds));
        if self.args.certify.is_some() && !is_whole {
            messages.note("no certificate is written, since these may not be all");
        }
        certificate(record.proof.as_ref()).iter().for_each(|line| messages.note(line));
    }
}

/// What is left of the limits of a grid for its next number of clues.
struct Rest {
    limits: Limits,
    n_nodes: Option<u64>,
}

/// Where puzzles go as they are found.
struct Sink<'a> {
    args: &'a EnumerateArgs,
    typed: Typed,
    n_clues: usize,
    id: Option<&'a str>,
    variant: &'a Variant,
    out: &'a mut dyn RecordSink,
    tally: Tally,
    /// All of them, for an output that writes them at the end.
    held: Vec<FoundPuzzle>,
}

/// Why no more puzzles are taken.
enum Failure {
    Output(io::Error),
    /// A puzzle is not one that was asked for.
    NotAsked(String),
}

impl Sink<'_> {
    /// Compares a puzzle with what was typed, counts it and writes it.
    fn take(&mut self, choice: &Choice) -> Result<(), Failure> {
        let puzzle = choice.puzzle().expect("the problem is a grid");
        let record = PuzzleRecord::of_grid(self.id.map(str::to_owned), line(puzzle), puzzle.shape())
            .of_question(self.variant, n_solutions(self.args));
        self.typed.listed(record.text(), self.n_clues).map_err(Failure::NotAsked)?;
        if self.args.format == FormatArg::Json && !self.args.count {
            self.held.push(record.puzzle.clone());
        }
        self.tally.add();
        if self.args.count { Ok(()) } else { self.out.puzzle(record).map_err(Failure::Output) }
    }
}
