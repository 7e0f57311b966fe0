//! Subproblems of another engine, answered with their proofs.

use crate::base::{CellSet, Limits, Stop};
use crate::hitting::{Cap, LeafEnd, Pool, Told};
use crate::problem::ClueProblem;

use super::super::question::Halt;
use super::prover::{Aim, Prover};

/// The subtrees of one case.
pub(in crate::search) struct CertifiedLeaf<'a, const W: usize> {
    prover: Prover<'a, W>,
}

impl<'a, const W: usize> CertifiedLeaf<'a, W> {
    /// For clue sets of at most `most` cells that keep `caps`; each subtree may cost as many nodes as `limits` say. `None` if
    /// there are too many cells.
    pub(in crate::search) fn new(
        problem: &'a dyn ClueProblem<W>,
        pool: &Pool<W>,
        limits: &Limits,
        most: usize,
        caps: &[Cap<W>],
    ) -> Option<Self> {
        let region = caps.first().map_or(problem.cells(), |cap| cap.region);
        let aim = Aim { most, caps: caps.to_vec(), relaxed: false };
        Prover::new(problem, pool, limits, aim, region).map(|prover| Self { prover })
    }

    /// Takes a set that the other engine learned.
    pub(in crate::search) fn learn(&mut self, set: CellSet<W>) {
        self.prover.follower.pool.learn(set);
    }

    /// Searches a subtree; of the sets that it learns, those stay that make the pool no larger than `most_sets`.
    pub(in crate::search) fn subtree(
        &mut self,
        chosen: CellSet<W>,
        alive: CellSet<W>,
        most_sets: usize,
    ) -> Told<LeafEnd<W>, W> {
        let answer = match self.prover.subtree(chosen, alive, 0) {
            Ok(()) => LeafEnd::Empty,
            Err(Halt::Found(clues)) => LeafEnd::Found(clues),
            Err(Halt::Spent | Halt::Left | Halt::Limit(Stop::Nodes)) => LeafEnd::Spent,
            Err(Halt::Limit(stop)) => LeafEnd::Limit(stop),
        };
        if self.prover.follower.pool.len() > most_sets {
            self.prover.take_learned(most_sets);
        }
        Told { answer, n_nodes: self.prover.counters.n_nodes, script: std::mem::take(&mut self.prover.script) }
    }
}

/// Proves that every valid clue set has `least` cells of a region, or one cell less and so on, where `problem` is that of the
/// region. `None` if the region has too many cells.
pub(in crate::search) fn told_region<const W: usize>(
    problem: &dyn ClueProblem<W>,
    pool: &Pool<W>,
    limits: &Limits,
    mut least: usize,
) -> Option<Result<Told<usize, W>, Stop>> {
    let region = problem.cells();
    while least > 0 {
        let aim = Aim { most: least - 1, caps: Vec::new(), relaxed: false };
        let mut prover = Prover::new(problem, pool, limits, aim, region)?;
        match prover.subtree(CellSet::EMPTY, region, 0) {
            Ok(()) => {
                return Some(Ok(Told { answer: least, n_nodes: prover.counters.n_nodes, script: prover.script }));
            }
            Err(Halt::Found(_) | Halt::Spent | Halt::Left | Halt::Limit(Stop::Nodes)) => least -= 1,
            Err(Halt::Limit(stop)) => return Some(Err(stop)),
        }
    }
    Some(Ok(Told { answer: 0, n_nodes: 0, script: Default::default() }))
}
