//! The bilevel engine: the leader/follower model of tjusila-2023, its exports, and a branch and cut that solves it.

mod auxiliary;
mod branching;
mod by_ilp;
mod by_rows;
mod cover_search;
mod driver;
mod dual_bound;
mod even_cases;
mod export;
mod follower;
mod heuristic;
mod leader_rows;
mod master;
mod model;
mod options;
mod parallel;
mod proof_log;
mod propagate;
mod recorder;
mod region_minima;
mod regions;
mod rows;
mod separate;
mod state;
mod sums;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_certified;
mod tree;
mod zero_half;

pub use crate::open::NodeOrder;
pub use auxiliary::{AuxDialect, aux};
pub use branching::Branching;
pub use by_ilp::{AnswerBy, ByIlp};
pub use export::{ExportError, Files, Format, ModelKind, export};
pub use follower::follower;
pub use leader_rows::{LeaderRows, RegionMinimum};
pub use model::{BilevelModel, hitting_model};
pub use options::{BilevelOptions, Budgets, Heuristic, LP_SETS, LeafMode, RegionRows, RegionSearch};
pub use rows::RowKind;
pub use state::{CaseState, Checkpoint, State};

use std::borrow::Cow;

use crate::base::CellSet;
use crate::hitting::Leaf;
use crate::ilp::NodeLps;
use crate::problem::{ClueProblem, Minimum};
use crate::proof::Proof;
use crate::unavoidable::Family;
use minclue_engine::{Engine, EngineError, Leaves, Run, Start};

use driver::Driver;
use recorder::Recorder;

/// The branch and cut as an engine, with its settings and solvers.
#[derive(Clone, Copy)]
pub struct BranchAndCut<'e, const W: usize> {
    pub options: BilevelOptions,
    /// The solver of its linear programs.
    pub lps: &'e dyn NodeLps,
    /// The search that answers small subproblems. Without it, the trees go down to the last clue, and the minima of
    /// regions come from smaller trees of the same kind. In a run with a proof, it is only used if it can write proofs.
    pub leaves: Option<&'e dyn Leaves<W>>,
    pub checkpoint: Option<&'e dyn Checkpoint<W>>,
    /// The state to resume from; it must come from the same problem and the same options.
    pub resume: Option<&'e State<W>>,
}

impl<'e, const W: usize> BranchAndCut<'e, W> {
    /// Creates the engine with linear programs down to the last clue, and default settings.
    #[must_use]
    pub fn new(lps: &'e dyn NodeLps) -> Self {
        Self { options: BilevelOptions::default(), lps, leaves: None, checkpoint: None, resume: None }
    }

    fn run(
        &self,
        problem: &dyn ClueProblem<W>,
        start: &Start<'_, W>,
        run: &mut Run<'_, W>,
    ) -> Result<Minimum<W>, EngineError> {
        if run.proof.is_some() {
            self.can_prove()?;
        }
        // What has nothing to do need not follow what the trees learn.
        let leaves = self.leaves.filter(|_| self.options.has_leaves());
        let leaf = leaves.map(|leaves| leaves.leaf(problem, start.family, run.limits));
        let hooks = Hooks {
            leaf,
            leaves: leaves.map(|leaves| (leaves, start.family)),
            checkpoint: self.checkpoint,
            resume: self.resume.cloned(),
            incumbent: start.incumbent,
        };
        let sets = start.family.sets().iter().map(|set| set.cells);
        let Run { limits, question, observer, proof } = run.part();
        let driver = Driver::new(problem, self.lps, sets, &self.options, hooks, limits, observer).asking(question);
        let Some(log) = proof else { return Ok(driver.run()) };
        let (mut found, recorder) = driver.with_recorder(Recorder::new(Some(log.files()))).run_recorded();
        let recorder = recorder.unwrap_or_else(|| Recorder::new(None));
        let proof = recorder.finish().map(|(lower, tree, numbers, lemmas)| {
            debug_assert_eq!(lower, found.lower_bound, "every bound comes with its proof");
            found.lower_bound = lower;
            Proof { lower, puzzles: Vec::new(), numbers, lemmas, tree }
        });
        log.take(proof);
        Ok(found)
    }

    /// Do the settings leave a certificate?
    fn can_prove(&self) -> Result<(), EngineError> {
        match self.options {
            BilevelOptions { order: NodeOrder::BestFirst, .. } => {
                Err(EngineError::Proof("a certificate needs depth-first order"))
            }
            BilevelOptions { budgets: Budgets::Falling, .. } => {
                Err(EngineError::Proof("a certificate needs rising budgets"))
            }
            _ if self.resume.is_some() => Err(EngineError::Proof(
                "a run that resumes from a state cannot write a certificate, because earlier proofs are missing",
            )),
            _ => Ok(()),
        }
    }
}

/// The optional parts of a run besides its linear programs; see [`BranchAndCut`].
#[derive(Default)]
struct Hooks<'h, const W: usize> {
    leaf: Option<Box<dyn Leaf<W> + 'h>>,
    /// The factory of further ones, for threads, with the sets to start from.
    leaves: Option<(&'h dyn Leaves<W>, &'h Family<W>)>,
    checkpoint: Option<&'h dyn Checkpoint<W>>,
    resume: Option<State<W>>,
    /// Valid clues that are known.
    incumbent: Option<CellSet<W>>,
}

macro_rules! engines {
    ($W:literal) => {
        impl Engine<$W> for BranchAndCut<'_, $W> {
            fn name(&self) -> Cow<'static, str> {
                "bilevel".into()
            }

            fn minimum(
                &self,
                problem: &dyn ClueProblem<$W>,
                start: &Start<'_, $W>,
                run: &mut Run<'_, $W>,
            ) -> Result<Minimum<$W>, EngineError> {
                self.run(problem, start, run)
            }
        }
    };
}
minclue_engine::at_each_width!(engines);
