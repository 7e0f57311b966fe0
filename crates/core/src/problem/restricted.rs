//! A clue problem with given and forbidden cells.

use crate::base::{Cell, CellSet, Group, Limits, Pace, Stop};
use crate::ilp::{BinaryModel, Literal, Sense};

use super::{ClueProblem, LinearProblem, Oracle, Verdict, Witness, WitnessError};

/// The problem that remains of `whole` when some cells are given and some are forbidden: its ground set has the other
/// cells.
///
/// An unavoidable set with a given cell is already hit, and forbidden cells cannot hit a set. So the unavoidable sets
/// are those of the whole without given cells, restricted to the ground set. If one of them becomes empty, no set of
/// clues is valid; check this with [`Self::suffices`] first.
pub struct Restricted<'p, const W: usize> {
    whole: &'p dyn LinearProblem<W>,
    given: CellSet<W>,
    forbidden: CellSet<W>,
}

impl<'p, const W: usize> Restricted<'p, W> {
    /// Creates the problem of `whole` with these given and forbidden cells.
    ///
    /// # Panics
    /// If a cell is both given and forbidden.
    #[must_use]
    pub fn new(whole: &'p dyn LinearProblem<W>, given: CellSet<W>, forbidden: CellSet<W>) -> Self {
        assert!(!given.intersects(&forbidden), "a cell is given or forbidden, not both");
        Self { whole, given: given & whole.cells(), forbidden: forbidden & whole.cells() }
    }

    #[must_use]
    pub fn given(&self) -> CellSet<W> {
        self.given
    }

    /// Returns whether all allowed cells together with the given cells are valid.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn suffices(&self, pace: &mut Pace) -> Result<bool, Stop> {
        match self.oracle().second_solution(self.cells(), pace) {
            Verdict::Unique => Ok(true),
            Verdict::Second(_) => Ok(false),
            Verdict::Limit(stop) => Err(stop),
        }
    }

    /// Returns the remaining cells of an unavoidable set of the whole problem; `None` if a given cell hits it.
    #[must_use]
    pub fn rest(&self, set: CellSet<W>) -> Option<CellSet<W>> {
        (!set.intersects(&self.given)).then(|| set - self.forbidden)
    }
}

impl<const W: usize> ClueProblem<W> for Restricted<'_, W> {
    fn cells(&self) -> CellSet<W> {
        self.whole.cells() - self.given - self.forbidden
    }

    fn stated_cells(&self) -> CellSet<W> {
        self.whole.stated_cells()
    }

    fn oracle(&self) -> Box<dyn Oracle<W> + '_> {
        Box::new(RestrictedOracle { whole: self.whole.oracle(), given: self.given, forbidden: self.forbidden })
    }

    fn difference(&self, witness: &Witness) -> Result<CellSet<W>, WitnessError> {
        let differs = self.whole.difference(witness)?;
        match (differs & self.given).first() {
            Some(cell) => Err(WitnessError::NotASolution(format!("{} is given", self.cell_name(cell)))),
            None => Ok(differs - self.forbidden),
        }
    }

    fn cell_name(&self, cell: Cell) -> String {
        self.whole.cell_name(cell)
    }

    fn automorphisms(&self, max: usize, limits: &Limits) -> Group {
        self.whole.automorphisms(max, limits).stabilizer(self.given).stabilizer(self.cells())
    }
}

impl<const W: usize> LinearProblem<W> for Restricted<'_, W> {
    fn model(&self) -> BinaryModel {
        let mut model = self.whole.model();
        for cell in self.given {
            let row = format!("given_{}", self.cell_name(cell));
            model.add_literal_row(row, [(self.agreement(cell), 1)], Sense::Equal, 1);
        }
        model
    }

    fn agreement(&self, cell: Cell) -> Literal {
        self.whole.agreement(cell)
    }

    fn shown(&self) -> Vec<Literal> {
        self.whole.shown()
    }

    fn witness(&self, values: &[bool]) -> Witness {
        self.whole.witness(values)
    }
}

/// The oracle of the whole problem, with the given cells among the clues of every question.
pub(super) struct RestrictedOracle<'p, const W: usize> {
    pub(super) whole: Box<dyn Oracle<W> + 'p>,
    pub(super) given: CellSet<W>,
    pub(super) forbidden: CellSet<W>,
}

impl<const W: usize> Oracle<W> for RestrictedOracle<'_, W> {
    fn second_solution(&mut self, clues: CellSet<W>, pace: &mut Pace) -> Verdict {
        self.whole.second_solution(clues | self.given, pace)
    }

    fn unhit_set(
        &mut self,
        clues: CellSet<W>,
        keep_out: CellSet<W>,
        pace: &mut Pace,
    ) -> Option<Result<Option<CellSet<W>>, Stop>> {
        let found = self.whole.unhit_set(clues | self.given, keep_out, pace)?;
        Some(found.map(|set| set.map(|set| set - self.forbidden)))
    }

    fn core(&self) -> Option<CellSet<W>> {
        self.whole.core().map(|core| core - self.given)
    }

    fn is_quick(&self) -> bool {
        self.whole.is_quick()
    }

    fn forget(&mut self) {
        self.whole.forget();
    }

    fn n_solutions(&mut self, clues: CellSet<W>, max: usize, pace: &mut Pace) -> Option<Result<usize, Stop>> {
        self.whole.n_solutions(clues | self.given, max, pace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::SudokuClues;
    use crate::sudoku::{Shape, all_grids};

    #[test]
    fn given_cells_are_clues_and_forbidden_ones_are_none() {
        let grid = all_grids::<2>(Shape::new(2, 2).expect("a shape"), 1).remove(0);
        let problem = SudokuClues::<2>::new(grid);
        let cells = |list: &[usize]| -> CellSet<2> { list.iter().map(|&cell| crate::base::Index::new(cell)).collect() };
        let (given, forbidden) = (cells(&[0, 5]), cells(&[1, 2, 3]));
        let part = Restricted::new(&problem, given, forbidden);
        assert_eq!(part.cells().len(), 11);
        let mut pace = Limits::none().pace(1);
        let (mut own, mut whole) = (part.oracle(), problem.oracle());
        for clues in [cells(&[]), cells(&[10]), cells(&[10, 15]), cells(&[7, 10, 12, 15])] {
            let expected = whole.second_solution(clues | given, &mut pace);
            let found = own.second_solution(clues, &mut pace);
            assert_eq!(found == Verdict::Unique, expected == Verdict::Unique);
            if let Verdict::Second(witness) = found {
                let set = part.difference(&witness).expect("it is a solution");
                assert!(
                    !set.intersects(&(clues | given | forbidden))
                        && problem.difference(&witness)
                            == Ok(set | (problem.difference(&witness).expect("a solution") & forbidden))
                );
            }
        }
        assert_eq!(part.suffices(&mut pace), Ok(true));
        let nothing = Restricted::new(&problem, CellSet::EMPTY, problem.cells());
        assert_eq!(nothing.suffices(&mut pace), Ok(false));
    }
}
