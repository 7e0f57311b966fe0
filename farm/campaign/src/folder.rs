//! The directory of a campaign: where each file lies.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::manifest::{Campaign, Manifest, ManifestError};
use super::scheduler::Scheduler;

/// The places in a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CampaignFolder {
    root: PathBuf,
}

/// Why a directory cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// There is no campaign.
    #[error("there is no campaign in {0}")]
    NoCampaign(PathBuf),
    /// There is something else.
    #[error("{0} is not empty and has no campaign")]
    NotEmpty(PathBuf),
    /// A file of it cannot be used.
    #[error("{0}: {1}")]
    File(PathBuf, ManifestError),
}

impl CampaignFolder {
    pub const MANIFEST: &'static str = "campaign.json";
    pub const INPUTS: &'static str = "inputs.txt";
    /// The folder of what is whole.
    pub const CHUNKS: &'static str = "chunks";
    /// The folder of what is not.
    pub const PARTS: &'static str = "parts";
    /// The folder of files that were not what they were called.
    pub const DAMAGED: &'static str = "damaged";
    /// The folder of what chunks said that a scheduler ran.
    pub const MESSAGES: &'static str = "messages";
    /// The settings of a study, beside its campaign.
    pub const STUDY_SETTINGS: &'static str = "settings.json";
    /// The runs of a study, beside its campaign.
    pub const STUDY_RUNS: &'static str = "runs.jsonl";
    /// Chunks in one folder at most, since some file systems are slow with more.
    const OF_A_FOLDER: u64 = 1000;

    /// A directory; it may not be there yet.
    #[must_use]
    pub fn new(root: &Path) -> Self {
        Self { root: root.to_owned() }
    }

    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The file of the manifest.
    #[must_use]
    pub fn manifest(&self) -> PathBuf {
        self.root.join(Self::MANIFEST)
    }

    /// The file of the inputs.
    #[must_use]
    pub fn inputs(&self) -> PathBuf {
        self.root.join(Self::INPUTS)
    }

    /// The folder of whole chunks.
    #[must_use]
    pub fn chunks(&self) -> PathBuf {
        self.root.join(Self::CHUNKS)
    }

    /// The folder of parts.
    #[must_use]
    pub fn parts(&self) -> PathBuf {
        self.root.join(Self::PARTS)
    }

    /// The folder of files that were not what they were called; it is made when there is one.
    #[must_use]
    pub fn damaged(&self) -> PathBuf {
        self.root.join(Self::DAMAGED)
    }

    /// The folders that nobody else writes to. Some of them may not be there.
    #[must_use]
    pub fn own_folders(&self) -> [PathBuf; 4] {
        [Self::CHUNKS, Self::PARTS, Self::DAMAGED, Self::MESSAGES].map(|name| self.root.join(name))
    }

    /// The files beside these folders. Some of them may not be there.
    #[must_use]
    pub fn own_files(&self) -> Vec<PathBuf> {
        let scripts = Scheduler::ALL.map(Scheduler::file);
        [Self::MANIFEST, Self::INPUTS].into_iter().chain(scripts).map(|name| self.root.join(name)).collect()
    }

    /// The name of a chunk, of which those of its files begin.
    #[must_use]
    pub fn chunk_name(chunk: u64) -> String {
        format!("{chunk:06}")
    }

    /// The file of a whole chunk.
    #[must_use]
    pub fn chunk(&self, chunk: u64) -> PathBuf {
        let group = format!("{:03}", chunk / Self::OF_A_FOLDER);
        self.chunks().join(group).join(format!("{}.jsonl", Self::chunk_name(chunk)))
    }

    /// The campaign that is there.
    ///
    /// # Errors
    /// There is none, or its manifest cannot be read.
    pub fn open(&self) -> Result<Campaign, FolderError> {
        let found = self.read()?;
        // A copy may have lost what was empty. If they cannot be made here, whoever writes into them says so.
        for folder in [self.chunks(), self.parts()] {
            let _ = fs::create_dir(folder);
        }
        Ok(found)
    }

    fn read(&self) -> Result<Campaign, FolderError> {
        match Campaign::read(&self.manifest()) {
            Err(ManifestError::Io(e)) if e.kind() == ErrorKind::NotFound => {
                Err(FolderError::NoCampaign(self.root.clone()))
            }
            read => read.map_err(|e| FolderError::File(self.manifest(), e)),
        }
    }

    /// Begins a campaign: `make` writes the inputs into the file that it is given, and returns the manifest, which is
    /// written last, so that a directory with a manifest is whole.
    ///
    /// # Errors
    /// The directory has other files, or cannot be written to.
    pub fn create(&self, make: impl FnOnce(&Path) -> io::Result<Manifest>) -> Result<Campaign, FolderError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |e: io::Error| FolderError::File(path, ManifestError::Io(e))
        };
        fs::create_dir_all(&self.root).map_err(failed(&self.root))?;
        // What an earlier start left that did not come to the manifest does not matter.
        let is_other =
            |name: &std::ffi::OsStr| ![Self::INPUTS, Self::CHUNKS, Self::PARTS].iter().any(|own| name == *own);
        let mut entries = fs::read_dir(&self.root).map_err(failed(&self.root))?;
        if entries.any(|entry| entry.is_ok_and(|entry| is_other(&entry.file_name()))) {
            return Err(FolderError::NotEmpty(self.root.clone()));
        }
        for folder in [self.chunks(), self.parts()] {
            fs::create_dir_all(&folder).map_err(failed(&folder))?;
        }
        let manifest = make(&self.inputs()).map_err(failed(&self.inputs()))?;
        manifest.write(&self.manifest()).map_err(|e| FolderError::File(self.manifest(), e))?;
        self.open()
    }
}

#[cfg(test)]
mod tests {
    use super::super::manifest::tests::campaign;
    use super::*;

    #[test]
    fn a_campaign_is_made_once_and_found_again() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = CampaignFolder::new(&place.path().join("new"));
        assert!(matches!(folder.open(), Err(FolderError::NoCampaign(_))));
        let made = folder.create(|inputs| {
            fs::write(inputs, "")?;
            Ok(campaign(3, 1, 2).manifest)
        });
        assert_eq!(made.expect("made"), folder.open().expect("there"));
        let again = folder.create(|_| Ok(campaign(3, 1, 2).manifest));
        assert!(matches!(again, Err(FolderError::NotEmpty(_))));
    }

    #[test]
    fn a_chunk_has_its_place_among_a_thousand() {
        let folder = CampaignFolder::new(Path::new("c"));
        assert_eq!(folder.chunk(0), Path::new("c/chunks/000/000000.jsonl"));
        assert_eq!(folder.chunk(123_456), Path::new("c/chunks/123/123456.jsonl"));
        assert_eq!(folder.chunk(12_345_678), Path::new("c/chunks/12345/12345678.jsonl"));
    }
}
