//! Bilevel programs over 0/1 variables from files: an MPS file with an AUX file beside it, and `.ki` files of knapsack
//! interdiction.
//!
//! MibS and BOBILib have the first form: the MPS file is the program of both levels as one, and the AUX file says which
//! columns and rows are the follower's. The second is that of the collection of Weninger and Fukasawa (bkpsolver).

mod aux;
mod bounds;
mod error;
#[cfg(test)]
mod integer_tests;
mod integers;
mod ki;
mod named;
#[cfg(test)]
mod tests;
mod words;

use std::io::BufRead;

use crate::base::Limits;

use super::model_error::ModelError;
use super::read_model::PlacedMps;
use super::{BinaryModel, RowId, VarId};

use aux::Class;

pub use error::{BilevelFileError, BilevelReason};
pub use integers::{PlacedIntegerBilevel, read_integer_mps_aux};
pub use ki::read_ki;

/// What the numbers of a row or an objective may add up to, without their signs. A row that is made of them for a target
/// or a price has at most five times as much, and searches take an eighth of 64 bits.
pub const LARGEST_SUM: i64 = 1 << 57;

/// A bilevel program over 0/1 variables: the leader chooses its variables first, then the follower its own, and both
/// keep their rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BilevelProgram {
    /// All variables and rows, and the objective that the leader minimizes.
    pub model: BinaryModel,
    /// The follower's variables, ascending; all others are the leader's.
    pub follower_vars: Vec<VarId>,
    /// The follower's rows, ascending; all others are the leader's. Rows that fix a variable are of its level.
    pub follower_rows: Vec<RowId>,
    /// What the follower maximizes, over its variables.
    pub follower_objective: Vec<(VarId, i64)>,
    /// What is added to the objective of the leader.
    pub constant: i64,
    /// What is added to that of the follower.
    pub follower_constant: i64,
    /// The leader's row that says what it pays, where the file has a place for that.
    pub budget: Option<RowId>,
    /// By row: its line in the model file, from 1; 0 of rows that no line has.
    pub row_lines: Vec<usize>,
    /// By variable: the last line of the model file that says something of its kind; 0 of those that no line has.
    pub variable_lines: Vec<usize>,
}

impl BilevelProgram {
    /// A program that stands in no file: `model` minimizes what the leader wants, these variables and rows are the
    /// follower's, and it maximizes this.
    #[must_use]
    pub fn new(
        model: BinaryModel,
        follower_vars: impl IntoIterator<Item = VarId>,
        follower_rows: impl IntoIterator<Item = RowId>,
        follower_objective: impl IntoIterator<Item = (VarId, i64)>,
    ) -> Self {
        let (mut vars, mut rows) = (Vec::from_iter(follower_vars), Vec::from_iter(follower_rows));
        vars.sort_unstable();
        rows.sort_unstable();
        Self {
            row_lines: vec![0; model.rows().len()],
            variable_lines: vec![0; model.n_vars()],
            model,
            follower_vars: vars,
            follower_rows: rows,
            follower_objective: follower_objective.into_iter().collect(),
            constant: 0,
            follower_constant: 0,
            budget: None,
        }
    }
}

/// Which of the two files is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MpsAuxError {
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The AUX file, by itself or beside the model.
    #[error(transparent)]
    Aux(#[from] BilevelFileError),
}

/// Reads an MPS file and the AUX file beside it; `name` becomes the name of the model.
///
/// The AUX file may have any of three dialects: by number, by name, and that of interdiction, where the MPS file is the
/// follower alone. In the last one the leader gets variables, a budget and a row for each item: item `x` of the
/// follower is out of reach once `take_x` is 1. docs/bilevel.md has what is refused, and why.
///
/// # Errors
/// [`MpsAuxError`] unless the files are such a pair; it names the line.
pub fn read_mps_aux(
    mps: impl BufRead,
    aux: impl BufRead,
    name: &str,
    limits: &Limits,
) -> Result<BilevelProgram, MpsAuxError> {
    let placed = PlacedMps::read(mps, name, limits)?.zero_one()?;
    let aux = aux::read(aux, Class::ZeroOne, limits)?;
    Ok(named::join(placed, &aux)?)
}
