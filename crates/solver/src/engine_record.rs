//! The record of one engine.

use std::borrow::Cow;

use minclue_core::problem::Counters;

use crate::bounds::{AnswerStatus, Bounds};
use crate::in_force::EngineSettings;
use crate::work::{SearchRecord, StartRecord};

/// The answer of one engine.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineRecord {
    /// The name of the engine.
    pub engine: Cow<'static, str>,
    /// The status of its answer.
    pub status: AnswerStatus,
    /// The bounds that it proved.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub bounds: Bounds,
    /// The work that it did.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub work: Counters,
    /// The follower's solver: `oracle`, the solver for this kind of problem; `rows`, a search over the rows of the 0/1
    /// model; or an ILP solver.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub follower: Option<&'static str>,
    /// The settings that were used, including those chosen for the problem.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub settings: Option<EngineSettings>,
    /// The start sets.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub start: Option<StartRecord>,
    /// The search of a published engine or of the branch and cut, without the search for its start sets.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub search: Option<SearchRecord>,
    /// Its certificate, after the check.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub proof: Option<ProofRecord>,
    /// The wall-clock time in seconds.
    pub seconds: f64,
}

/// The statement that a certificate proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Level {
    /// The minimum.
    Minimum,
    /// A lower and an upper bound.
    Bounds,
    /// All minimal puzzles up to a number of clues.
    Puzzles,
}

/// The certificate of an answer, after the check.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProofRecord {
    /// The statement that it proves.
    pub level: Level,
    /// The path of the file.
    pub file: String,
    /// The SHA-256 of the problem that it is about, in hexadecimal.
    pub problem_sha256: String,
    /// The SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// The size of the file in bytes.
    pub n_file_bytes: u64,
    /// The size in bytes before compression.
    pub n_bytes: u64,
    /// The number of nodes of the tree and of the proofs of lemmas.
    pub n_nodes: u64,
    /// The number of unavoidable sets with witnesses.
    pub n_sets: u64,
    /// The wall-clock time of the check in seconds.
    pub check_seconds: f64,
}
