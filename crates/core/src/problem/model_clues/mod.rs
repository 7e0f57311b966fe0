//! The clue problem of one solution of any 0/1 model (tjusila-2023, section 6).
//!
//! A cell is a variable, and its clue fixes the variable to its value in the target. In the paper, only ones are clues;
//! here the caller chooses the cells, so zeros may be clues too.

mod certificate;
mod choice;
mod cover;
mod learning;
mod oracle;
mod plain;
mod rows;
mod search;
mod solution;
mod symmetry;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use rustc_hash::FxHashSet;

use crate::base::{Cell, CellSet, Group, Index, Limits, Pace};
use crate::ilp::{BinaryModel, Literal, Row, Sense, VarId};

use super::{ClueProblem, LinearProblem, Oracle, Verdict, Witness, WitnessError};

use choice::Choice;
pub use cover::ModelCover;
use oracle::ModelOracle;
use rows::{AtLeast, at_least};
pub use solution::{any_solution, points};
use symmetry::Symmetries;

/// The clue problem of one solution of a 0/1 model. Cell i is the i-th of the variables passed to [`Self::new`].
///
/// A second solution is a point of the model that differs from the target in a *shown* variable: by default any
/// variable, or fewer for a model with auxiliary variables.
///
/// All cells together may not be a valid clue set, since a second solution may differ only in variables that are not
/// cells. Then no set of clues is valid, and engines must not be called: they panic at a second solution that differs
/// in no cell. Call [`Self::suffices`] first.
#[derive(Clone, Debug)]
pub struct ModelClues<const W: usize> {
    linear: Linear,
    partitions: Vec<Vec<CellSet<W>>>,
    classes: Vec<Vec<CellSet<W>>>,
    /// The search that answers, chosen at its first use.
    choice: OnceLock<Choice>,
}

/// Guesses between two looks at the limits.
const PACE: u32 = 1024;

/// The panic message for an engine that is called although no clues are enough.
const NO_CLUES: &str = "no clues suffice; ask ModelClues::suffices before an engine";

/// The model, and what is asked about it.
#[derive(Clone, Debug)]
struct Linear {
    model: BinaryModel,
    target: Vec<bool>,
    /// The variable of each cell.
    cells: Vec<VarId>,
    shown: Vec<VarId>,
    /// The rows of the model in one form, without rows that have no variables.
    rows: Vec<AtLeast>,
}

/// The reason why there is no such clue problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelCluesError {
    /// The number of values differs from the number of variables.
    #[error("the solution has {found} values; the model has {wanted} variables")]
    Length {
        found: usize,
        /// The number of variables of the model.
        wanted: usize,
    },
    /// The target is not a solution.
    #[error("the solution violates row `{row}`: {left} is {sum}, but should be {wanted}")]
    Violated {
        row: String,
        /// The left side, or its first terms.
        left: String,
        /// The value of its left side.
        sum: i64,
        /// The required value, such as `at max 2`.
        wanted: String,
    },
    /// There are more cells than the width allows.
    #[error("{n_cells} clues to choose from; the maximum is {max}")]
    TooManyCells {
        n_cells: usize,
        /// The maximum number of cells for the width.
        max: usize,
    },
    /// A cell or a shown variable does not exist in the model.
    #[error("the model has no variable number {0}")]
    NoVariable(usize),
    /// A variable occurs twice among the cells, or among the shown variables.
    #[error("variable `{0}` occurs twice")]
    Twice(String),
    /// The coefficients of a row are so large that its sum might overflow.
    #[error("the numbers of row `{0}` are too large to be added up exactly")]
    Overflow(String),
}

/// Returns the variables that are 1 in `target`: the cells of tjusila-2023, section 6, where a clue is a part of the
/// solution.
#[must_use]
pub fn positive(target: &[bool]) -> Vec<VarId> {
    target.iter().enumerate().filter(|(_, value)| **value).map(|(i, _)| VarId::new(i)).collect()
}

