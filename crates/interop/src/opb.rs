//! The hitting set problem of a certificate's sets in OPB.

use std::io::{self, Write};

use super::read::{CertificateProblem, Header};
use super::text::Text;

/// Writes the problem of fewest cells that meet every unavoidable set of the certificate, for any pseudo-Boolean
/// solver: cell c is the variable `x{c+1}`, set s the constraint s + 1, and comments name the cells.
///
/// Its optimum is a lower bound on the clues of a valid puzzle, since the sets are unavoidable; the file does not say
/// why they are.
///
/// # Errors
/// Those of `out`.
pub fn write_opb<O: Write>(header: &Header, out: &mut O) -> io::Result<()> {
    let Header { problem, sets, .. } = header;
    writeln!(out, "* #variable= {} #constraint= {}", problem.n_cells(), sets.len())?;
    writeln!(out, "* fewest cells that meet every unavoidable set")?;
    write_names(problem, "*", |cell| format!("x{}", cell + 1), out)?;
    let mut line = Text::default();
    line.push("min:");
    for cell in 0..problem.n_cells() {
        line.push(" +1 ").cell(cell);
    }
    line.push(" ;\n");
    line.take(|bytes| out.write_all(bytes))?;
    for set in sets {
        for cell in &set.cells {
            line.push("+1 ").cell(*cell as usize).push(" ");
        }
        line.push(">= 1 ;\n");
        line.take(|bytes| out.write_all(bytes))?;
    }
    Ok(())
}

/// A comment for each cell, which `comment` starts.
pub(super) fn write_names<O: Write>(
    problem: &CertificateProblem,
    comment: &str,
    variable: impl Fn(usize) -> String,
    out: &mut O,
) -> io::Result<()> {
    (0..problem.n_cells())
        .try_for_each(|cell| writeln!(out, "{comment} {} {}", variable(cell), problem.cell_name(cell)))
}
