//! Work on many items in parallel, with what comes of them in the order of the items.

use std::any::Any;
use std::collections::VecDeque;
use std::mem;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Items for each thread that are held at once, waiting, at work or done.
const HELD: usize = 16;
/// Events of one item that wait for its turn; then its thread waits.
const MOST_EVENTS: usize = 1024;

/// Has `work` done on all items by `n_threads` threads, and gives its results to `take`, in the order of the items.
///
/// # Panics
/// If `work` or the iterator does.
pub(super) fn map_ordered<T: Send + 'static, R: Send + 'static>(
    items: impl Iterator<Item = T> + Send + 'static,
    n_threads: usize,
    work: impl Fn(T) -> R + Sync,
    take: impl FnMut(R) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let pool = Pool { n_threads, n_held: HELD, is_over: &|| false, stop: &|| {} };
    run_ordered(items, &pool, |item, _| work(item), take)
}

/// Who works, and until when.
pub(super) struct Pool<'a> {
    pub(super) n_threads: usize,
    /// Items for each thread that are held at once.
    pub(super) n_held: usize,
    /// Is nothing more to be begun? What was begun comes to its end, and is taken.
    pub(super) is_over: &'a (dyn Fn() -> bool + Sync),
    /// Ends what is at work, once nothing more is taken.
    pub(super) stop: &'a (dyn Fn() + Sync),
}

/// Has `work` done on all items by the threads of a pool. It puts any number of events into the queue of its item and
/// returns the last one. `take` gets all of them in the calling thread: those of one item together, in the order of the
/// items, each as soon as it and all before it are there.
///
/// The items come from a thread too, so that nobody waits for the next one to get the answer to this one. Few are held
/// at once, so a list of any length takes the same memory. Once `take` breaks, nothing more is begun, and `work` that
/// is under way is waited for.
///
/// # Panics
/// If `work` or the iterator does.
pub(super) fn run_ordered<T: Send + 'static, E: Send + 'static>(
    items: impl Iterator<Item = T> + Send + 'static,
    pool: &Pool<'_>,
    work: impl Fn(T, &Queue<T, E>) -> E + Sync,
    mut take: impl FnMut(E) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (n_threads, shared) = (pool.n_threads.max(1), Arc::new(Shared::default()));
    let (reader, most) = (Arc::clone(&shared), n_threads * pool.n_held);
    // Never waited for: its input may have no end.
    thread::spawn(move || reader.read(items, most));
    thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(|| shared.work(pool.is_over, &work));
        }
        let end = panic::catch_unwind(AssertUnwindSafe(|| shared.write(&mut take)));
        shared.lock().is_stopped = true;
        shared.has_item.notify_all();
        shared.has_room.notify_all();
        if !matches!(end, Ok(ControlFlow::Continue(()))) {
            (pool.stop)();
        }
        end.unwrap_or_else(|panicked| panic::resume_unwind(panicked))
    })
}

/// Where the work on one item puts its events.
pub(super) struct Queue<T, E> {
    shared: Arc<Shared<T, E>>,
    number: usize,
}

impl<T, E> Clone for Queue<T, E> {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared), number: self.number }
    }
}

impl<T, E> Queue<T, E> {
    /// Puts an event; where many wait for the turn of the item, it waits too. False if nobody takes them any more.
    pub(super) fn put(&self, event: E) -> bool {
        let shared = &*self.shared;
        let is_full = |state: &mut State<T, E>| !state.is_stopped && state.of(self.number).events.len() >= MOST_EVENTS;
        let mut state = shared.has_room.wait_while(shared.lock(), is_full).unwrap_or_else(PoisonError::into_inner);
        if state.is_stopped {
            return false;
        }
        state.of(self.number).events.push(event);
        shared.has_event.notify_one();
        true
    }
}

/// What a panic was about.
type Panic = Box<dyn Any + Send>;

