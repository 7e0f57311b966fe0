//! Writes the LP format, which is easy to read.

use std::io::{self, Write};

use super::{Labels, Names, OBJECTIVE};
use crate::base::harmless;
use crate::ilp::read_model::is_reserved;
use crate::ilp::{BinaryModel, Sense, VarId};

/// Lines are broken before this; the format allows 255 characters.
const WIDTH: usize = 100;

/// Writes `model` in LP format.
///
/// Readers number the columns in the order of their first occurrence, which may differ from the order in the model. In
/// an MPS file it does not.
///
/// # Errors
/// Those of `out`, and `InvalidInput` if a full name is not allowed in an LP file or occurs twice.
pub fn write_lp<O: Write>(model: &BinaryModel, names: Names, out: &mut O) -> io::Result<()> {
    let labels = Labels::new(model, names, carries)?;
    let mut used = vec![false; model.n_vars()];
    for (var, _) in model.rows().iter().flat_map(|row| &row.terms).chain(model.objective()) {
        used[var.get()] = true;
    }
    // CBC reads no empty sum and knows no variable that is in none, so zeros fill in.
    let mut objective = model.objective().to_vec();
    objective.extend((0..used.len()).filter(|&i| !used[i]).map(|i| (VarId::new(i), 0)));

    writeln!(out, "\\ {}", harmless(&model.name))?;
    writeln!(out, "Minimize")?;
    sum(out, OBJECTIVE, &objective, &labels, "")?;
    writeln!(out, "Subject To")?;
    for (row, name) in model.rows().iter().zip(&labels.rows) {
        let sense = match row.sense {
            Sense::LessEqual => "<=",
            Sense::Equal => "=",
            Sense::GreaterEqual => ">=",
        };
        sum(out, name, &row.terms, &labels, &format!(" {sense} {}", row.rhs))?;
    }
    writeln!(out, "Binaries")?;
    for name in &labels.vars {
        writeln!(out, " {name}")?;
    }
    writeln!(out, "End")
}

/// Writes ` name: terms end`, broken into lines.
fn sum<O: Write>(out: &mut O, name: &str, terms: &[(VarId, i64)], labels: &Labels<'_>, end: &str) -> io::Result<()> {
    let nothing = [(VarId::new(0), 0)];
    let terms = if terms.is_empty() && !labels.vars.is_empty() { &nothing } else { terms };
    let mut line = format!(" {name}:");
    for (i, &(var, coefficient)) in terms.iter().enumerate() {
        let label = &labels.vars[var.get()];
        let term = match coefficient {
            1 if i == 0 => format!(" {label}"),
            1 => format!(" + {label}"),
            -1 => format!(" - {label}"),
            a if a < 0 => format!(" - {} {label}", a.unsigned_abs()),
            a if i == 0 => format!(" {a} {label}"),
            a => format!(" + {a} {label}"),
        };
        if line.len() + term.len() > WIDTH {
            writeln!(out, "{line}")?;
            line.clear();
            line.push(' ');
        }
        line.push_str(&term);
    }
    writeln!(out, "{line}{end}")
}

/// Narrower than what single readers take: every reader takes these names.
fn carries(name: &str) -> bool {
    let mut bytes = name.bytes();
    let begins = bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_');
    // `e1` reads as the end of a number.
    let exponent = name.starts_with(['e', 'E']) && name.as_bytes().get(1).is_none_or(u8::is_ascii_digit);
    begins
        && !exponent
        && name.len() <= WIDTH / 2
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'.')
        && !is_reserved(name)
}
