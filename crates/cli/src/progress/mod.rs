//! What is said while something is at work: the line on a terminal, the log of `-v`, and the file of the node log.

mod engines;
mod line;
mod log;
mod log_tables;
mod setup;
mod steps;
mod units;

use super::embedded;
use super::message::Messages;
use super::record_sink::Deferred;

pub(super) use engines::{Progress, Tally};
pub(super) use line::{Count, Shown, aside, aside_output, begin, done, finds, give_up, limited, of, part, say, unit};
pub(super) use log::Log;
pub(super) use log_tables::verified;
pub(super) use setup::{Setup, program, side_by_side};
pub(super) use steps::Steps;
pub(super) use units::{counted, grouped, number, plural};

/// What is shown to the user.
#[derive(Clone, Debug)]
pub(super) struct Verbosity {
    line: bool,
    /// Where the log goes, if it is wanted.
    log: Option<Messages>,
}

impl Verbosity {
    pub(super) fn new(verbose: bool, quiet: bool, messages: &Messages) -> Self {
        Self { line: !quiet && !embedded::is_embedded(), log: verbose.then(|| messages.clone()) }
    }

    /// The same with a log that is kept in this queue.
    pub(super) fn in_queue(&self, queue: &Deferred) -> Self {
        Self { log: self.log.as_ref().map(|messages| messages.in_queue(queue)), ..*self }
    }

    /// Shows the line of progress, where somebody sees it.
    pub(super) fn show(&self) -> Shown {
        Shown::new(self.line)
    }

    /// The log, if it is wanted.
    pub(super) fn log(&self) -> Option<Log> {
        self.log.clone().map(Log::new)
    }
}
