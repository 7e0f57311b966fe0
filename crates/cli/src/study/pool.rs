//! Runs processes of this program, some at once, and ends them with it.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use minclue_core::base::Interrupt;
use minclue_report::seconds;

use super::super::program::Program;

/// How long a signal may go unheard.
const PATIENCE: Duration = Duration::from_millis(50);
/// How long a process has to write its bounds once it was told to end.
const GRACE: Duration = Duration::from_secs(10);

/// A process to run.
pub(super) struct Job<K> {
    pub(super) key: K,
    pub(super) args: Vec<OsString>,
    pub(super) stdin: String,
}

/// A process that ended.
pub(super) struct Done<K> {
    pub(super) key: K,
    pub(super) seconds: f64,
    /// None if a signal ended it, or if it could not be started.
    pub(super) exit: Option<i32>,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

/// Runs `jobs` in their order, up to `max_jobs` at once, and passes each that ended to `done`. When `interrupt` is
/// raised or `done` fails, no more are begun, and those at work are asked to end.
///
/// # Errors
/// The first error of `done`.
pub(super) fn run<K: Clone + Send + Sync>(
    program: &Program,
    jobs: &[Job<K>],
    max_jobs: usize,
    interrupt: &Interrupt,
    done: &mut dyn FnMut(Done<K>) -> io::Result<()>,
) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    let at_work = AtWork::default();
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        for _ in 0..max_jobs.min(jobs.len()) {
            let sender = sender.clone();
            scope.spawn(|| {
                let sender = sender;
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::SeqCst)) {
                    let Some(ended) = at_work.run(program, job) else { break };
                    if sender.send(ended).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut outcome = Ok(());
        let mut stopped: Option<Instant> = None;
        loop {
            match receiver.recv_timeout(PATIENCE) {
                Ok(ended) if outcome.is_ok() => outcome = done(ended),
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return outcome,
            }
            match stopped {
                None if interrupt.is_raised() || outcome.is_err() => {
                    at_work.end(Signal::TERM);
                    stopped = Some(Instant::now());
                }
                Some(since) if since.elapsed() > GRACE => at_work.end(Signal::KILL),
                _ => {}
            }
        }
    })
}

/// The processes at work. None is begun after the first signal, and none gets a signal after it was waited for, when
/// its number may be that of another process.
#[derive(Default)]
struct AtWork(Mutex<State>);

#[derive(Default)]
struct State {
    is_over: bool,
    processes: Vec<Pid>,
}

impl AtWork {
    fn state(&self) -> MutexGuard<'_, State> {
        // A list of numbers is whole, whoever panicked.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self, signal: Signal) {
        let mut state = self.state();
        state.is_over = true;
        for process in &state.processes {
            // One that has just ended needs no signal.
            let _ = kill_process(*process, signal);
        }
    }

    /// Runs one process; nothing once all is over.
    fn run<K: Clone>(&self, program: &Program, job: &Job<K>) -> Option<Done<K>> {
        let start = Instant::now();
        let spawned = {
            let mut state = self.state();
            if state.is_over {
                return None;
            }
            // In a group of its own, so that Ctrl-C is not heard twice: the second signal ends a process at once.
            let command = &mut program.command();
            let command = command.args(&job.args).process_group(0);
            let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
            if let Ok(child) = &spawned {
                state.processes.push(Pid::from_child(child));
            }
            spawned
        };
        let key = job.key.clone();
        let seconds = || seconds(start.elapsed());
        Some(match spawned.and_then(|child| self.wait(child, &job.stdin)) {
            Ok((exit, stdout, stderr)) => Done { key, seconds: seconds(), exit, stdout, stderr },
            Err(e) => {
                let stderr = format!("{} cannot be run: {e}", program.file().display());
                Done { key, seconds: seconds(), exit: None, stdout: String::new(), stderr }
            }
        })
    }

    fn wait(&self, mut child: Child, input: &str) -> io::Result<(Option<i32>, String, String)> {
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (stdout, stderr) = thread::scope(|scope| {
            let stderr = scope.spawn(|| all_of(stderr));
            if let Some(mut stdin) = stdin {
                // A process that ends without reading has said why.
                let _ = stdin.write_all(input.as_bytes());
            }
            (all_of(stdout), stderr.join().unwrap_or_default())
        });
        let mut state = self.state();
        let process = Pid::from_child(&child);
        let status = child.wait();
        state.processes.retain(|other| *other != process);
        Ok((status?.code(), stdout, stderr))
    }
}

fn all_of(from: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    // What was read before an error counts.
    let _ = from.map(|mut from| from.read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}
