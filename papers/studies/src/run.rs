//! The runs of a study as lines of a file, each written as soon as it is known. A file that was torn by a kill is read
//! up to the tear, and a run that did not finish is run again.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use minclue_solver::AnswerStatus;

/// How a run ended, by its record.
pub trait RunOutcome {
    /// The status of the record.
    fn status(&self) -> Option<AnswerStatus>;
}

/// A run without its record, which is written after it as the program gave it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunHead<K> {
    /// Name and version of the layout.
    pub schema: String,
    #[serde(flatten)]
    pub key: K,
    /// How many runs were at work at once, at most.
    pub jobs: usize,
    /// Wall-clock seconds of the process.
    pub process_seconds: f64,
    /// Its exit code; none if a signal ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit: Option<i32>,
    /// What it said, if it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl<K: Serialize> RunHead<K> {
    /// The line of this run with the JSON text of its record, if it left one.
    #[must_use]
    pub fn line(&self, record: Option<&str>) -> String {
        let mut line = serde_json::to_string(self).expect("strings and numbers are JSON");
        if let Some(record) = record {
            line.pop();
            line.push_str(&format!(",\"record\":{}}}", record.trim()));
        }
        line.push('\n');
        line
    }
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct StudyRun<K, R> {
    /// Which, and how it went.
    #[serde(flatten)]
    pub head: RunHead<K>,
    pub record: Option<R>,
}

impl<K, R: RunOutcome> StudyRun<K, R> {
    /// Did it come to an end of its own, be it a limit?
    #[must_use]
    pub fn is_finished(&self) -> bool {
        let status = self.record.as_ref().and_then(RunOutcome::status);
        matches!(self.head.exit, Some(0 | 4))
            && !matches!(status, None | Some(AnswerStatus::Interrupted | AnswerStatus::Failed))
    }
}

/// The newest of the runs with one key, in the order of the keys.
#[must_use]
pub fn latest<K: Clone + Ord, R>(runs: Vec<StudyRun<K, R>>) -> Vec<StudyRun<K, R>> {
    let by_key: BTreeMap<K, StudyRun<K, R>> = runs.into_iter().map(|run| (run.head.key.clone(), run)).collect();
    by_key.into_values().collect()
}

/// What stands in a file of runs.
#[derive(Clone, Debug, PartialEq)]
pub struct RunLines<K, R> {
    /// The runs in the order of the file; of two with one key, the second counts.
    pub runs: Vec<StudyRun<K, R>>,
    /// The bytes of its whole lines.
    pub n_bytes: usize,
    /// The line after these, from 1, if a kill came while it was written.
    pub torn: Option<usize>,
}

/// A line that is none of a study.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not the record of a run: {reason}")]
pub struct RunLinesError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl<K: DeserializeOwned, R: DeserializeOwned> RunLines<K, R> {
    /// Reads a file of runs of the layout `schema`.
    ///
    /// # Errors
    /// [`RunLinesError`] for a line that ends and is not a run.
    pub fn read(bytes: &[u8], schema: &str) -> Result<Self, RunLinesError> {
        let mut lines = Self { runs: Vec::new(), n_bytes: 0, torn: None };
        for (i, text) in bytes.split_inclusive(|b| *b == b'\n').enumerate() {
            let line = i + 1;
            let Some(whole) = text.strip_suffix(b"\n") else {
                lines.torn = Some(line);
                break;
            };
            let run: StudyRun<K, R> =
                serde_json::from_slice(whole).map_err(|e| RunLinesError { line, reason: e.to_string() })?;
            if run.head.schema != schema {
                let reason = format!("its layout is `{}`, not `{schema}`", run.head.schema);
                return Err(RunLinesError { line, reason });
            }
            lines.runs.push(run);
            lines.n_bytes += text.len();
        }
        Ok(lines)
    }
}
