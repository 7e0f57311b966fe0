//! The no-good loop of `minclue sets`, with the file that keeps its solves.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use minclue_core::base::{Limits, TextLimits};
use minclue_core::problem::SudokuClues;
use minclue_core::unavoidable::{Family, Found, History, IterationRecord, Step};
use minclue_solver::files::{Journal, JournalHead, solve_line};
use minclue_solver::{SourceOptions, images_in, no_good_loop};

use super::answer::Answer;
use super::context::Context;
use super::progress::{self, grouped};

/// How the solves are kept.
pub(super) struct Solves<'a> {
    /// The journal, if one was asked for.
    pub(super) file: Option<&'a Path>,
    pub(super) quiet: bool,
    pub(super) context: &'a Context,
}

impl Solves<'_> {
    /// Runs the loop from where its journal ends, and returns all solves of the journal and of this run.
    ///
    /// # Errors
    /// The answer to the input if the backend failed or the journal cannot be used.
    pub(super) fn find<const W: usize>(
        &self,
        problem: &SudokuClues<W>,
        wanted: &SourceOptions,
        family: &mut Family<W>,
        limits: &Limits,
    ) -> Result<(Found, Vec<IterationRecord>), Answer> {
        let mut source = no_good_loop(wanted).map_err(|e| Answer::Failed(e.to_string()))?;
        let shape = problem.grid().shape();
        let images = images_in(problem, wanted, limits);
        let found = match self.file {
            None => {
                let history = History::of(wanted.form, wanted.split);
                let mut rounds = Rounds::new(&history, wanted.max_sets);
                source.resume_with(problem, family, &history, &*images, limits, &mut |step| {
                    rounds.one_more(step);
                    Ok(())
                })
            }
            Some(path) => {
                let (mut file, history) = self.open(path, problem, wanted)?;
                let mut rounds = Rounds::new(&history, wanted.max_sets);
                source.resume_with(problem, family, &history, &*images, limits, &mut |step| {
                    rounds.one_more(step);
                    // In one piece and not buffered, so that a run that is killed loses at most the solve at work.
                    file.write_all(solve_line(shape, step).as_bytes()).map_err(|e| unwritable(path, &e))
                })
            }
        }
        .map_err(|e| Answer::Failed(e.to_string()))?;
        Ok((found, source.records().to_vec()))
    }

    /// Opens the journal at its end, or begins it. The file is not touched unless it is the journal of this very run,
    /// and nobody else can use it until it is closed.
    fn open<const W: usize>(
        &self,
        path: &Path,
        problem: &SudokuClues<W>,
        wanted: &SourceOptions,
    ) -> Result<(File, History<W>), Answer> {
        let name = path.display();
        let failed = |e: io::Error| Answer::Failed(format!("journal {name} cannot be used: {e}"));
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        // Of a device or a pipe there is no end to read, and nothing to go on from.
        if !file.metadata().map_err(failed)?.is_file() {
            return Err(Answer::Failed(format!("journal {name} cannot be used: it is not a regular file")));
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Answer::Failed(format!("journal {name} is in use by another run")));
            }
            Err(TryLockError::Error(e)) => return Err(failed(e)),
        }
        let bytes = TextLimits::OWN.read(&mut file).map_err(failed)?;
        let head = JournalHead::new(problem, wanted.backend.name(), wanted.form).with(wanted.split);
        let journal = Journal::read(&bytes, &head, wanted.form, problem)
            .map_err(|e| Answer::BadFile(format!("{name}:{}: {e}", e.line)))?;
        let changed = |e: io::Error| Answer::Failed(unwritable(path, &e));
        if let Some(line) = journal.torn {
            file.set_len(journal.n_bytes as u64).map_err(changed)?;
            if !self.quiet {
                let why = "an earlier run ended while it was written";
                self.context.messages.note(&format!("{name}:{line}: the last line is dropped: {why}"));
            }
        }
        file.seek(SeekFrom::Start(journal.n_bytes as u64)).map_err(changed)?;
        if journal.n_bytes == 0 {
            file.write_all(head.line().as_bytes()).map_err(changed)?;
        }
        Ok((file, journal.history))
    }
}

/// The rounds of the loop, for the line of progress; each solves one integer program.
struct Rounds {
    n: u64,
    n_sets: usize,
    max_sets: Option<usize>,
}

impl Rounds {
    /// Those of `history` are done.
    fn new<const W: usize>(history: &History<W>, max_sets: Option<usize>) -> Self {
        let n_sets = history.steps().iter().filter(|step| step.set.is_some()).count();
        Self { n: history.steps().len() as u64, n_sets, max_sets }
    }

    fn one_more<const W: usize>(&mut self, step: &Step<W>) {
        self.n += 1;
        self.n_sets += usize::from(step.set.is_some());
        progress::say(|| format!("{} sets  round {}", grouped(self.n_sets as u64), grouped(self.n)));
        if let Some(max) = self.max_sets.filter(|max| *max > 0) {
            progress::part(self.n_sets as f64 / max as f64);
        }
    }
}

fn unwritable(path: &Path, error: &io::Error) -> String {
    format!("journal {} cannot be written: {error}", path.display())
}
