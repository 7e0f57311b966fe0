//! Passes the clue sets found by tasks to the visitor.
//!
//! A task may find more than fits into memory, so it only buffers a few. The visitor gets the results of the tasks of a
//! round in order: those of the first unfinished task are passed on at once, and a later task waits when its buffer is
//! full.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};

use super::question::FoundSet;

/// The number of finds that a task keeps before it hands them on.
pub(super) const FILL: usize = 4096;

/// The finds of the tasks of one round.
#[derive(Debug, Default)]
pub(super) struct Stream<const W: usize> {
    state: Mutex<State<W>>,
    moved: Condvar,
}

#[derive(Debug, Default)]
struct State<const W: usize> {
    /// The first unfinished task.
    head: usize,
    /// Its results that the visitor has not received.
    finds: Vec<FoundSet<W>>,
    listener: Option<Thread>,
    /// Whether the visitor has ended.
    is_closed: bool,
}

impl<const W: usize> Stream<W> {
    /// Begins a round: this thread hears its first task.
    pub(super) fn open(&self) {
        *self.lock() = State { listener: Some(thread::current()), ..State::default() };
    }

    /// Moves the finds of `task` on as soon as it is its turn and the ones before were heard. False if nobody listens
    /// any more; then they stay.
    pub(super) fn pass(&self, task: usize, finds: &mut Vec<FoundSet<W>>) -> bool {
        let is_waiting = |state: &mut State<W>| !state.is_closed && (state.head != task || !state.finds.is_empty());
        let mut state = self.moved.wait_while(self.lock(), is_waiting).unwrap_or_else(PoisonError::into_inner);
        if !state.is_closed {
            std::mem::swap(&mut state.finds, finds);
            state.listener.iter().for_each(Thread::unpark);
        }
        !state.is_closed
    }

    /// The finds that were passed and not heard yet.
    pub(super) fn take(&self) -> Vec<FoundSet<W>> {
        let finds = std::mem::take(&mut self.lock().finds);
        self.moved.notify_all();
        finds
    }

    /// The first task is done, and all its finds were heard: it is the turn of the next.
    pub(super) fn advance(&self) {
        self.lock().head += 1;
        self.moved.notify_all();
    }

    /// Nobody listens any more.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.moved.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State<W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::CellSet;

    fn find(n: usize) -> FoundSet<2> {
        FoundSet { clues: CellSet::first_n(n), open: CellSet::EMPTY }
    }

    #[test]
    fn a_later_task_waits_for_its_turn() {
        let stream = Stream::<2>::default();
        stream.open();
        let mut first = vec![find(1)];
        assert!(stream.pass(0, &mut first) && first.is_empty());
        thread::scope(|scope| {
            let later = scope.spawn(|| stream.pass(1, &mut vec![find(2)]));
            assert_eq!(stream.take(), [find(1)]);
            stream.advance();
            assert!(later.join().expect("no panic"));
        });
        assert_eq!(stream.take(), [find(2)]);
    }

    #[test]
    fn nobody_waits_for_a_visitor_that_has_left() {
        let stream = Stream::<2>::default();
        stream.open();
        thread::scope(|scope| {
            let later = scope.spawn(|| {
                let mut finds = vec![find(3)];
                (stream.pass(7, &mut finds), finds)
            });
            stream.close();
            assert_eq!(later.join().expect("no panic"), (false, vec![find(3)]));
        });
    }
}
