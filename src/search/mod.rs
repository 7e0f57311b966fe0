//! The native engine: the minimum by a hitting-set search of our own; and the published searches as engines.

pub mod certified;
mod crew;
mod enumerate;
mod follower;
mod leaf;
mod native;
mod published;
mod question;
pub mod reference;
mod stream;
mod tail;
mod tree;

use std::ops::ControlFlow;

use crate::base::{CellSet, Limits, Stop};
use crate::problem::{ClueProblem, Counters, Minimum, Observer};
use crate::unavoidable::Family;

pub use enumerate::{Puzzles, Wanted};
pub use leaf::NativeLeaf;
pub use published::{enumerate_published, minimum_published};

/// Settings of the native engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options<const W: usize> {
    /// Fixes every random choice.
    pub seed: u64,
    /// Threads that search; at least one. The answer is the same for any number.
    pub threads: usize,
    /// Use the symmetries of the problem.
    pub symmetry: bool,
    /// The vector instructions to use. The answer is the same for all.
    pub instructions: Instructions,
    /// Look for good puzzles before and between the walks of the tree.
    pub heuristic: bool,
    /// Stop as soon as it is known whether a puzzle has at most so many clues.
    pub at_most: Option<usize>,
    /// Valid clues that are known before the search. The oracle is asked before they are believed; then they are an upper
    /// bound from the start, and the first puzzle of the local search. An enumeration does without.
    pub incumbent: Option<CellSet<W>>,
}

/// Sets of vector instructions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Instructions {
    /// The widest that this machine has: AVX-512, AVX2, or those of every machine.
    #[default]
    Best,
    /// At most AVX2.
    Avx2,
    /// Those that every machine has.
    Portable,
}

impl<const W: usize> Default for Options<W> {
    fn default() -> Self {
        Self {
            seed: 1,
            threads: 1,
            symmetry: true,
            instructions: Instructions::Best,
            heuristic: true,
            at_most: None,
            incumbent: None,
        }
    }
}

/// The minimum number of clues of `problem`, with `start` as the first unavoidable sets.
///
/// With [`Options::at_most`], it may end with bounds that do not meet and without a limit: then either the best puzzle has
/// at most so many clues, or the lower bound is above.
pub fn minimum<const W: usize, P: ClueProblem<W>>(
    problem: &P,
    start: &Family<W>,
    options: &Options<W>,
    limits: &Limits,
    observer: &mut dyn Observer<W>,
) -> Minimum<W> {
    native::minimum(problem, start, options, limits, observer)
}

/// How an enumeration ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Enumeration {
    /// The limit that ended it, if one did; otherwise it is complete, unless the visitor left it.
    pub stop: Option<Stop>,
    /// The work done.
    pub counters: Counters,
}

/// All valid clue sets that are wanted, each once, told to `visit` as they are found, until it breaks.
pub fn enumerate<const W: usize, P: ClueProblem<W>>(
    problem: &P,
    start: &Family<W>,
    wanted: &Wanted<W>,
    options: &Options<W>,
    limits: &Limits,
    observer: &mut dyn Observer<W>,
    visit: &mut dyn FnMut(CellSet<W>) -> ControlFlow<()>,
) -> Enumeration {
    enumerate::enumerate(problem, start, wanted, options, limits, observer, visit)
}
