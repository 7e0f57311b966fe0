//! The follower's program for fixed clues (tjusila-2023, section 3): an oracle by 0/1 programming.

use crate::base::CellSet;
use crate::ilp::{BinaryModel, Sense};
use crate::problem::LinearProblem;

use super::model::add_differs_or_pays;

/// Creates the follower's program with y fixed to `clues`: a solution that has the clues, (F1), and differs from the
/// target or has z = 1, (N1); minimize z.
///
/// It is always feasible, since the target with z = 1 is a solution. Its optimum is 0 exactly if the clues have a
/// second solution, which is then the value of the first variables (see [`LinearProblem::witness`]); it is 1 exactly if
/// the clues are a valid puzzle. z is the last variable. Cells that are not clues have no row (F1), which would be
/// `x_agree >= 0`.
#[must_use]
pub fn follower<const W: usize>(problem: &dyn LinearProblem<W>, clues: CellSet<W>) -> BinaryModel {
    let mut model = problem.model();
    model.name = "follower".into();
    let z = model.add_var("z");
    for cell in clues {
        let name = format!("F1_{}", problem.cell_name(cell).to_lowercase());
        model.add_literal_row(name, [(problem.agreement(cell), 1)], Sense::GreaterEqual, 1);
    }
    add_differs_or_pays(&mut model, problem, z);
    model.minimize([(z, 1)]);
    model
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cell, Index as _, Limits, rng};
    use crate::ilp::Solved;
    use crate::problem::{ClueProblem as _, SudokuClues, Verdict};
    use crate::sudoku::{Grid, Shape, random_grid};
    use minclue_lp::Backend;
    use rand::Rng;

    #[test]
    fn it_answers_as_the_oracle_does() {
        let mut rng = rng(7);
        let problem = SudokuClues::<2>::new(random_grid::<2>(Shape::new(2, 3).expect("a shape"), &mut rng));
        let mut oracle = problem.oracle();
        let (mut n_unique, mut n_second) = (0, 0);
        for _ in 0..20 {
            let density = rng.random_range(0.2..0.7);
            let clues: CellSet<2> = problem.cells().iter().filter(|_| rng.random_bool(density)).collect();
            let model = follower(&problem, clues);
            let verdict = oracle.second_solution(clues, &mut Limits::none().pace(1));
            for backend in Backend::ALL {
                match backend.solver().expect("a backend of this build").solve(&model, &Limits::none()) {
                    Solved::Optimal { objective: 1, .. } => {
                        assert_eq!(verdict, Verdict::Unique);
                        n_unique += 1;
                    }
                    Solved::Optimal { objective: 0, values } => {
                        assert_ne!(verdict, Verdict::Unique);
                        let cells = problem.difference(&problem.witness(&values)).expect("a second solution");
                        assert!(!cells.intersects(&clues));
                        n_second += 1;
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
        assert!(n_unique > 0 && n_second > 0);
    }

    /// CBC 2.10.8 ends the process on this one unless its preprocessing is off.
    #[test]
    fn two_rows_are_left_of_a_program() {
        let grid: Grid = "153426624531416352532164361245245613".parse().expect("a grid");
        let problem = SudokuClues::<2>::new(grid);
        let clues: CellSet<2> = [7, 11, 12, 15, 20, 26, 28, 32, 33].into_iter().map(Cell::new).collect();
        assert_ne!(problem.oracle().second_solution(clues, &mut Limits::none().pace(1)), Verdict::Unique);
        let model = follower(&problem, clues);
        for backend in Backend::ALL {
            let answer = backend.solver().expect("a backend of this build").solve(&model, &Limits::none());
            assert!(matches!(answer, Solved::Optimal { objective: 0, .. }), "{backend:?}: {answer:?}");
        }
    }
}
