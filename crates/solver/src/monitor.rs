//! Observers of a run.

use std::collections::VecDeque;
use std::path::Path;
use std::time::Instant;

use minclue_core::base::{CellSet, Limits};
use minclue_core::problem::{Counters, NodeLog, Observer};

use crate::choice::EngineName;
use crate::engine_record::EngineRecord;
use crate::instance::ProblemInstance;
use crate::work::StartRecord;

/// The most lines that a journal keeps; the newest count.
const LONGEST_JOURNAL: usize = 10_000;

/// An observer of the engines of a run, which run one after the other. The default methods do nothing.
pub trait Monitor {
    /// Called when an engine starts. `instance` describes its problem in one line.
    ///
    /// # Errors
    /// A message, which keeps the engine from running.
    fn begin(&mut self, _engine: EngineName, _instance: &str, _limits: &Limits) -> Result<(), String> {
        Ok(())
    }

    /// Called when the engine has its start sets and begins its search; the problem has `n_cells` cells.
    fn start_sets(&mut self, _n_cells: usize, _start: &StartRecord) {}

    /// Called after the no-good loop has solved this many programs, with the number of sets so far; both include those
    /// of its journal.
    fn solve(&mut self, _n_solves: u64, _n_sets: usize) {}

    /// Called when the incomplete last line of a journal was dropped; an earlier run ended while writing it.
    fn torn(&mut self, _journal: &Path, _line: usize) {}

    /// Called when a puzzle with fewer clues than any before was found, in its usual notation; its bounds follow.
    fn improved(&mut self, _puzzle: &dyn Fn() -> String) {}

    /// Called at every change of a bound, and now and then in between, with the bounds proven so far and the work done.
    fn bounds(&mut self, _lower: usize, _upper: Option<usize>, _work: &Counters) {}

    /// Called with the state of a branch and cut, now and then and at every change of a bound.
    fn node_log(&mut self, line: &NodeLog) {
        self.log(&|| line.to_string());
    }

    /// Called with one line of an engine's log.
    fn log(&mut self, _line: &dyn Fn() -> String) {}

    /// Called when the engine has ended, with its answer.
    fn end(&mut self, _record: &EngineRecord) {}
}

/// A monitor that does nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unmonitored;

impl Monitor for Unmonitored {}

/// Passes on what an engine says, and writes it down where answers will be compared.
pub(crate) struct Listener<'m, const W: usize> {
    monitor: &'m mut dyn Monitor,
    instance: &'m dyn ProblemInstance<W>,
    journal: Option<VecDeque<String>>,
    engine: String,
    start: Instant,
    bounds: Option<(usize, Option<usize>)>,
    /// Whether the journal has the head of the node log.
    has_head: bool,
}

impl<'m, const W: usize> Listener<'m, W> {
    /// Of an engine that answers for `instance`; `keep` says whether a journal is kept.
    pub(crate) fn new(
        monitor: &'m mut dyn Monitor,
        engine: EngineName,
        instance: &'m dyn ProblemInstance<W>,
        keep: bool,
    ) -> Self {
        let journal = keep.then(VecDeque::new);
        Self {
            monitor,
            instance,
            journal,
            engine: engine.text().into_owned(),
            start: Instant::now(),
            bounds: None,
            has_head: false,
        }
    }

    /// Passes on what the engine starts from.
    pub(crate) fn start_sets(&mut self, n_cells: usize, start: &StartRecord) {
        self.monitor.start_sets(n_cells, start);
    }

    /// The journal, with all the work at its end; empty if none was kept.
    pub(crate) fn finish(mut self, record: &EngineRecord) -> Vec<String> {
        self.note(|| record.work.to_string());
        self.monitor.end(record);
        self.journal.take().map(Vec::from).unwrap_or_default()
    }

    fn note(&mut self, line: impl FnOnce() -> String) {
        let Some(journal) = &mut self.journal else { return };
        if journal.len() == LONGEST_JOURNAL {
            journal.pop_front();
        }
        journal.push_back(format!("{:.3} s {}: {}", self.start.elapsed().as_secs_f64(), self.engine, line()));
    }
}

/// Returns the bounds as human-readable text.
#[must_use]
pub fn between(lower: usize, upper: Option<usize>) -> String {
    upper.map_or_else(|| format!("at least {lower} clues"), |upper| format!("{lower} to {upper} clues"))
}

impl<const W: usize> Observer<W> for Listener<'_, W> {
    fn bounds(&mut self, lower: usize, clues: Option<&CellSet<W>>, work: &Counters) {
        // The engine does not count the clues that are given.
        let n_given = self.instance.given().len();
        let (lower, upper) = (lower + n_given, clues.map(|clues| clues.len() + n_given));
        if let Some(clues) = clues
            && self.bounds.and_then(|(_, upper)| upper) != upper
        {
            self.monitor.improved(&|| self.instance.puzzle(*clues));
        }
        if self.bounds != Some((lower, upper)) {
            self.bounds = Some((lower, upper));
            self.note(|| format!("{}, {} nodes", between(lower, upper), work.n_nodes));
        }
        self.monitor.bounds(lower, upper, work);
    }

    fn node_log(&mut self, line: &NodeLog) {
        if !std::mem::replace(&mut self.has_head, true) {
            self.note(|| NodeLog::HEAD.to_owned());
        }
        self.note(|| line.to_string());
        self.monitor.node_log(line);
    }

    fn log(&mut self, line: &dyn Fn() -> String) {
        self.note(line);
        self.monitor.log(line);
    }
}
