//! Counts work: every loop whose length depends on the file is counted here, in *looks*.
//!
//! A look is a word of a set of cells, a set or a term that is read, and takes one or two nanoseconds. The meter grants
//! looks in slices, and between two slices it asks whether the check should continue.

use crate::Reason;

/// Looks between two questions whether to go on: some milliseconds.
pub(crate) const SLICE: u64 = 1 << 22;

/// A function that decides whether a check should end.
pub(crate) type Stop<'s> = &'s dyn Fn() -> bool;

/// Looks that may still be taken.
pub(crate) struct Meter<'s> {
    /// Those before `stop` is asked again, and those after that.
    slice: u64,
    rest: u64,
    stop: Stop<'s>,
}

impl<'s> Meter<'s> {
    pub(crate) fn new(n_looks: u64, stop: Stop<'s>) -> Self {
        Self { slice: 0, rest: n_looks, stop }
    }

    pub(crate) fn left(&self) -> u64 {
        self.slice + self.rest
    }

    #[inline(always)]
    pub(crate) fn spend(&mut self, n_looks: u64) -> Result<(), Reason> {
        #[cfg(test)]
        counted::paid(n_looks);
        match self.slice.checked_sub(n_looks) {
            Some(left) => {
                self.slice = left;
                Ok(())
            }
            None => self.next(n_looks),
        }
    }

    #[cold]
    fn next(&mut self, n_looks: u64) -> Result<(), Reason> {
        ask(self.stop)?;
        let left = self.left().checked_sub(n_looks);
        let all = left.unwrap_or(0);
        self.slice = all.min(SLICE);
        self.rest = all - self.slice;
        left.map(drop).ok_or_else(|| Reason::TooMuch("its searches exceed the work limit".into()))
    }
}

/// Ends the check if that is wanted.
pub(crate) fn ask(stop: Stop<'_>) -> Result<(), Reason> {
    if stop() { Err(Reason::Stopped) } else { Ok(()) }
}

/// A step of an inner loop. Tests compare them with what was paid.
#[inline(always)]
pub(crate) fn step() {
    #[cfg(test)]
    counted::step();
}

/// The same for each of these.
#[inline(always)]
pub(crate) fn each<I: Iterator>(items: I) -> impl Iterator<Item = I::Item> {
    items.inspect(|_| step())
}

/// What tests compare, thread by thread.
#[cfg(test)]
pub(crate) mod counted {
    use std::cell::Cell;

    thread_local! {
        static STEPS: Cell<u64> = const { Cell::new(0) };
        static PAID: Cell<u64> = const { Cell::new(0) };
    }

    pub(crate) fn step() {
        STEPS.set(STEPS.get() + 1);
    }

    pub(crate) fn paid(n_looks: u64) {
        PAID.set(PAID.get().saturating_add(n_looks));
    }

    /// Steps and looks since this was asked last.
    pub(crate) fn take() -> (u64, u64) {
        (STEPS.take(), PAID.take())
    }
}

#[cfg(test)]
mod tests;
