//! Work on many items side by side, with what comes of them in the order of the items.

use std::any::Any;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Items for each thread that are held at once, waiting, at work or done.
const HELD: usize = 16;
/// A thread that waits for an item looks this often whether it is still needed.
const PATIENCE: Duration = Duration::from_millis(50);
/// What is said of one item and not yet taken; then its thread waits.
const MOST_SAID: usize = 1024;
/// So it looks this often whether something was taken.
const MOMENT: Duration = Duration::from_millis(1);

/// Has `work` done on all items by `n_threads` threads, and gives what comes of them to `take`, in the order of the
/// items and in the calling thread, each as soon as it and all before it are there.
///
/// The items come from a thread too, so that nobody waits for the next one to get the answer to this one. Few are held
/// at once, so a list of any length takes the same memory. Once `take` breaks, nothing more is begun, and `work` that
/// is under way is waited for.
///
/// # Panics
/// If `work` or the iterator does.
pub(super) fn in_order<T: Send + 'static, O: Send + 'static>(
    items: impl Iterator<Item = T> + Send + 'static,
    n_threads: usize,
    work: impl Fn(T) -> O + Sync,
    take: impl FnMut(O) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let work = |item, says: &Says<O>| {
        says.say(work(item));
    };
    all_said(items, &Team { n_threads, n_held: HELD, is_over: &|| false, stop: &|| {} }, work, take)
}

/// Who works, and until when.
pub(super) struct Team<'a> {
    pub(super) n_threads: usize,
    /// Items for each thread that are held at once.
    pub(super) n_held: usize,
    /// Is nothing more to be begun? What was begun comes to its end, and is taken.
    pub(super) is_over: &'a (dyn Fn() -> bool + Sync),
    /// Ends what is at work, once nothing more is taken.
    pub(super) stop: &'a (dyn Fn() + Sync),
}

/// The same where `work` says any number of things of its item, while it works: of the first item that is not done, all
/// that is said is taken at once.
///
/// # Panics
/// If `work` or the iterator does.
pub(super) fn all_said<T: Send + 'static, E: Send + 'static>(
    items: impl Iterator<Item = T> + Send + 'static,
    team: &Team<'_>,
    work: impl Fn(T, &Says<E>) + Sync,
    mut take: impl FnMut(E) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let items = items.map(|item| Box::new(item) as Thing);
    let work = |item: Thing, speaker: &Speaker| {
        let item = item.downcast().expect("what was put in");
        work(*item, &Says { speaker: speaker.clone(), type_of_said: PhantomData });
    };
    all_things(Box::new(items), team, &work, &mut |said| take(*said.downcast().expect("what was put in")))
}

/// An item, or what is said of one. Threads and channels are compiled once, for this, and not for each verb.
type Thing = Box<dyn Any + Send>;

fn all_things(
    items: Box<dyn Iterator<Item = Thing> + Send>,
    team: &Team<'_>,
    work: &(dyn Fn(Thing, &Speaker) + Sync),
    take: &mut dyn FnMut(Thing) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (held, release) = mpsc::sync_channel(team.n_threads.max(1) * team.n_held);
    let (feed, fed) = mpsc::channel();
    let (announce, announced) = mpsc::channel();
    let stopped = Arc::new(AtomicBool::new(false));
    let is_stopped = Arc::clone(&stopped);
    let reader = thread::spawn(move || {
        for item in items {
            let (speaker, said) = speaker(&is_stopped);
            // None of them is there any more once nothing more is wanted.
            if held.send(()).is_err() || announce.send(said).is_err() || feed.send((item, speaker)).is_err() {
                return;
            }
        }
    });
    let (fed, is_over) = (Mutex::new(fed), team.is_over);
    let next = || loop {
        if stopped.load(Ordering::Relaxed) {
            return None;
        }
        // Locked until it is known that the item is begun, so that what was begun is all up to some item.
        let fed = fed.lock().unwrap_or_else(PoisonError::into_inner);
        match fed.recv_timeout(PATIENCE) {
            Ok(_) if is_over() => {}
            Ok(item) => return Some(item),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    };
    thread::scope(|scope| {
        for _ in 0..team.n_threads.max(1) {
            scope.spawn(|| {
                while let Some((item, speaker)) = next() {
                    if let Err(panicked) = panic::catch_unwind(AssertUnwindSafe(|| work(item, &speaker))) {
                        speaker.send(Err(panicked));
                    }
                }
            });
        }
        let end = || {
            stopped.store(true, Ordering::Relaxed);
            (team.stop)();
        };
        for said in announced {
            for said in said.iter() {
                let flow = match said {
                    Ok(said) => take(said),
                    Err(panicked) => {
                        end();
                        panic::resume_unwind(panicked)
                    }
                };
                if flow.is_break() {
                    end();
                    return flow;
                }
            }
            // The reader holds one for every item that it has sent.
            let _ = release.recv();
        }
        // It has ended, since all that it sent was done; it may wait for its input otherwise.
        if let Err(panicked) = reader.join() {
            panic::resume_unwind(panicked);
        }
        ControlFlow::Continue(())
    })
}

/// What is said, or the panic of who works.
type Message = Result<Thing, Box<dyn Any + Send>>;

/// Where the work on one item says what comes of it.
pub(super) struct Says<E> {
    speaker: Speaker,
    type_of_said: PhantomData<fn(E)>,
}

impl<E> Clone for Says<E> {
    fn clone(&self) -> Self {
        Self { speaker: self.speaker.clone(), type_of_said: PhantomData }
    }
}

impl<E: Send + 'static> Says<E> {
    /// Says it; where much was said before its turn, it waits for that. False if nobody listens any more.
    pub(super) fn say(&self, said: E) -> bool {
        self.speaker.say(Box::new(said))
    }
}

