//! Chunks as processes of this program, some at once. This is the engine of one machine, and it knows no more than any
//! other: each process is `campaign run --chunk N`.

use std::cell::Cell;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use rustix::process::set_parent_process_death_signal;
use rustix::process::{Pid, Signal, kill_process};

use minclue_core::base::Interrupt;

use super::super::exit::Exit;
use super::super::program::Program;
use super::directory::Directory;

/// How long a signal may go unheard.
const PATIENCE: Duration = Duration::from_millis(50);
/// How long a process has to keep what it has once it was asked to end.
const GRACE: Duration = Duration::from_secs(10);
/// A chunk that something kills this often, and without a task in between, is left.
const MAX_CRASHES: u32 = 2;
/// What a chunk says in place of a task where nothing can be written any more. No name of an input has a tab.
const UNWRITABLE: &str = "\tunwritable";

/// What the pool hears.
pub(super) enum Done {
    /// A task, in words.
    Task(String),
    /// The process of a chunk ended.
    Chunk {
        chunk: u64,
        exit: i32,
        /// What it said on standard error.
        said: String,
    },
    /// A signal ended the process of a chunk again and again, without a task in between.
    Crashed(u64),
}

/// Says to the pool that started this process that a task is done.
pub(super) fn say(name: &str, words: &str) {
    // A pool that is gone needs to hear nothing.
    let _ = writeln!(io::stdout(), "{name}  {words}").and_then(|()| io::stdout().flush());
}

/// Says to the pool that started this process that no other chunk could be written either.
pub(super) fn say_unwritable() {
    // As above.
    let _ = writeln!(io::stdout(), "{UNWRITABLE}").and_then(|()| io::stdout().flush());
}

/// From now on this process ends when the one that started it does, even by `kill -9`.
pub(super) fn end_with_parent() {
    // Where the system cannot do that, the chunk is run to its end, which does no harm.
    #[cfg(target_os = "linux")]
    let _ = set_parent_process_death_signal(Some(Signal::TERM));
}

/// How all that is missing is run.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct PoolRun {
    pub(in super::super) jobs: usize,
    pub(in super::super) deadline: Option<Instant>,
    /// Another program is accepted.
    pub(in super::super) changed_program: bool,
    pub(in super::super) quiet: bool,
}

pub(super) struct Pool {
    program: Program,
    words: Vec<OsString>,
    run: PoolRun,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// No process is begun any more.
    is_over: bool,
    waiting: VecDeque<(u64, u32)>,
    processes: Vec<Pid>,
}

impl Pool {
    /// A pool for this campaign.
    ///
    /// # Errors
    /// The exit code, if the program cannot be started again; that was said.
    pub(super) fn new(run: PoolRun, directory: &Directory) -> Result<Self, Exit> {
        let program = Program::itself().map_err(|e| {
            directory.context.messages.error(&format!("the path of this program is not known: {e}"), None);
            Exit::Internal
        })?;
        let mut words: Vec<OsString> = ["campaign", "run"].map(OsString::from).to_vec();
        words.push(directory.folder.root().into());
        let jobs = run.jobs.to_string();
        words.extend(["--quiet", "--color", "never", "--for-pool", &jobs].map(OsString::from));
        if run.changed_program {
            words.push("--changed-program".into());
        }
        Ok(Self { program, words, run, state: Mutex::default() })
    }

