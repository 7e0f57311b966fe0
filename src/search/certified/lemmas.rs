//! What regions need: lemmas with proofs of their own.

use crate::base::CellSet;
use crate::hitting::{Part, Pool};
use crate::proof::Lemma;

use super::super::question::Halt;
use super::prover::{Aim, Prover};
use super::{Failure, Writer};

impl<const W: usize> Writer<'_, '_, '_, W> {
    /// Proves what the regions of some parts need; a part keeps no more than is proven.
    pub(super) fn lemmas(&mut self, parts: &mut [Part<W>]) -> Result<(), Failure<W>> {
        for part in parts {
            part.least = self.lemma(part.region, part.least)?;
        }
        Ok(())
    }

    /// The number of cells that is proven for a region, at most `least`.
    fn lemma(&mut self, region: CellSet<W>, mut least: usize) -> Result<usize, Failure<W>> {
        if let Some(known) = self.lemmas.iter().find(|lemma| lemma.region == region) {
            return Ok(known.least);
        }
        let inside = self.crew.follower.pool.sets().iter().copied().filter(|set| set.is_subset(&region));
        let pool = Pool::new(region, inside);
        while least > 0 {
            let aim = Aim { most: least - 1, caps: Vec::new(), relaxed: true };
            let Some(mut prover) = Prover::new(self.crew.problem, &pool, &self.limits, aim, region) else {
                return Ok(0);
            };
            let end = prover.subtree(CellSet::EMPTY, region, self.crew.counters.n_nodes);
            self.crew.counters.add(&prover.counters);
            match end {
                Ok(()) => {
                    let bytes = self.numbers.resolve(&prover.script);
                    self.lemmas.push(Lemma { region, least, bytes });
                    return Ok(least);
                }
                Err(Halt::Found(_)) => least -= 1,
                Err(halt) => return Err(halt.into()),
            }
        }
        Ok(0)
    }
}
