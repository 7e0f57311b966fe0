//! The rows of the leader: fixed variables, one budget, demands, others, and one limit on the follower.

use crate::ilp::{BilevelProgram, Row, Sense, VarId};

use super::{ClassError, ClassReason, proportion};

/// The rows of the leader by what they say.
#[derive(Debug)]
pub(super) struct LeaderRows {
    /// By variable: the value that a row gives it.
    pub(super) fixed: Vec<Option<bool>>,
    /// `sum a x <= rhs` with a > 0.
    pub(super) budget: Option<Row>,
    /// Inequalities `a x <= rhs` with a > 0 over one variable, whether or not they fix it.
    singles: Vec<Row>,
    /// `sum a x >= rhs` with a > 0.
    pub(super) demands: Vec<Row>,
    /// `sum a x <= rhs` with any signs.
    pub(super) others: Vec<Row>,
    /// Rows `... <= rhs` with variables of the follower, each with its line and one of these variables.
    couplings: Vec<(Row, usize, VarId)>,
    /// The couplings without other variables that hold for every choice, each with its line.
    idle: Vec<(Row, usize)>,
    names: Vec<String>,
}

/// The line of a row that may be one half of an equation.
pub(super) fn line_of(bilevel: &BilevelProgram, row: &Row) -> usize {
    let rows = bilevel.model.rows().iter().zip(&bilevel.row_lines);
    rows.filter(|(other, _)| other.name == row.name).map(|(_, line)| *line).next().unwrap_or(0)
}

impl LeaderRows {
    pub(super) fn of(bilevel: &BilevelProgram, is_follower: &[bool]) -> Result<Self, ClassError> {
        let mut of_follower = vec![false; bilevel.model.rows().len()];
        bilevel.follower_rows.iter().for_each(|row| of_follower[row.get()] = true);
        let names = bilevel.model.var_names().map(str::to_owned).collect();
        let fixed = vec![None; bilevel.model.n_vars()];
        let (demands, others, couplings, idle) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut rows = Self { fixed, budget: None, singles: Vec::new(), demands, others, couplings, idle, names };
        for (i, row) in bilevel.model.rows().iter().enumerate().filter(|(i, _)| !of_follower[*i]) {
            let line = bilevel.row_lines[i];
            let is_budget = bilevel.budget.is_some_and(|budget| budget.get() == i);
            for half in halves(row) {
                match is_budget && half.rhs >= 0 {
                    true => rows.budget = Some(half),
                    false => rows.half(half, line, (row.sense, is_follower))?,
                }
            }
        }
        if bilevel.budget.is_some() {
            return Ok(rows);
        }
        // The budget is the limit on the most variables, if several rows are limits.
        let limits = rows.others.iter().enumerate().filter(|(_, row)| row.terms.iter().all(|(_, a)| *a > 0));
        if let Some((budget, _)) = limits.min_by_key(|(_, row)| std::cmp::Reverse(row.terms.len())) {
            rows.budget = Some(rows.others.remove(budget));
        }
        Ok(rows)
    }

    /// A row `... <= rhs`.
    fn half(&mut self, row: Row, line: usize, (sense, is_follower): (Sense, &[bool])) -> Result<(), ClassError> {
        let sum = |of: fn(i64) -> i64| row.terms.iter().map(|(_, a)| i128::from(of(*a))).sum::<i128>();
        let (least, most) = (sum(|a| a.min(0)), sum(|a| a.max(0)));
        if let ([(var, 1..)], true, true) = (&row.terms[..], sense != Sense::Equal, least <= i128::from(row.rhs))
            && !is_follower[var.get()]
        {
            self.singles.push(row.clone());
        }
        if most <= i128::from(row.rhs) {
            // It holds whatever is chosen, but it may say what the leader pays, or what a blocker limits.
            let says_prices = row.terms.len() > 1 && row.terms.iter().all(|(var, a)| !is_follower[var.get()] && *a > 0);
            if says_prices && self.budget.is_none() {
                self.budget = Some(row);
            } else if !row.terms.is_empty() && row.terms.iter().all(|(var, _)| is_follower[var.get()]) {
                self.idle.push((row, line));
            }
            return Ok(());
        }
        if let Some((var, _)) = row.terms.iter().find(|(var, _)| is_follower[var.get()]) {
            let var = *var;
            self.couplings.push((row, line, var));
            return Ok(());
        }
        if least > i128::from(row.rhs) {
            return Err(ClassError::at(line, ClassReason::NoValue(row.name)));
        }
        if let [(var, a)] = row.terms[..] {
            // Not both values, and not none, so one.
            let value = a < 0;
            return match self.fixed[var.get()].replace(value) {
                Some(other) if other != value => Err(ClassError::at(line, ClassReason::NoValue(row.name))),
                _ => Ok(()),
            };
        }
        if row.terms.iter().all(|(_, a)| *a < 0) {
            let terms = row.terms.iter().map(|(var, a)| (*var, -a)).collect();
            self.demands.push(Row { name: row.name, terms, sense: Sense::GreaterEqual, rhs: -row.rhs });
            return Ok(());
        }
        self.others.push(row);
        Ok(())
    }

