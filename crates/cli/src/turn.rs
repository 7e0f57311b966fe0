//! What a thread says before it is its turn. Inputs that are answered side by side say nothing of their own accord:
//! what they find, and what people read of them, is kept until all inputs before them have said everything.
//!
//! Who listens belongs to the thread, as in `embedded`, so that whoever has a message for people says it as ever.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use super::output::Output;

/// Something that is said once it is its turn.
pub(super) enum Kept {
    /// To people.
    Words(Box<dyn FnOnce() + Send>),
    /// To the output.
    Result(Write),
}

/// Writes something.
type Write = Box<dyn FnOnce(&mut dyn Output) -> io::Result<()> + Send>;

/// Takes what is kept; false if nobody listens any more.
type Listener = Rc<dyn Fn(Kept) -> bool>;

thread_local! {
    static LISTENER: RefCell<Option<Listener>> = const { RefCell::new(None) };
}

/// Runs `work`, and gives what is said meanwhile in this thread to `listener`.
pub(super) fn listen<T>(listener: impl Fn(Kept) -> bool + 'static, work: impl FnOnce() -> T) -> T {
    /// Puts back what was before, also after a panic.
    struct Guard(Option<Listener>);
    impl Drop for Guard {
        fn drop(&mut self) {
            LISTENER.set(self.0.take());
        }
    }
    let _guard = Guard(LISTENER.replace(Some(Rc::new(listener))));
    work()
}

/// Does this thread wait for its turn?
pub(super) fn is_waiting() -> bool {
    LISTENER.with_borrow(Option::is_some)
}

/// Keeps what `words` makes if this thread waits for its turn; else false, and nothing was made.
pub(super) fn keeps<W: FnOnce() + Send + 'static>(words: impl FnOnce() -> W) -> bool {
    let Some(listener) = LISTENER.with_borrow(Clone::clone) else { return false };
    // Where nobody listens it is said to nobody.
    listener(Kept::Words(Box::new(words())));
    true
}

/// Keeps what `write` puts into the output; false if nobody takes it any more.
pub(super) fn keeps_result(write: impl FnOnce(&mut dyn Output) -> io::Result<()> + Send + 'static) -> bool {
    let listener = LISTENER.with_borrow(Clone::clone);
    listener.is_some_and(|listener| listener(Kept::Result(Box::new(write))))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn words_are_kept_only_while_somebody_listens() {
        assert!(!keeps(|| || ()) && !is_waiting());
        let n_kept = Rc::new(Cell::new(0));
        let counted = Rc::clone(&n_kept);
        let count = move |kept: Kept| {
            counted.set(counted.get() + 1);
            matches!(kept, Kept::Words(_))
        };
        listen(count, || {
            assert!(is_waiting() && keeps(|| || ()));
            assert!(!keeps_result(|_| Ok(())), "this one takes words only");
        });
        assert_eq!(n_kept.get(), 2);
        assert!(!keeps(|| || ()));
    }
}
