//! `--from FILE`: unavoidable sets from a file in place of a source, each checked against the grid.

use std::fs::File;
use std::path::Path;

use minclue_core::base::Limits;
use minclue_core::problem::SudokuClues;
use minclue_core::unavoidable::{Family, Found, ImportedSet, ImportedSets, import_sets};
use minclue_solver::files::{ReadSetsError, SetFile};

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
    messages: Messages,
}

/// Most of what is taken from a file, once everything in it was checked.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SetLimits {
    pub(super) size: Option<usize>,
    pub(super) sets: Option<usize>,
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
            Ok(file) => Ok(Some(Self { name, file, quiet: common.messages.quiet, messages })),
            Err(e) => {
                messages.error(&format!("--from {name}: {e}"), None);
                Err(if matches!(e, ReadSetsError::Io(_)) { Exit::Internal } else { Exit::InvalidInput })
            }
        }
    }

    /// Checks the sets of the file for one grid and adds them to `family`. Says on standard error how many were not
    /// minimal.
    ///
    /// # Errors
    /// The answer to a grid for which the file has no sets, or a wrong one.
    pub(super) fn find<const W: usize>(
        &self,
        problem: &SudokuClues<W>,
        max: SetLimits,
        family: &mut Family<W>,
        limits: &Limits,
    ) -> Result<ImportedSets<W>, Answer> {
        let grid = problem.grid();
        let help = match self.file {
            SetFile::Records(_) => "`minclue sets --list --format jsonl` writes the records of a grid",
            SetFile::Cuts(_) | SetFile::Lines(_) => {
                "a list that names no grid is tried on every grid; is it one of this?"
            }
        };
        let refused = |what: String| {
            let message = format!("--from {}: {what}", self.name);
            Answer::Refused { message, help: Some(help) }
        };
        let sets = self.file.of_grid(&grid_line(grid), grid.shape()).map_err(|e| refused(e.to_string()))?;
        let mut all = Family::new();
        let values = sets.iter().map(|(_, set)| set);
        let mut given = import_sets(problem, values, &mut all, limits)
            .map_err(|(i, flaw)| refused(format!("{}: {flaw}", sets[i].0)))?;
        self.note_changes(&given, &sets, all.len());
        for set in all.sets().iter().filter(|set| max.size.is_none_or(|max| set.cells.len() <= max)) {
            if max.sets.is_some_and(|max| family.len() >= max) {
                // A limit that came before says more.
                if given.found == Found::Complete {
                    given.found = Found::Enough;
                }
                break;
            }
            family.insert(set.clone());
        }
        given.not_minimal.retain(|cells| family.contains(cells));
        Ok(given)
    }

    /// What people should know of the file beyond its sets.
    fn note_changes<const W: usize, P>(&self, given: &ImportedSets<W>, sets: &[(P, ImportedSet)], n_different: usize) {
        if self.quiet {
            return;
        }
        let many = |n: usize, noun: &str| if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") };
        let name = &self.name;
        if sets.is_empty() {
            self.messages.note(&format!("{name}: no sets"));
        }
        if given.n_shrunk > 0 {
            let n = many(given.n_shrunk, "set");
            self.messages.note(&format!("{name}: {n} not minimal, each replaced by a minimal one inside it"));
        }
        if !given.not_minimal.is_empty() {
            let n = many(given.not_minimal.len(), "set");
            self.messages.note(&format!("{name}: {n} not minimal, kept as given"));
        }
        let n_repeated = sets.len().saturating_sub(n_different);
        if n_repeated > 0 && given.found == Found::Complete {
            let n = many(n_repeated, "set");
            self.messages.note(&format!("{name}: {n} there before, counted once"));
        }
    }
}
