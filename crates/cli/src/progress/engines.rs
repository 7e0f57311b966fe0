//! The progress of engines: what they report goes to the line, to the log, and to the file of the node log.

use std::cell::Cell;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use minclue_core::base::{Limits, harmless_json};
use minclue_core::problem::{Counters, NodeLog};
use minclue_report::{AnswerStatus, NodeLogRecord, clues, why};
use minclue_solver::{EngineName, EngineRecord, Monitor, StartRecord, between};

use super::super::embedded;
use super::log_tables::{FOUND, NODES, SEARCH, entry, found_row, gap, node_row, search_row, work as work_lines};
use super::{Log, Setup, Verbosity, aside_output, line, number};

/// With nothing else to say, a row comes after this time.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// The progress of engines, one after the other.
pub(in super::super) struct Progress {
    log: Option<Log>,
    setup: Setup,
    /// Where the node log of a branch and cut goes.
    log_file: Option<PathBuf>,
    /// The open file of the node log, and what it is about.
    node_log: Option<(File, String)>,
    engine: Option<EngineName>,
    /// Has the engine a log of its nodes, which has every bound?
    logs_nodes: bool,
    /// Is more than one engine asked?
    several: bool,
    start: Instant,
    last_row: Instant,
    bounds: Option<(usize, Option<usize>)>,
    /// When the best puzzle was found.
    best: Option<Duration>,
    work: Counters,
    /// Puzzles found, where all are looked for.
    n_found: Option<Rc<Cell<u64>>>,
}

/// Counts the puzzles that are found while an engine is watched.
pub(in super::super) struct Tally {
    n_found: Rc<Cell<u64>>,
}

impl Tally {
    /// How many were found so far.
    pub(in super::super) fn n_found(&self) -> u64 {
        self.n_found.get()
    }

    pub(in super::super) fn add(&self) {
        self.n_found.set(self.n_found.get() + 1);
    }

    /// One more, which `write` writes without disturbing the progress.
    pub(in super::super) fn found<T>(&self, write: impl FnOnce() -> T) -> T {
        self.add();
        aside_output(write)
    }
}

impl Progress {
    /// Of engines that have not begun. The node log of a branch and cut is appended to `log_file`.
    pub(in super::super) fn new(verbosity: &Verbosity, setup: Setup, log_file: Option<PathBuf>, several: bool) -> Self {
        let now = Instant::now();
        Self {
            log: verbosity.log(),
            setup,
            log_file,
            node_log: None,
            engine: None,
            logs_nodes: false,
            several,
            start: now,
            last_row: now,
            bounds: None,
            best: None,
            work: Counters::default(),
            n_found: None,
        }
    }

    /// Of a list that has not begun, and what counts its puzzles.
    pub(in super::super) fn of_list(verbosity: &Verbosity, setup: Setup) -> (Self, Tally) {
        let mut progress = Self::new(verbosity, setup, None, false);
        let n_found = Rc::clone(progress.n_found.get_or_insert_default());
        (progress, Tally { n_found })
    }

    fn start(&mut self, engine: EngineName, what: &str) {
        let now = Instant::now();
        (self.start, self.last_row, self.bounds, self.best, self.node_log) = (now, now, None, None, None);
        (self.engine, self.work) = (Some(engine), Counters::default());
        self.logs_nodes = engine == EngineName::Bilevel;
        if self.log.is_some() {
            for line in self.setup.lines(engine) {
                self.say(|| line);
            }
            self.say(|| what.to_owned());
        }
        line::say(String::new);
    }

    /// How a list ended.
    pub(in super::super) fn sum_up(&mut self, work: &Counters) {
        if self.log.is_some() {
            let n_found = self.n_found.as_ref().map_or(0, |n_found| n_found.get());
            self.close(&[entry("found", &super::grouped(n_found))], work);
        }
    }

    /// The lines below the table.
    fn close(&mut self, first: &[String], work: &Counters) {
        let time = entry("time", &format!("{:.2} s", self.start.elapsed().as_secs_f64()));
        for line in first.iter().cloned().chain(work_lines(work)).chain([time]) {
            self.say(|| line);
        }
    }

    fn say(&mut self, line: impl FnOnce() -> String) {
        if let Some(log) = &mut self.log {
            log.say(&line());
        }
    }