    /// Runs `chunks` in their order, up to `max_jobs` at once. When `interrupt` is raised, no more are begun, and those
    /// at work are asked to end.
    pub(super) fn run(&mut self, chunks: &[u64], interrupt: &Interrupt, hear: &mut dyn FnMut(Done)) {
        self.state().waiting = chunks.iter().map(|chunk| (*chunk, 0)).collect();
        let (sender, receiver) = channel();
        let pool = &*self;
        thread::scope(|scope| {
            for _ in 0..self.run.jobs.min(chunks.len()) {
                let sender = sender.clone();
                scope.spawn(move || {
                    while let Some((chunk, n_crashes)) = pool.next() {
                        pool.one(chunk, n_crashes, &sender);
                    }
                });
            }
            drop(sender);
            let mut stopped: Option<Instant> = None;
            loop {
                match receiver.recv_timeout(PATIENCE) {
                    Ok(done) => hear(done),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return,
                }
                match stopped {
                    None if interrupt.is_raised() => {
                        pool.end(Signal::TERM);
                        stopped = Some(Instant::now());
                    }
                    Some(since) if since.elapsed() > GRACE => pool.end(Signal::KILL),
                    _ => {}
                }
            }
        });
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Lists of numbers are whole, whoever panicked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Number of chunks that were not begun, or were to be begun again.
    pub(super) fn n_waiting(&self) -> u64 {
        self.state().waiting.len() as u64
    }

    /// The next chunk, and how often it was killed; none once all is over.
    fn next(&self) -> Option<(u64, u32)> {
        let is_late = self.run.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let mut state = self.state();
        if state.is_over || is_late { None } else { state.waiting.pop_front() }
    }

    /// Signals all processes at work; none is begun any more, and none gets a signal after it was waited for, when its
    /// number may be that of another process.
    fn end(&self, signal: Signal) {
        let mut state = self.state();
        state.is_over = true;
        for process in &state.processes {
            // One that has just ended needs no signal.
            let _ = kill_process(*process, signal);
        }
    }

    /// Runs one chunk, and says how it went.
    fn one(&self, chunk: u64, n_crashes: u32, sender: &Sender<Done>) {
        // Nobody listens where the pool itself has panicked.
        let hear = |done| drop(sender.send(done));
        let is_new = Cell::new(false);
        let task = |text: String| {
            if text == UNWRITABLE {
                self.state().is_over = true;
            } else {
                is_new.set(true);
                hear(Done::Task(text));
            }
        };
        let (exit, said) = match self.begin(chunk) {
            Ok(Some(child)) => self.wait(child, &task),
            Ok(None) => {
                self.state().waiting.push_front((chunk, n_crashes));
                return;
            }
            Err(e) => (Some(1), format!("{} cannot be run: {e}", self.program.file().display())),
        };
        let mut state = self.state();
        // A chunk that hears a signal keeps what it has and ends with such a code: it was ended all the same.
        match exit.filter(|exit| !matches!(*exit, 130 | 143)) {
            Some(exit) => {
                drop(state);
                hear(Done::Chunk { chunk, exit, said });
            }
            // By a signal of this pool, or there is no use in trying again.
            None if state.is_over => {}
            None if is_new.get() => state.waiting.push_back((chunk, 1)),
            None if n_crashes + 1 < MAX_CRASHES => state.waiting.push_back((chunk, n_crashes + 1)),
            None => {
                drop(state);
                hear(Done::Crashed(chunk));
            }
        }
    }

    fn begin(&self, chunk: u64) -> io::Result<Option<Child>> {
        let mut command = self.program.command();
        command.args(&self.words).arg("--chunk").arg(chunk.to_string());
        if let Some(deadline) = self.run.deadline {
            let left = deadline.saturating_duration_since(Instant::now()).as_secs_f64().max(0.001);
            command.arg("--stop-after").arg(left.to_string());
        }
        // In a group of its own, so that Ctrl-C is not heard twice: the second signal ends a process at once.
        command.process_group(0).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut state = self.state();
        if state.is_over {
            return Ok(None);
        }
        let child = command.spawn()?;
        state.processes.push(Pid::from_child(&child));
        Ok(Some(child))
    }

    /// Waits for a process, and passes on the tasks that it names.
    fn wait(&self, mut child: Child, task: &dyn Fn(String)) -> (Option<i32>, String) {
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let said = thread::scope(|scope| {
            let said = scope.spawn(move || {
                let mut bytes = Vec::new();
                // What was read before an error counts.
                let _ = stderr.map(|mut stderr| stderr.read_to_end(&mut bytes));
                String::from_utf8_lossy(&bytes).into_owned()
            });
            for line in stdout.into_iter().flat_map(|stdout| BufReader::new(stdout).lines()).map_while(Result::ok) {
                task(line);
            }
            said.join().unwrap_or_default()
        });
        let mut state = self.state();
        let process = Pid::from_child(&child);
        let status = child.wait();
        state.processes.retain(|other| *other != process);
        (status.ok().and_then(|status| status.code()), said)
    }
}
