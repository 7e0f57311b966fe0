//! The contents of a file while it is read, before it is known to be a 0/1 model.

use std::collections::HashMap;

use crate::base::Pace;
use crate::ilp::fresh_names::FreshNames;
use crate::ilp::{BinaryModel, Row, RowId, Sense, VarId};

use super::super::decimal::{Decimal, Number};
use super::super::model_error::{ModelError, ModelReason};
use super::{PlacedInteger, PlacedIntegers, Read, stopped};

/// A bound of a variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    /// `None` means no limit.
    pub(super) limit: Option<Decimal>,
    /// The line that says so, or 0 for what holds where nothing is said.
    pub(super) line: usize,
}

impl Side {
    pub(super) fn is_said(&self) -> bool {
        self.line > 0
    }
}

/// A variable as it is known so far.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) is_integer: bool,
    /// Is it 1 at most where no upper bound says something else?
    pub(super) is_binary: bool,
    /// May it be 0 whatever the bounds say?
    pub(super) is_semi: bool,
    pub(super) lower: Side,
    pub(super) upper: Side,
    /// The last line that says something of its kind.
    pub(super) line: usize,
}

/// A row as it is known so far.
#[derive(Clone, Debug)]
pub(super) struct DraftRow {
    /// `None` for a row of an LP file without a name.
    pub(super) name: Option<String>,
    pub(super) terms: Vec<(VarId, Decimal)>,
    pub(super) lower: Option<Decimal>,
    pub(super) upper: Option<Decimal>,
    pub(super) line: usize,
}

/// The constant of the objective of a file.
#[derive(Clone, Debug)]
pub(super) struct Constant {
    /// It, if it is a number of at most 64 bits and 9 places.
    pub(super) value: Option<Decimal>,
    /// The number as it stands in the file, which may be the same with the other sign.
    pub(super) text: String,
    pub(super) line: usize,
}

/// The objective as it is known so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Objective {
    pub(super) terms: Vec<(VarId, Decimal)>,
    /// The constant of the objective, with its line.
    pub(super) constant: Option<Constant>,
    /// Is there anything in it that `terms` cannot say?
    pub(super) is_inexact: bool,
    pub(super) is_maximized: bool,
}

/// All that a file has said so far.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) variables: Vec<Variable>,
    numbers: HashMap<String, u32>,
    pub(super) rows: Vec<DraftRow>,
    pub(super) objective: Objective,
    /// Rows without limits, the objective aside.
    pub(super) free_rows: Vec<String>,
    /// The line of the first of these that an MPS file has.
    pub(super) free_line: Option<usize>,
}

impl Draft {
    /// The variable of this name.
    pub(super) fn find(&self, name: &str) -> Option<VarId> {
        self.numbers.get(name).map(|&i| VarId::new(i as usize))
    }

    /// The variable of this name, continuous and not negative if it is new.
    pub(super) fn variable(&mut self, name: &str, line: usize) -> VarId {
        if let Some(var) = self.find(name) {
            return var;
        }
        let var = VarId::new(self.variables.len());
        let unsaid = |limit| Side { limit, line: 0 };
        self.variables.push(Variable {
            name: name.to_owned(),
            is_integer: false,
            is_binary: false,
            is_semi: false,
            lower: unsaid(Some(Decimal::default())),
            upper: unsaid(None),
            line,
        });
        self.numbers.insert(name.to_owned(), var.get() as u32);
        var
    }

    /// Would every program that reads the file beside another one take the same rows, and the same direction?
    pub(super) fn check_alone(&self, last: usize) -> Result<(), ModelError> {
        let refused = |line: usize, reason: ModelReason| Err(ModelError::Line { line, reason });
        for row in &self.rows {
            let name = || row.name.clone().unwrap_or_default();
            match (row.lower, row.upper) {
                (None, None) => return refused(row.line, ModelReason::FreeBeside(name())),
                (Some(lower), Some(upper)) if lower != upper => {
                    return refused(row.line, ModelReason::RangeBeside(name()));
                }
                _ => {}
            }
        }
        if let Some(name) = self.free_rows.first() {
            return refused(self.free_line.unwrap_or(last), ModelReason::FreeBeside(name.clone()));
        }
        if self.objective.is_maximized {
            return refused(last, ModelReason::MaximizedBeside);
        }
        Ok(())
    }

