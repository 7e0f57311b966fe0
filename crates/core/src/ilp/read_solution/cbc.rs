//! Lines that CBC writes besides the values of columns.

use super::SolutionReason;

/// Detects the end of the rows that CBC writes before the columns with `printingOptions rows` and `all`.
#[derive(Debug, Default)]
pub(super) struct Rows {
    last: Option<usize>,
}

impl Rows {
    /// Does this line begin the columns? Rows and columns are counted from 0 each.
    pub(super) fn end(&mut self, line: &str) -> bool {
        let index = index(line);
        let is_new = self.last.zip(index).is_some_and(|(last, index)| index <= last);
        self.last = index.or(self.last);
        is_new
    }
}

/// The number at the beginning of a line, perhaps after `**`.
fn index(line: &str) -> Option<usize> {
    line.split_whitespace().find(|word| *word != "**")?.parse().ok()
}

/// Is it a line of the table?
///
/// # Errors
/// [`SolutionReason`] if not.
pub(super) fn check(line: &str) -> Result<(), SolutionReason> {
    match index(line) {
        Some(_) => Ok(()),
        None if line.contains("intIndicesV") => Err(SolutionReason::Foreign {
            form: "a file of CBC with printingOptions special, without names",
            way: "write the solution with printingOptions normal or all",
        }),
        None => Err(SolutionReason::Form),
    }
}
