//! Second solutions as a follower: the leader chooses clues, and a response is a solution that agrees with the target
//! on them. The value of a response is determined by the shown variables in which it differs from the target, so the
//! target itself is worth the least.

use crate::base::CellSet;
use crate::ilp::{BinaryModel, Literal, Sense, VarId};
use crate::problem::LinearProblem;

use super::MonotoneFollower;
use super::unmet::{free_name, free_row};

impl MonotoneFollower {
    /// Creates the follower of a clue problem, and returns it with the greatest allowed value of a response, that of
    /// the target. The items are the cells of `problem`, in order and with their names.
    ///
    /// # Panics
    /// If the cells are not the first ones of the ground set, or if two cells have the same name.
    #[must_use]
    pub fn of_second_solutions<const W: usize>(problem: &dyn LinearProblem<W>, name: &str) -> (Self, i64) {
        assert_eq!(problem.cells(), CellSet::first_n(problem.cells().len()), "cells are numbered from 0 without gaps");
        let plain = problem.model();
        let mut model = BinaryModel::new(name);
        let cells: Vec<VarId> = problem.cells().iter().map(|cell| model.add_var(problem.cell_name(cell))).collect();
        let vars: Vec<VarId> = plain
            .var_names()
            .map(|name| {
                let name = free_name(&model, name);
                model.add_var(name)
            })
            .collect();
        for row in plain.rows() {
            let terms: Vec<(VarId, i64)> = row.terms.iter().map(|(var, a)| (vars[var.get()], *a)).collect();
            model.add_row(row.name.as_str(), terms, row.sense, row.rhs);
        }
        for (cell, var) in problem.cells().iter().zip(&cells) {
            let agrees = problem.agreement(cell);
            let agrees = Literal::new(vars[agrees.var.get()], agrees.positive);
            let name = free_row(&model, &format!("clue_{}", model.var_name(*var)));
            let terms = [(agrees, 1), (Literal::new(*var, false), 1)];
            model.add_literal_row(name, terms, Sense::GreaterEqual, 1);
        }
        // One for each shown literal that is broken, less a constant.
        let mut value: Vec<(VarId, i64)> = Vec::new();
        let mut most = 0;
        for literal in problem.shown() {
            let sign = if literal.positive { -1 } else { 1 };
            most -= i64::from(literal.positive);
            value.push((vars[literal.var.get()], sign));
        }
        let follower = Self::new(model, cells, value, Vec::new());
        (follower.expect("a clue that is given only leaves fewer solutions"), most)
    }
}
