//! `minclue enumerate --hypergraph`: all hitting sets of a hypergraph with a given number of vertices.

use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use minclue_core::base::{Index as _, TextLimits};
use minclue_core::hitting::{Hypergraph, read_hgr};
use minclue_core::sudoku::Place;
use minclue_report::{AnswerStatus, Head, HittingSetRecord, HittingSetsRecord, seconds};
use minclue_solver::{Choice, Problem, Solver};

use super::args::values::as_usize;
use super::args::{EnumerateArgs, FormatArg, LimitArgs};
use super::context::Context;
use super::enumerator::{beyond, ending, list_options};
use super::exit::Exit;
use super::hitting_set;
use super::input::Input;
use super::last_look::{self, Typed};
use super::output::{self, Layout, Output};
use super::progress::{Progress, Setup, Tally};
use super::version::VERSION;

/// Runs the verb on the hypergraph of its arguments.
pub(super) fn enumerate(args: &EnumerateArgs) -> Exit {
    match Hitting::new(args).and_then(|hitting| hitting.all()) {
        Ok(exit) | Err(exit) => exit,
    }
}

/// Where a hypergraph is read from: standard input for `-`, and where no file is named.
pub(super) fn input(path: Option<&Path>) -> Input {
    let file = path.filter(|path| path.as_os_str() != "-");
    file.map_or(Input::Standard, |path| Input::File(path.to_owned()))
}

/// Reads a hypergraph; nothing or `-` is standard input.
///
/// # Errors
/// The exit code; what is wrong was said.
pub(super) fn read(path: Option<&Path>, context: &Context) -> Result<Hypergraph, Exit> {
    let messages = &context.messages;
    let input = input(path);
    let read = input.open(context.interrupt()).map_err(|e| (e.to_string(), Exit::Internal)).and_then(|file| {
        TextLimits::LARGE.read_text(file).map_err(|e| match e.kind() {
            io::ErrorKind::InvalidData => (format!("{}: {e}", input.name()), Exit::InvalidInput),
            _ => (format!("{}: {e}", input.name()), Exit::Internal),
        })
    });
    let text = read.map_err(|(message, exit)| {
        let help = message.ends_with("not text").then_some("save the input as UTF-8 or plain ASCII text");
        messages.error(&message, help);
        exit
    })?;
    if context.interrupt().is_raised() {
        return Err(context.exit_of_signal());
    }
    let hypergraph = read_hgr(&text).map_err(|e| {
        let line = text.lines().nth(e.line - 1).unwrap_or_default().to_owned();
        let place = Place { line: e.line, column: e.column, width: 1, text: line };
        messages.refused(&input.name(), &place, &e.reason.to_string(), None);
        Exit::InvalidInput
    })?;
    if hypergraph.n_vertices > Problem::MAX_CELLS {
        let (n, max) = (hypergraph.n_vertices, Problem::MAX_CELLS);
        messages.error(&format!("{}: {n} vertices; minclue supports up to {max}", input.name()), None);
        return Err(Exit::InvalidInput);
    }
    Ok(hypergraph)
}

/// The vertices that an option names, from 0.
///
/// # Errors
/// The exit code; what is wrong was said.
pub(super) fn named(
    option: &str,
    text: Option<&str>,
    hypergraph: &Hypergraph,
    context: &Context,
) -> Result<Vertices, Exit> {
    text.map_or(Ok(Vec::new()), |text| vertices(text, hypergraph.n_vertices)).map_err(|(message, exit)| {
        let help = "write vertex numbers from 1, such as 3,17";
        context.messages.error(&format!("{option}: {message}"), Some(help));
        exit
    })
}

/// In a table, hitting sets are rows, unless only their number is wanted.
fn layout(args: &EnumerateArgs) -> Layout {
    if args.count {
        Layout::of::<HittingSetsRecord>(args.format)
    } else {
        Layout::list(args.format, HittingSetRecord::COLUMNS)
    }
}

/// Vertices that an option names, from 0.
pub(super) type Vertices = Vec<usize>;

struct Hitting<'a> {
    args: &'a EnumerateArgs,
    context: Context,
    hypergraph: Hypergraph,
    given: Vertices,
    forbidden: Vertices,
}

impl<'a> Hitting<'a> {
    /// Reads everything. Whatever is wrong was said before its exit code is returned.
    fn new(args: &'a EnumerateArgs) -> Result<Self, Exit> {
        let context = Context::new(&args.common.messages)?;
        let hypergraph = read(args.hypergraph.as_deref(), &context)?;
        let given = named("--given", args.given.as_deref(), &hypergraph, &context)?;
        let forbidden = named("--forbidden", args.forbidden.as_deref(), &hypergraph, &context)?;
        Ok(Self { args, context, hypergraph, given, forbidden })
    }

