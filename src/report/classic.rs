//! The records of `classic` and `rate`: what the teaching solvers did.

use std::collections::BTreeMap;

use serde::Serialize;

use super::record::{Head, Solutions};

/// The answer of `classic fill` for one input: `minclue-fill/1`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FillRecord {
    /// The input and how it ended.
    #[serde(flatten)]
    pub head: Head,
    /// Number of clues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_clues: Option<usize>,
    /// In which order each cell tries its values: `ascending` or `random`.
    pub order: &'static str,
    /// The seed of a random order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Values written and cells emptied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tries: Option<u64>,
    /// Cells emptied, since all their values failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_exhausted: Option<u64>,
    /// Solutions found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_solutions: Option<u64>,
    /// Was every way tried, so that there is no other solution?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    /// The first solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// Were the solutions written before this record?
    #[serde(skip)]
    pub is_listed: bool,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// The version of minclue.
    pub version: &'static str,
    /// All solutions found, where they were asked for and have no records of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<String>>,
}

impl FillRecord {
    /// The layout's name and version.
    pub const SCHEMA: &'static str = "minclue-fill/1";
}

/// What one strategy did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StrategyRecord {
    /// `fc`, `mrv` or `ctn`.
    pub strategy: &'static str,
    /// When it ended: `solved`, `neutralised` or `ratio`.
    pub stop: &'static str,
    /// Assignments tried, or calls, as was asked.
    pub recursions: u64,
    /// Assignments undone.
    pub backtracks: u64,
    /// Assignments that led to the solution.
    pub depth: usize,
    /// Was a solution found? Not known if a limit came first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved: Option<bool>,
    /// Wall-clock seconds.
    pub seconds: f64,
}

/// The answer of `classic search` for one input: `minclue-backtracking/1`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BacktrackingRecord {
    /// The input and how it ended.
    #[serde(flatten)]
    pub head: Head,
    /// Number of clues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_clues: Option<usize>,
    /// Which of equal squares comes first: `first` or `random`.
    pub ties: &'static str,
    /// The seed of random ties.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// What counts as a recursion: `assignments` or `calls`.
    pub count: &'static str,
    /// The strategies, in the order asked for.
    pub strategies: Vec<StrategyRecord>,
    /// The solution of the first strategy that found one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// The version of minclue.
    pub version: &'static str,
}

impl BacktrackingRecord {
    /// The layout's name and version.
    pub const SCHEMA: &'static str = "minclue-backtracking/1";
}

/// One blank square.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SquareRecord {
    /// Its number, from 0.
    pub cell: usize,
    /// The values that its peers leave to it.
    pub candidates: Vec<usize>,
    /// Has it one candidate, which is none of its blank peers?
    pub neutralised: bool,
    /// Its contribution number, negative where it has more candidates than the best squares.
    pub ctn: f64,
}

/// The answer of `classic squares` for one input: `minclue-squares/1`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SquaresRecord {
    /// The input and how it ended.
    #[serde(flatten)]
    pub head: Head,
    /// Blank squares (TBS).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_blank: Option<usize>,
    /// Candidates of all blank squares (TRC).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_candidates: Option<usize>,
    /// The neutralisation number, TBS / TRC; unknown of a puzzle without blanks or candidates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ntn: Option<f64>,
    /// Are all blank squares neutralised?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub neutralised: Option<bool>,
    /// The blank squares, ascending.
    pub squares: Vec<SquareRecord>,
    /// The version of minclue.
    pub version: &'static str,
}

impl SquaresRecord {
    /// The layout's name and version.
    pub const SCHEMA: &'static str = "minclue-squares/1";
}

/// The answer of `rate` for one input: `minclue-rate/1`. A count that a limit cut short is left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RateRecord {
    /// The input and how it ended.
    #[serde(flatten)]
    pub head: Head,
    /// Number of clues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_clues: Option<usize>,
    /// How many solutions it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Solutions>,
    /// Is no clue redundant? Asked of valid puzzles only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimal: Option<bool>,
    /// Tries of the brute-force fill up to its first solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tries: Option<u64>,
    /// Recursions of forward checking, row by row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fc: Option<u64>,
    /// Recursions with the fewest candidates first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mrv: Option<u64>,
    /// Recursions with the largest contribution number first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ctn: Option<u64>,
    /// The neutralisation number: blank squares by candidates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ntn: Option<f64>,
    /// What the counts had reached when a limit came, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub at_least: BTreeMap<&'static str, u64>,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// The version of minclue.
    pub version: &'static str,
}

impl RateRecord {
    /// The layout's name and version.
    pub const SCHEMA: &'static str = "minclue-rate/1";
}
