//! The parameters of one run of an engine.

use std::fmt;
use std::fs::File;
use std::io;

use crate::base::{CellSet, Limits};
use crate::problem::Observer;
use crate::proof::{Files, Proof};
use crate::unavoidable::Family;

/// A question about the minimum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Question {
    #[default]
    Minimum,
    /// Whether a puzzle has at most this many clues. An engine stops as soon as it knows.
    AtMost(usize),
}

impl Question {
    /// The number of clues in question, if there is one.
    #[must_use]
    pub fn at_most(self) -> Option<usize> {
        match self {
            Self::Minimum => None,
            Self::AtMost(k) => Some(k),
        }
    }

    /// Returns whether these bounds answer it.
    #[must_use]
    pub fn is_answered(self, lower: usize, upper: usize) -> bool {
        upper <= lower || self.at_most().is_some_and(|k| upper <= k || lower > k)
    }
}

/// The sets and clues that an engine starts from.
#[derive(Clone, Copy, Debug)]
pub struct Start<'s, const W: usize> {
    /// The initial unavoidable sets.
    pub family: &'s Family<W>,
    /// Clues that are known to be valid. The engine verifies them with the oracle; then they are its initial upper
    /// bound and the first puzzle of the local search.
    pub incumbent: Option<CellSet<W>>,
    /// Larger sets, for a search that is expected to be long.
    pub larger: Option<&'s dyn LargerSets<W>>,
}

/// A finder of larger unavoidable sets than the initial ones. It takes longer than an easy search and shortens a hard
/// one.
pub trait LargerSets<const W: usize> {
    /// Returns unavoidable sets, which may include those that the search started with. At a limit, returns the sets
    /// found so far; the search notices the limit itself.
    fn find(&self, limits: &Limits) -> Vec<CellSet<W>>;
}

impl<const W: usize> fmt::Debug for dyn LargerSets<W> + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LargerSets")
    }
}

impl<'s, const W: usize> From<&'s Family<W>> for Start<'s, W> {
    /// With these sets and no puzzle.
    fn from(family: &'s Family<W>) -> Self {
        Self { family, incumbent: None, larger: None }
    }
}

/// The parameters of a run, the same for every engine.
pub struct Run<'r, const W: usize> {
    pub limits: &'r Limits,
    pub question: Question,
    /// The observer that is told about progress.
    pub observer: &'r mut dyn Observer<W>,
    /// The log that takes the proof, if one is wanted.
    pub proof: Option<&'r mut ProofLog<W>>,
}

impl<'r, const W: usize> Run<'r, W> {
    /// Creates a run that looks for the minimum, without a proof.
    pub fn new(limits: &'r Limits, observer: &'r mut dyn Observer<W>) -> Self {
        Self { limits, question: Question::Minimum, observer, proof: None }
    }

    /// Returns the run with another question.
    #[must_use]
    pub fn asking(self, question: Question) -> Self {
        Self { question, ..self }
    }

    /// Returns the run with a proof log.
    #[must_use]
    pub fn proving(self, proof: &'r mut ProofLog<W>) -> Self {
        Self { proof: Some(proof), ..self }
    }

    /// Returns the same run for a part of the work.
    pub fn part(&mut self) -> Run<'_, W> {
        let Self { limits, question, observer, proof } = self;
        Run { limits, question: *question, observer: &mut **observer, proof: proof.as_deref_mut() }
    }
}

/// A receiver for the proof of a run.
pub struct ProofLog<const W: usize> {
    files: Box<Files<'static>>,
    proof: Option<io::Result<Proof<W>>>,
}

impl<const W: usize> ProofLog<W> {
    /// Creates a log. Each tree of a proof is written to its own file from `files`.
    pub fn new(files: impl FnMut() -> io::Result<File> + 'static) -> Self {
        Self { files: Box::new(files), proof: None }
    }

    pub fn files(&mut self) -> &mut Files<'static> {
        &mut *self.files
    }

    /// Stores the proof of the engine, or the error that kept it from being written.
    pub fn take(&mut self, proof: io::Result<Proof<W>>) {
        self.proof = Some(proof);
    }

    /// Returns the proof, or `None` before a run.
    ///
    /// # Errors
    ///
    /// The error that kept the proof from being written.
    pub fn into_proof(self) -> io::Result<Option<Proof<W>>> {
        self.proof.transpose()
    }
}
