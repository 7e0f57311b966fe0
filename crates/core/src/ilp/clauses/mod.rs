//! Clauses as SAT solvers read them: DIMACS CNF, WCNF in the old form and in that of 2022, and GCNF (clauses in
//! groups).
//!
//! All three say the same: clauses that always hold, and groups of clauses that one may take or leave. A [`ClauseSet`]
//! has both, as they stand in the file. Whoever looks for the fewest groups that contradict each other starts from
//! there; [`read_model`](super::read_model()) makes a 0/1 model in which every group has a variable that says whether
//! it holds.

mod reader;
#[cfg(test)]
mod tests;

use std::io::BufRead;

use crate::base::Limits;

use super::model_error::ModelError;
use super::text::Lines;

/// A format of clause files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClauseFormat {
    /// DIMACS CNF: every clause is hard.
    Cnf,
    /// WCNF, in which clauses have weights: with `p wcnf`, or without as since 2022.
    Wcnf,
    /// GCNF: clauses belong to groups, and those of group 0 are hard.
    Gcnf,
}

/// A disjunction of literals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The variables, from 1, negative where they are negated, as they stand in the file: perhaps none, perhaps some of
    /// them twice.
    pub literals: Vec<i32>,
    /// The line in which it begins, from 1.
    pub line: usize,
}

/// Clauses that are taken together or left together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseGroup {
    /// The number of the group in GCNF; in WCNF that of the soft clause, from 1 in the order of the file.
    pub number: u32,
    /// What it costs to leave it, at least 1; 1 in GCNF.
    pub weight: u64,
    /// At least one; in WCNF one.
    pub clauses: Vec<Clause>,
}

/// The clauses of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseSet {
    /// The format of the file.
    pub format: ClauseFormat,
    /// The highest variable that the head line allows, or that occurs where there is none. Nothing of this size is
    /// built.
    pub n_vars: u32,
    /// Clauses that always hold.
    pub hard: Vec<Clause>,
    /// Clauses that one may take or leave, by number.
    pub groups: Vec<ClauseGroup>,
    /// The highest group that the head line of a GCNF file allows; those without a clause are not in `groups`.
    pub n_groups: u64,
}

/// Reads the clauses of a file.
///
/// Time and memory are linear in the size of the text, whatever its head line says; `limits` are asked all along, but
/// for the one on nodes. docs/formats/clauses.md has the rules.
///
/// # Errors
/// [`ModelError`] unless the text is such a file; it names line and column.
pub fn read_clauses(text: impl BufRead, format: ClauseFormat, limits: &Limits) -> Result<ClauseSet, ModelError> {
    reader::read(&mut Lines::new(text, limits), format)
}
