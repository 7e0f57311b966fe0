//! The hitting set problem of a certificate's sets in OPB.

use std::io::{self, Write};

use minclue_verifier::Problem;

use super::cover::cell_name;
use super::facts::{Facts, WeightedCells};
use super::text::Text;

/// Writes the problem of the fewest cells that hit every unavoidable set of the certificate, for any pseudo-Boolean
/// solver: cell c is the variable `x{c+1}`, set s the constraint s + 1, and comments name the cells. Weighted sets
/// follow, and then, for each puzzle of a complete list, the clause that excludes it: not all of its cells.
///
/// Its optimum is a lower bound on the clues of a valid puzzle, since the sets are unavoidable; the file does not
/// contain their proofs. With a list, it is a lower bound on the clues of a puzzle that contains none of the list.
///
/// # Errors
/// Those of `out`.
pub fn write_opb<O: Write>(facts: &Facts, out: &mut O) -> io::Result<()> {
    write_with(facts, &[], out)
}

/// The same with more rows at the end, which are the images of others.
pub(super) fn write_with<O: Write>(facts: &Facts, images: &[WeightedCells], out: &mut O) -> io::Result<()> {
    let (n_cells, listed) = (facts.n_cells(), facts.listed());
    let n_rows = facts.sets.len() + facts.weighted.len() + listed.len() + images.len();
    writeln!(out, "* #variable= {n_cells} #constraint= {n_rows}")?;
    let more = if listed.is_empty() { "" } else { " and have no listed puzzle among them" };
    writeln!(out, "* fewest cells that meet every unavoidable set{more}")?;
    write_names(&facts.problem, n_cells, "*", |cell| format!("x{}", cell + 1), out)?;
    let mut line = Text::default();
    line.push("min:");
    for cell in 0..n_cells {
        line.push(" +1 ").cell(cell);
    }
    line.push(
        " ;
",
    );
    line.take(|bytes| out.write_all(bytes))?;
    let mut row = |terms: &mut dyn Iterator<Item = (usize, i64)>, min: i64| {
        for (cell, a) in terms {
            line.push(if a < 0 { "" } else { "+" }).number(a).push(" ").cell(cell).push(" ");
        }
        line.push(">= ").number(min).push(
            " ;
",
        );
        line.take(|bytes| out.write_all(bytes)).map(drop)
    };
    facts.sets.iter().try_for_each(|set| row(&mut set.iter().map(|cell| (*cell, 1)), 1))?;
    let mut weighted = |set: &WeightedCells| row(&mut set.cells.iter().copied(), set.min);
    facts.weighted.iter().try_for_each(&mut weighted)?;
    listed.iter().try_for_each(|puzzle| {
        let cells: Vec<(usize, i64)> = puzzle.iter().map(|cell| (*cell, -1)).collect();
        weighted(&WeightedCells { min: 1 - cells.len() as i64, cells })
    })?;
    images.iter().try_for_each(weighted)
}

/// A comment for each cell, which `comment` starts.
pub(super) fn write_names<O: Write>(
    problem: &Problem,
    n_cells: usize,
    comment: &str,
    variable: impl Fn(usize) -> String,
    out: &mut O,
) -> io::Result<()> {
    (0..n_cells).try_for_each(|cell| writeln!(out, "{comment} {} {}", variable(cell), cell_name(problem, cell)))
}
