//! The bilevel engine: the leader/follower model of tjusila-2023, its exports, and a branch and cut that solves it.

mod export;
mod follower;
mod model;

pub use export::{ExportError, Files, Format, ModelKind, aux, export};
pub use follower::follower;
pub use model::BilevelModel;

use crate::base::Limits;
use crate::problem::{ClueProblem, Minimum, Observer};
use crate::unavoidable::Family;

/// Settings of the bilevel engine.
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

/// The minimum number of clues of `problem`, with `start` as the first unavoidable-set inequalities.
pub fn minimum<const W: usize, P: ClueProblem<W>>(
    problem: &P,
    start: &Family<W>,
    options: &Options,
    limits: &Limits,
    observer: &mut dyn Observer<W>,
) -> Minimum<W> {
    let _ = (problem, start, options, limits, observer);
    unimplemented!()
}
