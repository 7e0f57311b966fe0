//! Reads bilevel programs over 0/1 variables from MPS and AUX files, and from `.ki` files of knapsack interdiction.
//!
//! MibS and BOBILib use the first format: the MPS file has the variables and rows of both levels, and the AUX file
//! lists those of the follower. The second is the format of the collection of Weninger and Fukasawa (bkpsolver).

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

/// The maximum sum of the absolute values of the coefficients of a row or an objective. Rows derived from them, for a
/// target or a price, have at most five times this sum, and searches use an eighth of the 64-bit range.
pub const LARGEST_SUM: i64 = 1 << 57;

/// A bilevel program over 0/1 variables: first the leader chooses its variables, then the follower chooses its own, and
/// both must satisfy their rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BilevelProgram {
    /// All variables and rows, and the objective that the leader minimizes.
    pub model: BinaryModel,
    /// The follower's variables, ascending; all others are the leader's.
    pub follower_vars: Vec<VarId>,
    /// The follower's rows, ascending; all others are the leader's. Rows that fix a variable belong to the level of the
    /// variable.
    pub follower_rows: Vec<RowId>,
    /// The objective that the follower maximizes, over its variables.
    pub follower_objective: Vec<(VarId, i64)>,
    /// The constant term of the leader's objective.
    pub constant: i64,
    /// The constant term of the follower's objective.
    pub follower_constant: i64,
    /// The leader's budget row, if the format has one.
    pub budget: Option<RowId>,
    /// For each row, its line in the model file, from 1; 0 for rows without a line.
    pub row_lines: Vec<usize>,
    /// For each variable, the last line of the model file that determines its kind; 0 for variables without such a
    /// line.
    pub variable_lines: Vec<usize>,
}

impl BilevelProgram {
    /// Creates a program that does not come from a file. The leader minimizes the objective of `model`; the follower
    /// has these variables and rows, and maximizes this objective.
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

/// An error in one of the two files.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MpsAuxError {
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The AUX file is invalid, or does not fit the model.
    #[error(transparent)]
    Aux(#[from] BilevelFileError),
}

/// Reads an MPS file and its AUX file; `name` becomes the name of the model.
///
/// The AUX file may have any of three dialects: by number, by name, and that of interdiction, in which the MPS file is
/// the follower's problem. For the last one, the leader gets a variable for each item, a budget row, and a row for each
/// item: item `x` of the follower is not available if `take_x` is 1. docs/bilevel.md lists the files that are rejected,
/// with the reasons.
///
/// # Errors
/// [`MpsAuxError`] with the line, if the files are not such a pair.
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
