//! An iterator over all valid choices with a given number of cells.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::{self, JoinHandle};

use minclue_core::base::{Interrupt, Stop};

use super::{ListOptions, Solver};
use crate::answer::Choice;
use crate::error::Error;
use crate::problem::Problem;

/// Choices that are found before somebody takes them.
const AHEAD: usize = 64;

/// The iterator of [`Solver::all_with`].
///
/// # Panics
/// `next` panics if a choice turns out not to be valid, which is a bug in minclue.
pub struct Choices {
    problem: Problem,
    /// `None` after the last choice.
    receiver: Option<Receiver<Choice>>,
    interrupt: Interrupt,
    thread: Option<JoinHandle<Result<Option<Stop>, Error>>>,
    stop: Option<Stop>,
}

impl Choices {
    /// Begins to look for all with `n` cells.
    ///
    /// # Errors
    /// [`Error::Settings`] if that cannot be asked.
    pub(super) fn begin(solver: Solver<'_>, n: usize) -> Result<Self, Error> {
        solver.lister()?;
        let (sender, receiver) = sync_channel(AHEAD);
        let (problem, interrupt) = (solver.problem.clone(), Interrupt::default());
        // The thread lives longer than what is borrowed here.
        let limits = solver.limits().with_interrupt(interrupt.clone());
        let (listed, engines, follower, settings) = (problem.clone(), solver.engines, solver.follower, solver.settings);
        let thread = thread::spawn(move || {
            let limits = || limits.clone();
            let solver = Solver { engines, follower, settings, limits_by: Some(&limits), ..Solver::new(&listed) };
            let end = solver.list(n, &ListOptions::default(), &mut |choice| match sender.send(choice) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            })?;
            Ok(end.stop)
        });
        Ok(Self { problem, receiver: Some(receiver), interrupt, thread: Some(thread), stop: None })
    }
}

impl Choices {
    /// The limit that ended the list, known after the last choice; `None` if the list is complete.
    #[must_use]
    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }
}

impl fmt::Debug for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Choices").field("problem", &self.problem).finish_non_exhaustive()
    }
}

impl Iterator for Choices {
    type Item = Choice;

    fn next(&mut self) -> Option<Choice> {
        if let Ok(choice) = self.receiver.as_ref()?.recv() {
            return Some(choice);
        }
        self.receiver = None;
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(Err(error))) => panic!("{error}"),
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            Some(Ok(Ok(stop))) => {
                self.stop = stop;
                None
            }
            None => None,
        }
    }
}

impl FusedIterator for Choices {}

impl Drop for Choices {
    fn drop(&mut self) {
        self.interrupt.raise();
        // First nobody takes choices any more; then the thread sees that, or the interrupt.
        self.receiver = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
