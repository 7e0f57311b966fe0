//! What records have in common: the input, how it ended, and what is known of the number of clues.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::base::{Stop, microseconds};
use crate::sudoku::Place;

/// How the question about one input ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Answered: the bounds meet. For the other verbs: everything that was asked for was done.
    Optimal,
    /// The bounds do not meet, and say what was asked: whether a puzzle has at most so many clues (`solve`).
    Decided,
    /// As many sets as were wanted, and there may be more (`sets`).
    Feasible,
    /// The time limit came first.
    TimeLimit,
    /// The node limit came first.
    NodeLimit,
    /// The memory limit came first.
    MemoryLimit,
    /// A signal came first.
    Interrupted,
    /// Not a grid, not a puzzle, or a puzzle that does not stand for one grid.
    InvalidInput,
    /// Two engines contradict each other: a defect of this program.
    Mismatch,
    /// This program or a tool that it uses failed.
    Failed,
}

impl From<Stop> for Status {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Time => Self::TimeLimit,
            Stop::Nodes => Self::NodeLimit,
            Stop::Memory => Self::MemoryLimit,
            Stop::Interrupted => Self::Interrupted,
            Stop::NoAnswer => Self::Failed,
        }
    }
}

/// What every record begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Head {
    /// Name and version of the record's layout.
    pub schema: &'static str,
    /// The name that stood before the grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grid: Option<String>,
    /// The puzzle that was given where it was no grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// The box shape, rows x columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// What stands in place of a grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<ProblemRecord>,
    /// How it ended.
    pub status: Status,
    /// What was wrong with the input, or what failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorRecord>,
}

impl Head {
    /// The head of an input that was not answered.
    #[must_use]
    pub fn unanswered(schema: &'static str, id: Option<String>, status: Status, error: ErrorRecord) -> Self {
        Self { schema, id, grid: None, input: None, shape: None, problem: None, status, error: Some(error) }
    }
}

/// A 0/1 model and what can be a clue, where the input is no grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProblemRecord {
    /// The puzzle, or `model` of a model from a file.
    pub kind: &'static str,
    /// Number of variables.
    pub n_variables: usize,
    /// Number of rows.
    pub n_rows: usize,
    /// What each cell says as a clue: cell i of the record is the i-th of these.
    pub cells: Vec<String>,
}

/// What was wrong, and with what place of the input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ErrorRecord {
    /// Line of the input, from 1. What is wrong with a whole file, or with none, has no place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Character of the line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// What is wrong.
    pub message: String,
}

impl ErrorRecord {
    /// Something that has no place.
    #[must_use]
    pub fn new(message: String) -> Self {
        Self { line: None, column: None, message }
    }

    /// Something at a place, or with what stands there.
    #[must_use]
    pub fn at(place: &Place, message: String) -> Self {
        Self { line: Some(place.line), column: Some(place.column), message }
    }
}

/// The bounds on the number of clues.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Bounds {
    /// Proven: no fewer clues will do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<usize>,
    /// The number of clues of the best puzzle known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper_bound: Option<usize>,
    /// The minimum; only where the bounds meet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum: Option<usize>,
    /// The best puzzle known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// Its clues by name, where the input is no grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clues: Option<Vec<String>>,
}

impl Bounds {
    /// The bounds, and the minimum where they meet.
    #[must_use]
    pub fn new(lower: usize, best: Option<(usize, String)>) -> Self {
        let (upper_bound, puzzle) = best.unzip();
        let minimum = upper_bound.filter(|upper| *upper == lower);
        Self { lower_bound: Some(lower), upper_bound, minimum, puzzle, clues: None }
    }
}

/// A question about the minimum that its bounds may answer before they meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Has a puzzle at most so many clues?
    AtMost(usize),
    /// Has every puzzle at least so many clues?
    AtLeast(usize),
}

impl Question {
    /// The number of clues that the question is about: has a puzzle at most so many?
    #[must_use]
    pub fn at_most(self) -> usize {
        match self {
            Self::AtMost(k) => k,
            Self::AtLeast(k) => k.saturating_sub(1),
        }
    }

    /// Yes or no, if the bounds say it.
    #[must_use]
    pub fn answer(self, bounds: &Bounds) -> Option<bool> {
        let k = self.at_most();
        let has = if bounds.upper_bound.is_some_and(|upper| upper <= k) {
            true
        } else if bounds.lower_bound.is_some_and(|lower| lower > k) {
            false
        } else {
            return None;
        };
        Some(has == matches!(self, Self::AtMost(_)))
    }
}

/// A time in seconds, to the microsecond.
#[must_use]
pub fn seconds(time: Duration) -> f64 {
    microseconds(time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_place_has_no_line() {
        let json = serde_json::to_string(&ErrorRecord::new("the disk is full".into())).expect("json");
        assert_eq!(json, r#"{"message":"the disk is full"}"#);
    }

    #[test]
    fn a_question_is_answered_by_the_bound_that_says_it() {
        let bounds = |lower, upper| Bounds::new(lower, Some((upper, "p".into())));
        for (lower, upper, at_most, at_least) in
            [(3, 5, None, None), (3, 4, Some(true), Some(false)), (5, 6, Some(false), Some(true))]
        {
            assert_eq!(Question::AtMost(4).answer(&bounds(lower, upper)), at_most);
            assert_eq!(Question::AtLeast(5).answer(&bounds(lower, upper)), at_least);
        }
        assert_eq!(Question::AtMost(0).answer(&Bounds::default()), None);
    }

    #[test]
    fn a_minimum_needs_bounds_that_meet() {
        assert_eq!(Bounds::new(4, Some((4, "p".into()))).minimum, Some(4));
        assert_eq!(Bounds::new(3, Some((4, "p".into()))).minimum, None);
        assert_eq!(Bounds::new(3, None), Bounds { lower_bound: Some(3), ..Bounds::default() });
    }
}
