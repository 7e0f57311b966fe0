use std::io;

use thiserror::Error;

use super::read::CertificateReadError;

/// Why a file for an outside checker could not be written.
#[derive(Debug, Error)]
pub enum OutsideError {
    /// The certificate could not be read.
    #[error(transparent)]
    Read(#[from] CertificateReadError),
    /// The file could not be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
    /// A step says something that is not so, or names what is not there.
    #[error("byte {position}: {fault}")]
    Step {
        /// Where the step starts, in the unpacked certificate.
        position: u64,
        /// What is wrong with it.
        fault: Fault,
    },
    /// A step uses symmetries.
    #[error(
        "byte {position}: a step of this certificate uses symmetries, and such a step has no form in VeriPB; a certificate that \
         was made with --no-symmetry has one"
    )]
    Symmetry {
        /// Where the step starts, in the unpacked certificate.
        position: u64,
    },
    /// The proof would be too long.
    #[error("the {form} proof would exceed {} steps", grouped(*limit))]
    TooLong {
        /// The form of the proof.
        form: &'static str,
        /// The limit.
        limit: u64,
    },
    /// The lower bound of the claim is above its upper one.
    #[error("the certificate claims at least {lower} clues and prints a puzzle with {upper}")]
    Bounds {
        /// The lower bound.
        lower: u64,
        /// The clues of the puzzle.
        upper: usize,
    },
    /// A list of puzzles where a bound is wanted.
    #[error("this certificate says that a list of puzzles is complete, and has no form as a proof of a bound")]
    List,
    /// A linear model where clauses are wanted.
    #[error("this is about a linear model, and the uniqueness of its puzzle is not written as clauses")]
    Model,
    /// The target covers some item not once.
    #[error("the target is not a solution")]
    NoSolution,
    /// An option without items can be added to every solution and taken from it.
    #[error("option {0} has no items, so that the puzzle's uniqueness has no form as these clauses")]
    EmptyOption(usize),
    /// The puzzle is not valid.
    #[error("the puzzle has a second solution")]
    SecondSolution,
}

/// A number with commas.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What is wrong with a step.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Fault {
    /// No such row was named by step 0.
    #[error("row {0} was not named before")]
    Row(u32),
    /// No such lemma was proven before.
    #[error("lemma {0} was not proven before")]
    Lemma(u32),
    /// No such cap was made on the path.
    #[error("there is no cap {0} here")]
    Cap(u32),
    /// No such branch row was made on the path.
    #[error("there is no branch row {0} here")]
    Branch(u32),
    /// A child for a cell that is not live.
    #[error("cell {0} is not live")]
    NotLive(u32),
    /// A row or a region of a lemma's proof with a cell outside the lemma.
    #[error("cell {0} is outside the lemma")]
    Outside(u32),
    /// Step 6 with a coefficient above 1.
    #[error("a cap is made of rows whose coefficients are 0 or 1, and cell {0} has another one")]
    NotUnit(u32),
    /// Step 7 with a row that can still be met.
    #[error("row {0} does not close the node")]
    NotClosed(u32),
    /// Step 8 where the search finds something, or in a place where nobody can follow it.
    #[error("the search that this step asks for cannot be written down as steps of its own")]
    Search,
    /// A number above those that any checker has to know.
    #[error("a sum is above 2^63")]
    Overflow,
}
