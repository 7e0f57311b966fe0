//! A chunk while it is written, under a name that nobody else has. What a kill leaves of it is taken over.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use minclue_core::base::{PART, TextLimits, folder_of, remove_if_there};

use super::chunk_file::{ChunkEnd, ChunkFault, ChunkFile, ChunkHead, Sums, check_head};
use super::folder::CampaignFolder;
use super::manifest::Campaign;
use super::task_line::TaskLine;

/// The extension of a part that is written once more as a chunk.
const WHOLE: &str = "whole";

/// What was there of a chunk.
#[derive(Clone, Debug, Default)]
pub struct Adopted {
    /// Tasks that need not be run again, by their numbers.
    pub lines: BTreeMap<u64, TaskLine>,
    /// Parts that other processes are writing at this moment.
    pub n_busy: usize,
    /// Parts that were left by processes that did not end them.
    pub n_left: usize,
}

/// A chunk that is being written.
#[derive(Debug)]
pub struct ChunkPart {
    file: File,
    path: PathBuf,
    place: PathBuf,
    head: ChunkHead,
    lines: BTreeMap<u64, TaskLine>,
}

impl ChunkPart {
    /// Begins a chunk with what is there of it: lines of parts that nobody writes any more, and of a whole chunk in
    /// which something failed. What was taken over is on the disk again before the older part is removed.
    ///
    /// # Errors
    /// A file cannot be written or read.
    pub fn begin(folder: &CampaignFolder, campaign: &Campaign, chunk: u64) -> io::Result<(Self, Adopted)> {
        let mut adopted = Adopted::default();
        if let Ok(whole) = ChunkFile::read(&folder.chunk(chunk), campaign, chunk) {
            adopted.take(whole.lines);
        }
        // The files stay open, and so locked, until their lines are in this part.
        let mut old = Vec::new();
        for path in parts_of(folder, chunk)? {
            let Ok(file) = open_to_lock(&path) else { continue };
            match file.try_lock() {
                // A part of something else is not ours to take or to remove.
                Ok(()) => {
                    if let Some(lines) = lines_of(&path, campaign, chunk)? {
                        adopted.take(lines);
                        adopted.n_left += 1;
                        old.push((path, file));
                    }
                }
                Err(TryLockError::WouldBlock) => adopted.n_busy += 1,
                // This file system has no locks: nobody knows who writes it.
                Err(TryLockError::Error(_)) => {}
            }
        }
        let (file, path) = new_part(folder, chunk)?;
        let head = ChunkHead::new(campaign, chunk);
        let mut part = Self { file, path, place: folder.chunk(chunk), head, lines: BTreeMap::new() };
        part.write(&part.head.text())?;
        for line in adopted.lines.values() {
            part.append(line.clone())?;
        }
        if !old.is_empty() {
            part.file.sync_data()?;
        }
        for (path, _file) in old {
            // It was killed as it became whole.
            let _ = fs::remove_file(path.with_extension(WHOLE));
            remove_if_there(&path)?;
        }
        Ok((part, adopted))
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.file.write_all(text.as_bytes())
    }

    /// Adds a task, in one piece and not buffered, so that a kill loses at most the task at work.
    ///
    /// # Errors
    /// It cannot be written; the lines before stay.
    pub fn append(&mut self, line: TaskLine) -> io::Result<()> {
        self.write(&line.text())?;
        self.lines.insert(line.task, line);
        Ok(())
    }

    /// Number of tasks in it that came to an end.
    #[must_use]
    pub fn n_lines(&self) -> u64 {
        self.lines.values().filter(|line| !line.is_cut_off()).count() as u64
    }

    /// All tasks are there: makes the chunk of it, with what `by` says of who ran it. Tasks stand in order in a chunk,
    /// however often its parts were taken over.
    ///
    /// # Errors
    /// It cannot be written; the lines stay where they are.
    pub fn finish(self, by: ChunkEnd) -> io::Result<ChunkEnd> {
        let mut sums = Sums::of_head(&self.head);
        let mut text = self.head.text();
        for line in self.lines.values() {
            let line_text = line.text();
            sums.add(line, &line_text);
            text.push_str(&line_text);
        }
        let end = sums.end(by);
        text.push_str(&end.text());
        let folder = folder_of(&self.place);
        fs::create_dir_all(folder)?;
        // The whole chunk is written beside the part, so that a full disk costs nothing that is there.
        let whole = self.path.with_extension(WHOLE);
        let written = write_synced(&whole, &text).and_then(|()| fs::rename(&whole, &self.place));
        if let Err(e) = written {
            let _ = fs::remove_file(&whole);
            return Err(e);
        }
        File::open(folder)?.sync_all()?;
        remove_if_there(&self.path)?;
        Ok(end)
    }

    /// Leaves the part as it is, for whoever runs the chunk next; one without a task is removed.
    ///
    /// # Errors
    /// It is empty and cannot be removed.
    pub fn leave(self) -> io::Result<()> {
        if self.lines.is_empty() { remove_if_there(&self.path) } else { Ok(()) }
    }
}

