//! Minima of regions for exported models: the ones that the branch and cut would measure, from the same sets.

use minclue_core::base::{CellSet, Limits, Stop};
use minclue_core::problem::SudokuClues;
use minclue_core::unavoidable::Family;
use minclue_engines::bilevel::{BilevelOptions, BranchAndCut, LeafMode, RegionMinimum, RegionRows, RegionSearch};
use minclue_engines::search::Native;
use minclue_engines::width::Width;

use crate::choice::{EngineName, LpSolver};
use crate::settings::{Settings, node_lps};
use crate::sources::{self, SourceOptions};

/// The reason why there are no minima of regions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RegionRowsError {
    /// A limit was reached.
    #[error("minima of regions: a limit was reached")]
    Stopped(Stop),
    /// A required tool failed, or is not in this build.
    #[error("minima of regions: {0}")]
    Failed(String),
}

/// The minima of the regions that `rows` names, each by the native search, as for `--leaf lp`.
///
/// They start from the sets that the engine starts from, whatever sets a model has: the minima of a grid are the same
/// in all of its models.
///
/// # Errors
/// [`RegionRowsError`] if a limit came first or a tool failed.
pub(crate) fn region_minima<const W: usize>(
    problem: &SudokuClues<W>,
    rows: RegionRows,
    limits: &Limits,
) -> Result<Vec<RegionMinimum<W>>, RegionRowsError>
where
    CellSet<W>: Width<W>,
{
    if rows == RegionRows::None {
        return Ok(Vec::new());
    }
    let mut family = Family::new();
    let wanted = SourceOptions::of(EngineName::Bilevel.source());
    sources::find(problem, &wanted, &mut family, limits).map_err(|e| RegionRowsError::Failed(e.to_string()))?;
    let leaves = CellSet::<W>::leaves(Native { options: Settings::default().native() });
    let lps = node_lps(LpSolver::Auto).map_err(RegionRowsError::Failed)?;
    let engine = BranchAndCut {
        // With the patience of trees that have nothing but these rows.
        options: BilevelOptions {
            regions: rows,
            region_search: RegionSearch::Native,
            leaf: LeafMode::Lp,
            ..BilevelOptions::default()
        },
        leaves: Some(&*leaves),
        ..BranchAndCut::new(lps)
    };
    CellSet::<W>::region_minima(&engine, problem, &family, limits).map_err(RegionRowsError::Stopped)
}
