//! A verb that another program runs for its records, such as the Python package: without a terminal and without
//! signals. What the verb would read from standard input is a text, its records go to a [`Host`], messages are kept,
//! and the other program ends it by an [`Interrupt`].
//!
//! Which host there is belongs to the thread, as standard output belongs to the process: verbs ask here where they
//! would ask the system, so that none of them has another way through for hosts, and several can run at once in one
//! process.

use std::cell::{Cell, RefCell};
use std::ffi::OsString;
use std::io::{self, Cursor, IsTerminal as _, Read, Write};
use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;

use minclue_core::base::Interrupt;
use minclue_core::sudoku::Place;

use super::Args;
use super::destination;
use super::exit::Exit;

/// Takes what a run says while it works, in the thread of the run.
pub trait Host {
    /// One record of the output in JSON, without a line feed.
    ///
    /// # Errors
    /// Nothing more is taken; [`io::ErrorKind::BrokenPipe`] ends the run silently.
    fn record(&self, json: String) -> io::Result<()>;

    /// The bounds that are proven, at every change, and the puzzle of the upper one where it is another one than
    /// before.
    fn bounds(&self, lower: usize, upper: Option<usize>, puzzle: Option<String>);
}

/// What a run said to people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    pub text: String,
    pub help: Option<String>,
    /// Line and column in the input or in the value of an option, from 1.
    pub place: Option<(usize, usize)>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The exit code that the program would have.
    pub code: u8,
    pub messages: Vec<Message>,
}

/// The arguments of a run, which may be run more than once and by several threads.
#[derive(Debug)]
pub struct Request {
    args: Args,
}

impl Request {
    /// Reads the arguments of the program: a verb and its options.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn new(words: impl IntoIterator<Item = OsString>) -> Result<Self, Message> {
        let words: Vec<OsString> = [OsString::from("minclue")].into_iter().chain(words).collect();
        let args = Args::from_words(&words).map_err(|e| {
            let said = e.render().to_string();
            // Below is how the program is used, which is not how the host is.
            let mut said = said.split("\n\n").map(str::trim);
            let text = said.next().unwrap_or_default();
            let text = text.strip_prefix("error: ").unwrap_or(text).to_owned();
            let help = said.find_map(|more| more.strip_prefix("tip: ")).map(str::to_owned);
            Message { text, help, place: None }
        })?;
        if args.destination.is_file() {
            let text = "results go to the caller; there is no file of results".to_owned();
            return Err(Message { text, help: None, place: None });
        }
        Ok(Self { args })
    }

    /// Runs the verb on `input`, in place of standard input, until `interrupt` is raised.
    pub fn run(&self, input: Vec<u8>, interrupt: &Interrupt, host: Rc<dyn Host>) -> Ended {
        let run = Rc::new(Run {
            input: RefCell::new(input),
            interrupt: interrupt.clone(),
            host,
            messages: RefCell::default(),
            bounds: Cell::default(),
            puzzle: Cell::default(),
        });
        let guard = Guard(RUN.replace(Some(Rc::clone(&run))));
        let exit = panic::catch_unwind(AssertUnwindSafe(|| self.args.run())).unwrap_or(Exit::Internal);
        drop(guard);
        Ended { code: exit.code(), messages: run.messages.take() }
    }
}

/// A run, as the verb sees it.
struct Run {
    input: RefCell<Vec<u8>>,
    interrupt: Interrupt,
    host: Rc<dyn Host>,
    messages: RefCell<Vec<Message>>,
    /// What the host heard last.
    bounds: Cell<Option<(usize, Option<usize>)>>,
    /// A puzzle that it has not heard of yet.
    puzzle: Cell<Option<String>>,
}

thread_local! {
    /// The run of this thread, if a host started it.
    static RUN: RefCell<Option<Rc<Run>>> = const { RefCell::new(None) };
}

/// Puts back what was before, also after a panic.
struct Guard(Option<Rc<Run>>);

impl Drop for Guard {
    fn drop(&mut self) {
        RUN.set(self.0.take());
    }
}

fn run() -> Option<Rc<Run>> {
    RUN.with_borrow(Clone::clone)
}

/// What ends the run, if that is not a signal.
pub(super) fn interrupt() -> Option<Interrupt> {
    run().map(|run| run.interrupt.clone())
}

/// The text in place of standard input, for whoever reads it first.
pub(super) fn input() -> Option<Cursor<Vec<u8>>> {
    run().map(|run| Cursor::new(run.input.take()))
}

pub(super) fn stdin() -> Box<dyn Read> {
    input().map_or_else(|| Box::new(io::stdin()) as _, |input| Box::new(input) as _)
}

/// Does somebody have to type standard input?
pub(super) fn is_typed() -> bool {
    run().is_none() && io::stdin().is_terminal()
}

/// Standard output, or the file that stands in its place; a host gets one record for each line.
pub(super) fn stdout() -> Box<dyn Write> {
    if let Some(run) = run() {
        return Box::new(Lines { run, line: Vec::new() });
    }
    destination::file().map_or_else(|| Box::new(io::stdout()) as _, |file| Box::new(file) as _)
}

/// Do results go to a terminal?
pub(super) fn is_shown() -> bool {
    run().is_none() && !destination::is_file() && io::stdout().is_terminal()
}