impl<const W: usize> ModelClues<W> {
    /// Creates the clue problem of the solution `target` of `model`, which has one value for each variable. The
    /// variables of `cells` may be clues (see [`positive`] for those that are 1); a second solution differs in a
    /// variable of `shown` (see [`BinaryModel::vars`] for all).
    ///
    /// The objective is ignored. Whether all clues together are valid is not checked, since that needs a search; see
    /// [`Self::suffices`].
    ///
    /// # Errors
    /// [`ModelCluesError`] unless the target is a solution, the cells and the shown variables are distinct variables of
    /// the model, there are at most `64 * W` cells, and all rows can be summed exactly.
    #[inline(never)]
    pub fn new(
        model: BinaryModel,
        target: Vec<bool>,
        cells: &[VarId],
        shown: &[VarId],
    ) -> Result<Self, ModelCluesError> {
        let (found, wanted) = (target.len(), model.n_vars());
        if found != wanted {
            return Err(ModelCluesError::Length { found, wanted });
        }
        let (n_cells, max) = (cells.len(), CellSet::<W>::CAPACITY);
        if n_cells > max {
            return Err(ModelCluesError::TooManyCells { n_cells, max });
        }
        for list in [cells, shown] {
            let mut seen = FxHashSet::default();
            for var in list {
                if var.get() >= wanted {
                    return Err(ModelCluesError::NoVariable(var.get()));
                }
                if !seen.insert(*var) {
                    return Err(ModelCluesError::Twice(model.var_name(*var).to_owned()));
                }
            }
        }
        let mut rows = Vec::new();
        for row in model.rows() {
            let of_row = at_least(row).ok_or_else(|| ModelCluesError::Overflow(row.name.clone()))?;
            if !row.holds(&target) {
                let (sum, wanted) = (left_side(row, &target), should_be(row));
                let left = written(row, &model);
                return Err(ModelCluesError::Violated { row: row.name.clone(), left, sum, wanted });
            }
            rows.extend(of_row.into_iter().filter(|row| !row.terms.is_empty()));
        }
        let mut shown = shown.to_vec();
        shown.sort_unstable();
        let linear = Linear { model, target, cells: cells.to_vec(), shown, rows };
        Ok(Self { linear, partitions: Vec::new(), classes: Vec::new(), choice: OnceLock::new() })
    }

    /// Sets the partitions that [`ClueProblem::partitions`] and [`ClueProblem::classes`] return. A part is given by its
    /// variables, and consists of their cells.
    #[must_use]
    pub fn with_parts(self, partitions: &[Vec<Vec<VarId>>], classes: &[Vec<Vec<VarId>>]) -> Self {
        let cells = |vars: &Vec<VarId>| -> CellSet<W> {
            let is_in = |cell: &Cell| vars.contains(&self.variable(*cell));
            self.cells().iter().filter(is_in).collect()
        };
        let cuts = |cuts: &[Vec<Vec<VarId>>]| -> Vec<Vec<CellSet<W>>> {
            // A cut that misses a cell, or has one twice, is none.
            let cut = |parts: &Vec<Vec<VarId>>| parts.iter().map(cells).collect::<Vec<_>>();
            let is_whole = |parts: &Vec<CellSet<W>>| {
                parts.iter().map(CellSet::len).sum::<usize>() == self.cells().len()
                    && parts.iter().all(|p| !p.is_empty())
                    && parts.iter().fold(CellSet::EMPTY, |all, part| all | *part) == self.cells()
            };
            cuts.iter().map(cut).filter(is_whole).collect()
        };
        let (partitions, classes) = (cuts(partitions), cuts(classes));
        Self { partitions, classes, ..self }
    }

    /// Decides whether the clues of all cells leave the target as the only solution. [`Verdict::Second`] has a solution
    /// that no clues exclude.
    #[must_use]
    pub fn suffices(&self, pace: &mut Pace) -> Verdict {
        self.oracle().second_solution(self.cells(), pace)
    }

    /// The target, one value for each variable.
    #[must_use]
    pub fn target(&self) -> &[bool] {
        &self.linear.target
    }

    /// The variable of a cell.
    #[must_use]
    pub fn variable(&self, cell: Cell) -> VarId {
        self.linear.cells[cell.get()]
    }
}

impl Linear {
    /// The literal that says that a variable has its value of the target.
    fn kept(&self, var: VarId) -> Literal {
        Literal::new(var, self.target[var.get()])
    }

    /// (NG) of tjusila-2023, section 6, moved to the form of the rows: some shown variable differs from the target, so
    /// `sum over ones (1 - x) + sum over zeros x >= 1`.
    fn another(&self) -> AtLeast {
        let literals = || self.shown.iter().map(|var| self.kept(*var));
        let sign = |literal: Literal| if literal.positive { -1 } else { 1 };
        AtLeast {
            terms: literals().map(|literal| (literal.var.get(), sign(literal))).collect(),
            rhs: 1 - literals().filter(|literal| literal.positive).count() as i64,
        }
    }

