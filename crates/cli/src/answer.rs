//! How an input was answered.

use std::io;

use minclue_core::sudoku::Place;
use minclue_report::Record;
use minclue_solver::Error;

/// How an input was answered.
pub(super) enum Answer<R = Box<dyn Record>> {
    /// As far as the limits allow.
    Known(R),
    /// Answered, and there is nothing to write.
    NoRecord,
    /// What is left to do once all inputs before this one are answered.
    InOrder(Box<dyn FnOnce() -> Answer + Send>),
    /// Answered, and it is not what the user required.
    CheckFailed(R),
    /// What is known is not to be relied on: the engines contradict each other, or one of them failed. The message
    /// says how; the record keeps what the others found.
    Unreliable(R, String),
    /// Answered, and a file of it that was wanted beside the record cannot be written: the message says why.
    Unsaved(R, String),
    /// The input does not stand for what is needed.
    Refused { message: String, help: Option<&'static str> },
    /// An option does not fit to this input.
    Usage(String),
    /// A file that an option names is not what is needed; the message names the place in it.
    BadFile(String),
    /// What an option says does not fit to this input.
    BadValue {
        option: &'static str,
        /// Where in its value.
        place: Place,
        message: String,
    },
    /// This program, a tool or the machine failed.
    Failed(String),
    /// The output does not take any more.
    Output(io::Error),
}

impl Answer {
    /// Where the solver has no answer.
    pub(super) fn of_error(error: Error) -> Self {
        match error {
            Error::Impossible(message) | Error::Settings(message) => Self::Refused { message, help: None },
            Error::NoPuzzle | Error::Unhittable | Error::Satisfiable | Error::Cells(_) | Error::Constraints(_) => {
                Self::Refused { message: error.to_string(), help: None }
            }
            Error::Export(message) => Self::BadFile(message),
            Error::Journal { .. } => Self::BadFile(error.to_string()),
            Error::Failed { message, .. } => Self::Failed(message),
            other => Self::Failed(other.to_string()),
        }
    }
}

impl<R: Record + 'static> Answer<R> {
    /// The same as all verbs give it.
    pub(super) fn boxed(self) -> Answer {
        match self {
            Self::Known(record) => Answer::Known(Box::new(record)),
            Self::NoRecord => Answer::NoRecord,
            Self::InOrder(finish) => Answer::InOrder(finish),
            Self::CheckFailed(record) => Answer::CheckFailed(Box::new(record)),
            Self::Unreliable(record, message) => Answer::Unreliable(Box::new(record), message),
            Self::Unsaved(record, message) => Answer::Unsaved(Box::new(record), message),
            Self::Refused { message, help } => Answer::Refused { message, help },
            Self::Usage(message) => Answer::Usage(message),
            Self::BadFile(message) => Answer::BadFile(message),
            Self::BadValue { option, place, message } => Answer::BadValue { option, place, message },
            Self::Failed(message) => Answer::Failed(message),
            Self::Output(e) => Answer::Output(e),
        }
    }
}
