//! How every study is run: as a campaign, a run a task. What is not finished is run, and tables and figures are made of
//! what is there. Whatever ends a study early was said before its exit code is returned.

use std::io::{self, Write};
use std::path::Path;

use serde_json::{Map, Value};

use minclue_campaign::{CampaignInput, CampaignSetting};
use minclue_core::base::write_whole;
use minclue_report::AnswerStatus;
use minclue_studies::{OutputFile, RunOf, RunOutcome, Study, StudyDesign};

use super::super::args::Common;
use super::super::campaign::{self, Directory, NUMBER, PoolRun};
use super::super::claims::Claims;
use super::super::context::Context;
use super::super::exit::Exit;
use super::super::input::Input;
use super::instances::Instances;
use super::store::{self, Runs};

/// What one study has of its own.
pub(super) trait Kind {
    /// Its settings.
    type StudyDesign: StudyDesign;

    /// The settings that the arguments and these grids make.
    fn settings(&self, instances: &Instances) -> Self::StudyDesign;

    /// The command line of one run, without what is the same for all. The grid, whose number from 1 is `number`, goes to
    /// its standard input.
    fn command(&self, key: &<Self::StudyDesign as StudyDesign>::Key, number: &str) -> Vec<String>;

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
    pub(super) fn all(mut self) -> Result<Exit, Exit> {
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
        let runs = self.runs(&settings, instances.inputs());
        let directory = store::open(self.output, &settings, runs, self.context)?;
        let ended = run(&directory, self.max_jobs, self.common.messages.quiet)?;
        let runs = store::collect(&directory, &settings)?;
        let study = Study::new(settings, runs);
        let shown = Shown { files: self.kind.render(&study), contradictions: self.kind.contradictions(&study) };
        Ok(ended.and(shown.write(self.output, &study, &directory.context)?))
    }

    /// Runs nothing and shows what is there.
    pub(super) fn report(mut self) -> Result<Exit, Exit> {
        let (settings, runs) = store::read(self.output, &self.context)?;
        let study = Study::new(settings, runs);
        self.claim(&study)?;
        let shown = Shown { files: self.kind.render(&study), contradictions: self.kind.contradictions(&study) };
        shown.write(self.output, &study, &self.context)
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

    /// The runs as tasks of a campaign: what is done with the first grid is done with every other one.
    fn runs(&self, settings: &K::StudyDesign, inputs: Vec<CampaignInput>) -> Runs {
        let keys = settings.keys();
        let of_a_grid = &keys[..keys.len() / inputs.len().max(1)];
        let settings = of_a_grid.iter().map(|key| CampaignSetting {
            words: self.kind.command(key, NUMBER),
            key: fields(key).into_iter().filter(|(name, _)| name != "instance").collect(),
        });
        Runs { inputs, settings: settings.collect(), chunk_size: 1 }
    }
}

/// The fields of a key.
fn fields(key: &impl serde::Serialize) -> Map<String, Value> {
    match serde_json::to_value(key) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

/// Runs what is not finished, each chunk a process. The version of the program is one of the settings.
pub(super) fn run(directory: &Directory, jobs: usize, quiet: bool) -> Result<Exit, Exit> {
    campaign::run_missing(PoolRun { jobs, deadline: None, changed_program: true, quiet }, directory)
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
pub(super) fn add(args: &mut Vec<String>, option: &str, value: impl Into<String>) {
    args.extend([option.into(), value.into()]);
}
