//! The status of an answer, and the bounds on the number of clues.

use std::time::Duration;

use minclue_core::base::{Stop, microseconds};

/// The status of the answer to one input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum AnswerStatus {
    /// The bounds meet (`solve`, `puzzle`).
    Optimal,
    /// The bounds do not meet, but decide the question whether a puzzle has at most this many clues (`solve`,
    /// `puzzle`).
    Decided,
    /// The subcommand completed all requested work (subcommands other than `solve` and `puzzle`).
    Done,
    /// The number of sets or puzzles set by an option such as `--max-sets` was reached; there may be more. Older
    /// records of this project have `feasible`.
    #[cfg_attr(feature = "serde", serde(alias = "feasible"))]
    MaxReached,
    /// The time limit was reached.
    TimeLimit,
    /// The node limit was reached.
    NodeLimit,
    /// The memory limit was reached.
    MemoryLimit,
    /// A signal interrupted the run.
    Interrupted,
    /// The input is not a grid or a puzzle, or is a puzzle without exactly one solution.
    InvalidInput,
    /// Two engines contradict each other: a defect of this program.
    Mismatch,
    /// This program failed, or a tool that it uses.
    #[default]
    Failed,
}

impl AnswerStatus {
    /// Returns whether the question is answered, whether or not the bounds meet.
    #[must_use]
    pub fn is_answered(self) -> bool {
        matches!(self, Self::Optimal | Self::Decided)
    }

    /// Returns whether all requested work was done. Older records of all subcommands have `optimal` for this.
    #[must_use]
    pub fn is_done(self) -> bool {
        matches!(self, Self::Optimal | Self::Done)
    }
}

impl From<Stop> for AnswerStatus {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Time => Self::TimeLimit,
            Stop::Nodes => Self::NodeLimit,
            Stop::Memory => Self::MemoryLimit,
            Stop::Interrupted => Self::Interrupted,
            Stop::OracleFailed => Self::Failed,
        }
    }
}

/// The bounds on the number of clues.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bounds {
    /// The proven lower bound: no puzzle has fewer clues.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub lower_bound: Option<usize>,
    /// The number of clues of the best puzzle found.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub upper_bound: Option<usize>,
    /// The minimum, if the bounds meet.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub minimum: Option<usize>,
    /// The best puzzle found.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub puzzle: Option<String>,
    /// The names of its clues, if the input is not a grid.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub clues: Option<Vec<String>>,
}

impl Bounds {
    /// Creates the bounds, with the minimum if they meet.
    #[must_use]
    pub fn new(lower: usize, best: Option<(usize, String)>) -> Self {
        let (upper_bound, puzzle) = best.unzip();
        let minimum = upper_bound.filter(|upper| *upper == lower);
        Self { lower_bound: Some(lower), upper_bound, minimum, puzzle, clues: None }
    }
}

/// A question about the minimum that the bounds may answer before they meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum BoundQuestion {
    /// Whether a puzzle has at most this many clues.
    AtMost(usize),
    /// Whether every puzzle has at least this many clues.
    AtLeast(usize),
}

impl BoundQuestion {
    /// The number `n` for which the question is whether a puzzle with at most `n` clues exists.
    #[must_use]
    pub fn at_most(self) -> usize {
        match self {
            Self::AtMost(k) => k,
            Self::AtLeast(k) => k.saturating_sub(1),
        }
    }

    /// Returns the answer, if the bounds decide it.
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

/// Returns a duration in seconds, rounded to microseconds.
#[must_use]
pub fn seconds(time: Duration) -> f64 {
    microseconds(time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_answered_by_the_bound_that_says_it() {
        let bounds = |lower, upper| Bounds::new(lower, Some((upper, "p".into())));
        for (lower, upper, at_most, at_least) in
            [(3, 5, None, None), (3, 4, Some(true), Some(false)), (5, 6, Some(false), Some(true))]
        {
            assert_eq!(BoundQuestion::AtMost(4).answer(&bounds(lower, upper)), at_most);
            assert_eq!(BoundQuestion::AtLeast(5).answer(&bounds(lower, upper)), at_least);
        }
        assert_eq!(BoundQuestion::AtMost(0).answer(&Bounds::default()), None);
    }

    #[test]
    fn a_minimum_needs_bounds_that_meet() {
        assert_eq!(Bounds::new(4, Some((4, "p".into()))).minimum, Some(4));
        assert_eq!(Bounds::new(3, Some((4, "p".into()))).minimum, None);
        assert_eq!(Bounds::new(3, None), Bounds { lower_bound: Some(3), ..Bounds::default() });
    }
}
