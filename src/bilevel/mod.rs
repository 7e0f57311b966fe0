//! The bilevel engine: the leader/follower model of tjusila-2023, its exports, and a branch and cut that solves it.

mod auxiliary;
mod branching;
mod by_ilp;
mod by_rows;
mod certificate;
mod driver;
mod even_cases;
mod export;
mod follower;
mod heuristic;
mod master;
mod model;
mod open;
mod options;
mod recorder;
mod regions;
mod rows;
mod separate;
mod state;
mod sums;
mod tell;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_certified;
mod tree;
mod zero_half;

pub use auxiliary::{AuxDialect, aux};
pub use branching::Branching;
pub use by_ilp::{AnswerBy, ByIlp};
pub use export::{ExportError, Files, Format, ModelKind, export};
pub use follower::follower;
pub use model::{BilevelModel, hitting_model};
pub use open::NodeOrder;
pub use options::{Budgets, Heuristic, LeafMode, Options, RegionRows};
pub use rows::RowKind;
pub use state::{CaseState, Keeper, State};

use std::io;

use crate::base::{CellSet, Limits};
use crate::hitting::Leaf;
use crate::ilp::Highs;
use crate::problem::{ClueProblem, Minimum, Observer};
use crate::proof::{self, Proof};
use crate::unavoidable::Family;

use recorder::Recorder;

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
    /// Valid clues that are known before the search. The oracle is asked before they are believed; then they are an upper
    /// bound from the start, and the first puzzle of the local search.
    pub incumbent: Option<CellSet<W>>,
}

/// The minimum number of clues of `problem`, with `start` as the first unavoidable-set inequalities.
///
/// With [`Options::at_most`], it may end with bounds that do not meet and without a limit: then either the best puzzle has
/// at most so many clues, or the lower bound is above.
pub fn minimum<'a, const W: usize>(
    problem: &'a dyn ClueProblem<W>,
    start: &Family<W>,
    options: &Options,
    helpers: Helpers<'a, W>,
    limits: &'a Limits,
    observer: &'a mut dyn Observer<W>,
) -> Minimum<W> {
    let start = start.sets().iter().map(|set| set.cells);
    driver::Driver::new(problem, &Highs, start, options, helpers, limits, observer).run()
}

/// Why a run has no certificate.
#[derive(Debug, thiserror::Error)]
pub enum CertifyError {
    /// A certificate is written depth first.
    #[error("a certificate asks for nodes that are taken depth first")]
    Order,
    /// The tree of a budget is written as a whole.
    #[error("a certificate asks for rising budgets")]
    Budgets,
    /// What was proven before is not in the state.
    #[error("a run that goes on from a state has no certificate of what was proven before")]
    Resume,
}

/// The minimum number of clues with a proof of its lower bound; see [`minimum`]. A limit leaves the proof of the bound that was
/// reached. Trees go to `files` while they are written.
///
/// Subtrees and regions go to the leaf of `helpers` only if it has proofs to show.
///
/// Where the proof cannot be written, its error stands in its place. The run ends there, and its bounds hold without it:
/// [`Stop::NoAnswer`](crate::base::Stop::NoAnswer) says that they need not meet.
///
/// # Errors
/// Options that leave no certificate.
pub fn minimum_certified<'a, const W: usize>(
    problem: &'a dyn ClueProblem<W>,
    start: &Family<W>,
    options: &Options,
    helpers: Helpers<'a, W>,
    limits: &'a Limits,
    observer: &'a mut dyn Observer<W>,
    files: &'a mut proof::Files<'a>,
) -> Result<(Minimum<W>, io::Result<Proof<W>>), CertifyError> {
    match options {
        Options { order: NodeOrder::BestFirst, .. } => return Err(CertifyError::Order),
        Options { budgets: Budgets::Falling, .. } => return Err(CertifyError::Budgets),
        _ if helpers.resume.is_some() => return Err(CertifyError::Resume),
        _ => {}
    }
    let start = start.sets().iter().map(|set| set.cells);
    let driver = driver::Driver::new(problem, &Highs, start, options, helpers, limits, observer);
    let (mut found, recorder) = driver.with_recorder(Recorder::new(Some(files))).run_recorded();
    let recorder = recorder.unwrap_or_else(|| Recorder::new(None));
    let proof = recorder.finish().map(|(lower, tree, numbers, lemmas)| {
        debug_assert_eq!(lower, found.lower_bound, "every bound comes with its proof");
        found.lower_bound = lower;
        Proof { lower, numbers, lemmas, tree }
    });
    Ok((found, proof))
}
