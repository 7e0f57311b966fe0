//! The report of GLPK (`glpsol -o`), which HiGHS writes as well (style 3): a head, a table of rows and one of columns.

use super::SolutionReason;

/// Does this first line begin such a report?
pub(super) fn begins(line: &str) -> bool {
    line.starts_with("Problem:")
}

/// The part of the report.
#[derive(Debug, PartialEq, Eq)]
enum Part {
    /// The lines before the columns.
    Head,
    Columns,
    /// The lines after the columns.
    End,
}

/// A report while it is read.
#[derive(Debug)]
pub(super) struct Report {
    part: Part,
    /// A long name, which has its own line; the next line has the value.
    name: Option<String>,
}

impl Report {
    pub(super) fn new() -> Self {
        Self { part: Part::Head, name: None }
    }

    /// Has the table of columns been read to its end?
    pub(super) fn is_whole(&self) -> bool {
        self.part == Part::End
    }

    /// The name and the value that the line tells, if it tells one.
    ///
    /// # Errors
    /// [`SolutionReason`] if the file says that it has no solution, and for a line of the table that is none.
    pub(super) fn line<'a>(&mut self, line: &'a str) -> Result<Option<(String, &'a str)>, SolutionReason> {
        let text = line.trim();
        if self.part != Part::Columns {
            if let Some(status) = text.strip_prefix("Status:") {
                check(status.trim())?;
            }
            if self.part == Part::Head && text.starts_with("No. Column name") {
                self.part = Part::Columns;
            }
            return Ok(None);
        }
        if text.is_empty() {
            self.part = Part::End;
            return Ok(None);
        }
        if text.starts_with("------") {
            return Ok(None);
        }
        let mut words = text.split_whitespace().peekable();
        let name = match self.name.take() {
            Some(name) => name,
            None => {
                words.next();
                words.next().ok_or(SolutionReason::Form)?.to_owned()
            }
        };
        // An integer column has a mark, one of a linear program its status.
        words.next_if(|word| matches!(*word, "*" | "B" | "NL" | "NU" | "NF" | "NS"));
        let value = words.next();
        if value.is_none() {
            self.name = Some(name);
            return Ok(None);
        }
        Ok(value.map(|value| (name, value)))
    }
}

/// Does the file have a solution, by its line `Status:`?
fn check(status: &str) -> Result<(), SolutionReason> {
    match status {
        "OPTIMAL" | "FEASIBLE" | "INTEGER OPTIMAL" | "INTEGER NON-OPTIMAL" => Ok(()),
        "INTEGER EMPTY" | "INFEASIBLE (FINAL)" => Err(SolutionReason::Infeasible),
        _ => Err(SolutionReason::NoSolution),
    }
}
