//! The progress of many runs, each a step.

use std::time::Instant;

use super::line;
use super::{Log, Verbosity};

pub(in super::super) struct Steps {
    log: Option<Log>,
    start: Instant,
}

impl Steps {
    /// `n_done` of `n` steps are done already.
    pub(in super::super) fn new(verbosity: &Verbosity, n_done: usize, n: usize) -> Self {
        line::of(n_done as u64, Box::new(move || Some(n as u64)));
        Self { log: verbosity.log(), start: Instant::now() }
    }

    /// One more, which `text` describes.
    pub(in super::super) fn done(&mut self, text: &str) {
        if let Some(log) = &mut self.log {
            log.say(&format!("{:>8.3} s  {text}", self.start.elapsed().as_secs_f64()));
        }
        line::done();
        line::say(|| text.to_owned());
    }
}
