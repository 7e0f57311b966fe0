//! A last look at what leader and follower of a bilevel program do: does it keep the rows of the file, and is it worth
//! what is said?

use minclue_core::ilp::{BilevelProgram, Row};
use minclue_report::{BilevelRecord, Number};

use super::bounds_agree;
use super::search::{holds, sum};

/// Looks at the record of a program.
///
/// # Errors
/// What is wrong with it.
pub(in super::super) fn bilevel(program: &BilevelProgram, record: &BilevelRecord) -> Result<(), String> {
    let units = |number: Option<Number>| number.map(|number| number.units);
    bounds_agree(record.head.status, (units(record.lower_bound), units(record.upper_bound)), units(record.optimum))?;
    let Some(leader) = &record.leader else { return Ok(()) };
    let mut is_follower = vec![false; program.model.n_vars()];
    program.follower_vars.iter().for_each(|var| is_follower[var.get()] = true);
    let mut values = vec![false; program.model.n_vars()];
    for (names, whose) in [(Some(leader), false), (record.follower.as_ref(), true)] {
        for name in names.into_iter().flatten() {
            let var = program.model.vars().find(|var| program.model.var_name(*var) == name);
            let var = var.filter(|var| is_follower[var.get()] == whose);
            values[var.ok_or_else(|| format!("`{name}` is not a variable of its level"))?.get()] = true;
        }
    }
    // Without an answer of the follower, only what the leader does can be looked at.
    let is_looked_at =
        |row: &Row| record.follower.is_some() || row.terms.iter().all(|(var, _)| !is_follower[var.get()]);
    if let Some(row) = program.model.rows().iter().find(|row| is_looked_at(row) && !holds(row, &values)) {
        return Err(format!("row `{}` does not hold", row.name));
    }
    let said = |what: &str, sum: i128, said: Option<i64>| match said {
        Some(said) if i128::from(said) != sum => Err(format!("{what} is {sum}, but the answer reports {said}")),
        _ => Ok(()),
    };
    if record.follower.is_some() {
        let worth = sum(&program.follower_objective, &values) + i128::from(program.follower_constant);
        said("the value of the follower's answer", worth, units(record.follower_value))?;
    }
    let objective = program.model.objective();
    if record.follower.is_some() || objective.iter().all(|(var, a)| *a == 0 || !is_follower[var.get()]) {
        let value = sum(objective, &values) + i128::from(program.constant);
        let bound = units(record.upper_bound);
        // An answer that is not proven to be the follower's best leaves room for a better one below the bound.
        let is_proven = record.optimum.is_some() || record.upper_proof.is_some();
        if is_proven || bound.is_some_and(|bound| value > i128::from(bound)) {
            said("the leader's objective", value, bound)?;
        }
    }
    Ok(())
}
