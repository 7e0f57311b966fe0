//! Reads a 0/1 model from an LP or MPS file by HiGHS, exactly or not at all.

use std::ffi::CString;
use std::path::Path;

use rustc_hash::FxHashSet;

use super::exact::{Decimal, MOST_PLACES};
use super::highs_handle::{Handle, ModelData, Setting};
use super::{BinaryModel, Sense, VarId};

/// A model from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The model, with the file's names. Its own name is that of the file.
    pub model: BinaryModel,
    /// The names of rows that ask nothing, which were left out.
    pub free_rows: Vec<String>,
    /// Is the objective in the model, perhaps multiplied by a power of ten and with the other sign, since the model minimises?
    /// Otherwise it is not linear, or has coefficients that are no integers even so; then the model has none.
    pub has_objective: bool,
}

/// Why a file gives no 0/1 model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The path holds a nul or is not UTF-8.
    #[error("HiGHS cannot open a file of this name")]
    Path,
    /// The name says no format.
    #[error("the name of a model file ends in `.lp` or `.mps`")]
    Extension,
    /// The file cannot be opened; the text says why.
    #[error("the file cannot be opened: {0}")]
    Open(String),
    /// HiGHS refuses the file.
    #[error("HiGHS cannot read this model file")]
    Refused,
    /// No variables, or a file that HiGHS takes for an empty one.
    #[error("the model has no binary variables")]
    NoVariables,
    /// A variable that is not an integer.
    #[error("variable `{0}` is continuous; every variable must be binary")]
    Continuous(String),
    /// An integer variable with values other than 0 and 1.
    #[error("variable `{variable}` may be {value}; every variable must be binary")]
    Range {
        /// The variable.
        variable: String,
        /// A value that it may have.
        value: String,
    },
    /// A variable whose bounds leave it neither 0 nor 1.
    #[error("the bounds of variable `{0}` leave it no value")]
    NoValue(String),
    /// Two variables of one name.
    #[error("there are two variables `{0}`")]
    Twice(String),
    /// A coefficient that no power of ten up to 10^9 makes an integer.
    #[error(
        "row `{row}`: the coefficient {value} of variable `{variable}` is no integer, and none with {MOST_PLACES} decimals"
    )]
    Coefficient {
        /// The row.
        row: String,
        /// The variable.
        variable: String,
        /// The coefficient.
        value: String,
    },
    /// The same of a right side.
    #[error("row `{row}`: the right side {value} is no integer, and none with {MOST_PLACES} decimals")]
    RightSide {
        /// The row.
        row: String,
        /// The right side.
        value: String,
    },
    /// Coefficients that 64 bits do not hold together, perhaps since the smallest have many decimals.
    #[error("the numbers of row `{0}` do not fit into 64 bits as integers")]
    TooLarge(String),
}

/// HiGHS reads a number from here on as no limit.
const INFINITE: f64 = 1e20;

/// Reads the LP or MPS file at `path`, whose extension says which (`.lp`, `.mps`).
///
/// Every variable must be binary: an integer within 0 and 1. One that can only have one value gets a row that says so. Rows
/// with coefficients that are no integers are multiplied by a power of ten, at most 10^9. A row with a lower and an upper
/// bound becomes two. A file without names has those that HiGHS makes up.
///
/// HiGHS reads numbers as floats, so a number counts as the shortest decimal that is read as that float; integers from 2^53
/// on are refused.
///
/// # Errors
/// [`ModelError`] unless the file is such a model; it names the row and the variable.
pub fn read_model(path: &Path) -> Result<Read, ModelError> {
    if !path.extension().is_some_and(|end| end.eq_ignore_ascii_case("lp") || end.eq_ignore_ascii_case("mps")) {
        return Err(ModelError::Extension);
    }
    let name = path.to_str().and_then(|name| CString::new(name).ok()).ok_or(ModelError::Path)?;
    let size = || std::fs::File::open(path).and_then(|file| file.metadata()).map(|data| data.len());
    let before = size().map_err(|error| ModelError::Open(error.to_string()))?;
    let mut highs = Handle::new();
    // The smallest that HiGHS allows: it drops what is below without a word.
    highs.set(c"small_matrix_value", Setting::Float(1e-12));
    // Above what counts as exact here, so that it is refused with its name.
    highs.set(c"large_matrix_value", Setting::Float(1e30));
    if !highs.read(&name) {
        return Err(ModelError::Refused);
    }
    let after = size().map_err(|error| ModelError::Open(error.to_string()))?;
    let (vars, rows) = highs.names(usize::try_from(before.max(after)).map_err(|_| ModelError::Refused)?);
    if vars.is_empty() {
        return Err(ModelError::NoVariables);
    }
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let is_quadratic = highs.is_quadratic();
    let data = highs.model();
    let mut reading = Reading { data, vars, rows, taken: FxHashSet::default() };
    reading.read(stem.replace(|c: char| !c.is_ascii_graphic(), "_"), is_quadratic)
}

/// A model as HiGHS has it, while it becomes one of ours.
struct Reading {
    data: ModelData,
    vars: Vec<String>,
    rows: Vec<String>,
    /// Names of rows, those of the file and new ones.
    taken: FxHashSet<String>,
}

