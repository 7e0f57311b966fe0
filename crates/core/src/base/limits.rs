//! Limits as objects: what may end a search before its answer, passed down and asked by every loop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::clock::cpu_time;

/// Why a computation ended before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The time limit was reached.
    #[error("time limit reached")]
    Time,
    /// The node limit was reached.
    #[error("node limit reached")]
    Nodes,
    /// The memory limit was reached.
    #[error("memory limit reached")]
    Memory,
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// A tool that was asked gave up, or gave an answer that does not stand, or what goes with the answer cannot be
    /// written: no limit of ours, and no answer either.
    #[error("an oracle failed")]
    OracleFailed,
}

/// A flag that another thread raises to end every computation that holds it.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Asks everything that holds this flag to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Has it been raised?
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Where a computation notes its nodes whenever it asks its limits, what it has found, and how much of it is done, so
/// that somebody else can see how it gets on.
#[derive(Clone, Debug, Default)]
pub struct NodeMeter(Arc<Noted>);

/// What was noted last.
#[derive(Debug, Default)]
struct Noted {
    nodes: AtomicU64,
    found: AtomicU64,
    /// The bits of a number from 0 to 1.
    part: AtomicU64,
}

impl NodeMeter {
    /// Notes that `nodes` nodes were visited. Parts of a computation that count none are passed over.
    pub fn note(&self, nodes: u64) {
        if nodes > 0 {
            self.0.nodes.store(nodes, Ordering::Relaxed);
        }
    }

    /// What was noted last; 0 if nothing was.
    #[must_use]
    pub fn read(&self) -> u64 {
        self.0.nodes.load(Ordering::Relaxed)
    }

    /// How much was found so far, and which part of the computation is done, from 0 to 1; 0 if nothing was noted.
    #[must_use]
    pub fn found(&self) -> (u64, f64) {
        (self.0.found.load(Ordering::Relaxed), f64::from_bits(self.0.part.load(Ordering::Relaxed)))
    }
}

/// The limits of one computation. The default has none.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    deadline: Option<Instant>,
    /// The [`cpu_time`] of a thread at which it ends.
    cpu_end: Option<Duration>,
    nodes: Option<u64>,
    memory: Option<u64>,
    interrupt: Interrupt,
    meter: Option<NodeMeter>,
}

impl Limits {
    /// No limit at all.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// The same limits, and at most `time` from now. Of two time limits the earlier end holds.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        // A limit beyond what the clock can count is not a limit.
        if let Some(end) = Instant::now().checked_add(time) {
            self.deadline = Some(self.deadline.map_or(end, |old| old.min(end)));
        }
        self
    }

    /// The same limits, and at most `time` of a processor from now, by [`cpu_time`]: each thread holds its own
    /// against the same end. On a machine that others use too, what ends a search is then the work that it did.
    #[must_use]
    pub fn with_cpu_time(mut self, time: Duration) -> Self {
        if let Some(end) = cpu_time().checked_add(time) {
            self.cpu_end = Some(self.cpu_end.map_or(end, |old| old.min(end)));
        }
        self
    }

    /// The same limits, and at most `nodes` search nodes.
    #[must_use]
    pub fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(self.nodes.map_or(nodes, |old| old.min(nodes)));
        self
    }

    /// The same limits without the one on nodes, for work that is not a search node.
    #[must_use]
    pub fn without_nodes(mut self) -> Self {
        self.nodes = None;
        self
    }

    /// The same limits, and at most `bytes` of memory in this process. Where the system does not say how much memory a
    /// process has, this is not a limit; see [`resident_memory`].
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = Some(self.memory.map_or(bytes, |old| old.min(bytes)));
        self
    }

    /// The same limits, ended by `interrupt` too.
    #[must_use]
    pub fn with_interrupt(mut self, interrupt: Interrupt) -> Self {
        self.interrupt = interrupt;
        self
    }

    /// The same limits, and `meter` notes the nodes of whoever asks them.
    #[must_use]
    pub fn with_meter(mut self, meter: NodeMeter) -> Self {
        self.meter = Some(meter);
        self
    }

    /// The same limits, and nothing is noted.
    #[must_use]
    pub fn without_meter(mut self) -> Self {
        self.meter = None;
        self
    }

    /// The same limits, with this part of the time that is left.
    #[must_use]
    pub fn with_part(&self, part: f64) -> Self {
        self.time_left().map_or_else(|| self.clone(), |left| self.clone().with_time(left.mul_f64(part)))
    }

    /// Notes the nodes of a computation that knows better what a node is than the parts that ask.
    pub fn note(&self, nodes: u64) {
        if let Some(meter) = &self.meter {
            meter.note(nodes);
        }
    }

    /// Notes that `found` things were found, and that this part of the computation is done, from 0 to 1.
    pub fn note_found(&self, found: usize, part: f64) {
        if let Some(NodeMeter(noted)) = &self.meter {
            noted.found.store(found as u64, Ordering::Relaxed);
            noted.part.store(part.to_bits(), Ordering::Relaxed);
        }
    }

    /// Seconds until the time limit; `None` without one, zero once it has passed.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// Is a limit reached, for a computation that has visited `nodes` nodes? Reads the clock.
    #[must_use]
    pub fn reached(&self, nodes: u64) -> Option<Stop> {
        self.note(nodes);
        if self.interrupt.is_raised() {
            Some(Stop::Interrupted)
        } else if self.nodes.is_some_and(|max| nodes >= max) {
            Some(Stop::Nodes)
        } else if self.deadline.is_some_and(|end| Instant::now() >= end)
            || self.cpu_end.is_some_and(|end| cpu_time() >= end)
        {
            Some(Stop::Time)
        } else if self.memory.is_some_and(|max| resident_memory().is_some_and(|bytes| bytes > max)) {
            Some(Stop::Memory)
        } else {
            None
        }
    }

    /// A pace at which to ask these limits from a loop of very short steps.
    #[must_use]
    pub fn pace(&self, every: u32) -> Pace {
        Pace { limits: self.clone(), every, left: 0, n_due: 0 }
    }
}

