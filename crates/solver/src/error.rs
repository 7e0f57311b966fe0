//! Everything that can go wrong behind the front door.

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

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A text is not a grid or a puzzle; the message has line, column and reason.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A puzzle that should stand for its grid has no solution, or several.
    #[error("{0}")]
    NotOneGrid(&'static str),
    /// A 0/1 model whose solution is to be found has none.
    #[error("the model has no solution")]
    NoSolution,
    /// The clues to start from are not a puzzle of this solution; the text says why.
    #[error("these clues cannot be a start: {0}")]
    Start(String),
    /// A set to start from that is none of this problem.
    #[error("set {number}: {reason}", number = .number + 1)]
    GivenSet {
        /// Which, from 0.
        number: usize,
        /// What is wrong with it.
        reason: InvalidSet,
    },
    /// A journal that is not one of this run.
    #[error("{}:{line}: {message}", .path.display())]
    Journal {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// A format that cannot hold a model; the text says why.
    #[error("{0}")]
    Export(String),
    /// A cell that the problem does not have, or one that is both given and forbidden.
    #[error("{0}")]
    Cells(String),
    /// Even with all cells that may be clues there is a second solution.
    #[error("no puzzle is possible: with all cells that may be clues there is a second solution")]
    NoPuzzle,
    /// Some hyperedge has no vertex that may be taken.
    #[error("all vertices of some hyperedge are forbidden, so nothing hits it")]
    Unhittable,
    /// All constraints can hold at once.
    #[error("all constraints together have a solution, so none contradict each other")]
    Satisfiable,
    /// Constraints of which nothing can be chosen, or too much; the text says why.
    #[error("{0}")]
    Constraints(String),
    /// No choice is possible for a leader; the text says why.
    #[error("no choice is possible: {0}")]
    Impossible(String),
    /// A text is no solution of an exported model; the message has the line.
    #[error(transparent)]
    Solution(#[from] SolutionError),
    /// A file or a text is not a problem.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A 0/1 model and its solution do not make a clue problem.
    #[error(transparent)]
    Model(#[from] ModelCluesError),
    /// A limit came before anything could be said.
    #[error("stopped before anything was known: {0}")]
    Stopped(Stop),
    /// The settings do not fit each other, or this build lacks what they need.
    #[error("{0}")]
    Settings(String),
    /// The engines contradict each other, so one of them is wrong: a defect of minclue. The outcome has their logs.
    #[error("the engines contradict each other: {message}")]
    Contradiction {
        /// In what.
        message: String,
        /// What each engine said, of those for clue problems.
        outcome: Option<Box<Outcome>>,
    },
    /// An engine, a tool or the machine failed.
    #[error("{message}")]
    Failed {
        /// What failed.
        message: String,
        /// The bounds that were proven before, if any were.
        outcome: Option<Box<Outcome>>,
    },
    /// The checker refuses the certificate of an answer: a defect of minclue. The file is kept.
    #[error("{message}")]
    Uncertified {
        /// Why.
        message: String,
        /// What the search said.
        outcome: Box<Outcome>,
    },
    /// A certificate that was given to [`verify`](crate::verify) is refused.
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
    /// What engines for clue problems had found when it came to this, with what is wrong; or the error itself where
    /// there is nothing of the kind.
    ///
    /// # Errors
    /// The error.
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
