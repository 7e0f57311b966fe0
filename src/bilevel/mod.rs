//! The bilevel engine: the leader/follower model of tjusila-2023, its exports, and a branch and cut that solves it.

mod auxiliary;
mod by_ilp;
mod driver;
mod export;
mod follower;
mod master;
mod model;
mod separate;

pub use auxiliary::{AuxDialect, aux};
pub use by_ilp::{ByIlp, IlpOracle};
pub use export::{ExportError, Files, Format, ModelKind, export};
pub use follower::follower;
pub use model::{BilevelModel, hitting_model};

use crate::base::Limits;
use crate::problem::{ClueProblem, Minimum, Observer};
use crate::unavoidable::Family;

/// Settings of the bilevel engine.
#[derive(Clone, Debug)]
pub struct Options {
    /// Split each budget over a partition of the cells, such as the bands of a grid.
    pub split: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { split: true }
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
    driver::Driver::new(problem, start, limits, observer).run(options)
}
