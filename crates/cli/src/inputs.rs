//! Several inputs of one run, loaded one after the other in the order in which they were given.

use std::ffi::{OsStr, OsString};
use std::io::BufRead;
use std::iter;
use std::sync::Arc;

use minclue_core::base::{Interrupt, Limits};
use minclue_core::sudoku::{Entry, Shape};
use minclue_puzzles::grid_files::{Column, GridReader, unknown_rules};
use minclue_puzzles::puzzles::{PuzzleInstance, puzzles_in};

use super::args::Common;
use super::context::Context;
use super::exit::Exit;
use super::input::{Input, OpenError};
use super::load_error::{LoadError, NO_GRID};
use super::message::Messages;
use super::progress::Count;

/// The inputs of a run that can be looked at. None is opened yet, so that a pipe that nobody writes to holds up only
/// what comes after it.
#[derive(Clone, Debug)]
pub(super) struct Inputs {
    inputs: Vec<Arc<Input>>,
    /// The option that names them, and what helps where one cannot be opened.
    option: Option<&'static str>,
    help: Option<&'static str>,
    /// How the run ends at best: some input may be missing.
    exit: Exit,
}

/// What is loaded from inputs, one after the other: entries, and what is wrong with others or with an input.
pub(super) type Loaded<T> = Box<dyn Iterator<Item = (Arc<Input>, Result<T, Box<LoadError>>)> + Send>;

impl Inputs {
    /// What the arguments mean, those of an option if one is named; none at all is standard input. What is missing was
    /// said, with `help` if there is some.
    ///
    /// # Errors
    /// The exit code, if nothing is left or standard input is named twice.
    pub(super) fn of(
        arguments: &[OsString],
        meant: impl Fn(&OsStr) -> Result<Input, OpenError>,
        (option, help): (Option<&'static str>, Option<&'static str>),
        messages: &Messages,
    ) -> Result<Self, Exit> {
        let prefix = option.map_or_else(String::new, |option| format!("{option}: "));
        if arguments.iter().filter(|argument| *argument == "-").count() > 1 {
            messages.error(&format!("{prefix}standard input can be read only once, but `-` is given twice"), None);
            return Err(Exit::Usage);
        }
        let standard = [OsString::from("-")];
        let arguments = if arguments.is_empty() { &standard } else { arguments };
        let mut all = Self { inputs: Vec::new(), option, help, exit: Exit::Answered };
        for argument in arguments {
            match meant(argument).and_then(|input| input.probe().map(|()| input)) {
                Ok(input) => all.inputs.push(Arc::new(input)),
                Err(e) => {
                    messages.error(&format!("{prefix}{e}"), help.or_else(|| e.help()));
                    all.exit = Exit::Internal;
                }
            }
        }
        if all.inputs.is_empty() { Err(all.exit) } else { Ok(all) }
    }

    /// The same of grids: files, grids themselves, or standard input.
    ///
    /// # Errors
    /// As of [`Self::of`].
    pub(super) fn of_grids(arguments: &[OsString], shape: Option<Shape>, messages: &Messages) -> Result<Self, Exit> {
        Self::of(arguments, |argument| Input::of(argument, shape), (None, None), messages)
    }

