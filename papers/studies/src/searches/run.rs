//! The runs of the study, and the fields that it needs of the records of `enumerate`.

use std::fmt;

use serde::{Deserialize, Serialize};

use minclue_solver::AnswerStatus;

use super::super::run::RunOutcome;

/// The key of a run of a study.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SearchKey {
    /// The name of the grid.
    pub instance: String,
    /// The label of the algorithm.
    pub algorithm: String,
    /// The number of sets; `None` for the native engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_sets: Option<usize>,
}

impl fmt::Display for SearchKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.instance, self.algorithm)?;
        self.n_sets.map_or(Ok(()), |n| write!(f, ", {n} sets"))
    }
}

/// The fields that a study needs of a record of `enumerate`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct SearchRun {
    pub status: Option<AnswerStatus>,
    /// The number of puzzles found.
    pub n_puzzles: Option<u64>,
    /// Whether these are all puzzles.
    pub complete: Option<bool>,
}

impl SearchRun {
    /// Returns whether all puzzles were found.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.status.is_some_and(AnswerStatus::is_done) && self.complete == Some(true)
    }
}

impl RunOutcome for SearchRun {
    fn status(&self) -> Option<AnswerStatus> {
        self.status
    }
}

pub type Run = super::super::run::StudyRun<SearchKey, SearchRun>;

#[cfg(test)]
pub(super) mod tests {
    use super::super::settings::SearchSettings;
    use super::*;
    use crate::{RunHead, RunLines, StudyDesign as _};

    /// A run that found that there is no puzzle.
    pub(in super::super) fn run(instance: &str, algorithm: &str, n_sets: usize) -> Run {
        let (instance, algorithm) = (instance.to_owned(), algorithm.to_owned());
        let key = SearchKey { instance, algorithm, n_sets: (n_sets > 0).then_some(n_sets) };
        let schema = SearchSettings::RUN_SCHEMA.to_owned();
        let head = RunHead { schema, key, jobs: 1, process_seconds: 1.0, exit: Some(0), message: None };
        let record = SearchRun { status: Some(AnswerStatus::Done), n_puzzles: Some(0), complete: Some(true) };
        Run { head, record: Some(record) }
    }

    #[test]
    fn a_record_of_enumerate_is_read() {
        let record = r#"{"schema":"minclue-enumeration/1","engine":"v","status":"done","n_clues":16,"n_puzzles":0,"complete":true,"n_nodes":7,"search":{"cpu_seconds":4.25,"n_nodes":9,"levels":[]},"seconds":6.5,"seed":1}"#;
        let line = run("a", "v3", 320).head.line(Some(record));
        assert!(line.contains(r#""instance":"a","algorithm":"v3","n_sets":320,"jobs":1"#), "{line}");
        let lines: RunLines<SearchKey, SearchRun> =
            RunLines::read(line.as_bytes(), SearchSettings::RUN_SCHEMA).expect("a run");
        assert_eq!(lines.runs[0].record, run("a", "v3", 320).record);
        assert!(lines.runs[0].is_finished());
    }

    #[test]
    fn what_ended_early_is_not_complete() {
        let read = |text| serde_json::from_str::<SearchRun>(text).expect("a record").is_complete();
        assert!(read(r#"{"status":"optimal","complete":true,"n_nodes":7,"seconds":2.0}"#), "as older records say it");
        assert!(!read(r#"{"status":"time_limit","complete":false,"seconds":2.0}"#));
        assert!(!read(r#"{"status":"done","seconds":2.0}"#));
    }
}
