//! Checks certificates in the format `minclue-cert/1`: proofs of the minimum number of clues of a Sudoku grid, or of any
//! exact cover problem with a given solution.
//!
//! This package knows nothing of the program that writes them, and solves no linear programs: it replaces, swaps and
//! searches in exact cover problems, and adds integers. What it accepts is a fact about [`Verdict::problem`]; that this is
//! the problem that one has in mind is for the caller to compare.
#![forbid(unsafe_code)]

mod bits;
mod problem;
mod refusal;
mod stream;
mod tree;

use std::io::Read;

pub use refusal::{Place, Reason, Refusal};

use bits::Bits;
use problem::Instance;
use stream::{Frames, Stream};
use tree::{Prover, Row};

/// More sets, or more lemmas, than this are not taken.
const MAX_FACTS: usize = 1 << 22;
/// More symmetries than this are not taken.
const MAX_SYMMETRIES: usize = 1 << 12;

/// What a certificate proves, and its size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// No valid set of clues has fewer cells.
    pub lower: usize,
    /// A valid set of clues has as many: the size of the puzzle.
    pub upper: usize,
    /// The number of cells of the target.
    pub cells: usize,
    /// The cells of a valid set of clues, ascending.
    pub puzzle: Vec<usize>,
    /// The problem that all this is about.
    pub problem: Problem,
    /// Unavoidable sets.
    pub n_sets: usize,
    /// Symmetries.
    pub n_symmetries: usize,
    /// Lemmas.
    pub n_lemmas: usize,
    /// Nodes of the tree and of the proofs of the lemmas.
    pub n_nodes: u64,
    /// Steps in these nodes.
    pub n_steps: u64,
    /// Length of the unpacked stream in bytes.
    pub n_bytes: u64,
}

/// A problem and its target, as a certificate states them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A grid, or a Latin square if the boxes have one row or one column.
    Sudoku {
        /// Rows of a box.
        box_rows: usize,
        /// Columns of a box.
        box_columns: usize,
        /// The digits of the target from 1, row by row.
        digits: Vec<u32>,
    },
    /// An exact cover problem.
    ExactCover {
        /// The items are the numbers below this.
        n_items: usize,
        /// The items of each option, ascending.
        options: Vec<Box<[u32]>>,
        /// The options of the target, ascending; cell i is the i-th of them.
        target: Vec<usize>,
    },
}

/// Checks a certificate as it is in a file: in zstd frames.
///
/// # Errors
/// The first thing found wrong in it, or that it cannot be read.
pub fn verify(source: impl Read) -> Result<Verdict, Refusal> {
    verify_stream(Frames::new(source))
}

/// Checks a certificate that is unpacked already.
///
/// # Errors
/// The first thing found wrong in it, or that it cannot be read.
pub fn verify_stream(mut source: impl Read) -> Result<Verdict, Refusal> {
    let mut stream = Stream::new(&mut source);
    check(&mut stream).map_err(|reason| Refusal { byte: stream.position(), place: stream.place, reason })
}

fn check(stream: &mut Stream<'_>) -> Result<Verdict, Reason> {
    for &expected in b"minclue-cert/1\n" {
        match stream.byte()? {
            Some(byte) if byte == expected => {}
            Some(_) => return Err(Reason::Header),
            None => return Err(Reason::Cut),
        }
    }
    stream.place = Place::Problem;
    let (problem, instance) = Instance::read(stream)?;
    match instance.n_cells() {
        0..=64 => prove::<1>(stream, problem, instance),
        65..=128 => prove::<2>(stream, problem, instance),
        129..=256 => prove::<4>(stream, problem, instance),
        _ => prove::<10>(stream, problem, instance),
    }
}

/// Everything behind the problem, with sets of cells in `W` words.
fn prove<const W: usize>(stream: &mut Stream<'_>, problem: Problem, mut instance: Instance) -> Result<Verdict, Reason> {
    let cells = instance.n_cells();
    stream.place = Place::Claim;
    let lower = stream.number()?;
    let puzzle = stream.list(cells, "cell")?;
    let upper = puzzle.len();
    let lower = usize::try_from(lower).ok().filter(|&n| n <= upper).ok_or(Reason::LowerAboveUpper(lower, upper))?;
    instance.check_unique(&puzzle)?;

    let mut prover = Prover::<W>::new(cells);
    let n_sets = stream.count(MAX_FACTS, "sets")?;
    for n in 0..n_sets {
        stream.place = Place::Set(n as u64);
        let set = instance.read_set(stream)?;
        prover.sets.push(Row::unit(set.into_iter().fold(Bits::EMPTY, Bits::with), 1));
    }
    let n_symmetries = stream.count(MAX_SYMMETRIES, "symmetries")?;
    for n in 0..n_symmetries {
        stream.place = Place::Symmetry(n as u64);
        prover.symmetries.push(instance.read_symmetry(stream)?);
    }
    let n_lemmas = stream.count(MAX_FACTS, "lemmas")?;
    for n in 0..n_lemmas {
        stream.place = Place::Lemma { lemma: n as u64, node: 0 };
        let region = stream.list(cells, "cell")?.into_iter().fold(Bits::EMPTY, Bits::with);
        let least = stream.term()?;
        prover.prove(stream, region, least - 1)?;
        prover.lemmas.push(Row::unit(region, least));
    }
    stream.place = Place::Tree(0);
    if lower > 0 {
        prover.prove(stream, Bits::below(cells), lower as i64 - 1)?;
    }
    stream.place = Place::End;
    if stream.byte()?.is_some() {
        return Err(Reason::Trailing);
    }
    let (n_nodes, n_steps, n_bytes) = (prover.n_nodes, prover.n_steps, stream.position());
    Ok(Verdict { lower, upper, cells, puzzle, problem, n_sets, n_symmetries, n_lemmas, n_nodes, n_steps, n_bytes })
}
