//! All valid choices with a number of cells, one after the other.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use minclue_core::base::{Cell, CellSet, Interrupt, Limits, Stop};
use minclue_core::problem::NoObserver;
use minclue_engines::engine::EnumerationQuery;

use super::Solver;
use crate::answer::Choice;
use crate::asks::Asks;
use crate::choice::{EngineName, Engines, RegionPreset};
use crate::enumeration::EnumerationRequest;
use crate::error::Error;
use crate::instance::ProblemInstance;
use crate::interdiction::FollowerChoice;
use crate::problem::{AtWidth, Problem};
use crate::run::not_unique;
use crate::settings::Settings;

/// Choices that are found before somebody takes them.
const AHEAD: usize = 64;

/// The choices of [`Solver::all_with`].
///
/// # Panics
/// In `next`, if a choice that is found turns out not to be valid: a defect of minclue.
pub struct Choices {
    problem: Problem,
    /// `None` after the last one.
    receiver: Option<Receiver<Vec<Cell>>>,
    /// Ends the search.
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
        let refused = |message: &str| Err(Error::Settings(message.to_owned()));
        let engine = match solver.engines {
            None | Some(Engines::Native) => EngineName::Native,
            Some(Engines::Published(search)) => EngineName::Published(search),
            Some(Engines::Bilevel | Engines::Both) => {
                return refused("all choices are listed by the native engine or by a published search");
            }
        };
        if solver.problem.conditions().has_leader() || solver.problem.subject().has_prices() {
            return refused("choices are listed by their number of cells, without weights and rows");
        }
        let (sender, receiver) = sync_channel(AHEAD);
        let (problem, interrupt) = (solver.problem.clone(), Interrupt::default());
        let limits = solver.limits().with_interrupt(interrupt.clone());
        let listing = Listing { engine, settings: solver.settings, problem: problem.clone(), n, limits, sender };
        let thread = thread::spawn(move || {
            let problem = listing.problem.clone();
            problem.subject().whole(FollowerChoice::Oracle, listing)?
        });
        Ok(Self { problem, receiver: Some(receiver), interrupt, thread: Some(thread), stop: None })
    }
}

impl Choices {
    /// The limit that ended the list before all of it was found, after the last choice; `None` if it is complete.
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
        if let Ok(cells) = self.receiver.as_ref()?.recv() {
            return Some(self.problem.chosen(cells));
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

/// A list that is made, and who takes it.
struct Listing {
    engine: EngineName,
    settings: Settings,
    problem: Problem,
    n: usize,
    limits: Limits,
    sender: SyncSender<Vec<Cell>>,
}

impl AtWidth for Listing {
    type Out = Result<Option<Stop>, Error>;

    fn at<const W: usize>(self, instance: &dyn ProblemInstance<W>) -> Self::Out
    where
        CellSet<W>: Asks<W>,
    {
        let Self { engine, settings, problem, n, limits, sender } = self;
        let source = (None, RegionPreset::default());
        let (sets, _) = CellSet::<W>::sets_to_enumerate(engine, source, n, instance, &limits).map_err(Error::failed)?;
        let [given, forbidden] = problem.conditions().sets::<W>();
        let request = EnumerationRequest {
            engine,
            options: settings.native(),
            sets: &sets,
            query: &EnumerationQuery { given, forbidden, ..EnumerationQuery::all(n) },
            limits: &limits,
            observer: &mut NoObserver,
            certify: None,
        };
        let (mut failure, mut stopped) = (None, None);
        let mut visit = |cells: CellSet<W>| {
            match instance.is_unique(cells, &limits) {
                Ok(true) => {}
                Ok(false) => failure = Some(Error::failed(not_unique(&instance.puzzle(cells), &engine.text()))),
                Err(stop) => stopped = Some(stop),
            }
            if failure.is_some() || stopped.is_some() {
                return ControlFlow::Break(());
            }
            let sent = sender.send(cells.iter().collect());
            if sent.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let found = CellSet::<W>::enumerate(instance.problem(), request, &mut visit).map_err(Error::failed)?;
        failure.map_or(Ok(stopped.or(found.stop)), Err)
    }
}
