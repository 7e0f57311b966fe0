//! How every study is run: what is not finished is, each run is kept as soon as it ends, and tables and figures are
//! made of what is there. Whatever ends a study early was said before its exit code is returned.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use minclue_core::base::write_whole;
use minclue_report::AnswerStatus;
use minclue_studies::{OutputFile, RunHead, RunLines, RunOf, RunOutcome, Study, StudyDesign, StudyRun};

use super::super::args::Common;
use super::super::claims::Claims;
use super::super::context::Context;
use super::super::exit::Exit;
use super::super::input::Input;
use super::super::program::Program;
use super::super::progress::Steps;
use super::instances::Instances;
use super::pool::{self, Done, Job};
use super::store::{self, Store};

/// What one study has of its own.
pub(super) trait Kind {
    /// Its settings.
    type StudyDesign: StudyDesign;

    /// The settings that the arguments and these grids make.
    fn settings(&self, instances: &Instances) -> Self::StudyDesign;

    /// The command line of one run without shape, format and input, which are the same for all. The grid, which has
    /// this number from 1, goes to its standard input.
    fn command(&self, key: &<Self::StudyDesign as StudyDesign>::Key, number: usize) -> Vec<OsString>;

    /// The name of the grid of a run.
    fn instance<'k>(&self, key: &'k <Self::StudyDesign as StudyDesign>::Key) -> &'k str;

    /// All files but settings and runs.
    fn render(&self, study: &Study<Self::StudyDesign>) -> Vec<OutputFile>;

    /// Answers that cannot all be true, a sentence each.
    fn contradictions(&self, study: &Study<Self::StudyDesign>) -> Vec<String>;
}

/// A study that is run.
pub(super) struct StudyRunner<'a, K> {
    pub(super) kind: K,
    pub(super) common: &'a Common,
    /// The directory.
    pub(super) output: &'a Path,
    /// Runs at once.
    pub(super) max_jobs: usize,
    pub(super) context: Context,
    /// What else the run reads.
    pub(super) claims: Claims,
}

