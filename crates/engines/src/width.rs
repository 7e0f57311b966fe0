//! The widths of cell sets that engines are compiled for, and the engines of each width.

use minclue_branch_and_cut::bilevel::{BranchAndCut, RegionMinimum};
use minclue_core::base::{CellSet, Limits, Stop};
use minclue_core::problem::ClueProblem;
use minclue_core::unavoidable::Family;
use minclue_engine::{Engine, Leaves, Reference, at_each_width};
use minclue_native::Native;

use crate::published::PublishedSearch;

mod sealed {
    /// Restricts widths to those that engines are compiled for.
    pub trait Sealed {}
}

/// A width that engines are compiled for. Code that is generic in `W` reaches the engines through `CellSet<W>:
/// Width<W>`, without compiling them again.
pub trait Width<const W: usize>: sealed::Sealed {
    fn native(engine: Native) -> Box<dyn Engine<W>>;

    /// Returns the native engine as a solver of subproblems of another engine.
    fn leaves(engine: Native) -> Box<dyn Leaves<W>>;

    /// Returns the branch and cut as an engine.
    fn branch_and_cut<'e>(engine: BranchAndCut<'e, W>) -> Box<dyn Engine<W> + 'e>;

    /// Returns the minima of the regions that the branch and cut would measure, except those below 2. `start` has the
    /// first unavoidable sets.
    ///
    /// # Errors
    /// The limit that came first.
    fn region_minima(
        engine: &BranchAndCut<'_, W>,
        problem: &dyn ClueProblem<W>,
        start: &Family<W>,
        limits: &Limits,
    ) -> Result<Vec<RegionMinimum<W>>, Stop>;

    fn published(engine: PublishedSearch<'_>) -> Box<dyn Engine<W> + '_>;

    fn reference(engine: Reference) -> Box<dyn Engine<W>>;
}

macro_rules! width {
    ($W:literal) => {
        impl sealed::Sealed for CellSet<$W> {}

        impl Width<$W> for CellSet<$W> {
            fn native(engine: Native) -> Box<dyn Engine<$W>> {
                Box::new(engine)
            }

            fn leaves(engine: Native) -> Box<dyn Leaves<$W>> {
                Box::new(engine)
            }

            fn branch_and_cut<'e>(engine: BranchAndCut<'e, $W>) -> Box<dyn Engine<$W> + 'e> {
                Box::new(engine)
            }

            fn region_minima(
                engine: &BranchAndCut<'_, $W>,
                problem: &dyn ClueProblem<$W>,
                start: &Family<$W>,
                limits: &Limits,
            ) -> Result<Vec<RegionMinimum<$W>>, Stop> {
                engine.region_minima(problem, start, limits)
            }

            fn published(engine: PublishedSearch<'_>) -> Box<dyn Engine<$W> + '_> {
                Box::new(engine)
            }

            fn reference(engine: Reference) -> Box<dyn Engine<$W>> {
                Box::new(engine)
            }
        }
    };
}
at_each_width!(width);
