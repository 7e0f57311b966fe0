//! Converts certificates for third-party checkers: the tree and the lemmas to a proof for `VeriPB`, the hitting set
//! problem to OPB, and the puzzle's uniqueness to CNF with a DRAT proof (not for linear models).
//!
//! This crate does not parse certificates: the writers listen to our checker while it checks one, and the third-party
//! checker judges their output. The proof that the sets are unavoidable is left to our checker: in a formula, they are
//! axioms.

#![forbid(unsafe_code)]

mod bilevel;
mod bounds;
mod cnf;
mod cover;
mod drat;
mod error;
mod facts;
mod fractional;
mod opb;
mod proof;
mod replay;
mod search;
#[cfg(test)]
mod tests;
mod text;
mod tree;
mod veripb;

pub use bilevel::BilevelProof;
pub use cnf::{write_cnf, write_second};
pub use cover::Cover;
pub use drat::{Refuted, write_drat};
pub use error::OutsideError;
pub use facts::{Facts, WeightedCells};
pub use opb::write_opb;
pub use veripb::{LONGEST_PROOF, Outlook, WrittenProof, write_veripb, write_veripb_told};