    /// A row of the table that an engine without a node log has.
    fn row(&mut self, event: &str) {
        self.last_row = Instant::now();
        let seconds = self.start.elapsed().as_secs_f64();
        let Some(log) = &mut self.log else { return };
        match &self.n_found {
            Some(n_found) => log.row(FOUND, &found_row(&self.work, n_found.get(), seconds, event)),
            None => log.row(SEARCH, &search_row(&self.work, self.bounds.unwrap_or((0, None)), seconds, event)),
        }
    }

    fn changed(&mut self, lower: usize, upper: Option<usize>, work: &Counters) {
        self.work = *work;
        let before = self.bounds.replace((lower, upper));
        if upper.is_some() && before.is_none_or(|(_, old)| old != upper) {
            self.best = Some(self.start.elapsed());
        }
        let event = match before {
            Some((_, old)) if old != upper => "puzzle",
            Some((old, _)) if old != lower => "bound",
            Some(_) => "",
            None => "begin",
        };
        let is_due = !event.is_empty() || self.last_row.elapsed() >= HEARTBEAT;
        if self.log.is_some() && is_due && !self.logs_nodes && (self.n_found.is_none() || event.is_empty()) {
            self.row(event);
        }
        line::say(|| {
            let known = match &self.n_found {
                Some(n_found) => format!("{} found", number(n_found.get())),
                None => upper.map_or_else(|| format!("at least {}", clues(lower)), |upper| bounds_words(lower, upper)),
            };
            let engine = self.engine.filter(|_| self.several);
            let engine = engine.map_or_else(String::new, |engine| format!("{}  ", engine.text()));
            format!("{engine}{known}  {} nodes", number(work.n_nodes))
        });
    }

    fn event(&mut self, event: &dyn Fn() -> String) {
        if self.log.is_some() {
            self.row(&event());
        }
    }
}

/// The bounds in as few words as they need.
fn bounds_words(lower: usize, upper: usize) -> String {
    if lower == upper { clues(lower) } else { format!("{lower}..{upper} clues") }
}

impl Monitor for Progress {
    fn begin(&mut self, engine: EngineName, instance: &str, _: &Limits) -> Result<(), String> {
        self.start(engine, instance);
        if let (EngineName::Bilevel, Some(path)) = (engine, &self.log_file) {
            let file = OpenOptions::new().create(true).append(true).open(path);
            let file = file.map_err(|e| format!("{}: the log cannot be written: {e}", path.display()))?;
            self.node_log = Some((file, instance.to_owned()));
        }
        Ok(())
    }

    fn start_sets(&mut self, n_cells: usize, start: &StartRecord) {
        self.say(|| {
            let time = start.seconds.map_or_else(String::new, |seconds| format!(" in {seconds:.2} s"));
            format!("{n_cells} cells, {} start sets{time}", super::grouped(start.n_sets))
        });
    }

    fn improved(&mut self, puzzle: &dyn Fn() -> String) {
        embedded::puzzle(puzzle);
    }

    fn bounds(&mut self, lower: usize, upper: Option<usize>, work: &Counters) {
        // A list has no bounds that a host could show.
        if self.n_found.is_none() {
            embedded::bounds(lower, upper);
        }
        self.changed(lower, upper, work);
    }

    fn node_log(&mut self, line: &NodeLog) {
        if let Some(log) = &mut self.log {
            log.row(NODES, &node_row(line));
        }
        if let Some((file, grid)) = &mut self.node_log
            && let Ok(json) = serde_json::to_string(&NodeLogRecord::new(grid, line))
        {
            let mut json = harmless_json(json);
            json.push('\n');
            // A full disk must not end hours of search.
            let _ = file.write_all(json.as_bytes());
        }
    }

    fn log(&mut self, line: &dyn Fn() -> String) {
        self.event(line);
    }

    fn end(&mut self, record: &EngineRecord) {
        if self.log.is_none() {
            return;
        }
        let (lower, upper) = (record.bounds.lower_bound.unwrap_or(0), record.bounds.upper_bound);
        let mut lines = vec![
            entry("status", if record.status == AnswerStatus::Optimal { "optimal" } else { why(record.status) }),
            entry("bounds", &format!("{}, gap {}", between(lower, upper), gap(lower, upper))),
        ];
        if let Some(best) = self.best {
            lines.push(entry("best", &format!("puzzle found after {:.2} s", best.as_secs_f64())));
        }
        self.close(&lines, &record.work);
    }
}