    /// The cells whose variable has another value than in the target.
    fn differing<const W: usize>(&self, value: impl Fn(VarId) -> bool) -> CellSet<W> {
        let cells = self.cells.iter().enumerate();
        cells.filter(|(_, var)| value(**var) != self.target[var.get()]).map(|(i, _)| Cell::new(i)).collect()
    }
}

fn left_side(row: &Row, values: &[bool]) -> i64 {
    row.terms.iter().filter(|(v, _)| values[v.get()]).map(|(_, a)| a).sum()
}

/// The left side as people write it, if it is long only its beginning.
fn written(row: &Row, model: &BinaryModel) -> String {
    const MAX: usize = 6;
    let mut text = String::new();
    for (i, (var, a)) in row.terms.iter().take(MAX).enumerate() {
        let sign = match (i, *a < 0) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        };
        let factor = if a.unsigned_abs() == 1 { String::new() } else { format!("{} ", a.unsigned_abs()) };
        text.push_str(&format!("{sign}{factor}{}", model.var_name(*var)));
    }
    if row.terms.len() > MAX {
        text.push_str(" + ...");
    }
    text
}

fn should_be(row: &Row) -> String {
    match row.sense {
        Sense::LessEqual => format!("at most {}", row.rhs),
        Sense::Equal => format!("{}", row.rhs),
        Sense::GreaterEqual => format!("at least {}", row.rhs),
    }
}

impl<const W: usize> ClueProblem<W> for ModelClues<W> {
    fn cells(&self) -> CellSet<W> {
        CellSet::first_n(self.linear.cells.len())
    }

    fn oracle(&self) -> Box<dyn Oracle<W> + '_> {
        Box::new(ModelOracle::new(&self.linear, &self.choice))
    }

    /// A witness has a byte for each variable: its value. One that differs from the target in no cell is refused with
    /// [`WitnessError::NoCell`].
    #[inline(never)]
    fn difference(&self, witness: &Witness) -> Result<CellSet<W>, WitnessError> {
        let (linear, found) = (&self.linear, witness.0.len());
        let wanted = linear.model.n_vars();
        if found != wanted {
            return Err(WitnessError::Length { found, wanted });
        }
        if let Some(bad) = witness.0.iter().find(|v| **v > 1) {
            return Err(WitnessError::NotASolution(format!("{bad} is neither 0 nor 1")));
        }
        let values: Vec<bool> = witness.0.iter().map(|v| *v == 1).collect();
        if let Some(row) = linear.model.violated_row(&values) {
            let row = &linear.model.rows()[row.get()];
            let (sum, wanted) = (left_side(row, &values), should_be(row));
            let text = format!("the left side of row `{}` is {sum}, and should be {wanted}", row.name);
            return Err(WitnessError::NotASolution(text));
        }
        if linear.shown.iter().all(|var| linear.kept(*var).holds(&values)) {
            return Err(WitnessError::Target);
        }
        let differs: CellSet<W> = linear.differing(|var| values[var.get()]);
        if differs.is_empty() { Err(WitnessError::NoCell) } else { Ok(differs) }
    }

    fn partitions(&self) -> Vec<Vec<CellSet<W>>> {
        self.partitions.clone()
    }

    fn classes(&self) -> Vec<Vec<CellSet<W>>> {
        self.classes.clone()
    }

    #[inline(never)]
    fn automorphisms(&self, max: usize, limits: &Limits) -> Group {
        Symmetries::new(&self.linear).of_cells::<W>(max, limits)
    }

    /// The name of the variable; `name=0` where the clue is that it is 0.
    fn cell_name(&self, cell: Cell) -> String {
        let Literal { var, positive } = self.agreement(cell);
        format!("{}{}", self.linear.model.var_name(var), if positive { "" } else { "=0" })
    }
}

impl<const W: usize> LinearProblem<W> for ModelClues<W> {
    fn model(&self) -> BinaryModel {
        let mut model = self.linear.model.clone();
        model.minimize([]);
        model
    }

    fn agreement(&self, cell: Cell) -> Literal {
        self.linear.kept(self.variable(cell))
    }

    fn shown(&self) -> Vec<Literal> {
        self.linear.shown.iter().map(|var| self.linear.kept(*var)).collect()
    }

    fn witness(&self, values: &[bool]) -> Witness {
        Witness(values.iter().take(self.linear.target.len()).map(|value| u8::from(*value)).collect())
    }
}
