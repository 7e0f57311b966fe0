//! Clue problems whose answers can be certified: they say what they are as exact cover problems.

use crate::base::{CellPermutation, CellSet, Index, Limits};
use crate::proof::{Certificate, Instance, Proof, ProvenSet};

use super::{ClueProblem, Verdict, Witness};

/// How often the limits are asked, in guesses of the oracle.
const PACE: u32 = 1 << 20;

/// A clue problem that has certificates.
pub trait Certifiable<const W: usize>: ClueProblem<W> {
    /// The problem as an exact cover problem whose target's options are the cells, in their order.
    fn instance(&self) -> Instance;

    /// What a witness has in place of the cells of `set`: options of [`Self::instance`], ascending.
    fn replacement(&self, set: CellSet<W>, witness: &Witness) -> Vec<usize>;

    /// The images of the items of [`Self::instance`] under a symmetry of the cells.
    fn item_images(&self, symmetry: &CellPermutation) -> Vec<usize>;

    /// The certificate of a proof. The puzzle, a valid one, stands in it if the proof has none. `known` has the witnesses of sets
    /// that are known with them; the oracle finds the others.
    fn certificate(
        &self,
        puzzle: CellSet<W>,
        proof: Proof<W>,
        known: &dyn Fn(&CellSet<W>) -> Option<Witness>,
    ) -> Certificate<W> {
        let mut oracle = self.oracle();
        let mut pace = Limits::none().pace(PACE);
        let mut proven = |set: &CellSet<W>| {
            let witness = known(set).or_else(|| match oracle.second_solution(self.cells() - *set, &mut pace) {
                Verdict::Second(witness) => Some(witness),
                Verdict::Unique | Verdict::Limit(_) => None,
            });
            // A set without a witness would be a bug of the search; the checker refuses what is written for it.
            let options = witness.map(|witness| self.replacement(*set, &witness)).unwrap_or_default();
            ProvenSet { cells: set.iter().map(Index::get).collect(), options }
        };
        Certificate {
            instance: self.instance(),
            lower: proof.lower,
            puzzles: if proof.puzzles.is_empty() { vec![puzzle] } else { proof.puzzles },
            sets: proof.numbers.sets().iter().map(&mut proven).collect(),
            symmetries: proof.numbers.symmetries().iter().map(|p| self.item_images(p)).collect(),
            lemmas: proof.lemmas,
            tree: proof.tree,
        }
    }
}
