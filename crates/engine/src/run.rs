//! What a run of an engine has.

use std::fmt;
use std::fs::File;
use std::io;

use crate::base::{CellSet, Limits};
use crate::problem::Observer;
use crate::proof::{Files, Proof};
use crate::unavoidable::Family;

/// What is asked about the minimum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Question {
    #[default]
    Minimum,
    /// Whether a puzzle has at most this many clues; an engine stops as soon as that is known.
    AtMost(usize),
}

impl Question {
    /// The number of clues that is asked about.
    #[must_use]
    pub fn at_most(self) -> Option<usize> {
        match self {
            Self::Minimum => None,
            Self::AtMost(k) => Some(k),
        }
    }

    /// Is it answered by these bounds?
    #[must_use]
    pub fn is_answered(self, lower: usize, upper: usize) -> bool {
        upper <= lower || self.at_most().is_some_and(|k| upper <= k || lower > k)
    }
}

/// What an engine begins with.
#[derive(Clone, Copy, Debug)]
pub struct Start<'s, const W: usize> {
    /// The first unavoidable sets.
    pub family: &'s Family<W>,
    /// Valid clues that are known before the search. The oracle is asked before they are believed; then they are an
    /// upper bound from the start, and the first puzzle of the local search.
    pub incumbent: Option<CellSet<W>>,
    /// Larger sets than those, for a search that is expected to be long.
    pub larger: Option<&'s dyn LargerSets<W>>,
}

/// Finds larger unavoidable sets than those that a search begins with: that takes longer than an easy question, and
/// makes a hard one shorter.
pub trait LargerSets<const W: usize> {
    /// The sets, all of which are unavoidable; those that the search began with may be among them. At a limit, which
    /// the search hears of as well, there are as many as were found.
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

/// What every run of every engine has.
pub struct Run<'r, const W: usize> {
    pub limits: &'r Limits,
    pub question: Question,
    /// Who hears of progress on the way.
    pub observer: &'r mut dyn Observer<W>,
    /// Where the proof goes, if one is wanted.
    pub proof: Option<&'r mut ProofLog<W>>,
}

impl<'r, const W: usize> Run<'r, W> {
    /// A run that asks for the minimum, without a proof.
    pub fn new(limits: &'r Limits, observer: &'r mut dyn Observer<W>) -> Self {
        Self { limits, question: Question::Minimum, observer, proof: None }
    }

    /// The same with another question.
    #[must_use]
    pub fn asking(self, question: Question) -> Self {
        Self { question, ..self }
    }

    /// The same with a proof.
    #[must_use]
    pub fn proving(self, proof: &'r mut ProofLog<W>) -> Self {
        Self { proof: Some(proof), ..self }
    }

    /// The same run for a part of the work.
    pub fn part(&mut self) -> Run<'_, W> {
        let Self { limits, question, observer, proof } = self;
        Run { limits, question: *question, observer: &mut **observer, proof: proof.as_deref_mut() }
    }
}

/// Takes the proof of a run.
pub struct ProofLog<const W: usize> {
    files: Box<Files<'static>>,
    proof: Option<io::Result<Proof<W>>>,
}

impl<const W: usize> ProofLog<W> {
    /// Trees go to `files` while they are written, each to one.
    pub fn new(files: impl FnMut() -> io::Result<File> + 'static) -> Self {
        Self { files: Box::new(files), proof: None }
    }

    pub fn files(&mut self) -> &mut Files<'static> {
        &mut *self.files
    }

    /// Takes what an engine has proven in the end, or why that cannot be written.
    pub fn take(&mut self, proof: io::Result<Proof<W>>) {
        self.proof = Some(proof);
    }

    /// The proof; `None` before a run.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub fn into_proof(self) -> io::Result<Option<Proof<W>>> {
        self.proof.transpose()
    }
}
