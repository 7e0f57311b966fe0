//! What is there of a campaign: which chunks are whole, which are missing, and what does not belong there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, TryLockError};
use std::io;
use std::path::PathBuf;

use super::chunk_file::{ChunkEnd, ChunkFault, ChunkFile};
use super::folder::CampaignFolder;
use super::manifest::Campaign;
use super::part::open_to_lock;

/// What is there of one chunk.
#[derive(Debug)]
pub enum ChunkState {
    Missing,
    Whole(ChunkEnd),
    /// A file that cannot be what it is called.
    Faulty(ChunkFault),
}

impl ChunkState {
    /// Is there something left to run?
    #[must_use]
    pub fn is_open(&self) -> bool {
        match self {
            Self::Missing | Self::Faulty(_) => true,
            Self::Whole(end) => end.n_failed() > 0,
        }
    }
}

/// A look at the whole directory. First and last lines of chunks are read, and nothing between them.
#[derive(Debug)]
pub struct Survey {
    /// Each chunk, in order.
    pub chunks: Vec<ChunkState>,
    /// Chunks of which a process of this machine is writing a part.
    pub busy: BTreeSet<u64>,
    /// Chunks of which a part was left behind.
    pub left: BTreeSet<u64>,
    /// Files that belong to nobody.
    pub strangers: Vec<PathBuf>,
}

impl Survey {
    /// Looks at all of it.
    ///
    /// # Errors
    /// A folder cannot be read.
    pub fn of(folder: &CampaignFolder, campaign: &Campaign) -> io::Result<Self> {
        let mut strangers = Vec::new();
        let mut there = BTreeSet::new();
        for entry in walk(folder.chunks())? {
            match number_of(&entry).filter(|&chunk| chunk < campaign.n_chunks() && folder.chunk(chunk) == entry) {
                Some(chunk) => drop(there.insert(chunk)),
                None => strangers.push(entry),
            }
        }
        let state = |chunk| {
            if !there.contains(&chunk) {
                return ChunkState::Missing;
            }
            match ChunkFile::peek(&folder.chunk(chunk), campaign, chunk) {
                Ok(end) => ChunkState::Whole(end),
                Err(fault) => ChunkState::Faulty(fault),
            }
        };
        let chunks = (0..campaign.n_chunks()).map(state).collect();
        let (mut busy, mut left) = (BTreeSet::new(), BTreeSet::new());
        for entry in walk(folder.parts())? {
            let is_part = entry.to_string_lossy().ends_with(minclue_core::base::PART);
            match number_of(&entry).filter(|&chunk| is_part && chunk < campaign.n_chunks()) {
                Some(chunk) if is_locked(&entry) => drop(busy.insert(chunk)),
                Some(chunk) => drop(left.insert(chunk)),
                // What a kill left in the last moment of a chunk goes with its part.
                None if entry.extension().is_some_and(|extension| extension == "whole") => {}
                None => strangers.push(entry),
            }
        }
        Ok(Self { chunks, busy, left, strangers })
    }

    /// The chunks that are still to be run, or to be run again.
    #[must_use]
    pub fn open(&self) -> Vec<u64> {
        let open = self.chunks.iter().zip(0..).filter(|(state, _)| state.is_open());
        open.map(|(_, chunk)| chunk).collect()
    }

    /// How the tasks of whole chunks ended, in words of their records.
    #[must_use]
    pub fn statuses(&self) -> BTreeMap<String, u64> {
        let mut all = BTreeMap::new();
        for (status, n) in self.ends().flat_map(|end| &end.statuses) {
            *all.entry(status.clone()).or_default() += n;
        }
        all
    }

    /// The ends of whole chunks.
    pub fn ends(&self) -> impl Iterator<Item = &ChunkEnd> {
        self.chunks.iter().filter_map(|state| match state {
            ChunkState::Whole(end) => Some(end),
            ChunkState::Missing | ChunkState::Faulty(_) => None,
        })
    }
}

/// The number at the beginning of the name of a file.
fn number_of(path: &std::path::Path) -> Option<u64> {
    let name = path.file_name()?.to_str()?;
    name.split_once('.')?.0.parse().ok()
}

/// Is somebody writing it? Where a file system has no locks, nobody knows.
fn is_locked(path: &std::path::Path) -> bool {
    open_to_lock(path).is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
}

/// All files in a folder and in its folders, in order.
fn walk(folder: PathBuf) -> io::Result<Vec<PathBuf>> {
    let (mut folders, mut files) = (vec![folder], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() { folders.push(entry.path()) } else { files.push(entry.path()) }
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::super::manifest::tests::campaign;
    use super::super::part::ChunkPart;
    use super::super::task_line::TaskLine;
    use super::super::task_line::tests::line;
    use super::*;

    #[test]
    fn every_file_is_what_it_is() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = CampaignFolder::new(place.path());
        let made = folder.create(|inputs| {
            fs::write(inputs, "")?;
            Ok(campaign(10, 1, 2).manifest)
        });
        let campaign = made.expect("a campaign");
        let begin = |chunk| ChunkPart::begin(&folder, &campaign, chunk).expect("begun").0;
        for chunk in [0, 1, 2] {
            let mut part = begin(chunk);
            for task in campaign.tasks(chunk) {
                let exit = (task != 3).then_some(0);
                part.append(TaskLine { exit, ..line(task, 0.1) }).expect("written");
            }
            part.finish(ChunkEnd::default()).expect("written");
        }
        let torn = fs::read(folder.chunk(2)).expect("bytes");
        fs::write(folder.chunk(2), &torn[..torn.len() - 5]).expect("written");
        let mut left = begin(3);
        left.append(line(6, 0.1)).expect("written");
        drop(left);
        let busy = begin(4);
        for stranger in ["chunks/notes.txt", "chunks/000/000099.jsonl", "parts/x"] {
            fs::write(place.path().join(stranger), "").expect("written");
        }
        let survey = Survey::of(&folder, &campaign).expect("readable");
        assert_eq!(survey.open(), [1, 2, 3, 4]);
        assert!(matches!(survey.chunks[2], ChunkState::Faulty(_)));
        assert_eq!(survey.statuses(), [("optimal".to_owned(), 3), ("failed".to_owned(), 1)].into());
        assert_eq!((survey.busy, survey.left, survey.strangers.len()), ([4].into(), [3].into(), 3));
        drop(busy);
    }
}
