//! The no-good loop of `minclue sets` on the line of progress.

use std::path::Path;

use minclue_solver::Monitor;

use super::message::Messages;
use super::progress::{self, grouped};

/// Shows the solves of the loop; each is one integer program.
pub(super) struct Solves<'a> {
    pub(super) max_sets: Option<usize>,
    pub(super) quiet: bool,
    pub(super) messages: &'a Messages,
}

impl Monitor for Solves<'_> {
    fn solve(&mut self, n_solves: u64, n_sets: usize) {
        progress::say(|| format!("{} sets  round {}", grouped(n_sets as u64), grouped(n_solves)));
        if let Some(max) = self.max_sets.filter(|max| *max > 0) {
            progress::part(n_sets as f64 / max as f64);
        }
    }

    fn torn(&mut self, journal: &Path, line: usize) {
        if !self.quiet {
            let why = "an earlier run ended while writing it";
            self.messages.note(&format!("{}:{line}: the last line is ignored: {why}", journal.display()));
        }
    }
}
