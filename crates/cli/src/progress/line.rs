//! The one line of progress on a terminal: which input is at work, how many are done, how far this one is, and how long
//! the rest may take.
//!
//! A process has one standard error, and so there is one line. A thread draws it ten times a second at most; whoever
//! works only notes numbers. The line is gone before anything else is written: see [`aside`].

use std::io::{self, IsTerminal as _};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use console::{Term, truncate_str};

use minclue_core::base::NodeMeter;

use super::units;

/// The line is drawn this often, and only if nothing else was written for as long.
const EVERY: Duration = Duration::from_millis(100);
/// Columns that are left free, for what a terminal echoes.
const ROOM: usize = 4;
/// Before that nothing is foretold.
const FIRST_FORECAST: Duration = Duration::from_secs(2);

static LINE: Mutex<Option<Line>> = Mutex::new(None);

/// How many inputs there are; asked once the line is first drawn, in a thread.
pub(in super::super) type Count = Box<dyn FnOnce() -> Option<u64> + Send>;

/// Shows the line until it is dropped.
#[derive(Debug)]
pub(in super::super) struct Shown {
    number: u64,
}

impl Shown {
    /// Shows the line, if `wanted` and if standard error is a terminal.
    pub(super) fn new(wanted: bool) -> Self {
        let mut line = line();
        let number = line.as_ref().map_or(0, |line| line.number) + 1;
        *line = (wanted && io::stderr().is_terminal()).then(|| Line::new(number, Instant::now()));
        if line.is_some() {
            thread::spawn(move || draw_while(number));
        }
        Self { number }
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        let mut line = line();
        if line.as_ref().is_some_and(|line| line.number == self.number) {
            if let Some(line) = line.as_mut() {
                line.clear();
            }
            *line = None;
        }
    }
}

/// What somebody does who panics is no reason to show nothing more.
fn line() -> MutexGuard<'static, Option<Line>> {
    LINE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn with(change: impl FnOnce(&mut Line)) {
    if let Some(line) = line().as_mut() {
        change(line);
    }
}

fn draw_while(number: u64) {
    loop {
        thread::sleep(EVERY);
        match line().as_mut() {
            Some(line) if line.number == number => line.draw(Instant::now()),
            _ => return,
        }
    }
}

/// Writes something else to the terminal, with the line out of its way. `write` writes, and calls nothing of this file.
pub(in super::super) fn aside<T>(write: impl FnOnce() -> T) -> T {
    let mut line = line();
    if let Some(line) = line.as_mut() {
        line.clear();
        line.written = Instant::now();
    }
    write()
}

/// The same for what goes to standard output, which may be the same terminal or not.
pub(in super::super) fn aside_output<T>(write: impl FnOnce() -> T) -> T {
    let is_shared = line().as_ref().is_some_and(|line| line.shares_terminal);
    if is_shared { aside(write) } else { write() }
}

/// Takes the line away for good, without a wait for anybody: the process ends.
pub(in super::super) fn give_up() {
    if let Ok(mut line) = LINE.try_lock()
        && let Some(line) = line.as_mut()
    {
        line.clear();
    }
}

/// There is this many of them, or `count` finds out how many; `n_done` are done before anything begins.
pub(in super::super) fn of(n_done: u64, count: Count) {
    with(|line| (line.n_before, line.n_done, line.count) = (n_done, n_done, Some(count)));
}

/// The next input begins; its name, if it has one.
pub(in super::super) fn begin(name: Option<&str>) {
    with(|line| {
        line.name = name.map(str::to_owned);
        (line.words, line.part, line.limit, line.meter) = (String::new(), None, None, None);
        line.input_began = Instant::now();
    });
}

/// An input is done.
pub(in super::super) fn done() {
    with(|line| line.n_done += 1);
}

/// A limit on time begins to run, and `meter` counts steps from now.
pub(in super::super) fn limited(limit: Option<Duration>, meter: NodeMeter) {
    with(|line| {
        (line.limit, line.meter) = (limit, Some(meter));
        line.input_began = Instant::now();
    });
}

/// What is known of the input at work.
pub(in super::super) fn say(words: impl FnOnce() -> String) {
    with(|line| line.words = words());
}

/// This part of the input at work is done, from 0 to 1.
pub(in super::super) fn part(part: f64) {
    with(|line| line.part = Some(part));
}

/// What is counted where nothing else is known of an input.
pub(in super::super) fn unit(unit: &'static str) {
    with(|line| line.unit = unit);
}

struct Line {
    /// Which of all lines of this process.
    number: u64,
    began: Instant,
    input_began: Instant,
    /// When something else was written last.
    written: Instant,
    shares_terminal: bool,
    name: Option<String>,
    n_before: u64,
    n_done: u64,
    n_all: Option<u64>,
    count: Option<Count>,
    words: String,
    part: Option<f64>,
    limit: Option<Duration>,
    meter: Option<NodeMeter>,
    unit: &'static str,
    terminal: Term,
    /// Does the line stand on the terminal now?
    is_drawn: bool,
}

