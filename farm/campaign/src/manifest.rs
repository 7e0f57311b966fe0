//! What a campaign is: everything that its answers depend on. It is written once, before anything is run.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use minclue_core::base::{TextLimits, harmless_json, write_whole};

use super::hash::sha256;

/// The content of `campaign.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Name and version of the layout.
    pub schema: String,
    /// The version of minclue that made it.
    pub version: String,
    /// SHA-256 of the program, so that a changed one is noticed; none where minclue runs inside another program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program_sha256: Option<String>,
    /// What is done with each input, in this order.
    pub settings: Vec<CampaignSetting>,
    pub n_inputs: u64,
    /// SHA-256 of `inputs.txt`.
    pub inputs_sha256: String,
    /// Tasks of a chunk; the last chunk may have fewer.
    pub chunk_size: u64,
    /// What a study wants to know of its runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub study: Option<Value>,
}

/// What is done with an input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampaignSetting {
    /// The arguments of the program: a verb and its options. `{}` stands for the number of the input, from 1.
    pub words: Vec<String>,
    /// What sets it apart from the other settings; it stands in every record of this setting.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub key: Map<String, Value>,
}

/// Why there is no campaign.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// It is not the file of a campaign.
    #[error("this is not the file of a campaign: {0}")]
    Form(String),
}

impl Manifest {
    /// The layout's name and version.
    pub const SCHEMA: &'static str = "minclue-campaign/1";

    /// Writes it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), ManifestError> {
        let text = serde_json::to_string_pretty(self).map_err(|e| ManifestError::Form(e.to_string()))?;
        let text = harmless_json(text) + "\n";
        Ok(write_whole(path, text.as_bytes())?)
    }
}

/// A campaign as its directory has it: the manifest, and the hash of its file, which every chunk carries.
#[derive(Clone, Debug, PartialEq)]
pub struct Campaign {
    /// What is to be run.
    pub manifest: Manifest,
    /// SHA-256 of the bytes of `campaign.json`.
    pub sha256: String,
}

impl Campaign {
    /// Reads the manifest.
    ///
    /// # Errors
    /// [`ManifestError`]
    pub fn read(path: &Path) -> Result<Self, ManifestError> {
        let bytes = TextLimits::OWN.read_file(path)?;
        let value: Value = serde_json::from_slice(&bytes).map_err(|e| ManifestError::Form(e.to_string()))?;
        let schema = value.get("schema").and_then(Value::as_str).unwrap_or_default();
        if schema != Manifest::SCHEMA {
            return Err(ManifestError::Form(format!("its layout is `{schema}`, not `{}`", Manifest::SCHEMA)));
        }
        let manifest: Manifest = serde_json::from_value(value).map_err(|e| ManifestError::Form(e.to_string()))?;
        if manifest.chunk_size == 0 || manifest.settings.is_empty() {
            return Err(ManifestError::Form("a chunk has no task".to_owned()));
        }
        Ok(Self { manifest, sha256: sha256(&bytes) })
    }

    /// Number of tasks: each input with each setting.
    #[must_use]
    pub fn n_tasks(&self) -> u64 {
        self.manifest.n_inputs.saturating_mul(self.manifest.settings.len() as u64)
    }

    #[must_use]
    pub fn n_chunks(&self) -> u64 {
        self.n_tasks().div_ceil(self.manifest.chunk_size)
    }

    /// The tasks of a chunk; none of a chunk that is not there.
    #[must_use]
    pub fn tasks(&self, chunk: u64) -> std::ops::Range<u64> {
        let first = chunk.saturating_mul(self.manifest.chunk_size).min(self.n_tasks());
        first..first.saturating_add(self.manifest.chunk_size).min(self.n_tasks())
    }

    /// The input of a task, by its number from 0, and the number of its setting. All settings of an input follow each
    /// other, so that what is there after a while is whole.
    #[must_use]
    pub fn of_task(&self, task: u64) -> (u64, usize) {
        let n_settings = self.manifest.settings.len() as u64;
        (task / n_settings, (task % n_settings) as usize)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) fn campaign(n_inputs: u64, n_settings: usize, chunk_size: u64) -> Campaign {
        let setting = |i: usize| CampaignSetting {
            words: vec!["solve".to_owned(), format!("--at-most={i}")],
            key: [("at_most".to_owned(), i.into())].into_iter().collect(),
        };
        let manifest = Manifest {
            schema: Manifest::SCHEMA.to_owned(),
            version: "0".to_owned(),
            program_sha256: None,
            settings: (0..n_settings).map(setting).collect(),
            n_inputs,
            inputs_sha256: sha256(b""),
            chunk_size,
            study: None,
        };
        Campaign { manifest, sha256: sha256(b"campaign") }
    }

    #[test]
    fn every_task_is_in_one_chunk() {
        for (n_inputs, n_settings, size) in [(10, 1, 3), (10, 2, 4), (0, 1, 5), (3, 4, 100), (6, 1, 6)] {
            let campaign = campaign(n_inputs, n_settings, size);
            let tasks: Vec<u64> = (0..campaign.n_chunks()).flat_map(|chunk| campaign.tasks(chunk)).collect();
            assert_eq!(tasks, (0..campaign.n_tasks()).collect::<Vec<_>>());
            assert!(campaign.tasks(campaign.n_chunks()).is_empty());
            let all: Vec<(u64, usize)> = tasks.iter().map(|&task| campaign.of_task(task)).collect();
            assert!(all.is_sorted() && all.len() as u64 == n_inputs * n_settings as u64);
        }
    }

    #[test]
    fn it_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, written) = (folder.path().join("campaign.json"), campaign(10, 2, 3).manifest);
        written.write(&path).expect("written");
        let read = Campaign::read(&path).expect("a campaign");
        assert_eq!(read.manifest, written);
        assert_eq!(read.sha256, sha256(&std::fs::read(&path).expect("bytes")));
    }

    #[test]
    fn what_is_none_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("campaign.json");
        let read = |text: &str| {
            std::fs::write(&path, text).expect("written");
            Campaign::read(&path).expect_err("no campaign").to_string()
        };
        assert!(read("{").contains("not the file of a campaign"));
        assert!(read(r#"{"schema":"minclue-study/1"}"#).contains("`minclue-study/1`"));
        let mut manifest = campaign(1, 1, 1).manifest;
        manifest.chunk_size = 0;
        assert!(read(&serde_json::to_string(&manifest).expect("json")).contains("no task"));
    }
}
