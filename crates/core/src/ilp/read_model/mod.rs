//! Reads a 0/1 model from an LP, MPS, OPB or clause file. Numbers are read exactly, as integers and decimals, and
//! nothing in the file is ignored. A line that programs read differently is an error.

mod clauses;
mod draft;
mod helpers;
mod lp;
mod lp_bounds;
mod lp_rows;
mod lp_words;
mod mps;
mod opb;

use std::ffi::OsStr;
use std::io::BufRead;
use std::path::Path;

use crate::base::{Limits, Pace};

use super::clauses::{ClauseFormat, read_clauses};
use super::decimal::Decimal;
use super::model_error::ModelError;
use super::text::Lines;
use super::{BinaryModel, Row, RowId, VarId};
use draft::Draft;

pub use clauses::Selector;
pub(super) use helpers::is_slack;
pub(super) use lp_words::is_reserved;

/// A model read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The model, with the file's names. Its own name is that of the file.
    pub model: BinaryModel,
    /// The number of rows at the end of the model that stand for bounds of the file: those of variables with one value.
    pub n_bound_rows: usize,
    /// The rows that are the upper half of the range of the row before them: of one row of the file, the model has two.
    pub upper_halves: Vec<RowId>,
    /// The names of rows that always hold, which the model omits.
    pub free_rows: Vec<String>,
    /// Whether the model has the objective of the file, possibly multiplied by a power of ten, and with the opposite
    /// sign if the file maximizes. It does not if the objective is not linear, or its coefficients are not integers
    /// even when multiplied.
    pub has_objective: bool,
    /// The variables that represent whether clauses hold, each after those that it depends on. Only clause formats have
    /// them.
    pub selectors: Vec<Selector>,
    /// The variables that the file offers as clues: those of its soft clauses or groups. `None` if it has none.
    pub cells: Option<Vec<VarId>>,
}

impl Read {
    /// The rows that stand for bounds of the file.
    pub fn bound_rows(&self) -> impl Iterator<Item = RowId> {
        let n = self.model.rows().len();
        (n - self.n_bound_rows..n).map(RowId::new)
    }

    /// Sets the variables that represent clauses to the values implied by the other variables, since solvers do not
    /// report them. `values` has one value for each variable.
    pub fn complete(&self, values: &mut [bool]) {
        for selector in &self.selectors {
            values[selector.var.get()] = selector.holds(values);
        }
    }
}

/// A supported format of models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelFormat {
    /// The LP format of CPLEX, as HiGHS, CBC, GLPK, Gurobi and SCIP read it.
    Lp,
    /// MPS, free or fixed.
    Mps,
    /// OPB, the format of pseudo-Boolean solvers.
    Opb,
    /// A file of clauses.
    Clauses(ClauseFormat),
}

impl ModelFormat {
    /// Returns the format for the extension of a file. A further extension `.gz` or `.zst` is ignored, since such files
    /// are decompressed when they are opened.
    ///
    /// # Errors
    /// [`ModelError::Extension`] unless the extension is that of a format, such as `.lp`, and
    /// [`ModelError::Compressed`] for names such as `m.mps.xz`.
    pub fn of(path: &Path) -> Result<Self, ModelError> {
        let is_packed = |end: &OsStr| end.eq_ignore_ascii_case("gz") || end.eq_ignore_ascii_case("zst");
        if path.extension().is_some_and(is_packed) {
            return Self::of(Path::new(path.file_stem().unwrap_or_default()));
        }
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
        match ending.as_str() {
            "lp" => Ok(Self::Lp),
            "mps" => Ok(Self::Mps),
            "opb" => Ok(Self::Opb),
            "cnf" => Ok(Self::Clauses(ClauseFormat::Cnf)),
            "wcnf" => Ok(Self::Clauses(ClauseFormat::Wcnf)),
            "gcnf" => Ok(Self::Clauses(ClauseFormat::Gcnf)),
            "bz2" | "xz" | "zip" | "z" => Err(ModelError::Compressed),
            _ => Err(ModelError::Extension),
        }
    }
}

/// How often limits are asked where no line is read.
const PACE: u32 = 255;