/// The same for anything.
#[derive(Clone)]
struct Speaker {
    sender: Sender<Message>,
    n_waiting: Arc<AtomicUsize>,
    is_stopped: Arc<AtomicBool>,
}

/// What is said of one item.
struct Said {
    receiver: Receiver<Message>,
    n_waiting: Arc<AtomicUsize>,
}

fn speaker(is_stopped: &Arc<AtomicBool>) -> (Speaker, Said) {
    let (sender, receiver) = mpsc::channel();
    let n_waiting = Arc::default();
    let said = Said { receiver, n_waiting: Arc::clone(&n_waiting) };
    (Speaker { sender, n_waiting, is_stopped: Arc::clone(is_stopped) }, said)
}

impl Speaker {
    fn say(&self, said: Thing) -> bool {
        while self.n_waiting.load(Ordering::Relaxed) >= MOST_SAID {
            if self.is_stopped.load(Ordering::Relaxed) {
                return false;
            }
            thread::sleep(MOMENT);
        }
        self.send(Ok(said))
    }

    fn send(&self, message: Message) -> bool {
        self.n_waiting.fetch_add(1, Ordering::Relaxed);
        self.sender.send(message).is_ok() && !self.is_stopped.load(Ordering::Relaxed)
    }
}

impl Said {
    /// All of it, until the work on the item is done.
    fn iter(&self) -> impl Iterator<Item = Message> {
        self.receiver.iter().inspect(|_| {
            self.n_waiting.fetch_sub(1, Ordering::Relaxed);
        })
    }
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

    /// Each item says its number as often as the number says, more than may wait.
    #[test]
    fn all_that_is_said_of_an_item_stays_together() {
        let numbers = [3, 0, 2 * MOST_SAID, 1, MOST_SAID + 1];
        let expected: Vec<usize> = numbers.iter().flat_map(|n| vec![*n; *n]).collect();
        for n_threads in [1, 2, 7] {
            let team = Team { n_threads, n_held: 1, is_over: &|| false, stop: &|| {} };
            let mut taken = Vec::new();
            let work = |n: usize, says: &Says<usize>| (0..n).for_each(|_| assert!(says.say(n)));
            let end = all_said(numbers.into_iter(), &team, work, |n| {
                taken.push(n);
                ControlFlow::Continue(())
            });
            assert!(end.is_continue());
            assert_eq!(taken, expected, "{n_threads} threads");
        }
    }

    /// What is said of the first item is taken while it is at work.
    #[test]
    fn what_is_said_is_taken_at_once() {
        let (answer, answered) = mpsc::channel();
        let answered = Mutex::new(answered);
        let team = Team { n_threads: 2, n_held: 4, is_over: &|| false, stop: &|| {} };
        let work = |i: usize, says: &Says<usize>| {
            says.say(i);
            if i == 0 {
                // Waits for the taker, who must not wait for the end of this.
                assert_eq!(answered.lock().expect("one at a time").recv(), Ok(0));
                says.say(100);
            }
        };
        let mut taken = Vec::new();
        let _ = all_said(0..3, &team, work, |i| {
            taken.push(i);
            let _ = answer.send(i);
            ControlFlow::Continue(())
        });
        assert_eq!(taken, [0, 100, 1, 2]);
    }

    /// As after a signal: what was begun is all up to some item, and all of it is taken.
    #[test]
    fn once_it_is_over_nothing_is_begun_and_nothing_is_lost() {
        let (is_over, begun) = (AtomicBool::new(false), Mutex::new(Vec::new()));
        let team = Team { n_threads: 3, n_held: 8, is_over: &|| is_over.load(Ordering::SeqCst), stop: &|| {} };
        let work = |i: usize, says: &Says<usize>| {
            begun.lock().expect("one at a time").push(i);
            if i == 40 {
                is_over.store(true, Ordering::SeqCst);
            }
            says.say(uneven(i));
        };
        let mut taken = Vec::new();
        let end = all_said(0..100_000, &team, work, |i| {
            taken.push(i);
            ControlFlow::Continue(())
        });
        assert!(end.is_continue());
        let mut begun = begun.into_inner().expect("all are done");
        begun.sort_unstable();
        assert!(begun.len() > 40 && begun.len() < 50, "{}", begun.len());
        assert_eq!(begun, (0..begun.len()).collect::<Vec<_>>());
        assert_eq!(taken, begun);
    }

    /// Who searches for hours learns that nobody listens, also one that would wait for its turn.
    #[test]
    fn a_break_ends_what_is_at_work() {
        let is_stopped = AtomicBool::new(false);
        let team =
            Team { n_threads: 2, n_held: 4, is_over: &|| false, stop: &|| is_stopped.store(true, Ordering::SeqCst) };
        let work = |i: usize, says: &Says<usize>| {
            while i > 0 && says.say(i) && !is_stopped.load(Ordering::SeqCst) {}
            says.say(i);
        };
        let end = all_said(0..10, &team, work, |_| ControlFlow::Break(()));
        assert!(end.is_break() && is_stopped.load(Ordering::SeqCst));
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
