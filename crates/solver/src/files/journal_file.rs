//! The file of a journal: opened at its end and locked; each solve is appended with a single write.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::{Journal, JournalHead, solve_line};
use crate::base::TextLimits;
use crate::error::Error;
use crate::sources::SourceOptions;
use crate::sudoku::Shape;
use crate::unavoidable::{History, Step};
use minclue_core::problem::SudokuClues;

pub(crate) struct JournalFile {
    path: PathBuf,
    file: File,
    shape: Shape,
    /// The line that was dropped, since an earlier run ended while it was written.
    pub(crate) torn: Option<usize>,
}

impl JournalFile {
    /// Opens the journal at its end, or begins it. The file is not touched unless it is the journal of this very run,
    /// and nobody else can use it until it is closed.
    ///
    /// # Errors
    /// [`Error::Journal`] if it is another one, [`Error::Failed`] if it cannot be used.
    pub(crate) fn open<const W: usize>(
        path: &Path,
        problem: &SudokuClues<W>,
        source: &SourceOptions,
    ) -> Result<(Self, History<W>), Error> {
        let name = path.display();
        let unusable = |why: String| Error::failed(format!("journal {name} cannot be used: {why}"));
        let failed = |e: io::Error| unusable(e.to_string());
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        // Of a device or a pipe there is no end to read, and nothing to go on from.
        if !file.metadata().map_err(failed)?.is_file() {
            return Err(unusable("it is not a regular file".to_owned()));
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Error::failed(format!("journal {name} is in use by another run")));
            }
            Err(TryLockError::Error(e)) => return Err(failed(e)),
        }
        let bytes = TextLimits::OWN.read(&mut file).map_err(failed)?;
        let head = JournalHead::new(problem, source.backend.name(), source.form).with(source.split);
        let journal = Journal::read(&bytes, &head, source.form, problem).map_err(|e| Error::Journal {
            path: path.to_owned(),
            line: e.line,
            message: e.to_string(),
        })?;
        let changed = |e: io::Error| Error::failed(unwritable(path, &e));
        if journal.torn.is_some() {
            file.set_len(journal.n_bytes as u64).map_err(changed)?;
        }
        file.seek(SeekFrom::Start(journal.n_bytes as u64)).map_err(changed)?;
        if journal.n_bytes == 0 {
            file.write_all(head.line().as_bytes()).map_err(changed)?;
        }
        let shape = problem.grid().shape();
        Ok((Self { path: path.to_owned(), file, shape, torn: journal.torn }, journal.history))
    }

    /// Adds a solve, in one piece and not buffered, so that a run that is killed loses at most the solve at work.
    ///
    /// # Errors
    /// A message if it cannot be written.
    pub(crate) fn keep<const W: usize>(&mut self, step: &Step<W>) -> Result<(), String> {
        self.file.write_all(solve_line(self.shape, step).as_bytes()).map_err(|e| unwritable(&self.path, &e))
    }
}

fn unwritable(path: &Path, error: &io::Error) -> String {
    format!("journal {} cannot be written: {error}", path.display())
}
