//! The progress of an engine: a line on a terminal, the log for `-v`, and the file of the node log.

use std::cell::Cell;
use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use minclue_core::base::{CellSet, Limits};
use minclue_core::problem::{Counters, NodeLog, Observer};
use minclue_report::NodeLogRecord;
use minclue_solver::{EngineName, Monitor, between};

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

/// The progress of engines, one after the other.
pub(super) struct Progress {
    verbosity: Verbosity,
    /// Where the node log of a branch and cut goes.
    log_file: Option<PathBuf>,
    bar: Option<ProgressBar>,
    /// The open file of the node log, and what it is about.
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
    /// Of engines that have not begun. The node log of a branch and cut is appended to `log_file`.
    pub(super) fn new(verbosity: Verbosity, log_file: Option<PathBuf>) -> Self {
        Self {
            verbosity,
            log_file,
            bar: None,
            node_log: None,
            engine: String::new(),
            limits: Limits::none(),
            start: Instant::now(),
            bounds: None,
            n_found: None,
        }
    }

    /// Of an enumeration that begins now, and what counts its puzzles.
    pub(super) fn of_enumeration(verbosity: Verbosity, engine: &str, limits: &Limits) -> (Self, Tally) {
        let mut progress = Self::new(verbosity, None);
        progress.start(engine, limits);
        let n_found = Rc::clone(progress.n_found.get_or_insert_default());
        let tally = Tally { n_found, bar: progress.bar.clone() };
        (progress, tally)
    }

    fn start(&mut self, engine: &str, limits: &Limits) {
        self.bar = self.verbosity.bar.then(|| {
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} [{elapsed}]") {
                bar.set_style(style);
            }
            bar.set_message(engine.to_owned());
            bar.enable_steady_tick(Duration::from_millis(100));
            bar
        });
        (self.engine, self.limits) = (engine.to_owned(), limits.clone());
        (self.start, self.bounds, self.node_log) = (Instant::now(), None, None);
    }

    /// All the work, when it is done.
    pub(super) fn sum_up(&mut self, work: &Counters) {
        self.note(|| work.to_string());
        self.clear();
    }

    fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    /// What is known, for people.
    fn known(&self, lower: usize, upper: Option<usize>) -> String {
        match &self.n_found {
            Some(n_found) => format!("{} found", n_found.get()),
            None => between(lower, upper),
        }
    }

    fn changed(&mut self, lower: usize, upper: Option<usize>, work: &Counters) {
        let Counters { n_nodes, n_sets, n_checks, .. } = work;
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

    fn note(&self, line: impl FnOnce() -> String) {
        if !self.verbosity.log {
            return;
        }
        let line = format!("{:.3} s {}: {}", self.start.elapsed().as_secs_f64(), self.engine, line());
        let write = || {
            let _ = writeln!(io::stderr(), "{line}");
        };
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

impl Monitor for Progress {
    fn begin(&mut self, engine: EngineName, instance: &str, limits: &Limits) -> Result<(), String> {
        self.start(&engine.text(), limits);
        if let (EngineName::Bilevel, Some(path)) = (engine, &self.log_file) {
            let file = OpenOptions::new().create(true).append(true).open(path);
            let file = file.map_err(|e| format!("{}: the log cannot be written: {e}", path.display()))?;
            self.node_log = Some((file, instance.to_owned()));
        }
        Ok(())
    }

    fn bounds(&mut self, lower: usize, upper: Option<usize>, work: &Counters) {
        self.changed(lower, upper, work);
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

    fn end(&mut self, work: &Counters) {
        self.sum_up(work);
    }
}

/// An enumeration has no node log.
impl<const W: usize> Observer<W> for Progress {
    fn bounds(&mut self, lower: usize, clues: Option<&CellSet<W>>, work: &Counters) {
        self.changed(lower, clues.map(CellSet::len), work);
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
