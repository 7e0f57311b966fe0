//! Reads bilevel programs over bounded integers, including 0/1 programs, from an MPS file and its AUX file.

use std::io::BufRead;

use crate::base::Limits;
use crate::ilp::decimal::Decimal;
use crate::ilp::model_error::{ModelError, ModelReason};
use crate::ilp::read_model::{PlacedIntegers, PlacedMps};
use crate::ilp::{IntegerBilevel, IntegerVariable, LevelRow, NoAnswer, Reading, Row, ScaledObjective, VarId};

use super::aux::{AuxFile, Class};
use super::bounds::{self, Bounds};
use super::error::{BilevelFileError, BilevelReason};
use super::named::{self, Kind, refused, resolve};
use super::{BilevelProgram, LARGEST_SUM, MpsAuxError, aux};

/// A bilevel program over integers, with further information from its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedIntegerBilevel {
    /// The program, with the optimistic reading, in which choices that leave the follower without a feasible response
    /// are forbidden.
    pub program: IntegerBilevel,
    /// Whether the follower of the file maximizes. If so, the program has its objective with the opposite sign, and
    /// values are shown with the original sign.
    pub is_follower_maximized: bool,
    /// The variables, ascending, whose bounds come from rows, because the file has none.
    pub implied: Vec<VarId>,
    /// The first variable of the leader whose bound depends on the existence of a follower's response. With
    /// [`NoAnswer::Prevented`] it would have no bound, so only `None` is then allowed.
    pub leaning: Option<VarId>,
    /// For each row, its line in the model file, from 1; 0 for rows without a line.
    pub row_lines: Vec<usize>,
    /// For each variable, the last line of the model file that determines its kind; 0 for variables without such a
    /// line.
    pub variable_lines: Vec<usize>,
}

/// Reads an MPS file and its AUX file as a program over bounded integers; `name` becomes its name.
///
/// The files have the formats of [`read_mps_aux`](super::read_mps_aux), but variables may be integers, objectives may
/// have decimals, rows of either level may use variables of both, and the follower may have no rows. Missing bounds may
/// follow from rows. The interdiction dialect only supports 0/1 variables.
///
/// # Errors
/// [`MpsAuxError`] with the line, if the files are not such a pair.
pub fn read_integer_mps_aux(
    mps: impl BufRead,
    aux: impl BufRead,
    name: &str,
    limits: &Limits,
) -> Result<PlacedIntegerBilevel, MpsAuxError> {
    let placed = PlacedMps::read(mps, name, limits)?;
    let aux = aux::read(aux, Class::Integers, limits)?;
    match &aux.prices {
        Some(prices) => {
            let program = PlacedIntegerBilevel::from(&named::interdiction(placed.zero_one()?, &aux, prices)?);
            program.check_sums(placed_last(&program), aux.count_lines[0])?;
            Ok(program)
        }
        None => two_levels(placed.integers()?, &aux),
    }
}

/// The line that is named for what is wrong with all of the model.
fn placed_last(program: &PlacedIntegerBilevel) -> usize {
    program.variable_lines.iter().chain(&program.row_lines).copied().max().unwrap_or_default()
}

/// The model file has the rows of both levels.
fn two_levels(placed: PlacedIntegers, aux: &AuxFile) -> Result<PlacedIntegerBilevel, MpsAuxError> {
    let columns =
        resolve(&aux.columns, &Kind::columns(placed.variables.iter().map(|variable| variable.name.as_str())))?;
    let of_follower = resolve(&aux.rows, &Kind::rows(placed.rows.iter().map(|row| row.name.as_str())))?;
    let PlacedIntegers { name, variables: placed_variables, rows, row_lines, objective, constant, last } = placed;
    let mut is_follower = vec![false; placed_variables.len()];
    columns.iter().for_each(|column| is_follower[*column] = true);
    let mut rows: Vec<LevelRow> = rows.into_iter().map(|row| LevelRow { row, is_follower: false }).collect();
    of_follower.into_iter().for_each(|row| rows[row].is_follower = true);

    let given: Vec<Bounds> = placed_variables.iter().map(|variable| variable.bounds).collect();
    let mut all = given.clone();
    let leaning = bounds::complete(&mut all, &rows, &is_follower).map(VarId::new);
    let implied = (0..all.len()).filter(|var| all[*var] != given[*var]).map(VarId::new).collect();
    let mut variables = Vec::with_capacity(placed_variables.len());
    let mut variable_lines = Vec::with_capacity(placed_variables.len());
    for ((variable, bounds), is_follower) in placed_variables.into_iter().zip(all).zip(is_follower) {
        let missing = |line: usize, side| {
            let reason = ModelReason::NoBound { variable: variable.name.clone(), side };
            Err(MpsAuxError::Model(ModelError::Line { line, reason }))
        };
        let [lower, upper] = match bounds {
            [Some(lower), Some(upper)] => [lower, upper],
            [None, Some(_)] => return missing(variable.lines[0], "lower bound"),
            [Some(_), None] => return missing(variable.lines[1], "upper bound"),
            [None, None] => return missing(variable.line, "bounds"),
        };
        variable_lines.push(variable.line);
        variables.push(IntegerVariable { name: variable.name, lower, upper, is_follower });
    }

    let Some(leader) = scaled(objective, constant) else {
        let reason = ModelReason::LargeSum("the objective".to_owned());
        return Err(ModelError::Line { line: last, reason }.into());
    };
    // Minimized by the program, whichever the file says.
    let mut costs: Vec<(VarId, Decimal)> =
        columns.into_iter().map(VarId::new).zip(aux.objective.iter().copied()).collect();
    costs.sort_unstable_by_key(|(var, _)| *var);
    let too_large = BilevelFileError::Line { line: aux.count_lines[0], reason: BilevelReason::LargeObjective };
    let mut follower = scaled(costs, Decimal::default()).ok_or(too_large)?;
    if aux.is_maximized {
        follower.terms.iter_mut().for_each(|(_, cost)| *cost = -*cost);
    }
    let (reading, no_answer) = (Reading::default(), NoAnswer::default());
    let program = PlacedIntegerBilevel {
        program: IntegerBilevel { name, variables, rows, leader, follower, reading, no_answer },
        is_follower_maximized: aux.is_maximized,
        implied,
        leaning,
        row_lines,
        variable_lines,
    };
    program.check_sums(last, aux.count_lines[0])?;
    Ok(program)
}