/// The memory that this process holds, in bytes; `None` where the system does not say. Linux does.
#[must_use]
pub fn resident_memory() -> Option<u64> {
    /// Of every Linux that Rust runs on with this file system; larger pages make the limit a loose one.
    const PAGE: u64 = 4096;
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(pages.split(' ').nth(1)?.parse::<u64>().ok()? * PAGE)
}

/// Asks [`Limits`] once in a number of steps, since reading the clock costs more than a search node.
/// The node limit is exact all the same.
#[derive(Clone, Debug)]
pub struct Pace {
    limits: Limits,
    every: u32,
    left: u32,
    /// The steps until limits were asked last, and those until they are asked again.
    n_due: u64,
}

impl Pace {
    /// The limits that it asks, for work that asks them by itself.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The steps so far.
    #[must_use]
    pub fn n_steps(&self) -> u64 {
        self.n_due - u64::from(self.left)
    }

    /// Does something within `nodes` search nodes, beside the limits that there are.
    pub fn within<T>(&mut self, nodes: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.limits.nodes;
        self.limits.nodes = Some(before.map_or(nodes, |old| old.min(nodes)));
        let done = work(self);
        self.limits.nodes = before;
        done
    }

    /// One more step of a computation that has visited `nodes` nodes: is it to stop?
    #[inline]
    pub fn step(&mut self, nodes: u64) -> Option<Stop> {
        if self.left > 0 && self.limits.nodes.is_none_or(|max| nodes < max) {
            self.left -= 1;
            return None;
        }
        self.n_due = self.n_steps() + 1 + u64::from(self.every);
        self.left = self.every;
        self.limits.reached(nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_limit_never_stops() {
        assert_eq!(Limits::none().reached(u64::MAX), None);
    }

    #[test]
    fn work_within_some_nodes_leaves_the_limits_as_they_were() {
        for (limit, within, wanted) in [(None, 5, 5), (Some(3), 5, 3), (Some(9), 5, 5)] {
            let limits = limit.map_or(Limits::none(), |limit| Limits::none().with_nodes(limit));
            let mut pace = limits.pace(100);
            let n = pace.within(within, |pace| (0..).take_while(|n| pace.step(*n).is_none()).count());
            assert_eq!(n, wanted);
            assert_eq!(pace.limits().nodes, limit);
        }
    }

    #[test]
    fn each_limit_names_itself() {
        assert_eq!(Limits::none().with_nodes(5).reached(4), None);
        assert_eq!(Limits::none().with_nodes(5).reached(5), Some(Stop::Nodes));
        assert_eq!(Limits::none().with_time(Duration::ZERO).reached(0), Some(Stop::Time));
        assert_eq!(Limits::none().with_cpu_time(Duration::ZERO).reached(0), Some(Stop::Time));
        assert_eq!(Limits::none().with_cpu_time(Duration::from_secs(3600)).reached(0), None);
        let interrupt = Interrupt::default();
        let limits = Limits::none().with_interrupt(interrupt.clone()).with_time(Duration::ZERO);
        if resident_memory().is_some() {
            assert_eq!(Limits::none().with_memory(1).reached(0), Some(Stop::Memory));
        }
        assert_eq!(Limits::none().with_memory(u64::MAX).reached(0), None);
        interrupt.raise();
        assert_eq!(limits.reached(0), Some(Stop::Interrupted));
    }

    #[test]
    fn the_earlier_deadline_holds() {
        let limits = Limits::none().with_time(Duration::ZERO).with_time(Duration::from_secs(3600));
        assert_eq!(limits.time_left(), Some(Duration::ZERO));
    }

    #[test]
    fn a_meter_shows_the_nodes_of_whoever_asks() {
        let meter = NodeMeter::default();
        let limits = Limits::none().with_meter(meter.clone());
        assert_eq!((limits.reached(7), meter.read()), (None, 7));
        assert_eq!((limits.reached(0), meter.read()), (None, 7));
        let mut pace = limits.pace(2);
        for n in 8..13 {
            pace.step(n);
        }
        assert_eq!(meter.read(), 11);
        limits.note(20);
        assert_eq!((limits.clone().without_meter().reached(30), meter.read()), (None, 20));
    }

    #[test]
    fn a_pace_keeps_the_node_limit_exactly() {
        let mut pace = Limits::none().with_nodes(10).pace(1000);
        assert!((0..10).all(|n| pace.step(n).is_none()));
        assert_eq!(pace.step(10), Some(Stop::Nodes));
    }
}
