//! How every study is run: as a campaign, a run a task. What is not finished is run, and what is there is looked at for
//! answers that cannot all be true. Whatever ends a study early was said before its exit code is returned.

use std::path::Path;

use serde_json::{Map, Value};

use minclue_campaign::{CampaignInput, CampaignSetting};
use minclue_report::AnswerStatus;
use minclue_studies::{RunOf, RunOutcome, Study, StudyDesign};

use super::super::args::Common;
use super::super::campaign::{self, NUMBER, PoolRun};
use super::super::context::Context;
use super::super::exit::Exit;
use super::super::print;
use super::instances::Instances;
use super::store::{self, Runs};

/// What one study has of its own.
pub(super) trait Kind {
    type StudyDesign: StudyDesign;

    /// The settings that the arguments and these grids make.
    fn settings(&self, instances: &Instances) -> Self::StudyDesign;

    /// The command line of one run, without what is the same for all. The grid, whose number from 1 is `number`, goes
    /// to its standard input.
    fn command(&self, key: &<Self::StudyDesign as StudyDesign>::Key, number: &str) -> Vec<String>;
}

/// A study that is run.
pub(super) struct StudyRunner<'a, K> {
    pub(super) kind: K,
    pub(super) common: &'a Common,
    pub(super) output: &'a Path,
    pub(super) max_jobs: usize,
    pub(super) context: Context,
}

impl<K: Kind> StudyRunner<'_, K> {
    /// Runs what is not finished.
    pub(super) fn run(self) -> Result<Exit, Exit> {
        let instances = Instances::read(self.common, &self.context)?;
        let settings = self.kind.settings(&instances);
        let runs = self.runs(&settings, instances.inputs());
        run(self.output, settings, runs, self.max_jobs, self.common.messages.quiet, self.context)
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

/// Runs what is not finished, each chunk a process, says where the runs lie, and returns the exit code of the whole
/// study. The version of the program is one of the settings.
pub(super) fn run<P: StudyDesign>(
    output: &Path,
    settings: P,
    runs: Runs,
    jobs: usize,
    quiet: bool,
    context: Context,
) -> Result<Exit, Exit> {
    let directory = store::open(output, &settings, runs, context)?;
    let ended = campaign::run_missing(PoolRun { jobs, deadline: None, changed_program: true, quiet }, &directory)?;
    let (runs, messages) = (store::collect(&directory, &settings)?, &directory.context.messages);
    let study = Study::new(settings, runs);
    let (path, folder) = (output.join(store::RUNS), output.display());
    let text = format!("{}\npython -m minclue.analysis {folder}\n", path.display());
    if !quiet {
        let table: String = P::summary(&study).iter().map(|line| format!("{line}\n")).collect();
        messages.write(table);
    }
    let mut exit = study.runs().map(exit_of::<P>).fold(ended.and(print::text(text.as_bytes())), Exit::and);
    for sentence in P::contradictions(&study) {
        messages.error(&sentence, Some("this is a defect of minclue: please report it with the directory"));
        exit = exit.and(Exit::CheckFailed);
    }
    let stopped = directory.context.interrupt().is_raised();
    Ok(if stopped { exit.and(directory.context.exit_of_signal()) } else { exit })
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
