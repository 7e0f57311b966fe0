use std::io;

use minclue_verifier::Refusal;
use thiserror::Error;

/// Why a file for an outside checker could not be written.
#[derive(Debug, Error)]
pub enum OutsideError {
    /// The certificate is not accepted.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The file could not be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
    /// The proof would be too long.
    #[error("the {form} proof would exceed {} steps", grouped(*limit))]
    TooLong {
        /// The form of the proof.
        form: &'static str,
        limit: u64,
    },
    /// The certificate has a bound of a knapsack's table.
    #[error("a certificate with the bound of a knapsack's table (`k`) cannot be written as a VeriPB proof")]
    Knapsack,
    /// The proof would have numbers that are too large.
    #[error("the VeriPB proof would have numbers of more than 127 bits")]
    TooLarge,
    /// A linear model where clauses are wanted.
    #[error("this is about a linear model, and the uniqueness of its puzzle is not written as clauses")]
    Model,
    /// The puzzle is not valid.
    #[error("the puzzle has a second solution")]
    SecondSolution,
    /// The checker accepts a step that the writer does not understand: a fault of the writer.
    #[error("a step that the checker accepts cannot be followed: {0}")]
    Lost(&'static str),
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
