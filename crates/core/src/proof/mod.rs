//! Certificates, with which an independent checker can verify the answer of a search.
//!
//! The format is `minclue-cert/1`; see `docs/formats/certificate.md`. A search writes [`Script`]s, which are the steps
//! of nodes, each with a dictionary of the rows that it names. A [`Tree`] joins them in order, whichever thread wrote
//! them, and a [`Certificate`] adds the problem, the puzzle and the sets with their witnesses at the top. The checker
//! is the package `crates/verifier/`, which shares no code with this module.

mod certificate;
mod instance;
mod packing;
mod proved;
mod script;
mod tree;
mod varint;

pub use certificate::{Certificate, HashedFile, ProvenPuzzle, ProvenSet, WeightedSet, Written};
pub use instance::{Instance, LinearInstance, LinearRow};
pub use proved::{Lemma, MAX_PUZZLES, Proof};
pub use script::{RowEntry, RowNumber, Script, Sum};
pub use tree::{Files, Numbers, Tree};
