//! One chunk, run in this process: what every engine calls, as often as it likes.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Instant;

use minclue_campaign::{CampaignInput, ChunkEnd, ChunkFault, ChunkFile, ChunkPart, TaskLine};
use minclue_core::base::Interrupt;

use super::super::exit::Exit;
use super::super::version::VERSION;
use super::directory::Directory;
use super::tasks::{Task, TaskRunner};

/// What helps where a chunk belongs to another campaign.
pub(super) const OTHER_CAMPAIGN: &str = "restore campaign.json, or start another campaign";

/// How a chunk ended.
#[derive(Debug, PartialEq)]
pub(super) enum Ended {
    /// It was whole before.
    There,
    /// It is whole now.
    Whole(ChunkEnd),
    /// A signal ended it; what was done is kept.
    Signal,
    /// Its time was over; what was done is kept.
    Time,
}

impl Ended {
    /// The exit code for an engine: what is whole is done, whatever its answers are.
    pub(super) fn exit(&self, of_signal: Exit) -> Exit {
        match self {
            Self::There => Exit::Answered,
            Self::Whole(end) if end.n_failed() == 0 => Exit::Answered,
            Self::Whole(_) => Exit::Internal,
            Self::Time => Exit::Limit,
            Self::Signal => of_signal,
        }
    }
}

/// Hears what happens to a chunk.
pub(super) trait Listener {
    /// A task ended; the name of its input.
    fn task(&mut self, name: &str, line: &TaskLine);

    /// Something that a person should know.
    fn note(&mut self, text: &str);

    /// What is done cannot be written, so no other chunk needs to be begun.
    fn unwritable(&mut self);
}

/// Who runs a chunk.
pub(super) struct By {
    /// The hash of this program, where it is a file of its own.
    pub(super) program: Option<String>,
    /// Chunks that run at once on this machine, as far as is known.
    pub(super) jobs: Option<u64>,
}

impl By {
    /// The end of a chunk, without what follows from its lines.
    pub(super) fn end(self) -> ChunkEnd {
        ChunkEnd {
            version: VERSION.to_owned(),
            program_sha256: self.program,
            jobs: self.jobs,
            host: minclue_campaign::host(),
            pid: std::process::id(),
            ..ChunkEnd::default()
        }
    }
}

/// When a chunk ends before it is whole.
pub(super) struct Until<'a> {
    pub(super) interrupt: &'a Interrupt,
    pub(super) deadline: Option<Instant>,
}

/// Runs what is missing of `chunk`.
///
/// # Errors
/// The exit code; what is wrong was said. What was done is kept.
pub(super) fn run(
    directory: &Directory,
    chunk: u64,
    runner: &mut dyn TaskRunner,
    until: &Until<'_>,
    by: By,
    listener: &mut dyn Listener,
) -> Result<Ended, Exit> {
    let Directory { folder, campaign, .. } = directory;
    let path = folder.chunk(chunk);
    match ChunkFile::read(&path, campaign, chunk) {
        Ok(file) if file.end.n_failed() == 0 => return Ok(Ended::There),
        Ok(_) => {}
        Err(ChunkFault::Io(e)) if e.kind() == io::ErrorKind::NotFound => {}
        Err(ChunkFault::Io(e)) => return Err(directory.failed(&path, &e)),
        Err(fault @ ChunkFault::OtherCampaign) => {
            directory.context.messages.error(&format!("{}: {fault}", path.display()), Some(OTHER_CAMPAIGN));
            return Err(Exit::InvalidInput);
        }
        Err(fault) => {
            let aside = set_aside(directory, chunk).map_err(|e| directory.failed(&path, &e))?;
            let run = "the chunk is run again, and the file is kept as";
            listener.note(&format!("{}: {fault}; {run} {}", path.display(), aside.display()));
        }
    }
    let tasks = campaign.tasks(chunk);
    let inputs = campaign.of_task(tasks.start).0..campaign.of_task(tasks.end.saturating_sub(1)).0 + 1;
    let inputs = directory.inputs()?.read(inputs).map_err(|e| directory.failed(&folder.inputs(), &e))?;
    tasks_of(directory, chunk, &inputs, runner, until, by, listener).map_err(|wrong| match wrong {
        Wrong::Said(exit) => exit,
        Wrong::Unwritable(e) => {
            listener.unwritable();
            directory.failed(&folder.parts(), &e)
        }
    })
}

