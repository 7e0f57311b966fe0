//! A last look at what leader and follower of a bilevel program over integers do: do the rows of the file hold, and is it
//! worth what is said?

use minclue_core::ilp::{PlacedIntegerBilevel, ScaledObjective, Sense};
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
    let (Some(leader), Some(follower)) = (&record.leader, &record.follower) else { return Ok(()) };
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
    for (var, value) in program.variables.iter().zip(&point) {
        if *value < var.lower || *value > var.upper {
            return Err(format!("`{}` is {value}, outside of its bounds", var.name));
        }
    }
    for row in program.rows.iter().map(|level| &level.row) {
        let sum: i128 = row.terms.iter().map(|(var, a)| i128::from(*a) * i128::from(point[var.get()])).sum();
        let holds = match row.sense {
            Sense::LessEqual => sum <= row.rhs.into(),
            Sense::Equal => sum == row.rhs.into(),
            Sense::GreaterEqual => sum >= row.rhs.into(),
        };
        if !holds && !is_silent(record) {
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
        ("what the follower gets", sign * value(&program.follower), record.follower_value),
    ] {
        if let Some(said) = said.filter(|said| i128::from(said.units) != sum) {
            return Err(format!("{what} is {sum}, and {} is said", said.units));
        }
    }
    Ok(())
}

/// May the follower be without an answer? Then what stands there for one breaks rows.
fn is_silent(record: &BilevelRecord) -> bool {
    record.no_answer == Some("prevented")
}
