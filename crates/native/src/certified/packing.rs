//! The tree of a bound by disjoint sets: a lemma for each set that needs several clues, and one sum.

use crate::proof::{RowEntry, Script, Tree};
use crate::unavoidable::DegreePacking;

use super::super::parallel::WorkerPool;
use super::{Failure, Writer};

impl<const W: usize> Writer<'_, W> {
    /// The tree that refutes one clue less than the disjoint sets need.
    pub(super) fn packed(
        &mut self,
        workers: &mut WorkerPool<'_, '_, W>,
        packing: &DegreePacking<W>,
    ) -> Result<Tree, Failure<W>> {
        let mut script = Script::default();
        let mut rows = Vec::new();
        for set in &packing.sets {
            let entry = if set.degree == 1 {
                RowEntry::Set(set.cells)
            } else {
                let proven = self.lemma(workers, set.cells, set.degree)?;
                debug_assert_eq!(proven, set.degree, "the sets inside it are known");
                RowEntry::Lemma(self.lemmas.iter().position(|lemma| lemma.region == set.cells).unwrap_or(0))
            };
            rows.push(script.row(entry));
        }
        script.packing(None, &rows);
        let mut tree = Tree::new((self.files)()?)?;
        tree.add(&mut self.numbers, &script)?;
        Ok(tree)
    }
}
