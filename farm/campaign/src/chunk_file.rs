//! A chunk that was run: a head, a line for each task, and an end with hashes. What is not all of that is not a chunk.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use serde::{Deserialize, Serialize};

use minclue_core::base::TextLimits;

use super::hash::Running;
use super::json_line::json_line;
use super::manifest::Campaign;
use super::task_line::TaskLine;

/// The first line of a chunk, and of a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChunkHead {
    /// Name and version of the layout.
    pub schema: String,
    /// SHA-256 of `campaign.json`.
    pub campaign: String,
    /// The number of the chunk, from 0.
    pub chunk: u64,
}

impl ChunkHead {
    /// The layout's name and version.
    pub const SCHEMA: &'static str = "minclue-chunk/1";

    /// The head of a chunk of this campaign.
    #[must_use]
    pub fn new(campaign: &Campaign, chunk: u64) -> Self {
        Self { schema: Self::SCHEMA.to_owned(), campaign: campaign.sha256.clone(), chunk }
    }

    /// The line, with its end.
    #[must_use]
    pub fn text(&self) -> String {
        json_line(self)
    }
}

/// What the last line of a chunk says: who ran it, and how to see that it is whole.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChunkEnd {
    pub n_tasks: u64,
    /// How they ended: how many with each status, and `failed`.
    pub statuses: BTreeMap<String, u64>,
    /// SHA-256 of all lines before this one.
    pub sha256: String,
    /// SHA-256 of the answers without times: the same whenever the chunk is run.
    pub answers_sha256: String,
    /// The version of minclue that ended it.
    pub version: String,
    /// SHA-256 of that program, where it is a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program_sha256: Option<String>,
    /// Chunks that ran at once on that machine, as far as its pool knows; left out where it ran alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jobs: Option<u64>,
    pub host: String,
    pub pid: u32,
    /// Wall-clock seconds of all tasks together.
    pub seconds: f64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EndLine {
    end: ChunkEnd,
}

impl ChunkEnd {
    /// The line, with its end.
    #[must_use]
    pub fn text(&self) -> String {
        json_line(&EndLine { end: self.clone() })
    }

    fn of_line(line: &str) -> Option<Self> {
        serde_json::from_str::<EndLine>(line).ok().map(|line| line.end)
    }

    /// Number of tasks that failed.
    #[must_use]
    pub fn n_failed(&self) -> u64 {
        self.statuses.get(TaskLine::FAILED).copied().unwrap_or(0)
    }
}

/// What a chunk adds up to while its lines come.
#[derive(Clone, Default)]
pub(super) struct Sums {
    n_tasks: u64,
    statuses: BTreeMap<String, u64>,
    lines: Running,
    answers: Running,
    seconds: f64,
}

impl Sums {
    pub(super) fn of_head(head: &ChunkHead) -> Self {
        let mut sums = Self::default();
        sums.lines.add(head.text().as_bytes());
        sums
    }

    pub(super) fn add(&mut self, line: &TaskLine, text: &str) {
        self.n_tasks += 1;
        *self.statuses.entry(line.status()).or_default() += 1;
        self.lines.add(text.as_bytes());
        self.answers.add(line.answer().as_bytes());
        self.seconds += line.seconds;
    }

    /// The end, with what `by` says of who ran it.
    pub(super) fn end(self, by: ChunkEnd) -> ChunkEnd {
        ChunkEnd {
            n_tasks: self.n_tasks,
            statuses: self.statuses,
            sha256: self.lines.end(),
            answers_sha256: self.answers.end(),
            seconds: self.seconds,
            ..by
        }
    }
}

#[derive(Clone, Debug)]
pub struct ChunkFile {
    /// Its tasks, in order.
    pub lines: Vec<TaskLine>,
    pub end: ChunkEnd,
}

/// What is wrong with the file of a chunk.
#[derive(Debug, thiserror::Error)]
pub enum ChunkFault {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It belongs to another campaign, or `campaign.json` has changed since.
    #[error("it belongs to another campaign, or {} was changed", super::CampaignFolder::MANIFEST)]
    OtherCampaign,
    /// It is another chunk of this campaign.
    #[error("it is chunk {0}")]
    OtherChunk(u64),
    /// A line is not what it must be.
    #[error("line {line}: {reason}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// It ends too early.
    #[error("its last lines are missing")]
    Torn,
    /// It was changed after it was written.
    #[error("its hash differs: the file was changed after it was written")]
    Hash,
}

impl ChunkFile {
    /// Reads a chunk, and checks all of it but its answers.
    ///
    /// # Errors
    /// [`ChunkFault`]
    pub fn read(path: &Path, campaign: &Campaign, chunk: u64) -> Result<Self, ChunkFault> {
        let text = TextLimits::OWN.read_file(path)?;
        let text = String::from_utf8(text).map_err(|_| line_fault(1, "it is not valid UTF-8"))?;
        let mut texts = text.split_inclusive('\n').enumerate();
        let head = check_head(texts.next().map_or("", |(_, line)| line), campaign, chunk)?;
        let mut sums = Sums::of_head(&head);
        let (mut lines, mut end) = (Vec::new(), None);
        let mut expected = campaign.tasks(chunk);
        for (i, text) in texts {
            if end.is_some() {
                return Err(line_fault(i + 1, "it has lines after its end"));
            }
            if !text.ends_with('\n') {
                return Err(ChunkFault::Torn);
            }
            end = ChunkEnd::of_line(text);
            if end.is_some() {
                continue;
            }
            let line: TaskLine = serde_json::from_str(text).map_err(|e| line_fault(i + 1, &e.to_string()))?;
            if expected.next() != Some(line.task) {
                return Err(line_fault(i + 1, &format!("task {} does not belong here", line.task)));
            }
            sums.add(&line, text);
            lines.push(line);
        }
        let end = end.filter(|_| expected.next().is_none()).ok_or(ChunkFault::Torn)?;
        let again = sums.end(end.clone());
        // Seconds are added up in floating point, and follow from lines that have a hash.
        if (ChunkEnd { seconds: end.seconds, ..again }) != end {
            return Err(ChunkFault::Hash);
        }
        Ok(Self { lines, end })
    }

