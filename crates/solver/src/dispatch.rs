//! The one place where questions are compiled: once for each width, here, and not again in the program.

use std::ops::ControlFlow;

use minclue_core::base::{CellSet, Limits};
use minclue_core::problem::{ClueProblem, SudokuClues};
use minclue_core::unavoidable::{Family, Found, SourceError};
use minclue_engines::bilevel::{RegionMinimum, RegionRows};
use minclue_engines::width::Width;

use crate::ask::{self, NoOutcome, Outcome, SolveRequest};
use crate::choice::{EngineName, RegionPreset, SetSource};
use crate::enumeration::{self, Enumerated, EnumerationRequest};
use crate::instance::ProblemInstance;
use crate::region_rows::{self, RegionRowsError};
use crate::run::{self, WarmStart};
use crate::sources::{self, SourceOptions};
use crate::work::StartRecord;

/// A width whose questions can be asked: those that engines are compiled for.
pub trait WidthDispatch<const W: usize>: Width<W> {
    /// Asks every engine of the request about `instance`, and holds their answers against each other.
    ///
    /// # Errors
    /// If the problem is none for the settings, or if the first engine failed.
    fn ask(
        instance: &dyn ProblemInstance<W>,
        begin: WarmStart<'_, W>,
        request: &mut SolveRequest<'_>,
    ) -> Result<Outcome, NoOutcome>;

    /// Finds unavoidable sets and adds them to `family`.
    ///
    /// # Errors
    /// [`SourceError`] if a tool that the source uses failed.
    fn find_sets(
        problem: &SudokuClues<W>,
        options: &SourceOptions,
        family: &mut Family<W>,
        limits: &Limits,
    ) -> Result<Found, SourceError>;

    /// The minima of the regions that `rows` names, as the branch and cut measures them, without those below 2.
    ///
    /// # Errors
    /// [`RegionRowsError`] if a limit came first or a tool failed.
    fn region_minima(
        problem: &SudokuClues<W>,
        rows: RegionRows,
        limits: &Limits,
    ) -> Result<Vec<RegionMinimum<W>>, RegionRowsError>;

    /// The sets that an engine starts from when it enumerates puzzles with `n_clues`, and what they cost; those of
    /// `source`, or of its own.
    ///
    /// # Errors
    /// A message if a tool of the source failed.
    fn sets_to_enumerate(
        name: EngineName,
        source: (Option<SetSource>, RegionPreset),
        n_clues: usize,
        instance: &dyn ProblemInstance<W>,
        limits: &Limits,
    ) -> Result<(Family<W>, StartRecord), String>;

    /// Shows `visit` each set of clues that an engine finds, until it breaks.
    ///
    /// # Errors
    /// A message if the engine cannot do it.
    fn enumerate(
        problem: &dyn ClueProblem<W>,
        request: EnumerationRequest<'_, W>,
        visit: &mut dyn FnMut(CellSet<W>) -> ControlFlow<()>,
    ) -> Result<Enumerated, String>;
}

macro_rules! asks {
    ($($W:literal)*) => { $(
        impl WidthDispatch<$W> for CellSet<$W> {
            fn ask(
                instance: &dyn ProblemInstance<$W>,
                begin: WarmStart<'_, $W>,
                request: &mut SolveRequest<'_>,
            ) -> Result<Outcome, NoOutcome> {
                ask::ask(instance, begin, request)
            }

            fn find_sets(
                problem: &SudokuClues<$W>,
                options: &SourceOptions,
                family: &mut Family<$W>,
                limits: &Limits,
            ) -> Result<Found, SourceError> {
                sources::find(problem, options, family, limits)
            }

            fn region_minima(
                problem: &SudokuClues<$W>,
                rows: RegionRows,
                limits: &Limits,
            ) -> Result<Vec<RegionMinimum<$W>>, RegionRowsError> {
                region_rows::region_minima(problem, rows, limits)
            }

            fn sets_to_enumerate(
                name: EngineName,
                source: (Option<SetSource>, RegionPreset),
                n_clues: usize,
                instance: &dyn ProblemInstance<$W>,
                limits: &Limits,
            ) -> Result<(Family<$W>, StartRecord), String> {
                run::sets_to_enumerate(name, source, n_clues, instance, limits)
            }

            fn enumerate(
                problem: &dyn ClueProblem<$W>,
                request: EnumerationRequest<'_, $W>,
                visit: &mut dyn FnMut(CellSet<$W>) -> ControlFlow<()>,
            ) -> Result<Enumerated, String> {
                enumeration::enumerate(problem, request, visit)
            }
        }
    )* };
}
asks!(2 4 10);
