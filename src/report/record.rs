//! Records with a schema version. A field that is not known is left out; it is never null.
//!
//! Conventions: cells are 0-based and row-major, grids and puzzles are one line of text (see `sudoku::line`), counts are
//! `n_*`, and `seconds` is wall-clock time.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::base::Stop;
use crate::sudoku::Place;
use crate::unavoidable::IterationRecord;

use super::classic::{BacktrackingRecord, FillRecord, RateRecord, SquaresRecord};
use super::enumeration::EnumerationRecord;
use super::given::GivenRecord;
use super::hitting_sets::HittingSetsRecord;
use super::making::{CanonRecord, GeneratedRecord, MinimizeRecord, NeighborsRecord};
use super::proof::ProofRecord;
use super::search::SearchRecord;
use super::work::{StartRecord, Work};

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

/// The answer of one engine of several.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EngineRecord {
    /// The engine.
    pub engine: Cow<'static, str>,
    /// How it ended.
    pub status: Status,
    /// What it proved.
    #[serde(flatten)]
    pub bounds: Bounds,
    /// What it did for that.
    #[serde(flatten)]
    pub work: Work,
    /// Who answered it for the clues: `oracle`, the solver that this kind of problem has; `rows`, a search over the rows of the
    /// 0/1 model; or an ILP solver.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follower: Option<&'static str>,
    /// The sets that it started from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<StartRecord>,
    /// What a published search did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchRecord>,
    /// Its certificate, which was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofRecord>,
    /// Wall-clock seconds.
    pub seconds: f64,
}

/// The answer of `solve` for one input: `minclue-result/1`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ResultRecord {
    /// The input and how it ended.
    #[serde(flatten)]
    pub head: Head,
    /// The bounds; of several engines, the better of each.
    #[serde(flatten)]
    pub bounds: Bounds,
    /// The question, where it was not for the minimum.
    #[serde(flatten)]
    pub question: Option<Question>,
    /// The engine, or `both`.
    pub engine: Cow<'static, str>,
    /// The work, where one engine did it.
    #[serde(flatten)]
    pub work: Option<Work>,
    /// The sets that this engine started from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<StartRecord>,
    /// What a published search did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchRecord>,
    /// What another engine said of this answer, where it was asked to confirm it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cross_check: Option<EngineRecord>,
    /// The puzzle that stood for the grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<GivenRecord>,
    /// What two engines that were compared had in common, as far as it searches or decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared: Option<Vec<&'static str>>,
    /// Wall-clock seconds, the search for start sets and the solution of a puzzle included.
    pub seconds: f64,
    /// The seed of every random choice.
    pub seed: u64,
    /// The version of minclue.
    pub version: &'static str,
    /// The SHA-256 of the problem as a certificate states it, in hexadecimal, so that both can be matched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem_sha256: Option<String>,
    /// Does a certificate come with it, which was checked?
    pub certified: bool,
    /// That certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofRecord>,
    /// The answers of the single engines, where there were several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<EngineRecord>,
}

impl ResultRecord {
    /// The layout's name and version.
    pub const SCHEMA: &'static str = "minclue-result/1";
}

/// One unavoidable set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetRecord {
    /// Its cells, ascending.
    pub cells: Vec<usize>,
    /// The second grid, which differs from the grid in exactly these cells.
    pub witness: String,
}

/// What a family of unavoidable sets says of its grid.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StatsRecord {
    /// The most pairwise disjoint sets among those found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clique_number: Option<usize>,
    /// Is it proven that the grid has no more of them, sets of every size counted?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clique_exact: Option<bool>,
    /// So many pairwise disjoint sets, each with its cells ascending.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clique: Option<Vec<Vec<usize>>>,
    /// How many minimal sets of degree 2 of each size, up to 11 cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_degree_2: Option<BTreeMap<usize, usize>>,
    /// How many of these are no union of two disjoint sets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_nontrivial_degree_2: Option<BTreeMap<usize, usize>>,
    /// How many sets have so many digits.
    pub by_digits: BTreeMap<usize, usize>,
    /// How many sets touch so many bands and stacks, written `1x2`.
    pub by_boxes: BTreeMap<String, usize>,
    /// In how many sets a cell is.
    pub cells_in_sets: SpreadRecord,
}

