//! Checks certificates in the format `minclue-cert/1`: proofs of the minimum number of clues of a Sudoku grid, or of
//! any exact cover problem or linear 0/1 model with a given solution, and of lists of its puzzles. It also checks
//! certificates in the format `minclue-bilevel-cert/1`: proofs of the value of a bilevel integer program.
//!
//! This package shares no code with the program that writes the certificates, and solves no linear programs: it reads
//! rows of 0/1 variables, searches in them, and adds integers. An accepted certificate proves a fact about
//! [`Verdict::problem`]. The caller has to compare that with the intended problem, directly or by
//! [`Verdict::problem_sha256`].
#![forbid(unsafe_code)]
#![warn(missing_docs)]

// Certificates for tests are made by what tests outside of the crate have too.
#[cfg(test)]
extern crate self as minclue_verifier;

mod bilevel;
mod bits;
mod claim;
mod either;
mod frames;
mod groups;
mod listener;
mod model;
mod problem;
mod search;
mod stream;
mod tree;
mod unique;
mod work;

use std::fmt;
use std::io::{self, Read};

use claim::Claim;
use frames::Frames;
use listener::Ears;
use model::Model;
use problem::MAX_CELLS;
use stream::Stream;
use tree::{Prover, Row};
use work::Meter;

pub use bilevel::{
    BilevelListener, BilevelRow, BilevelStep, BilevelVariable, BilevelVerdict, verify_bilevel, verify_bilevel_heard_by,
};
pub use either::{Proven, verify_either};
pub use listener::{CheckedStep, Listener, RowName};

/// More sets, or more lemmas, than this are not taken.
const MAX_FACTS: usize = 1 << 22;
/// More symmetries than this are not taken.
const MAX_SYMMETRIES: usize = 1 << 12;

/// The statement that a certificate proves about a problem. `lower` is a lower bound on the number of cells of a valid
/// set, and `puzzle` is a valid set with `upper` cells, of the `cells` cells of the target. `listed` contains each
/// minimal valid set with fewer than `listed_below` cells once, as numbers of cells. `problem_sha256` is the SHA-256,
/// in hexadecimal, of the `n_problem_bytes` bytes of the stream that state the problem. The other fields are sizes:
/// `n_nodes` and `n_steps` count those of the tree and of the proofs of the lemmas, `n_searches` the checker's own
/// searches among the steps, `n_searched` the nodes of these, and `n_bytes` the bytes of the decompressed stream.
/// `n_search_looks` is the work of the searches, including those for second solutions, and `n_looks` that of
/// everything else.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "said above")]
pub struct Verdict {
    pub lower: usize,
    pub upper: usize,
    pub cells: usize,
    pub puzzle: Vec<usize>,
    pub listed_below: usize,
    pub listed: Vec<Vec<usize>>,
    pub problem: Problem,
    pub problem_sha256: String,
    pub n_problem_bytes: u64,
    pub n_sets: usize,
    pub n_weighted_sets: usize,
    pub n_symmetries: usize,
    pub n_lemmas: usize,
    pub n_nodes: u64,
    pub n_steps: u64,
    pub n_searches: u64,
    pub n_searched: u64,
    pub n_bytes: u64,
    pub n_looks: u64,
    pub n_search_looks: u64,
}

/// A problem and its target, as a certificate states them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "said at the variants")]
pub enum Problem {
    /// A grid, or a Latin square if the boxes have one row or one column; the digits are from 1, row by row.
    Sudoku { box_rows: usize, box_columns: usize, digits: Vec<u32> },
    /// An exact cover problem. The items of each option, ascending, are numbers below `n_items`; cell i is the i-th
    /// option of the target.
    ExactCover { n_items: usize, options: Vec<Box<[u32]>>, target: Vec<usize> },
    /// A linear 0/1 model. Variables are numbers below `n_vars`; those of `ones` are 1 in the target, and cell i is the
    /// variable `cells[i]`. A second solution differs from the target in a variable of `shown`.
    Model { n_vars: usize, rows: Vec<LinearRow>, ones: Vec<usize>, cells: Vec<usize>, shown: Vec<usize> },
}

/// A row `sum a x >= rhs`, with the variables, ascending, and their coefficients.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "said above")]
pub struct LinearRow {
    pub terms: Vec<(u32, i64)>,
    pub rhs: i64,
}

/// The reason why a certificate is not accepted, with its place: the first error found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The number of bytes of the decompressed stream read up to the error.
    pub byte: u64,
    /// The part of the certificate. Nodes count from 0 in preorder, in the tree or in the proof of a lemma.
    pub place: String,
    /// The reason.
    pub reason: Reason,
}

/// The reason why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The bytes cannot be read, because the machine failed. The certificate may be valid.
    Io(String),
    /// The file is not a certificate; the text describes what it is.
    Foreign(String),
    /// The file is damaged or truncated, so that it cannot be decompressed.
    Damaged(String),
    /// The certificate is invalid, or exceeds a limit of this checker.
    Wrong(String),
    /// The certificate may be valid, but checking it takes more work than the limit. Nothing is decided.
    TooMuch(String),
    /// [`Limits::stop`] ended the check before anything was decided.
    Stopped,
}

