//! Limits of a computation, passed down to every loop, which checks them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::clock::cpu_time;

/// The reason why a computation ended without an answer.
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
    /// An external tool failed, returned an invalid answer, or a required output could not be written. It is not a
    /// limit, and there is no answer.
    #[error("an oracle failed")]
    OracleFailed,
}

/// A flag that another thread raises to end all computations that hold it.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Raises the flag, which stops all computations that hold it.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the flag has been raised.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A meter to which a computation reports its nodes, its results and its progress whenever it checks its limits.
/// Another thread can read it.
#[derive(Clone, Debug, Default)]
pub struct NodeMeter(Arc<Noted>);

/// The values recorded last.
#[derive(Debug, Default)]
struct Noted {
    nodes: AtomicU64,
    found: AtomicU64,
    /// The progress, as the bits of a number from 0 to 1.
    part: AtomicU64,
}

impl NodeMeter {
    /// Reports that `nodes` nodes were visited. A report of 0 is ignored.
    pub fn note(&self, nodes: u64) {
        if nodes > 0 {
            self.0.nodes.store(nodes, Ordering::Relaxed);
        }
    }

    /// The number of nodes reported last; 0 before the first report.
    #[must_use]
    pub fn read(&self) -> u64 {
        self.0.nodes.load(Ordering::Relaxed)
    }

    /// The number of results so far, and the progress from 0 to 1; 0 before the first report.
    #[must_use]
    pub fn found(&self) -> (u64, f64) {
        (self.0.found.load(Ordering::Relaxed), f64::from_bits(self.0.part.load(Ordering::Relaxed)))
    }
}

/// The limits of one computation. By default there are none.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    deadline: Option<Instant>,
    /// The [`cpu_time`] of a thread at which the computation ends.
    cpu_end: Option<Duration>,
    nodes: Option<u64>,
    memory: Option<u64>,
    interrupt: Interrupt,
    meter: Option<NodeMeter>,
}

impl Limits {
    /// Creates limits without any limit.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Adds a limit of `time` from now. The earlier of two time limits applies.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        // A limit beyond what the clock can count is not a limit.
        if let Some(end) = Instant::now().checked_add(time) {
            self.deadline = Some(self.deadline.map_or(end, |old| old.min(end)));
        }
        self
    }

    /// Adds a limit of `time` of processor time from now, by [`cpu_time`]. Each thread compares its own time with the
    /// same end. On a shared machine, this limits the work of a search rather than its duration.
    #[must_use]
    pub fn with_cpu_time(mut self, time: Duration) -> Self {
        if let Some(end) = cpu_time().checked_add(time) {
            self.cpu_end = Some(self.cpu_end.map_or(end, |old| old.min(end)));
        }
        self
    }

    /// Adds a limit of `nodes` search nodes.
    #[must_use]
    pub fn with_nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(self.nodes.map_or(nodes, |old| old.min(nodes)));
        self
    }

    /// Removes the limit on nodes, for work that does not count search nodes.
    #[must_use]
    pub fn without_nodes(mut self) -> Self {
        self.nodes = None;
        self
    }

    /// Adds a limit of `bytes` on the memory of this process. It has no effect on systems that do not report the memory
    /// of a process; see [`resident_memory`].
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = Some(self.memory.map_or(bytes, |old| old.min(bytes)));
        self
    }

    /// Ends the search, with the bounds that it has, once this interrupt is raised.
    #[must_use]
    pub fn with_interrupt(mut self, interrupt: Interrupt) -> Self {
        self.interrupt = interrupt;
        self
    }

    /// Adds a meter, which records the nodes of the computations that check these limits.
    #[must_use]
    pub fn with_meter(mut self, meter: NodeMeter) -> Self {
        self.meter = Some(meter);
        self
    }

    /// Returns the same limits for a search inside another one, whose nodes must not count twice.
    #[must_use]
    pub fn without_meter(mut self) -> Self {
        self.meter = None;
        self
    }

    /// Returns the same limits with this part of the remaining time.
    #[must_use]
    pub fn with_part(&self, part: f64) -> Self {
        self.time_left().map_or_else(|| self.clone(), |left| self.clone().with_time(left.mul_f64(part)))
    }

    /// Records the nodes of a computation that counts nodes itself, instead of its parts.
    pub fn note(&self, nodes: u64) {
        if let Some(meter) = &self.meter {
            meter.note(nodes);
        }
    }

    /// Records that `found` results were found, and the progress from 0 to 1.
    pub fn note_found(&self, found: usize, part: f64) {
        if let Some(NodeMeter(noted)) = &self.meter {
            noted.found.store(found as u64, Ordering::Relaxed);
            noted.part.store(part.to_bits(), Ordering::Relaxed);
        }
    }

    /// Returns whether a signal or another thread ends the search.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.is_raised()
    }

    /// The time until the time limit; `None` without one, zero once it has passed.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// Returns the limit that is reached by a computation that has visited `nodes` nodes, if any. Reads the clock.
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

    /// Creates a pace for checking these limits in a loop of very short steps.
    #[must_use]
    pub fn pace(&self, every: u32) -> Pace {
        Pace { limits: self.clone(), every, left: 0, n_due: 0 }
    }
}

/// Returns the memory of this process in bytes; `None` if the system does not report it. Linux does.
#[must_use]
pub fn resident_memory() -> Option<u64> {
    /// Of every Linux that Rust runs on with this file system; larger pages make the limit a loose one.
    const PAGE: u64 = 4096;
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(pages.split(' ').nth(1)?.parse::<u64>().ok()? * PAGE)
}

/// Checks [`Limits`] once in a number of steps, since reading the clock costs more than a search node. The node limit
/// is exact all the same.
#[derive(Clone, Debug)]
pub struct Pace {
    limits: Limits,
    every: u32,
    left: u32,
    /// The number of steps until the last check, and until the next one.
    n_due: u64,
}

impl Pace {
    /// The limits, for work that checks them itself.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The number of steps so far.
    #[must_use]
    pub fn n_steps(&self) -> u64 {
        self.n_due - u64::from(self.left)
    }

    /// Runs `work` with a limit of `nodes` additional search nodes.
    pub fn within<T>(&mut self, nodes: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.limits.nodes;
        self.limits.nodes = Some(before.map_or(nodes, |old| old.min(nodes)));
        let done = work(self);
        self.limits.nodes = before;
        done
    }

    /// Counts a step of a computation that has visited `nodes` nodes. Returns the limit that is reached, if any.
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
