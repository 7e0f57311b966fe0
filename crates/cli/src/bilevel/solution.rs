//! The values of all variables at the best choice, as a file.

use std::path::Path;

use minclue_core::base::{harmless, write_whole};
use minclue_core::problem::BilevelProblem;
use minclue_solver::BilevelOutcome;

/// The leader's variables that are 1.
pub(super) fn leader(problem: &BilevelProblem, taken: &[usize]) -> Vec<String> {
    let items = taken.iter().map(|item| problem.follower.item_name(*item).to_owned());
    problem.taken.iter().cloned().chain(items).collect()
}

/// Writes a line of a name and a value for each variable that is 1, as solvers do; all others are 0.
///
/// # Errors
/// A message if the file cannot be written.
pub(super) fn write(path: &Path, problem: &BilevelProblem, outcome: &BilevelOutcome) -> Result<(), String> {
    let (Some(taken), Some((values, worth))) = (&outcome.taken, &outcome.answer) else {
        return write_nothing(path, false);
    };
    let objective = problem.constants.leader.saturating_add(problem.cost_of(taken));
    let worth = problem.follower_value(*worth);
    let mut text = format!("# Objective value = {objective}\n# Follower value = {worth}\n");
    if outcome.upper_proof.is_none() {
        text.push_str("# Whether an answer of the follower is worth more is not proven\n");
    }
    for name in leader(problem, taken).iter().chain(&problem.follower.chosen(values)) {
        text.push_str(&format!("{} 1\n", harmless(name)));
    }
    put(path, &text)
}

/// Writes that there is no choice, so that the file of an earlier run does not stay.
///
/// # Errors
/// A message if the file cannot be written.
pub(super) fn write_nothing(path: &Path, is_infeasible: bool) -> Result<(), String> {
    put(path, if is_infeasible { "# No choice of the leader is allowed\n" } else { "# No choice was found\n" })
}

/// Writes the file.
///
/// # Errors
/// A message if it cannot be written.
pub(super) fn put(path: &Path, text: &str) -> Result<(), String> {
    write_whole(path, text.as_bytes()).map_err(|e| format!("--solution-file {}: {e}", path.display()))
}
