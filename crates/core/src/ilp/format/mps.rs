//! Writes the MPS format, which every solver reads.

use std::io::{self, Write};

use super::{Labels, Names, OBJECTIVE};
use crate::base::harmless;
use crate::ilp::{BinaryModel, Sense};

/// Writes `model` in MPS format for minimization, one entry per line.
///
/// Columns and rows keep the model's order. With [`Names::Short`], every field is in the columns that fixed MPS
/// prescribes. With [`Names::Full`], longer names shift the columns, and the file is in free format. There is no
/// `OBJSENSE` section, which not every reader knows: minimization is the default of MPS.
///
/// # Errors
/// Those of `out`, and `InvalidInput` if a full name is empty, holds a blank, begins like a comment, is `'MARKER'`,
/// occurs twice, or is that of the objective.
pub fn write_mps<O: Write>(model: &BinaryModel, names: Names, out: &mut O) -> io::Result<()> {
    let labels = Labels::new(model, names, carries)?;
    // The model has rows, the file columns.
    let mut columns: Vec<Vec<(&str, i64)>> = vec![Vec::new(); model.n_vars()];
    for &(var, coefficient) in model.objective() {
        columns[var.get()].push((OBJECTIVE, coefficient));
    }
    for (row, name) in model.rows().iter().zip(&labels.rows) {
        for &(var, coefficient) in &row.terms {
            columns[var.get()].push((name, coefficient));
        }
    }

    writeln!(out, "NAME          {}", harmless(&model.name))?;
    writeln!(out, "ROWS")?;
    writeln!(out, " N  {OBJECTIVE}")?;
    for (row, name) in model.rows().iter().zip(&labels.rows) {
        let sense = match row.sense {
            Sense::LessEqual => 'L',
            Sense::Equal => 'E',
            Sense::GreaterEqual => 'G',
        };
        writeln!(out, " {sense}  {name}")?;
    }
    writeln!(out, "COLUMNS")?;
    marker(out, "INTORG")?;
    for (name, entries) in labels.vars.iter().zip(&columns) {
        // A column is known only by its entries.
        let none = [(OBJECTIVE, 0)];
        for (row, value) in if entries.is_empty() { &none } else { entries.as_slice() } {
            entry(out, "  ", name, row, *value)?;
        }
    }
    marker(out, "INTEND")?;
    writeln!(out, "RHS")?;
    for (row, name) in model.rows().iter().zip(&labels.rows).filter(|(row, _)| row.rhs != 0) {
        entry(out, "  ", "rhs", name, row.rhs)?;
    }
    writeln!(out, "BOUNDS")?;
    for name in &labels.vars {
        writeln!(out, " BV {:<8}  {name}", "bnd")?;
    }
    writeln!(out, "ENDATA")
}

/// Fields 1 to 4, which begin at columns 2, 5, 15 and 25 and end with column 36.
fn entry<O: Write>(out: &mut O, field1: &str, field2: &str, field3: &str, value: i64) -> io::Result<()> {
    writeln!(out, " {field1} {field2:<8}  {field3:<8}  {value:>12}")
}

fn marker<O: Write>(out: &mut O, kind: &str) -> io::Result<()> {
    writeln!(out, "    {:<8}  {:<8}                 '{kind}'", "MARKER", "'MARKER'")
}

/// A field that begins with `$` is a comment to GLPK, a line whose first one begins with `*` is refused by our own
/// reader, and `'MARKER'` in the place of a row makes a line a marker.
fn carries(name: &str) -> bool {
    let is_other = name.starts_with(['$', '*']) || name == "'MARKER'";
    !name.is_empty() && !is_other && name.len() <= 255 && name.bytes().all(|b| b.is_ascii_graphic())
}
