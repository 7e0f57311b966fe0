//! The native engine: the minimum by a hitting-set search of our own.

mod follower;
mod improve;
mod native;
mod pool;
pub mod reference;
mod tail;
mod tree;

use crate::base::Limits;
use crate::problem::{ClueProblem, Minimum, Observer};
use crate::unavoidable::Family;

/// Settings of the native engine.
#[derive(Clone, Debug)]
pub struct Options {
    /// Fixes every random choice.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 1 }
    }
}

/// The minimum number of clues of `problem`, with `start` as the first unavoidable sets.
pub fn minimum<const W: usize, P: ClueProblem<W>>(
    problem: &P,
    start: &Family<W>,
    options: &Options,
    limits: &Limits,
    observer: &mut dyn Observer<W>,
) -> Minimum<W> {
    native::minimum(problem, start, options, limits, observer)
}