impl Reason {
    fn of_reading(error: io::Error) -> Self {
        match error.downcast::<Self>() {
            Ok(reason) => reason,
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Self::Wrong(error.to_string()),
            Err(error) => Self::Io(format!("cannot read: {error}")),
        }
    }

    fn overflow() -> Self {
        Self::Wrong("a number above 2^63 in a sum".into())
    }

    /// Returns whether the certificate is invalid. Limits, a stopped check and failures of the machine are not
    /// refusals.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        match self {
            Self::Foreign(_) | Self::Damaged(_) | Self::Wrong(_) => true,
            Self::Io(_) | Self::TooMuch(_) | Self::Stopped => false,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            // These are about the file, and not about what is in it.
            Reason::Io(_) | Reason::Foreign(_) | Reason::Damaged(_) => self.reason.fmt(f),
            Reason::Wrong(_) | Reason::TooMuch(_) | Reason::Stopped => {
                write!(f, "at byte {} of the unpacked stream, in {}: {}", self.byte, self.place, self.reason)
            }
        }
    }
}

impl std::error::Error for Refusal {}

impl std::error::Error for Reason {}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign(text) => write!(f, "not a minclue certificate: {text}"),
            Self::Io(text) | Self::Damaged(text) | Self::Wrong(text) | Self::TooMuch(text) => f.write_str(text),
            Self::Stopped => f.write_str("the check was ended"),
        }
    }
}

/// Refuses the certificate, with this text, unless the condition holds.
macro_rules! require {
    ($condition:expr, $($text:tt)+) => {
        if !$condition {
            return Err(Reason::Wrong(format!($($text)+)));
        }
    };
}
use require;

/// `to + weight * a`, if no number in it leaves 64 bits.
fn add(to: i64, weight: i64, a: i64) -> Result<i64, Reason> {
    weight.checked_mul(a).and_then(|product| to.checked_add(product)).ok_or_else(Reason::overflow)
}

/// Checks a certificate file, in zstd frames.
pub fn verify(source: impl Read) -> Result<Verdict, Refusal> {
    verify_within(source, &Limits::default())
}

/// Does the same within these limits.
pub fn verify_within(source: impl Read, limits: &Limits<'_>) -> Result<Verdict, Refusal> {
    verify_stream_within(Frames::new(source), limits)
}

/// Does the same, and passes each accepted step to `listener`.
pub fn verify_heard_by(
    source: impl Read,
    limits: &Limits<'_>,
    listener: &mut dyn Listener,
) -> Result<Verdict, Refusal> {
    verify_stream_heard_by(Frames::new(source), limits, listener)
}

/// Checks a certificate that is already decompressed.
pub fn verify_stream(source: impl Read) -> Result<Verdict, Refusal> {
    verify_stream_within(source, &Limits::default())
}

/// Does the same within these limits.
pub fn verify_stream_within(source: impl Read, limits: &Limits<'_>) -> Result<Verdict, Refusal> {
    check_all(source, limits, Ears::new(None))
}

/// Does the same, and passes each accepted step to `listener`.
pub fn verify_stream_heard_by(
    source: impl Read,
    limits: &Limits<'_>,
    listener: &mut dyn Listener,
) -> Result<Verdict, Refusal> {
    check_all(source, limits, Ears::new(Some(listener)))
}

fn check_all<'s>(mut source: impl Read, limits: &Limits<'s>, ears: Ears<'s>) -> Result<Verdict, Refusal> {
    let mut stream = Stream::new(&mut source, limits.stop);
    check(&mut stream, limits, ears).map_err(|reason| Refusal { byte: stream.position(), place: stream.place, reason })
}

/// The limits of a check. Beyond them, nothing is decided: see [`Reason::is_refusal`].
#[derive(Clone, Copy)]
pub struct Limits<'s> {
    /// The work that all searches together may take, in looks at words and sets; a look takes about two nanoseconds. A
    /// search that needs more ends with [`Reason::TooMuch`].
    pub search_looks: u64,
    /// A function that is called every few milliseconds; if it returns `true`, the check ends with [`Reason::Stopped`].
    pub stop: &'s dyn Fn() -> bool,
}

impl Default for Limits<'_> {
    /// Searches of about half an hour, and nobody ends them.
    fn default() -> Self {
        Self { search_looks: 1 << 40, stop: &|| false }
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits").field("search_looks", &self.search_looks).finish_non_exhaustive()
    }
}

fn check<'s>(stream: &mut Stream<'_>, limits: &Limits<'s>, mut ears: Ears<'s>) -> Result<Verdict, Reason> {
    let stated = read_head(stream)?;
    stream.place = "the problem".into();
    let begin = stream.position();
    stream.begin_hash();
    let problem = Problem::read(stream)?;
    let (sha256, n_bytes) = (stream.end_hash(), stream.position() - begin);
    require!(stated == sha256, "its SHA-256 is {sha256}, and the second line says {stated}");
    let model = Model::new(&problem)?;
    // A few bytes may name many variables and items.
    stream.look(8 * (model.columns.len() + model.rows.len()) as u64)?;
    ears.hear(|| CheckedStep::Problem(problem.clone()))?;
    let about = About { problem, sha256, n_bytes, limits: *limits };
    match model.cells.len() {
        0..=64 => prove::<1>(stream, about, &model, ears),
        65..=128 => prove::<2>(stream, about, &model, ears),
        129..=256 => prove::<4>(stream, about, &model, ears),
        _ => prove::<{ MAX_CELLS / 64 }>(stream, about, &model, ears),
    }
}

