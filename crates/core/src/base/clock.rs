//! Time as it is measured and written: processor time, which is what a search costs on a machine that others use too.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The processor time that this process has used up to now, all threads together.
#[must_use]
pub fn cpu_time() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(u64::try_from(now.tv_sec).unwrap_or(0), u32::try_from(now.tv_nsec).unwrap_or(0))
}

/// Seconds to the microsecond: more digits would only pretend.
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
}
