//! Clue problems whose answers can be certified: they say what they are as exact cover problems.

use crate::base::{CellPermutation, CellSet, Index, Limits, Pace, Stop};
use crate::learning::Lit;
use crate::proof::{Certificate, Instance, Proof, ProvenPuzzle, ProvenSet};

use super::{ClueProblem, Verdict, Witness};

/// How often the limits are asked, in guesses of the oracle.
const PACE: u32 = 1 << 20;
/// Clauses without which the checker sees in no time that a puzzle is valid.
const FEW_CLAUSES: usize = 20;

/// A clue problem that has certificates.
pub trait Certifiable<const W: usize>: ClueProblem<W> {
    /// The problem as an exact cover problem whose target's options are the cells, in their order.
    fn instance(&self) -> Instance;

    /// What a witness has in place of the cells of `set`: options of [`Self::instance`], ascending.
    fn replacement(&self, set: CellSet<W>, witness: &Witness) -> Vec<usize>;

    /// The images of the items of [`Self::instance`] under a symmetry of the cells.
    fn item_images(&self, symmetry: &CellPermutation) -> Vec<usize>;

    /// Why a valid puzzle has no second solution, where the checker may not see it by itself: the clauses of
    /// [`ProvenPuzzle`], over the options or variables of [`Self::instance`].
    ///
    /// # Errors
    /// The limit that came first.
    fn refutation(&self, _puzzle: CellSet<W>, _pace: &mut Pace) -> Result<Vec<Vec<usize>>, Stop> {
        Ok(Vec::new())
    }

    /// The certificate of a proof. The puzzle, a valid one, stands in it if the proof has none. `known` has the
    /// witnesses of sets that are known with them; the oracle finds the others.
    #[inline(never)]
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
        let sets = proof.numbers.sets().iter().map(&mut proven).collect();
        let proven = |cells: CellSet<W>| {
            let clauses = self.refutation(cells, &mut pace).unwrap_or_default();
            ProvenPuzzle { cells, clauses: if clauses.len() > FEW_CLAUSES { clauses } else { Vec::new() } }
        };
        let puzzles = if proof.puzzles.is_empty() { vec![puzzle] } else { proof.puzzles };
        let puzzles = puzzles.into_iter().map(proven).collect();
        Certificate {
            instance: self.instance(),
            lower: proof.lower,
            puzzles,
            sets,
            weighted: Vec::new(),
            symmetries: proof.numbers.symmetries().iter().map(|p| self.item_images(p)).collect(),
            lemmas: proof.lemmas,
            tree: proof.tree,
        }
    }
}

/// Learned clauses as certificates have them; `is_one` are the values of the target.
pub(super) fn told(clauses: Vec<Box<[Lit]>>, is_one: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let number = |lit: &Lit| 2 * lit.var() + usize::from(lit.is_positive() == is_one(lit.var()));
    let told = |clause: Box<[Lit]>| {
        let mut numbers: Vec<usize> = clause.iter().map(number).collect();
        numbers.sort_unstable();
        numbers
    };
    clauses.into_iter().map(told).collect()
}