/// Keeps a message for the host; false if there is none.
pub(super) fn keeps(text: &str, help: Option<&str>, place: Option<&Place>) -> bool {
    let Some(run) = run() else { return false };
    let place = place.map(|place| (place.line, place.column));
    run.messages.borrow_mut().push(Message { text: text.to_owned(), help: help.map(str::to_owned), place });
    true
}

/// Does a host hear what would be written for people?
pub(super) fn is_embedded() -> bool {
    run().is_some()
}

/// Reports bounds to the host, if they have changed.
pub(super) fn bounds(lower: usize, upper: Option<usize>) {
    if let Some(run) = run()
        && run.bounds.replace(Some((lower, upper))) != Some((lower, upper))
    {
        run.host.bounds(lower, upper, run.puzzle.take());
    }
}

/// Notes a better puzzle for the host; the bounds follow.
pub(super) fn puzzle(puzzle: &dyn Fn() -> String) {
    if let Some(run) = run() {
        run.puzzle.set(Some(puzzle()));
    }
}

/// Makes records of lines.
struct Lines {
    run: Rc<Run>,
    line: Vec<u8>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.line));
                self.run.host.record(line.map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e))?)?;
            } else {
                self.line.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both bounds, and the puzzle of the upper one.
    type Heard = (usize, Option<usize>, Option<String>);

    /// Keeps all it hears; takes `room` records.
    struct Kept {
        room: usize,
        records: RefCell<Vec<String>>,
        bounds: RefCell<Vec<Heard>>,
    }

    impl Host for Kept {
        fn record(&self, json: String) -> io::Result<()> {
            self.records.borrow_mut().push(json);
            if self.records.borrow().len() < self.room { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
        }

        fn bounds(&self, lower: usize, upper: Option<usize>, puzzle: Option<String>) {
            self.bounds.borrow_mut().push((lower, upper, puzzle));
        }
    }

    fn request(words: &[&str]) -> Result<Request, Message> {
        Request::new(words.iter().copied().chain(["--quiet", "--color=never"]).map(OsString::from))
    }

    fn run_with(words: &[&str], input: &str, room: usize, interrupt: &Interrupt) -> (Ended, Rc<Kept>) {
        let kept = Rc::new(Kept { room, records: RefCell::default(), bounds: RefCell::default() });
        let request = request(words).expect("arguments");
        (request.run(input.as_bytes().to_vec(), interrupt, Rc::clone(&kept) as _), kept)
    }

    #[test]
    fn records_and_bounds_go_to_the_host() {
        let (ended, kept) =
            run_with(&["solve", "--format=jsonl"], "a 1234341221434321", usize::MAX, &Interrupt::default());
        assert_eq!(ended, Ended { code: 0, messages: Vec::new() });
        let records = kept.records.borrow();
        assert!(records.len() == 1 && records[0].contains(r#""id":"a""#), "{records:?}");
        let bounds = kept.bounds.borrow();
        let (lower, upper, _) = bounds.last().expect("bounds");
        assert_eq!((*lower, *upper), (4, Some(4)));
        assert!(bounds.iter().any(|(_, _, puzzle)| puzzle.as_ref().is_some_and(|text| text.len() == 16)));
        assert!(!is_embedded(), "the run is over");
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        let (ended, kept) = run_with(&["check", "--format=jsonl"], "1234\n", usize::MAX, &Interrupt::default());
        assert_eq!(ended.code, 3);
        assert_eq!(ended.messages.len(), 1);
        assert_eq!(ended.messages[0].place.map(|place| place.0), Some(1));
        assert!(kept.records.borrow()[0].contains("invalid_input"));
        let wrong = request(&["solve", "--at-most=many"]).expect_err("no number");
        assert!(wrong.text.contains("--at-most") && !wrong.text.contains("Usage"), "{wrong:?}");
        let unknown = request(&["solve", "--sorce=region"]).expect_err("no option");
        assert!(unknown.help.is_some_and(|help| help.contains("--source")), "{}", unknown.text);
    }

    #[test]
    fn a_host_that_has_enough_ends_the_run() {
        let words = ["enumerate", "--clues=6", "--format=jsonl"];
        let (all, kept) = run_with(&words, "1234341221434321", usize::MAX, &Interrupt::default());
        assert_eq!((all.code, kept.records.borrow().len() > 100), (0, true));
        let (ended, kept) = run_with(&words, "1234341221434321", 3, &Interrupt::default());
        assert_eq!((ended.code, kept.records.borrow().len()), (0, 3));
    }

    /// Threads of the program have no host: the run stays in its own.
    #[test]
    fn a_host_has_one_input_at_a_time() {
        let input = "a 1234341221434321\nb 1234341223414123\n";
        for verb in ["solve", "check"] {
            let (ended, kept) =
                run_with(&[verb, "--jobs=2", "--format=jsonl"], input, usize::MAX, &Interrupt::default());
            assert_eq!((ended.code, kept.records.borrow().len()), (0, 2), "{verb}");
        }
    }

    #[test]
    fn an_interrupt_ends_it_as_a_signal_ends_the_program() {
        let interrupt = Interrupt::default();
        interrupt.raise();
        let (ended, kept) = run_with(&["solve", "--format=jsonl"], "1234341221434321", usize::MAX, &interrupt);
        assert_eq!((ended.code, kept.records.borrow().len()), (130, 0));
    }
}
