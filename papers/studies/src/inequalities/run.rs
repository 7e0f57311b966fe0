//! The runs of the study, and the fields that it needs of their records.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use minclue_solver::AnswerStatus;

use super::super::run::RunOutcome;

/// The kind of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunKind {
    /// `minclue sets`: the generation of inequalities, for Table 1 and Fig. 2.
    Sets,
    /// `minclue solve`: all other runs.
    Solve,
}

/// The number of start inequalities of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Count {
    /// At most this many.
    AtMost(u64),
    /// All that the source finds.
    Any,
}

impl Count {
    /// The number, if there is one.
    #[must_use]
    pub fn number(self) -> Option<u64> {
        match self {
            Self::AtMost(n) => Some(n),
            Self::Any => None,
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtMost(n) => n.fmt(f),
            Self::Any => f.write_str("any"),
        }
    }
}

impl FromStr for Count {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(n) => Ok(Self::AtMost(n)),
            Err(_) if text == "any" => Ok(Self::Any),
            Err(_) => Err("write a nonnegative integer, or any".to_owned()),
        }
    }
}

impl From<Count> for String {
    fn from(count: Count) -> Self {
        count.to_string()
    }
}

impl TryFrom<String> for Count {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// The key of a run of a study.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RunKey {
    /// The name of the grid.
    pub instance: String,
    pub what: RunKind,
    /// The source of the inequalities.
    pub source: String,
    /// The maximum number of inequalities.
    pub count: Count,
    /// The way in which the engine ends a branch, if there is an engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaf: Option<String>,
}

impl fmt::Display for RunKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { instance, what, source, count, leaf } = self;
        match what {
            RunKind::Sets => write!(f, "{instance}: sets, {source}, {count}"),
            RunKind::Solve => {
                write!(f, "{instance}: solve, {source}, {count}, leaf {}", leaf.as_deref().unwrap_or("none"))
            }
        }
    }
}

/// The fields that a study needs of the record of `solve` or `sets`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct InequalityRun {
    pub status: Option<AnswerStatus>,
    /// The proven lower bound: no puzzle has fewer clues.
    pub lower_bound: Option<usize>,
    /// The number of clues of the best puzzle.
    pub upper_bound: Option<usize>,
    /// The nodes of the branch and cut.
    pub n_nodes: Option<u64>,
    /// The linear programs that it solved.
    pub n_lps: Option<u64>,
    pub search: Option<SearchWork>,
}

/// The work of the search of a run, without the generation of its inequalities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
pub struct SearchWork {
    /// The processor time in seconds.
    pub cpu_seconds: f64,
}

impl RunOutcome for InequalityRun {
    fn status(&self) -> Option<AnswerStatus> {
        self.status
    }
}

pub type Run = super::super::run::StudyRun<RunKey, InequalityRun>;

#[cfg(test)]
pub(super) mod tests {
    use super::super::settings::StudySettings;
    use super::*;
    use crate::{RunHead, RunLines, RunLinesError, StudyDesign as _, latest};

    fn read(bytes: &[u8]) -> Result<RunLines<RunKey, InequalityRun>, RunLinesError> {
        RunLines::read(bytes, StudySettings::RUN_SCHEMA)
    }

    /// A run of `solve` from source "complete" with leaf "lp" that took no time to generate anything.
    pub(in super::super) fn solve(
        instance: &str,
        count: Count,
        status: AnswerStatus,
        bounds: (usize, usize),
        s: f64,
    ) -> Run {
        let key = RunKey {
            instance: instance.to_owned(),
            what: RunKind::Solve,
            source: "complete".to_owned(),
            count,
            leaf: Some("lp".to_owned()),
        };
        let exit = Some(if status == AnswerStatus::Optimal { 0 } else { 4 });
        let head = RunHead {
            schema: StudySettings::RUN_SCHEMA.to_owned(),
            key,
            jobs: 1,
            process_seconds: s,
            exit,
            message: None,
        };
        let record = InequalityRun {
            status: Some(status),
            lower_bound: Some(bounds.0),
            upper_bound: Some(bounds.1),
            ..InequalityRun::default()
        };
        Run { head, record: Some(record) }
    }

    const RECORD: &str = r#"{"schema":"minclue-sets/1","status":"feasible","by_size":{"4":2},"seconds":1.5,"n_sets":2,"iterations":[{"m":3,"seconds":1.0},{"m":4,"size":4,"seconds":0.25},{"m":4,"size":4,"seconds":0.25}]}"#;

    fn head() -> RunHead<RunKey> {
        let mut head = solve("a", Count::AtMost(2), AnswerStatus::Optimal, (4, 4), 1.0).head;
        head.key = RunKey { what: RunKind::Sets, leaf: None, ..head.key };
        head
    }

    #[test]
    fn a_line_keeps_the_record_as_it_was() {
        let line = head().line(Some(RECORD));
        assert!(line.ends_with(&format!(",\"record\":{RECORD}}}\n")), "{line}");
        let lines = read(line.as_bytes()).expect("a run");
        assert_eq!((lines.runs.len(), lines.n_bytes, lines.torn), (1, line.len(), None));
        assert_eq!(lines.runs[0].head, head());
        assert!(lines.runs[0].is_finished());
    }

    #[test]
    fn a_torn_line_does_not_count_and_a_wrong_one_is_named() {
        let text = format!("{}{}", head().line(Some(RECORD)), head().line(None));
        let first = head().line(Some(RECORD)).len();
        for end in first + 1..text.len() {
            let lines = read(&text.as_bytes()[..end]).expect("one run");
            assert_eq!((lines.runs.len(), lines.n_bytes, lines.torn), (1, first, Some(2)));
        }
        assert!(!read(text.as_bytes()).expect("two runs").runs[1].is_finished());
        assert_eq!(read(b"{}\n").expect_err("no run").line, 1);
        let other = text.replace("study-run/1", "study-run/2");
        assert!(read(other.as_bytes()).expect_err("another layout").to_string().contains("study-run/2"));
    }

    #[test]
    fn what_ended_early_is_not_finished_and_the_newest_counts() {
        let done = solve("a", Count::Any, AnswerStatus::Optimal, (4, 4), 1.0);
        let mut stopped = solve("a", Count::Any, AnswerStatus::Interrupted, (3, 4), 1.0);
        stopped.head.exit = Some(143);
        assert!(done.is_finished() && !stopped.is_finished());
        assert!(solve("a", Count::Any, AnswerStatus::TimeLimit, (3, 4), 1.0).is_finished());
        assert_eq!(latest(vec![stopped, done.clone()]), [done]);
    }
}