impl Adopted {
    /// Takes what did not fail; what failed is run again.
    fn take(&mut self, lines: Vec<TaskLine>) {
        self.lines.extend(lines.into_iter().filter(|line| !line.has_failed()).map(|line| (line.task, line)));
    }
}

/// A new part, locked.
///
/// Until it is locked, another process may hold it for one that was left, and remove it. Then there is another one.
fn new_part(folder: &CampaignFolder, chunk: u64) -> io::Result<(File, PathBuf)> {
    let name = format!("{}.{}.{}.", CampaignFolder::chunk_name(chunk), host(), std::process::id());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&name).suffix(PART).disable_cleanup(true);
    loop {
        let (file, path) = builder.tempfile_in(folder.parts())?.into_parts();
        // Where there are no locks, a second run of the chunk does the same work and no harm.
        let is_taken = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        if !is_taken && path.try_exists()? {
            return Ok((file, path.to_path_buf()));
        }
        remove_if_there(&path)?;
    }
}

fn write_synced(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// A part as it must be open for its lock: NFS makes of that a lock of bytes, which takes only a file that may be
/// written to. Elsewhere the part of somebody else, who alone may write to it, can be locked as well.
pub(super) fn open_to_lock(path: &Path) -> io::Result<File> {
    File::options().read(true).write(true).open(path).or_else(|_| File::open(path))
}

/// The parts of a chunk.
pub(super) fn parts_of(folder: &CampaignFolder, chunk: u64) -> io::Result<Vec<PathBuf>> {
    let start = format!("{}.", CampaignFolder::chunk_name(chunk));
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder.parts())? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(&start) && name.ends_with(PART) {
            paths.push(entry.path());
        }
    }
    paths.sort();
    Ok(paths)
}

/// What parts that nobody writes any more have of a chunk, tasks that were cut off included; of a task that stands in
/// several of them, one line.
///
/// # Errors
/// A file cannot be read.
pub fn left_lines(folder: &CampaignFolder, campaign: &Campaign, chunk: u64) -> io::Result<Vec<TaskLine>> {
    let mut lines = BTreeMap::new();
    for path in parts_of(folder, chunk)? {
        let of_part = lines_of(&path, campaign, chunk)?.unwrap_or_default();
        lines.extend(of_part.into_iter().map(|line| (line.task, line)));
    }
    Ok(lines.into_values().collect())
}

/// The whole lines of a part of this chunk; what was torn by a kill, and all after it, is not there. None of a part of
/// something else, nor of one that became whole or was taken over a moment ago.
fn lines_of(path: &Path, campaign: &Campaign, chunk: u64) -> io::Result<Option<Vec<TaskLine>>> {
    let bytes = match TextLimits::OWN.read_file(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        bytes => bytes?,
    };
    let text = String::from_utf8_lossy(&bytes);
    let mut texts = text.split_inclusive('\n');
    match check_head(texts.next().unwrap_or_default(), campaign, chunk) {
        Ok(_) => {}
        // Killed before its head was written: nothing is in it.
        Err(ChunkFault::Torn) => return Ok(Some(Vec::new())),
        Err(_) => return Ok(None),
    }
    let tasks = campaign.tasks(chunk);
    let whole = texts.take_while(|text| text.ends_with('\n'));
    let lines = whole.map_while(|text| serde_json::from_str::<TaskLine>(text).ok());
    Ok(Some(lines.filter(|line| tasks.contains(&line.task)).collect()))
}

