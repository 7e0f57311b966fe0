//! What regions need: lemmas with proofs of their own.

use crate::base::CellSet;
use crate::hitting::{Part, Pool};
use crate::proof::Lemma;

use super::super::crew::Crew;
use super::super::question::Halt;
use super::prover::{Aim, Prover};
use super::{Failure, Writer};

impl<const W: usize> Writer<'_, W> {
    /// Proves what the regions of some parts need; a part keeps no more than is proven.
    pub(super) fn lemmas(&mut self, crew: &mut Crew<'_, '_, W>, parts: &mut [Part<W>]) -> Result<(), Failure<W>> {
        for part in parts {
            part.least = self.lemma(crew, part.region, part.least)?;
        }
        Ok(())
    }

    /// The number of cells that is proven for a region, at most `least`.
    fn lemma(&mut self, crew: &mut Crew<'_, '_, W>, region: CellSet<W>, mut least: usize) -> Result<usize, Failure<W>> {
        if let Some(known) = self.lemmas.iter().find(|lemma| lemma.region == region) {
            return Ok(known.least);
        }
        let inside = crew.follower.pool.sets().iter().copied().filter(|set| set.is_subset(&region));
        let pool = Pool::new(region, inside);
        while least > 0 {
            let aim = Aim { most: least - 1, caps: Vec::new(), relaxed: true };
            let Some(mut prover) = Prover::new(crew.problem, &pool, &self.limits, aim, region) else {
                return Ok(0);
            };
            let end = prover.subtree(CellSet::EMPTY, region, crew.counters.n_nodes);
            crew.counters.add(&prover.counters);
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
