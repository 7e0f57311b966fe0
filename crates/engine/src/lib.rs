//! The contract of engines: what each is given, what it may be asked, and what it answers.
//!
//! An engine is a value that holds its settings. It is asked about a [`ClueProblem`], with a [`Start`], in a [`Run`];
//! whatever it is, it answers with a [`Minimum`], and with a proof where the run wants one and it has one.
//!
//! Beside it stands what several engines use: [`local_search`] finds puzzles for all of them, a [`SetLearner`] asks the
//! oracle and remembers what it answers, and [`rounds`] shares tasks out to threads. The [`Reference`] is the engine
//! that others are held against.

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

/// Finds the minimum number of clues. Settings are in the engine; `W` is the width of its sets of cells.
pub trait Engine<const W: usize>: Sync {
    /// Its name; that of a published search has all of its settings.
    fn name(&self) -> Cow<'static, str>;

    /// The minimum number of clues of `problem`.
    ///
    /// Under [`Question::AtMost`] it may end with bounds that do not meet and without a limit: then either the best
    /// puzzle has at most this many clues, or the lower bound is above. With [`Run::proof`] the lower bound is the one
    /// that is proven. Where the proof cannot be written, the log has its error, the run ends there, and its bounds
    /// hold without it: [`Stop::OracleFailed`] says that they need not meet.
    ///
    /// # Errors
    /// [`EngineError`] if this engine, under its settings, cannot do what the run wants. Then nothing was searched.
    fn minimum(
        &self,
        problem: &dyn ClueProblem<W>,
        start: &Start<'_, W>,
        run: &mut Run<'_, W>,
    ) -> Result<Minimum<W>, EngineError>;

    /// All valid clue sets that are wanted, each once, passed to `visit` as they are found, which may end the run. The
    /// incumbent of the start and the question of the run play no part. By default an engine cannot do it.
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

/// Why an engine does not do what is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// It has no proof under these settings, or none at all.
    #[error("{0}")]
    Proof(&'static str),
    /// It cannot enumerate what is wanted.
    #[error("{0}")]
    Enumeration(&'static str),
}

/// Which of the valid clue sets are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnumerationQuery<const W: usize> {
    /// The number of clues.
    pub n_clues: usize,
    /// All of them, or only the minimal ones.
    pub puzzles: WantedPuzzles,
    /// Cells that each must have.
    pub given: CellSet<W>,
    /// Cells that none may have.
    pub forbidden: CellSet<W>,
    /// At most this many solutions may agree with them, the target among them: 1 for valid clue sets, and more only
    /// of a problem whose oracle can count.
    pub n_solutions: usize,
}

impl<const W: usize> EnumerationQuery<W> {
    /// All valid sets of `n_clues` clues.
    #[must_use]
    pub fn all(n_clues: usize) -> Self {
        Self { n_clues, puzzles: WantedPuzzles::All, given: CellSet::EMPTY, forbidden: CellSet::EMPTY, n_solutions: 1 }
    }
}

/// All puzzles, or those that matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WantedPuzzles {
    /// Every valid clue set.
    All,
    /// Those from which no clue can be taken.
    Minimal,
}

/// How an enumeration ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Enumeration {
    /// The limit that ended it, if one did; otherwise it is complete, unless the visitor ended it.
    pub stop: Option<Stop>,
    pub counters: Counters,
}

/// A search that answers small subproblems of another engine.
pub trait Leaves<const W: usize>: Sync {
    /// What answers for subproblems of `problem`, with `start` as the first unavoidable sets. Its nodes are not counted
    /// by the limits.
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
