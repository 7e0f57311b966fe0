//! The contract of engines: their inputs, the questions that they answer, and the form of their answers.
//!
//! An engine is a value that holds its settings. [`Engine::minimum`] takes a [`ClueProblem`], a [`Start`] and a
//! [`Run`], and returns a [`Minimum`], with a proof if the run asks for one and the engine can write one.
//!
//! The crate also has the parts that several engines share: [`local_search`] finds puzzles, a [`SetLearner`] queries
//! the oracle and keeps the sets that it proves, and [`rounds`] distributes tasks to threads. [`Reference`] is a simple
//! engine that the others are tested against.

#![forbid(unsafe_code)]

use minclue_core::{base, hitting, problem, proof, unavoidable};

pub mod local_search;
mod reference;
pub mod rounds;
mod run;
mod set_learner;
pub mod tally;

use std::borrow::Cow;
use std::ops::ControlFlow;

pub use reference::Reference;
pub use run::{LargerSets, ProofLog, Question, Run, Start};
pub use set_learner::SetLearner;

use crate::base::{CellSet, Limits, Stop};
use crate::hitting::Leaf;
use crate::problem::{ClueProblem, Counters, Minimum};
use crate::unavoidable::Family;

/// An engine that finds the minimum number of clues. It holds its own settings; `W` is the width of its cell sets.
pub trait Engine<const W: usize>: Sync {
    /// The name of the engine. For a published search, the name includes all of its settings.
    fn name(&self) -> Cow<'static, str>;

    /// Finds the minimum number of clues of `problem`.
    ///
    /// Under [`Question::AtMost`], it may end without a limit although the bounds do not meet: then either the best
    /// puzzle has at most this many clues, or the lower bound is greater. With [`Run::proof`], the lower bound is the
    /// proven one. If the proof cannot be written, the run stops with [`Stop::OracleFailed`] and the error is in the
    /// log; the bounds are valid without the proof, but may not meet.
    ///
    /// # Errors
    /// [`EngineError`] if this engine, under its settings, cannot answer the run's question. It has not started a
    /// search then.
    fn minimum(
        &self,
        problem: &dyn ClueProblem<W>,
        start: &Start<'_, W>,
        run: &mut Run<'_, W>,
    ) -> Result<Minimum<W>, EngineError>;

    /// Passes each valid clue set of the query to `visit` once, as soon as it is found. `visit` may end the run. The
    /// incumbent of the start and the question of the run are ignored. The default implementation returns an error.
    ///
    /// # Errors
    /// [`EngineError`] as for [`Self::minimum`].
    fn enumerate(
        &self,
        _problem: &dyn ClueProblem<W>,
        _start: &Start<'_, W>,
        _query: &EnumerationQuery<W>,
        _run: &mut Run<'_, W>,
        _visit: &mut dyn FnMut(CellSet<W>) -> ControlFlow<()>,
    ) -> Result<Enumeration, EngineError> {
        Err(EngineError::Enumeration("this engine does not enumerate"))
    }
}

/// The reason why an engine cannot answer a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// The engine cannot write a proof, either under these settings or at all.
    #[error("{0}")]
    Proof(&'static str),
    /// The engine cannot answer this enumeration query.
    #[error("{0}")]
    Enumeration(&'static str),
}

/// The valid clue sets that an enumeration looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnumerationQuery<const W: usize> {
    /// The exact number of clues.
    pub n_clues: usize,
    /// All valid clue sets, or only the minimal ones.
    pub puzzles: WantedPuzzles,
    /// Cells that every clue set must contain.
    pub given: CellSet<W>,
    /// Cells that no clue set may contain.
    pub forbidden: CellSet<W>,
    /// The most solutions that may agree with the clues, including the target: 1 for valid clue sets. More than 1 needs
    /// a problem whose oracle can count.
    pub n_solutions: usize,
}

impl<const W: usize> EnumerationQuery<W> {
    /// A query for all valid sets of `n_clues` clues.
    #[must_use]
    pub fn all(n_clues: usize) -> Self {
        Self { n_clues, puzzles: WantedPuzzles::All, given: CellSet::EMPTY, forbidden: CellSet::EMPTY, n_solutions: 1 }
    }
}

/// The valid clue sets that an enumeration returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WantedPuzzles {
    /// Every valid clue set.
    All,
    /// Clue sets from which no clue can be removed.
    Minimal,
}

/// The result of an enumeration.
#[derive(Clone, Debug, PartialEq)]
pub struct Enumeration {
    /// The limit that ended it; `None` if it is complete or the visitor ended it.
    pub stop: Option<Stop>,
    pub counters: Counters,
}

/// A search that solves small subproblems of another engine.
pub trait Leaves<const W: usize>: Sync {
    /// Creates the solver for subproblems of `problem`, with `start` as the first unavoidable sets. The limits do not
    /// count its nodes.
    fn leaf<'p>(&self, problem: &'p dyn ClueProblem<W>, start: &'p Family<W>, limits: &Limits)
    -> Box<dyn Leaf<W> + 'p>;
}

/// `at_each_width!(name)` calls the macro `name!(W)` for every width that engines are compiled for: 2 words hold the 81
/// cells of 9x9, 4 hold 16x16, 10 hold 25x25. Engines of another width do not exist, so nobody else compiles one.
#[macro_export]
macro_rules! at_each_width {
    ($name:ident) => {
        $name!(2);
        $name!(4);
        $name!(10);
    };
}