impl Reading {
    fn read(&mut self, name: String, is_quadratic: bool) -> Result<Read, ModelError> {
        let mut model = BinaryModel::new(name);
        let mut seen = FxHashSet::default();
        for var in &self.vars {
            if !seen.insert(var.as_str()) {
                return Err(ModelError::Twice(var.clone()));
            }
            model.add_var(var.clone());
        }
        self.taken = self.rows.iter().cloned().collect();
        let mut free_rows = Vec::new();
        for row in 0..self.rows.len() {
            if !self.add_row(row, &mut model)? {
                free_rows.push(self.rows[row].clone());
            }
        }
        for var in 0..self.vars.len() {
            if let Some(value) = self.only_value(var)? {
                let name = self.unused(format!("fix_{}", self.vars[var]));
                model.add_row(name, [(VarId::new(var), 1)], Sense::Equal, i64::from(value));
            }
        }
        let objective = if is_quadratic { None } else { self.objective() };
        let has_objective = objective.is_some();
        model.minimise(objective.unwrap_or_default());
        Ok(Read { model, free_rows, has_objective })
    }

    /// Adds a row, or two; false if it asks nothing.
    fn add_row(&mut self, row: usize, model: &mut BinaryModel) -> Result<bool, ModelError> {
        let (data, name) = (&self.data, self.rows[row].clone());
        let end = data.starts.get(row + 1).map_or(data.index.len(), |end| *end as usize);
        let mut terms = Vec::new();
        for i in data.starts[row] as usize..end {
            let (var, value) = (data.index[i] as usize, data.value[i]);
            let inexact = || ModelError::Coefficient {
                row: name.clone(),
                variable: self.vars[var].clone(),
                value: value.to_string(),
            };
            let coefficient = Decimal::new(value).ok_or_else(inexact)?;
            if !coefficient.is_zero() {
                terms.push((VarId::new(var), coefficient));
            }
        }
        let bound = |value: f64| {
            let inexact = || ModelError::RightSide { row: name.clone(), value: value.to_string() };
            (value.abs() < INFINITE).then(|| Decimal::new(value).ok_or_else(inexact)).transpose()
        };
        let sides = match (bound(data.row_lower[row])?, bound(data.row_upper[row])?) {
            (None, None) => return Ok(false),
            (Some(lower), Some(upper)) if lower == upper => vec![(name.clone(), Sense::Equal, lower)],
            (Some(lower), None) => vec![(name.clone(), Sense::GreaterEqual, lower)],
            (None, Some(upper)) => vec![(name.clone(), Sense::LessEqual, upper)],
            (Some(lower), Some(upper)) => {
                let other = self.unused(format!("{name}_upper"));
                vec![(name.clone(), Sense::GreaterEqual, lower), (other, Sense::LessEqual, upper)]
            }
        };
        for (name, sense, rhs) in sides {
            let places = terms.iter().map(|(_, a)| a.places()).chain([rhs.places()]).max().unwrap_or(0);
            let scaled =
                |number: &Decimal| number.times_ten_to(places).ok_or_else(|| ModelError::TooLarge(name.clone()));
            let rhs = scaled(&rhs)?;
            let terms: Vec<(VarId, i64)> =
                terms.iter().map(|(var, a)| Ok((*var, scaled(a)?))).collect::<Result<_, ModelError>>()?;
            model.add_row(name, terms, sense, rhs);
        }
        Ok(true)
    }

    /// The value of a variable that can only have one; an error if it can have none, or another than 0 and 1.
    fn only_value(&self, var: usize) -> Result<Option<bool>, ModelError> {
        let name = || self.vars[var].clone();
        let kind = self.data.kinds[var];
        if kind != highs_sys::kHighsVarTypeInteger && kind != highs_sys::kHighsVarTypeSemiInteger {
            return Err(ModelError::Continuous(name()));
        }
        let (lower, upper) = (self.data.col_lower[var].ceil(), self.data.col_upper[var].floor());
        // A semi-integer is 0 or within its bounds.
        let lower = if kind == highs_sys::kHighsVarTypeSemiInteger { lower.min(0.0) } else { lower };
        let value = |bound: f64, other: &str| if bound.abs() < INFINITE { bound.to_string() } else { other.to_owned() };
        if lower > upper {
            Err(ModelError::NoValue(name()))
        } else if upper > 1.0 {
            Err(ModelError::Range { variable: name(), value: value(upper, "2") })
        } else if lower < 0.0 {
            Err(ModelError::Range { variable: name(), value: value(lower, "-1") })
        } else {
            Ok((lower == upper).then_some(upper == 1.0))
        }
    }

    /// The objective to be minimised, if it can be had in integers.
    fn objective(&self) -> Option<Vec<(VarId, i64)>> {
        let costs: Vec<Decimal> = self.data.cost.iter().map(|cost| Decimal::new(*cost)).collect::<Option<_>>()?;
        let places = costs.iter().map(Decimal::places).max()?;
        let sign = if self.data.sense == highs_sys::kHighsObjSenseMaximize { -1 } else { 1 };
        let terms = costs.iter().enumerate().filter(|(_, cost)| !cost.is_zero());
        terms.map(|(i, cost)| Some((VarId::new(i), sign * cost.times_ten_to(places)?))).collect()
    }

    /// The name, with as many `_` behind it as it needs to be a new one.
    fn unused(&mut self, mut name: String) -> String {
        while !self.taken.insert(name.clone()) {
            name.push('_');
        }
        name
    }
}

#[cfg(test)]
mod tests;
