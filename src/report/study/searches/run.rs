//! The runs of the study: which there are, and what is needed of the records of `enumerate`.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::hitting::published::N_DEGREES;
use crate::report::Status;

use super::super::run::Outcome;

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
pub struct RunRecord {
    /// How it ended.
    pub status: Option<Status>,
    /// Number of puzzles found.
    pub n_puzzles: Option<u64>,
    /// Are these all there are?
    pub complete: Option<bool>,
    /// The sets that it started from, which is Phase 1 of the paper.
    pub start: Option<Start>,
    /// The search itself, which is Phase 2.
    pub search: Option<SearchWork>,
    /// Wall-clock seconds of the whole.
    pub seconds: f64,
}

/// Phase 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
pub struct Start {
    /// How many sets were found.
    pub n_sets: u64,
    /// Seconds of the processor.
    pub cpu_seconds: Option<f64>,
}

/// Phase 2. What only published searches count is none of the native engine.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct SearchWork {
    /// Seconds of the processor.
    pub cpu_seconds: f64,
    /// Nodes in all.
    pub n_nodes: u64,
    /// Sets of cells that hit all tracked sets.
    pub n_candidates: Option<u64>,
    /// How often hitting vectors were built anew.
    pub n_rebuilds: Option<u64>,
    /// The numbers by level.
    pub levels: Option<Vec<Level>>,
}

/// The numbers of the nodes with so many clues, as [`crate::hitting::published::LevelTally`] has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Level {
    /// Clues chosen.
    pub level: usize,
    /// Nodes.
    pub n_nodes: u64,
    /// Disjoint sets found at these nodes.
    pub n_disjoint: u64,
    /// Nodes with more disjoint sets than clues left.
    pub n_more: u64,
    /// Nodes with exactly as many, closed by Shrink.
    pub n_equal_prune: u64,
    /// ... where Shrink took some children.
    pub n_equal_shrink: u64,
    /// ... where it took none.
    pub n_equal_none: u64,
    /// Children of the nodes with exactly as many.
    pub n_equal_children: u64,
    /// Nodes closed by an unhit clique, by its degree from 2.
    pub n_closed_by_clique: [u64; N_DEGREES],
}

impl RunRecord {
    /// Were all puzzles found?
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.status == Some(Status::Optimal) && self.complete == Some(true) && self.search.is_some()
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
}

impl Outcome for RunRecord {
    fn status(&self) -> Option<Status> {
        self.status
    }
}

/// One run.
pub type Run = super::super::run::Run<SearchKey, RunRecord>;

#[cfg(test)]
pub(super) mod tests {
    use super::super::settings::SearchSettings;
    use super::*;
    use crate::report::study::{Plan as _, RunHead, RunLines};

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
        let work = SearchWork {
            cpu_seconds: search,
            n_nodes: 1000,
            n_candidates: counted.then_some(100),
            n_rebuilds: counted.then_some(0),
            levels: counted.then(Vec::new),
        };
        let record = RunRecord {
            status: Some(Status::Optimal),
            n_puzzles: Some(0),
            complete: Some(true),
            start: Some(Start { n_sets: 358, cpu_seconds: Some(start) }),
            search: Some(work),
            seconds: start + search,
        };
        Run { head, record: Some(record) }
    }

    #[test]
    fn a_record_of_enumerate_is_read() {
        let level = r#"{"level":0,"n_nodes":1,"n_disjoint":12,"n_more":0,"n_equal_prune":0,"n_equal_shrink":0,"n_equal_none":0,"n_equal_children":0,"n_closed_by_clique":[0,0,0,0]}"#;
        let record = format!(
            r#"{{"schema":"minclue-enumeration/1","engine":"v","status":"optimal","n_clues":16,"n_puzzles":0,"complete":true,"n_nodes":7,"start":{{"n_sets":360,"seconds":2.0,"cpu_seconds":1.5}},"search":{{"cpu_seconds":4.25,"n_nodes":9,"n_candidates":3,"n_rebuilds":2,"n_cliques":[1,2,3,4],"levels":[{level}]}},"seconds":6.5,"seed":1}}"#
        );
        let line = run("a", "v3", 320, 0.0, 0.0).head.line(Some(&record));
        assert!(line.contains(r#""instance":"a","algorithm":"v3","n_sets":320,"jobs":1"#), "{line}");
        let lines: RunLines<SearchKey, RunRecord> =
            RunLines::read(line.as_bytes(), SearchSettings::RUN_SCHEMA).expect("a run");
        let record = lines.runs[0].record.as_ref().expect("a record");
        assert!(record.is_complete() && lines.runs[0].is_finished());
        assert_eq!((record.start_seconds(), record.search_seconds(), record.nodes()), (1.5, 4.25, 9.0));
        let levels = record.search.as_ref().and_then(|work| work.levels.as_ref());
        assert_eq!(levels.map(|levels| levels[0].n_disjoint), Some(12));
    }

    #[test]
    fn the_native_engine_counts_less() {
        let text = r#"{"status":"optimal","complete":true,"n_nodes":7,"start":{"n_sets":3,"seconds":0.5,"cpu_seconds":0.25},"search":{"cpu_seconds":1.5,"n_nodes":7},"seconds":2.0}"#;
        let record: RunRecord = serde_json::from_str(text).expect("a record");
        assert!(record.is_complete());
        assert_eq!((record.both_seconds(), record.nodes()), (1.75, 7.0));
        let limit: RunRecord =
            serde_json::from_str(r#"{"status":"time_limit","complete":false,"seconds":2.0}"#).expect("a record");
        assert!(!limit.is_complete());
    }
}
