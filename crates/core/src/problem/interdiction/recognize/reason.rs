//! Reasons why a bilevel program is not of a supported kind.

use crate::ilp::LARGEST_SUM;

/// The reason why a bilevel program is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassError {
    /// The line of the model file that shows it; 0 if no single line does.
    pub line: usize,
    pub reason: ClassReason,
}

impl ClassError {
    pub(super) fn at(line: usize, reason: ClassReason) -> Self {
        Self { line, reason }
    }
}

impl std::fmt::Display for ClassError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => self.reason.fmt(f),
            line => write!(f, "line {line}: {}", self.reason),
        }
    }
}

impl std::error::Error for ClassError {}

/// The rule that a bilevel program breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClassReason {
    /// All variables belong to the follower.
    #[error("the leader has no variables")]
    NoLeader,
    /// The leader's objective is empty.
    #[error("the leader has no objective")]
    NoObjective,
    /// The follower's objective is empty.
    #[error("the follower has no objective, so all of its answers are equally good")]
    NoFollowerObjective,
    /// A variable of the leader makes a row of the follower easier to satisfy.
    #[error(
        "row `{row}`: the leader helps the follower by taking `{variable}`; only programs in which the leader can only hinder are supported"
    )]
    Helps { row: String, variable: String },
    /// An equation of the follower has a variable of the leader.
    #[error(
        "row `{row}` is an equation of the follower with the leader's `{variable}`: taking it can both tighten and relax the row"
    )]
    LinkedEquality { row: String, variable: String },
    /// The leader's objective has variables of both players.
    #[error(
        "the leader's objective has variables of both levels; it must be either the leader's cost or the follower's objective"
    )]
    MixedObjective,
    /// The leader's objective is not a multiple of the follower's.
    #[error(
        "the leader's objective is not a multiple of the follower's at `{0}`: the value would depend on the follower's choice among its best answers"
    )]
    NotProportional(String),
    /// Both players have the same goal for a variable.
    #[error(
        "leader and follower have the same goal for `{0}`; only problems in which the two players oppose each other are supported"
    )]
    SameSide(String),
    /// A row of the leader has variables of the follower.
    #[error(
        "row `{row}` is the leader's and has the follower's `{variable}`: only one such row is supported, and only if the leader minimizes its cost"
    )]
    Coupling {
        row: String,
        /// One of these variables.
        variable: String,
    },
    /// A blocker problem has no limit on the follower.
    #[error("the leader minimizes its cost, but none of its rows limits the follower")]
    NoCoupling,
    /// A number is too large for exact sums.
    #[error(
        "the number {number} is too large ({place}): the numbers of a row or an objective may add up to {LARGEST_SUM}, so that all sums \
         are exact"
    )]
    LargeNumber { number: i64, place: String },
    /// The fixed variables exceed the budget.
    #[error("row `{0}`: the variables that the leader must take already cost more than that")]
    NoBudgetLeft(String),
    /// A variable is fixed to a value that it cannot have.
    #[error("row `{0}` leaves the leader's variable no value")]
    NoValue(String),
    #[error("the leader is paid for taking `{0}`; prices are not negative")]
    NegativePrice(String),
}
