//! `minclue campaign status`: how far a campaign is, and what is wrong with it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde::Serialize;

use minclue_campaign::{ChunkState, Survey, as_ranges};

use super::super::args::{CampaignStatusArgs, StatusFormat};
use super::super::exit::Exit;
use super::super::print;
use super::super::progress::grouped;
use super::directory::Directory;

/// Runs the verb.
pub(super) fn run(args: &CampaignStatusArgs) -> Result<Exit, Exit> {
    let directory = Directory::open(&args.common)?;
    let status = CampaignStatus::of(&directory, &directory.survey()?);
    let text = match args.format {
        StatusFormat::Text => status.text(),
        StatusFormat::Json => format!("{}\n", serde_json::to_string(&status).expect("strings and numbers are JSON")),
    };
    Ok(print::text(text.as_bytes()))
}

/// How far a campaign is: `minclue-campaign-status/1`.
#[derive(Debug, Serialize)]
struct CampaignStatus {
    schema: &'static str,
    n_inputs: u64,
    n_tasks: u64,
    n_chunks: u64,
    /// Chunks that are whole, what failed in them included.
    n_whole: u64,
    /// How the tasks of whole chunks ended.
    statuses: BTreeMap<String, u64>,
    /// Wall-clock seconds of the tasks of whole chunks, added up.
    seconds: f64,
    /// Chunks that are still to be run, or to be run again.
    missing: String,
    /// Chunks that processes of this machine are running.
    busy: String,
    /// Chunks of which a part was left behind, which the next run takes over.
    left: String,
    /// Chunks whose file is not what it is called, and why.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    faults: BTreeMap<u64, String>,
    /// Files that belong to nobody.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    strangers: Vec<String>,
    /// The versions of minclue that ran whole chunks, where there are several or another one than that of the campaign.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    other_programs: Vec<String>,
}

impl CampaignStatus {
    fn of(directory: &Directory, survey: &Survey) -> Self {
        let campaign = &directory.campaign;
        let ranges = |chunks: &BTreeSet<u64>| as_ranges(&chunks.iter().copied().collect::<Vec<_>>());
        let faults = survey.chunks.iter().zip(0..).filter_map(|(state, chunk)| match state {
            ChunkState::Faulty(fault) => Some((chunk, fault.to_string())),
            ChunkState::Missing | ChunkState::Whole(_) => None,
        });
        Self {
            schema: "minclue-campaign-status/1",
            n_inputs: campaign.manifest.n_inputs,
            n_tasks: campaign.n_tasks(),
            n_chunks: campaign.n_chunks(),
            n_whole: survey.ends().count() as u64,
            statuses: survey.statuses(),
            seconds: survey.ends().fold(0.0, |all, end| all + end.seconds),
            missing: as_ranges(&survey.open()),
            busy: ranges(&survey.busy),
            left: ranges(&survey.left),
            faults: faults.collect(),
            strangers: survey.strangers.iter().map(|path| path.display().to_string()).collect(),
            other_programs: other_programs(directory, survey),
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "chunks   {} of {} are whole", grouped(self.n_whole), grouped(self.n_chunks));
        let done: u64 = self.statuses.values().sum();
        let statuses: Vec<String> =
            self.statuses.iter().map(|(status, n)| format!("{} {status}", grouped(*n))).collect();
        let colon = if statuses.is_empty() { "" } else { ": " };
        let _ = writeln!(text, "tasks    {} of {}{colon}{}", grouped(done), grouped(self.n_tasks), statuses.join(", "));
        let _ = writeln!(text, "seconds  {:.1} in all tasks together", self.seconds);
        for (what, list) in [("missing", &self.missing), ("at work", &self.busy), ("left", &self.left)] {
            if !list.is_empty() {
                let _ = writeln!(text, "{what:8} {list}");
            }
        }
        for (chunk, fault) in &self.faults {
            let _ = writeln!(text, "fault    chunk {chunk}: {fault}");
        }
        for stranger in &self.strangers {
            let _ = writeln!(text, "foreign  {stranger}");
        }
        for program in &self.other_programs {
            let _ = writeln!(text, "program  {program}");
        }
        text
    }
}

/// Which other programs than that of the campaign ran whole chunks.
pub(super) fn other_programs(directory: &Directory, survey: &Survey) -> Vec<String> {
    let manifest = &directory.campaign.manifest;
    let mut others: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for (state, chunk) in survey.chunks.iter().zip(0..) {
        let ChunkState::Whole(end) = state else { continue };
        let is_same_file = end.program_sha256.is_none() || end.program_sha256 == manifest.program_sha256;
        if end.version != manifest.version || !is_same_file {
            others.entry(end.version.clone()).or_default().push(chunk);
        }
    }
    let same = |version: &str| if version == manifest.version { ", another file of it," } else { "" };
    let text = |(version, chunks): (&String, &Vec<u64>)| {
        format!("minclue {version}{} ran chunks {}", same(version), as_ranges(chunks))
    };
    others.iter().map(text).collect()
}
