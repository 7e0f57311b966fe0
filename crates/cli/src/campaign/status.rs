//! `minclue campaign status`: how far a campaign is, and what is wrong with it.

use std::collections::{BTreeMap, BTreeSet};

use minclue_campaign::{ChunkState, Survey, as_ranges, json_line};
use minclue_report::CampaignStatusRecord;

use super::super::exit::Exit;
use super::super::print;
use super::args::{CampaignStatusArgs, StatusFormat};
use super::directory::Directory;

pub(super) fn run(args: &CampaignStatusArgs) -> Result<Exit, Exit> {
    let directory = Directory::open(&args.common)?;
    let status = status(&directory, &directory.survey()?);
    let text = match args.format {
        StatusFormat::Text => status.text(),
        StatusFormat::Json => json_line(&status),
    };
    Ok(print::text(text.as_bytes()))
}

/// What a survey says.
fn status(directory: &Directory, survey: &Survey) -> CampaignStatusRecord {
    let campaign = &directory.campaign;
    let ranges = |chunks: &BTreeSet<u64>| as_ranges(&chunks.iter().copied().collect::<Vec<_>>());
    let faults = survey.chunks.iter().zip(0..).filter_map(|(state, chunk)| match state {
        ChunkState::Faulty(fault) => Some((chunk, fault.to_string())),
        ChunkState::Missing | ChunkState::Whole(_) => None,
    });
    CampaignStatusRecord {
        schema: CampaignStatusRecord::SCHEMA,
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
