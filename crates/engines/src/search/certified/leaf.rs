//! Subproblems of another engine, answered with their proofs.

use crate::base::{CellSet, Limits, Stop};
use crate::hitting::{AtMost, LeafEnd, Pool, Proved};
use crate::problem::ClueProblem;

use super::super::question::Interrupted;
use super::prover::{Prover, Subproblem};

/// The subtrees of one case.
pub(in crate::search) struct CertifiedLeaf<'a, const W: usize> {
    prover: Prover<'a, W>,
}

impl<'a, const W: usize> CertifiedLeaf<'a, W> {
    /// For clue sets of at most `max` cells that keep `caps`; each subtree may cost as many nodes as `limits` say.
    /// `None` if there are too many cells.
    pub(in crate::search) fn new(
        problem: &'a dyn ClueProblem<W>,
        pool: &Pool<W>,
        limits: &Limits,
        max: usize,
        caps: &[AtMost<W>],
    ) -> Option<Self> {
        let region = caps.first().map_or(problem.cells(), |cap| cap.region);
        let subproblem = Subproblem { max, caps: caps.to_vec(), relaxed: false };
        Prover::new(problem, pool, limits, subproblem, region).map(|prover| Self { prover })
    }

    /// Takes a set that the other engine learned.
    pub(in crate::search) fn learn(&mut self, set: CellSet<W>) {
        self.prover.learner.pool.learn(set);
    }

    /// Searches a subtree; of the sets that it learns, those stay that make the pool no larger than `most_sets`.
    pub(in crate::search) fn subtree(
        &mut self,
        chosen: CellSet<W>,
        alive: CellSet<W>,
        most_sets: usize,
    ) -> Proved<LeafEnd<W>, W> {
        let answer = match self.prover.subtree(chosen, alive, 0) {
            Ok(()) => LeafEnd::Empty,
            Err(Interrupted::Found(clues)) => LeafEnd::Found(clues),
            Err(Interrupted::Spent | Interrupted::Left | Interrupted::Limit(Stop::Nodes)) => LeafEnd::Spent,
            Err(Interrupted::Limit(stop)) => LeafEnd::Limit(stop),
        };
        if self.prover.learner.pool.len() > most_sets {
            self.prover.take_learned(most_sets);
        }
        Proved { answer, n_nodes: self.prover.counters.n_nodes, script: std::mem::take(&mut self.prover.script) }
    }
}

/// Proves that every valid clue set has `min` cells of a region, or one cell less and so on, where `problem` is that of
/// the region. `None` if the region has too many cells.
pub(in crate::search) fn prove_region<const W: usize>(
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
