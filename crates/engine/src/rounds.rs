//! Tasks in rounds of growing size, processed by all threads, with results in the order of the tasks.

use std::ops::Range;
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use minclue_core::base::{add_cpu_time, cpu_time};

/// Tasks of the first round; each round has twice as many as the one before, up to the last number.
const ROUND: (usize, usize) = (4, 256);
/// The longest time before the caller of a round may report.
pub const REPORT_EVERY: Duration = Duration::from_millis(100);

/// Splits the tasks from 0 to `n` into rounds.
pub fn rounds(n: usize) -> impl Iterator<Item = Range<usize>> {
    let (mut next, mut size) = (0, ROUND.0);
    std::iter::from_fn(move || {
        let round = next..n.min(next + size);
        (next, size) = (round.end, (2 * size).min(ROUND.1));
        (!round.is_empty()).then_some(round)
    })
}

/// Whether a worker can have its own thread. WebAssembly has only the calling thread.
pub const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// Processes one round with all workers. The calling thread passes the result of a task to `take` as soon as the
/// results of all earlier tasks have been passed; now and then it passes `None` in between. An error of `take` ends the
/// round.
///
/// `work` also returns whether the result ends the round: then later tasks are useless, and `last_useful` is the first
/// task that did so. `on_panic` is called in a worker that panics. The results that were not taken are returned with
/// the end of the round.
pub fn work_off<T: Send, O: Send, E>(
    workers: &mut [T],
    n_tasks: usize,
    last_useful: &AtomicUsize,
    work: impl Fn(&mut T, usize) -> (O, bool) + Sync,
    on_panic: impl Fn() + Sync,
    mut take: impl FnMut(Option<O>) -> Result<(), E>,
) -> (Result<(), E>, Vec<O>) {
    if !HAS_THREADS {
        return work_off_here(&mut workers[0], n_tasks, last_useful, work, take);
    }
    last_useful.store(usize::MAX, Ordering::Relaxed);
    let (next, busy) = (AtomicUsize::new(0), AtomicUsize::new(workers.len()));
    let outcomes = Mutex::new((0..n_tasks).map(|_| None).collect::<Vec<_>>());
    let caller = thread::current();
    let cpu = Mutex::new(Duration::ZERO);
    let mut end = Ok(());
    thread::scope(|scope| {
        for worker in workers {
            let (next, busy, caller, outcomes, work, on_panic) = (&next, &busy, &caller, &outcomes, &work, &on_panic);
            let cpu = &cpu;
            scope.spawn(move || {
                let result = panic::catch_unwind(panic::AssertUnwindSafe(|| {
                    loop {
                        let i = next.fetch_add(1, Ordering::Relaxed);
                        if i >= n_tasks || i > last_useful.load(Ordering::Relaxed) {
                            break;
                        }
                        let (outcome, is_last) = work(worker, i);
                        if is_last {
                            last_useful.fetch_min(i, Ordering::Relaxed);
                        }
                        lock(outcomes)[i] = Some(outcome);
                        caller.unpark();
                    }
                }));
                *lock(cpu) += cpu_time();
                busy.fetch_sub(1, Ordering::Release);
                caller.unpark();
                if let Err(payload) = result {
                    // Others may wait for this worker's task, which will not end.
                    on_panic();
                    panic::resume_unwind(payload);
                }
            });
        }
        let mut done = 0;
        loop {
            let is_over = busy.load(Ordering::Acquire) == 0;
            if end.is_ok() {
                end = take(None);
            }
            while end.is_ok() && done < n_tasks {
                let Some(outcome) = lock(&outcomes)[done].take() else { break };
                end = take(Some(outcome));
                done += usize::from(end.is_ok());
            }
            if end.is_err() {
                last_useful.fetch_min(done, Ordering::Relaxed);
            }
            if is_over {
                break;
            }
            thread::park_timeout(REPORT_EVERY);
        }
    });
    add_cpu_time(*lock(&cpu));
    let rest = outcomes.into_inner().unwrap_or_else(PoisonError::into_inner);
    (end, rest.into_iter().flatten().collect())
}

/// The same by one worker in the calling thread. Reports come between tasks only.
fn work_off_here<T, O, E>(
    worker: &mut T,
    n_tasks: usize,
    last_useful: &AtomicUsize,
    work: impl Fn(&mut T, usize) -> (O, bool),
    mut take: impl FnMut(Option<O>) -> Result<(), E>,
) -> (Result<(), E>, Vec<O>) {
    last_useful.store(usize::MAX, Ordering::Relaxed);
    for i in 0..n_tasks {
        let (outcome, is_last) = work(worker, i);
        if is_last {
            last_useful.store(i, Ordering::Relaxed);
        }
        if let Err(end) = take(Some(outcome)) {
            return (Err(end), Vec::new());
        }
        if is_last {
            break;
        }
        if let Err(end) = take(None) {
            return (Err(end), Vec::new());
        }
    }
    (Ok(()), Vec::new())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is taken of ten tasks with an end at task `last`, an error at what task `error` made, and where it ended.
    fn taken(is_here: bool, last: usize, error: usize) -> (Vec<usize>, Result<(), usize>, usize) {
        let (last_useful, mut taken) = (AtomicUsize::new(0), Vec::new());
        let work = |worker: &mut usize, i: usize| {
            *worker += 1;
            (i, i == last)
        };
        let take = |outcome: Option<usize>| match outcome {
            Some(i) if i == error => Err(i),
            Some(i) => {
                taken.push(i);
                Ok(())
            }
            None => Ok(()),
        };
        let (end, _) = match is_here {
            true => work_off_here(&mut 0, 10, &last_useful, work, take),
            false => work_off(&mut [0], 10, &last_useful, work, || {}, take),
        };
        (taken, end, last_useful.into_inner())
    }

    #[test]
    fn without_threads_the_same_is_taken() {
        for (last, error) in [(99, 99), (3, 99), (99, 4), (2, 2), (0, 99)] {
            assert_eq!(taken(true, last, error).0, taken(false, last, error).0, "{last} {error}");
            assert_eq!(taken(true, last, error).1, taken(false, last, error).1, "{last} {error}");
        }
        assert_eq!(taken(true, 3, 99), ((0..4).collect(), Ok(()), 3));
        assert_eq!(taken(true, 99, 4).0, [0, 1, 2, 3]);
    }
}
