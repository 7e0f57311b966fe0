//! Solving a problem, from the question to the checked answer: the choice of start sets and engines, the comparison of
//! their answers, and the certificate.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[cfg(feature = "serde")]
use minclue_core::{base, hitting, ilp, sudoku, unavoidable};
#[cfg(feature = "serde")]
use minclue_engines::bilevel;

pub mod about;
mod answer;
mod api;
mod ask;
mod bounds;
mod certificate;
mod choice;
mod compare;
mod dispatch;
mod engine_record;
mod enumeration;
mod error;
mod exact_cover;
#[cfg(feature = "serde")]
pub mod files;
mod given_sets;
mod in_force;
mod instance;
mod integer;
mod interdiction;
mod model_instance;
mod monitor;
#[cfg(feature = "packed")]
mod packed;
mod part;
mod problem;
mod programs;
mod region_rows;
mod run;
mod settings;
mod shared;
mod solver;
mod sources;
#[cfg(feature = "serde")]
mod state_keeper;
mod target;
mod variant_grid;
mod work;

pub use answer::{Answer, Choice, Evidence, IntegerEvidence, LeaderEvidence};
pub use api::{solution, solution_within, unavoidable_sets, verify, verify_bilevel};
pub use ask::{Outcome, Trouble};
pub use bounds::{AnswerStatus, BoundQuestion, Bounds, seconds};
pub use choice::{
    Cuts, EngineName, Engines, Follower, LeafChoice, LoopImages, LpSolver, RegionPreset, Relaxation, SetSource,
};
pub use dispatch::WidthDispatch;
pub use engine_record::{EngineRecord, Level, ProofRecord};
pub use enumeration::{Enumerated, EnumerationRequest};
pub use error::Error;
pub use exact_cover::ExactCover;
pub use given_sets::{GivenSets, GivenSetsReport};
pub use in_force::{EngineSettings, TreeSettings};
pub use instance::ProblemInstance;
pub use integer::IntegerOutcome;
pub use interdiction::{BilevelOutcome, FollowerChoice, LeaderEngine, UpperProof, upper_file};
pub use minclue_engines::bilevel::{AuxDialect, RegionRows};
pub use minclue_engines::engine::WantedPuzzles;
pub use minclue_verifier::{BilevelVerdict, Verdict};
pub use model_instance::ModelInstance;
pub use monitor::{Monitor, Unmonitored, between};
#[cfg(feature = "packed")]
pub use packed::{Unpacked, is_gzip, unpacked_gzip, without_packing};
pub use problem::{LoadError, Problem, ProblemKind};
pub use region_rows::RegionRowsError;
pub use run::{EngineRun, not_unique};
pub use settings::{BilevelSettings, Settings};
pub use solver::{
    Choices, ExportFormat, ExportModel, ExportOptions, Exported, GivenCounts, ListEnd, ListOptions, SetsFound,
    SetsFrom, SetsOptions, Solver, Unavoidable, minimum,
};
pub use sources::SourceOptions;
pub use target::{NoGrid, is_only_solution};
pub use variant_grid::VariantGrid;
pub use work::{LevelRecord, PublishedRecord, SearchRecord, StartRecord};
