//! The minimum of a region with its proof, for another engine.

use crate::base::{CellSet, Limits, Stop};
use crate::hitting::{Pool, Proved};
use crate::problem::ClueProblem;

use super::super::question::Interrupted;
use super::prover::{Prover, Subproblem};

/// Proves that every valid clue set has `min` cells of a region, or one cell less and so on, where `problem` is that of
/// the region. `None` if the region has too many cells.
pub(crate) fn prove_region<const W: usize>(
    problem: &dyn ClueProblem<W>,
    pool: &Pool<W>,
    limits: &Limits,
    mut min: usize,
) -> Option<Result<Proved<usize, W>, Stop>> {
    let region = problem.cells();
    while min > 0 {
        let subproblem = Subproblem { max: min - 1, caps: Vec::new(), relaxed: false };
        let mut prover = Prover::new(problem, pool, limits, subproblem, region)?;
        match prover.subtree(CellSet::EMPTY, region, 0) {
            Ok(()) => {
                return Some(Ok(Proved { answer: min, n_nodes: prover.counters.n_nodes, script: prover.script }));
            }
            Err(Interrupted::Found(_) | Interrupted::Spent | Interrupted::Left | Interrupted::Limit(Stop::Nodes)) => {
                min -= 1;
            }
            Err(Interrupted::Limit(stop)) => return Some(Err(stop)),
        }
    }
    Some(Ok(Proved { answer: 0, n_nodes: 0, script: Default::default() }))
}
