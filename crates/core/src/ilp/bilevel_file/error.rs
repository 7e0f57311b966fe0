//! Why an AUX or a KI file cannot be read, and with what place of it.

use crate::base::Stop;

use super::super::decimal::MAX_PLACES;
use super::super::text::{TextError, TextPlace, TextReason};
use super::LARGEST_SUM;

/// Why an AUX or a KI file says no bilevel program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BilevelFileError {
    /// The file cannot be read; the text says why.
    #[error("the file cannot be read: {0}")]
    Unreadable(String),
    /// A limit was reached before its end.
    #[error("a limit ended the reading of the file")]
    Stopped(Stop),
    /// A word cannot stand.
    #[error("{place}: {reason}")]
    Place { place: Box<TextPlace>, reason: BilevelReason },
    /// What several lines say together cannot stand; `line` is the one that decides, from 1.
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

/// What is wrong in an AUX or a KI file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BilevelReason {
    /// The line is not text.
    #[error(transparent)]
    Text(#[from] TextReason),
    /// A word that is not a key where one must be.
    #[error("`{0}` is not a key of an AUX file; comments begin with #")]
    Key(String),
    /// A key of the other dialect.
    #[error("`{0}` belongs to the other dialect of AUX files: keys with @ go with names, the others with numbers")]
    Dialect(String),
    /// A key that stands once.
    #[error("`{0}` stands a second time")]
    Twice(&'static str),
    /// A list before its count.
    #[error("`{key}` is before `{count}`, which says how many there are")]
    BeforeCount {
        key: &'static str,
        /// The key of the count.
        count: &'static str,
    },
    /// A key that must be there.
    #[error("`{0}` is missing")]
    Missing(&'static str),
    /// A list of another length than its count says.
    #[error("`{count}` says {told}, and there are {found} of `{key}`: is a part of the file missing?")]
    Count {
        /// The key of the count.
        count: &'static str,
        told: usize,
        /// The key of the list.
        key: &'static str,
        found: usize,
    },
    /// The file ends within a list.
    #[error("the file ends where {0} should stand: is a part of it missing?")]
    Ended(&'static str),
    /// Not a count or an index.
    #[error("`{0}` is not a number from 0")]
    Natural(String),
    #[error(
        "`{0}` is not an integer of at most 64 bits; multiply all numbers of the row or objective by a power of ten"
    )]
    Integer(String),
    /// Not a number that is exact here.
    #[error("`{0}` is not a number of at most 64 bits with at most {MAX_PLACES} decimals")]
    Decimal(String),
    #[error("`{0}` is not a sense: it is 1 or MIN where the follower minimizes, and -1 or MAX where it maximizes")]
    Sense(String),
    /// A follower without variables or rows.
    #[error("the follower has no {0}, so there is no second level")]
    NoFollower(&'static str),
    /// A column that the model has not.
    #[error("column {number} is not in the model, which has {n}, counted from 0")]
    ColumnRange {
        number: usize,
        /// Columns of the model.
        n: usize,
    },
    /// A row that the model has not.
    #[error("row {number} is not in the model, which has {n} beside the objective, counted from 0")]
    RowRange {
        number: usize,
        /// Rows of the model.
        n: usize,
    },
    /// A column that the model has not.
    #[error("the model has no column `{0}`")]
    NoColumn(String),
    /// A row that the model has not.
    #[error("the model has no row `{0}`")]
    NoRow(String),
    /// A column or row that stands twice in a list.
    #[error("`{0}` is named a second time")]
    NamedTwice(String),
    /// Only one of the two keys of an interdiction file.
    #[error("`{0}` is missing: IC and IB go together, as the leader's prices and budget of the interdiction dialect")]
    HalfInterdiction(&'static str),
    /// An interdiction file whose `LC` are not those of its dialect.
    #[error(
        "column {number} is out of place: with IC and IB the model file is the follower alone, and LC names columns {n} to {last}"
    )]
    InterdictionColumn {
        number: usize,
        /// Columns of the model.
        n: usize,
        /// The last number that may stand.
        last: usize,
    },
    /// The same of its `LR`.
    #[error(
        "row {number} is out of place: with IC and IB row 0 is the budget, and LR names rows 1 to {last}, those of the file and one for each item"
    )]
    InterdictionRow {
        number: usize,
        /// The last number that may stand.
        last: usize,
    },
    /// An interdiction file that does not count as its dialect does.
    #[error("`{key}` says {found}, and with IC and IB it is {wanted}: {why}")]
    InterdictionCount {
        key: &'static str,
        found: usize,
        /// What it should say.
        wanted: usize,
        why: &'static str,
    },
    /// The follower's objective of an interdiction file, which stands in both files, differs.
    #[error(
        "LO says {aux} for column `{column}`, and the objective of the model {model}: in the interdiction dialect they are the same"
    )]
    InterdictionObjective {
        column: String,
        /// What the AUX file says.
        aux: i64,
        /// What the model says.
        model: i64,
    },
    /// A negative price, or a negative weight of a KI file.
    #[error("{0} is negative")]
    Negative(i64),
    /// Numbers after the last one of a KI file.
    #[error("`{0}` comes after the last number: a .ki file has n, two capacities, and three lists of n numbers")]
    Surplus(String),
    /// A number that leaves no room for exact sums.
    #[error(
        "{0} is too large: the numbers of a row or an objective may add up to {LARGEST_SUM}, so that all sums are exact"
    )]
    LargeNumber(i64),
    /// A follower's objective that leaves no room for exact sums.
    #[error(
        "the follower's objective may come to more than {LARGEST_SUM}, so that sums would not be exact; smaller numbers or bounds are needed"
    )]
    LargeObjective,
    /// Numbers whose sum does not fit.
    #[error("the numbers do not fit into 64 bits together")]
    TooLarge,
}
