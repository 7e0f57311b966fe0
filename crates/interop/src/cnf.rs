//! "The puzzle has another solution" as clauses.

use std::io::Write;

use super::error::OutsideError;
use super::opb::write_names;
use super::read::{CertificateProblem, Header, Origin};
use super::text::Text;

/// Writes, in DIMACS, that the exact cover problem has a solution with all clues of the puzzle and without some option
/// of the target: unsatisfiable exactly if the puzzle is valid. Option o is the variable o + 1.
///
/// # Errors
/// If the target is not a solution, if an option has no items, if it is about a linear model, or if `out` fails.
pub fn write_cnf<O: Write>(header: &Header, out: &mut O) -> Result<(), OutsideError> {
    let Header { problem, puzzle, .. } = header;
    let claim = format!("unsatisfiable: these {} clues have no other solution than the target", puzzle.len());
    write_second(problem, puzzle, &claim, out)
}

/// Writes the same of any cells of an exact cover problem, whose target agrees with them; a comment begins the file.
///
/// # Errors
/// As of [`write_cnf`].
pub fn write_second<O: Write>(
    problem: &CertificateProblem,
    puzzle: &[u32],
    comment: &str,
    out: &mut O,
) -> Result<(), OutsideError> {
    check(problem)?;
    let covering = covering(problem);
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
                if shared(problem, *first, *second) == Some(item) {
                    clauses.push("-").number(first + 1).push(" -").number(second + 1).push(" 0\n");
                    n_clauses += 1;
                }
            }
        }
    }
    for cell in puzzle {
        clauses.number(problem.target[*cell as usize] + 1).push(" 0\n");
    }
    // The clues are true, and stand here so that the clause is not empty where all cells are clues.
    for option in &problem.target {
        clauses.push("-").number(option + 1).push(" ");
    }
    clauses.push("0\n");

    writeln!(out, "c {comment}")?;
    if let Origin::Grid { rows, columns, digits } = &problem.origin {
        writeln!(out, "c a grid of box shape {rows}x{columns}, the puzzle and the target row by row:")?;
        let mut clues = vec![0; digits.len()];
        for cell in puzzle {
            clues[*cell as usize] = digits[*cell as usize];
        }
        for grid in [&clues, digits] {
            let cells: Vec<String> = grid.iter().map(u32::to_string).collect();
            writeln!(out, "c {}", cells.join(" "))?;
        }
    }
    write_names(problem, "c", |cell| (problem.target[cell] + 1).to_string(), out)?;
    writeln!(out, "p cnf {} {n_clauses}", problem.options.len())?;
    clauses.take(|bytes| out.write_all(bytes))?;
    out.flush()?;
    Ok(())
}

/// The options of each item.
pub(super) fn covering(problem: &CertificateProblem) -> Vec<Vec<u32>> {
    let mut covering = vec![Vec::new(); problem.n_items];
    for (option, items) in (0..).zip(&problem.options) {
        for item in items {
            covering[*item as usize].push(option);
        }
    }
    covering
}

/// The options of the target that are not in the puzzle.
pub(super) fn open(header: &Header) -> impl Iterator<Item = u32> + '_ {
    let mut clues = header.puzzle.iter().peekable();
    let cells = (0..).zip(&header.problem.target);
    cells.filter(move |(cell, _)| clues.next_if_eq(&cell).is_none()).map(|(_, option)| *option)
}

/// The clauses mean what they should if the target is a solution and every solution that differs from it lacks one of
/// its options, which an option without items would spoil.
pub(super) fn check(problem: &CertificateProblem) -> Result<(), OutsideError> {
    if matches!(problem.origin, Origin::Model { .. }) {
        return Err(OutsideError::Model);
    }
    if let Some(option) = problem.options.iter().position(Vec::is_empty) {
        return Err(OutsideError::EmptyOption(option));
    }
    let mut times = vec![0_u32; problem.n_items];
    for item in problem.target.iter().flat_map(|option| &problem.options[*option as usize]) {
        times[*item as usize] += 1;
    }
    if times.iter().any(|times| *times != 1) {
        return Err(OutsideError::NoSolution);
    }
    Ok(())
}

/// The least item that two options share.
pub(super) fn shared(problem: &CertificateProblem, first: u32, second: u32) -> Option<u32> {
    let second = &problem.options[second as usize];
    problem.options[first as usize].iter().copied().find(|item| second.binary_search(item).is_ok())
}
