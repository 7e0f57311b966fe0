//! The progress of an engine: a line on a terminal, the log for `-v`, and a journal for a comparison that fails.

use std::cell::Cell;
use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::base::{CellSet, Limits};
use crate::problem::{Counters, NodeLog, Observer};
use crate::report::NodeLogRecord;

/// The most lines that a journal keeps; the newest count.
const LONGEST_JOURNAL: usize = 10_000;

/// What is shown to the user.
#[derive(Clone, Copy, Debug)]
pub(super) struct Verbosity {
    bar: bool,
    log: bool,
}

impl Verbosity {
    pub(super) fn new(verbose: bool, quiet: bool) -> Self {
        Self { bar: !quiet && io::stderr().is_terminal(), log: verbose }
    }
}

/// The progress of one engine on one grid.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    log: bool,
    journal: Option<VecDeque<String>>,
    /// The file of the node log, and the grid.
    node_log: Option<(File, String)>,
    engine: String,
    limits: Limits,
    start: Instant,
    bounds: Option<(usize, Option<usize>)>,
    /// Puzzles found, where all are looked for.
    n_found: Option<Rc<Cell<u64>>>,
}

/// Counts the puzzles that are found while an engine is watched.
pub(super) struct Tally {
    n_found: Rc<Cell<u64>>,
    bar: Option<ProgressBar>,
}

impl Tally {
    /// How many were found so far.
    pub(super) fn n_found(&self) -> u64 {
        self.n_found.get()
    }

    /// One more, which `write` writes without disturbing the progress.
    pub(super) fn found<T>(&self, write: impl FnOnce() -> T) -> T {
        self.n_found.set(self.n_found.get() + 1);
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

impl Progress {
    /// `keep` says whether a journal is kept.
    pub(super) fn new(verbosity: Verbosity, engine: &str, limits: &Limits, keep: bool) -> Self {
        let bar = verbosity.bar.then(|| {
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} [{elapsed}]") {
                bar.set_style(style);
            }
            bar.set_message(engine.to_owned());
            bar.enable_steady_tick(Duration::from_millis(100));
            bar
        });
        Self {
            bar,
            log: verbosity.log,
            journal: keep.then(VecDeque::new),
            node_log: None,
            engine: engine.to_owned(),
            limits: limits.clone(),
            start: Instant::now(),
            bounds: None,
            n_found: None,
        }
    }

    /// Counts puzzles from here on, in place of bounds.
    pub(super) fn tally(&mut self) -> Tally {
        let n_found = Rc::clone(self.n_found.get_or_insert_default());
        Tally { n_found, bar: self.bar.clone() }
    }

    /// Appends the node log of an engine that has one to a file.
    ///
    /// # Errors
    /// A message if the file cannot be opened.
    pub(super) fn log_to(&mut self, path: &Path, grid: &str) -> Result<(), String> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(|e| format!("{}: the log cannot be written: {e}", path.display()))?;
        self.node_log = Some((file, grid.to_owned()));
        Ok(())
    }

    /// All the work, when it is done.
    pub(super) fn sum_up(&mut self, work: &Counters) {
        self.note(|| work.to_string());
    }

    /// What is known, for people.
    fn known(&self, lower: usize, upper: Option<usize>) -> String {
        match &self.n_found {
            Some(n_found) => format!("{} found", n_found.get()),
            None => between(lower, upper),
        }
    }

    /// The journal; empty if none was kept.
    pub(super) fn into_journal(mut self) -> Vec<String> {
        self.journal.take().map(Vec::from).unwrap_or_default()
    }

    fn note(&mut self, line: impl FnOnce() -> String) {
        if self.journal.is_none() && !self.log {
            return;
        }
        let line = format!("{:.3} s {}: {}", self.start.elapsed().as_secs_f64(), self.engine, line());
        if self.log {
            let write = || {
                let _ = writeln!(io::stderr(), "{line}");
            };
            match &self.bar {
                Some(bar) => bar.suspend(write),
                None => write(),
            }
        }
        if let Some(journal) = &mut self.journal {
            if journal.len() == LONGEST_JOURNAL {
                journal.pop_front();
            }
            journal.push_back(line);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn between(lower: usize, upper: Option<usize>) -> String {
    upper.map_or_else(|| format!("at least {lower} clues"), |upper| format!("{lower} to {upper} clues"))
}

impl<const W: usize> Observer<W> for Progress {
    fn bounds(&mut self, lower: usize, clues: Option<&CellSet<W>>, counters: &Counters) {
        let upper = clues.map(CellSet::len);
        let Counters { n_nodes, n_sets, n_checks, .. } = counters;
        if self.n_found.is_none() && self.bounds != Some((lower, upper)) {
            self.bounds = Some((lower, upper));
            self.note(|| format!("{}, {n_nodes} nodes", between(lower, upper)));
        }
        if let Some(bar) = &self.bar {
            let left = self.limits.time_left().map_or_else(String::new, |t| format!(", {} s left", t.as_secs()));
            let known = self.known(lower, upper);
            let engine = &self.engine;
            bar.set_message(format!("{engine}: {known}, {n_nodes} nodes, {n_sets} sets, {n_checks} checks{left}"));
        }
    }

    fn node_log(&mut self, line: &NodeLog) {
        self.note(|| line.to_string());
        if let Some((file, grid)) = &mut self.node_log
            && let Ok(mut json) = serde_json::to_string(&NodeLogRecord::new(grid, line))
        {
            json.push('\n');
            // A full disk must not end hours of search.
            let _ = file.write_all(json.as_bytes());
        }
    }

    fn log(&mut self, line: &dyn Fn() -> String) {
        self.note(line);
    }
}

/// Watches many runs, each a step.
pub(super) struct Steps {
    bar: Option<ProgressBar>,
    log: bool,
    start: Instant,
}

impl Steps {
    /// `n_done` of `n` steps are done already.
    pub(super) fn new(verbosity: Verbosity, n_done: usize, n: usize) -> Self {
        let bar = verbosity.bar.then(|| {
            let bar = ProgressBar::new(n as u64).with_position(n_done as u64);
            if let Ok(style) = ProgressStyle::with_template("{spinner} {pos} of {len} runs, {msg} [{elapsed}]") {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(100));
            bar
        });
        Self { bar, log: verbosity.log, start: Instant::now() }
    }

    /// One more, which `line` describes.
    pub(super) fn done(&self, line: impl FnOnce() -> String) {
        let line = line();
        if self.log {
            self.suspended(|| {
                let _ = writeln!(io::stderr(), "{:.3} s {line}", self.start.elapsed().as_secs_f64());
            });
        }
        if let Some(bar) = &self.bar {
            bar.set_message(line);
            bar.inc(1);
        }
    }

    /// Writes something else without disturbing the progress.
    pub(super) fn suspended(&self, write: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

impl Drop for Steps {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
