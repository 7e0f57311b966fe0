//! Unavoidable sets with their witnesses, families of them, and the sources that find them.
//!
//! A set of cells is *unavoidable* if some second solution differs from the target only inside it; that solution is its
//! *witness*, and here a set is exactly the cells in which its witness differs. It is *minimal* if no proper subset is
//! unavoidable (tjusila-2023, section 4).

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

/// A set of cells that every valid puzzle must hit, and the second solution that proves it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnavoidableSet<const W: usize> {
    /// The cells in which the witness differs from the target.
    pub cells: CellSet<W>,
    pub witness: Witness,
}

/// How far a source came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Everything that this source looks for was found.
    Complete,
    /// The wanted number of sets was reached.
    Enough,
    /// A limit came first; the sets found are unavoidable, though some may not be minimal.
    Limit(Stop),
}

/// A way to find unavoidable sets of a problem.
pub trait Source<const W: usize, P: ClueProblem<W> + ?Sized> {
    /// The name of the source on the command line.
    fn name(&self) -> &'static str;

    /// Finds minimal unavoidable sets, smallest first where the source can, and adds them to `family`.
    ///
    /// # Errors
    /// [`SourceError`] if a tool that the source uses failed; what was found until then is in the family.
    fn find(&mut self, problem: &P, family: &mut Family<W>, limits: &Limits) -> Result<Found, SourceError>;
}

/// Why a source gave up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// The ILP solver answered something that cannot be.
    #[error("{backend} failed: {reason}")]
    Backend {
        backend: &'static str,
        /// What it said, or what was wrong with it.
        reason: String,
    },
    /// The source knows the sets of plain grids only.
    #[error("source {name} knows the sets of plain grids, not of variants")]
    Variant { name: &'static str },
    /// Who listens to the solves did not take one; the text says why.
    #[error("{0}")]
    OnStep(String),
    /// A loop was to go on from a history of another form, or with sets that the history does not know.
    #[error("the history belongs to another run of the no-good loop")]
    History,
}
