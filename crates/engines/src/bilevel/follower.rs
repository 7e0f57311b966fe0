//! The follower's program for fixed clues (tjusila-2023, section 3): an oracle by 0/1 programming.

use crate::base::CellSet;
use crate::ilp::{BinaryModel, Sense};
use crate::problem::LinearProblem;

use super::model::add_differs_or_pays;

/// The follower's program with y fixed to `clues`: a solution that has the clues, (F1), and differs from the target or
/// pays z = 1, (N1); minimize z.
///
/// It is always feasible, by the target with z = 1. Its optimum is 0 exactly if the clues have a second solution, which
/// the first variables then are (see [`LinearProblem::witness`]); it is 1 exactly if the clues are a valid puzzle.
/// z is the last variable. A cell that is not a clue has no row (F1), which would be `x_agree >= 0`.
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
    use crate::base::{Limits, rng};
    use crate::ilp::Solved;
    use crate::problem::{ClueProblem as _, SudokuClues, Verdict};
    use crate::sudoku::{Shape, random_grid};
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
}
