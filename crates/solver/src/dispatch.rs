//! Dispatches questions by width. Only this module compiles them, once for each width; the program does not compile
//! them again.

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

/// A width for which questions are compiled: the widths of the engines.
pub trait WidthDispatch<const W: usize>: Width<W> {
    /// Runs every engine of the request on `instance`, and compares their answers.
    ///
    /// # Errors
    /// `NoOutcome` if the settings do not support the problem, or if the first engine failed.
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

    /// Returns the minima of the regions that `rows` names, as the branch and cut measures them, except those below 2.
    ///
    /// # Errors
    /// [`RegionRowsError`] if a limit came first or a tool failed.
    fn region_minima(
        problem: &SudokuClues<W>,
        rows: RegionRows,
        limits: &Limits,
    ) -> Result<Vec<RegionMinimum<W>>, RegionRowsError>;

    /// Finds the sets that an engine starts from when it enumerates puzzles with `n_clues`, and the cost of this
    /// search. The sets come from `source`, or from the engine's own source.
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

    /// Passes each set of clues that an engine finds to `visit`, until it breaks.
    ///
    /// # Errors
    /// A message if the engine cannot enumerate them.
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
