use std::io;

use minclue_verifier::Refusal;
use thiserror::Error;

/// The reason why a file for an external checker could not be written.
#[derive(Debug, Error)]
pub enum OutsideError {
    /// The certificate was not accepted.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The file could not be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
    /// The proof would be too long.
    #[error("the {form} proof would exceed {} steps", grouped(*limit))]
    TooLong {
        /// The kind of proof.
        form: &'static str,
        limit: u64,
    },
    /// The certificate has a bound of a knapsack's table, which such proofs do not support.
    #[error("a certificate with the bound of a knapsack's table (`k`) cannot be written as a VeriPB proof")]
    Knapsack,
    /// The proof would have too large numbers.
    #[error("the VeriPB proof would have numbers of more than 127 bits")]
    TooLarge,
    /// The problem is a linear model, which has no clauses.
    #[error("this is about a linear model, and the uniqueness of its puzzle is not written as clauses")]
    Model,
    /// The puzzle is not valid.
    #[error("the puzzle has a second solution")]
    SecondSolution,
    /// The checker accepted a step that the writer does not support: a bug in the writer.
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
