//! Errors in AUX and KI files, with their places.

use crate::base::Stop;

use super::super::decimal::MAX_PLACES;
use super::super::text::{TextError, TextPlace, TextReason};
use super::LARGEST_SUM;

/// The reason why an AUX or a KI file does not define a bilevel program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BilevelFileError {
    /// The file cannot be read; the text is the error.
    #[error("the file cannot be read: {0}")]
    Unreadable(String),
    /// A limit was reached before the end of the file.
    #[error("a limit was reached while reading the file")]
    Stopped(Stop),
    /// A word is invalid.
    #[error("{place}: {reason}")]
    Place { place: Box<TextPlace>, reason: BilevelReason },
    /// Several lines contradict each other; `line` is the deciding one, from 1.
    #[error("line {line}: {reason}")]
    Line { line: usize, reason: BilevelReason },
}

impl From<TextError> for BilevelFileError {
    fn from(error: TextError) -> Self {
        match error {
            TextError::Stopped(stop) => Self::Stopped(stop),
            TextError::Unreadable(why) => Self::Unreadable(why),
            TextError::Line { place, reason } => Self::Place { place, reason: BilevelReason::Text(reason) },
        }
    }
}

/// The reason of an error in an AUX or a KI file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BilevelReason {
    /// The line is not text.
    #[error(transparent)]
    Text(#[from] TextReason),
    /// A word is not a key, where a key is required.
    #[error("`{0}` is not a key of an AUX file; comments begin with #")]
    Key(String),
    /// A key belongs to the other dialect.
    #[error("`{0}` belongs to the other dialect of AUX files: keys with @ are for names, the others for numbers")]
    Dialect(String),
    /// A key occurs twice.
    #[error("`{0}` occurs twice")]
    Twice(&'static str),
    /// A list comes before its count.
    #[error("`{key}` comes before `{count}`, which gives their number")]
    BeforeCount {
        key: &'static str,
        /// The key of the count.
        count: &'static str,
    },
    /// A required key is missing.
    #[error("`{0}` is missing")]
    Missing(&'static str),
    /// The length of a list differs from its count.
    #[error("`{count}` is {told}, but there are {found} of `{key}`: is a part of the file missing?")]
    Count {
        /// The key of the count.
        count: &'static str,
        told: usize,
        /// The key of the list.
        key: &'static str,
        found: usize,
    },
    /// The file ends inside a list.
    #[error("the file ends where {0} is expected: is a part of it missing?")]
    Ended(&'static str),
    /// A word is not a count or an index.
    #[error("`{0}` is not a nonnegative integer")]
    Natural(String),
    #[error(
        "`{0}` is not an integer of at most 64 bits; multiply all numbers of the row or objective by a power of ten"
    )]
    Integer(String),
    /// A number is not exactly representable.
    #[error("`{0}` is not a number of at most 64 bits with at most {MAX_PLACES} decimals")]
    Decimal(String),
    #[error("`{0}` is not a sense: use 1 or MIN if the follower minimizes, and -1 or MAX if it maximizes")]
    Sense(String),
    /// The follower has no variables or no rows.
    #[error("the follower has no {0}, so there is no second level")]
    NoFollower(&'static str),
    /// The model does not have a column with this number.
    #[error("column {number} is not in the model, which has {n}, counted from 0")]
    ColumnRange {
        number: usize,
        /// The number of columns of the model.
        n: usize,
    },
    /// The model does not have a row with this number.
    #[error("row {number} is not in the model, which has {n} besides the objective, counted from 0")]
    RowRange {
        number: usize,
        /// The number of rows of the model.
        n: usize,
    },
    /// The model does not have a column with this name.
    #[error("the model has no column `{0}`")]
    NoColumn(String),
    /// The model does not have a row with this name.
    #[error("the model has no row `{0}`")]
    NoRow(String),
    /// A column or row occurs twice in a list.
    #[error("`{0}` occurs twice")]
    NamedTwice(String),
    /// An interdiction file has only one of its two keys.
    #[error("`{0}` is missing: IC and IB go together, as the leader's prices and budget of the interdiction dialect")]
    HalfInterdiction(&'static str),
    /// An interdiction file whose `LC` does not fit its dialect.
    #[error(
        "column {number} is out of place: with IC and IB the model file is the follower alone, and LC names columns {n} to {last}"
    )]
    InterdictionColumn {
        number: usize,
        /// The number of columns of the model.
        n: usize,
        /// The largest allowed number.
        last: usize,
    },
    /// An interdiction file whose `LR` does not fit its dialect.
    #[error(
        "row {number} is out of place: with IC and IB row 0 is the budget, and LR names rows 1 to {last}, those of the file and one for each item"
    )]
    InterdictionRow {
        number: usize,
        /// The largest allowed number.
        last: usize,
    },
    /// An interdiction file whose counts do not fit its dialect.
    #[error("`{key}` is {found}, but with IC and IB it must be {wanted}: {why}")]
    InterdictionCount { key: &'static str, found: usize, wanted: usize, why: &'static str },
    /// The follower's objective of an interdiction file, which is in both files, differs between them.
    #[error(
        "LO is {aux} for column `{column}`, but the objective of the model has {model}: in the interdiction dialect they must be equal"
    )]
    InterdictionObjective {
        column: String,
        /// The coefficient in the AUX file.
        aux: i64,
        /// The coefficient in the model.
        model: i64,
    },
    /// A price, or a weight of a KI file, is negative.
    #[error("{0} is negative")]
    Negative(i64),
    /// A KI file continues after its last number.
    #[error("`{0}` comes after the last number: a .ki file has n, two capacities, and three lists of n numbers")]
    Surplus(String),
    /// A number is too large for exact sums.
    #[error(
        "{0} is too large: the numbers of a row or an objective may add up to {LARGEST_SUM}, so that all sums are exact"
    )]
    LargeNumber(i64),
    /// The follower's objective is too large for exact sums.
    #[error(
        "the follower's objective may come to more than {LARGEST_SUM}, so sums would not be exact; use smaller numbers or bounds"
    )]
    LargeObjective,
    /// The sum of the numbers does not fit.
    #[error("the numbers do not fit into 64 bits together")]
    TooLarge,
}
