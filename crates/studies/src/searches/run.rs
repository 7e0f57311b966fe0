//! The runs of the study: which there are, and what is needed of the records of `enumerate`.

use std::fmt;

use serde::{Deserialize, Serialize};

use minclue_solver::{AnswerStatus, PublishedRecord, SearchRecord, StartRecord};

use super::super::run::RunOutcome;

/// Which run of a study.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SearchKey {
    /// The name of the grid.
    pub instance: String,
    /// The label of the algorithm.
    pub algorithm: String,
    /// Its number of sets; none for the native engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_sets: Option<usize>,
}

impl fmt::Display for SearchKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.instance, self.algorithm)?;
        self.n_sets.map_or(Ok(()), |n| write!(f, ", {n} sets"))
    }
}

/// What a study needs of a record of `enumerate`. A field that an engine does not give is none.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct SearchRun {
    /// How it ended.
    pub status: Option<AnswerStatus>,
    /// Number of puzzles found.
    pub n_puzzles: Option<u64>,
    /// Are these all there are?
    pub complete: Option<bool>,
    /// The sets that it started from, which is Phase 1 of the paper.
    pub start: Option<StartRecord>,
    /// The search itself, which is Phase 2.
    pub search: Option<SearchRecord>,
    /// Wall-clock seconds of the whole.
    pub seconds: f64,
}

impl SearchRun {
    /// Were all puzzles found?
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.status.is_some_and(AnswerStatus::is_done) && self.complete == Some(true) && self.search.is_some()
    }

    /// Seconds of the processor for Phase 2.
    #[must_use]
    pub fn search_seconds(&self) -> f64 {
        self.search.as_ref().map_or(0.0, |search| search.cpu_seconds)
    }

    /// Seconds of the processor for Phase 1.
    #[must_use]
    pub fn start_seconds(&self) -> f64 {
        self.start.and_then(|start| start.cpu_seconds).unwrap_or(0.0)
    }

    /// Seconds of the processor for both.
    #[must_use]
    pub fn both_seconds(&self) -> f64 {
        self.start_seconds() + self.search_seconds()
    }

    /// Nodes of the search.
    #[must_use]
    pub fn nodes(&self) -> f64 {
        self.search.as_ref().map_or(0.0, |search| search.n_nodes as f64)
    }

    /// What only published searches count.
    pub(super) fn published(&self) -> Option<&PublishedRecord> {
        self.search.as_ref()?.published.as_ref()
    }
}

impl RunOutcome for SearchRun {
    fn status(&self) -> Option<AnswerStatus> {
        self.status
    }
}

/// One run.
pub type Run = super::super::run::StudyRun<SearchKey, SearchRun>;

#[cfg(test)]
pub(super) mod tests {
    use super::super::settings::SearchSettings;
    use super::*;
    use crate::{RunHead, RunLines, StudyDesign as _};

    /// A run with all puzzles found, `start` seconds of Phase 1 and `search` seconds of Phase 2.
    pub(in super::super) fn run(instance: &str, algorithm: &str, n_sets: usize, start: f64, search: f64) -> Run {
        let (instance, algorithm) = (instance.to_owned(), algorithm.to_owned());
        let key = SearchKey { instance, algorithm, n_sets: (n_sets > 0).then_some(n_sets) };
        let head = RunHead {
            schema: SearchSettings::RUN_SCHEMA.to_owned(),
            key,
            jobs: 1,
            process_seconds: start + search,
            exit: Some(0),
            message: None,
        };
        let counted = n_sets > 0;
        let published = PublishedRecord { n_candidates: 100, ..PublishedRecord::default() };
        let work = SearchRecord { cpu_seconds: search, n_nodes: 1000, published: counted.then_some(published) };
        let record = SearchRun {
            status: Some(AnswerStatus::Done),
            n_puzzles: Some(0),
            complete: Some(true),
            start: Some(StartRecord { n_sets: 358, seconds: None, cpu_seconds: Some(start) }),
            search: Some(work),
            seconds: start + search,
        };
        Run { head, record: Some(record) }
    }

    #[test]
    fn a_record_of_enumerate_is_read() {
        let level = r#"{"level":0,"n_nodes":1,"n_disjoint":12,"n_more":0,"n_equal_prune":0,"n_equal_shrink":0,"n_equal_none":0,"n_equal_children":0,"n_closed_by_clique":[0,0,0,0]}"#;
        let record = format!(
            r#"{{"schema":"minclue-enumeration/1","engine":"v","status":"done","n_clues":16,"n_puzzles":0,"complete":true,"n_nodes":7,"start":{{"n_sets":360,"seconds":2.0,"cpu_seconds":1.5}},"search":{{"cpu_seconds":4.25,"n_nodes":9,"n_candidates":3,"n_rebuilds":2,"n_cliques":[1,2,3,4],"levels":[{level}]}},"seconds":6.5,"seed":1}}"#
        );
        let line = run("a", "v3", 320, 0.0, 0.0).head.line(Some(&record));
        assert!(line.contains(r#""instance":"a","algorithm":"v3","n_sets":320,"jobs":1"#), "{line}");
        let lines: RunLines<SearchKey, SearchRun> =
            RunLines::read(line.as_bytes(), SearchSettings::RUN_SCHEMA).expect("a run");
        let record = lines.runs[0].record.as_ref().expect("a record");
        assert!(record.is_complete() && lines.runs[0].is_finished());
        assert_eq!((record.start_seconds(), record.search_seconds(), record.nodes()), (1.5, 4.25, 9.0));
        assert_eq!(record.published().map(|search| search.levels[0].tally.n_disjoint), Some(12));
    }

    #[test]
    fn the_native_engine_counts_less() {
        let text = r#"{"status":"optimal","complete":true,"n_nodes":7,"start":{"n_sets":3,"seconds":0.5,"cpu_seconds":0.25},"search":{"cpu_seconds":1.5,"n_nodes":7},"seconds":2.0}"#;
        let record: SearchRun = serde_json::from_str(text).expect("a record");
        assert!(record.is_complete());
        assert_eq!((record.both_seconds(), record.nodes()), (1.75, 7.0));
        let limit: SearchRun =
            serde_json::from_str(r#"{"status":"time_limit","complete":false,"seconds":2.0}"#).expect("a record");
        assert!(!limit.is_complete());
    }
}