/// The name of this machine, as far as it can be part of the name of a file.
#[must_use]
pub fn host() -> String {
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(40).collect();
    if name.is_empty() { "host".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::super::manifest::tests::campaign;
    use super::super::task_line::tests::line;
    use super::*;

    fn new_campaign() -> (tempfile::TempDir, CampaignFolder, Campaign) {
        let place = tempfile::tempdir().expect("a folder");
        let folder = CampaignFolder::new(place.path());
        let made = folder.create(|inputs| {
            fs::write(inputs, "")?;
            Ok(campaign(5, 1, 3).manifest)
        });
        (place, folder, made.expect("a campaign"))
    }

    fn n_parts(folder: &CampaignFolder) -> usize {
        fs::read_dir(folder.parts()).expect("a folder").count()
    }

    #[test]
    fn a_chunk_is_there_once_it_is_whole() {
        let (_place, folder, campaign) = new_campaign();
        let (mut part, adopted) = ChunkPart::begin(&folder, &campaign, 1).expect("begun");
        assert!(adopted.lines.is_empty());
        for task in [3, 4] {
            assert!(!folder.chunk(1).exists());
            part.append(line(task, 0.1)).expect("written");
        }
        let end = part.finish(ChunkEnd::default()).expect("written");
        let read = ChunkFile::read(&folder.chunk(1), &campaign, 1).expect("whole");
        assert_eq!((read.end, n_parts(&folder)), (end, 0));
    }

    #[test]
    fn what_a_kill_left_is_taken_over() {
        let (_place, folder, campaign) = new_campaign();
        let (mut part, _) = ChunkPart::begin(&folder, &campaign, 0).expect("begun");
        part.append(line(1, 0.1)).expect("written");
        part.write(r#"{"task":2,"exi"#).expect("written");
        drop(part);
        let (mut part, adopted) = ChunkPart::begin(&folder, &campaign, 0).expect("begun");
        assert_eq!((adopted.lines.keys().copied().collect::<Vec<_>>(), n_parts(&folder)), (vec![1], 1));
        for task in [2, 0] {
            part.append(line(task, 0.1)).expect("written");
        }
        part.finish(ChunkEnd::default()).expect("written");
        let read = ChunkFile::read(&folder.chunk(0), &campaign, 0).expect("whole");
        assert_eq!(read.lines.iter().map(|line| line.task).collect::<Vec<_>>(), [0, 1, 2]);
    }

    #[test]
    fn what_somebody_writes_is_left_alone() {
        let (_place, folder, campaign) = new_campaign();
        let (mut first, _) = ChunkPart::begin(&folder, &campaign, 0).expect("begun");
        first.append(line(0, 0.1)).expect("written");
        let (mut second, adopted) = ChunkPart::begin(&folder, &campaign, 0).expect("begun");
        assert_eq!((adopted.n_busy, adopted.lines.len(), n_parts(&folder)), (1, 0, 2));
        for task in 0..3 {
            second.append(line(task, 0.2)).expect("written");
        }
        let early = second.finish(ChunkEnd::default()).expect("written");
        for task in 1..3 {
            first.append(line(task, 0.1)).expect("written");
        }
        let late = first.finish(ChunkEnd::default()).expect("written");
        assert_eq!((early.answers_sha256 == late.answers_sha256, n_parts(&folder)), (true, 0));
    }

    /// Each finds parts of the others at all stages, those that are not locked yet included.
    #[test]
    fn many_at_once_do_no_harm() {
        let (_place, folder, campaign) = new_campaign();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for round in 0..100 {
                        let (mut part, adopted) = ChunkPart::begin(&folder, &campaign, 1).expect("begun");
                        let missing: Vec<u64> =
                            [3, 4].into_iter().filter(|task| !adopted.lines.contains_key(task)).collect();
                        missing.into_iter().for_each(|task| part.append(line(task, 0.1)).expect("written"));
                        assert!(part.path.exists(), "what is written would be lost by a kill");
                        if round % 2 == 0 {
                            part.finish(ChunkEnd::default()).expect("whole");
                        } else {
                            part.leave().expect("left");
                        }
                    }
                });
            }
        });
        let (part, _) = ChunkPart::begin(&folder, &campaign, 1).expect("begun");
        part.finish(ChunkEnd::default()).expect("whole");
        assert_eq!(
            (ChunkFile::read(&folder.chunk(1), &campaign, 1).expect("whole").lines.len(), n_parts(&folder)),
            (2, 0)
        );
    }

    #[test]
    fn what_failed_is_run_again_and_nothing_else() {
        let (_place, folder, campaign) = new_campaign();
        let (mut part, _) = ChunkPart::begin(&folder, &campaign, 0).expect("begun");
        for task in [0, 2] {
            part.append(line(task, 0.1)).expect("written");
        }
        part.append(TaskLine { exit: None, ..line(1, 0.1) }).expect("written");
        assert_eq!(part.finish(ChunkEnd::default()).expect("written").n_failed(), 1);
        let (part, adopted) = ChunkPart::begin(&folder, &campaign, 0).expect("begun");
        assert_eq!((adopted.lines.keys().copied().collect::<Vec<_>>(), part.n_lines()), (vec![0, 2], 2));
    }

    /// NFS has no other locks.
    #[test]
    fn what_is_locked_may_be_written_to() {
        let (_place, folder, campaign) = new_campaign();
        let (mut part, _) = ChunkPart::begin(&folder, &campaign, 0).expect("begun");
        part.append(line(0, 0.1)).expect("written");
        let path = part.path.clone();
        drop(part);
        let mut file = open_to_lock(&path).expect("it is there");
        file.try_lock().expect("nobody writes it");
        file.write_all(b"{").expect("it may be written to");
    }

    #[test]
    fn a_part_of_something_else_is_not_taken() {
        let (_place, folder, campaign) = new_campaign();
        let (mut part, _) = ChunkPart::begin(&folder, &campaign, 0).expect("begun");
        part.append(line(0, 0.1)).expect("written");
        drop(part);
        let other = Campaign { sha256: "0".to_owned(), ..campaign };
        let (part, adopted) = ChunkPart::begin(&folder, &other, 0).expect("begun");
        assert!(adopted.lines.is_empty());
        part.leave().expect("removed");
        assert_eq!(n_parts(&folder), 1, "it is still there");
    }
}