/// A problem, and the bytes that state it.
struct About<'s> {
    problem: Problem,
    sha256: String,
    n_bytes: u64,
    limits: Limits<'s>,
}

/// Reads the part before the problem: the version, and the digest of the problem, which is returned.
fn read_head(stream: &mut Stream<'_>) -> Result<String, Reason> {
    for &expected in b"minclue-cert/" {
        if stream.byte()? != expected {
            return Err(Reason::Foreign("its first line is not `minclue-cert/1`".into()));
        }
    }
    require!(stream.line(1)? == b"1", "this checker only supports `minclue-cert/1`");
    stream.place = "the second line".into();
    let digest = stream.line(64)?;
    let is_hex = digest.len() == 64 && digest.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    require!(is_hex, "this is not a SHA-256 in 64 digits of lower-case hexadecimal");
    Ok(digest.into_iter().map(char::from).collect())
}

/// Everything after the problem, with sets of cells in `W` words.
fn prove<'s, const W: usize>(
    stream: &mut Stream<'_>,
    about: About<'s>,
    model: &Model,
    ears: Ears<'s>,
) -> Result<Verdict, Reason> {
    let cells = model.cells.len();
    stream.place = "the claim".into();
    let meter = Meter::new(about.limits.search_looks, about.limits.stop);
    let mut prover = Prover::<W>::new(cells, meter, ears);
    let claim = Claim::read(stream, model, &mut prover.search)?;
    prover.ears.hear(|| CheckedStep::Claim { below: claim.below, puzzles: claim.puzzles.clone() })?;
    let mut sums = vec![0; model.rows.len()];
    let n_sets = stream.count(MAX_FACTS, "sets")?;
    for n in 0..n_sets {
        stream.place = format!("set {n}");
        let set = model.read_set(stream, &mut sums)?;
        prover.sets.push(Row::new(set.iter().copied().collect(), 1));
        prover.ears.hear(|| CheckedStep::Set(set))?;
    }
    let n_weighted = stream.count(MAX_FACTS, "weighted sets")?;
    for n in 0..n_weighted {
        stream.place = format!("weighted set {n}");
        let (a, min) = model.read_weighted(stream, &mut sums)?;
        prover.take_weighted(stream, &a, min)?;
        let heavy = || (0..).zip(a).filter(|(_, weight)| *weight > 0).collect();
        prover.ears.hear(|| CheckedStep::Weighted { cells: heavy(), min })?;
    }
    let n_symmetries = stream.count(MAX_SYMMETRIES, "symmetries")?;
    for n in 0..n_symmetries {
        stream.place = format!("symmetry {n}");
        let images = model.read_symmetry(stream)?;
        prover.ears.hear(|| CheckedStep::Symmetry(images.clone()))?;
        prover.symmetries.push(images);
    }
    let n_lemmas = stream.count(MAX_FACTS, "lemmas")?;
    for n in 0..n_lemmas {
        stream.place = format!("lemma {n}");
        let region = stream.list(cells, "cell")?;
        let min = stream.term()?;
        prover.ears.hear(|| CheckedStep::Lemma { region: region.clone(), min })?;
        let region = region.into_iter().collect();
        prover.prove(stream, region, min - 1)?;
        prover.lemmas.push(Row::new(region, min));
    }
    stream.place = "the tree".into();
    // Lemmas hold for all valid sets, and the tree for those without a listed puzzle.
    prover.in_tree = true;
    let listed = claim.listed();
    prover.search.listed = listed.iter().map(|puzzle| puzzle.iter().copied().collect()).collect();
    prover.ears.hear(|| CheckedStep::Tree)?;
    if claim.below > 0 {
        prover.prove(stream, (0..cells).collect(), claim.below as i64 - 1)?;
    }
    require!(stream.byte_or_end()?.is_none(), "the stream goes on after the certificate");
    prover.ears.hear(|| CheckedStep::End)?;
    let puzzle = claim.puzzles[0].clone();
    Ok(Verdict {
        lower: claim.below.min(puzzle.len()),
        upper: puzzle.len(),
        cells,
        puzzle,
        listed_below: claim.below,
        listed: listed.to_vec(),
        problem: about.problem,
        problem_sha256: about.sha256,
        n_problem_bytes: about.n_bytes,
        n_sets,
        n_weighted_sets: n_weighted,
        n_symmetries,
        n_lemmas,
        n_nodes: prover.n_nodes,
        n_steps: prover.n_steps,
        n_searches: prover.n_searches,
        n_searched: prover.search.n_nodes,
        n_bytes: stream.position(),
        n_looks: stream.n_looks(),
        n_search_looks: about.limits.search_looks - prover.search.meter.left(),
    })
}
