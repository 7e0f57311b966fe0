//! Work on many items side by side, with what comes of them in the order of the items.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Items for each thread that are held at once, waiting, at work or done.
const HELD: usize = 16;
/// A thread that waits for an item looks this often whether it is still needed.
const PATIENCE: Duration = Duration::from_millis(50);

/// Has `work` done on all items by `n_threads` threads, and gives what comes of them to `take`, in the order of the items and
/// in the calling thread, each as soon as it and all before it are there.
///
/// The items come from a thread too, so that nobody waits for the next one to get the answer to this one. Few are held
/// at once, so a list of any length takes the same memory. Once `take` breaks, nothing more is begun, and `work` that is
/// under way is waited for.
///
/// # Panics
/// If `work` or the iterator does.
pub(super) fn in_order<T: Send + 'static, O: Send>(
    items: impl Iterator<Item = T> + Send + 'static,
    n_threads: usize,
    work: impl Fn(T) -> O + Sync,
    mut take: impl FnMut(O) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (held, release) = mpsc::sync_channel(n_threads.max(1) * HELD);
    let (feed, fed) = mpsc::channel();
    let reader = thread::spawn(move || {
        for item in items.enumerate() {
            // Neither of them is there any more once nothing more is wanted.
            if held.send(()).is_err() || feed.send(item).is_err() {
                return;
            }
        }
    });
    let (fed, stopped, work) = (Mutex::new(fed), AtomicBool::new(false), &work);
    let next = || loop {
        if stopped.load(Ordering::Relaxed) {
            return None;
        }
        match fed.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(PATIENCE) {
            Ok(item) => return Some(item),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    };
    thread::scope(|scope| {
        let (send, done) = mpsc::channel();
        for _ in 0..n_threads.max(1) {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                while let Some((i, item)) = next() {
                    let outcome = panic::catch_unwind(AssertUnwindSafe(|| work(item)));
                    if send.send((i, outcome)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let (mut early, mut n_taken) = (BTreeMap::new(), 0);
        for (i, outcome) in done {
            early.insert(i, outcome);
            while let Some(outcome) = early.remove(&n_taken) {
                n_taken += 1;
                // The reader holds one for every item that it has sent.
                let _ = release.recv();
                let flow = match outcome {
                    Ok(outcome) => take(outcome),
                    Err(panicked) => {
                        stopped.store(true, Ordering::Relaxed);
                        panic::resume_unwind(panicked)
                    }
                };
                if flow.is_break() {
                    stopped.store(true, Ordering::Relaxed);
                    return flow;
                }
            }
        }
        // It has ended, since all that it sent was done; it may wait for its input otherwise.
        if let Err(panicked) = reader.join() {
            panic::resume_unwind(panicked);
        }
        ControlFlow::Continue(())
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicUsize;

    use super::*;

    /// Work that takes longer for early items, so that later ones overtake them.
    fn uneven(i: usize) -> usize {
        (0..(1000 - i % 1000) * 20).fold(i, |sum, j| std::hint::black_box(sum ^ j ^ j))
    }

    fn all(n: usize, n_threads: usize) -> Vec<usize> {
        let mut taken = Vec::new();
        let end = in_order(0..n, n_threads, uneven, |i| {
            taken.push(i);
            ControlFlow::Continue(())
        });
        assert!(end.is_continue());
        taken
    }

    #[test]
    fn what_comes_of_them_has_the_order_of_the_items() {
        for n_threads in [1, 2, 7] {
            for n in [0, 1, 500] {
                assert_eq!(all(n, n_threads), (0..n).collect::<Vec<_>>(), "{n} items, {n_threads} threads");
            }
        }
    }

    #[test]
    fn few_items_are_held_at_once() {
        let (n_read, n_taken) = (Arc::new(AtomicUsize::new(0)), AtomicUsize::new(0));
        let read = Arc::clone(&n_read);
        let items = (0..2000).inspect(move |_| {
            read.fetch_add(1, Ordering::SeqCst);
        });
        let _ = in_order(items, 2, uneven, |_| {
            let n = n_read.load(Ordering::SeqCst) - n_taken.fetch_add(1, Ordering::SeqCst);
            // One is read, and waits for room.
            assert!(n <= 2 * HELD + 2, "{n} are held");
            ControlFlow::Continue(())
        });
        assert_eq!(n_taken.load(Ordering::SeqCst), 2000);
    }

    /// As with a reader that has closed the pipe: the input may never end.
    #[test]
    fn a_break_ends_it_though_the_items_never_do() {
        let mut taken = Vec::new();
        let end = in_order(0.., 3, uneven, |i| {
            taken.push(i);
            if i == 41 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(end.is_break());
        assert_eq!(taken, (0..42).collect::<Vec<_>>());
    }

    /// As with a terminal: the answer comes although nobody types on.
    #[test]
    fn an_item_is_done_while_the_next_is_waited_for() {
        let (send, receive) = mpsc::channel();
        send.send(1).expect("it is open");
        let mut n_taken = 0;
        let _ = in_order(
            receive.into_iter(),
            2,
            |i: i32| i,
            |i| {
                n_taken += 1;
                if i < 5 {
                    send.send(i + 1).expect("it is open");
                    return ControlFlow::Continue(());
                }
                ControlFlow::Break(())
            },
        );
        assert_eq!(n_taken, 5);
    }

    #[test]
    fn a_panic_is_not_swallowed() {
        let quiet = |run: &mut dyn FnMut()| panic::catch_unwind(AssertUnwindSafe(run)).is_err();
        assert!(quiet(&mut || {
            let _ = in_order(0..100, 2, |i| assert_ne!(i, 30), |()| ControlFlow::Continue(()));
        }));
        assert!(quiet(&mut || {
            let items = (0..100).inspect(|i| assert_ne!(*i, 30));
            let _ = in_order(items, 2, |i| i, |_| ControlFlow::Continue(()));
        }));
    }
}
