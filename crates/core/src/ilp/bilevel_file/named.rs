//! Resolves the numbers and names of an AUX file in its model.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ilp::fresh_names::FreshNames;
use crate::ilp::read_model::PlacedModel;
use crate::ilp::{BinaryModel, Row, RowId, Sense, VarId};

use super::BilevelProgram;
use super::aux::{AuxFile, Entry, Prices, Reference};
use super::error::{BilevelFileError, BilevelReason};

pub(super) fn refused<T>(line: usize, reason: BilevelReason) -> Result<T, BilevelFileError> {
    Err(BilevelFileError::Line { line, reason })
}

/// The bilevel program of both files.
pub(super) fn join(placed: PlacedModel, aux: &AuxFile) -> Result<BilevelProgram, BilevelFileError> {
    match &aux.prices {
        Some(prices) => interdiction(placed, aux, prices),
        None => two_levels(placed, aux),
    }
}

/// The model file has the rows of both levels.
fn two_levels(placed: PlacedModel, aux: &AuxFile) -> Result<BilevelProgram, BilevelFileError> {
    let PlacedModel { model, constant, mut row_lines, variable_lines } = placed;
    let columns = resolve(&aux.columns, &Kind::columns(model.var_names()))?;
    // The rows of the file are the first ones of the model.
    let of_file = model.rows()[..row_lines.len()].iter();
    let rows = resolve(&aux.rows, &Kind::rows(of_file.map(|row| row.name.as_str())))?;
    let sign = if aux.is_maximized { 1 } else { -1 };
    let mut objective: Vec<(VarId, i64)> = Vec::new();
    for ((column, cost), entry) in columns.iter().zip(aux.integer_objective()?).zip(&aux.columns) {
        match cost.checked_mul(sign) {
            Some(0) => {}
            Some(cost) => objective.push((VarId::new(*column), cost)),
            None => return refused(entry.line, BilevelReason::TooLarge),
        }
    }
    let is_follower: FxHashSet<usize> = columns.iter().copied().collect();
    let is_fixing = |row: &Row| row.terms.iter().all(|(var, _)| is_follower.contains(&var.get()));
    let fixings = (row_lines.len()..model.rows().len()).filter(|row| is_fixing(&model.rows()[*row]));
    let mut follower_rows: Vec<RowId> = rows.into_iter().chain(fixings).map(RowId::new).collect();
    follower_rows.sort_unstable();
    let mut follower_vars: Vec<VarId> = columns.into_iter().map(VarId::new).collect();
    follower_vars.sort_unstable();
    objective.sort_unstable();
    row_lines.resize(model.rows().len(), 0);
    let follower_objective = within_64_bits(objective, aux.count_lines[0])?;
    // The AUX file has no place for a constant of the follower's objective.
    let (follower_constant, budget) = (0, None);
    Ok(BilevelProgram {
        model,
        follower_vars,
        follower_rows,
        follower_objective,
        constant,
        follower_constant,
        budget,
        row_lines,
        variable_lines,
    })
}

/// The objective, if all of it adds up.
fn within_64_bits(objective: Vec<(VarId, i64)>, line: usize) -> Result<Vec<(VarId, i64)>, BilevelFileError> {
    let sum: i128 = objective.iter().map(|(_, cost)| i128::from(*cost).abs()).sum();
    if sum > i128::from(i64::MAX) { refused(line, BilevelReason::TooLarge) } else { Ok(objective) }
}

/// The objects to which entries may refer.
pub(super) struct Kind<'m> {
    names: FxHashMap<&'m str, usize>,
    n: usize,
    out_of_range: fn(usize, usize) -> BilevelReason,
    unknown: fn(String) -> BilevelReason,
}

impl<'m> Kind<'m> {
    pub(super) fn columns(names: impl ExactSizeIterator<Item = &'m str>) -> Self {
        Self {
            n: names.len(),
            names: names.zip(0..).collect(),
            out_of_range: |number, n| BilevelReason::ColumnRange { number, n },
            unknown: BilevelReason::NoColumn,
        }
    }

    pub(super) fn rows(names: impl ExactSizeIterator<Item = &'m str>) -> Self {
        Self {
            n: names.len(),
            names: names.zip(0..).collect(),
            out_of_range: |number, n| BilevelReason::RowRange { number, n },
            unknown: BilevelReason::NoRow,
        }
    }
}

/// The numbers of all entries.
pub(super) fn resolve(entries: &[Entry], kind: &Kind<'_>) -> Result<Vec<usize>, BilevelFileError> {
    let mut seen = FxHashSet::default();
    let mut numbers = Vec::with_capacity(entries.len());
    for Entry { what, line } in entries {
        let number = match what {
            Reference::Number(number) if *number >= kind.n => {
                return refused(*line, (kind.out_of_range)(*number, kind.n));
            }
            Reference::Number(number) => *number,
            Reference::Name(name) => match kind.names.get(name.as_str()) {
                Some(number) => *number,
                None => return refused(*line, (kind.unknown)(name.clone())),
            },
        };
        if !seen.insert(number) {
            let text = match what {
                Reference::Number(number) => number.to_string(),
                Reference::Name(name) => name.clone(),
            };
            return refused(*line, BilevelReason::NamedTwice(text));
        }
        numbers.push(number);
    }
    Ok(numbers)
}

