//! Certificates for checkers that others wrote: the tree and the lemmas as a proof for `VeriPB`, the hitting set
//! problem as OPB, and the puzzle's uniqueness as CNF with a DRAT proof, which linear models go without.
//!
//! No byte of a certificate is read here: the writers listen to our own checker while it checks one, and what they
//! wrote is judged by the checker that it is for. That the sets are unavoidable is left to ours: in a formula they are
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