impl Line {
    fn new(number: u64, now: Instant) -> Self {
        Self {
            number,
            began: now,
            input_began: now,
            written: now,
            shares_terminal: io::stdout().is_terminal(),
            name: None,
            n_before: 0,
            n_done: 0,
            n_all: None,
            count: None,
            words: String::new(),
            part: None,
            limit: None,
            meter: None,
            unit: "steps",
            terminal: Term::stderr(),
            is_drawn: false,
        }
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.is_drawn) {
            // Whoever closed the terminal sees no line either; so below.
            let _ = self.terminal.clear_line();
        }
    }

    fn draw(&mut self, now: Instant) {
        if now.saturating_duration_since(self.written) < EVERY {
            return;
        }
        if let Some(count) = self.count.take() {
            let number = self.number;
            // A long list is read twice, but nobody waits for that, and a short one is done before.
            thread::spawn(move || {
                let n_all = count();
                with(|line| line.n_all = n_all.filter(|_| line.number == number));
            });
        }
        // The cursor stays behind the text, in the same line: there Ctrl-C is echoed, and cleared with it.
        let width = usize::from(self.terminal.size().1).saturating_sub(ROOM);
        let text = truncate_str(&self.text(now), width, "\u{2026}").into_owned();
        self.clear();
        let _ = self.terminal.write_str(&text);
        self.is_drawn = true;
    }

    /// What the line says at this moment.
    fn text(&self, now: Instant) -> String {
        let mut words = Vec::new();
        words.extend(self.name.as_deref().map(shortened));
        words.extend(self.counted());
        let steps = self.meter.as_ref().map_or(0, NodeMeter::read);
        if !self.words.is_empty() {
            words.push(self.words.clone());
        } else if steps > 0 && self.part.is_none() {
            words.push(format!("{} {}", units::number(steps), self.unit));
        }
        words.extend(self.part.map(|part| format!("{:.0} %", 100.0 * part.clamp(0.0, 1.0))));
        if words.is_empty() {
            words.push("working".to_owned());
        }
        let time = now.saturating_duration_since(self.input_began);
        match self.limit {
            Some(limit) => words.push(format!("{} of {}", units::time(time), units::time(limit))),
            None if time >= Duration::from_secs(1) => words.push(units::time(time)),
            None => {}
        }
        words.extend(self.left(now).map(|left| format!("eta {}", units::time(left))));
        words.join("  ")
    }

    /// Which of how many.
    fn counted(&self) -> Option<String> {
        match self.n_all {
            Some(0 | 1) => None,
            Some(all) => Some(format!("{}/{}", units::grouped((self.n_done + 1).min(all)), units::grouped(all))),
            None => (self.n_done > 0).then(|| format!("{} done", units::grouped(self.n_done))),
        }
    }

    /// How long the rest takes if it goes on as it did.
    fn left(&self, now: Instant) -> Option<Duration> {
        let part = self.part.unwrap_or(0.0).clamp(0.0, 1.0);
        let (done, began) = match self.n_all {
            Some(all) if all > self.n_before + 1 => {
                (((self.n_done - self.n_before) as f64 + part) / (all - self.n_before) as f64, self.began)
            }
            None if self.n_done > 0 => return None,
            _ => (part, self.input_began),
        };
        let time = now.saturating_duration_since(began);
        let left = time.as_secs_f64() * (1.0 - done) / done;
        (time >= FIRST_FORECAST && (0.005..1.0).contains(&done))
            .then(|| Duration::try_from_secs_f64(left).ok())
            .flatten()
    }
}

/// A name that leaves room for the rest, and cannot steer the terminal.
fn shortened(name: &str) -> String {
    const MAX: usize = 24;
    let plain = name.chars().map(|c| if c.is_control() { ' ' } else { c });
    if name.chars().count() <= MAX { plain.collect() } else { plain.take(MAX - 1).chain(['\u{2026}']).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line, and what it says some seconds after it began.
    struct Seen {
        line: Line,
        began: Instant,
    }

    impl Seen {
        fn new() -> Self {
            let began = Instant::now();
            Self { line: Line::new(1, began), began }
        }

        fn after(&self, seconds: u64) -> String {
            self.line.text(self.began + Duration::from_secs(seconds))
        }
    }

    #[test]
    fn a_single_input_says_how_far_it_is() {
        let mut seen = Seen::new();
        assert_eq!((seen.after(0).as_str(), seen.after(4).as_str()), ("working", "working  4 s"));
        seen.line.meter = Some(NodeMeter::default());
        seen.line.meter.as_ref().expect("a meter").note(33_196_621);
        assert_eq!(seen.after(4), "33.1 M steps  4 s");
        seen.line.words = "18..19 clues".to_owned();
        seen.line.limit = Some(Duration::from_secs(60));
        assert_eq!(seen.after(4), "18..19 clues  4 s of 60 s");
        seen.line.part = Some(0.25);
        assert_eq!(seen.after(4), "18..19 clues  25 %  4 s of 60 s  eta 12 s");
        assert_eq!(seen.after(1), "18..19 clues  25 %  1 s of 60 s", "too early to tell");
    }

    #[test]
    fn many_inputs_are_counted_and_foretold() {
        let mut seen = Seen::new();
        (seen.line.n_all, seen.line.n_done) = (Some(1000), 99);
        seen.line.name = Some("seed-0100".to_owned());
        seen.line.words = "18..19 clues  33 M nodes".to_owned();
        seen.line.input_began = seen.began + Duration::from_secs(95);
        assert_eq!(seen.after(99), "seed-0100  100/1,000  18..19 clues  33 M nodes  4 s  eta 15 min");
        // Some were done before this run, and say nothing of its pace.
        seen.line.n_before = 89;
        assert_eq!(seen.after(99), "seed-0100  100/1,000  18..19 clues  33 M nodes  4 s  eta 2 h 28 min");
    }

    #[test]
    fn of_a_pipe_nobody_knows_the_end() {
        let mut seen = Seen::new();
        seen.line.n_done = 1312;
        assert_eq!(seen.after(0), "1,312 done");
        assert_eq!(seen.line.left(seen.began + Duration::from_secs(100)), None);
    }

    #[test]
    fn a_name_neither_fills_the_line_nor_steers_the_terminal() {
        assert_eq!(shortened("a\u{1b}b"), "a b");
        assert_eq!(shortened(&"x".repeat(40)).chars().count(), 24);
    }
}
