//! The conditions on a choice, in addition to the problem itself.

use std::collections::BTreeSet;

use minclue_core::base::{Cell, CellSet, Index as _};
use minclue_core::problem::LeaderRow;

use super::{Problem, no_cell};
use crate::error::Error;

/// The conditions of a problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Conditions {
    /// Cells that are part of every choice.
    pub(crate) given: BTreeSet<Cell>,
    /// Cells that are part of none.
    pub(crate) forbidden: BTreeSet<Cell>,
    /// The weight of each cell, if it is not 1.
    pub(crate) weights: Option<Vec<i64>>,
    /// Are weights prices of a leader, whatever they are?
    pub(crate) are_prices: bool,
    /// Rows over the cells by their numbers, each at least its right side.
    pub(crate) rows: Vec<LeaderRow>,
}

impl Conditions {
    /// Do they fit their problem, and each other?
    ///
    /// # Errors
    /// [`Error::Cells`] that names a cell that there is not, or one that is both given and forbidden.
    pub(crate) fn check(&self, problem: &Problem) -> Result<(), Error> {
        self.check_cells(problem)?;
        match self.given.intersection(&self.forbidden).next() {
            Some(cell) => Err(Error::Cells(format!("{} is both given and forbidden", problem.described(*cell)))),
            None => Ok(()),
        }
    }

    /// Are they about cells that there are?
    ///
    /// # Errors
    /// [`Error::Cells`] that names one that there is not.
    pub(crate) fn check_cells(&self, problem: &Problem) -> Result<(), Error> {
        let n_cells = problem.n_cells();
        let of_rows = self.rows.iter().flat_map(|row| row.terms.iter().map(|(cell, _)| Cell::new(*cell)));
        let mut cells = self.given.iter().chain(&self.forbidden).copied().chain(of_rows);
        match cells.find(|cell| cell.get() >= n_cells) {
            Some(cell) => Err(Error::Cells(no_cell(cell, n_cells))),
            None => Ok(()),
        }
    }

    /// Are there weights or rows, so that the least weight is wanted?
    pub(crate) fn has_leader(&self) -> bool {
        self.weights.is_some() || !self.rows.is_empty()
    }

    /// Is some cell given or forbidden?
    pub(crate) fn has_cells(&self) -> bool {
        !self.given.is_empty() || !self.forbidden.is_empty()
    }

    /// Are there any at all?
    pub(crate) fn is_none(&self) -> bool {
        !self.has_leader() && !self.has_cells()
    }

    /// The weight of each of `n_cells` cells.
    pub(crate) fn prices(&self, n_cells: usize) -> Vec<i64> {
        self.weights.clone().unwrap_or_else(|| vec![1; n_cells])
    }

    /// All of them but the weights as rows: whatever else is asked of a choice, it keeps them.
    pub(crate) fn all_rows(&self) -> Vec<LeaderRow> {
        let row = |cell: &Cell, a: i64, rhs: i64| LeaderRow { demand: None, terms: vec![(cell.get(), a)], rhs };
        let given = self.given.iter().map(|cell| row(cell, 1, 1));
        let forbidden = self.forbidden.iter().map(|cell| row(cell, -1, 0));
        self.rows.iter().cloned().chain(given).chain(forbidden).collect()
    }

    /// The given cells, and the forbidden ones.
    pub(crate) fn sets<const W: usize>(&self) -> [CellSet<W>; 2] {
        [&self.given, &self.forbidden].map(|cells| cells.iter().copied().collect())
    }

    /// The same by number.
    pub(crate) fn numbers(&self) -> [Vec<usize>; 2] {
        [&self.given, &self.forbidden].map(|cells| cells.iter().map(|cell| cell.get()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minclue_core::hitting::Hypergraph;

    #[test]
    fn each_condition_is_a_row() {
        let cells = |numbers: &[usize]| numbers.iter().map(|cell| Cell::new(*cell)).collect();
        let conditions = Conditions { given: cells(&[2]), forbidden: cells(&[0, 3]), ..Conditions::default() };
        let keeps = |taken: &[usize]| {
            let value = |row: &LeaderRow| -> i64 {
                row.terms.iter().filter(|(cell, _)| taken.contains(cell)).map(|(_, a)| a).sum()
            };
            conditions.all_rows().iter().all(|row| value(row) >= row.rhs)
        };
        let choices: [&[usize]; 6] = [&[2], &[1, 2], &[0, 2], &[2, 3], &[1], &[]];
        assert_eq!(choices.map(keeps), [true, true, false, false, false, false]);
        let problem = |n_vertices| {
            let edges = vec![vec![0, n_vertices - 1]];
            Problem::of_hypergraph(Hypergraph { n_vertices, edges }).expect("a hypergraph")
        };
        assert!(conditions.check(&problem(4)).is_ok());
        assert!(matches!(conditions.check(&problem(3)), Err(Error::Cells(m)) if m.contains("no cell 3")));
        let clash = Conditions { given: cells(&[1, 4]), forbidden: cells(&[4]), ..Conditions::default() };
        assert!(
            matches!(clash.check(&problem(9)), Err(Error::Cells(m)) if m == "vertex 5 is both given and forbidden")
        );
    }
}
