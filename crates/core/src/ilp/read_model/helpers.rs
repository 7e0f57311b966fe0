//! Continuous variables that programs write into files of 0/1 models, and that can be removed or replaced by binary
//! ones.

use crate::ilp::VarId;

use super::super::decimal::Decimal;
use super::draft::{Draft, DraftRow, Variable};

/// Is this the name of a variable with which GLPK writes the range of a row into an LP file?
///
/// Such a file has `r: x + y - ~r_1 = 1` and the bounds `0 <= ~r_1 <= 2` for the row `1 <= x + y <= 3`.
pub(in crate::ilp) fn is_slack(name: &str) -> bool {
    name.strip_prefix("~r_").is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

impl Draft {
    /// A variable that its bounds leave only 0 or only 1 may as well be binary.
    pub(super) fn admit_fixed(&mut self) {
        let is_bit = |value: Decimal| value.is_zero() || value == Decimal::ONE;
        for variable in self.variables.iter_mut().filter(|variable| !variable.is_integer) {
            let limits = variable.lower.limit.zip(variable.upper.limit);
            variable.is_integer =
                !variable.is_semi && limits.is_some_and(|(lower, upper)| lower == upper && is_bit(lower));
        }
    }

    /// The same of a row of its own. `PuLP` writes such a variable, called `__dummy`, where a sum has no terms. In a bilevel
    /// program the row may be one player's and the variable the other's, who may choose any number.
    pub(super) fn admit_fixed_by_rows(&mut self) {
        for row in &self.rows {
            let &[(var, a)] = row.terms.as_slice() else { continue };
            let variable = &mut self.variables[var.get()];
            let rhs = row.lower.filter(|_| row.lower == row.upper);
            if !variable.is_integer && !a.is_zero() && rhs.is_some_and(|rhs| rhs.is_zero() || rhs == a) {
                (variable.is_integer, variable.is_binary) = (true, true);
            }
        }
    }

    /// Gives the rows of GLPK their ranges back, and drops the variables that stand for them.
    pub(super) fn drop_slacks(&mut self) {
        let mut slacks: Vec<Option<usize>> = self
            .variables
            .iter()
            .map(|variable| (is_slack(&variable.name) && !variable.is_integer).then_some(0))
            .collect();
        if slacks.iter().all(Option::is_none) {
            return;
        }
        // How often each occurs; one in the objective is none.
        let objective = self.objective.terms.iter().flat_map(|(var, _)| [var, var]);
        for var in objective.chain(self.rows.iter().flat_map(|row| row.terms.iter().map(|(var, _)| var))) {
            slacks[var.get()] = slacks[var.get()].map(|n| n + 1);
        }
        let variables = &self.variables;
        let mut is_dropped = vec![false; variables.len()];
        for row in &mut self.rows {
            let Some(at) = row.terms.iter().position(|(var, _)| slacks[var.get()] == Some(1)) else { continue };
            let (var, a) = row.terms[at];
            if a.negated() == Some(Decimal::ONE) && widen(row, &variables[var.get()]).is_some() {
                row.terms.remove(at);
                is_dropped[var.get()] = true;
            }
        }
        let mut n = 0;
        let new: Vec<VarId> = is_dropped
            .iter()
            .map(|is_dropped| {
                n += usize::from(!is_dropped);
                VarId::new(n - usize::from(!is_dropped))
            })
            .collect();
        let terms = self.rows.iter_mut().flat_map(|row| &mut row.terms).chain(&mut self.objective.terms);
        for (var, _) in terms {
            *var = new[var.get()];
        }
        let mut dropped = is_dropped.into_iter();
        self.variables.retain(|_| !dropped.next().unwrap_or(false));
    }
}

/// The row `sum - slack = b` as one without its slack; `None`, and no change, if it is another one.
fn widen(row: &mut DraftRow, slack: &Variable) -> Option<()> {
    let rhs = row.lower.filter(|_| row.lower == row.upper)?;
    let lower = slack.lower.limit.map_or(Some(None), |limit| rhs.plus(limit).map(Some))?;
    let upper = slack.upper.limit.map_or(Some(None), |limit| rhs.plus(limit).map(Some))?;
    (row.lower, row.upper) = (lower, upper);
    Some(())
}
