//! AUX files: the variables and rows of an MPS file that belong to the follower, and the follower's objective.

use std::fmt::Display;

use crate::ilp::{Names, VarId};

use super::model::BilevelModel;

/// The way in which an AUX file refers to the follower's variables and rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AuxDialect {
    /// 0-based numbers in the order of the MPS file, which tjusila-2023 used and `MibS` reads.
    #[default]
    Index,
    /// Names, which `MibS` recommends and `BOBILib` has throughout.
    Names,
}

/// Returns the AUX file of `model`, for the MPS file `instance.mps` written with these names.
#[must_use]
pub fn aux(model: &BilevelModel, dialect: AuxDialect, names: Names, instance: &str) -> String {
    match dialect {
        AuxDialect::Index => by_index(model),
        AuxDialect::Names => by_names(model, names, instance),
    }
}

/// `N` and `M` count the follower's columns and rows; then one line for each: `LC` column, `LR` row, `LO` objective
/// coefficient, in the order of the `LC` lines; `OS 1` says that the follower minimizes. The objective row of the MPS
/// file is not counted.
fn by_index(model: &BilevelModel) -> String {
    let mut lines = Lines::default();
    lines.pair("N", model.lower_vars.len());
    lines.pair("M", model.lower_rows.len());
    for var in &model.lower_vars {
        lines.pair("LC", var.get());
    }
    for row in &model.lower_rows {
        lines.pair("LR", row.get());
    }
    for &var in &model.lower_vars {
        lines.pair("LO", cost(model, var));
    }
    lines.pair("OS", 1);
    lines.0
}

/// Keys and values on lines of their own, but for a variable and its objective coefficient. The follower always
/// minimizes. Names that the user chose come last: a reader that goes word by word, as `MibS` does, could take one for
/// a key.
fn by_names(model: &BilevelModel, names: Names, instance: &str) -> String {
    let mut lines = Lines::default();
    lines.line("@NUMVARS");
    lines.line(model.lower_vars.len());
    lines.line("@NUMCONSTRS");
    lines.line(model.lower_rows.len());
    lines.line("@VARSBEGIN");
    for &var in &model.lower_vars {
        lines.pair(&names.of_var(&model.hpr, var), cost(model, var));
    }
    lines.line("@VARSEND");
    lines.line("@CONSTRSBEGIN");
    for &row in &model.lower_rows {
        lines.line(names.of_row(&model.hpr, row));
    }
    lines.line("@CONSTRSEND");
    lines.line("@NAME");
    lines.line(&model.hpr.name);
    lines.line("@MPS");
    lines.line(format!("{instance}.mps"));
    lines.0
}

/// The follower's cost of a variable.
fn cost(model: &BilevelModel, var: VarId) -> i64 {
    model.lower_objective.iter().find(|(v, _)| *v == var).map_or(0, |(_, a)| *a)
}

/// A text made line by line.
#[derive(Debug, Default)]
struct Lines(String);

impl Lines {
    fn line(&mut self, value: impl Display) {
        self.0.push_str(&format!("{value}\n"));
    }

    fn pair(&mut self, key: &str, value: impl Display) {
        self.line(format_args!("{key} {value}"));
    }
}
