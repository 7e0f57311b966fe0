//! `minclue campaign run`: what is missing, by a pool of processes; or one chunk, in this process.

use std::env;
use std::time::Instant;

use minclue_campaign::{ChunkFault, ChunkPart, ChunkState, TaskLine, from_ranges};

use super::super::exit::Exit;
use super::super::message::Messages;
use super::super::progress::{self, Steps};
use super::args::CampaignRunArgs;
use super::chunk::{self, By, Listener, Until};
use super::directory::Directory;
use super::pool::{self, Done, Pool, PoolRun};
use super::program;
use super::tasks::{TaskRunner, VerbTasks};

pub(super) fn run(args: &CampaignRunArgs) -> Result<Exit, Exit> {
    if args.for_pool.is_some() {
        pool::end_with_parent();
    }
    let directory = Directory::open(&args.common)?;
    let program = program::sha256();
    let messages = &directory.context.messages;
    program::check(&directory.campaign.manifest, program.as_deref(), args.changed_program, messages)?;
    let deadline = args.stop_after.and_then(|time| Instant::now().checked_add(time));
    match chunk_of(args, &directory)? {
        Some(chunk) => one(args, &directory, chunk, deadline, program),
        None => {
            // Before hours of work that would be for nothing.
            if let Some(message) = directory.changed_inputs()? {
                messages.error(&message, Some("restore it, or start another campaign"));
                return Err(Exit::InvalidInput);
            }
            let CampaignRunArgs { jobs, changed_program, .. } = *args;
            let quiet = args.common.messages.quiet;
            let exit = missing(PoolRun { jobs, deadline, changed_program, quiet }, &directory)?;
            if !quiet && let Some(said) = said_at_end(&directory)? {
                messages.note(&said);
            }
            Ok(exit)
        }
    }
}

/// What is said after a run: what to do next, where that was not said yet.
fn said_at_end(directory: &Directory) -> Result<Option<String>, Exit> {
    let (n, n_whole) = (directory.campaign.n_chunks(), directory.survey()?.ends().count() as u64);
    let chunks = progress::counted(n, "chunk");
    let are = if n == 1 { "is" } else { "are" };
    let folder = directory.folder.root().display();
    Ok(if n_whole == n {
        Some(format!(
            "{chunks} {are} complete; next: minclue campaign collect {folder} (check, and write the records), or minclue report {folder} (a page of HTML)"
        ))
    } else if directory.context.interrupt().is_raised() {
        Some(format!("stopped: {n_whole} of {chunks} {are} complete; the same command continues"))
    } else {
        None
    })
}

/// The chunk that is asked for, if it is one.
fn chunk_of(args: &CampaignRunArgs, directory: &Directory) -> Result<Option<u64>, Exit> {
    if args.chunk.is_some() || args.index_from.is_empty() {
        return Ok(args.chunk);
    }
    let usage = |message: String| {
        directory.context.messages.error(&message, None);
        Exit::Usage
    };
    let n_chunks = directory.campaign.n_chunks();
    let found = args.index_from.iter().find_map(|name| Some((name, env::var(name).ok()?)));
    let Some((name, value)) = found else {
        return Err(usage(format!(
            "--index-from: the environment variable {} is not set",
            args.index_from.join(" or ")
        )));
    };
    let index: u64 =
        value.trim().parse().map_err(|_| usage(format!("--index-from: {name} is `{value}`, which is not a number")))?;
    let Some(list) = &args.of else {
        let none = || {
            usage(format!("there is no chunk {index} + {}: the campaign has {n_chunks}, numbered from 0", args.first))
        };
        return index.checked_add(args.first).map(Some).ok_or_else(none);
    };
    let list = from_ranges(list, n_chunks).map_err(|e| usage(format!("--of: {e}")))?;
    let chunk = usize::try_from(index).ok().and_then(|index| list.get(index).copied());
    chunk.map(Some).ok_or_else(|| usage(format!("--of has {} chunks, and {name} is {index}", list.len())))
}