/// The range of a number.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SpreadRecord {
    /// The least.
    pub min: usize,
    /// The mean.
    pub mean: f64,
    /// The most.
    pub max: usize,
}

/// One solve of the no-good loop.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolveRecord {
    /// The size asked for, if the form of the loop asks for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub m: Option<usize>,
    /// The size of the set found, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<usize>,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Simplex iterations, as the backend counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simplex_iterations: Option<u64>,
    /// Nodes of the branch and bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl From<&IterationRecord> for SolveRecord {
    fn from(record: &IterationRecord) -> Self {
        let IterationRecord { m, size, seconds, effort } = *record;
        let (simplex_iterations, nodes) = (effort.simplex_iterations, effort.nodes);
        Self { m, size, seconds: rounded(seconds), simplex_iterations, nodes }
    }
}

/// The answer of `sets` for one input: `minclue-sets/1`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SetsRecord {
    /// The input and how it ended.
    #[serde(flatten)]
    pub head: Head,
    /// Where the sets come from.
    pub source: &'static str,
    /// The ILP solver, if the source uses one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backend: Option<&'static str>,
    /// The regions that were searched, if the source is "region".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regions: Option<&'static str>,
    /// The form of the no-good loop, if that is the source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<&'static str>,
    /// Number of sets found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_sets: Option<usize>,
    /// How many of each size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_size: Option<BTreeMap<usize, usize>>,
    /// All minimal unavoidable sets of at most this many cells are among them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete_to: Option<usize>,
    /// What the sets say of the grid, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<StatsRecord>,
    /// How many of the sets are not minimal; known of sets from a file, all others are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_not_minimal: Option<usize>,
    /// How many sets of a file without witnesses were not minimal and were replaced by a minimal one inside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_shrunk: Option<usize>,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// The version of minclue.
    pub version: &'static str,
    /// The solves of the no-good loop, in order, those of its journal included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<Vec<SolveRecord>>,
    /// The sets, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sets: Option<Vec<SetRecord>>,
}

impl SetsRecord {
    /// The layout's name and version.
    pub const SCHEMA: &'static str = "minclue-sets/1";
}

/// How many solutions a puzzle has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Solutions {
    /// None.
    None,
    /// Exactly one: the puzzle is valid.
    One,
    /// At least two.
    Several,
}

/// Two solutions of a puzzle that has several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AmbiguityRecord {
    /// The two: grids, or of a model the values of the variables in which they differ.
    pub solutions: [String; 2],
    /// The cells in which they differ: a clue in one of these decides between them.
    pub cells: Vec<usize>,
}

/// The answer of `check` for one input: `minclue-check/1`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckRecord {
    /// The input and how it ended.
    #[serde(flatten)]
    pub head: Head,
    /// Number of clues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_clues: Option<usize>,
    /// How many solutions it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Solutions>,
    /// Their number, as far as they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_solutions: Option<u64>,
    /// Is it the number of all solutions?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_solutions_is_exact: Option<bool>,
    /// Two of several solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ambiguity: Option<AmbiguityRecord>,
    /// Cells of clues that already leave no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contradiction: Option<Vec<usize>>,
    /// Has it exactly one solution?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid: Option<bool>,
    /// Is no clue redundant? Asked of valid puzzles only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimal: Option<bool>,
    /// The cells of the clues that can each be dropped alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redundant: Option<Vec<usize>>,
    /// Does every clue agree with the grid of `--grid`?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of_grid: Option<bool>,
    /// The cells of the clues that do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differs: Option<Vec<usize>>,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// The version of minclue.
    pub version: &'static str,
}

impl CheckRecord {
    /// The layout's name and version.
    pub const SCHEMA: &'static str = "minclue-check/1";

