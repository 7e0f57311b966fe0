//! Records about certificates.

pub use minclue_solver::{Level, ProofRecord};

use super::head::{AnswerStatus, Bounds};
use super::record::{Columns, record};

record! {
    /// The verdict of `verify` on one certificate: `minclue-verdict/1`.
    pub struct VerdictRecord;
    /// Name and version of the record's layout.
    pub schema: &'static str,
    /// The file.
    pub file: String,
    /// `done`, or `failed` if it was refused or cannot be read, or what ended the check before that was known.
    pub status: AnswerStatus,
    /// Whether it was accepted.
    pub verified: bool,
    /// The bounds that are proven.
    #[serde(flatten)]
    pub bounds: Bounds,
    /// The value of a bilevel program is at least this, if the certificate proves that; divide by `scale`.
    pub value_at_least: Option<i64>,
    /// The upper bound of the value, times `scale`.
    pub value_at_most: Option<i64>,
    /// The divisor of the values, a power of ten; omitted if it is 1.
    pub scale: Option<u64>,
    /// `true` if no choice of the leader of a bilevel program is allowed; otherwise omitted.
    pub is_infeasible: Option<bool>,
    /// The choice of the leader that reaches the value; for `bilevel`, its values that are not 0, such as `x1=3`.
    pub leader: Option<Vec<String>>,
    /// The answer of the follower, for `bilevel`: its values that are not 0.
    pub follower: Option<Vec<String>>,
    /// The name of a bilevel program, in its certificate.
    pub program: Option<String>,
    /// Which of its best answers the follower takes: `optimistic` or `pessimistic`.
    pub reading: Option<&'static str>,
    /// How a choice without an answer counts: `forbidden` or `prevented`.
    pub no_answer: Option<&'static str>,
    /// All puzzles with at most this many clues from which no clue can be taken are listed, if it is a list.
    pub all_up_to: Option<usize>,
    /// The number of these.
    pub n_puzzles: Option<usize>,
    /// The puzzles, those with the fewest clues first.
    pub puzzles: Option<Vec<String>>,
    /// The kind of problem that it is about: `sudoku`, `exact_cover`, `model` or `bilevel`; none if it was refused.
    pub kind: Option<&'static str>,
    /// Cells of the target.
    pub n_cells: Option<usize>,
    /// Variables of a linear model or a bilevel program, or options of an exact cover problem.
    pub n_vars: Option<usize>,
    /// Rows of a linear model or a bilevel program, or items of an exact cover problem.
    pub n_rows: Option<usize>,
    /// The grid that it is about.
    pub grid: Option<String>,
    /// The box shape, rows x columns.
    pub shape: Option<String>,
    /// The problem that was given and that it is about.
    pub input: Option<String>,
    /// The SHA-256 of the problem that it is about, in hexadecimal.
    pub problem_sha256: Option<String>,
    /// Bytes of the stream that state this problem.
    pub n_problem_bytes: Option<u64>,
    /// The SHA-256 of the file, in hexadecimal.
    pub sha256: Option<String>,
    /// Bytes before compression.
    pub n_bytes: Option<u64>,
    /// Nodes of the tree and of the proofs of lemmas.
    pub n_nodes: Option<u64>,
    /// Steps of these nodes.
    pub n_steps: Option<u64>,
    /// Nodes of the searches that the certificate leaves to its checker.
    pub n_searched: Option<u64>,
    /// The work of the check that the size of the file bounds.
    pub n_looks: Option<u64>,
    /// Unavoidable sets with witnesses.
    pub n_sets: Option<u64>,
    /// Rules of a bilevel program.
    pub n_rules: Option<u64>,
    /// Why it was not accepted, and where.
    pub error: Option<String>,
    seconds, version,
}

impl VerdictRecord {
    /// The layout's name and version.
    pub const SCHEMA: &'static str = "minclue-verdict/1";
    pub const COLUMNS: Columns = Columns {
        names: "file status verified lower_bound upper_bound minimum all_up_to n_puzzles kind n_cells n_vars n_rows grid shape puzzle input \
                problem_sha256 sha256 n_bytes n_nodes n_steps n_sets error seconds",
        shown: "file: file, verified: verified, lower_bound: at least, upper_bound: at most, kind: kind, n_nodes: nodes, seconds: seconds, error: error",
        rows: None,
    };

    /// Of a file that nothing is known about yet, by this version of minclue.
    #[must_use]
    pub fn unverified(file: String, version: &'static str) -> Self {
        Self { schema: Self::SCHEMA, file, version, ..Self::default() }
    }
}
