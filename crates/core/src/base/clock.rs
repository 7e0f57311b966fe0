//! Measuring and writing time, including processor time: the cost of a search even on a shared machine.

use std::cell::Cell;
use std::time::Duration;

use super::system::thread_time;

thread_local! {
    /// The processor time that helpers have used for this thread.
    static HELP: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Returns the processor time that this thread has used, including that of its helpers (see [`add_cpu_time`]). It does
/// not include other work of other threads.
#[must_use]
pub fn cpu_time() -> Duration {
    thread_time() + HELP.get()
}

/// Adds the processor time of a helper to that of this thread: the helper's [`cpu_time`] at its end.
pub fn add_cpu_time(time: Duration) {
    HELP.set(HELP.get() + time);
}

/// Rounds seconds to microseconds; further digits would be noise.
#[must_use]
pub fn microseconds(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time() {
        let before = cpu_time();
        let sum = (0..1_000_000u64).fold(0, |sum, i| std::hint::black_box(sum ^ i));
        assert!(cpu_time() > before, "{sum}");
    }

    /// By clocks that only work moves, and a helper that has worked for longer than anything here takes.
    #[test]
    fn a_helper_counts_once_it_is_added_and_a_stranger_never() {
        let work = || {
            let hour = Duration::from_secs(3600);
            add_cpu_time(hour);
            cpu_time()
        };
        let before = cpu_time();
        let helped = std::thread::spawn(work).join().expect("it ends");
        assert!(helped.as_secs() >= 3600 && cpu_time() - before < helped, "a stranger");
        add_cpu_time(helped);
        assert!(cpu_time() - before >= helped);
    }
}
