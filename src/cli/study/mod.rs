//! `minclue study`: many runs that differ in one thing, each a process of this program, and what they show together.

mod instances;
mod pool;
mod store;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;

use clap::ValueEnum;

use crate::report::Status;
use crate::report::study::{
    Paper, Run, RunHead, RunKey, RunKind, RunLines, Study as Runs, StudySettings, contradictions, render,
};

use super::args::{InequalitiesArgs, Leaf, Source, Study, StudyArgs};
use super::exit::Exit;
use super::progress::Steps;
use super::session::Context;

use instances::Instances;
use pool::{Done, Job};
use store::Store;

/// Runs the verb.
#[must_use]
pub fn study(args: &StudyArgs) -> Exit {
    match &args.study {
        Study::Inequalities(args) => match Inequalities::new(args).and_then(|study| study.all()) {
            Ok(exit) | Err(exit) => exit,
        },
    }
}

/// The study of numbers of start inequalities. Whatever ends it early was said before its exit code is returned.
struct Inequalities<'a> {
    args: &'a InequalitiesArgs,
    context: Context,
    paper: Paper,
}

impl<'a> Inequalities<'a> {
    fn new(args: &'a InequalitiesArgs) -> Result<Self, Exit> {
        let context = Context::new(&args.common)?;
        let mut paper = Paper::default();
        for path in &args.paper {
            let name = path.display();
            let text = std::fs::read_to_string(path).map_err(|e| {
                context.messages.error(&format!("--paper {name}: {e}"), None);
                Exit::Internal
            })?;
            paper.read(&text).map_err(|e| {
                let help = "a CSV file with a column cut_count, or with columns seconds_to_N";
                context.messages.error(&format!("--paper {name}: {e}"), Some(help));
                Exit::InvalidInput
            })?;
        }
        Ok(Self { args, context, paper })
    }

    fn all(&self) -> Result<Exit, Exit> {
        let folder = &self.args.output;
        if self.args.report_only {
            let (settings, runs) = store::read(folder, &self.context)?;
            return self.show(&Runs::new(settings, runs));
        }
        let instances = Instances::read(&self.args.common, &self.context)?;
        let settings = self.settings(&instances);
        let mut store = Store::open(folder, &settings, self.args.common.quiet, &self.context)?;
        let mut runs = std::mem::take(&mut store.runs);
        let known = Runs::new(settings.clone(), runs.clone());
        runs.extend(self.rest(&known, &instances, &mut store)?);
        self.show(&Runs::new(settings, runs))
    }

    fn settings(&self, instances: &Instances) -> StudySettings {
        let InequalitiesArgs { counts, sources, leaves, region_rows, time_limit, seed, .. } = self.args;
        let mut counts = counts.clone();
        counts.sort_unstable();
        counts.dedup();
        StudySettings {
            schema: StudySettings::SCHEMA.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            counts,
            sources: names(sources, Source::name),
            leaves: names(leaves, Leaf::name),
            region_rows: region_rows.name().to_owned(),
            time_limit: time_limit.map(|time| time.as_secs_f64()),
            seed: *seed,
            instances: instances.described(),
        }
    }

    /// Runs what is not finished and returns those runs.
    fn rest(&self, known: &Runs, instances: &Instances, store: &mut Store) -> Result<Vec<Run>, Exit> {
        let keys = known.keys();
        let rest: Vec<&RunKey> = keys.iter().filter(|key| !known.run(key).is_some_and(Run::is_finished)).collect();
        let jobs: Vec<Job> = rest.into_iter().map(|key| self.job(key, instances)).collect();
        let n_at_once = self.args.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
        let program = std::env::current_exe().map_err(|e| {
            self.context.messages.error(&format!("this program does not know where it lies: {e}"), None);
            Exit::Internal
        })?;
        let steps = Steps::new(self.context.audience, keys.len() - jobs.len(), keys.len());
        let mut runs = Vec::new();
        let kept = pool::run(&program, &jobs, n_at_once, self.context.interrupt(), &mut |done| {
            let (head, record) = self.head(done, n_at_once);
            let line = head.line(record.as_deref());
            steps.done(|| said(&head));
            if let Some(message) = &head.message {
                steps.suspended(|| self.context.messages.error(&format!("{}: {message}", name(&head.key)), None));
            }
            store.append(&line)?;
            // What was just written is read as any later run of the study will read it.
            runs.extend(RunLines::read(line.as_bytes()).map_err(io::Error::other)?.runs);
            Ok(())
        });
        kept.map_err(|e| {
            self.context.messages.error(&format!("runs in {} cannot be kept: {e}", self.args.output.display()), None);
            Exit::Internal
        })?;
        Ok(runs)
    }

