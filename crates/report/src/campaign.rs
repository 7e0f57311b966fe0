//! The record of `campaign status`: how far a campaign is.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

/// How far a campaign is: `minclue-campaign-status/1`.
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
    /// Chunks that are whole, what failed in them included.
    pub n_whole: u64,
    /// How the tasks of whole chunks ended.
    pub statuses: BTreeMap<String, u64>,
    /// Wall-clock seconds of the tasks of whole chunks, added up.
    pub seconds: f64,
    /// Chunks that are still to be run, or to be run again.
    pub missing: String,
    /// Chunks that processes of this machine are running.
    pub busy: String,
    /// Chunks of which a part was left behind, which the next run takes over.
    pub left: String,
    /// Chunks whose file is not what it is called, and why.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub faults: BTreeMap<u64, String>,
    /// Files that belong to nobody.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub strangers: Vec<String>,
    /// The versions of minclue that ran whole chunks, where there are several or another one than that of the campaign.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_programs: Vec<String>,
}

impl CampaignStatusRecord {
    /// The layout's name and version.
    pub const SCHEMA: &'static str = "minclue-campaign-status/1";

    /// What people read.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "chunks   {} of {} are whole", self.n_whole, self.n_chunks);
        let done: u64 = self.statuses.values().sum();
        let statuses: Vec<String> = self.statuses.iter().map(|(status, n)| format!("{n} {status}")).collect();
        let colon = if statuses.is_empty() { "" } else { ": " };
        let _ = writeln!(text, "tasks    {} of {}{colon}{}", done, self.n_tasks, statuses.join(", "));
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