    /// Those of a verb; who has to type them learns that.
    ///
    /// # Errors
    /// As of [`Self::of`].
    pub(super) fn of_common(common: &Common, messages: &Messages) -> Result<Self, Exit> {
        let inputs = Self::of_grids(&common.input, common.shape, messages)?;
        if inputs.is_typed() && !common.messages.quiet {
            messages.note("reading grids from the terminal, one a line; press Ctrl-D to end");
        }
        Ok(inputs)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Input> {
        self.inputs.iter().map(AsRef::as_ref)
    }

    /// How the run ends at best.
    pub(super) fn exit(&self) -> Exit {
        self.exit
    }

    /// Does somebody have to type one of them?
    pub(super) fn is_typed(&self) -> bool {
        self.iter().any(Input::is_typed)
    }

    /// Can all of them be read more than once, and so without waiting for anybody?
    pub(super) fn are_readable_twice(&self) -> bool {
        self.iter().all(Input::is_readable_twice)
    }

    /// Counts what is in them, by `n_in`, which counts refused ones as well; `None` if some can be read only once.
    pub(super) fn counted(&self, n_in: impl Fn(Box<dyn BufRead + Send>) -> usize + Send + 'static) -> Count {
        let inputs: Vec<Input> = self.iter().cloned().collect();
        Box::new(move || {
            if !inputs.iter().all(Input::is_readable_twice) {
                return None;
            }
            let n_of = |input: &Input| input.open(&Interrupt::default()).map_or(0, &n_in);
            Some(inputs.iter().map(n_of).sum::<usize>() as u64)
        })
    }

    /// The same of grids and puzzles of grids.
    pub(super) fn counted_grids(&self, shape: Option<Shape>, column: Option<&Column>) -> Count {
        let column = column.cloned();
        self.counted(move |text| GridReader::new(text, shape, column.clone()).count())
    }

    /// The grids and puzzles of grids in them.
    pub(super) fn grids(&self, interrupt: &Interrupt, shape: Option<Shape>, column: Option<Column>) -> Loaded<Entry> {
        let read = move |text| GridReader::new(text, shape, column.clone()).with_rules();
        self.load(interrupt, read, LoadError::of_grid, ("grid", NO_GRID))
    }

    /// The puzzles of other kinds in them.
    pub(super) fn puzzles(&self, interrupt: &Interrupt, limits: Limits) -> Loaded<PuzzleInstance> {
        let help = "a puzzle begins with a line such as `latin NAME`; docs/puzzles.md has the formats";
        let read = move |text| puzzles_in(text, limits.clone());
        self.load(interrupt, read, LoadError::of_puzzle, ("puzzle", help))
    }

    /// All that `reader` finds in them, each with its input. An input that has nothing lacks a `noun`.
    fn load<T: Send + 'static, E: Send + 'static, I: Iterator<Item = Result<T, E>> + Send + 'static>(
        &self,
        interrupt: &Interrupt,
        reader: impl Fn(Box<dyn BufRead + Send>) -> I + Send + 'static,
        error: fn(String, E) -> LoadError,
        (noun, help): (&'static str, &'static str),
    ) -> Loaded<T> {
        let (interrupt, Self { inputs, option, help: unopened, .. }) = (interrupt.clone(), self.clone());
        Box::new(inputs.into_iter().flat_map(move |input| {
            let name = option.map_or_else(|| input.name(), |option| format!("{option} {}", input.name()));
            let loaded: Box<dyn Iterator<Item = Result<T, Box<LoadError>>> + Send> = match input.open(&interrupt) {
                Ok(text) => {
                    let nothing = format!("{} has no {noun}", input.name());
                    let nothing = LoadError::new(String::new(), nothing, Exit::InvalidInput);
                    let mut nothing = Some(Box::new(nothing.with_help(Some(help))));
                    Box::new(reader(text).map(Some).chain([None]).filter_map(move |item| {
                        let nothing = nothing.take();
                        item.map(|item| item.map_err(|e| Box::new(error(name.clone(), e)))).or(nothing.map(Err))
                    }))
                }
                Err(e) => {
                    let error = LoadError::new(option.unwrap_or_default().to_owned(), e.to_string(), Exit::Internal);
                    Box::new(iter::once(Err(Box::new(error.with_help(unopened.or_else(|| e.help()))))))
                }
            };
            loaded.map(move |loaded| (Arc::clone(&input), loaded))
        }))
    }
}

/// All that is loaded, which is read to its end before any work; `None` once there is a second entry.
pub(super) fn single<T: Send + 'static>(all: Loaded<T>) -> Option<Loaded<T>> {
    let mut n_entries = 0;
    let all: Option<Vec<_>> = all
        .map(|(input, loaded)| {
            n_entries += usize::from(loaded.is_ok());
            (n_entries <= 1).then_some((input, loaded))
        })
        .collect();
    all.map(|all| Box::new(all.into_iter()) as _)
}

/// Loads all grids and puzzles of a verb and gives them to `add`, which may refuse one: what is wrong with the last one
/// is said before the first one takes days.
///
/// # Errors
/// The exit code; what is wrong was said, of every entry that is.
pub(super) fn load_all(
    common: &Common,
    context: &Context,
    mut add: impl FnMut(Entry) -> Result<(), Refused>,
) -> Result<(), Exit> {
    load_from(&Inputs::of_common(common, &context.messages)?, common, context, |entry| match entry.rules.is_empty() {
        true => add(entry),
        false => Err(refused(&unknown_rules(&entry.rules))),
    })
}

