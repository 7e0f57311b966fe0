//! What came of a question about a bilevel program.

use minclue_core::problem::{Counters, FollowerWork};

use super::LeaderEngine;
use crate::bounds::AnswerStatus;
use crate::engine_record::ProofRecord;

/// What came of a bilevel program: two bounds that are proven, and who does what at the upper one.
#[derive(Clone, Debug, PartialEq)]
pub struct BilevelOutcome {
    /// What proved the bounds.
    pub engine: LeaderEngine,
    /// Why it was taken, where that was chosen.
    pub engine_reason: Option<&'static str>,
    /// How it ended.
    pub status: AnswerStatus,
    /// The least that the leader must bear, as far as it is proven: of interdiction what the follower's answer is
    /// worth, of a blocker problem what it pays, in units and without what is taken in any case. `None` if nothing is.
    pub lower: Option<i64>,
    /// The most that it must bear, as far as that is proven: of interdiction that no answer to the best choice known is
    /// worth more, of a blocker problem what that choice costs, where it is one that is enough.
    pub upper: Option<i64>,
    /// The leader's variables that are taken in the best choice known, by their numbers.
    pub taken: Option<Vec<usize>>,
    /// The follower's answer to it, one value for each variable of its model, and what it is worth.
    pub answer: Option<(Vec<bool>, i64)>,
    /// Why no answer to this choice is worth more; of a blocker problem, more than it may be.
    pub upper_proof: Option<UpperProof>,
    /// What the follower was asked.
    pub follower: FollowerWork,
    /// The work of the engines.
    pub work: Counters,
    /// The certificate of the lower bound, which was checked; of a blocker problem that of both.
    pub lower_certificate: Option<ProofRecord>,
    /// The certificate of the upper bound, which was checked.
    pub upper_certificate: Option<ProofRecord>,
    /// Why a certificate that was asked for is not there.
    pub uncertified: Option<String>,
    /// What failed, though there are bounds: a file could not be written, or an engine gave up.
    pub failure: Option<String>,
}

/// Why no answer of the follower is worth more than the one that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpperProof {
    /// Our own search found none, in integers.
    Search,
    /// A sum of the follower's rows says so, in integers.
    Dual,
    /// A solver of integer programs says so, in floating-point numbers.
    Solver(&'static str),
}

impl UpperProof {
    /// The word for records.
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
    /// The program breaks a rule that only a search can see; the text says which.
    #[error("{0}")]
    Refused(String),
    /// Engines contradict each other, or the checker refuses a certificate.
    #[error("{0}")]
    Contradiction(String),
    /// Something failed.
    #[error("{0}")]
    Failed(String),
}