    /// Reads the first and the last line only.
    ///
    /// # Errors
    /// [`ChunkFault`]: one of them is not what it must be.
    pub fn peek(path: &Path, campaign: &Campaign, chunk: u64) -> Result<ChunkEnd, ChunkFault> {
        let mut file = File::open(path)?;
        let mut head = vec![0; ChunkHead::new(campaign, chunk).text().len() + 64];
        let n = read_up_to(&mut file, &mut head)?;
        let head = String::from_utf8_lossy(&head[..n]);
        check_head(head.split_inclusive('\n').next().unwrap_or_default(), campaign, chunk)?;
        let length = file.metadata()?.len();
        let mut tail = 4096;
        loop {
            let from = length.saturating_sub(tail);
            file.seek(SeekFrom::Start(from))?;
            let mut bytes = TextLimits::OWN.read(&mut file)?;
            if bytes.pop() != Some(b'\n') {
                return Err(ChunkFault::Torn);
            }
            match bytes.iter().rposition(|byte| *byte == b'\n') {
                Some(at) => {
                    let end = std::str::from_utf8(&bytes[at + 1..]).ok().and_then(ChunkEnd::of_line);
                    let tasks = campaign.tasks(chunk);
                    return end.filter(|end| end.n_tasks == tasks.end - tasks.start).ok_or(ChunkFault::Torn);
                }
                None if from == 0 => return Err(ChunkFault::Torn),
                None => tail *= 16,
            }
        }
    }
}

fn read_up_to(file: &mut File, buffer: &mut [u8]) -> io::Result<usize> {
    let mut n = 0;
    while n < buffer.len() {
        match file.read(&mut buffer[n..])? {
            0 => break,
            more => n += more,
        }
    }
    Ok(n)
}

fn line_fault(line: usize, reason: &str) -> ChunkFault {
    ChunkFault::Line { line, reason: reason.to_owned() }
}

/// The head of a chunk or of a part of it, if it is that of this one.
pub(super) fn check_head(line: &str, campaign: &Campaign, chunk: u64) -> Result<ChunkHead, ChunkFault> {
    if !line.ends_with('\n') {
        return Err(ChunkFault::Torn);
    }
    let head: ChunkHead = serde_json::from_str(line).map_err(|e| line_fault(1, &e.to_string()))?;
    if head.schema != ChunkHead::SCHEMA {
        return Err(line_fault(1, &format!("its layout is `{}`, not `{}`", head.schema, ChunkHead::SCHEMA)));
    }
    if head.campaign != campaign.sha256 {
        return Err(ChunkFault::OtherCampaign);
    }
    if head.chunk != chunk {
        return Err(ChunkFault::OtherChunk(head.chunk));
    }
    Ok(head)
}

#[cfg(test)]
mod tests {
    use super::super::manifest::tests::campaign;
    use super::super::task_line::tests::line;
    use super::*;

    /// A whole chunk as text.
    fn chunk(campaign: &Campaign, chunk: u64, seconds: f64) -> String {
        let head = ChunkHead::new(campaign, chunk);
        let (mut text, mut sums) = (head.text(), Sums::of_head(&head));
        for task in campaign.tasks(chunk) {
            let line = line(task, seconds);
            sums.add(&line, &line.text());
            text.push_str(&line.text());
        }
        text + &sums.end(ChunkEnd { host: "here".to_owned(), pid: 1, ..ChunkEnd::default() }).text()
    }

    fn read(text: &str) -> Result<ChunkFile, ChunkFault> {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), text).expect("written");
        let campaign = campaign(5, 1, 2);
        let (whole, end) = (ChunkFile::read(file.path(), &campaign, 1), ChunkFile::peek(file.path(), &campaign, 1));
        // Whoever reads only the end is never stricter.
        assert!(end.is_ok() || whole.is_err());
        whole
    }

    #[test]
    fn a_whole_chunk_is_read() {
        let campaign = campaign(5, 1, 2);
        let [read, again] = [0.5, 0.7].map(|seconds| read(&chunk(&campaign, 1, seconds)).expect("whole"));
        assert_eq!(read.lines.iter().map(|line| line.task).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(read.end.statuses, [("optimal".to_owned(), 2)].into());
        assert_eq!(read.end.answers_sha256, again.end.answers_sha256);
        assert_ne!(read.end.sha256, again.end.sha256);
    }

    #[test]
    fn anything_else_has_a_fault() {
        let campaign = campaign(5, 1, 2);
        let whole = chunk(&campaign, 1, 0.5);
        let fault = |text: &str| read(text).expect_err("a fault").to_string();
        for end in [10, whole.len() / 2, whole.len() - 30, whole.len() - 1] {
            let said = fault(&whole[..end]);
            assert!(said.contains("missing") || said.contains("line"), "{end}: {said}");
        }
        assert!(fault(&whole.replace("g2", "g9")).contains("hash"));
        assert!(fault(&whole.replace(r#""task":3"#, r#""task":2"#)).contains("does not belong here"));
        assert!(fault(&chunk(&campaign, 0, 0.5)).contains("chunk 0"));
        assert!(fault(&format!("{whole}{{}}\n")).contains("after its end"));
        let other = Campaign { sha256: "0".to_owned(), ..campaign };
        assert!(fault(&chunk(&other, 1, 0.5)).contains("another campaign"));
    }
}
