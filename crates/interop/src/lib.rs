//! Certificates for checkers that others wrote: the tree and the lemmas as a proof for `VeriPB`, the hitting set
//! problem as OPB, and the puzzle's uniqueness as CNF with a DRAT proof, which linear models go without.
//!
//! Nothing here decides whether a certificate is right. [`CertificateReader`] refuses what it cannot read, the writers
//! refuse what they cannot follow, and what they wrote is judged by the checker that it is for. That the sets are
//! unavoidable is left to `verify`: in a formula they are axioms.

#![forbid(unsafe_code)]

mod cnf;
mod drat;
mod error;
mod opb;
mod read;
#[cfg(test)]
mod tests;
mod text;
mod tree;
mod veripb;

pub use cnf::{write_cnf, write_second};
pub use drat::{Refuted, write_drat};
pub use error::{Fault, OutsideError};
pub use opb::write_opb;
pub use read::{
    CertificateEntry, CertificateLemma, CertificateProblem, CertificateReadError, CertificateReader, CertificateStep,
    Header, Malformed, Origin, Set,
};
pub use tree::SearchNode;
pub use veripb::{Expander, LONGEST_PROOF, WrittenProof, write_veripb};
