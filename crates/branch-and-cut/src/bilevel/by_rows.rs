//! The rows of the model as an oracle: an integer search that does not depend on the meaning of the cells.

use crate::base::{Cell, CellSet, Index, Pace, Stop};
use crate::ilp::VarId;
use crate::problem::{ClueProblem as _, LinearProblem, ModelClues, Oracle, Verdict};

/// The clue problem of the model of `problem`.
///
/// # Panics
/// Unless the target is the solution in which a variable is 1 only where a cell, or a literal that is shown, says so,
/// as for Sudoku and exact covers.
pub(super) fn clues_by_rows<const W: usize>(problem: &dyn LinearProblem<W>) -> ModelClues<W> {
    let n_cells = problem.cells().iter().last().map_or(0, |cell| cell.get() + 1);
    let model = problem.model();
    let mut target = vec![false; model.n_vars()];
    let shown = problem.shown();
    // Of a part of a problem, cells that are given or forbidden say no more what the target is; the literals that show
    // it do.
    for literal in &shown {
        target[literal.var.get()] = literal.positive;
    }
    let mut variables = Vec::with_capacity(n_cells);
    for cell in (0..n_cells).map(Cell::new) {
        let literal = problem.agreement(cell);
        target[literal.var.get()] = literal.positive;
        variables.push(literal.var);
    }
    let shown: Vec<VarId> = shown.iter().map(|literal| literal.var).collect();
    ModelClues::new(model, target, &variables, &shown).expect("the cells say what the target is")
}

/// Answers for the clues of a problem by the search over its 0/1 model: a second opinion on the solver that a kind of
/// problem has.
pub(super) struct RowsOracle<'p, const W: usize> {
    problem: &'p dyn LinearProblem<W>,
    oracle: Box<dyn Oracle<W> + 'p>,
}

impl<'p, const W: usize> RowsOracle<'p, W> {
    /// `rows` are those of [`clues_by_rows`].
    pub(super) fn new(problem: &'p dyn LinearProblem<W>, rows: &'p ModelClues<W>) -> Self {
        Self { problem, oracle: rows.oracle() }
    }
}

impl<const W: usize> Oracle<W> for RowsOracle<'_, W> {
    fn second_solution(&mut self, clues: CellSet<W>, pace: &mut Pace) -> Verdict {
        match self.oracle.second_solution(clues, pace) {
            Verdict::Second(point) => {
                let values: Vec<bool> = point.0.iter().map(|value| *value == 1).collect();
                Verdict::Second(self.problem.witness(&values))
            }
            answer @ (Verdict::Unique | Verdict::Limit(_)) => answer,
        }
    }

    fn unhit_set(
        &mut self,
        clues: CellSet<W>,
        keep_out: CellSet<W>,
        pace: &mut Pace,
    ) -> Option<Result<Option<CellSet<W>>, Stop>> {
        self.oracle.unhit_set(clues, keep_out, pace)
    }

    fn forget(&mut self) {
        self.oracle.forget();
    }

    fn n_solutions(&mut self, clues: CellSet<W>, max: usize, pace: &mut Pace) -> Option<Result<usize, Stop>> {
        self.oracle.n_solutions(clues, max, pace)
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng as _;

    use super::*;
    use crate::base::{Limits, rng};
    use crate::bilevel::{AnswerBy, ByIlp};
    use crate::problem::{Region, SudokuClues};
    use crate::sudoku::{Shape, random_grid};

    /// For all of the grid and for a region of it, on shapes with three paths of the solver.
    fn agrees<const W: usize>(shape: Shape, densities: std::ops::Range<f64>) {
        let mut rng = rng(11);
        let whole = SudokuClues::<W>::new(random_grid::<W>(shape, &mut rng));
        let band = whole.partitions()[0][0];
        let by_rows = ByIlp::new(&whole, AnswerBy::Rows);
        for region in [whole.cells() - band, whole.cells()] {
            let mut pace = Limits::none().pace(1);
            let (problem, by_rows) = (Region::new(&whole, region), Region::new(&by_rows, region));
            let (mut solver, mut rows) = (problem.oracle(), by_rows.oracle());
            let mut n_unique = 0;
            for _ in 0..30 {
                let density = rng.random_range(densities.clone());
                let clues: CellSet<W> = problem.cells().iter().filter(|_| rng.random_bool(density)).collect();
                let is_unique = solver.second_solution(clues, &mut pace) == Verdict::Unique;
                n_unique += usize::from(is_unique);
                match rows.second_solution(clues, &mut pace) {
                    Verdict::Unique => assert!(is_unique),
                    Verdict::Second(witness) => {
                        let cells = problem.difference(&witness).expect("a second solution");
                        assert!(!is_unique && !cells.intersects(&clues));
                    }
                    Verdict::Limit(stop) => panic!("{stop:?}"),
                }
                let set = rows.unhit_set(clues, CellSet::EMPTY, &mut pace).expect("its own way").expect("no limit");
                assert_eq!(set.is_none(), is_unique);
                // Unavoidable and minimal, as the solver sees it.
                for set in set.into_iter() {
                    assert!(!set.intersects(&clues));
                    assert_ne!(solver.second_solution(problem.cells() - set, &mut pace), Verdict::Unique);
                    for cell in set {
                        let rest = (problem.cells() - set) | CellSet::only(cell);
                        assert_eq!(solver.second_solution(rest, &mut pace), Verdict::Unique);
                    }
                }
            }
            assert!((3..=27).contains(&n_unique), "{shape}: {n_unique} of 30");
        }
    }

    #[test]
    fn it_answers_as_the_solver_does() {
        agrees::<2>(Shape::new(2, 3).expect("a shape"), 0.2..0.8);
        agrees::<2>(Shape::NINE, 0.2..0.7);
    }
}