/// Runs one chunk in this process.
fn one(
    args: &CampaignRunArgs,
    directory: &Directory,
    chunk: u64,
    deadline: Option<Instant>,
    program: Option<String>,
) -> Result<Exit, Exit> {
    let n_chunks = directory.campaign.n_chunks();
    if chunk >= n_chunks {
        let message = format!("there is no chunk {chunk}: the campaign has {n_chunks}, numbered from 0");
        directory.context.messages.error(&message, None);
        return Err(Exit::Usage);
    }
    let tasks = directory.campaign.tasks(chunk);
    let until = Until { interrupt: directory.context.interrupt(), deadline };
    let mut runner = runner(directory);
    let mut said = Said {
        for_pool: args.for_pool.is_some(),
        quiet: args.common.messages.quiet,
        messages: &directory.context.messages,
        steps: Steps::new(&directory.context.verbosity, 0, (tasks.end - tasks.start) as usize),
    };
    let ended = chunk::run(directory, chunk, &mut *runner, &until, By { program, jobs: args.for_pool }, &mut said)?;
    Ok(ended.exit(directory.context.exit_of_signal()))
}

/// What runs the tasks: they are verbs, but for those of one study.
fn runner(directory: &Directory) -> Box<dyn TaskRunner> {
    #[cfg(feature = "papers")]
    if let Some(tasks) = super::classic_tasks::ClassicTasks::of(&directory.campaign.manifest) {
        return Box::new(tasks);
    }
    Box::new(VerbTasks::of(directory.folder.root()))
}

/// What is said of a chunk that runs in this process.
struct Said<'a> {
    for_pool: bool,
    quiet: bool,
    messages: &'a Messages,
    steps: Steps,
}

impl Listener for Said<'_> {
    fn task(&mut self, name: &str, line: &TaskLine) {
        let words = words_of(line);
        if self.for_pool {
            pool::say(name, &words);
        } else {
            self.steps.done(&format!("{name}  {words}"));
        }
        if line.has_failed() {
            let said = line.message.as_deref().unwrap_or("it ended without an answer");
            self.messages.error(&format!("{name}: {said}"), None);
        }
    }

    fn note(&mut self, text: &str) {
        if !self.quiet {
            self.messages.note(text);
        }
    }

    fn unwritable(&mut self) {
        if self.for_pool {
            pool::say_unwritable();
        }
    }
}

/// A task in a few words: its bounds, or how it ended.
fn words_of(line: &TaskLine) -> String {
    let record = line.records.last().and_then(|raw| serde_json::from_str::<serde_json::Value>(raw.get()).ok());
    let number = |name: &str| record.as_ref().and_then(|record| record.get(name)?.as_u64());
    match (number("lower_bound"), number("upper_bound"), number("n_puzzles")) {
        (Some(lower), Some(upper), _) if lower == upper => lower.to_string(),
        (Some(lower), Some(upper), _) => format!("{lower}..{upper}"),
        (_, _, Some(1)) => "1 puzzle".to_owned(),
        (_, _, Some(n)) => format!("{} puzzles", progress::grouped(n)),
        _ => line.status(),
    }
}

