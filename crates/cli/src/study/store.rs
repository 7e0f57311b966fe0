//! The directory of a study: that of a campaign, whose manifest has the settings. Beside it lie `settings.json` and
//! `runs.jsonl`, which are made from it for whoever makes tables, and can be published without it.

use std::path::Path;

use minclue_campaign::{CampaignFolder, CampaignInput, CampaignSetting, ChunkFile, ChunkState, TaskLine, left_lines};
use minclue_core::base::{harmless_json, write_whole};
use minclue_studies::{RunHead, RunLines, RunOf, StudyDesign};

use super::super::campaign::{self, Directory};
use super::super::context::Context;
use super::super::exit::Exit;

const SETTINGS: &str = CampaignFolder::STUDY_SETTINGS;
pub(super) const RUNS: &str = CampaignFolder::STUDY_RUNS;

/// What is run: inputs, and what is done with each. Their order is that of the keys of the study.
pub(super) struct Runs {
    pub(super) inputs: Vec<CampaignInput>,
    pub(super) settings: Vec<CampaignSetting>,
    /// Runs of a process.
    pub(super) chunk_size: u64,
}

/// Begins a study in `folder`, or goes on with the one that is there.
///
/// # Errors
/// The exit code; what is wrong was said. A directory of another study is left as it was.
pub(super) fn open<P: StudyDesign>(
    folder: &Path,
    settings: &P,
    runs: Runs,
    context: Context,
) -> Result<Directory, Exit> {
    let messages = &context.messages;
    let refused = |message: &str, help: Option<&str>| {
        messages.error(message, help);
        Exit::InvalidInput
    };
    let place = CampaignFolder::new(folder);
    let are_kept = folder.join(RUNS).exists() || folder.join(format!("{RUNS}.gz")).exists();
    if are_kept && !place.manifest().exists() {
        let message = format!("{} has the runs of a study, but no {}", folder.display(), CampaignFolder::MANIFEST);
        let help = "these runs are archived, or an older minclue made them: use another directory";
        return Err(refused(&message, Some(help)));
    }
    let campaign = if place.manifest().exists() {
        let campaign = place.open().map_err(|e| campaign::said(&e, messages))?;
        let there = campaign.manifest.study.clone().unwrap_or_default();
        if there["schema"] != P::SCHEMA {
            let help = "this directory belongs to another kind of study, or to a campaign";
            return Err(refused(&format!("{} is not a study of this kind", folder.display()), Some(help)));
        }
        let there: P = serde_json::from_value(there).map_err(|e| {
            refused(&format!("{}: these are not the settings of a study: {e}", place.manifest().display()), None)
        })?;
        if let Some(difference) = there.difference(settings) {
            let help = "use another directory, or the settings of the existing study";
            return Err(refused(&format!("{} has another study: {difference}", folder.display()), Some(help)));
        }
        campaign
    } else {
        let study = serde_json::to_value(settings).expect("settings are JSON");
        campaign::create(&place, &runs.inputs, runs.settings, runs.chunk_size, Some(study))
            .map_err(|e| campaign::said(&e, messages))?
    };
    let directory = Directory { folder: place, campaign, context };
    write(
        &directory,
        SETTINGS,
        &(harmless_json(serde_json::to_string_pretty(settings).expect("settings are JSON")) + "\n"),
    )?;
    Ok(directory)
}

/// Writes all runs as lines, those that were cut off included, and returns them.
///
/// # Errors
/// The exit code; what is wrong was said.
pub(super) fn collect<P: StudyDesign>(directory: &Directory, settings: &P) -> Result<Vec<RunOf<P>>, Exit> {
    let (keys, survey) = (settings.keys(), directory.survey()?);
    let mut text = String::new();
    for (state, chunk) in survey.chunks.iter().zip(0..) {
        let (lines, jobs) = if matches!(state, ChunkState::Whole(_)) {
            let path = directory.folder.chunk(chunk);
            let file = ChunkFile::read(&path, &directory.campaign, chunk).map_err(|fault| {
                directory.context.messages.error(&format!("{}: {fault}", path.display()), None);
                Exit::InvalidInput
            })?;
            (file.lines, file.end.jobs)
        } else {
            let lines = left_lines(&directory.folder, &directory.campaign, chunk);
            (lines.map_err(|e| directory.failed(&directory.folder.parts(), &e))?, None)
        };
        for line in &lines {
            let Some(key) = usize::try_from(line.task).ok().and_then(|task| keys.get(task)) else { continue };
            let jobs = jobs.map_or(1, |jobs| jobs as usize);
            let record = line.records.last().map(|record| record.get());
            text.push_str(&head::<P>(key, line, jobs).line(record));
        }
    }
    let text = harmless_json(text);
    write(directory, RUNS, &text)?;
    read_lines::<P>(&directory.folder.root().join(RUNS), text.as_bytes(), &directory.context)
}

/// What is kept of a run beside its record.
fn head<P: StudyDesign>(key: &P::Key, line: &TaskLine, jobs: usize) -> RunHead<P::Key> {
    let ended_well = matches!(line.exit, Some(0 | 4)) && !line.records.is_empty();
    let is_wrong = !ended_well && !line.is_cut_off();
    let message = line.message.clone().filter(|_| is_wrong);
    let silent = (is_wrong && message.is_none()).then(|| "it ended without an answer and without a message".to_owned());
    RunHead {
        schema: P::RUN_SCHEMA.to_owned(),
        key: key.clone(),
        jobs,
        process_seconds: line.seconds,
        exit: line.exit.map(i32::from),
        message: message.or(silent),
    }
}

fn write(directory: &Directory, name: &str, text: &str) -> Result<(), Exit> {
    let path = directory.folder.root().join(name);
    write_whole(&path, text.as_bytes()).map_err(|e| directory.failed(&path, &e))
}

fn read_lines<P: StudyDesign>(path: &Path, bytes: &[u8], context: &Context) -> Result<Vec<RunOf<P>>, Exit> {
    let lines: RunLines<P::Key, P::Record> = RunLines::read(bytes, P::RUN_SCHEMA).map_err(|e| {
        context.messages.error(&format!("{}:{}: {e}", path.display(), e.line), None);
        Exit::InvalidInput
    })?;
    Ok(lines.runs)
}
