//! Saves the state of a branch and cut to a file now and then.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use minclue_core::base::CellSet;
use minclue_core::problem::Minimum;
use minclue_engines::bilevel::{Checkpoint, State};

use crate::files::StateFile;
use crate::instance::ProblemInstance;
use crate::settings::Settings;

/// The time that a run works between two saved states.
const KEEP_EVERY: Duration = Duration::from_secs(30);

/// The state of one grid in its file.
pub(crate) struct StateKeeper<const W: usize> {
    file: StateFile,
    /// That of an earlier run.
    pub(crate) found: Option<State<W>>,
    /// The result of the last save.
    last: Mutex<Last>,
}

/// The last state that was written.
struct Last {
    time: Instant,
    /// The error of the last save.
    error: Option<String>,
}

impl<const W: usize> StateKeeper<W> {
    /// The state of `instance`, where the settings ask for one.
    ///
    /// # Errors
    /// A message if that of an earlier run cannot be read.
    pub(crate) fn of(instance: &dyn ProblemInstance<W>, settings: &Settings) -> Result<Option<Self>, String> {
        let file = settings.state.as_deref().and_then(|folder| instance.state_file(folder));
        file.map(|file| Self::open(file, instance.problem().cells())).transpose()
    }

    fn open(file: StateFile, cells: CellSet<W>) -> Result<Self, String> {
        file.remove_leftovers();
        let found = file.read::<W>(cells)?;
        Ok(Self { file, found, last: Mutex::new(Last { time: Instant::now(), error: None }) })
    }

    fn last(&self) -> MutexGuard<'_, Last> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes the state of a grid that is solved; then it does not matter whether it could be written. A question that
    /// was decided leaves the state to those that want more.
    pub(crate) fn close(self, minimum: &Minimum<W>) -> Result<(), String> {
        let error = self.last().error.take();
        match error {
            _ if minimum.clues.is_some_and(|clues| clues.len() == minimum.lower_bound) => self.file.remove(),
            Some(error) if minimum.stop.is_some() => Err(error),
            _ => Ok(()),
        }
    }
}

impl<const W: usize> Checkpoint<W> for StateKeeper<W> {
    fn is_due(&self) -> bool {
        let mut last = self.last();
        let is_due = last.time.elapsed() >= KEEP_EVERY;
        if is_due {
            last.time = Instant::now();
        }
        is_due
    }

    fn keep(&self, state: &State<W>) {
        let error = self.file.write(state).err();
        self.last().error = error;
    }
}
