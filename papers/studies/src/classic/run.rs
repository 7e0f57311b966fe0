//! The runs of the study, each with one puzzle or a batch of puzzles, and their records.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::super::run::RunOutcome;
use super::variant::SearchVariant;
use minclue_solver::AnswerStatus;

/// The part of the study to which a puzzle belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StudyPart {
    /// A band of abuluaih-2015.
    Band,
    /// A difficulty group of maniccam-2013, Fig. 3.
    Tries,
    /// Solutions as clues are removed (maniccam-2013, section 6).
    Removal,
    /// The share of valid puzzles among those made by density (maniccam-2013, section 7).
    Density,
}

/// The key of a run of a study.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ClassicKey {
    pub part: StudyPart,
    /// The name of the band, group or density.
    pub group: String,
    pub number: u64,
}

impl fmt::Display for ClassicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = match self.part {
            StudyPart::Band => "band",
            StudyPart::Tries => "group",
            StudyPart::Removal => "removal",
            StudyPart::Density => "density",
        };
        write!(f, "{part} {}, {}", self.group, self.number)
    }
}

/// The record of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClassicRecord {
    /// The status; the node limit means that all attempts gave no puzzle.
    pub status: Option<AnswerStatus>,
    /// The command that makes the puzzle, or those of the batch, again.
    pub recipe: String,
    /// The wall-clock time of making it, or the whole batch, in seconds.
    pub seconds: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<PuzzleMade>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fill: Option<FillTime>,
    /// The searches of a puzzle of a band.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trials: Vec<TrialRecord>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removal: Option<RemovalRecord>,
    /// The batch of a density.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batch: Option<BatchRecord>,
}

/// A generated puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PuzzleMade {
    pub puzzle: String,
    pub n_clues: u64,
    /// Whether no clue is redundant.
    pub minimal: bool,
    /// The number of the successful attempt, from 1.
    pub attempt: u64,
}

/// The brute-force fill of a puzzle up to its solution.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FillTime {
    /// Tries (maniccam-2013, section 3).
    pub tries: u64,
    pub seconds: f64,
}

/// One search of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrialRecord {
    #[serde(flatten)]
    pub variant: SearchVariant,
    pub recursions: u64,
    pub backtracks: u64,
    /// Assignments that led to the solution.
    pub depth: u64,
}

/// The solutions of a puzzle while its clues are removed one by one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemovalRecord {
    /// The cells whose clues were removed, in this order.
    pub removed: Vec<String>,
    /// The numbers of solutions, starting with that of the puzzle itself. The last one is the maximum count if there
    /// are more.
    pub solutions: Vec<u64>,
}

/// The puzzles of a density, without requirements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchRecord {
    pub n_puzzles: u64,
    /// The number of puzzles with one solution.
    pub n_valid: u64,
    /// The total number of clues.
    pub n_clues: u64,
}

impl RunOutcome for ClassicRecord {
    fn status(&self) -> Option<AnswerStatus> {
        self.status
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::settings::ClassicSettings;
    use super::super::variant::Method;
    use super::*;
    use crate::{RunHead, RunLines, StudyDesign as _, StudyRun};

    pub(in super::super) type RunOfClassic = StudyRun<ClassicKey, ClassicRecord>;

    /// A run that made this record.
    pub(in super::super) fn run(part: StudyPart, group: &str, number: u64, record: ClassicRecord) -> RunOfClassic {
        let head = RunHead {
            schema: ClassicSettings::RUN_SCHEMA.to_owned(),
            key: ClassicKey { part, group: group.to_owned(), number },
            jobs: 1,
            process_seconds: 0.5,
            exit: Some(0),
            message: None,
        };
        StudyRun { head, record: Some(ClassicRecord { status: Some(AnswerStatus::Done), seconds: 0.25, ..record }) }
    }

    /// A puzzle with this many clues.
    pub(in super::super) fn with_clues(n_clues: u64) -> ClassicRecord {
        let made = PuzzleMade { puzzle: ".".repeat(81), n_clues, minimal: n_clues < 26, attempt: 2 };
        ClassicRecord { made: Some(made), ..ClassicRecord::default() }
    }

    /// A puzzle of a band with this many recursions and backtracks of FC, MRV and CtN, whatever the rule.
    pub(in super::super) fn with_trials(n_clues: u64, counts: [(u64, u64); 3]) -> ClassicRecord {
        let trial = |variant: SearchVariant| {
            let i = Method::ALL.iter().position(|method| *method == variant.method).expect("a method");
            let (recursions, backtracks) = counts[i];
            TrialRecord { variant, recursions, backtracks, depth: recursions - backtracks }
        };
        ClassicRecord { trials: SearchVariant::all().into_iter().map(trial).collect(), ..with_clues(n_clues) }
    }

    #[test]
    fn a_line_is_read_as_it_was_written() {
        let removal = RemovalRecord { removed: vec!["R1C1".to_owned()], solutions: vec![1, 3] };
        let batch = BatchRecord { n_puzzles: 10, n_valid: 1, n_clues: 250 };
        let fill = FillTime { tries: 561, seconds: 0.000_004 };
        let full = with_trials(30, [(9, 4), (7, 2), (5, 0)]);
        for record in [
            ClassicRecord { fill: Some(fill), ..full },
            ClassicRecord { removal: Some(removal), ..with_clues(24) },
            ClassicRecord { batch: Some(batch), ..ClassicRecord::default() },
        ] {
            let run = run(StudyPart::Band, "easy", 7, record);
            let line = run.head.line(Some(&serde_json::to_string(&run.record).expect("JSON")));
            assert!(line.contains(r#""part":"band","group":"easy","number":7,"#), "{line}");
            let lines: RunLines<ClassicKey, ClassicRecord> =
                RunLines::read(line.as_bytes(), ClassicSettings::RUN_SCHEMA).expect("a run");
            assert_eq!(lines.runs, [run]);
        }
    }
}