    /// Has the objective integers alone?
    pub(super) fn check_integer_objective(&self, last: usize) -> Result<(), ModelError> {
        let refused = |line: usize, reason: ModelReason| Err(ModelError::Line { line, reason });
        if self.objective.is_inexact || self.objective.terms.iter().any(|(_, cost)| cost.places() > 0) {
            return refused(last, ModelReason::ObjectiveBeside);
        }
        if let Some(constant) = self.objective.constant.as_ref().filter(|_| self.constant().is_none()) {
            return refused(constant.line, ModelReason::ConstantBeside(constant.text.clone()));
        }
        Ok(())
    }

    /// The constant of the objective, if it is an integer of 64 bits.
    pub(super) fn constant(&self) -> Option<i64> {
        match &self.objective.constant {
            None => Some(0),
            Some(constant) => constant.value.filter(|value| value.places() == 0)?.times_ten_to(0),
        }
    }

    /// The same rows and objective where every variable is an integer, whatever its bounds.
    pub(super) fn finish_integers(
        mut self,
        name: String,
        last: usize,
        pace: &mut Pace,
    ) -> Result<PlacedIntegers, ModelError> {
        if self.variables.is_empty() {
            return Err(ModelError::NoVariables);
        }
        self.admit_fixed();
        let mut variables = Vec::with_capacity(self.variables.len());
        for variable in std::mem::take(&mut self.variables) {
            stopped(pace)?;
            variables.push(variable.integer()?);
        }
        let mut names = name_all(&mut self.rows);
        let (mut rows, mut row_lines) = (Vec::new(), Vec::new());
        for row in std::mem::take(&mut self.rows) {
            stopped(pace)?;
            let line = row.line;
            for row in rows_of(row, &mut names)? {
                rows.push(row);
                row_lines.push(line);
            }
        }
        let refused = |line: usize, reason: ModelReason| Err(ModelError::Line { line, reason });
        let Objective { terms, constant, is_inexact, .. } = self.objective;
        if is_inexact {
            return refused(last, ModelReason::InexactObjective);
        }
        let constant = match constant {
            None => Decimal::default(),
            Some(Constant { value: Some(value), .. }) => value,
            Some(Constant { value: None, text, line }) => return refused(line, ModelReason::InexactConstant(text)),
        };
        Ok(PlacedIntegers { name, variables, rows, row_lines, objective: terms, constant, last })
    }

    /// The model, with `name`.
    pub(super) fn finish(mut self, name: String, pace: &mut Pace) -> Result<Read, ModelError> {
        if self.variables.is_empty() {
            return Err(ModelError::NoVariables);
        }
        self.admit_fixed();
        let mut model = BinaryModel::new(name);
        for variable in &self.variables {
            model.add_var(variable.name.as_str());
        }
        let mut names = name_all(&mut self.rows);
        let mut free_rows = std::mem::take(&mut self.free_rows);
        let mut upper_halves = Vec::new();
        for row in std::mem::take(&mut self.rows) {
            stopped(pace)?;
            if row.lower.is_none() && row.upper.is_none() {
                free_rows.extend(row.name);
            } else {
                let rows = rows_of(row, &mut names)?;
                upper_halves.extend((1..rows.len()).map(|half| RowId::new(model.rows().len() + half)));
                for Row { name, terms, sense, rhs } in rows {
                    model.add_row(name, terms, sense, rhs);
                }
            }
        }
        let n_rows = model.rows().len();
        for (i, variable) in self.variables.iter().enumerate() {
            stopped(pace)?;
            if let Some(value) = variable.only_value()? {
                let name = names.fresh(format!("fix_{}", variable.name));
                model.add_row(name, [(VarId::new(i), 1)], Sense::Equal, i64::from(value));
            }
        }
        let n_bound_rows = model.rows().len() - n_rows;
        let objective = self.objective.in_integers();
        let has_objective = objective.is_some();
        model.minimize(objective.unwrap_or_default());
        let selectors = Vec::new();
        Ok(Read { model, n_bound_rows, upper_halves, free_rows, has_objective, selectors, cells: None })
    }
}