    /// The command line of one run. The grid goes to its standard input.
    fn job(&self, key: &RunKey, instances: &Instances) -> Job {
        let (number, shape, grid) = instances.find(&key.instance);
        let mut args: Vec<OsString> = Vec::new();
        let mut add = |option: &str, value: String| args.extend([option.into(), value.into()]);
        add("--source", key.source.clone());
        if let Some(n) = key.count.number() {
            add("--max-sets", n.to_string());
        }
        if let Some(time) = self.args.time_limit {
            add("--time-limit", time.as_secs_f64().to_string());
        }
        add("--shape", shape.to_owned());
        add("--format", "jsonl".to_owned());
        add("--color", "never".to_owned());
        let verb = match key.what {
            RunKind::Solve => {
                add("--engine", "bilevel".to_owned());
                add("--seed", self.args.seed.to_string());
                add("--region-rows", self.args.region_rows.name().to_owned());
                if let Some(leaf) = &key.leaf {
                    add("--leaf", leaf.clone());
                }
                "solve"
            }
            RunKind::Sets => {
                // The no-good loop takes hours on a 9x9 grid, so it goes on where it was stopped.
                if key.source == Source::Ilp.name() {
                    let journal = self.args.output.join(format!("journal-{number}.jsonl"));
                    args.extend(["--journal".into(), journal.into_os_string()]);
                }
                "sets"
            }
        };
        args.insert(0, verb.into());
        args.extend(["--quiet".into(), "-".into()]);
        Job { key: key.clone(), args, stdin: format!("{grid}\n") }
    }

    /// What is kept of a process, and the text of its record.
    fn head(&self, done: Done, jobs: usize) -> (RunHead, Option<String>) {
        let is_object = |line: &&str| serde_json::from_str::<serde_json::Map<_, _>>(line).is_ok();
        let record = done.stdout.lines().next_back().filter(is_object).map(str::to_owned);
        let ended_well = matches!(done.exit, Some(0 | 4)) && record.is_some();
        // What this study ended itself has not failed.
        let failed = !ended_well && !self.context.interrupt().is_raised();
        let message = failed.then(|| match (done.stderr.trim(), done.exit) {
            ("", Some(code)) => format!("it ended with exit code {code} and no message"),
            ("", None) => "a signal ended it, perhaps for want of memory".to_owned(),
            (text, _) => text.to_owned(),
        });
        let Done { key, seconds, exit, .. } = done;
        let schema = RunHead::SCHEMA.to_owned();
        (RunHead { schema, key, jobs, process_seconds: seconds, exit, message }, record)
    }

    /// Writes the tables and figures, and says where.
    fn show(&self, study: &Runs) -> Result<Exit, Exit> {
        let messages = self.context.messages;
        for file in render(study, &self.paper) {
            let path = self.args.output.join(&file.name);
            store::write_whole(&path, &file.text).map_err(|e| {
                messages.error(&format!("{} cannot be written: {e}", path.display()), None);
                Exit::Internal
            })?;
            match writeln!(io::stdout(), "{}", path.display()) {
                Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
                    messages.error(&format!("results cannot be written: {e}"), None);
                    return Err(Exit::Internal);
                }
                _ => {}
            }
        }
        let mut exit = study.runs().map(exit_of).fold(Exit::Answered, Exit::and);
        for sentence in contradictions(study, &self.paper) {
            messages.error(&sentence, Some("this is a defect of minclue: please report it with the directory"));
            exit = exit.and(Exit::CheckFailed);
        }
        let stopped = self.context.interrupt().is_raised();
        Ok(if stopped { exit.and(self.context.exit_of_signal()) } else { exit })
    }
}

/// Names in the order in which they were given, each once.
fn names<T: Copy + ValueEnum>(values: &[T], name: impl Fn(T) -> &'static str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for value in values {
        let name = name(*value).to_owned();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// What the exit code says of one run. One that was interrupted is as one that was not begun.
fn exit_of(run: &Run) -> Exit {
    let status = run.record.as_ref().and_then(|record| record.status);
    match (run.is_finished(), run.head.exit, status) {
        (true, _, Some(Status::TimeLimit | Status::NodeLimit)) => Exit::Limit,
        (true, ..) => Exit::Answered,
        (false, ..) if run.head.message.is_none() => Exit::Answered,
        (false, Some(5), _) => Exit::CheckFailed,
        (false, Some(3), _) => Exit::InvalidInput,
        (false, ..) => Exit::Internal,
    }
}

/// A run in a few words.
fn name(key: &RunKey) -> String {
    let RunKey { instance, what, source, count, leaf } = key;
    match what {
        RunKind::Sets => format!("{instance}: sets, {source}, {count}"),
        RunKind::Solve => format!("{instance}: solve, {source}, {count}, leaf {}", leaf.as_deref().unwrap_or("none")),
    }
}

fn said(head: &RunHead) -> String {
    let code = head.exit.map_or("a signal".to_owned(), |code| format!("exit code {code}"));
    format!("{}: {code} after {:.3} s", name(&head.key), head.process_seconds)
}

/// A path beside `path` for a file that is not yet whole.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}
