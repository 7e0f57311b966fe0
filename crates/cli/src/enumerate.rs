//! `minclue enumerate`: all puzzles of each grid with a given number of clues.

use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use clap::ArgMatches;

use minclue_core::base::{CellSet, Index, Limits};
use minclue_core::problem::SudokuClues;
use minclue_core::sudoku::{Entry, Shape, line};
use minclue_engines::engine::EnumerationQuery;
use minclue_report::{
    AnswerStatus, EnumerationRecord, ErrorRecord, FoundPuzzle, Head, PuzzleRecord, Record, certificate, clues, seconds,
};
use minclue_solver::{Asks, EngineName, EnumerationRequest, ProblemInstance as _, not_unique, with_width};

use super::answer::Answer;
use super::args::values::as_usize;
use super::args::{Common, EnumerateArgs, FormatArg, LimitArgs};
use super::cells::Conditions;
use super::certificates::Certificates;
use super::claims::{Claims, Refusal};
use super::command::Command;
use super::context::Context;
use super::enumerator::{ending, n_solutions, puzzles, searcher};
use super::exit::Exit;
use super::hypergraph;
use super::last_look::{self, Typed};
use super::message::Messages;
use super::output::Layout;
use super::progress::{Progress, Setup, Tally};
use super::record_sink::RecordSink;
use super::runner::{self, EntryVerb};
use super::target::{self, is_unique_of};
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