/// Gives the rows without a name one, `c` and their number; answers with the names of all.
fn name_all(rows: &mut [DraftRow]) -> FreshNames {
    let mut names = FreshNames::beside(rows.iter().filter_map(|row| row.name.as_deref()));
    for (i, row) in rows.iter_mut().enumerate() {
        if row.name.is_none() {
            row.name = Some(names.fresh(format!("c{}", i + 1)));
        }
    }
    names
}

/// A row, or two, in integers.
fn rows_of(row: DraftRow, names: &mut FreshNames) -> Result<Vec<Row>, ModelError> {
    let DraftRow { name, mut terms, lower, upper, line } = row;
    let name = name.unwrap_or_default();
    terms.retain(|(_, a)| !a.is_zero());
    for limit in [lower, upper].into_iter().flatten() {
        if let Some(near) = near_sum(&terms, limit) {
            let what = format!("row `{name}`: the limit");
            let reason = ModelReason::Near { what, value: limit.to_string(), near: near.to_string() };
            return Err(ModelError::Line { line, reason });
        }
    }
    let sides = match (lower, upper) {
        (None, None) => Vec::new(),
        (Some(lower), Some(upper)) if lower == upper => vec![(name.clone(), Sense::Equal, lower)],
        (Some(lower), None) => vec![(name.clone(), Sense::GreaterEqual, lower)],
        (None, Some(upper)) => vec![(name.clone(), Sense::LessEqual, upper)],
        (Some(lower), Some(upper)) => {
            let other = names.fresh(format!("{name}_upper"));
            vec![(name.clone(), Sense::GreaterEqual, lower), (other, Sense::LessEqual, upper)]
        }
    };
    let mut rows = Vec::with_capacity(sides.len());
    for (side_name, sense, rhs) in sides {
        let too_large = || ModelError::Line { line, reason: ModelReason::TooLarge(name.clone()) };
        let places = terms.iter().map(|(_, a)| a.places()).chain([rhs.places()]).max().unwrap_or(0);
        let rhs = rhs.times_ten_to(places).ok_or_else(too_large)?;
        let scaled: Option<Vec<(VarId, i64)>> =
            terms.iter().map(|(var, a)| Some((*var, a.times_ten_to(places)?))).collect();
        let scaled = scaled.ok_or_else(too_large)?;
        // So no sum of some of them can overflow.
        let sum: i128 = scaled.iter().map(|(_, a)| i128::from(*a).abs()).sum();
        if sum + i128::from(rhs).abs() > i128::from(i64::MAX) {
            return Err(too_large());
        }
        rows.push(Row { name: side_name, terms: scaled, sense, rhs });
    }
    Ok(rows)
}

/// The number that is almost this limit, but not it, and that the sum of some terms can be: solvers then take one for
/// the other. With integers as coefficients it is an integer.
fn near_sum(terms: &[(VarId, Decimal)], limit: Decimal) -> Option<Decimal> {
    let step = terms.iter().try_fold(Decimal::default(), |step, (_, a)| step.common(*a))?;
    let is_whole = step.places() == 0;
    limit.near_multiple(if is_whole { Decimal::ONE } else { step })
}

