//! A last look at what leader and follower of a bilevel program over integers do: do the rows of the file hold, and is it
//! worth what is said?

use minclue_core::ilp::{PlacedIntegerBilevel, ScaledObjective, Sense, VarId};
use minclue_report::{BilevelRecord, Number};

use super::bounds_agree;

/// Looks at the record of a program.
///
/// # Errors
/// What is wrong with it.
pub(in super::super) fn integers(placed: &PlacedIntegerBilevel, record: &BilevelRecord) -> Result<(), String> {
    let program = &placed.program;
    let units = |number: Option<Number>| number.map(|number| number.units);
    bounds_agree(record.head.status, (units(record.lower_bound), units(record.upper_bound)), units(record.optimum))?;
    let Some(leader) = &record.leader else { return Ok(()) };
    let has_answer = record.follower.is_some();
    if !has_answer && record.no_answer != Some("prevented") {
        return Err("the follower has no answer, which is not allowed".to_owned());
    }
    let none = Vec::new();
    let follower = record.follower.as_ref().unwrap_or(&none);
    let mut point: Vec<i64> = vec![0; program.variables.len()];
    for (words, whose) in [(leader, false), (follower, true)] {
        for word in words {
            // A name may have a sign of its own.
            let (name, value) = word.rsplit_once('=').ok_or_else(|| format!("`{word}` has no value"))?;
            let var = program.variables.iter().position(|var| var.name == name && var.is_follower == whose);
            let var = var.ok_or_else(|| format!("`{name}` is not a variable of its level"))?;
            point[var] = value.parse().map_err(|_| format!("`{word}` has no value"))?;
        }
    }
    // Without an answer the follower's variables have no values, and what is about them asks for nothing.
    let counts = |var: VarId| has_answer || !program.variables[var.get()].is_follower;
    for (var, value) in program.variables.iter().zip(&point).filter(|(var, _)| has_answer || !var.is_follower) {
        if *value < var.lower || *value > var.upper {
            return Err(format!("`{}` is {value}, outside of its bounds", var.name));
        }
    }
    let asked = program.rows.iter().filter(|level| has_answer || !level.is_follower).map(|level| &level.row);
    for row in asked.filter(|row| row.terms.iter().all(|(var, _)| counts(*var))) {
        let sum: i128 = row.terms.iter().map(|(var, a)| i128::from(*a) * i128::from(point[var.get()])).sum();
        let holds = match row.sense {
            Sense::LessEqual => sum <= row.rhs.into(),
            Sense::Equal => sum == row.rhs.into(),
            Sense::GreaterEqual => sum >= row.rhs.into(),
        };
        if !holds {
            return Err(format!("row `{}` does not hold", row.name));
        }
    }
    let value = |objective: &ScaledObjective| -> i128 {
        let terms = objective.terms.iter().map(|(var, a)| i128::from(*a) * i128::from(point[var.get()]));
        terms.sum::<i128>() + i128::from(objective.constant)
    };
    let sign = if placed.is_follower_maximized { -1 } else { 1 };
    for (what, sum, said) in [
        ("the leader's objective", value(&program.leader), record.upper_bound),
        ("the follower's objective", sign * value(&program.follower), record.follower_value),
    ] {
        if let Some(said) = said.filter(|said| i128::from(said.units) != sum) {
            return Err(format!("{what} is {sum}, but the answer reports {}", said.units));
        }
    }
    Ok(())
}