/// The objective times the power of ten that makes it one of integers, if all of it is small enough.
fn scaled(terms: Vec<(VarId, Decimal)>, constant: Decimal) -> Option<ScaledObjective> {
    let places = terms.iter().map(|(_, cost)| cost.places()).chain([constant.places()]).max().unwrap_or(0);
    let constant = constant.times_ten_to(places)?;
    let terms: Option<Vec<(VarId, i64)>> =
        terms.into_iter().map(|(var, cost)| Some((var, cost.times_ten_to(places)?))).collect();
    let terms: Vec<(VarId, i64)> = terms?.into_iter().filter(|(_, cost)| *cost != 0).collect();
    let sum: i128 = terms.iter().map(|(_, cost)| i128::from(*cost).abs()).sum::<i128>() + i128::from(constant).abs();
    (sum <= i128::from(LARGEST_SUM)).then_some(ScaledObjective { terms, constant, places })
}

impl PlacedIntegerBilevel {
    /// No sum of terms at a point within the bounds is so large that it could not be exact. `model_line` and `aux_line`
    /// are those to name where no other is.
    fn check_sums(&self, model_line: usize, aux_line: usize) -> Result<(), MpsAuxError> {
        let model = |line: usize, reason| Err(MpsAuxError::Model(ModelError::Line { line, reason }));
        let IntegerBilevel { variables, rows, leader, follower, .. } = &self.program;
        for (variable, line) in variables.iter().zip(&self.variable_lines) {
            if variable.lower < -LARGEST_SUM || variable.upper > LARGEST_SUM {
                return model(*line, ModelReason::WideBound(variable.name.clone()));
            }
        }
        let size = |var: VarId| {
            let IntegerVariable { lower, upper, .. } = &variables[var.get()];
            i128::from(*lower).abs().max(i128::from(*upper).abs())
        };
        let is_large = |terms: &[(VarId, i64)], constant: i64| {
            let terms: i128 = terms.iter().map(|(var, a)| i128::from(*a).abs() * size(*var).max(1)).sum();
            terms + i128::from(constant).abs() > i128::from(LARGEST_SUM)
        };
        for (LevelRow { row: Row { name, terms, rhs, .. }, .. }, line) in rows.iter().zip(&self.row_lines) {
            if is_large(terms, *rhs) {
                let line = if *line > 0 { *line } else { model_line };
                return model(line, ModelReason::LargeSum(format!("row `{name}`")));
            }
        }
        if is_large(&leader.terms, leader.constant) {
            return model(model_line, ModelReason::LargeSum("the objective".to_owned()));
        }
        if is_large(&follower.terms, follower.constant) {
            return Ok(refused(aux_line, BilevelReason::LargeObjective)?);
        }
        Ok(())
    }
}

/// A 0/1 program as one over integers: its rows as they are, those of fixed variables among them.
impl From<&BilevelProgram> for IntegerBilevel {
    fn from(program: &BilevelProgram) -> Self {
        let model = &program.model;
        let mut variables: Vec<IntegerVariable> = model
            .var_names()
            .map(|name| IntegerVariable { name: name.to_owned(), lower: 0, upper: 1, is_follower: false })
            .collect();
        program.follower_vars.iter().for_each(|var| variables[var.get()].is_follower = true);
        let mut rows: Vec<LevelRow> =
            model.rows().iter().map(|row| LevelRow { row: row.clone(), is_follower: false }).collect();
        rows.iter_mut().for_each(|level| level.row.terms.sort_unstable());
        program.follower_rows.iter().for_each(|row| rows[row.get()].is_follower = true);
        let objective = |terms: &[(VarId, i64)], constant: i64| {
            let mut terms: Vec<(VarId, i64)> = terms.iter().copied().filter(|(_, cost)| *cost != 0).collect();
            terms.sort_unstable();
            ScaledObjective { terms, constant, places: 0 }
        };
        // The follower of such a program maximizes.
        let against: Vec<(VarId, i64)> = program.follower_objective.iter().map(|(var, cost)| (*var, -cost)).collect();
        Self {
            name: model.name.clone(),
            variables,
            rows,
            leader: objective(model.objective(), program.constant),
            follower: objective(&against, program.follower_constant.saturating_neg()),
            reading: Reading::default(),
            no_answer: NoAnswer::default(),
        }
    }
}

/// The same with the lines of its file.
impl From<&BilevelProgram> for PlacedIntegerBilevel {
    fn from(program: &BilevelProgram) -> Self {
        Self {
            program: program.into(),
            is_follower_maximized: true,
            implied: Vec::new(),
            leaning: None,
            row_lines: program.row_lines.clone(),
            variable_lines: program.variable_lines.clone(),
        }
    }
}