/// What the reader, those who work and the one who takes have in common.
struct Shared<T, E> {
    state: Mutex<State<T, E>>,
    has_item: Condvar,
    has_event: Condvar,
    has_room: Condvar,
}

struct State<T, E> {
    /// Items that nobody has begun, with their numbers.
    items: VecDeque<(usize, T)>,
    /// What came of the items that were not taken to their end.
    outcomes: VecDeque<Outcome<E>>,
    /// The number of the first of these.
    first: usize,
    /// Has the reader ended, and how?
    read: Option<Result<(), Panic>>,
    /// Is nothing more taken?
    is_stopped: bool,
}

/// What came of an item and was not taken yet.
struct Outcome<E> {
    events: Vec<E>,
    end: Option<Result<(), Panic>>,
}

impl<T, E> State<T, E> {
    fn of(&mut self, number: usize) -> &mut Outcome<E> {
        &mut self.outcomes[number - self.first]
    }
}

impl<T, E> Default for Shared<T, E> {
    fn default() -> Self {
        let (items, outcomes) = (VecDeque::new(), VecDeque::new());
        let state = State { items, outcomes, first: 0, read: None, is_stopped: false };
        let [has_item, has_event, has_room] = Default::default();
        Self { state: Mutex::new(state), has_item, has_event, has_room }
    }
}

