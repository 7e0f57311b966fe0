//! `--from FILE`: unavoidable sets from a file in place of a source, each checked against the grid.

use std::fs::File;
use std::path::Path;

use minclue_core::sudoku::Grid;
use minclue_core::unavoidable::ImportedSet;
use minclue_solver::files::{ReadSetsError, SetFile, SetPlace};
use minclue_solver::{Error, GivenSetsReport};

use super::answer::Answer;
use super::args::Common;
use super::exit::Exit;
use super::message::Messages;
use super::target::grid_line;

/// A file of unavoidable sets, read but not yet checked.
pub(super) struct Sets {
    /// The name of the file.
    name: String,
    file: SetFile,
    quiet: bool,
}

impl Sets {
    /// Reads the file of `--from`, if there is one.
    ///
    /// # Errors
    /// The exit code; what is wrong was said.
    pub(super) fn open(path: Option<&Path>, common: &Common) -> Result<Option<Self>, Exit> {
        let Some(path) = path else { return Ok(None) };
        let messages = Messages::new(common.messages.color);
        let name = path.display().to_string();
        let read = File::open(path).map_err(ReadSetsError::Io).and_then(SetFile::read);
        match read {
            Ok(file) => Ok(Some(Self { name, file, quiet: common.messages.quiet })),
            Err(e) => {
                messages.error(&format!("--from {name}: {e}"), None);
                Err(if matches!(e, ReadSetsError::Io(_)) { Exit::Internal } else { Exit::InvalidInput })
            }
        }
    }

    /// The answer to a grid to which something in the file does not fit.
    fn refused(&self, what: &str) -> Answer {
        let help = match self.file {
            SetFile::Records(_) => "write the records of a grid with minclue sets --list --format jsonl",
            SetFile::Lines(_) => "a list without a grid is used for every grid; does it belong to this grid?",
        };
        Answer::Refused { message: format!("--from {}: {what}", self.name), help: Some(help) }
    }

    /// Says what people should know of the file beyond its sets.
    pub(super) fn note(&self, report: &GivenSetsReport, messages: &Messages) {
        if self.quiet {
            return;
        }
        let GivenSetsReport { n_given, n_different, n_shrunk, n_not_minimal, is_complete } = *report;
        let many = |n: usize| if n == 1 { "1 set".to_owned() } else { format!("{n} sets") };
        let say = |what: String| messages.note(&format!("{}: {what}", self.name));
        if n_given == 0 {
            say("no sets".to_owned());
        }
        if n_shrunk > 0 {
            say(format!("{} not minimal, each replaced by a minimal set inside it", many(n_shrunk)));
        }
        if n_not_minimal > 0 {
            say(format!("{} not minimal, kept as given", many(n_not_minimal)));
        }
        let n_repeated = n_given.saturating_sub(n_different);
        if n_repeated > 0 && is_complete {
            say(format!("{} repeated, counted once", many(n_repeated)));
        }
    }
}

/// The sets of the file, if there is one, for one grid, and what to call each of them.
///
/// # Errors
/// The answer to a grid for which the file has none.
pub(super) fn of_grid(from: Option<&Sets>, grid: &Grid) -> Result<(Vec<SetPlace>, Option<Vec<ImportedSet>>), Answer> {
    let Some(from) = from else { return Ok((Vec::new(), None)) };
    let sets = from.file.of_grid(&grid_line(grid), grid.shape()).map_err(|e| from.refused(&e.to_string()))?;
    let (places, sets) = sets.into_iter().unzip();
    Ok((places, Some(sets)))
}

/// The answer to a grid of which the solver has none, perhaps since a set of the file is wrong; `places` are what to
/// call these.
pub(super) fn answer(from: Option<&Sets>, places: &[SetPlace], error: Error) -> Answer {
    match (error, from) {
        (Error::GivenSet { number, reason }, Some(from)) => from.refused(&format!("{}: {reason}", places[number])),
        (other, _) => Answer::of_error(other),
    }
}