    /// A record that knows nothing but its input yet.
    #[must_use]
    pub fn new(head: Head) -> Self {
        Self {
            head,
            n_clues: None,
            solutions: None,
            n_solutions: None,
            n_solutions_is_exact: None,
            ambiguity: None,
            contradiction: None,
            valid: None,
            minimal: None,
            redundant: None,
            of_grid: None,
            differs: None,
            seconds: 0.0,
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

/// The answer of `export` for one input: `minclue-export/1`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExportRecord {
    /// The input and how it ended.
    #[serde(flatten)]
    pub head: Head,
    /// The model.
    pub model: &'static str,
    /// The format.
    pub format: &'static str,
    /// Number of unavoidable-set inequalities in the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_sets: Option<usize>,
    /// The files written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// The version of minclue.
    pub version: &'static str,
}

impl ExportRecord {
    /// The layout's name and version.
    pub const SCHEMA: &'static str = "minclue-export/1";
}

/// The answer of any verb for one input.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Record {
    /// Of `solve`.
    Result(Box<ResultRecord>),
    /// Of `enumerate`.
    Enumeration(Box<EnumerationRecord>),
    /// Of `enumerate --hypergraph`.
    HittingSets(Box<HittingSetsRecord>),
    /// Of `sets`.
    Sets(Box<SetsRecord>),
    /// Of `check`.
    Check(Box<CheckRecord>),
    /// Of `export`.
    Export(Box<ExportRecord>),
    /// Of `canon`.
    Canon(Box<CanonRecord>),
    /// Of `minimize`.
    Minimize(Box<MinimizeRecord>),
    /// Of `neighbors`.
    Neighbors(Box<NeighborsRecord>),
    /// Of `generate`.
    Generated(Box<GeneratedRecord>),
    /// Of `rate`.
    Rate(Box<RateRecord>),
    /// Of `classic fill`.
    Fill(Box<FillRecord>),
    /// Of `classic search`.
    Backtracking(Box<BacktrackingRecord>),
    /// Of `classic squares`.
    Squares(Box<SquaresRecord>),
}

impl Record {
    /// The input and how it ended.
    #[must_use]
    pub fn head(&self) -> &Head {
        match self {
            Self::Result(r) => &r.head,
            Self::Enumeration(r) => &r.head,
            Self::HittingSets(r) => &r.head,
            Self::Sets(r) => &r.head,
            Self::Check(r) => &r.head,
            Self::Export(r) => &r.head,
            Self::Canon(r) => &r.head,
            Self::Minimize(r) => &r.head,
            Self::Neighbors(r) => &r.head,
            Self::Generated(r) => &r.head,
            Self::Rate(r) => &r.head,
            Self::Fill(r) => &r.head,
            Self::Backtracking(r) => &r.head,
            Self::Squares(r) => &r.head,
        }
    }

    /// How it ended, and how each of several engines did: one of them may have proven what stopped another.
    pub fn statuses(&self) -> impl Iterator<Item = Status> {
        let engines: &[EngineRecord] = match self {
            Self::Result(r) => &r.engines,
            Self::Enumeration(_)
            | Self::HittingSets(_)
            | Self::Sets(_)
            | Self::Check(_)
            | Self::Export(_)
            | Self::Canon(_)
            | Self::Minimize(_)
            | Self::Neighbors(_)
            | Self::Generated(_)
            | Self::Rate(_)
            | Self::Fill(_)
            | Self::Backtracking(_)
            | Self::Squares(_) => &[],
        };
        std::iter::once(self.head().status).chain(engines.iter().map(|e| e.status))
    }
}

/// A time in seconds, to the microsecond: more digits would only pretend.
#[must_use]
pub fn seconds(time: Duration) -> f64 {
    rounded(time.as_secs_f64())
}

/// Seconds to the microsecond.
pub(super) fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_omits_what_is_not_known() {
        let error = ErrorRecord::at(&Place { line: 3, column: 5, width: 1, text: String::new() }, "x".into());
        let record = ResultRecord {
            head: Head::unanswered(ResultRecord::SCHEMA, None, Status::InvalidInput, error),
            bounds: Bounds::default(),
            question: None,
            engine: Cow::Borrowed("native"),
            search: None,
            work: None,
            start: None,
            cross_check: None,
            given: None,
            shared: None,
            seconds: 0.0,
            seed: 1,
            version: "0",
            problem_sha256: None,
            certified: false,
            proof: None,
            engines: Vec::new(),
        };
        assert_eq!(
            serde_json::to_string(&record).expect("json"),
            r#"{"schema":"minclue-result/1","status":"invalid_input","error":{"line":3,"column":5,"message":"x"},"engine":"native","seconds":0.0,"seed":1,"version":"0","certified":false}"#
        );
    }

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
