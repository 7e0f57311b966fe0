//! Unavoidable sets with their witnesses, families of them, and the sources that find them.
//!
//! A set of cells is *unavoidable* if some second solution differs from the target only inside it. That solution is its
//! *witness*; here a set always consists of exactly the cells in which its witness differs. It is *minimal* if no
//! proper subset is unavoidable (tjusila-2023, section 4).

mod blueprint;
mod clique_number;
mod complete;
mod cover;
mod degree;
mod disjoint;
mod displacement;
mod family;
mod history;
mod imported;
mod lone;
mod missed;
mod no_good;
mod packing;
mod pattern;
mod regions;
mod shrink;
mod stats;

pub use blueprint::{Blueprint, Blueprints, TypeImages, blueprints, stored_blueprints};
pub use clique_number::{CliqueNumber, clique_number};
pub use complete::{Complete, CompleteByNumber};
pub use cover::CoverDisplacements;
pub use degree::{DegreeError, DegreeKind, DegreeSet, DegreeSets, degree_sets};
pub use disjoint::DisjointFamilies;
pub use displacement::{Displacements, displacements};
pub use family::Family;
pub use history::{History, HistoryError, IterationRecord, LoopForm, LoopSplit, Step};
pub use imported::{ImportedSet, ImportedSets, InvalidSet, import_sets};
pub use lone::LoneCells;
pub use missed::missed_sets;
pub use no_good::{GridImages, Images, NoGoodLoop, NoGoodOptions, NoImages, OnStep, set_model, smallest_set_model};
pub use packing::DegreePacking;
pub use pattern::{Pattern, canonical_pattern, pattern_of};
pub use regions::{RegionKind, Regions, SizeCap};
pub use shrink::{Shrunk, shrink, unhit_set};
pub use stats::{DegreeCounts, Degrees, DisjointSets, PackedSets, Spread, Stats};

use crate::base::{CellSet, Limits, Stop};
use crate::problem::{ClueProblem, Witness};

/// A set of cells that every valid puzzle hits, with the second solution that proves it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnavoidableSet<const W: usize> {
    /// The cells in which the witness differs from the target.
    pub cells: CellSet<W>,
    pub witness: Witness,
}

/// The completeness of the result of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The source found all sets that it looks for.
    Complete,
    /// The requested number of sets was reached.
    Enough,
    /// A limit was reached; the sets found are unavoidable, but some may not be minimal.
    Limit(Stop),
}

/// A method to find unavoidable sets of a problem.
pub trait Source<const W: usize, P: ClueProblem<W> + ?Sized> {
    /// The name of the source on the command line.
    fn name(&self) -> &'static str;

    /// Finds minimal unavoidable sets, smallest first if the source can, and adds them to `family`.
    ///
    /// # Errors
    /// [`SourceError`] if a tool that the source uses failed; the sets found before are in the family.
    fn find(&mut self, problem: &P, family: &mut Family<W>, limits: &Limits) -> Result<Found, SourceError>;
}

/// The reason why a source failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// The ILP solver returned an impossible answer.
    #[error("{backend} failed: {reason}")]
    Backend {
        backend: &'static str,
        /// The answer, or the error in it.
        reason: String,
    },
    /// The source only supports plain grids.
    #[error("source {name} only supports plain grids, not variants")]
    Variant { name: &'static str },
    /// The callback for solves returned an error; the text is the error.
    #[error("{0}")]
    OnStep(String),
    /// The loop cannot continue from a history of another form, or with sets that the history does not have.
    #[error("the history belongs to another run of the no-good loop")]
    History,
}
