//! The clause formats of SAT solvers: DIMACS CNF, WCNF (the old format and that of 2022), and GCNF (clauses in groups).
//!
//! All three have hard clauses, which always hold, and groups of clauses, which may be left out. A [`ClauseSet`] has
//! both as in the file, for searches for the fewest groups that contradict each other.
//! [`read_model`](super::read_model()) creates a 0/1 model in which every group has a variable that is 1 if the group
//! holds.

mod reader;
#[cfg(test)]
mod tests;

use std::io::BufRead;

use crate::base::Limits;

use super::model_error::ModelError;
use super::text::Lines;

/// The format of a clause file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClauseFormat {
    /// DIMACS CNF: every clause is hard.
    Cnf,
    /// WCNF, in which clauses have weights: with the line `p wcnf`, or without it as since 2022.
    Wcnf,
    /// GCNF: clauses belong to groups, and group 0 is hard.
    Gcnf,
}

/// A disjunction of literals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The variables, from 1, negative if negated, as in the file. There may be none, or duplicates.
    pub literals: Vec<i32>,
    /// The line in which the clause begins, from 1.
    pub line: usize,
}

/// Clauses that are chosen or left out together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseGroup {
    /// The number of the group in GCNF, or of the soft clause in WCNF, from 1 in the order of the file.
    pub number: u32,
    /// The cost of leaving it out, at least 1; always 1 in GCNF.
    pub weight: u64,
    /// The clauses, at least one; exactly one in WCNF.
    pub clauses: Vec<Clause>,
}

/// The clauses of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseSet {
    /// The format of the file.
    pub format: ClauseFormat,
    /// The highest variable that the head line allows, or the highest one that occurs if there is no head line. It does
    /// not determine memory use.
    pub n_vars: u32,
    /// Clauses that always hold.
    pub hard: Vec<Clause>,
    /// The groups of clauses that may be left out, by number.
    pub groups: Vec<ClauseGroup>,
    /// The highest group that the head line of a GCNF file allows; groups without clauses are not in `groups`.
    pub n_groups: u64,
}

/// Reads the clauses of a file.
///
/// Time and memory are linear in the size of the text, and do not depend on its head line. `limits` are checked
/// throughout, except the one on nodes. docs/formats/clauses.md has the rules.
///
/// # Errors
/// [`ModelError`] with line and column, if the text is not such a file.
pub fn read_clauses(text: impl BufRead, format: ClauseFormat, limits: &Limits) -> Result<ClauseSet, ModelError> {
    reader::read(&mut Lines::new(text, limits), format)
}