    /// Takes the one limit on a single variable for the budget, where no row is a limit on several: it says a price all
    /// the same, though it may leave its variable one value.
    pub(super) fn take_single_budget(&mut self) {
        if let ([single], None) = (&self.singles[..], &self.budget) {
            self.budget = Some(single.clone());
        }
    }

    /// All rows that taking more may break.
    pub(super) fn hindered(&self) -> impl Iterator<Item = &Row> {
        self.budget.iter().chain(&self.others)
    }

    /// The prices of the budget, if there is one.
    pub(super) fn budget_terms(&self) -> Vec<(VarId, i64)> {
        self.budget.as_ref().map(|row| row.terms.clone()).unwrap_or_default()
    }

    fn coupling((row, line, var): &(Row, usize, VarId), names: &[String]) -> ClassError {
        let (row, variable) = (row.name.clone(), names[var.get()].clone());
        ClassError::at(*line, ClassReason::Coupling { row, variable })
    }

    /// No row of the leader looks at the follower.
    pub(super) fn no_coupling(&self) -> Result<(), ClassError> {
        self.couplings.first().map_or(Ok(()), |coupling| Err(Self::coupling(coupling, &self.names)))
    }

    /// The most that an answer of the follower may be worth, by the one row that says it. A row that no answer can break
    /// says it where no other does.
    pub(super) fn most(&self, bilevel: &BilevelProgram, value: &[(VarId, i64)]) -> Result<i64, ClassError> {
        let coupling = match &self.couplings[..] {
            [] => {
                let mut limits = self.idle.iter().filter_map(|(row, line)| limit(bilevel, row, value, *line).ok());
                return limits.find_map(|most| most.try_into().ok()).ok_or(ClassError::at(0, ClassReason::NoCoupling));
            }
            [coupling] => coupling,
            [.., last] => return Err(Self::coupling(last, &self.names)),
        };
        let (row, line, _) = coupling;
        let is_follower = |var: &VarId| bilevel.follower_vars.binary_search(var).is_ok();
        if !row.terms.iter().all(|(var, _)| is_follower(var)) {
            return Err(Self::coupling(coupling, &self.names));
        }
        limit(bilevel, row, value, *line)?.try_into().map_err(|_| Self::coupling(coupling, &self.names))
    }
}

/// The most that an answer may be worth by `row`, whose terms are a multiple of `value`.
fn limit(bilevel: &BilevelProgram, row: &Row, value: &[(VarId, i64)], line: usize) -> Result<i128, ClassError> {
    let (numerator, denominator) = proportion(bilevel, &row.terms, value, line)?;
    Ok((i128::from(row.rhs) * i128::from(denominator)).div_euclid(i128::from(numerator)))
}

/// Can a row `sum a x <= rhs` be broken?
pub(super) fn is_binding(row: &Row) -> bool {
    row.terms.iter().map(|(_, a)| i128::from((*a).max(0))).sum::<i128>() > i128::from(row.rhs)
}

/// The row as one or two of the form `... <= rhs`.
fn halves(row: &Row) -> Vec<Row> {
    let terms: Vec<(VarId, i64)> = row.terms.iter().copied().filter(|(_, a)| *a != 0).collect();
    let half = |sign: i64| Row {
        name: row.name.clone(),
        terms: terms.iter().map(|(var, a)| (*var, sign * a)).collect(),
        sense: Sense::LessEqual,
        rhs: sign * row.rhs,
    };
    match row.sense {
        Sense::LessEqual => vec![half(1)],
        Sense::GreaterEqual => vec![half(-1)],
        Sense::Equal => vec![half(1), half(-1)],
    }
}
