//! Certificates: what a search writes down so that others can check its answer.
//!
//! The format is `minclue-cert/1`, see `docs/formats/certificate.md`. A search writes [`Script`]s, the steps of nodes,
//! each with a dictionary of the rows that it names; a [`Tree`] joins them in order, whichever thread wrote them; and a
//! [`Certificate`] puts the problem, the puzzle and the sets with their witnesses in front. The checker is the package
//! `crates/verifier/`, which shares no line with this.

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
