//! The answer of one engine.

use std::borrow::Cow;

use minclue_core::problem::Counters;

use crate::bounds::{AnswerStatus, Bounds};
use crate::in_force::EngineSettings;
use crate::work::{SearchRecord, StartRecord};

/// The answer of one engine of several.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineRecord {
    /// The engine.
    pub engine: Cow<'static, str>,
    /// How it ended.
    pub status: AnswerStatus,
    /// What it proved.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub bounds: Bounds,
    /// What it did for that.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub work: Counters,
    /// Who answered it for the clues: `oracle`, the solver that this kind of problem has; `rows`, a search over the
    /// rows of the 0/1 model; or an ILP solver.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub follower: Option<&'static str>,
    /// The settings that it worked with, those included that were chosen for the problem.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub settings: Option<EngineSettings>,
    /// The sets that it started from.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub start: Option<StartRecord>,
    /// What a published search or the branch and cut did, without the search for its start sets.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub search: Option<SearchRecord>,
    /// Its certificate, which was checked.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub proof: Option<ProofRecord>,
    /// Wall-clock seconds.
    pub seconds: f64,
}

/// What a certificate proves.
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

/// The certificate that came with an answer, after it was checked.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProofRecord {
    /// What it proves.
    pub level: Level,
    /// The file.
    pub file: String,
    /// The SHA-256 of the problem that it is about, in hexadecimal.
    pub problem_sha256: String,
    /// The SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// Bytes of the file.
    pub n_file_bytes: u64,
    /// Bytes before compression.
    pub n_bytes: u64,
    /// Nodes of the tree and of the proofs of lemmas.
    pub n_nodes: u64,
    /// Unavoidable sets with witnesses.
    pub n_sets: u64,
    /// Wall-clock seconds that the check took.
    pub check_seconds: f64,
}
