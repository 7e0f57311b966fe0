//! The one line of progress on a terminal: which input is at work, how many are done, how far this one is, and how long
//! the rest may take.
//!
//! A process has one standard error, and so there is one line. A thread draws it ten times a second at most; whoever
//! works only notes numbers. Of inputs that are at work side by side, each in its thread, the line shows the first. It
//! is gone before anything else is written: see [`aside`].

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal as _};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use console::{Term, truncate_str};

use minclue_core::base::{NodeMeter, steers};

use super::units;

/// The line is drawn this often, and only if nothing else was written for as long.
const EVERY: Duration = Duration::from_millis(100);
/// Columns that are left free, for what a terminal echoes.
const ROOM: usize = 4;
/// Before that nothing is foretold.
const FIRST_FORECAST: Duration = Duration::from_secs(2);

static LINE: Mutex<Option<Line>> = Mutex::new(None);

thread_local! {
    /// The number of the input that this thread works on; 0 before the first.
    static INPUT: Cell<u64> = const { Cell::new(0) };
}

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

/// The same of the input at work in this thread.
fn with_input(change: impl FnOnce(&mut AtWork)) {
    with(|line| change(line.inputs.entry(INPUT.get()).or_insert_with(|| AtWork::new(None))));
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

/// The next input begins, in this thread; its name, if it has one.
pub(in super::super) fn begin(name: Option<&str>) {
    with(|line| {
        line.n_begun += 1;
        line.inputs.remove(&INPUT.replace(line.n_begun));
        line.inputs.insert(line.n_begun, AtWork::new(name));
    });
}

/// An input is done; if one was begun in this thread, that one.
pub(in super::super) fn done() {
    with(|line| {
        line.n_done += 1;
        if let Some(input) = line.inputs.get_mut(&INPUT.get()) {
            input.is_done = true;
        }
    });
}

/// A limit on time begins to run, and `meter` counts steps from now.
pub(in super::super) fn limited(limit: Option<Duration>, meter: NodeMeter) {
    with_input(|input| {
        (input.limit, input.meter) = (limit, Some(meter));
        input.began = Instant::now();
    });
}

/// What is known of the input at work.
pub(in super::super) fn say(words: impl FnOnce() -> String) {
    with_input(|input| input.words = words());
}

/// The meter of the input at work counts what is found, which is called so.
pub(in super::super) fn finds(what: &'static str) {
    with_input(|input| input.finds = Some(what));
}

/// This part of the input at work is done, from 0 to 1.
pub(in super::super) fn part(part: f64) {
    with_input(|input| input.part = Some(part));
}

/// What is counted where nothing else is known of an input.
pub(in super::super) fn unit(unit: &'static str) {
    with(|line| line.unit = unit);
}

/// An input at work, or the last one of its thread.
struct AtWork {
    name: Option<String>,
    began: Instant,
    words: String,
    part: Option<f64>,
    limit: Option<Duration>,
    meter: Option<NodeMeter>,
    /// What the meter counts beside steps.
    finds: Option<&'static str>,
    is_done: bool,
}

impl AtWork {
    fn new(name: Option<&str>) -> Self {
        Self {
            name: name.map(str::to_owned),
            began: Instant::now(),
            words: String::new(),
            part: None,
            limit: None,
            meter: None,
            finds: None,
            is_done: false,
        }
    }

    /// How much was found, by the meter.
    fn found(&self) -> Option<(String, f64)> {
        let what = self.finds?;
        let (n, part) = self.meter.as_ref()?.found();
        (n > 0 || part > 0.0).then(|| (format!("{} {what}", units::number(n)), part))
    }

    /// The part that is done, if it is known.
    fn part(&self) -> Option<f64> {
        self.part.or_else(|| self.found().map(|(_, part)| part)).map(|part| part.clamp(0.0, 1.0))
    }
}

struct Line {
    /// Which of all lines of this process.
    number: u64,
    began: Instant,
    /// When something else was written last.
    written: Instant,
    shares_terminal: bool,
    n_before: u64,
    n_done: u64,
    n_all: Option<u64>,
    count: Option<Count>,
    n_begun: u64,
    /// The last input of each thread.
    inputs: BTreeMap<u64, AtWork>,
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
            written: now,
            shares_terminal: io::stdout().is_terminal(),
            n_before: 0,
            n_done: 0,
            n_all: None,
            count: None,
            n_begun: 0,
            inputs: BTreeMap::new(),
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
        // The cursor stays after the text, in the same line: there Ctrl-C is echoed, and cleared with it.
        let width = usize::from(self.terminal.size().1).saturating_sub(ROOM);
        let text = truncate_str(&self.text(now), width, "\u{2026}").into_owned();
        self.clear();
        let _ = self.terminal.write_str(&text);
        self.is_drawn = true;
    }

    /// The first input that is not done, or the last one that is.
    fn shown(&self) -> Option<&AtWork> {
        self.inputs.values().find(|input| !input.is_done).or_else(|| self.inputs.values().next_back())
    }

    /// What the line says at this moment.
    fn text(&self, now: Instant) -> String {
        let mut words = Vec::new();
        let shown = self.shown();
        words.extend(shown.and_then(|input| input.name.as_deref()).map(shortened));
        words.extend(self.counted());
        let steps = shown.and_then(|input| input.meter.as_ref()).map_or(0, NodeMeter::read);
        let part = shown.and_then(AtWork::part);
        match shown.map(|input| (&input.words, input.found())) {
            Some((known, _)) if !known.is_empty() => words.push(known.clone()),
            Some((_, Some((found, _)))) => words.push(found),
            _ if steps > 0 && part.is_none() => words.push(format!("{} {}", units::number(steps), self.unit)),
            _ => {}
        }
        words.extend(part.map(|part| format!("{:.0} %", 100.0 * part)));
        if words.is_empty() {
            words.push("working".to_owned());
        }
        let time = now.saturating_duration_since(shown.map_or(self.began, |input| input.began));
        match shown.and_then(|input| input.limit) {
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
        let (done, began) = match self.n_all {
            Some(all) if all > self.n_before + 1 => {
                let parts: f64 = self.inputs.values().filter(|input| !input.is_done).filter_map(AtWork::part).sum();
                (((self.n_done - self.n_before) as f64 + parts) / (all - self.n_before) as f64, self.began)
            }
            None if self.n_done > 0 => return None,
            _ => self.shown().map_or((0.0, self.began), |input| (input.part().unwrap_or(0.0), input.began)),
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
    let plain = name.chars().map(|c| if steers(c) { ' ' } else { c });
    if name.chars().count() <= MAX { plain.collect() } else { plain.take(MAX - 1).chain(['\u{2026}']).collect() }
}

#[cfg(test)]
mod tests {
    use minclue_core::base::Limits;

    use super::*;

    /// A line, and what it says some seconds after it began.
    struct Seen {
        line: Line,
        began: Instant,
    }

    impl Seen {
        fn new() -> Self {
            let began = Instant::now();
            let mut line = Line::new(1, began);
            line.inputs.insert(1, AtWork { began, ..AtWork::new(None) });
            Self { line, began }
        }

        fn input(&mut self) -> &mut AtWork {
            self.line.inputs.get_mut(&1).expect("the first")
        }

        fn after(&self, seconds: u64) -> String {
            self.line.text(self.began + Duration::from_secs(seconds))
        }
    }

    #[test]
    fn a_single_input_says_how_far_it_is() {
        let mut seen = Seen::new();
        assert_eq!((seen.after(0).as_str(), seen.after(4).as_str()), ("working", "working  4 s"));
        let meter = NodeMeter::default();
        meter.note(33_196_621);
        seen.input().meter = Some(meter);
        assert_eq!(seen.after(4), "33.1 M steps  4 s");
        seen.input().words = "18..19 clues".to_owned();
        seen.input().limit = Some(Duration::from_secs(60));
        assert_eq!(seen.after(4), "18..19 clues  4 s of 60 s");
        seen.input().part = Some(0.25);
        assert_eq!(seen.after(4), "18..19 clues  25 %  4 s of 60 s  eta 12 s");
        assert_eq!(seen.after(1), "18..19 clues  25 %  1 s of 60 s", "too early to tell");
    }

    #[test]
    fn what_is_found_and_the_part_come_from_the_meter() {
        let mut seen = Seen::new();
        let meter = NodeMeter::default();
        let limits = Limits::none().with_meter(meter.clone());
        let _ = limits.reached(1000);
        limits.note_found(12_345, 0.25);
        seen.input().meter = Some(meter);
        assert_eq!(seen.after(3), "1,000 steps  3 s", "nobody wants to know");
        seen.input().finds = Some("sets");
        assert_eq!(seen.after(3), "12,345 sets  25 %  3 s  eta 9 s");
    }

    #[test]
    fn many_inputs_are_counted_and_foretold() {
        let mut seen = Seen::new();
        (seen.line.n_all, seen.line.n_done) = (Some(1000), 99);
        seen.input().name = Some("seed-0100".to_owned());
        seen.input().words = "18..19 clues  33 M nodes".to_owned();
        let began = seen.began + Duration::from_secs(95);
        seen.input().began = began;
        assert_eq!(seen.after(99), "seed-0100  100/1,000  18..19 clues  33 M nodes  4 s  eta 15 min");
        // Some were done before this run, and say nothing of its pace.
        seen.line.n_before = 89;
        assert_eq!(seen.after(99), "seed-0100  100/1,000  18..19 clues  33 M nodes  4 s  eta 2 h 28 min");
    }

    /// With several at work, the line is about the first that is not done, and all count for the forecast.
    #[test]
    fn of_inputs_side_by_side_the_first_is_shown() {
        let mut seen = Seen::new();
        seen.line.n_all = Some(8);
        for (number, name) in [(2, "second"), (3, "third")] {
            let input = AtWork { began: seen.began, part: Some(0.5), ..AtWork::new(Some(name)) };
            seen.line.inputs.insert(number, input);
        }
        seen.input().name = Some("first".to_owned());
        assert_eq!(seen.after(7), "first  1/8  7 s  eta 49 s");
        (seen.input().is_done, seen.line.n_done) = (true, 1);
        assert_eq!(seen.after(7), "second  2/8  50 %  7 s  eta 21 s");
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