/// The model file has the follower alone; the leader takes items from it at a price.
pub(super) fn interdiction(
    placed: PlacedModel,
    aux: &AuxFile,
    prices: &Prices,
) -> Result<BilevelProgram, BilevelFileError> {
    let PlacedModel { model: follower, constant, row_lines: placed_lines, variable_lines: placed_variables } = placed;
    let (n, n_rows) = (follower.n_vars(), placed_lines.len());
    check_interdiction(&follower, n_rows, aux)?;
    let mut model = BinaryModel::new(follower.name.clone());
    follower.var_names().for_each(|name| _ = model.add_var(name));
    let mut names = FreshNames::beside(follower.var_names());
    let taken: Vec<VarId> =
        follower.var_names().map(|name| model.add_var(names.fresh(format!("take_{name}")))).collect();
    let mut row_lines = placed_lines;
    row_lines.resize(follower.rows().len(), 0);
    for Row { name, terms, sense, rhs } in follower.rows() {
        model.add_row(name.as_str(), terms.iter().copied(), *sense, *rhs);
    }
    let mut names = FreshNames::beside(follower.rows().iter().map(|row| row.name.as_str()));
    for (item, take) in follower.vars().zip(&taken) {
        let name = names.fresh(format!("link_{}", follower.var_name(item)));
        model.add_row(name, [(item, 1), (*take, 1)], Sense::LessEqual, 1);
        row_lines.push(0);
    }
    let follower_rows: Vec<RowId> = (0..model.rows().len()).map(RowId::new).collect();
    let costs = taken.iter().zip(&prices.costs).filter(|(_, (cost, _))| *cost != 0);
    let costs: Vec<(VarId, i64)> = costs.map(|(take, (cost, _))| (*take, *cost)).collect();
    let line = prices.costs.last().map_or(1, |(_, line)| *line);
    let sum: i128 = costs.iter().map(|(_, cost)| i128::from(*cost)).sum::<i128>() + i128::from(prices.budget).abs();
    if sum > i128::from(i64::MAX) {
        return refused(line, BilevelReason::TooLarge);
    }
    let budget = Some(model.add_row(names.fresh("budget".to_owned()), costs, Sense::LessEqual, prices.budget));
    row_lines.push(line);
    // The follower minimizes what the file says, and the leader wants it to be large.
    let against: Vec<(VarId, i64)> = follower.objective().iter().map(|(var, cost)| (*var, -cost)).collect();
    model.minimize(against.iter().copied());
    // Both values have the other sign than the objective of the file, and its constant has it too.
    let Some(constant) = constant.checked_neg() else { return refused(aux.count_lines[0], BilevelReason::TooLarge) };
    let variable_lines: Vec<usize> = placed_variables.into_iter().chain(vec![0; n]).collect();
    let follower_vars = follower.vars().collect();
    Ok(BilevelProgram {
        model,
        follower_vars,
        follower_rows,
        follower_objective: against,
        constant,
        follower_constant: constant,
        budget,
        row_lines,
        variable_lines,
    })
}

/// The numbers of the dialect are those that it has to have: they say nothing that is not known.
fn check_interdiction(follower: &BinaryModel, n_rows: usize, aux: &AuxFile) -> Result<(), BilevelFileError> {
    let n = follower.n_vars();
    let [n_line, m_line] = aux.count_lines;
    let count = |line: usize, key, found, wanted, why| {
        refused(line, BilevelReason::InterdictionCount { key, found, wanted, why })
    };
    if aux.columns.len() != n {
        return count(n_line, "N", aux.columns.len(), n, "every column of the model");
    }
    if aux.rows.len() != n_rows + n {
        return count(m_line, "M", aux.rows.len(), n_rows + n, "the rows of the model and one for each column");
    }
    for (i, Entry { what, line }) in aux.columns.iter().enumerate() {
        match what {
            Reference::Number(number) if *number == n + i => {}
            Reference::Number(number) => {
                let reason = BilevelReason::InterdictionColumn { number: *number, n, last: 2 * n - 1 };
                return refused(*line, reason);
            }
            Reference::Name(name) => return refused(*line, BilevelReason::NoColumn(name.clone())),
        }
    }
    let last = n_rows + n;
    let mut seen = FxHashSet::default();
    for Entry { what, line } in &aux.rows {
        match what {
            Reference::Number(number) if (1..=last).contains(number) && seen.insert(*number) => {}
            Reference::Number(number) => {
                return refused(*line, BilevelReason::InterdictionRow { number: *number, last });
            }
            Reference::Name(name) => return refused(*line, BilevelReason::NoRow(name.clone())),
        }
    }
    let costs: FxHashMap<VarId, i64> = follower.objective().iter().copied().collect();
    let sign = if aux.is_maximized { -1 } else { 1 };
    for (var, cost) in follower.vars().zip(aux.integer_objective()?) {
        let model = costs.get(&var).copied().unwrap_or(0);
        if cost.checked_mul(sign) != Some(model) {
            let (column, aux_cost) = (follower.var_name(var).to_owned(), cost);
            let line = aux.columns[var.get()].line;
            return refused(line, BilevelReason::InterdictionObjective { column, aux: aux_cost, model });
        }
    }
    Ok(())
}
