//! Why, and where, a certificate is refused.

use std::fmt;

/// A certificate that is not accepted: the first thing found wrong in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// How many bytes of the unpacked stream were read by then.
    pub byte: u64,
    /// The part of the certificate.
    pub place: Place,
    /// What is wrong there.
    pub reason: Reason,
}

/// A part of a certificate. Numbers count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The line at the beginning.
    Header,
    /// The problem and its target.
    Problem,
    /// The lower bound and the puzzle.
    Claim,
    /// An unavoidable set.
    Set(u64),
    /// A symmetry.
    Symmetry(u64),
    /// A node of the proof of a lemma, in preorder.
    Lemma {
        /// The lemma.
        lemma: u64,
        /// The node in its proof.
        node: u64,
    },
    /// A node of the tree, in preorder.
    Tree(u64),
    /// Behind the last part.
    End,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The bytes cannot be read: a failure of the machine, not of the certificate.
    Io(String),
    /// The file is not a sequence of zstd frames.
    Unpack(String),
    /// The stream ends too early.
    Cut,
    /// The stream goes on behind the end of the certificate.
    Trailing,
    /// A number with superfluous bytes, or of more than 64 bits.
    Varint,
    /// The first line is another one.
    Header,
    /// A number that names nothing: what it should name, the number, and how many of these there are.
    Unknown(&'static str, u64, usize),
    /// More of something than this checker takes: of what, and the limit.
    TooMany(&'static str, usize),
    /// A box shape with a side of 0, or with more than 640 cells in the grid.
    Shape(u64, u64),
    /// Some option covers no item.
    EmptyOption,
    /// Two options cover the same items.
    SameOptions,
    /// The target does not cover each item once.
    NotASolution,
    /// The claimed lower bound is above the size of the printed puzzle.
    LowerAboveUpper(u64, usize),
    /// The puzzle has a second solution.
    NotUnique,
    /// The search for a second solution of the puzzle looks at more items and options than this limit.
    TooHard(u64),
    /// An unavoidable set without cells.
    EmptySet,
    /// An option that a second solution has instead is one of the target.
    InTarget(usize),
    /// The options of a set and those given instead do not cover the same items once.
    NotASwap,
    /// A symmetry is not a permutation of the items.
    NotAPermutation,
    /// A symmetry maps an option to none.
    OptionLost(usize),
    /// A symmetry maps an option of the target to none of it.
    TargetMoved(usize),
    /// A number above 2^63 in a sum.
    Overflow,
    /// A row, or the region of a split, with cells outside the region of the lemma.
    OutsideRegion,
    /// A symmetry in the proof of a lemma.
    SymmetryInLemma,
    /// A symmetry of a step moves what has to stay: the name of it.
    Moves(&'static str),
    /// A cap from a row with a coefficient above 1.
    NotZeroOne,
    /// A row said to be unsatisfiable can be satisfied: what is left of it, and how many live cells it has.
    Satisfiable(i64, i64),
    /// A child for a cell that is not live.
    NotLive(usize),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {} of the unpacked stream, {}: {}", self.byte, self.place, self.reason)
    }
}

impl std::error::Error for Refusal {}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header => write!(f, "in the first line"),
            Self::Problem => write!(f, "in the problem"),
            Self::Claim => write!(f, "in the claim"),
            Self::Set(n) => write!(f, "in set {n}"),
            Self::Symmetry(n) => write!(f, "in symmetry {n}"),
            Self::Lemma { lemma, node } => write!(f, "in node {node} of lemma {lemma}"),
            Self::Tree(node) => write!(f, "in node {node} of the tree"),
            Self::End => write!(f, "at the end"),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(why) => write!(f, "cannot read: {why}"),
            Self::Unpack(why) => write!(f, "not zstd: {why}"),
            Self::Cut => write!(f, "the stream ends too early"),
            Self::Trailing => write!(f, "the stream goes on behind the certificate"),
            Self::Varint => write!(f, "a number has superfluous bytes or more than 64 bits"),
            Self::Header => write!(f, "the first line is not `minclue-cert/1`"),
            Self::Unknown(what, n, limit) => write!(f, "there is no {what} {n}, only {limit} of them"),
            Self::TooMany(what, limit) => write!(f, "more than {limit} {what}, which is the limit of this checker"),
            Self::Shape(rows, columns) => write!(f, "no grid of box shape {rows} x {columns} with at most 640 cells"),
            Self::EmptyOption => write!(f, "an option without items"),
            Self::SameOptions => write!(f, "two options cover the same items"),
            Self::NotASolution => write!(f, "the target does not cover every item exactly once"),
            Self::LowerAboveUpper(lower, upper) => {
                write!(f, "the minimum is not {lower}: the puzzle has {upper} cells")
            }
            Self::NotUnique => write!(f, "the puzzle has a second solution"),
            Self::TooHard(limit) => {
                write!(f, "a search of the puzzle takes more than {limit} looks, the limit of this checker")
            }
            Self::EmptySet => write!(f, "an unavoidable set without cells"),
            Self::InTarget(option) => write!(f, "option {option} of the second solution is one of the target"),
            Self::NotASwap => write!(f, "the options of the set and those instead do not cover the same items once"),
            Self::NotAPermutation => write!(f, "two items have the same image"),
            Self::OptionLost(option) => write!(f, "the image of option {option} is no option"),
            Self::TargetMoved(cell) => write!(f, "the image of cell {cell} is not in the target"),
            Self::Overflow => write!(f, "a number above 2^63 in a sum"),
            Self::OutsideRegion => write!(f, "cells outside the region of the lemma"),
            Self::SymmetryInLemma => write!(f, "a symmetry in the proof of a lemma"),
            Self::Moves(what) => write!(f, "the symmetry does not keep {what}"),
            Self::NotZeroOne => write!(f, "a cap from a row with a coefficient above 1"),
            Self::Satisfiable(rest, live) => {
                write!(f, "the row can hold: it needs {rest}, and {live} of its cells live")
            }
            Self::NotLive(cell) => write!(f, "cell {cell} is not live"),
        }
    }
}