/// Why a chunk ends early.
enum Wrong {
    Said(Exit),
    /// The part or the chunk cannot be written.
    Unwritable(io::Error),
}

impl From<io::Error> for Wrong {
    fn from(error: io::Error) -> Self {
        Self::Unwritable(error)
    }
}

/// Runs the tasks of `chunk` that are missing. `inputs` are those of the whole chunk.
fn tasks_of(
    directory: &Directory,
    chunk: u64,
    inputs: &[CampaignInput],
    runner: &mut dyn TaskRunner,
    until: &Until<'_>,
    by: By,
    listener: &mut dyn Listener,
) -> Result<Ended, Wrong> {
    let Directory { folder, campaign, .. } = directory;
    let tasks = campaign.tasks(chunk);
    let (n_tasks, first_input) = (tasks.end - tasks.start, campaign.of_task(tasks.start).0);
    let (mut part, adopted) = ChunkPart::begin(folder, campaign, chunk)?;
    if adopted.n_busy > 0 {
        listener.note(&format!("another process is also running chunk {chunk}, which does no harm"));
    }
    let stop = Interrupt::default();
    let ended = watched(until, &stop, || -> Result<(), Wrong> {
        let mut missing: Vec<u64> = tasks.filter(|number| !adopted.lines.contains_key(number)).collect();
        // What was at work when something ended the process may be what ended it; the others come first.
        if adopted.n_left > 0 && missing.len() > 1 {
            missing.rotate_left(1);
        }
        for number in missing {
            let (input_number, setting) = campaign.of_task(number);
            let input = &inputs[(input_number - first_input) as usize];
            let task = Task { number, input_number, input, setting: &campaign.manifest.settings[setting] };
            let line = runner.run(task, &stop).map_err(|message| {
                let text = format!("{}: {message}", folder.manifest().display());
                directory.context.messages.error(&text, None);
                Wrong::Said(Exit::InvalidInput)
            })?;
            // What was cut off is run again, and until then its bounds are kept.
            if !line.is_cut_off() {
                listener.task(&input.name, &line);
            } else if line.records.is_empty() {
                return Ok(());
            }
            part.append(line)?;
            if stop.is_raised() {
                return Ok(());
            }
        }
        Ok(())
    });
    match ended {
        Ok(()) if part.n_lines() == n_tasks => Ok(Ended::Whole(part.finish(by.end())?)),
        Ok(()) => {
            part.leave()?;
            Ok(if until.interrupt.is_raised() { Ended::Signal } else { Ended::Time })
        }
        Err(wrong) => {
            part.leave()?;
            Err(wrong)
        }
    }
}

/// Does `work`, and raises `stop` when a signal comes or the time is over.
fn watched<T>(until: &Until<'_>, stop: &Interrupt, work: impl FnOnce() -> T) -> T {
    const EVERY: std::time::Duration = std::time::Duration::from_millis(20);
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            while is_done.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                if until.interrupt.is_raised() || until.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    stop.raise();
                    return;
                }
            }
        });
        let outcome = work();
        drop(done);
        outcome
    })
}

/// Keeps a file that is not what it is called under a name that says why it is kept.
fn set_aside(directory: &Directory, chunk: u64) -> io::Result<PathBuf> {
    let folder = directory.folder.damaged();
    fs::create_dir_all(&folder)?;
    let name = minclue_campaign::CampaignFolder::chunk_name(chunk);
    let free = (1..).map(|n| folder.join(format!("{name}.{n}.jsonl"))).find(|path| !path.exists());
    let path = free.expect("numbers do not end");
    fs::rename(directory.folder.chunk(chunk), &path)?;
    Ok(path)
}
