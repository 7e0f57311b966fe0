//! The bilevel engine: the leader/follower model of tjusila-2023, its exports, and a branch and cut that solves it.

mod auxiliary;
mod branching;
mod by_ilp;
mod certificate;
mod driver;
mod export;
mod follower;
mod heuristic;
mod master;
mod model;
mod open;
mod options;
mod regions;
mod rows;
mod separate;
mod state;
#[cfg(test)]
mod tests;
mod tree;
mod zero_half;

pub use auxiliary::{AuxDialect, aux};
pub use branching::Branching;
pub use by_ilp::{ByIlp, IlpOracle};
pub use export::{ExportError, Files, Format, ModelKind, export};
pub use follower::follower;
pub use model::{BilevelModel, hitting_model};
pub use open::NodeOrder;
pub use options::{Budgets, Heuristic, LeafMode, Options, RegionRows};
pub use rows::RowKind;
pub use state::{CaseState, Keeper, State};

use crate::base::Limits;
use crate::hitting::Leaf;
use crate::ilp::WarmLp;
use crate::problem::{ClueProblem, Minimum, Observer};
use crate::unavoidable::Family;

/// What a run may use beside its linear programs.
#[derive(Default)]
pub struct Helpers<'h, const W: usize> {
    /// Answers small subproblems. Without it, the trees go down to the last clue, and the minima of regions come from
    /// smaller trees of the same kind.
    pub leaf: Option<&'h mut dyn Leaf<W>>,
    /// Keeps the state.
    pub keeper: Option<&'h mut dyn Keeper<W>>,
    /// The state to go on from; it must come from the same problem and the same options.
    pub resume: Option<State<W>>,
}

/// The minimum number of clues of `problem`, with `start` as the first unavoidable-set inequalities.
///
/// With [`Options::at_most`], it may end with bounds that do not meet and without a limit: then either the best puzzle has
/// at most so many clues, or the lower bound is above.
pub fn minimum<'a, const W: usize, P: ClueProblem<W>>(
    problem: &'a P,
    start: &Family<W>,
    options: &Options,
    helpers: Helpers<'a, W>,
    limits: &'a Limits,
    observer: &'a mut dyn Observer<W>,
) -> Minimum<W> {
    let start = start.sets().iter().map(|set| set.cells);
    driver::Driver::<W, P, WarmLp>::new(problem, start, options, helpers, limits, observer).run()
}