/// Reads a model in this format; `name` becomes its name.
///
/// Every variable must be binary: an integer from 0 to 1. A variable with only one possible value gets a row that fixes
/// it. Rows with decimal coefficients are multiplied by a power of ten, at most 10^9. A row with a lower and an upper
/// bound becomes two rows. A row without a name is named `c` followed by its number.
///
/// Time and memory are linear in the size of the text. `limits` are checked throughout, except the one on nodes. A file
/// that programs read differently is rejected: docs/formats/solutions.md and docs/formats/clauses.md have the rules.
///
/// # Errors
/// [`ModelError`] with line and column, row and variable, if the text is not such a model.
pub fn read_model(text: impl BufRead, format: ModelFormat, name: &str, limits: &Limits) -> Result<Read, ModelError> {
    let mut pace = limits.clone().without_nodes().pace(PACE);
    let name = name.replace(|c: char| !c.is_ascii_graphic(), "_");
    if let ModelFormat::Clauses(format) = format {
        return read_clauses(text, format, limits)?.into_model(name, &mut pace);
    }
    let mut lines = Lines::new(text, limits);
    let mut draft = Draft::default();
    match format {
        ModelFormat::Lp => {
            lp::read(&mut lines, &mut draft, &mut pace)?;
            draft.drop_slacks();
        }
        ModelFormat::Mps => mps::read(&mut lines, &mut draft)?,
        ModelFormat::Opb | ModelFormat::Clauses(_) => return opb::read(&mut lines, name, &mut pace),
    }
    draft.admit_fixed_by_rows();
    draft.finish(name, &mut pace)
}

/// The contents of an MPS file to whose rows and columns another file refers.
#[derive(Debug)]
pub(super) struct PlacedMps {
    draft: Draft,
    /// The number of its last line.
    last: usize,
    name: String,
    pace: Pace,
}

impl PlacedMps {
    /// Reads one, only where the rows of the model are those of the file, in their order.
    ///
    /// # Errors
    /// Those of [`read_model`]; and for ranges, rows without limits, and an objective that is maximized, since programs
    /// that read such pairs of files disagree about them.
    pub(super) fn read(text: impl BufRead, name: &str, limits: &Limits) -> Result<Self, ModelError> {
        let pace = limits.clone().without_nodes().pace(PACE);
        let name = name.replace(|c: char| !c.is_ascii_graphic(), "_");
        let (mut lines, mut draft) = (Lines::new(text, limits), Draft::default());
        mps::read(&mut lines, &mut draft)?;
        let last = lines.number();
        draft.check_alone(last)?;
        Ok(Self { draft, last, name, pace })
    }

    /// It as a 0/1 model, with the line of each row. The rows of fixed variables come last, without a line.
    ///
    /// # Errors
    /// [`ModelError`] for other variables, and an objective with decimals.
    pub(super) fn zero_one(mut self) -> Result<PlacedModel, ModelError> {
        self.draft.check_integer_objective(self.last)?;
        let row_lines = self.draft.rows.iter().map(|row| row.line).collect();
        let variable_lines = self.draft.variables.iter().map(|variable| variable.line).collect();
        let constant = self.draft.constant().unwrap_or_default();
        let read = self.draft.finish(self.name, &mut self.pace)?;
        Ok(PlacedModel { model: read.model, constant, row_lines, variable_lines })
    }

    /// It as rows over integers.
    ///
    /// # Errors
    /// [`ModelError`] for variables that are not integers, and an objective that is not exact in decimals.
    pub(super) fn integers(mut self) -> Result<PlacedIntegers, ModelError> {
        self.draft.finish_integers(self.name, self.last, &mut self.pace)
    }
}

/// A model, and where its file speaks of what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlacedModel {
    pub(super) model: BinaryModel,
    /// The constant of the objective.
    pub(super) constant: i64,
    /// The lines of the rows of the file, which come first in the model.
    pub(super) row_lines: Vec<usize>,
    /// The lines of the variables.
    pub(super) variable_lines: Vec<usize>,
}

/// An integer variable of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlacedInteger {
    pub(super) name: String,
    /// The lower and the upper one, as far as the file has them.
    pub(super) bounds: [Option<i64>; 2],
    /// The lines that say so, or that they are missing.
    pub(super) lines: [usize; 2],
    /// The last line that says something of its kind.
    pub(super) line: usize,
}

/// Rows over integers, and where their file speaks of what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlacedIntegers {
    pub(super) name: String,
    pub(super) variables: Vec<PlacedInteger>,
    /// The rows of the file, in integers.
    pub(super) rows: Vec<Row>,
    pub(super) row_lines: Vec<usize>,
    /// The objective, which is minimized.
    pub(super) objective: Vec<(VarId, Decimal)>,
    /// The constant of the objective.
    pub(super) constant: Decimal,
    /// The number of the last line.
    pub(super) last: usize,
}

fn stopped(pace: &mut Pace) -> Result<(), ModelError> {
    pace.step(0).map_or(Ok(()), |stop| Err(ModelError::Stopped(stop)))
}

#[cfg(test)]
mod tests;
