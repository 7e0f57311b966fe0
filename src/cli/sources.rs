//! Calls a source of unavoidable sets: the one place that knows them all.

use crate::base::Limits;
use crate::problem::SudokuClues;
use crate::unavoidable::{Family, Found, SourceError};

use super::args::{Backend, Source};

/// What is asked of a source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) source: Source,
    pub(super) backend: Backend,
    /// At most so many cells.
    pub(super) max_size: Option<usize>,
    /// At most so many sets.
    pub(super) max_sets: Option<usize>,
}

impl Wanted {
    /// Everything that `source` finds.
    pub(super) fn of(source: Source) -> Self {
        Self { source, backend: Backend::default(), max_size: None, max_sets: None }
    }

    /// The solver, where the source uses one.
    pub(super) fn backend_name(&self) -> Option<&'static str> {
        (self.source == Source::Ilp).then(|| self.backend.name())
    }
}

/// Finds unavoidable sets and adds them to `family`.
///
/// # Errors
/// [`SourceError`] if a tool that the source uses failed.
pub(super) fn find<const W: usize>(
    problem: &SudokuClues<W>,
    wanted: &Wanted,
    family: &mut Family<W>,
    limits: &Limits,
) -> Result<Found, SourceError> {
    let _ = (problem, family, limits, wanted.max_size, wanted.max_sets);
    // Each source comes in here.
    let missing =
        |backend| Err(SourceError::Backend { backend, reason: "internal error: not in this build".to_owned() });
    match wanted.source {
        Source::Region => missing("source region"),
        Source::Ilp => missing("source ilp"),
    }
}

/// The size up to which `family` has every minimal unavoidable set, if that is known.
///
/// The ILP source goes through the sizes in ascending order, so that all below the size at which it stopped are there.
pub(super) fn complete_to<const W: usize>(
    wanted: &Wanted,
    found: Found,
    family: &Family<W>,
    n_cells: usize,
) -> Option<usize> {
    match (wanted.source, found) {
        (Source::Region, _) => None,
        (Source::Ilp, Found::Complete) => Some(wanted.max_size.unwrap_or(n_cells)),
        (Source::Ilp, Found::Enough | Found::Limit(_)) => {
            family.by_size().keys().next_back().map(|largest| largest.saturating_sub(1))
        }
    }
}
