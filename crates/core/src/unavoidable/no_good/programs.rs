//! The programs of the no-good loop.

use crate::ilp::{BinaryModel, Literal, Sense};
use crate::problem::LinearProblem;

use super::super::{Family, UnavoidableSet};

/// Creates the program of [`LoopForm::Sizes`](super::super::LoopForm) for size `m`: the rows of the problem, which are
/// (G0) to (G3) for Sudoku, and
///
/// - (D1): the solution differs from the target in exactly `size` cells;
/// - (N2), for every set of `family`: it agrees with the target somewhere in the set;
/// - (NG) of section 6, but only if a solution can differ in a cell and still agree in all shown variables.
///
/// It has no objective. The cells in which a solution differs form an unavoidable set of `size` cells, which contains
/// no set of the family.
#[must_use]
pub fn set_model<const W: usize>(problem: &dyn LinearProblem<W>, size: usize, family: &Family<W>) -> BinaryModel {
    let mut model = problem.model();
    model.name = format!("sets_of_size_{size}");
    let rest = problem.cells().len() as i64 - size as i64;
    model.add_literal_row("D1", agreement(problem), Sense::Equal, rest);
    add_another(&mut model, problem);
    add_cuts(&mut model, problem, family);
    model
}

/// Creates the program of [`LoopForm::Minimize`](super::super::LoopForm): the rows of the problem, a row that requires
/// the solution to differ from the target, and (N2) as in [`set_model`].
///
/// Its objective is the number of cells that differ, minus a constant: `-1` for each cell that agrees by a 1, `1` for
/// each that differs by one.
#[must_use]
pub fn smallest_set_model<const W: usize>(problem: &dyn LinearProblem<W>, family: &Family<W>) -> BinaryModel {
    let mut model = problem.model();
    model.name = "smallest_set".into();
    model.minimize(agreement(problem).map(|(literal, _)| literal.times(-1).0));
    model.add_literal_row("differs", agreement(problem), Sense::LessEqual, problem.cells().len() as i64 - 1);
    add_another(&mut model, problem);
    add_cuts(&mut model, problem, family);
    model
}

/// The number of cells that agree with the target.
fn agreement<const W: usize>(problem: &dyn LinearProblem<W>) -> impl Iterator<Item = (Literal, i64)> {
    problem.cells().into_iter().map(|cell| (problem.agreement(cell), 1))
}

/// Adds (NG), the solution breaks a literal of the target, unless all cells are among these: then it does so anyway.
fn add_another<const W: usize>(model: &mut BinaryModel, problem: &dyn LinearProblem<W>) {
    let mut shown = problem.shown();
    shown.sort_unstable();
    if agreement(problem).any(|(literal, _)| shown.binary_search(&literal).is_err()) {
        let max = shown.len() as i64 - 1;
        model.add_literal_row("NG", shown.into_iter().map(|literal| (literal, 1)), Sense::LessEqual, max);
    }
}

fn add_cuts<const W: usize>(model: &mut BinaryModel, problem: &dyn LinearProblem<W>, family: &Family<W>) {
    for set in family.sets() {
        add_cut(model, problem, set);
    }
}

/// Adds (N2) for one set; cuts are numbered by the row they become.
pub(super) fn add_cut<const W: usize>(
    model: &mut BinaryModel,
    problem: &dyn LinearProblem<W>,
    set: &UnavoidableSet<W>,
) {
    let name = format!("N2_{}", model.rows().len());
    model.add_literal_row(name, set.cells.iter().map(|cell| (problem.agreement(cell), 1)), Sense::GreaterEqual, 1);
}
