//! The runs of the study, each of one puzzle or of a batch of them: which there are, and what is kept of each.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::super::run::RunOutcome;
use super::variant::SearchVariant;
use minclue_solver::AnswerStatus;

/// What a puzzle is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StudyPart {
    /// A band of abuluaih-2015.
    Band,
    /// A difficulty group of maniccam-2013, Fig. 3.
    Tries,
    /// Solutions as clues are removed (maniccam-2013, section 6).
    Removal,
    /// How often a puzzle made by density is valid (maniccam-2013, section 7).
    Density,
}

/// Which run of a study.
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

/// What was made and measured.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClassicRecord {
    /// How it ended: the node limit stands for no puzzle in all attempts.
    pub status: Option<AnswerStatus>,
    /// The command that makes the puzzle, or those of the batch, again.
    pub recipe: String,
    /// Wall-clock seconds of making it, or all of the batch.
    pub seconds: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<PuzzleMade>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fill: Option<FillTime>,
    /// Searches, for a band.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trials: Vec<TrialRecord>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removal: Option<RemovalRecord>,
    /// Puzzles of a density.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batch: Option<BatchRecord>,
}

/// A puzzle that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PuzzleMade {
    pub puzzle: String,
    pub n_clues: u64,
    /// Is no clue redundant?
    pub minimal: bool,
    /// The attempt that it took, from 1.
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

/// Solutions of a puzzle as its clues are removed one by one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemovalRecord {
    /// The cells whose clues were removed, in this order.
    pub removed: Vec<String>,
    /// The number of solutions, first of the puzzle itself; of the last one the most that are counted, if there are
    /// more.
    pub solutions: Vec<u64>,
}

/// Puzzles of a density, of which nothing was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchRecord {
    pub n_puzzles: u64,
    /// Those with one solution.
    pub n_valid: u64,
    /// The clues of all of them.
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
