//! Several inputs of one run, read one after the other in the order in which they were given.

use std::ffi::{OsStr, OsString};
use std::io::BufRead;
use std::sync::Arc;

use minclue_core::base::Interrupt;
use minclue_core::sudoku::Shape;
use minclue_puzzles::grid_files::{Column, GridReader};

use super::ahead::{self, Several};
use super::exit::Exit;
use super::input::{Input, OpenError};
use super::message::Messages;
use super::progress::Count;

/// The inputs of a run that can be looked at. None is opened yet, so that a pipe that nobody writes to holds up only
/// what comes after it.
#[derive(Clone, Debug)]
pub(super) struct Inputs {
    inputs: Vec<Arc<Input>>,
    /// How the run ends at best: some input may be missing.
    exit: Exit,
}

/// What is found in inputs, one after the other.
pub(super) type AllFound<'a, T, E> = Box<dyn Iterator<Item = (Arc<Input>, Found<T, E>)> + Send + 'a>;

/// What there is next in the inputs.
pub(super) enum Found<T, E> {
    /// Something whole.
    Whole(T),
    /// Something that cannot be read.
    Wrong(E),
    /// The input cannot be opened after all.
    Unopened(OpenError),
    /// The input ended, and had nothing at all.
    Nothing,
}

impl Inputs {
    /// What the arguments mean; none at all is standard input. What is missing was said, after `prefix`, and with
    /// `help` if there is one.
    ///
    /// # Errors
    /// The exit code, if nothing is left or standard input is named twice.
    pub(super) fn of(
        arguments: &[OsString],
        meant: impl Fn(&OsStr) -> Result<Input, OpenError>,
        (prefix, help): (&str, Option<&str>),
        messages: &Messages,
    ) -> Result<Self, Exit> {
        if arguments.iter().filter(|argument| *argument == "-").count() > 1 {
            messages.error(&format!("{prefix}`-` stands twice, and standard input can be read only once"), None);
            return Err(Exit::Usage);
        }
        let standard = [OsString::from("-")];
        let arguments = if arguments.is_empty() { &standard } else { arguments };
        let mut all = Self { inputs: Vec::new(), exit: Exit::Answered };
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
        Self::of(arguments, |argument| Input::of(argument, shape), ("", None), messages)
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

    /// All that `reader` finds in them, each with its input.
    pub(super) fn read<T, E, I: Iterator<Item = Result<T, E>>, R: Fn(Box<dyn BufRead + Send>) -> I>(
        &self,
        interrupt: &Interrupt,
        reader: R,
    ) -> impl Iterator<Item = (Arc<Input>, Found<T, E>)> + use<T, E, I, R> {
        let interrupt = interrupt.clone();
        self.inputs.clone().into_iter().flat_map(move |input| {
            let found = match input.open(&interrupt) {
                Ok(text) => FoundIn::Items(reader(text), false),
                Err(e) => FoundIn::Unopened(Some(e)),
            };
            found.map(move |found| (Arc::clone(&input), found))
        })
    }
}

/// What one input has.
enum FoundIn<I> {
    /// These, and has there been one?
    Items(I, bool),
    /// It cannot be opened; `None` once that was said.
    Unopened(Option<OpenError>),
}

impl<T, E, I: Iterator<Item = Result<T, E>>> Iterator for FoundIn<I> {
    type Item = Found<T, E>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Unopened(error) => error.take().map(Found::Unopened),
            Self::Items(items, has_some) => match items.next() {
                None if !*has_some => {
                    *has_some = true;
                    Some(Found::Nothing)
                }
                None => None,
                Some(item) => {
                    *has_some = true;
                    Some(item.map_or_else(Found::Wrong, Found::Whole))
                }
            },
        }
    }
}

/// All that was found, if at most one thing is whole: then everything was read before any work.
///
/// # Errors
/// There are two.
pub(super) fn at_most_one<'a, T: Send + 'a, E: Send + 'a>(
    mut all: impl Iterator<Item = (Arc<Input>, Found<T, E>)> + Send + 'a,
    is_wanted: bool,
) -> Result<AllFound<'a, T, E>, Several> {
    if !is_wanted {
        return Ok(Box::new(all));
    }
    let first = ahead::at_most_one(&mut all, |(_, found)| matches!(found, Found::Whole(_)))?;
    Ok(Box::new(first.into_iter()))
}

#[cfg(test)]
mod tests {
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
        let read: Vec<String> = all
            .read(&Interrupt::default(), BufRead::lines)
            .map(|(input, found)| match found {
                Found::Whole(line) => format!("{line} of {}", input.name()),
                Found::Nothing => format!("nothing in {}", input.name()),
                Found::Wrong(e) => e.to_string(),
                Found::Unopened(e) => e.to_string(),
            })
            .collect();
        assert_eq!(read, [format!("1 of {a}"), format!("2 of {a}"), format!("nothing in {b}"), format!("3 of {c}")]);
        assert!(at_most_one(all.read(&Interrupt::default(), BufRead::lines), true).is_err());
        assert!(at_most_one(all.read(&Interrupt::default(), BufRead::lines), false).is_ok());
    }
}
