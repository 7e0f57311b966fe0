//! Where results go if not to standard output: the file of `-o`.
//!
//! As the host of [`embedded`](super::embedded), it belongs to the thread of the run, and those who write results ask
//! here where they would ask the system.

use std::cell::RefCell;
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use clap::{ArgMatches, Command};

use minclue_solver::upper_file;

use super::file_guard::Identity;
use super::habits;

/// The option, as people write it.
const OPTION: &str = "-o";

thread_local! {
    static FILE: RefCell<Option<Rc<RefCell<Results>>>> = const { RefCell::new(None) };
}

/// Puts back what was before, also after a panic.
pub(super) struct Guard(Option<Rc<RefCell<Results>>>);

impl Drop for Guard {
    fn drop(&mut self) {
        FILE.set(self.0.take());
    }
}

/// The file, which keeps what was in it until there is something to write.
#[derive(Debug)]
struct Results {
    file: File,
    is_begun: bool,
}

/// The file that was named for results.
#[derive(Clone, Debug, Default)]
pub(super) struct Destination(Option<PathBuf>);

impl Destination {
    /// That of the arguments of a subcommand, or of one inside it.
    ///
    /// # Errors
    /// The file stands for something else in this run as well.
    pub(super) fn of(command: &Command, matches: &ArgMatches) -> Result<Self, String> {
        if let Some((name, inner)) = matches.subcommand()
            && let Some(command) = command.find_subcommand(name)
        {
            return Self::of(command, inner);
        }
        let Some(path) = habits::output(matches) else { return Ok(Self(None)) };
        let Some(place) = Identity::of(&path) else { return Ok(Self(Some(path))) };
        let also = |what: &str| {
            Err(format!("{OPTION} {}: this is also {what}; give every file of a run its own name", path.display()))
        };
        if Identity::of_stream(io::stdin()).as_ref() == Some(&place) {
            return also("standard input");
        }
        for arg in command.get_arguments().filter(|arg| arg.get_id() != habits::OUTPUT) {
            let given = matches.try_get_raw(arg.get_id().as_str()).ok().flatten();
            let mut files = given.into_iter().flatten().flat_map(|word| files_of(arg.get_id().as_str(), word));
            if files.any(|file| Identity::of(&file).as_ref() == Some(&place)) {
                return also(
                    &arg.get_long().map_or_else(|| "the input".to_owned(), |name| format!("the file of --{name}")),
                );
            }
        }
        Ok(Self(Some(path)))
    }

    pub(super) fn is_file(&self) -> bool {
        self.0.is_some()
    }

    /// From now on results of this thread go there, until the guard is gone.
    ///
    /// # Errors
    /// A message, if the file cannot be written.
    pub(super) fn begin(&self) -> Result<Guard, String> {
        let results = match &self.0 {
            None => None,
            Some(path) => {
                let file = OpenOptions::new().append(true).create(true).open(path);
                let file = file.map_err(|e| format!("{OPTION} {}: this cannot be written: {e}", path.display()))?;
                Some(Rc::new(RefCell::new(Results { file, is_begun: false })))
            }
        };
        Ok(Guard(FILE.replace(results)))
    }
}

/// The files that a word of an option may stand for: itself, the file beside a model, the second of two certificates,
/// and the regions of a jigsaw.
fn files_of(option: &str, word: &OsStr) -> Vec<PathBuf> {
    let path = Path::new(word);
    let mut files = vec![path.to_owned()];
    if option == "certify" {
        files.push(upper_file(path));
    }
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("mps")) {
        files.push(path.with_extension("aux"));
    }
    let rules = word.to_str().into_iter().flat_map(|rules| rules.split(','));
    files.extend(rules.filter_map(|rule| rule.strip_prefix("jigsaw=")).map(PathBuf::from));
    files
}

/// The file of the results of this thread, if there is one.
pub(super) fn file() -> Option<impl Write + 'static> {
    FILE.with_borrow(Clone::clone).map(ToFile)
}

/// Do results go to a file?
pub(super) fn is_file() -> bool {
    FILE.with_borrow(Option::is_some)
}

struct ToFile(Rc<RefCell<Results>>);

impl Write for ToFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut results = self.0.borrow_mut();
        if !results.is_begun {
            results.is_begun = true;
            if results.file.metadata()?.is_file() {
                results.file.set_len(0)?;
            }
        }
        results.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().file.flush()
    }
}
