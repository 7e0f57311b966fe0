//! The OPB format of the pseudo-Boolean competitions.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::base::harmless;
use crate::ilp::{BinaryModel, Sense, VarId};

/// Writes `model` in OPB format: variable i of the model, from 0, is `x{i+1}`, and a comment gives its name.
///
/// The format has only rows `>=` and `=`, so a row `<=` is written with all signs inverted. A model without an
/// objective is written without the line `min:`, as a feasibility problem.
///
/// # Errors
/// Those of `out`.
pub fn write_opb<O: Write>(model: &BinaryModel, out: &mut O) -> io::Result<()> {
    writeln!(out, "* #variable= {} #constraint= {}", model.n_vars(), model.rows().len())?;
    writeln!(out, "* {}", harmless(&model.name))?;
    for (i, name) in model.var_names().enumerate() {
        writeln!(out, "* x{} {}", i + 1, harmless(name))?;
    }
    if !model.objective().is_empty() {
        writeln!(out, "min:{} ;", sum(model.objective(), 1))?;
    }
    for row in model.rows() {
        let (sense, sign) = match row.sense {
            Sense::LessEqual => (">=", -1),
            Sense::Equal => ("=", 1),
            Sense::GreaterEqual => (">=", 1),
        };
        // A row has at least one term in this format.
        let nothing = [(VarId::new(0), 0)];
        let terms = if row.terms.is_empty() && model.n_vars() > 0 { &nothing } else { row.terms.as_slice() };
        writeln!(out, "{} {sense} {} ;", sum(terms, sign).trim_start(), sign * row.rhs)?;
    }
    Ok(())
}

/// ` +1 x1 -2 x3`, each coefficient times `sign`. There is no limit on the length of a line.
fn sum(terms: &[(VarId, i64)], sign: i64) -> String {
    let mut text = String::new();
    for &(var, coefficient) in terms {
        write!(text, " {:+} x{}", sign * coefficient, var.get() + 1).expect("writing to a string cannot fail");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sense_and_sign() {
        let mut model = BinaryModel::new("mixed");
        let [a, b, c] = ["a", "b", "c"].map(|name| model.add_var(name));
        model.add_row("le", [(a, 3), (b, 2)], Sense::LessEqual, 4);
        model.add_row("ge", [(a, -5), (c, 2)], Sense::GreaterEqual, -3);
        model.add_row("eq", [(b, 1)], Sense::Equal, 1);
        model.add_row("nothing", [], Sense::LessEqual, 2);
        let written = |model: &BinaryModel| {
            let mut bytes = Vec::new();
            write_opb(model, &mut bytes).expect("memory");
            String::from_utf8(bytes).expect("ASCII")
        };
        let head = "* #variable= 3 #constraint= 4\n* mixed\n* x1 a\n* x2 b\n* x3 c\n";
        let rows = "-3 x1 -2 x2 >= -4 ;\n-5 x1 +2 x3 >= -3 ;\n+1 x2 = 1 ;\n+0 x1 >= -2 ;\n";
        assert_eq!(written(&model), format!("{head}{rows}"));
        model.minimize([(a, -9), (c, 3)]);
        assert_eq!(written(&model), format!("{head}min: -9 x1 +3 x3 ;\n{rows}"));
    }
}