    fn all(&self) -> Result<Exit, Exit> {
        let (args, start) = (self.args, Instant::now());
        let problem = hitting_set::problem(&self.hypergraph, [&self.given, &self.forbidden], &self.context)?;
        let LimitArgs { time_limit, node_limit, memory_limit } = args.limits;
        let limits = self.context.limits_of_engine(time_limit, node_limit, memory_limit);
        let settings = args.native.settings();
        let (mut progress, tally) = Progress::of_list(&self.context.verbosity, Setup::of(&settings));
        let mut out = output::standard(layout(args), false);
        let failed = |message: &str, exit: Exit| {
            self.context.messages.error(message, None);
            exit
        };
        let typed = hitting_set::typed(args.given.as_deref(), args.forbidden.as_deref(), &self.hypergraph);
        let typed = typed.map_err(|message| failed(&message, Exit::Internal))?;
        let mut sink = Sink { args, typed, out: out.as_mut(), tally, held: Vec::new(), failure: None, not_asked: None };
        let found = Solver::new(&problem)
            .engine(args.engine)
            .settings(settings)
            .limits_by(&|| limits.clone())
            .monitor(&mut progress)
            .list(as_usize(*args.clues.start()), &list_options(args), &mut |choice| sink.take(&choice))
            .map_err(|e| failed(&e.to_string(), Exit::Internal))?;
        if let Some(what) = sink.not_asked {
            return Err(failed(&last_look::contradicts(&what), Exit::CheckFailed));
        }
        let (n_hitting_sets, held, failure) = (sink.tally.n_found(), sink.held, sink.failure);
        if let Some(e) = failure {
            return self.written(Err(e)).map(|()| Exit::Answered);
        }
        progress.sum_up(&found.work);
        let record = HittingSetsRecord {
            head: Head::new(HittingSetsRecord::SCHEMA, found.stop.map_or(AnswerStatus::Done, AnswerStatus::from)),
            n_vertices: self.hypergraph.n_vertices,
            n_edges: self.hypergraph.edges.len(),
            size: as_usize(*args.clues.start()),
            minimal: args.minimal,
            given: self.given.iter().map(|v| v + 1).collect(),
            forbidden: self.forbidden.iter().map(|v| v + 1).collect(),
            n_hitting_sets,
            complete: found.stop.is_none(),
            engine: args.engine.to_string().into(),
            search: found.search,
            work: found.work,
            seconds: seconds(start.elapsed()),
            seed: args.native.seed,
            version: VERSION,
            hitting_sets: (args.format == FormatArg::Json && !args.count).then_some(held),
            only_counted: args.count,
        };
        let n = record.n_vertices;
        let beyond = beyond(*args.clues.end(), n, &format!("the hypergraph has {n} vertices"), "hitting set with more");
        if let Some(message) = beyond.filter(|_| !args.common.messages.quiet) {
            self.context.messages.note(&message);
        }
        self.report(&record);
        let status = record.head.status;
        let written = out.record(&record).and_then(|()| out.finish());
        self.written(written)?;
        Ok(match status {
            AnswerStatus::Done => Exit::Answered,
            AnswerStatus::Interrupted => self.context.exit_of_signal(),
            _ => Exit::Limit,
        })
    }

    /// Says to people how it ended.
    fn report(&self, record: &HittingSetsRecord) {
        if !self.args.format.is_for_people() || (self.args.common.messages.quiet && record.complete) {
            return;
        }
        let n = record.n_hitting_sets;
        let minimal = if record.minimal { "minimal " } else { "" };
        let noun = if n == 1 { "hitting set" } else { "hitting sets" };
        let of = if record.size == 1 { "1 vertex".to_owned() } else { format!("{} vertices", record.size) };
        let found = format!("{n} {minimal}{noun} with {of}");
        self.context.messages.note(&ending(&found, record.head.status, record.seconds));
    }

    /// A reader that has closed the pipe has seen enough.
    fn written(&self, written: io::Result<()>) -> Result<(), Exit> {
        match written {
            Ok(()) => Ok(()),
            Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Err(Exit::Answered),
            Err(e) => {
                self.context.messages.error(&format!("results cannot be written: {e}"), None);
                Err(Exit::Internal)
            }
        }
    }
}

/// Where hitting sets go as they are found.
struct Sink<'a> {
    args: &'a EnumerateArgs,
    typed: Typed,
    out: &'a mut dyn Output,
    tally: Tally,
    /// All of them, for an output that writes them at the end.
    held: Vec<Vertices>,
    failure: Option<io::Error>,
    /// Why a hitting set is none that was asked for.
    not_asked: Option<String>,
}

impl Sink<'_> {
    /// Counts a hitting set and writes it; breaks if it could not be written.
    fn take(&mut self, choice: &Choice) -> ControlFlow<()> {
        let places: Vec<usize> = choice.cells().iter().map(|cell| cell.get()).collect();
        self.not_asked = self.typed.one_of(&places, as_usize(*self.args.clues.start())).err();
        if self.not_asked.is_some() {
            return ControlFlow::Break(());
        }
        let vertices = places.into_iter().map(|place| place + 1).collect();
        let record = HittingSetRecord { schema: HittingSetRecord::SCHEMA, vertices };
        let written = self.tally.found(|| if self.args.count { Ok(()) } else { self.out.hitting_set(&record) });
        self.failure = written.err();
        if self.args.format == FormatArg::Json && !self.args.count {
            self.held.push(record.vertices);
        }
        if self.failure.is_none() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Vertices from 1 between commas, as numbers from 0; or what is wrong with them, and the exit code.
fn vertices(text: &str, n: usize) -> Result<Vertices, (String, Exit)> {
    let vertex = |word: &str| match word.trim().parse::<usize>() {
        Ok(v) if (1..=n).contains(&v) => Ok(v - 1),
        Ok(v) => Err((format!("there is no vertex {v}; the hypergraph has {n}"), Exit::InvalidInput)),
        Err(_) => Err((format!("`{}` is not a vertex", word.trim()), Exit::Usage)),
    };
    let mut vertices = text.split(',').map(vertex).collect::<Result<Vertices, _>>()?;
    vertices.sort_unstable();
    vertices.dedup();
    Ok(vertices)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_are_numbers_from_one() {
        assert_eq!(vertices("3, 1,3", 3), Ok(vec![0, 2]));
        assert!(vertices("0", 3).is_err_and(|(e, exit)| e.contains("no vertex 0") && exit == Exit::InvalidInput));
        assert!(vertices("4", 3).is_err_and(|(e, _)| e.contains("has 3")));
        assert!(vertices("r1c1", 3).is_err_and(|(e, exit)| e.contains("`r1c1`") && exit == Exit::Usage));
    }
}