impl<T, E> Shared<T, E> {
    fn lock(&self) -> MutexGuard<'_, State<T, E>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, mut items: impl Iterator<Item = T>, most: usize) {
        let read =
            panic::catch_unwind(AssertUnwindSafe(|| while items.next().is_some_and(|item| self.add(item, most)) {}));
        self.lock().read = Some(read);
        self.has_item.notify_all();
        self.has_event.notify_all();
    }

    /// Holds one item more, once there is room; false if nobody wants it any more.
    fn add(&self, item: T, most: usize) -> bool {
        let is_full = |state: &mut State<T, E>| !state.is_stopped && state.outcomes.len() >= most;
        let mut state = self.has_room.wait_while(self.lock(), is_full).unwrap_or_else(PoisonError::into_inner);
        let number = state.first + state.outcomes.len();
        state.outcomes.push_back(Outcome { events: Vec::new(), end: None });
        state.items.push_back((number, item));
        self.has_item.notify_one();
        !state.is_stopped
    }

    fn work(self: &Arc<Self>, is_over: &dyn Fn() -> bool, work: &impl Fn(T, &Queue<T, E>) -> E) {
        loop {
            let has_none =
                |state: &mut State<T, E>| state.items.is_empty() && state.read.is_none() && !state.is_stopped;
            let mut state = self.has_item.wait_while(self.lock(), has_none).unwrap_or_else(PoisonError::into_inner);
            let Some((number, item)) = state.items.pop_front().filter(|_| !state.is_stopped) else { return };
            // Asked before another thread can begin the next item, so that what was begun is all up to some item.
            let end = if is_over() {
                None
            } else {
                drop(state);
                let queue = Queue { shared: Arc::clone(self), number };
                let end = panic::catch_unwind(AssertUnwindSafe(|| work(item, &queue)));
                state = self.lock();
                Some(end)
            };
            let outcome = state.of(number);
            outcome.end = Some(end.transpose().map(|last| outcome.events.extend(last)));
            self.has_event.notify_one();
        }
    }

    fn write(&self, take: &mut dyn FnMut(E) -> ControlFlow<()>) -> ControlFlow<()> {
        loop {
            let has_none = |state: &mut State<T, E>| match state.outcomes.front() {
                Some(first) => first.events.is_empty() && first.end.is_none(),
                None => state.read.is_none(),
            };
            let mut state = self.has_event.wait_while(self.lock(), has_none).unwrap_or_else(PoisonError::into_inner);
            let (events, end) = match state.outcomes.front_mut() {
                Some(first) => (mem::take(&mut first.events), first.end.take()),
                None => (Vec::new(), state.read.take()),
            };
            let is_last = state.outcomes.is_empty();
            if end.is_some() && !is_last {
                state.outcomes.pop_front();
                state.first += 1;
            }
            drop(state);
            self.has_room.notify_all();
            events.into_iter().try_for_each(&mut *take)?;
            match end {
                Some(Err(panicked)) => panic::resume_unwind(panicked),
                Some(Ok(())) if is_last => return ControlFlow::Continue(()),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::sync::mpsc;

    use super::*;

    /// Work that takes longer for early items, so that later ones overtake them.
    fn uneven(i: usize) -> usize {
        (0..(1000 - i % 1000) * 20).fold(i, |sum, j| std::hint::black_box(sum ^ j ^ j))
    }

    fn all(n: usize, n_threads: usize) -> Vec<usize> {
        let mut taken = Vec::new();
        let end = map_ordered(0..n, n_threads, uneven, |i| {
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
        let _ = map_ordered(items, 2, uneven, |_| {
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
        let end = map_ordered(0.., 3, uneven, |i| {
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
        let _ = map_ordered(
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

    /// Each item says its number as often as the number says and once more, more than may wait.
    #[test]
    fn all_that_is_said_of_an_item_stays_together() {
        let numbers = [3, 0, 2 * MOST_EVENTS, 1, MOST_EVENTS + 1];
        let expected: Vec<usize> = numbers.iter().flat_map(|n| vec![*n; *n + 1]).collect();
        for n_threads in [1, 2, 7] {
            let pool = Pool { n_threads, n_held: 1, is_over: &|| false, stop: &|| {} };
            let mut taken = Vec::new();
            let work = |n: usize, queue: &Queue<usize, usize>| {
                (0..n).for_each(|_| assert!(queue.put(n)));
                n
            };
            let end = run_ordered(numbers.into_iter(), &pool, work, |n| {
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
        let pool = Pool { n_threads: 2, n_held: 4, is_over: &|| false, stop: &|| {} };
        let work = |i: usize, queue: &Queue<usize, usize>| {
            if i > 0 {
                return i;
            }
            queue.put(i);
            // Waits for the taker, who must not wait for the end of this.
            assert_eq!(answered.lock().expect("one at a time").recv(), Ok(0));
            100
        };
        let mut taken = Vec::new();
        let _ = run_ordered(0..3, &pool, work, |i| {
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
        let pool = Pool { n_threads: 3, n_held: 8, is_over: &|| is_over.load(Ordering::SeqCst), stop: &|| {} };
        let work = |i: usize, _: &Queue<usize, usize>| {
            begun.lock().expect("one at a time").push(i);
            if i == 40 {
                is_over.store(true, Ordering::SeqCst);
            }
            uneven(i)
        };
        let mut taken = Vec::new();
        let end = run_ordered(0..100_000, &pool, work, |i| {
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
        let pool =
            Pool { n_threads: 2, n_held: 4, is_over: &|| false, stop: &|| is_stopped.store(true, Ordering::SeqCst) };
        let work = |i: usize, queue: &Queue<usize, usize>| {
            while i > 0 && queue.put(i) && !is_stopped.load(Ordering::SeqCst) {}
            i
        };
        let end = run_ordered(0..10, &pool, work, |_| ControlFlow::Break(()));
        assert!(end.is_break() && is_stopped.load(Ordering::SeqCst));
    }

    #[test]
    fn a_panic_is_not_swallowed() {
        let quiet = |run: &mut dyn FnMut()| panic::catch_unwind(AssertUnwindSafe(run)).is_err();
        assert!(quiet(&mut || {
            let _ = map_ordered(0..100, 2, |i| assert_ne!(i, 30), |()| ControlFlow::Continue(()));
        }));
        assert!(quiet(&mut || {
            let items = (0..100).inspect(|i| assert_ne!(*i, 30));
            let _ = map_ordered(items, 2, |i| i, |_| ControlFlow::Continue(()));
        }));
    }
}