impl<K: Kind> StudyRunner<'_, K> {
    /// Runs what is not finished and shows all.
    pub(super) fn all(&mut self) -> Result<Exit, Exit> {
        for argument in &self.common.input {
            if let Ok(input) = Input::of(argument, self.common.shape) {
                self.claims.input(&input);
            }
        }
        if self.common.input.is_empty() {
            self.claims.input(&Input::Standard);
        }
        let instances = Instances::read(self.common, &self.context)?;
        // Before the first run, not after the last one.
        self.claim(&Study::new(self.kind.settings(&instances), Vec::new()))?;
        let settings = self.kind.settings(&instances);
        let mut store = Store::open(self.output, &settings, self.common.quiet, &self.context)?;
        let runs = std::mem::take(&mut store.runs);
        let mut study = Study::new(settings, runs);
        let runs = self.run_pending(&study, &instances, &mut store)?;
        study.extend(runs);
        self.show(&study)
    }

    /// Runs nothing and shows what is there.
    pub(super) fn report(&mut self) -> Result<Exit, Exit> {
        let (settings, runs) = store::read(self.output, &self.context)?;
        let study = Study::new(settings, runs);
        self.claim(&study)?;
        self.show(&study)
    }

    /// No table or figure takes the place of what is read.
    fn claim(&mut self, study: &Study<K::StudyDesign>) -> Result<(), Exit> {
        if !self.output.is_dir() {
            return Ok(());
        }
        self.kind.render(study).iter().try_for_each(|file| {
            let claimed = self.claims.replaces("-o", &self.output.join(&file.name));
            claimed.map_err(|refusal| refusal.report(self.context.messages))
        })
    }

    /// Runs what is not finished and returns those runs.
    fn run_pending(
        &self,
        known: &Study<K::StudyDesign>,
        instances: &Instances,
        store: &mut Store<K::StudyDesign>,
    ) -> Result<Vec<RunOf<K::StudyDesign>>, Exit> {
        let keys = known.settings.keys();
        let is_open = |key: &&<K::StudyDesign as StudyDesign>::Key| !known.run(key).is_some_and(StudyRun::is_finished);
        let jobs: Vec<Job<_>> = keys.iter().filter(is_open).map(|key| self.job(key, instances)).collect();
        let program = Program::itself().map_err(|e| {
            self.context.messages.error(&format!("this program does not know where it lies: {e}"), None);
            Exit::Internal
        })?;
        let mut steps = Steps::new(self.context.verbosity, keys.len() - jobs.len(), keys.len());
        let mut runs = Vec::new();
        let kept = pool::run(&program, &jobs, self.max_jobs, self.context.interrupt(), &mut |done| {
            let (head, record) = self.head(done);
            let line = head.line(record.as_deref());
            let code = head.exit.map_or("a signal".to_owned(), |code| format!("exit code {code}"));
            steps.done(&format!("{}: {code} after {:.3} s", head.key, head.process_seconds));
            if let Some(message) = &head.message {
                self.context.messages.error(&format!("{}: {message}", head.key), None);
            }
            store.append(&line)?;
            // What was just written is read as any later run of the study will read it.
            runs.extend(RunLines::read(line.as_bytes(), K::StudyDesign::RUN_SCHEMA).map_err(io::Error::other)?.runs);
            Ok(())
        });
        kept.map_err(|e| {
            self.context.messages.error(&format!("runs in {} cannot be kept: {e}", self.output.display()), None);
            Exit::Internal
        })?;
        Ok(runs)
    }

    fn job(
        &self,
        key: &<K::StudyDesign as StudyDesign>::Key,
        instances: &Instances,
    ) -> Job<<K::StudyDesign as StudyDesign>::Key> {
        let (number, shape, grid) = instances.find(self.kind.instance(key));
        let mut args = self.kind.command(key, number);
        let same = ["--shape", shape, "--format", "jsonl", "--color", "never", "--quiet", "-"];
        args.extend(same.map(OsString::from));
        Job { key: key.clone(), args, stdin: format!("{grid}\n") }
    }

    /// What is kept of a process, and the text of its record.
    fn head<Key>(&self, done: Done<Key>) -> (RunHead<Key>, Option<String>) {
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
        let schema = K::StudyDesign::RUN_SCHEMA.to_owned();
        (RunHead { schema, key, jobs: self.max_jobs, process_seconds: seconds, exit, message }, record)
    }

    fn show(&self, study: &Study<K::StudyDesign>) -> Result<Exit, Exit> {
        let shown = Shown { files: self.kind.render(study), contradictions: self.kind.contradictions(study) };
        shown.write(self.output, study, &self.context)
    }
}

/// What a study is shown in.
pub(super) struct Shown {
    /// All files but settings and runs.
    pub(super) files: Vec<OutputFile>,
    /// Answers that cannot all be true, a sentence each.
    pub(super) contradictions: Vec<String>,
}

impl Shown {
    /// Writes the tables and figures into `output`, says where, and returns the exit code of the whole study.
    pub(super) fn write<P: StudyDesign>(
        self,
        output: &Path,
        study: &Study<P>,
        context: &Context,
    ) -> Result<Exit, Exit> {
        let messages = context.messages;
        for file in self.files {
            let path = output.join(&file.name);
            write_whole(&path, file.text.as_bytes()).map_err(|e| {
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
        let mut exit = study.runs().map(exit_of::<P>).fold(Exit::Answered, Exit::and);
        for sentence in self.contradictions {
            messages.error(&sentence, Some("this is a defect of minclue: please report it with the directory"));
            exit = exit.and(Exit::CheckFailed);
        }
        let stopped = context.interrupt().is_raised();
        Ok(if stopped { exit.and(context.exit_of_signal()) } else { exit })
    }
}

/// What the exit code says of one run. One that was interrupted is as one that was not begun.
fn exit_of<P: StudyDesign>(run: &RunOf<P>) -> Exit {
    let status = run.record.as_ref().and_then(RunOutcome::status);
    match (run.is_finished(), run.head.exit, status) {
        (true, _, Some(AnswerStatus::TimeLimit | AnswerStatus::NodeLimit)) => Exit::Limit,
        (true, ..) => Exit::Answered,
        (false, ..) if run.head.message.is_none() => Exit::Answered,
        (false, Some(5), _) => Exit::CheckFailed,
        (false, Some(3), _) => Exit::InvalidInput,
        (false, ..) => Exit::Internal,
    }
}

/// A pair of an option and its value at the end of a command line.
pub(super) fn add(args: &mut Vec<OsString>, option: &str, value: impl Into<OsString>) {
    args.extend([option.into(), value.into()]);
}