/// Runs all that is missing, by processes, and returns how that ended.
///
/// # Errors
/// The exit code, where nothing can be run; what is wrong was said.
pub(in super::super) fn missing(run: PoolRun, directory: &Directory) -> Result<Exit, Exit> {
    let messages = &directory.context.messages;
    let survey = directory.survey()?;
    for (chunk, state) in survey.chunks.iter().enumerate() {
        match state {
            ChunkState::Faulty(fault @ ChunkFault::OtherCampaign) => {
                messages.error(&format!("chunk {chunk}: {fault}"), Some(chunk::OTHER_CAMPAIGN));
                return Err(Exit::InvalidInput);
            }
            ChunkState::Faulty(fault) => messages.note(&format!("chunk {chunk} is run again: {fault}")),
            ChunkState::Missing | ChunkState::Whole(_) => {}
        }
    }
    let note = |text: String| {
        if !run.quiet {
            messages.note(&text);
        }
    };
    for stranger in &survey.strangers {
        note(format!("{} does not belong to the campaign", stranger.display()));
    }
    let (busy, chunks): (Vec<u64>, Vec<u64>) = survey.open().into_iter().partition(|chunk| survey.busy.contains(chunk));
    if !busy.is_empty() {
        let chunks = progress::counted(busy.len() as u64, "chunk");
        note(format!("{chunks} skipped, since other processes are running them"));
    }
    let n_whole = survey.ends().count();
    if n_whole > 0 && !chunks.is_empty() {
        let all = progress::counted(directory.campaign.n_chunks(), "chunk");
        note(format!("{} of {all} complete, {} left", progress::grouped(n_whole as u64), chunks.len()));
    }
    let n_done: u64 = survey.ends().map(|end| end.n_tasks - end.n_failed()).sum();
    let mut steps = Steps::new(&directory.context.verbosity, n_done as usize, directory.campaign.n_tasks() as usize);
    let mut pool = Pool::new(run, directory)?;
    let (mut exit, mut n_late) = (Exit::Answered, 0);
    pool.run(&chunks, directory.context.interrupt(), &mut |done| match done {
        Done::Task(text) => steps.done(&text),
        Done::Chunk { chunk, exit: code, said } => {
            n_late += u64::from(code == 4);
            exit = exit.and(ended(chunk, code, &said, messages));
        }
        Done::Crashed(chunk) => exit = exit.and(give_up(directory, chunk)),
    });
    let n_waiting = pool.n_waiting();
    if n_waiting > 0 {
        exit = exit.and(Exit::Limit);
    }
    if directory.context.interrupt().is_raised() {
        exit = exit.and(directory.context.exit_of_signal());
    } else if n_late + n_waiting > 0 {
        let are = if n_late + n_waiting == 1 { "is" } else { "are" };
        let chunks = progress::counted(n_late + n_waiting, "chunk");
        note(format!("{chunks} {are} not complete; the same command continues"));
    }
    Ok(exit)
}

/// Something killed the last tasks of a chunk again and again. They count as failed, so that the others are there, and
/// are tried again by the next run.
fn give_up(directory: &Directory, chunk: u64) -> Exit {
    const WHY: &str = "a signal ended it more than once; perhaps it needs more memory";
    let messages = &directory.context.messages;
    messages.error(&format!("chunk {chunk}: {WHY}"), Some("earlier results are kept"));
    let write = || -> std::io::Result<()> {
        let (mut part, adopted) = ChunkPart::begin(&directory.folder, &directory.campaign, chunk)?;
        for task in directory.campaign.tasks(chunk).filter(|task| !adopted.lines.contains_key(task)) {
            part.append(TaskLine {
                task,
                exit: None,
                seconds: 0.0,
                message: Some(WHY.to_owned()),
                records: Vec::new(),
            })?;
        }
        part.finish(By { program: program::sha256(), jobs: None }.end()).map(drop)
    };
    if let Err(e) = write() {
        messages.error(&format!("{}: {e}", directory.folder.parts().display()), None);
    }
    Exit::Internal
}

/// What the end of the process of a chunk means for all.
fn ended(chunk: u64, code: i32, said: &str, messages: &Messages) -> Exit {
    let said = said.trim_end();
    match code {
        0 if said.is_empty() => Exit::Answered,
        // A note.
        0 => {
            messages.passed_on(said);
            Exit::Answered
        }
        4 => Exit::Limit,
        code => {
            messages.passed_on(said);
            let exit = match code {
                2 => Exit::Usage,
                3 => Exit::InvalidInput,
                5 => Exit::CheckFailed,
                _ => Exit::Internal,
            };
            messages.error(&format!("chunk {chunk} is not complete"), Some("finished tasks are kept"));
            exit
        }
    }
}
