//! Clue problems whose answers can be certified, as exact cover problems or linear models.

use crate::base::{CellPermutation, CellSet, Index, Limits, Pace, Stop};
use crate::learning::Lit;
use crate::proof::{Certificate, Instance, Proof, ProvenPuzzle, ProvenSet};

use super::{ClueProblem, Verdict, Witness};

/// How often the limits are asked, in guesses of the oracle.
const PACE: u32 = 1 << 20;
/// Clauses without which the checker sees in no time that a puzzle is valid.
const FEW_CLAUSES: usize = 20;

/// A clue problem whose answers can be certified.
pub trait Certifiable<const W: usize>: ClueProblem<W> {
    /// Returns the problem as an exact cover problem or a linear model. The options of the target are the cells, in
    /// their order.
    fn instance(&self) -> Instance;

    /// Returns the options of [`Self::instance`], ascending, that a witness has in place of the cells of `set`.
    fn replacement(&self, set: CellSet<W>, witness: &Witness) -> Vec<usize>;

    /// Returns the images of the items of [`Self::instance`] under a symmetry of the cells.
    fn item_images(&self, symmetry: &CellPermutation) -> Vec<usize>;

    /// Returns a proof that a valid puzzle has no second solution, if the checker may need one: the clauses of
    /// [`ProvenPuzzle`], over the options or variables of [`Self::instance`].
    ///
    /// # Errors
    /// The limit that came first.
    fn refutation(&self, _puzzle: CellSet<W>, _pace: &mut Pace) -> Result<Vec<Vec<usize>>, Stop> {
        Ok(Vec::new())
    }

    /// Creates the certificate of a proof. It contains `puzzle`, which must be valid, if the proof has no puzzle.
    /// `known` has the known witnesses of sets; the oracle finds the others.
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
