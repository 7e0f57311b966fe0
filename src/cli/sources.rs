//! Calls a source of unavoidable sets: the one place that knows them all.

use crate::base::Limits;
use crate::ilp::BackendError;
use crate::problem::SudokuClues;
use crate::unavoidable::{Complete, Family, Form, Found, NoGoodLoop, NoGoodOptions, Regions, Source as _, SourceError};

use super::args::{Backend, Source};

/// What is asked of a source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) source: Source,
    pub(super) backend: Backend,
    pub(super) form: Form,
    /// At most so many cells.
    pub(super) max_size: Option<usize>,
    /// At most so many sets.
    pub(super) max_sets: Option<usize>,
}

impl Wanted {
    /// Everything that `source` finds.
    pub(super) fn of(source: Source) -> Self {
        Self { source, backend: Backend::default(), form: Form::default(), max_size: None, max_sets: None }
    }

    /// The size to which source "complete" goes.
    fn complete_size<const W: usize>(&self, problem: &SudokuClues<W>) -> usize {
        self.max_size.unwrap_or_else(|| Complete::affordable(problem.grid().shape()).max_size)
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
    // Regions of large grids hold more sets than memory does.
    let all = problem.grid().shape().n() <= 9;
    let max_size = wanted.max_size.unwrap_or(if all { usize::MAX } else { wanted.complete_size(problem) + 2 });
    let found = match wanted.source {
        Source::Complete => Complete { max_size: wanted.complete_size(problem) }.find(problem, family, limits),
        Source::Region => Regions { max_size, ..Regions::default() }.find(problem, family, limits),
        Source::Ilp => no_good_loop(wanted)?.find(problem, family, limits),
    }?;
    let Some(most) = wanted.max_sets.filter(|most| family.len() > *most) else { return Ok(found) };
    family.keep_first(most);
    Ok(Found::Enough)
}

/// The loop of source "ilp".
///
/// # Errors
/// [`SourceError`] if the backend was left out of this build.
pub(super) fn no_good_loop(wanted: &Wanted) -> Result<NoGoodLoop, SourceError> {
    let backend = wanted.backend.name();
    let failure = |e: BackendError| SourceError::Backend { backend, reason: e.to_string() };
    let Wanted { form, max_size, max_sets, .. } = *wanted;
    Ok(NoGoodLoop::new(NoGoodOptions { backend: backend.parse().map_err(failure)?, form, max_size, max_sets }))
}

/// The size up to which `family` has every minimal unavoidable set, if that is known.
///
/// The ILP source goes through the sizes in ascending order, so that all below the size at which it stopped are there.
pub(super) fn complete_to<const W: usize>(
    wanted: &Wanted,
    found: Found,
    family: &Family<W>,
    problem: &SudokuClues<W>,
) -> Option<usize> {
    match (wanted.source, found) {
        (Source::Region, _) | (Source::Complete, Found::Limit(_)) => None,
        (Source::Complete, Found::Complete) => Some(wanted.complete_size(problem)),
        (Source::Ilp, Found::Complete) => Some(wanted.max_size.unwrap_or(problem.grid().shape().n_cells())),
        // Sets come by rising size, so all below the largest one are there.
        (Source::Complete | Source::Ilp, Found::Enough) | (Source::Ilp, Found::Limit(_)) => {
            family.by_size().keys().next_back().map(|largest| largest.saturating_sub(1))
        }
    }
}
