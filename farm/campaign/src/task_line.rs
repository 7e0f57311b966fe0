//! A task that was run, as a line of its chunk.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::json_line::json_line;
use super::times::without_times;

/// What a task left.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskLine {
    /// Its number in the campaign, from 0.
    pub task: u64,
    /// The exit code that the program would have had; none if something ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit: Option<u8>,
    pub seconds: f64,
    /// What it said, if it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Its records, as the program wrote them; the last one is about the input as a whole.
    pub records: Vec<Box<RawValue>>,
}

/// A record that is not JSON.
#[derive(Debug, thiserror::Error)]
#[error("a record is not JSON: {0}")]
pub struct TaskLineError(#[from] serde_json::Error);

impl TaskLine {
    /// The status of a task that failed, beside those of records.
    pub const FAILED: &'static str = "failed";

    /// A task with the texts of its records.
    ///
    /// # Errors
    /// One of them is not JSON.
    pub fn new(task: u64, exit: Option<u8>, seconds: f64, records: Vec<String>) -> Result<Self, TaskLineError> {
        let records = records.into_iter().map(RawValue::from_string).collect::<Result<_, _>>()?;
        Ok(Self { task, exit, seconds, message: None, records })
    }

    /// Did this program or the machine fail? Then it is run again. A limit or an input without an answer is one.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        !matches!(self.exit, Some(0 | 3 | 4 | 5)) || self.records.is_empty()
    }

    /// Did a signal or the end of the time cut it off? Its records have the bounds so far, and it is run again.
    #[must_use]
    pub fn is_cut_off(&self) -> bool {
        self.exit.is_some_and(|code| code > 128)
    }

    /// How it ended, in the words of its last record.
    #[must_use]
    pub fn status(&self) -> String {
        #[derive(Deserialize)]
        struct Status {
            status: String,
        }
        let last = self.records.last().filter(|_| !self.has_failed());
        let status = last.and_then(|record| serde_json::from_str::<Status>(record.get()).ok());
        status.map_or_else(|| Self::FAILED.to_owned(), |record| record.status)
    }

    /// The line, with its end.
    #[must_use]
    pub fn text(&self) -> String {
        json_line(self)
    }

    /// What two runs of the task have in common: its records without times.
    #[must_use]
    pub fn answer(&self) -> String {
        let record = |record: &RawValue| serde_json::from_str::<Value>(record.get()).map(without_times);
        let records: Vec<Value> = self.records.iter().filter_map(|raw| record(raw).ok()).collect();
        format!("{}\n", serde_json::json!({"task": self.task, "exit": self.exit, "records": records}))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) fn line(task: u64, seconds: f64) -> TaskLine {
        let record = format!(r#"{{"status":"optimal","id":"g{task}","seconds":{seconds}}}"#);
        TaskLine::new(task, Some(0), seconds, vec![record]).expect("JSON")
    }

    #[test]
    fn records_keep_their_bytes() {
        let record = r#"{"z":1,"a":2.50,"status":"optimal"}"#;
        let line = TaskLine::new(3, Some(0), 0.5, vec![record.to_owned()]).expect("JSON");
        let read: TaskLine = serde_json::from_str(&line.text()).expect("a line");
        assert_eq!((read.records[0].get(), read.task, read.status().as_str()), (record, 3, "optimal"));
        assert!(TaskLine::new(3, Some(0), 0.5, vec!["{".to_owned()]).is_err());
    }

    #[test]
    fn two_runs_of_a_task_have_the_same_answer() {
        assert_eq!(line(1, 0.5).answer(), line(1, 0.7).answer());
        assert_ne!(line(1, 0.5).answer(), line(2, 0.5).answer());
    }

    #[test]
    fn a_limit_is_an_answer_and_a_crash_is_none() {
        let with = |exit, records: &[&str]| {
            let records = records.iter().map(|record| (*record).to_owned()).collect();
            TaskLine::new(0, exit, 0.0, records).expect("JSON")
        };
        let limit = with(Some(4), &[r#"{"status":"time_limit"}"#]);
        assert!(!limit.has_failed() && limit.status() == "time_limit");
        for failed in [with(None, &[]), with(Some(1), &[r#"{"status":"failed"}"#]), with(Some(0), &[])] {
            assert!(failed.has_failed() && failed.status() == TaskLine::FAILED);
        }
    }
}
