//! How an input was answered.

use std::io;

use crate::report::Record;
use crate::sudoku::Place;

/// How an input was answered.
pub(super) enum Answer<R = Box<dyn Record>> {
    /// As far as the limits allow.
    Known(R),
    /// Answered, and there is nothing to write.
    Silent,
    /// Answered, and it is not what the user required.
    Unwanted(R),
    /// What is known is not to be relied on: the engines contradict each other, or one of them failed. The message
    /// says how; the record keeps what the others found.
    Broken(R, String),
    /// The input does not stand for what is needed.
    Refused {
        /// Why.
        message: String,
        /// What helps.
        help: Option<&'static str>,
    },
    /// An option does not fit to this input.
    Misused(String),
    /// A file that an option names is not what is needed; the message names the place in it.
    BadFile(String),
    /// What an option says does not fit to this input.
    Misfit {
        /// The option.
        option: &'static str,
        /// Where in its value.
        place: Place,
        /// What is wrong.
        message: String,
    },
    /// This program, a tool or the machine failed.
    Failed(String),
    /// The output does not take any more.
    Unwritten(io::Error),
}

impl<R: Record + 'static> Answer<R> {
    /// The same as all verbs give it.
    pub(super) fn boxed(self) -> Answer {
        match self {
            Self::Known(record) => Answer::Known(Box::new(record)),
            Self::Silent => Answer::Silent,
            Self::Unwanted(record) => Answer::Unwanted(Box::new(record)),
            Self::Broken(record, message) => Answer::Broken(Box::new(record), message),
            Self::Refused { message, help } => Answer::Refused { message, help },
            Self::Misused(message) => Answer::Misused(message),
            Self::BadFile(message) => Answer::BadFile(message),
            Self::Misfit { option, place, message } => Answer::Misfit { option, place, message },
            Self::Failed(message) => Answer::Failed(message),
            Self::Unwritten(e) => Answer::Unwritten(e),
        }
    }
}