/// Runs the verb.
fn enumerate(args: &EnumerateArgs) -> Exit {
    if args.hypergraph.is_some() {
        return hypergraph::enumerate(args);
    }
    let messages = Messages::new(args.common.messages.color);
    match Conditions::of_options(args.given.as_deref(), args.forbidden.as_deref(), &messages) {
        Ok(conditions) => {
            let certificates = Certificates::new(args.certify.as_deref());
            let enumerate = Enumerate { args, conditions, certificates };
            runner::run(&args.common, layout(args), args.jobs.jobs, &enumerate)
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
}

impl EntryVerb for Enumerate<'_> {
    /// Puzzles wait with their input.
    fn n_held(&self) -> usize {
        if self.args.count { 256 } else { 16 }
    }

    fn answer(&self, number: usize, entry: &Entry, context: &Context, out: &mut dyn RecordSink) -> Answer {
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
            let certify = certify.as_deref();
            let answer = with_width!(n_cells, W => self.one::<W>(entry, n_clues, certify, &mut rest, context, out));
            match answer {
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

    fn claim(&self, claims: Claims) -> Result<(), Refusal> {
        self.certificates.claim(claims, None)
    }

    fn only_one(&self) -> Option<Refusal> {
        self.certificates.only_one()
    }

    fn n_threads(&self, _: usize) -> Option<usize> {
        None
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

    fn empty(&self, head: Head, n_clues: usize) -> EnumerationRecord {
        EnumerationRecord {
            head,
            n_clues,
            minimal: self.args.minimal,
            given: Vec::new(),
            forbidden: Vec::new(),
            engine: self.args.engine.to_string().into(),
            max_solutions: Some(n_solutions(self.args)).filter(|n| *n > 1),
            start: None,
            search: None,
            proof: None,
            n_puzzles: None,
            complete: None,
            work: None,
            seconds: 0.0,
            seed: self.args.native.seed,
            version: VERSION,
            puzzles: None,
            only_counted: self.args.count,
        }
    }

    fn wanted<const W: usize>(&self, shape: Shape, n_clues: usize) -> Result<EnumerationQuery<W>, Answer> {
        let [given, forbidden] = self.conditions.of::<W>(shape)?;
        Ok(EnumerationQuery {
            n_clues,
            puzzles: puzzles(self.args),
            given,
            forbidden,
            n_solutions: n_solutions(self.args),
        })
    }

    fn one<const W: usize>(
        &self,
        entry: &Entry,
        n_clues: usize,
        certify: Option<&Path>,
        rest: &mut Rest,
        context: &Context,
        out: &mut dyn RecordSink,
    ) -> Answer
    where
        CellSet<W>: Asks<W>,
    {
        let start = Instant::now();
        let wanted = match self.wanted::<W>(entry.puzzle.shape(), n_clues) {
            Ok(wanted) => wanted,
            Err(answer) => return answer,
        };
        let limits = rest.limits.clone();
        let variant = match variant::of(&self.args.variant, &entry.puzzle) {
            Ok(variant) => variant,
            Err(answer) => return answer,
        };
        let grid = match target::grid_of::<W>(&variant, &entry.puzzle, &limits) {
            Ok(grid) => grid,
            Err(no_grid) => {
                return target::answer(&no_grid, |stop| {
                    let head = target::head(EnumerationRecord::SCHEMA, entry, None, stop.into()).of_variant(&variant);
                    Answer::Known(Box::new(self.empty(head, n_clues)))
                });
            }
        };
        let problem = SudokuClues::<W>::of(&variant, grid).expect("the solver keeps the rules");
        let name = searcher(self.args.engine);
        let regions = self.args.regions.unwrap_or_default();
        let source = (self.args.source, regions);
        let (family, sets) = match CellSet::<W>::sets_to_enumerate(name, source, n_clues, &problem, &limits) {
            Ok(found) => found,
            Err(message) => return Answer::Failed(message),
        };
        let limits = rest.n_nodes.map_or_else(|| limits.clone(), |n| limits.clone().with_nodes(n));
        let setup = Setup::of(&self.args.native.settings());
        let (mut progress, tally) =
            Progress::of_enumeration(&context.verbosity, setup, name, &problem.line(), sets.n_sets);
        let id = entry.id.as_deref();
        let n = problem.grid().shape().n();
        let cells = |text: &Option<String>| last_look::grid_cells(text.as_deref(), n);
        let typed = match (cells(&self.args.given), cells(&self.args.forbidden)) {
            (Ok(given), Ok(forbidden)) => Typed { given, forbidden, ..last_look::of_grid(problem.grid()) },
            (Err(message), _) | (_, Err(message)) => return Answer::Failed(message),
        };
        let mut sink = Sink {
            args: self.args,
            typed,
            n_clues,
            name,
            n_solutions: n_solutions(self.args),
            id,
            problem: &problem,
            out,
            tally,
            held: Vec::new(),
        };
        let mut failure = None;
        let mut visit = |clues| match sink.take(clues) {
            Ok(()) => ControlFlow::Continue(()),
            Err(e) => {
                failure = Some(e);
                ControlFlow::Break(())
            }
        };
        let request = EnumerationRequest {
            engine: name,
            options: self.args.native.settings().native(),
            sets: &family,
            query: &wanted,
            limits: &limits,
            observer: &mut progress,
            certify: certify.map(|path| (path, &problem as _)),
        };
        let found = match CellSet::<W>::enumerate(&problem, request, &mut visit) {
            Ok(found) => found,
            Err(message) => return Answer::Failed(message),
        };
        progress.sum_up(&found.work);
        rest.n_nodes = rest.n_nodes.map(|n| n.saturating_sub(found.work.n_nodes));
        let (n_puzzles, held) = (sink.tally.n_found(), sink.held);
        match failure {
            Some(Failure::Output(e)) => return Answer::Output(e),
            Some(Failure::NotUnique(message)) => return Answer::Failed(message),
            Some(Failure::NotAsked(what)) => {
                let status = AnswerStatus::Mismatch;
                let head = target::head(EnumerationRecord::SCHEMA, entry, Some(problem.grid()), status);
                let record = self.empty(head.of_variant(&variant), n_clues);
                certify.into_iter().for_each(|path| last_look::withdraw(Some(path)));
                return Answer::Unreliable(Box::new(record), last_look::contradicts(&what));
            }
            None => {}
        }
        let status = found.stop.map_or(AnswerStatus::Done, AnswerStatus::from);
        let head = target::head(EnumerationRecord::SCHEMA, entry, Some(problem.grid()), status).of_variant(&variant);
        let mut record = self.empty(head, n_clues);
        record.given = wanted.given.iter().map(Index::get).collect();
        record.forbidden = wanted.forbidden.iter().map(Index::get).collect();
        record.n_puzzles = Some(n_puzzles);
        record.complete = Some(found.stop.is_none());
        record.start = Some(sets);
        record.search = Some(found.search);
        record.work = Some(found.work);
        record.puzzles = (self.args.format == FormatArg::Json && !self.args.count).then_some(held);
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
        let found = format!("{id}{n} {minimal}{noun} with {}", clues(record.n_clues));
        messages.note(&ending(&found, record.head.status, record.seconds));
        if self.args.certify.is_some() && !is_whole {
            messages.note("no certificate is written, since it would say that these are all");
        }
        certificate(record.proof.as_ref()).iter().for_each(|line| messages.note(line));
    }
}

/// What is left of the limits of a grid for its next number of clues.
struct Rest {
    /// Time and memory.
    limits: Limits,
    n_nodes: Option<u64>,
}

/// Where puzzles go as they are found.
struct Sink<'a, const W: usize> {
    args: &'a EnumerateArgs,
    typed: Typed,
    n_clues: usize,
    name: EngineName,
    n_solutions: usize,
    id: Option<&'a str>,
    problem: &'a SudokuClues<W>,
    out: &'a mut dyn RecordSink,
    tally: Tally,
    /// All of them, for an output that writes them at the end.
    held: Vec<FoundPuzzle>,
}

/// Why no more puzzles are taken.
enum Failure {
    Output(io::Error),
    /// A puzzle is none: a defect.
    NotUnique(String),
    /// A puzzle is not one that was asked for.
    NotAsked(String),
}

impl<const W: usize> Sink<'_, W> {
    /// Checks a puzzle once more, counts it and writes it.
    fn take(&mut self, clues: CellSet<W>) -> Result<(), Failure> {
        let grid = self.problem.grid();
        let puzzle = line(&grid.puzzle(clues));
        if self.n_solutions == 1 && !is_unique_of(self.problem.variant(), grid, clues) {
            return Err(Failure::NotUnique(not_unique(&puzzle, &self.name.text())));
        }
        self.typed.listed(&puzzle, self.n_clues).map_err(Failure::NotAsked)?;
        let record = PuzzleRecord::of_grid(self.id.map(str::to_owned), puzzle, grid.shape());
        if self.args.format == FormatArg::Json && !self.args.count {
            self.held.push(record.puzzle.clone());
        }
        self.tally.add();
        if self.args.count { Ok(()) } else { self.out.puzzle(record).map_err(Failure::Output) }
    }
}
