//! The record of `campaign status`: how far a campaign is.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use super::words::harmless;

/// The progress of a campaign: `minclue-campaign-status/1`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CampaignStatusRecord {
    /// Name and version of the layout.
    pub schema: &'static str,
    /// Number of inputs.
    pub n_inputs: u64,
    /// Number of tasks: each input with each setting.
    pub n_tasks: u64,
    /// Number of chunks.
    pub n_chunks: u64,
    /// Complete chunks, with failed tasks included.
    pub n_whole: u64,
    /// Number of tasks of complete chunks by status.
    pub statuses: BTreeMap<String, u64>,
    /// Wall-clock seconds of the tasks of complete chunks, added up.
    pub seconds: f64,
    /// Chunks to run, or to run again.
    pub missing: String,
    /// Chunks that processes of this machine are running.
    pub busy: String,
    /// Partial chunks, which the next run completes.
    pub left: String,
    /// Chunks with a damaged file, and the reason.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub faults: BTreeMap<u64, String>,
    /// Files that do not belong to the campaign.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub strangers: Vec<String>,
    /// The versions of minclue that ran complete chunks, if they differ from each other or from that of the campaign.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_programs: Vec<String>,
}

impl CampaignStatusRecord {
    /// The layout's name and version.
    pub const SCHEMA: &'static str = "minclue-campaign-status/1";

    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "chunks    {} of {} complete", self.n_whole, self.n_chunks);
        let done: u64 = self.statuses.values().sum();
        let statuses = self.statuses.iter().map(|(status, n)| format!("{n} {}", harmless(status)));
        let statuses: Vec<String> = statuses.collect();
        let colon = if statuses.is_empty() { "" } else { ": " };
        let _ = writeln!(text, "tasks     {} of {}{colon}{}", done, self.n_tasks, statuses.join(", "));
        let _ = writeln!(text, "seconds   {:.1} in all tasks together", self.seconds);
        for (what, list) in [("remaining", &self.missing), ("running", &self.busy), ("partial", &self.left)] {
            if !list.is_empty() {
                let _ = writeln!(text, "{what:9} {list}");
            }
        }
        for (chunk, fault) in &self.faults {
            let _ = writeln!(text, "fault     chunk {chunk}: {}", harmless(fault));
        }
        for stranger in &self.strangers {
            let _ = writeln!(text, "foreign   {}", harmless(stranger));
        }
        for program in &self.other_programs {
            let _ = writeln!(text, "program   {}", harmless(program));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Anybody may put a file of any name beside the chunks, and a chunk says itself which program ran it.
    #[test]
    fn nothing_of_a_file_steers_the_terminal() {
        let foreign = "a\u{1b}[2J\nseconds  0".to_owned();
        let status = CampaignStatusRecord {
            schema: CampaignStatusRecord::SCHEMA,
            n_inputs: 1,
            n_tasks: 1,
            n_chunks: 1,
            n_whole: 0,
            statuses: [(foreign.clone(), 1)].into(),
            seconds: 0.0,
            missing: "0".to_owned(),
            busy: String::new(),
            left: String::new(),
            faults: [(0, foreign.clone())].into(),
            strangers: vec![foreign.clone()],
            other_programs: vec![foreign],
        };
        let text = status.text();
        assert!(!text.contains('\u{1b}'), "{text:?}");
        assert_eq!(text.lines().count(), 7, "{text:?}");
        assert!(text.contains("foreign   a\u{fffd}[2J\u{fffd}seconds  0\n"), "{text:?}");
    }
}
