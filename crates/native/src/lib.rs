//! The native engine: a hitting-set search for the minimum and for all puzzles with a given number of clues, and the
//! last step of searches that walk a region for many problems at once.

#![forbid(unsafe_code)]

use minclue_core::{base, hitting, problem, proof, unavoidable};

mod certified;
mod disjoint;
mod enumerate;
mod finisher;
mod leaf;
mod native;
mod parallel;
mod question;
mod set_learner;
mod several;
mod stream;
mod tail;
mod tree;
mod walks;

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::base::{CellSet, Limits};
use crate::hitting::Leaf;
use crate::problem::{ClueProblem, Minimum};
use crate::unavoidable::Family;
use minclue_engine::{Engine, EngineError, Enumeration, EnumerationQuery, Leaves, Run, Start};

pub use finisher::{FinishQuery, Finisher};

/// The native engine: a hitting-set search for the minimum, with a proof on request, and for all puzzles with a given
/// number of clues. It also solves subproblems of the branch and cut.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Native {
    pub options: SearchOptions,
}

/// The settings of the native engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of threads, at least one. The answer does not depend on it, unless a limit is reached: the node limit
    /// counts the nodes of all threads, so with several threads it is not reached at the same place every time.
    pub threads: usize,
    /// Whether to use the symmetries of the problem.
    pub symmetry: bool,
    /// The vector instructions to use. The answer does not depend on them.
    pub instructions: Instructions,
    /// Whether to look for good puzzles before the search and between its budgets.
    pub heuristic: bool,
}

/// Sets of vector instructions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Instructions {
    /// The widest that this machine has.
    ///
    /// AVX-512, AVX2, or those of every machine.
    #[default]
    Best,
    /// At most AVX2.
    Avx2,
    /// Those that every machine has.
    Portable,
}

/// Returns the name of the vector instructions that the native engine uses on this machine: `AVX-512`, `AVX2`, `NEON`
/// or `portable`.
#[must_use]
pub fn instructions() -> &'static str {
    Instructions::Best.chosen()
}

impl Instructions {
    /// Returns the instructions that this machine supports, up to this choice.
    #[must_use]
    pub fn arch(self) -> pulp::Arch {
        tail::arch(self)
    }

    /// Returns the name of the instructions used on this machine: `AVX-512`, `AVX2`, `NEON` or `portable`.
    #[must_use]
    pub fn chosen(self) -> &'static str {
        tail::chosen(self)
    }
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self { seed: 1, threads: 1, symmetry: true, instructions: Instructions::Best, heuristic: true }
    }
}

macro_rules! engines {
    ($W:literal) => {
        impl Engine<$W> for Native {
            fn name(&self) -> Cow<'static, str> {
                "native".into()
            }

            fn minimum(
                &self,
                problem: &dyn ClueProblem<$W>,
                start: &Start<'_, $W>,
                run: &mut Run<'_, $W>,
            ) -> Result<Minimum<$W>, EngineError> {
                Ok(native::minimum(problem, start, &self.options, run))
            }

            fn enumerate(
                &self,
                problem: &dyn ClueProblem<$W>,
                start: &Start<'_, $W>,
                query: &EnumerationQuery<$W>,
                run: &mut Run<'_, $W>,
                visit: &mut dyn FnMut(CellSet<$W>) -> ControlFlow<()>,
            ) -> Result<Enumeration, EngineError> {
                enumerate::enumerate(problem, start, query, &self.options, run, visit)
            }
        }

        impl Leaves<$W> for Native {
            fn leaf<'p>(
                &self,
                problem: &'p dyn ClueProblem<$W>,
                start: &'p Family<$W>,
                limits: &Limits,
            ) -> Box<dyn Leaf<$W> + 'p> {
                Box::new(leaf::NativeLeaf::new(problem, start, &self.options, limits))
            }
        }
    };
}
minclue_engine::at_each_width!(engines);

/// Why an enumeration has no proof.
const NO_PROOF: EngineError = EngineError::Proof("an enumeration has no certificate");
