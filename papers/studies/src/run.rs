//! The runs of a study as lines of a file, each written when the run ends. If a kill left an incomplete last line, the
//! file is read up to it, and a run that did not finish is repeated.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use minclue_solver::AnswerStatus;

/// The outcome of a run, by its record.
pub trait RunOutcome {
    /// The status of the record.
    fn status(&self) -> Option<AnswerStatus>;
}

/// A run without its record, whose text follows as the program wrote it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunHead<K> {
    /// The name and version of the format.
    pub schema: String,
    #[serde(flatten)]
    pub key: K,
    /// The maximum number of runs at the same time.
    pub jobs: usize,
    /// The wall-clock time of the process in seconds.
    pub process_seconds: f64,
    /// The exit code; `None` if a signal ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit: Option<i32>,
    /// Its message, if it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl<K: Serialize> RunHead<K> {
    /// Returns the line of this run, with the JSON text of its record if there is one.
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
    /// The head of the run.
    #[serde(flatten)]
    pub head: RunHead<K>,
    pub record: Option<R>,
}

impl<K, R: RunOutcome> StudyRun<K, R> {
    /// Returns whether it ended by itself, possibly at a limit.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        let status = self.record.as_ref().and_then(RunOutcome::status);
        matches!(self.head.exit, Some(0 | 4))
            && !matches!(status, None | Some(AnswerStatus::Interrupted | AnswerStatus::Failed))
    }
}

/// Returns the newest run of each key, ordered by key.
#[must_use]
pub fn latest<K: Clone + Ord, R>(runs: Vec<StudyRun<K, R>>) -> Vec<StudyRun<K, R>> {
    let by_key: BTreeMap<K, StudyRun<K, R>> = runs.into_iter().map(|run| (run.head.key.clone(), run)).collect();
    by_key.into_values().collect()
}

/// The contents of a file of runs.
#[derive(Clone, Debug, PartialEq)]
pub struct RunLines<K, R> {
    /// The runs in the order of the file; of two runs with the same key, the second counts.
    pub runs: Vec<StudyRun<K, R>>,
    /// The length of its complete lines in bytes.
    pub n_bytes: usize,
    /// The number of an incomplete last line, from 1, if the program was killed while writing it.
    pub torn: Option<usize>,
}

/// A line that does not belong to a study.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not the record of a run: {reason}")]
pub struct RunLinesError {
    /// The line, from 1.
    pub line: usize,
    pub reason: String,
}

impl<K: DeserializeOwned, R: DeserializeOwned> RunLines<K, R> {
    /// Reads a file of runs in the format `schema`.
    ///
    /// # Errors
    /// [`RunLinesError`] for a complete line that is not a run.
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
                let reason = format!("its format is `{}`, not `{schema}`", run.head.schema);
                return Err(RunLinesError { line, reason });
            }
            lines.runs.push(run);
            lines.n_bytes += text.len();
        }
        Ok(lines)
    }
}
