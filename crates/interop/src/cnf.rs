//! The statement "the puzzle has another solution" as clauses.

use std::io::Write;

use minclue_verifier::Problem;

use super::cover::Cover;
use super::error::OutsideError;
use super::opb::write_names;
use super::text::Text;

/// Writes a DIMACS formula that is satisfiable exactly if the exact cover problem has a solution with all clues of the
/// puzzle and without some option of the target; so it is unsatisfiable exactly if the puzzle is valid. Option o is the
/// variable o + 1.
///
/// # Errors
/// Those of `out`.
pub fn write_cnf<O: Write>(cover: &Cover, puzzle: &[usize], out: &mut O) -> Result<(), OutsideError> {
    let claim = format!("unsatisfiable: these {} clues have no other solution than the target", puzzle.len());
    write_second(cover, puzzle, &claim, out)
}

/// Writes the same formula for any cells of an exact cover problem whose target agrees with them, with a comment at the
/// beginning of the file.
///
/// # Errors
/// Those of [`write_cnf`].
pub fn write_second<O: Write>(cover: &Cover, puzzle: &[usize], comment: &str, out: &mut O) -> Result<(), OutsideError> {
    let covering = cover.covering();
    let mut clauses = Text::default();
    let mut n_clauses = covering.len() + puzzle.len() + 1;
    for (item, options) in (0..).zip(&covering) {
        for option in options {
            clauses.number(option + 1).push(" ");
        }
        clauses.push("0\n");
        for (i, first) in options.iter().enumerate() {
            for second in &options[i + 1..] {
                // Two options may share several items; one clause does.
                if cover.shared(*first, *second) == Some(item) {
                    clauses.push("-").number(first + 1).push(" -").number(second + 1).push(" 0\n");
                    n_clauses += 1;
                }
            }
        }
    }
    for cell in puzzle {
        clauses.number(cover.target[*cell] + 1).push(" 0\n");
    }
    // The clues are true, and stand here so that the clause is not empty where all cells are clues.
    for option in &cover.target {
        clauses.push("-").number(option + 1).push(" ");
    }
    clauses.push("0\n");

    writeln!(out, "c {comment}")?;
    if let Problem::Sudoku { box_rows, box_columns, digits } = &cover.problem {
        writeln!(out, "c a grid of box shape {box_rows}x{box_columns}, the puzzle and the target row by row:")?;
        let mut clues = vec![0; digits.len()];
        for cell in puzzle {
            clues[*cell] = digits[*cell];
        }
        for grid in [&clues, digits] {
            let cells: Vec<String> = grid.iter().map(u32::to_string).collect();
            writeln!(out, "c {}", cells.join(" "))?;
        }
    }
    write_names(&cover.problem, cover.target.len(), "c", |cell| (cover.target[cell] + 1).to_string(), out)?;
    writeln!(out, "p cnf {} {n_clauses}", cover.options.len())?;
    clauses.take(|bytes| out.write_all(bytes))?;
    out.flush()?;
    Ok(())
}
