//! The result of a bilevel program.

use minclue_core::problem::{Counters, FollowerWork};

use super::LeaderEngine;
use crate::bounds::AnswerStatus;
use crate::engine_record::ProofRecord;

/// The result of a bilevel program: two proven bounds, and the choices of both players at the upper bound.
#[derive(Clone, Debug, PartialEq)]
pub struct BilevelOutcome {
    /// The engine that proved the bounds.
    pub engine: LeaderEngine,
    /// The reason for that engine, if it was chosen automatically.
    pub engine_reason: Option<&'static str>,
    /// The status of the run.
    pub status: AnswerStatus,
    /// The proven lower bound on the leader's cost; `None` if there is none. For interdiction, the cost is the value of
    /// the follower's response; for a blocker problem, the price of the choice, in units and without the variables that
    /// are taken in any case.
    pub lower: Option<i64>,
    /// The proven upper bound on this cost. For interdiction: no response to the best choice found is worth more. For a
    /// blocker problem: the price of that choice, if the choice is sufficient.
    pub upper: Option<i64>,
    /// The numbers of the leader's variables that are 1 in the best choice found.
    pub taken: Option<Vec<usize>>,
    /// The follower's response, one value for each variable of its model, and the value of that response.
    pub answer: Option<(Vec<bool>, i64)>,
    /// The proof that no response to this choice is worth more; for a blocker problem, that none is worth more than
    /// allowed.
    pub upper_proof: Option<UpperProof>,
    /// The work of the follower's solvers.
    pub follower: FollowerWork,
    /// The work of the engines.
    pub work: Counters,
    /// The certificate of the lower bound, after the check; for a blocker problem, the certificate of both bounds.
    pub lower_certificate: Option<ProofRecord>,
    /// The certificate of the upper bound, after the check.
    pub upper_certificate: Option<ProofRecord>,
    /// The reason why a requested certificate is missing.
    pub uncertified: Option<String>,
    /// The failure, if there are bounds although a file could not be written or an engine gave up.
    pub failure: Option<String>,
}

/// The proof that no response of the follower is worth more than the one shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpperProof {
    /// An exact search in integers found none.
    Search,
    /// A sum of the follower's rows proves it, in integers.
    Dual,
    /// A solver of integer programs reports it, in floating-point arithmetic.
    Solver(&'static str),
}

impl UpperProof {
    /// The name in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Dual => "dual",
            Self::Solver(name) => name,
        }
    }
}

/// Why there is no answer, or none to rely on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BilevelTrouble {
    /// The program breaks a rule that only a search can detect; the text states the rule.
    #[error("{0}")]
    Refused(String),
    /// Engines contradict each other, or the checker refuses a certificate.
    #[error("{0}")]
    Contradiction(String),
    /// A step failed.
    #[error("{0}")]
    Failed(String),
}
