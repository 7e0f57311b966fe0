//! What is asked of a solver of 0/1 models, and what it may answer.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::base::{Limits, Stop};

use super::{BinaryModel, Literal, Sense};

/// The answer of a backend.
///
/// A point in it was rounded and then checked against every row in integers, so it is feasible. That there is no
/// better one (`Optimal`) or none at all (`Infeasible`) and every bound are claims of a floating-point code: enough to
/// go on with, never a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solved {
    /// A feasible point that the backend calls optimal.
    Optimal {
        /// One value per variable.
        values: Vec<bool>,
        /// Its exact objective value.
        objective: i64,
    },
    /// The backend claims that no 0/1 point satisfies all rows.
    Infeasible,
    /// A limit came first.
    Limit {
        /// The best feasible point known.
        incumbent: Option<Vec<bool>>,
        /// No feasible point is below this, as the backend claims.
        bound: Option<i64>,
        stop: Stop,
    },
    /// The backend does not take a number of the model; the text says which.
    TooLarge(String),
    /// The backend gave up, or answered something that cannot be; the text says what.
    Failed(String),
}

/// What a solve cost, as the backend counts it: good for comparing solves of one backend, not two backends.
///
/// `None` is a number that the backend does not give. Zero is zero: the backend says that it needed none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Effort {
    /// Simplex iterations; each backend says which it counts.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub simplex_iterations: Option<u64>,
    /// Nodes of the branch and bound.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub nodes: Option<u64>,
}

impl Effort {
    /// No work at all.
    pub const NONE: Self = Self { simplex_iterations: Some(0), nodes: Some(0) };
    pub const UNKNOWN: Self = Self { simplex_iterations: None, nodes: None };

    /// The work of both solves; what is unknown of one is unknown of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let sum = |a: Option<u64>, b: Option<u64>| a.zip(b).map(|(a, b)| a + b);
        Self {
            simplex_iterations: sum(self.simplex_iterations, other.simplex_iterations),
            nodes: sum(self.nodes, other.nodes),
        }
    }
}

/// A model that is solved again and again, each time with other variables fixed: a backend may keep what it made of it.
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

    /// The model without anything fixed.
    #[must_use]
    pub fn model(&self) -> &BinaryModel {
        &self.model
    }

    /// No other one of this process has this number.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The model in which these literals are true, each by a row.
    #[must_use]
    pub fn with(&self, fixed: &[Literal]) -> BinaryModel {
        let mut model = self.model.clone();
        for (i, &literal) in fixed.iter().enumerate() {
            model.add_literal_row(format!("fixed_{i}"), [(literal, 1)], Sense::GreaterEqual, 1);
        }
        model
    }
}

/// Solves 0/1 models to optimality, on one thread.
pub trait IlpSolver: fmt::Debug + Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// Solves `model`, and says what that cost. The limits are asked before the start, and the time left is given to
    /// the backend; an interrupt that comes during the solve is not seen before its end.
    fn solve_measured(&self, model: &BinaryModel, limits: &Limits) -> (Solved, Effort);

    /// Solves `model`: the answer of [`Self::solve_measured`] alone.
    fn solve(&self, model: &BinaryModel, limits: &Limits) -> Solved {
        self.solve_measured(model, limits).0
    }

    /// Solves a model in which these literals are true. A backend that can begins with what it kept of the last time, in
    /// this thread; what it answers may depend on that, in so far as it may choose.
    fn solve_again(&self, model: &RepeatedModel, fixed: &[Literal], limits: &Limits) -> Solved {
        self.solve(&model.with(fixed), limits)
    }
}
