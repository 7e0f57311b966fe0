//! The interface of solvers of 0/1 models.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::base::{Limits, Stop};

use super::{BinaryModel, Literal, Sense};

/// The answer of a backend.
///
/// A point in it was rounded and then checked against every row in integers, so it is feasible. Optimality,
/// infeasibility and bounds are claims of a floating-point solver: useful for a search, but never a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solved {
    /// A feasible point that the backend claims to be optimal.
    Optimal {
        /// One value per variable.
        values: Vec<bool>,
        /// Its exact objective value.
        objective: i64,
    },
    /// The backend claims that no 0/1 point satisfies all rows.
    Infeasible,
    /// A limit was reached.
    Limit {
        /// The best feasible point found.
        incumbent: Option<Vec<bool>>,
        /// A lower bound on all feasible points, as claimed by the backend.
        bound: Option<i64>,
        stop: Stop,
    },
    /// The backend does not accept a number of the model; the text states which.
    TooLarge(String),
    /// The backend failed or returned an impossible answer; the text states which.
    Failed(String),
}

/// The work of a solve, as the backend counts it. Use it to compare solves of one backend, not different backends.
///
/// `None` means that the backend does not report the number, and 0 that it needed none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Effort {
    /// The number of simplex iterations; see each backend for those that it counts.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub simplex_iterations: Option<u64>,
    /// The number of nodes of the branch and bound.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub nodes: Option<u64>,
}

impl Effort {
    /// No work at all.
    pub const NONE: Self = Self { simplex_iterations: Some(0), nodes: Some(0) };
    pub const UNKNOWN: Self = Self { simplex_iterations: None, nodes: None };

    /// The sum of the work of two solves; a number that is unknown in one is unknown in the sum.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let sum = |a: Option<u64>, b: Option<u64>| a.zip(b).map(|(a, b)| a + b);
        Self {
            simplex_iterations: sum(self.simplex_iterations, other.simplex_iterations),
            nodes: sum(self.nodes, other.nodes),
        }
    }
}

/// A model that is solved repeatedly, each time with other variables fixed. A backend may keep its own copy.
#[derive(Debug)]
pub struct RepeatedModel {
    model: BinaryModel,
    number: u64,
}

impl RepeatedModel {
    #[must_use]
    pub fn new(model: BinaryModel) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self { model, number: NEXT.fetch_add(1, Ordering::Relaxed) }
    }

    /// The model without fixed variables.
    #[must_use]
    pub fn model(&self) -> &BinaryModel {
        &self.model
    }

    /// A number that is unique in this process.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the model in which these literals are true, each by a row.
    #[must_use]
    pub fn with(&self, fixed: &[Literal]) -> BinaryModel {
        let mut model = self.model.clone();
        for (i, &literal) in fixed.iter().enumerate() {
            model.add_literal_row(format!("fixed_{i}"), [(literal, 1)], Sense::GreaterEqual, 1);
        }
        model
    }
}

/// A solver that solves 0/1 models to optimality, on one thread.
pub trait IlpSolver: fmt::Debug + Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// Solves `model`, and returns the work with the answer. The limits are checked before the start, and the backend
    /// gets the remaining time; an interrupt during the solve takes effect at its end.
    fn solve_measured(&self, model: &BinaryModel, limits: &Limits) -> (Solved, Effort);

    /// Solves `model`, and returns only the answer of [`Self::solve_measured`].
    fn solve(&self, model: &BinaryModel, limits: &Limits) -> Solved {
        self.solve_measured(model, limits).0
    }

    /// Solves a model in which these literals are true. A backend may reuse its state from the last solve in this
    /// thread; the answer may depend on that if there is a choice.
    fn solve_again(&self, model: &RepeatedModel, fixed: &[Literal], limits: &Limits) -> Solved {
        self.solve(&model.with(fixed), limits)
    }
}
