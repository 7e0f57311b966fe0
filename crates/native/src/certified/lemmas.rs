//! Lemmas on the needs of regions, with their proofs.

use crate::base::CellSet;
use crate::hitting::{Part, Pool};
use crate::proof::Lemma;

use super::super::parallel::WorkerPool;
use super::super::question::Interrupted;
use super::prover::{Prover, Subproblem};
use super::{Failure, Writer};

impl<const W: usize> Writer<'_, W> {
    /// Proves what the regions of some parts need; a part keeps no more than is proven.
    pub(super) fn lemmas(
        &mut self,
        workers: &mut WorkerPool<'_, '_, W>,
        parts: &mut [Part<W>],
    ) -> Result<(), Failure<W>> {
        for part in parts {
            part.min = self.lemma(workers, part.region, part.min)?;
        }
        Ok(())
    }

    /// The number of cells that is proven for a region, at most `min`.
    pub(super) fn lemma(
        &mut self,
        workers: &mut WorkerPool<'_, '_, W>,
        region: CellSet<W>,
        mut min: usize,
    ) -> Result<usize, Failure<W>> {
        if let Some(known) = self.lemmas.iter().find(|lemma| lemma.region == region) {
            return Ok(known.min);
        }
        let inside = workers.learner.pool.sets().iter().copied().filter(|set| set.is_subset(&region));
        let pool = Pool::new(region, inside);
        while min > 0 {
            let subproblem = Subproblem { max: min - 1, caps: Vec::new(), relaxed: true };
            let Some(mut prover) = Prover::new(workers.problem, &pool, &self.limits, subproblem, region) else {
                return Ok(0);
            };
            let end = prover.subtree(CellSet::EMPTY, region, workers.counters.n_nodes);
            workers.counters.add(&prover.counters);
            match end {
                Ok(()) => {
                    let bytes = self.numbers.resolve(&prover.script);
                    self.lemmas.push(Lemma { region, min, bytes });
                    return Ok(min);
                }
                Err(Interrupted::Found(_)) => min -= 1,
                Err(halt) => return Err(halt.into()),
            }
        }
        Ok(0)
    }
}
