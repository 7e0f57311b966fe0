//! The leader/follower model of tjusila-2023, section 3, for any clue problem.

use crate::base::Cell;
use crate::ilp::{BinaryModel, RowId, Sense, VarId};
use crate::problem::LinearProblem;

use super::leader_rows::LeaderRows;

/// Creates the leader's program, `min sum y` over its rows: if all of them are unavoidable sets, their minimum hitting
/// set.
#[must_use]
pub fn hitting_model<'a, const W: usize>(
    problem: &dyn LinearProblem<W>,
    rows: impl Into<LeaderRows<'a, W>>,
) -> BinaryModel {
    let mut model = BinaryModel::new("hitting");
    let clue_vars: Vec<(Cell, VarId)> = problem
        .cells()
        .iter()
        .map(|cell| (cell, model.add_var(format!("y_{}", problem.cell_name(cell).to_lowercase()))))
        .collect();
    rows.into().add_to(&mut model, problem, &clue_vars);
    model.minimize(clue_vars.iter().map(|&(_, y)| (y, 1)));
    model
}

/// The bilevel program: its high-point relaxation, with the variables and rows that belong to the follower.
///
/// - The variables are those of [`LinearProblem::model`], called x, in their order; then y, one per cell, which is 1 if
///   the cell is a clue; then z, which is 1 if the follower finds no second solution. y belongs to the leader, x and z
///   to the follower.
/// - The rows are those of [`LinearProblem::model`], for Sudoku (G0) to (G3); then (F1), `x_agree - y >= 0` per cell:
///   clues are respected; then (N1), `sum x_shown - z <= n_shown - 1`: the solution is another one, or z is 1; then
///   (V1), `z = 1`; then the [`LeaderRows`]: unavoidable-set inequalities `sum y >= 1` (Corollary 2), and possibly
///   minima of regions and rows of symmetries. (V1) and the [`LeaderRows`] belong to the leader.
/// - `x_agree` is [`LinearProblem::agreement`], and `x_shown` are the literals of [`LinearProblem::shown`], which are
///   the same for Sudoku. If the target has a 0, the literal is `1 - x`, as in (NG) of section 6, with its constant on
///   the right side.
/// - The leader minimizes the number of clues, the follower z.
///
/// A 9x9 grid has 811 variables and 407 rows, without inequalities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BilevelModel {
    /// All variables and rows with the leader's objective: the high-point relaxation, in which the leader chooses the
    /// follower's variables too. Its optimum is 0 without inequalities, and the minimum hitting set of their sets with
    /// them.
    pub hpr: BinaryModel,
    /// The variable y of each cell, in ascending order of the cells.
    pub clue_vars: Vec<(Cell, VarId)>,
    /// The follower's variables, ascending.
    pub lower_vars: Vec<VarId>,
    /// The follower's rows, ascending.
    pub lower_rows: Vec<RowId>,
    /// The follower's objective, which it minimizes; its other variables have coefficient 0.
    pub lower_objective: Vec<(VarId, i64)>,
}

impl BilevelModel {
    /// Creates the model of `problem` with these rows, such as one for each set of a family.
    #[must_use]
    pub fn new<'a, const W: usize>(problem: &dyn LinearProblem<W>, rows: impl Into<LeaderRows<'a, W>>) -> Self {
        let cells = problem.cells();
        let name = |cell: Cell| problem.cell_name(cell).to_lowercase();

        let mut hpr = problem.model();
        hpr.name = "bilevel".into();
        let n_x = hpr.n_vars();
        let clue_vars: Vec<(Cell, VarId)> =
            cells.iter().map(|cell| (cell, hpr.add_var(format!("y_{}", name(cell))))).collect();
        let z = hpr.add_var("z");

        for &(cell, y) in &clue_vars {
            let terms = [(problem.agreement(cell), 1), (y.into(), -1)];
            hpr.add_literal_row(format!("F1_{}", name(cell)), terms, Sense::GreaterEqual, 0);
        }
        add_differs_or_pays(&mut hpr, problem, z);
        let lower_rows = (0..hpr.rows().len()).map(RowId::new).collect();

        hpr.add_row("V1", [(z, 1)], Sense::Equal, 1);
        rows.into().add_to(&mut hpr, problem, &clue_vars);
        hpr.minimize(clue_vars.iter().map(|&(_, y)| (y, 1)));

        let lower_vars = (0..n_x).map(VarId::new).chain([z]).collect();
        Self { hpr, clue_vars, lower_vars, lower_rows, lower_objective: vec![(z, 1)] }
    }
}

/// (N1), which is (NG) of section 6: the solution breaks a literal of the target, or z = 1.
pub(super) fn add_differs_or_pays<const W: usize>(model: &mut BinaryModel, problem: &dyn LinearProblem<W>, z: VarId) {
    let shown = problem.shown();
    let max = shown.len() as i64 - 1;
    let terms = shown.into_iter().map(|literal| (literal, 1)).chain([(z.into(), -1)]);
    model.add_literal_row("N1", terms, Sense::LessEqual, max);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng;
    use crate::problem::SudokuClues;
    use crate::sudoku::{Shape, random_grid};
    use crate::unavoidable::Family;

    #[test]
    fn the_paper_counts_811_variables_and_407_rows() {
        let shape = Shape::new(3, 3).expect("a shape");
        let problem = SudokuClues::<2>::new(random_grid::<2>(shape, &mut rng(1)));
        let model = BilevelModel::new(&problem, &Family::new());
        assert_eq!((model.hpr.n_vars(), model.hpr.rows().len()), (811, 407));
        assert_eq!((model.lower_vars.len(), model.lower_rows.len()), (730, 406));
        assert_eq!(model.hpr.var_name(VarId::new(729)), "y_r1c1");
        assert_eq!(model.hpr.var_name(VarId::new(810)), "z");
    }
}