impl Variable {
    /// The value of a variable that can only have one; an error if it can have none, or another than 0 and 1.
    fn only_value(&self) -> Result<Option<bool>, ModelError> {
        let name = || self.name.clone();
        let refused = |line: usize, reason: ModelReason| Err(ModelError::Line { line, reason });
        if !self.is_integer {
            return refused(self.line, ModelReason::Continuous(name()));
        }
        let line_of = |side: &Side| if side.is_said() { side.line } else { self.line };
        let (lower_line, upper_line) = (line_of(&self.lower), line_of(&self.upper));
        let range = |line: usize, value: String| refused(line, ModelReason::Range { variable: name(), value });
        let upper = match self.upper.limit {
            None if self.is_binary && !self.upper.is_said() => 1,
            None => return range(upper_line, "2".to_owned()),
            Some(upper) => upper.floor(),
        };
        let Some(lower) = self.lower.limit.map(Decimal::ceil) else {
            return range(lower_line, "-1".to_owned());
        };
        // Bounds that leave nothing are a mistake in the file also where 0 is allowed beside them.
        if lower > upper {
            return refused(lower_line.max(upper_line), ModelReason::NoValue(name()));
        }
        let lower = if self.is_semi { lower.min(0) } else { lower };
        if upper > 1 {
            range(upper_line, upper.to_string())
        } else if lower < 0 {
            range(lower_line, lower.to_string())
        } else {
            Ok((lower == upper).then_some(upper == 1))
        }
    }

    /// The variable as an integer, with the bounds that it has.
    fn integer(self) -> Result<PlacedInteger, ModelError> {
        let refused = |line: usize, reason: ModelReason| Err(ModelError::Line { line, reason });
        let (lower, upper) = (self.lower.limit.map(Decimal::ceil), self.upper.limit.map(Decimal::floor));
        let upper = if self.is_binary && !self.upper.is_said() { Some(1) } else { upper };
        let is_fixed = self.lower.limit.is_some() && self.lower.limit == self.upper.limit && lower == upper;
        if !self.is_integer && !is_fixed {
            return refused(self.line, ModelReason::NoInteger(self.name));
        }
        let line_of = |side: &Side| if side.is_said() { side.line } else { self.line };
        let lines = [line_of(&self.lower), line_of(&self.upper)];
        if lower.zip(upper).is_some_and(|(lower, upper)| lower > upper) {
            return refused(lines[0].max(lines[1]), ModelReason::NoValue(self.name));
        }
        let lower = match lower {
            // 0 or at least this: that is an interval if nothing lies between them.
            Some(lower) if self.is_semi && lower > 1 => {
                return refused(lines[0], ModelReason::Gap { variable: self.name, lower });
            }
            Some(lower) if self.is_semi => Some(lower.min(0)),
            lower => lower,
        };
        Ok(PlacedInteger { name: self.name, bounds: [lower, upper], lines, line: self.line })
    }

    /// A bound of this number.
    pub(super) fn set(&mut self, is_upper: bool, value: Number, line: usize) -> Result<(), ModelReason> {
        let limit = match (value, is_upper) {
            (Number::Finite(limit), _) => Some(limit),
            (Number::Infinite, true) | (Number::MinusInfinite, false) => None,
            (Number::Infinite, false) | (Number::MinusInfinite, true) => {
                return Err(ModelReason::Infinite(format!("this bound of variable `{}`", self.name)));
            }
        };
        if is_upper && limit.is_some_and(Decimal::is_negative) && !self.lower.is_said() {
            return Err(ModelReason::NegativeUpper(self.name.clone()));
        }
        *(if is_upper { &mut self.upper } else { &mut self.lower }) = Side { limit, line };
        Ok(())
    }

    /// Both bounds, to have one value.
    pub(super) fn fix(&mut self, value: Number, line: usize) -> Result<(), ModelReason> {
        self.set(false, value, line)?;
        self.set(true, value, line)
    }
}

impl Objective {
    /// The objective to be minimized, if it can be had in integers.
    fn in_integers(&self) -> Option<Vec<(VarId, i64)>> {
        if self.is_inexact {
            return None;
        }
        let terms = || self.terms.iter().filter(|(_, cost)| !cost.is_zero());
        let places = terms().map(|(_, cost)| cost.places()).max().unwrap_or(0);
        let costs: Option<Vec<(VarId, i64)>> = terms()
            .map(|(var, cost)| {
                let cost = cost.times_ten_to(places)?;
                Some((*var, if self.is_maximized { cost.checked_neg()? } else { cost }))
            })
            .collect();
        let sum: i128 = costs.iter().flatten().map(|(_, cost)| i128::from(*cost).abs()).sum();
        costs.filter(|_| sum <= i128::from(i64::MAX))
    }
}
