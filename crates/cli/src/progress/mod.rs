//! What is said while something is at work: the line on a terminal, the log of `-v`, and the file of the node log.

mod engines;
mod line;
mod log;
mod log_tables;
mod setup;
mod steps;
mod units;

use super::embedded;

pub(super) use engines::{Progress, Tally};
pub(super) use line::{Count, Shown, aside, aside_output, begin, done, finds, give_up, limited, of, part, say, unit};
pub(super) use log::Log;
pub(super) use log_tables::verified;
pub(super) use setup::{Setup, program};
pub(super) use steps::Steps;
pub(super) use units::{counted, grouped, number, plural};

/// What is shown to the user.
#[derive(Clone, Copy, Debug)]
pub(super) struct Verbosity {
    line: bool,
    log: bool,
}

impl Verbosity {
    pub(super) fn new(verbose: bool, quiet: bool) -> Self {
        Self { line: !quiet && !embedded::is_embedded(), log: verbose }
    }

    /// Shows the line of progress, where somebody sees it.
    pub(super) fn show(self) -> Shown {
        Shown::new(self.line)
    }

    /// The log, if it is wanted.
    pub(super) fn log(self) -> Option<Log> {
        self.log.then(Log::default)
    }
}
