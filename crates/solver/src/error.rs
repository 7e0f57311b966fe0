//! The errors of this crate.

use std::io;
use std::path::PathBuf;

use minclue_core::base::Stop;
use minclue_core::ilp::SolutionError;
use minclue_core::problem::ModelCluesError;
use minclue_core::sudoku::ParseError;
use minclue_core::unavoidable::InvalidSet;
use minclue_verifier::Refusal;

use crate::ask::{NoOutcome, Outcome, Trouble};
use crate::problem::LoadError;

/// The reason why there is no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A text is not a grid or a puzzle; the message has the line, the column and the reason.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A puzzle that should have exactly one solution has none or several.
    #[error("{0}")]
    NotOneGrid(&'static str),
    /// A 0/1 model has no solution.
    #[error("the model has no solution")]
    NoSolution,
    /// The clues to start from are not a puzzle of this solution; the text states the reason.
    #[error("these clues cannot be a start: {0}")]
    Start(String),
    /// A set to start from is not an unavoidable set of this problem.
    #[error("set {number}: {reason}", number = .number + 1)]
    GivenSet {
        /// The number of the set, from 0.
        number: usize,
        /// The reason.
        reason: InvalidSet,
    },
    /// The journal belongs to another run.
    #[error("{}:{line}: {message}", .path.display())]
    Journal {
        /// The path of the journal.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The reason.
        message: String,
    },
    /// The format cannot hold the model; the text states the reason.
    #[error("{0}")]
    Export(String),
    /// A cell does not exist, or is both given and forbidden.
    #[error("{0}")]
    Cells(String),
    /// Even all cells that may be clues leave a second solution.
    #[error("no puzzle is possible: even with all allowed clues there is a second solution")]
    NoPuzzle,
    /// All vertices of some hyperedge are forbidden.
    #[error("all vertices of some hyperedge are forbidden, so it cannot be hit")]
    Unhittable,
    /// All constraints can hold at the same time.
    #[error("all constraints together have a solution, so none contradict each other")]
    Satisfiable,
    /// There are no constraints to choose from, or too many; the text states the reason.
    #[error("{0}")]
    Constraints(String),
    /// The leader has no feasible choice; the text states the reason.
    #[error("no choice is possible: {0}")]
    Impossible(String),
    /// A text is not a solution of an exported model; the message has the line.
    #[error(transparent)]
    Solution(#[from] SolutionError),
    /// A file or a text is not a problem.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A 0/1 model and its solution do not make a clue problem.
    #[error(transparent)]
    Model(#[from] ModelCluesError),
    /// A limit was reached before there was any result.
    #[error("stopped before there was any result: {0}")]
    Stopped(Stop),
    /// The settings are incompatible, or this build lacks a feature that they need.
    #[error("{0}")]
    Settings(String),
    /// The engines contradict each other, so one of them is wrong: a bug in minclue. The outcome has their logs.
    #[error("the engines contradict each other: {message}")]
    Contradiction {
        /// The contradiction.
        message: String,
        /// The results of the engines for clue problems.
        outcome: Option<Box<Outcome>>,
    },
    /// An engine, a tool or the machine failed.
    #[error("{message}")]
    Failed {
        /// The failure.
        message: String,
        /// The bounds that were proven before the failure, if there are any.
        outcome: Option<Box<Outcome>>,
    },
    /// The checker refuses the certificate of an answer: a bug in minclue. The file is kept.
    #[error("{message}")]
    Uncertified {
        /// The reason.
        message: String,
        /// The result of the search.
        outcome: Box<Outcome>,
    },
    /// The checker refuses a certificate passed to [`verify`](crate::verify).
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Error {
    /// An engine failed before anything was known.
    pub(crate) fn failed(message: String) -> Self {
        Self::Failed { message, outcome: None }
    }
}

impl Error {
    /// Returns the results that engines for clue problems had before the error, together with the error; or the error
    /// itself if there are none.
    ///
    /// # Errors
    /// Returns the error unchanged if it has no outcome.
    pub fn into_outcome(self) -> Result<Outcome, Self> {
        let with = |outcome: Box<Outcome>, trouble| Outcome { trouble: Some(trouble), ..*outcome };
        match self {
            Self::Contradiction { message, outcome: Some(outcome) } => {
                Ok(with(outcome, Trouble::Contradiction(message)))
            }
            Self::Uncertified { message, outcome } => Ok(with(outcome, Trouble::Refused(message))),
            Self::Failed { message, outcome: Some(outcome) } => Ok(with(outcome, Trouble::Failed(message))),
            other => Err(other),
        }
    }
}

impl From<NoOutcome> for Error {
    fn from(why: NoOutcome) -> Self {
        match why {
            NoOutcome::Refused(message) => Self::Settings(message),
            NoOutcome::Failed(message) => Self::failed(message),
        }
    }
}
