//! The contents of a certificate of a problem of a 0/1 model.

use crate::base::{CellPermutation, CellSet, Pace, Stop};
use crate::ilp::VarId;
use crate::problem::certifiable::told;
use crate::problem::{Certifiable, Witness};
use crate::proof::{Instance, LinearInstance, LinearRow};

use super::learning::learning;
use super::symmetry::Symmetries;
use super::{ModelClues, positive};

impl<const W: usize> Certifiable<W> for ModelClues<W> {
    fn instance(&self) -> Instance {
        let linear = &self.linear;
        let numbers = |vars: &[VarId]| vars.iter().map(|var| var.get()).collect();
        Instance::Model(LinearInstance {
            n_vars: linear.target.len(),
            rows: linear.rows.iter().map(|row| LinearRow { terms: row.terms.clone(), rhs: row.rhs }).collect(),
            ones: numbers(&positive(&linear.target)),
            cells: numbers(&linear.cells),
            shown: numbers(&linear.shown),
        })
    }

    /// All variables whose value differs from the target, be they cells or not.
    fn replacement(&self, _: CellSet<W>, witness: &Witness) -> Vec<usize> {
        let values = witness.0.iter().zip(&self.linear.target).enumerate();
        values.filter(|(_, (value, target))| (**value == 1) != **target).map(|(i, _)| i).collect()
    }

    fn refutation(&self, puzzle: CellSet<W>, pace: &mut Pace) -> Result<Vec<Vec<usize>>, Stop> {
        let clauses = learning(&self.linear).refutation(puzzle, pace)?.unwrap_or_default();
        Ok(told(clauses, |var| self.linear.target[var]))
    }

    /// The images of the variables.
    fn item_images(&self, symmetry: &CellPermutation) -> Vec<usize> {
        Symmetries::new(&self.linear).extending(symmetry).expect("a symmetry of the cells is one of all variables")
    }
}
