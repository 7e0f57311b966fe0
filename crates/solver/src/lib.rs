//! One question in, one checked answer out: which start sets, which engines, whether they agree, and what proves it.

#[expect(unused_imports, reason = "rooms of the crates below, by the names that files use")]
use minclue_core::{base, hitting, ilp, problem, proof, sudoku, unavoidable};
#[expect(unused_imports, reason = "rooms of the crates below, by the names that files use")]
use minclue_engines::{bilevel, engine, published, search};

mod answer;
mod bounds;
#[cfg(feature = "serde")]
pub mod files;
mod work;

pub use answer::{EngineRecord, Level, ProofRecord};
pub use bounds::{AnswerStatus, BoundQuestion, Bounds, seconds};
pub use work::{LevelRecord, PublishedRecord, SearchRecord, StartRecord};