/// The same of inputs that were looked at, with the rules that entries bring.
///
/// # Errors
/// As of [`load_all`].
pub(super) fn load_from(
    inputs: &Inputs,
    common: &Common,
    context: &Context,
    mut add: impl FnMut(Entry) -> Result<(), Refused>,
) -> Result<(), Exit> {
    let messages = &context.messages;
    let mut exit = inputs.exit();
    if exit != Exit::Answered {
        return Err(exit);
    }
    for (input, loaded) in inputs.grids(context.interrupt(), common.shape, common.column.clone()) {
        if context.interrupt().is_raised() {
            break;
        }
        let added = loaded.and_then(|entry| {
            say_notes(&input.name(), &entry, common.messages.quiet, messages);
            let place = entry.place.clone();
            let at = |(message, help)| Box::new(LoadError::at(input.name(), place, message).with_help(help));
            add(entry).map_err(at)
        });
        if let Err(error) = added {
            exit = exit.and(error.report(messages));
            // Of an input that cannot be read, nobody knows what else is wrong.
            if exit == Exit::Internal {
                break;
            }
        }
    }
    match exit {
        _ if context.interrupt().is_raised() => Err(context.exit_of_signal()),
        Exit::Answered => Ok(()),
        exit => Err(exit),
    }
}

/// Why an entry is not taken, and what helps.
pub(super) type Refused = (String, Option<&'static str>);

/// The same where nothing more can be said.
pub(super) fn refused(message: &str) -> Refused {
    (message.to_owned(), None)
}

/// Says what stands with an entry of the input called `name` and was not used.
pub(super) fn say_notes(name: &str, entry: &Entry, quiet: bool, messages: &Messages) {
    for note in entry.notes.iter().filter(|_| !quiet) {
        messages.note(&format!("{name}:{}: {note}", entry.place.line));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::super::args::Color;
    use super::*;

    fn inputs(arguments: &[&str]) -> Result<Inputs, Exit> {
        let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        Inputs::of_grids(&arguments, None, &Messages::new(Color::Never))
    }

    #[test]
    fn no_argument_is_standard_input_and_it_is_read_once() {
        assert_eq!(inputs(&[]).expect("one").iter().collect::<Vec<_>>(), [&Input::Standard]);
        assert_eq!(inputs(&["-", "-"]).err(), Some(Exit::Usage));
    }

    #[test]
    fn what_is_missing_leaves_the_others() {
        let all = inputs(&["no-such-file", "1234341221434321", "-"]).expect("two");
        assert_eq!((all.iter().count(), all.exit()), (2, Exit::Internal));
        assert_eq!(inputs(&["no-such-file"]).err(), Some(Exit::Internal));
    }

    #[test]
    fn they_are_read_in_order_and_an_empty_one_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in [("a", "1\n2\n"), ("b", ""), ("c", "3\n")] {
            std::fs::write(folder.path().join(name), text).expect("written");
        }
        let path = |name: &str| folder.path().join(name).display().to_string();
        let (a, b, c) = (path("a"), path("b"), path("c"));
        let all = inputs(&[&a, &b, &c]).expect("three");
        let lines = || {
            let error = |file: String, e: std::io::Error| LoadError::new(file, e.to_string(), Exit::Internal);
            all.load(&Interrupt::default(), BufRead::lines, error, ("line", ""))
        };
        let read: Vec<String> = lines()
            .map(|(input, loaded)| format!("{}: {}", input.name(), loaded.unwrap_or_else(|e| e.message)))
            .collect();
        let expected = [(&a, "1"), (&a, "2"), (&b, &format!("{b} has no line")), (&c, "3")];
        assert_eq!(read, expected.map(|(name, line)| format!("{name}: {line}")));
        assert!(single(lines()).is_none());
    }

    /// Items of one input; those that are `x` cannot be read.
    fn items(text: &'static str) -> Loaded<char> {
        let item = |c: char| {
            if c == 'x' { Err(Box::new(LoadError::new(String::new(), "x".to_owned(), Exit::Usage))) } else { Ok(c) }
        };
        Box::new(text.chars().map(move |c| (Arc::new(Input::Standard), item(c))))
    }

    #[test]
    fn one_is_read_with_all_that_is_wrong_and_two_are_too_many() {
        for one in ["", "a", "xax", "xx"] {
            let all: String = single(items(one)).expect("one").map(|(_, item)| item.unwrap_or('x')).collect();
            assert_eq!(all, one);
        }
        let n_read = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&n_read);
        let count = move |_: &_| {
            counted.fetch_add(1, Ordering::SeqCst);
        };
        assert!(single(Box::new(items("axbxc").inspect(count))).is_none());
        assert_eq!(n_read.load(Ordering::SeqCst), 3, "no more is read than must be");
    }
}
