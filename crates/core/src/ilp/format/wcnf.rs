//! The WCNF format of the `MaxSAT` evaluations since 2022.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::base::harmless;
use crate::ilp::{BinaryModel, Row, Sense};

/// Writes `model` in WCNF format: each row is a hard clause, and each variable of the objective has a soft clause that
/// requires it to be 0, with its coefficient as the weight. The optimum, the weight of the violated soft clauses, is
/// that of the model.
///
/// Variable i of the model, from 0, is variable i + 1, and a comment gives its name. There is no `p` line: the format
/// of 2022 has none, and marks hard clauses with `h` instead of a top weight.
///
/// # Errors
/// Those of `out`, and `InvalidInput` if a row is not a clause or a coefficient of the objective is negative.
pub fn write_wcnf<O: Write>(model: &BinaryModel, out: &mut O) -> io::Result<()> {
    writeln!(out, "c {}", harmless(&model.name))?;
    for (i, name) in model.var_names().enumerate() {
        writeln!(out, "c {} {}", i + 1, harmless(name))?;
    }
    for row in model.rows() {
        let clause = clause(row).ok_or_else(|| refused(&format!("the row `{}` is not a clause", row.name)))?;
        writeln!(out, "h {clause}0")?;
    }
    for &(var, weight) in model.objective() {
        if weight < 0 {
            return Err(refused(&format!("the objective pays for `{}`", model.var_name(var))));
        }
        writeln!(out, "{weight} -{} 0", var.get() + 1)?;
    }
    Ok(())
}

/// The literals of a row of the form "at least one of these is so", each followed by a blank.
fn clause(row: &Row) -> Option<String> {
    let n_negated = row.terms.iter().filter(|(_, a)| *a == -1).count() as i64;
    let is_clause =
        row.sense == Sense::GreaterEqual && row.terms.iter().all(|(_, a)| a.abs() == 1) && row.rhs == 1 - n_negated;
    is_clause.then(|| {
        row.terms.iter().fold(String::new(), |mut text, (var, sign)| {
            write!(text, "{} ", sign * (var.get() as i64 + 1)).expect("writing to a string cannot fail");
            text
        })
    })
}

fn refused(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, format!("{why}, so WCNF cannot hold it; OPB can"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(model: &BinaryModel) -> io::Result<String> {
        let mut bytes = Vec::new();
        write_wcnf(model, &mut bytes)?;
        Ok(String::from_utf8(bytes).expect("ASCII"))
    }

    #[test]
    fn rows_are_hard_and_costs_are_soft() {
        let mut model = BinaryModel::new("cover");
        let [a, b, c] = ["a", "b", "c"].map(|name| model.add_var(name));
        model.add_row("some", [(a, 1), (c, 1)], Sense::GreaterEqual, 1);
        model.add_row("implied", [(b, 1), (a, -1)], Sense::GreaterEqual, 0);
        model.minimize([(a, 1), (b, 4)]);
        let text = written(&model).expect("clauses only");
        assert_eq!(text, "c cover\nc 1 a\nc 2 b\nc 3 c\nh 1 3 0\nh 2 -1 0\n1 -1 0\n4 -2 0\n");
    }

    #[test]
    fn what_is_not_a_clause_is_refused() {
        for (sense, coefficient, rhs) in
            [(Sense::Equal, 1, 1), (Sense::LessEqual, 1, 1), (Sense::GreaterEqual, 1, 2), (Sense::GreaterEqual, 2, 1)]
        {
            let mut model = BinaryModel::new("sum");
            let vars = ["a", "b"].map(|name| model.add_var(name));
            model.add_row("sum", vars.map(|v| (v, coefficient)), sense, rhs);
            assert!(written(&model).is_err_and(|e| e.to_string().contains("OPB")));
        }
        let mut model = BinaryModel::new("pays");
        let a = model.add_var("a");
        model.minimize([(a, -1)]);
        assert!(written(&model).is_err());
    }
}
