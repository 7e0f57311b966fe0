//! An instance with given and forbidden cells.

use minclue_core::base::{CellSet, Limits, Stop};
use minclue_core::problem::{Certifiable, LinearProblem, Restricted};
use minclue_core::unavoidable::{Family, UnavoidableSet};

use crate::instance::ProblemInstance;
use crate::sources::SourceOptions;

/// The remaining part of an instance. There are no certificates about it, since their format has no given cells, unless
/// all unavoidable sets are unchanged: see [`Self::without`].
pub(crate) struct PartialInstance<'p, const W: usize> {
    whole: &'p dyn ProblemInstance<W>,
    problem: Restricted<'p, W>,
    /// Whether its sets are those of the whole instance.
    has_all_sets: bool,
}

impl<'p, const W: usize> PartialInstance<'p, W> {
    /// `whole` with these cells given and those forbidden, which have none in common.
    #[must_use]
    pub(crate) fn new(whole: &'p dyn ProblemInstance<W>, given: CellSet<W>, forbidden: CellSet<W>) -> Self {
        Self { whole, problem: Restricted::new(whole.problem(), given, forbidden), has_all_sets: false }
    }

    /// `whole`, of whose unavoidable sets none has one of these cells, which may not be clues. That takes no set away
    /// and makes none smaller, so a certificate about the whole is one about this.
    #[must_use]
    pub(crate) fn without(whole: &'p dyn ProblemInstance<W>, forbidden: CellSet<W>) -> Self {
        Self { has_all_sets: true, ..Self::new(whole, CellSet::EMPTY, forbidden) }
    }

    /// With the clues that are given.
    fn all(&self, clues: CellSet<W>) -> CellSet<W> {
        clues | self.problem.given()
    }
}

impl<const W: usize> ProblemInstance<W> for PartialInstance<'_, W> {
    fn is_grid(&self) -> bool {
        self.whole.is_grid()
    }

    fn problem(&self) -> &dyn LinearProblem<W> {
        &self.problem
    }

    fn certifiable(&self) -> Option<&dyn Certifiable<W>> {
        self.whole.certifiable().filter(|_| self.has_all_sets)
    }

    fn given(&self) -> CellSet<W> {
        self.problem.given()
    }

    fn line(&self) -> String {
        self.whole.line()
    }

    fn puzzle(&self, clues: CellSet<W>) -> String {
        self.whole.puzzle(self.all(clues))
    }

    fn clue_names(&self, clues: CellSet<W>) -> Option<Vec<String>> {
        self.whole.clue_names(self.all(clues))
    }

    fn is_unique(&self, clues: CellSet<W>, limits: &Limits) -> Result<bool, Stop> {
        self.whole.is_unique(self.all(clues), limits)
    }

    fn start_sets(&self, options: &SourceOptions, limits: &Limits) -> Result<Family<W>, String> {
        let mut family = Family::new();
        for UnavoidableSet { cells, witness } in self.whole.start_sets(options, limits)?.sets() {
            if let Some(cells) = self.problem.rest(*cells) {
                family.insert(UnavoidableSet { cells, witness: witness.clone() });
            }
        }
        // What forbidden cells were in may now have another set inside.
        family.keep_minimal();
        Ok(family)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minclue_core::base::rng;
    use minclue_core::problem::{ClueProblem as _, SudokuClues};
    use minclue_core::sudoku::{Shape, random_grid};

    #[test]
    fn start_sets_are_sets_of_what_is_left() {
        let problem = SudokuClues::<2>::new(random_grid::<2>(Shape::new(2, 3).expect("a shape"), &mut rng(1)));
        let shape = problem.grid().shape();
        let (given, forbidden) = ([shape.cell(0, 0), shape.cell(3, 3)], [shape.cell(1, 1), shape.cell(2, 5)]);
        let part = PartialInstance::new(&problem, given.into_iter().collect(), forbidden.into_iter().collect());
        let sets = part.start_sets(&SourceOptions::of(crate::SetSource::Complete), &Limits::none()).expect("no tool");
        assert!(sets.len() > 20);
        for set in sets.sets() {
            assert_eq!(part.problem.difference(&set.witness), Ok(set.cells));
        }
    }
}
