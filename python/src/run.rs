//! A run of a verb over some inputs: threads work without Python, and one Python thread hears what they say.

use std::ffi::OsString;
use std::io;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use minclue_cli::{Host, Message, Request};
use minclue_core::base::Interrupt;
use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// What was said and not yet heard by Python, for each thread: then that thread waits.
const AHEAD: usize = 64;

/// How often Ctrl-C is asked for.
const PATIENCE: Duration = Duration::from_millis(50);

/// What a run says of one of its inputs.
enum Event {
    /// A record in JSON.
    Record(String),
    /// The bounds, and a puzzle where it is another one than before.
    Bounds(usize, Option<usize>, Option<String>),
    /// The input is answered, with this exit code and these errors.
    End(u8, Vec<Message>),
}

/// Runs one verb over each of `inputs`, several at once, and iterates over what that says: tuples of the number of the
/// input and
///
/// - `"record"` and its JSON,
/// - `"bounds"` and `(lower, upper or None, puzzle or None)`,
/// - `"end"` and `(exit code, errors)`, an error being a dict with `message`, `help` and `place`.
///
/// Who stops early calls `close`.
#[pyclass(frozen)]
pub(crate) struct Run {
    interrupt: Interrupt,
    /// Empty once it is closed.
    parts: Mutex<Option<Parts>>,
}

struct Parts {
    receiver: Receiver<(usize, Event)>,
    threads: Vec<JoinHandle<()>>,
}

#[pymethods]
impl Run {
    /// Begins at once. Raises `ValueError` with a message and perhaps help if the program refuses `words` as its
    /// arguments.
    #[new]
    fn new(words: Vec<String>, inputs: Vec<Vec<u8>>, jobs: usize) -> PyResult<Self> {
        let request = Request::new(words.into_iter().map(OsString::from));
        let work = Arc::new(Work {
            request: request.map_err(|message| PyValueError::new_err((message.text, message.help)))?,
            inputs,
            next: AtomicUsize::new(0),
        });
        let interrupt = Interrupt::default();
        let n_threads = jobs.clamp(1, work.inputs.len().max(1));
        let (sender, receiver) = sync_channel(AHEAD * n_threads);
        let begin = |_| {
            let (work, interrupt, sender) = (Arc::clone(&work), interrupt.clone(), sender.clone());
            thread::Builder::new().name("minclue".to_owned()).spawn(move || work.run(&interrupt, &sender))
        };
        let threads = (0..n_threads).map(begin).collect::<io::Result<_>>()?;
        Ok(Self { interrupt, parts: Mutex::new(Some(Parts { receiver, threads })) })
    }

    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    /// Waits for what is said next, without the lock of the interpreter.
    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        loop {
            let heard = py.detach(|| {
                let parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
                parts
                    .as_ref()
                    .map_or(Err(RecvTimeoutError::Disconnected), |parts| parts.receiver.recv_timeout(PATIENCE))
            });
            match heard {
                Ok((number, event)) => return told(py, number, event).map(Some),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                // Here Ctrl-C becomes an exception, if this is the thread that hears it.
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            }
        }
    }

    /// Ends the run if it is not over, and waits until its threads have noticed.
    fn close(&self, py: Python<'_>) {
        self.interrupt.raise();
        py.detach(|| {
            let parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner).take();
            let Some(Parts { receiver, threads }) = parts else { return };
            // A thread that has something to say must not wait for somebody to hear it.
            drop(receiver);
            for thread in threads {
                // A panic was reported as an exit code, if anything was.
                let _ = thread.join();
            }
        });
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        self.interrupt.raise();
    }
}

/// An event as Python sees it.
fn told(py: Python<'_>, number: usize, event: Event) -> PyResult<Bound<'_, PyAny>> {
    match event {
        Event::Record(json) => (number, "record", json).into_bound_py_any(py),
        Event::Bounds(lower, upper, puzzle) => (number, "bounds", (lower, upper, puzzle)).into_bound_py_any(py),
        Event::End(code, messages) => {
            let error = |message: Message| {
                let error = PyDict::new(py);
                error.set_item("message", message.text)?;
                error.set_item("help", message.help)?;
                error.set_item("place", message.place)?;
                PyResult::Ok(error)
            };
            let errors = messages.into_iter().map(error).collect::<PyResult<Vec<_>>>()?;
            (number, "end", (code, errors)).into_bound_py_any(py)
        }
    }
}

/// The inputs of a run, and what is done with each.
struct Work {
    request: Request,
    inputs: Vec<Vec<u8>>,
    /// The first that no thread has taken.
    next: AtomicUsize,
}

impl Work {
    /// Answers inputs until none is left, or until the interrupt.
    fn run(&self, interrupt: &Interrupt, sender: &SyncSender<(usize, Event)>) {
        while !interrupt.is_raised() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(input) = self.inputs.get(number) else { return };
            let host = Rc::new(Sender { number, sender: sender.clone() });
            let ended = self.request.run(input.clone(), interrupt, host);
            if sender.send((number, Event::End(ended.code, ended.messages))).is_err() {
                return;
            }
        }
    }
}

/// Sends what is said of one input.
struct Sender {
    number: usize,
    sender: SyncSender<(usize, Event)>,
}

impl Host for Sender {
    fn record(&self, json: String) -> io::Result<()> {
        let sent = self.sender.send((self.number, Event::Record(json)));
        sent.map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    fn bounds(&self, lower: usize, upper: Option<usize>, puzzle: Option<String>) {
        // After `close` nobody listens, and the interrupt ends the run.
        let _ = self.sender.send((self.number, Event::Bounds(lower, upper, puzzle)));
    }
}
