//! Reads a solution of a 0/1 model from the output of a solver.

mod cbc;
mod competition;
mod cplex;
mod glpk;

use std::collections::HashMap;
use std::io::BufRead;

use crate::base::{Limits, Stop};

use super::read_model::is_slack;
use super::text::{Lines, NO_TEXT, TextError, TextPlace, TextReason};
use super::{BinaryModel, VarId};

/// The reason why a text is not a solution of a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolutionError {
    /// A line is invalid.
    #[error("{place}: {reason}")]
    Line { place: TextPlace, reason: SolutionReason },
    /// There are no values, and no head line of a solver.
    #[error("there is no solution in the text")]
    Empty,
    /// The table of columns is incomplete.
    #[error("the file ends before its table of columns does: is a part of it missing?")]
    Cut,
    /// The file cannot be read; the text is the error.
    #[error("the file cannot be read: {0}")]
    Unreadable(String),
    /// A limit was reached before the end of the file.
    #[error("a limit was reached while reading the solution")]
    Stopped(Stop),
}

impl From<TextError> for SolutionError {
    fn from(error: TextError) -> Self {
        match error {
            TextError::Stopped(stop) => Self::Stopped(stop),
            TextError::Unreadable(why) => Self::Unreadable(why),
            TextError::Line { place, reason } => Self::Line { place: *place, reason: SolutionReason::Text(reason) },
        }
    }
}

/// The reason why a line of a solution is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolutionReason {
    /// The line is not text.
    #[error(transparent)]
    Text(#[from] TextReason),
    /// The solver reports that the model has no solution.
    #[error("the file reports that the model is infeasible")]
    Infeasible,
    /// The solver found no solution.
    #[error("the file reports that no solution was found")]
    NoSolution,
    /// The line does not fit the format of the file.
    #[error("a line should have a name and a value")]
    Form,
    /// The file is in an unsupported format of a known program.
    #[error("this is {form}, which is not supported; {way}")]
    Foreign {
        /// The program and format.
        form: &'static str,
        /// The way to make this program write a supported format.
        way: &'static str,
    },
    #[error("`{0}` is not a number")]
    Number(String),
    /// The word is not a literal of the model.
    #[error("`{0}` is not a literal of the model")]
    Literal(String),
    /// A value is far from 0 and from 1.
    #[error("variable `{variable}` is {value}, neither 0 nor 1")]
    Value {
        variable: String,
        /// The value as written.
        value: String,
    },
    /// The model does not have this variable.
    #[error("the model has no variable `{name}`{}", nearest.as_ref().map(|name| format!("; did you mean `{name}`?")).unwrap_or_default())]
    Unknown {
        name: String,
        /// A variable with a similar name.
        nearest: Option<String>,
    },
    /// A variable has two values.
    #[error("variable `{0}` occurs twice")]
    Twice(String),
}

/// So far from 0 or 1 a value may be: solvers allow as much by default.
const TOLERANCE: f64 = 1e-6;

/// The dialect of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    /// `name value`, with comments and head lines ignored: SCIP, Gurobi, MIPLIB, HiGHS after its head.
    Plain,
    /// The lines before the values in a file of HiGHS.
    HighsHead,
    /// Values of HiGHS, followed by those of the rows.
    HighsValues,
    /// A table with the name at the end of a line and the value under `Primal`.
    HighsTable,
    /// `index name value reduced-cost`, perhaps after `**`.
    Cbc,
    /// `name,value`, also of CBC.
    Csv,
    Cplex,
    /// The report of GLPK.
    Glpk,
    /// Literals, as in the output of SAT solvers and similar programs.
    Competition(competition::Lines),
}

/// Reads a solution of `model`: one value for each variable. Omitted variables are 0.
///
/// The format is detected: a file of HiGHS, SCIP, CBC, GLPK, CPLEX, Gurobi or MIPLIB, the output of a SAT, `MaxSAT` or
/// pseudo-Boolean solver, or lines of a name and a value. Variable n of a SAT solver is the variable `x` followed by n.
/// Values within 10^-6 of 0 or 1 are rounded. The rows are not checked. `limits` are checked throughout, except the one
/// on nodes.
///
/// # Errors
/// [`SolutionError`] with the line of a value that is neither 0 nor 1, of an unknown variable, or of one with two
/// values; if the file has no solution, such as that of an infeasible model; and at a limit.
pub fn read_solution(text: impl BufRead, model: &BinaryModel, limits: &Limits) -> Result<Vec<bool>, SolutionError> {
    let mut lines = Lines::new(text, limits);
    let mut reader = Reader::new(model);
    while let Some((number, line)) = lines.advance()? {
        if reader.line(number, line)? == Next::End {
            break;
        }
    }
    reader.finish()
}

/// Does the file go on with values?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Line,
    End,
}

/// An error, with the part of the line.
type Refused<'a> = (&'a str, SolutionReason);

/// A file while it is read.
struct Reader<'m> {
    model: &'m BinaryModel,
    numbers: HashMap<&'m str, usize>,
    values: Vec<Option<bool>>,
    dialect: Dialect,
    is_empty: bool,
    /// The first word of the values of a competition format may be followed by a second word, or contain all values.
    n_words: usize,
    first: Option<(TextPlace, String)>,
    report: glpk::Report,
    rows: cbc::Rows,
    /// An error in a file of CBC, which is ignored if it turns out to be among its rows.
    pending: Option<SolutionError>,
    has_element: bool,
}

impl<'m> Reader<'m> {
    fn new(model: &'m BinaryModel) -> Self {
        Self {
            model,
            numbers: model.var_names().enumerate().map(|(i, name)| (name, i)).collect(),
            values: vec![None; model.n_vars()],
            dialect: Dialect::Plain,
            is_empty: true,
            n_words: 0,
            first: None,
            report: glpk::Report::new(),
            rows: cbc::Rows::default(),
            pending: None,
            has_element: false,
        }
    }

    fn line(&mut self, number: usize, line: &str) -> Result<Next, SolutionError> {
        let trimmed = line.trim();
        let is_first = self.is_empty && !trimmed.is_empty();
        self.is_empty &= trimmed.is_empty();
        if is_first && let Some(lines) = competition::begins(trimmed, self.model) {
            self.dialect = Dialect::Competition(lines);
        }
        let refused =
            |(part, reason): Refused<'_>| SolutionError::Line { place: TextPlace::of(number, line, part), reason };
        if let Dialect::Competition(lines) = self.dialect {
            self.literals(number, line, lines)?;
            return Ok(Next::Line);
        }
        match head(trimmed, is_first, self.dialect).map_err(|reason| refused((trimmed, reason)))? {
            Head::End => return Ok(Next::End),
            Head::Skip => return Ok(Next::Line),
            Head::Now(now) => {
                self.dialect = now;
                // XML need not have lines.
                if now == Dialect::Cplex {
                    self.values_of(line).map_err(refused)?;
                }
            }
            Head::Values => {
                if let Err(error) = self.values_of(line).map_err(refused) {
                    // A row is called as it likes, and has any value.
                    if self.dialect != Dialect::Cbc {
                        return Err(error);
                    }
                    self.pending.get_or_insert(error);
                }
            }
        }
        Ok(Next::Line)
    }

    /// A line with values.
    fn values_of<'a>(&mut self, line: &'a str) -> Result<(), Refused<'a>> {
        let trimmed = line.trim();
        match self.dialect {
            Dialect::Glpk => match self.report.line(line).map_err(|reason| (trimmed, reason))? {
                Some((name, value)) => self.assign(&name, value).map_err(|(_, reason)| (value, reason)),
                None => Ok(()),
            },
            Dialect::Cplex => {
                for (name, value) in cplex::line(line).map_err(|reason| (trimmed, reason))? {
                    self.has_element = true;
                    self.assign(&name, value).map_err(|(_, reason)| (value, reason))?;
                }
                Ok(())
            }
            dialect => {
                if dialect == Dialect::Cbc && self.rows.end(line) && self.pending.take().is_some() {
                    self.values.fill(None);
                }
                let (name, value) = entry(line, dialect).ok_or((trimmed, SolutionReason::Form))?;
                if name.contains(NO_TEXT) {
                    return Err((name, TextReason::Encoding.into()));
                }
                self.assign(name, value).map_err(|(is_value, reason)| (if is_value { value } else { name }, reason))
            }
        }
    }

    /// Gives a variable its value. An error says whether it is one of the value.
    fn assign(&mut self, name: &str, value: &str) -> Result<(), (bool, SolutionReason)> {
        let Some(&var) = self.numbers.get(name) else {
            // The model has a row with a range for it.
            if is_slack(name) {
                return Ok(());
            }
            let nearest = nearest(name, self.model);
            return Err((false, SolutionReason::Unknown { name: name.to_owned(), nearest }));
        };
        if value.is_empty() {
            return Err((true, SolutionReason::NoSolution));
        }
        let number: f64 = value.parse().map_err(|_| (true, SolutionReason::Number(value.to_owned())))?;
        let (is_zero, is_one) = (number.abs() <= TOLERANCE, (number - 1.0).abs() <= TOLERANCE);
        if !is_zero && !is_one {
            let (variable, value) = (name.to_owned(), value.to_owned());
            return Err((true, SolutionReason::Value { variable, value }));
        }
        match self.values[var].replace(is_one) {
            Some(_) => Err((false, SolutionReason::Twice(name.to_owned()))),
            None => Ok(()),
        }
    }

    /// A line of a SAT solver and its like.
    fn literals(&mut self, number: usize, line: &str, lines: competition::Lines) -> Result<(), SolutionError> {
        let refused = |part: &str, reason: SolutionReason| SolutionError::Line {
            place: TextPlace::of(number, line, part),
            reason,
        };
        let said = competition::line(line, lines).map_err(|reason| refused(line.trim(), reason))?;
        let competition::Values::Literals(words) = said else { return Ok(()) };
        for word in words {
            if word.contains(NO_TEXT) {
                return Err(refused(word, TextReason::Encoding.into()));
            }
            self.n_words += 1;
            if self.n_words == 1 {
                self.first = Some((TextPlace::of(number, line, word), word.to_owned()));
                continue;
            }
            if let Some((place, word)) = self.first.take() {
                let said = competition::literal(&word, &self.numbers);
                said.and_then(|said| give(said, &mut self.values, self.model))
                    .map_err(|reason| SolutionError::Line { place, reason })?;
            }
            let said = competition::literal(word, &self.numbers);
            said.and_then(|said| give(said, &mut self.values, self.model)).map_err(|reason| refused(word, reason))?;
        }
        Ok(())
    }

    /// The values, at the end of the file.
    fn finish(mut self) -> Result<Vec<bool>, SolutionError> {
        if self.is_empty || self.dialect == Dialect::Cplex && !self.has_element {
            return Err(SolutionError::Empty);
        }
        if self.dialect == Dialect::Glpk && !self.report.is_whole() {
            return Err(SolutionError::Cut);
        }
        if let Some(error) = self.pending {
            return Err(error);
        }
        if let Some((place, word)) = self.first {
            let said = match competition::bits(&word, &self.numbers, competition::highest(self.model)) {
                Some(bits) => give(bits, &mut self.values, self.model),
                None => {
                    competition::literal(&word, &self.numbers).and_then(|said| give(said, &mut self.values, self.model))
                }
            };
            said.map_err(|reason| SolutionError::Line { place, reason })?;
        }
        Ok(self.values.into_iter().map(|value| value.unwrap_or(false)).collect())
    }
}

/// Gives variables their values.
fn give(
    said: impl IntoIterator<Item = (usize, bool)>,
    values: &mut [Option<bool>],
    model: &BinaryModel,
) -> Result<(), SolutionReason> {
    for (var, value) in said {
        if values[var].replace(value).is_some() {
            return Err(SolutionReason::Twice(model.var_name(VarId::new(var)).to_owned()));
        }
    }
    Ok(())
}

/// The kinds of lines without values.
enum Head {
    Skip,
    /// The following lines are in this format.
    Now(Dialect),
    /// The following lines are about rows and duals.
    End,
    /// A line of values.
    Values,
}

fn head(line: &str, is_first: bool, dialect: Dialect) -> Result<Head, SolutionReason> {
    let lower = line.to_ascii_lowercase();
    // The end of a table of GLPK is a blank line.
    if line.is_empty() && dialect != Dialect::Glpk {
        return Ok(Head::Skip);
    }
    // A variable may be called like a head line of another solver, so most of these count on the first line alone.
    if is_first {
        foreign(line)?;
        if glpk::begins(line) {
            return Ok(Head::Now(Dialect::Glpk));
        }
        if line == "name,solution" {
            return Ok(Head::Now(Dialect::Csv));
        }
        if lower == "model status" {
            return Ok(Head::Now(Dialect::HighsHead));
        }
        if line == "Columns" {
            return Ok(Head::Now(Dialect::HighsTable));
        }
        if lower.contains(" - objective value") {
            // What stands there then is the fractional point of a relaxation.
            if lower.contains("no integer solution") {
                return Err(SolutionReason::NoSolution);
            }
            return if lower.contains("infeasible") {
                Err(SolutionReason::Infeasible)
            } else {
                Ok(Head::Now(Dialect::Cbc))
            };
        }
    }
    match dialect {
        Dialect::Plain if is_first && cplex::begins(line) => Ok(Head::Now(Dialect::Cplex)),
        Dialect::Cbc => cbc::check(line).map(|()| Head::Values),
        Dialect::HighsHead if lower.starts_with("# columns") => Ok(Head::Now(Dialect::HighsValues)),
        Dialect::HighsHead if lower.contains("infeasible") => Err(SolutionReason::Infeasible),
        Dialect::HighsHead if lower == "none" => Err(SolutionReason::NoSolution),
        Dialect::HighsHead => Ok(Head::Skip),
        Dialect::HighsValues if line.starts_with("# ") => Ok(Head::End),
        Dialect::HighsTable if line == "Rows" => Ok(Head::End),
        Dialect::HighsTable if line.starts_with("Index ") => Ok(Head::Skip),
        Dialect::HighsValues
        | Dialect::HighsTable
        | Dialect::Csv
        | Dialect::Cplex
        | Dialect::Glpk
        | Dialect::Competition(_) => Ok(Head::Values),
        Dialect::Plain if lower.starts_with("solution status:") => {
            if lower.contains("infeasible") {
                Err(SolutionReason::Infeasible)
            } else {
                Ok(Head::Skip)
            }
        }
        Dialect::Plain if lower.starts_with("no solution available") => Err(SolutionReason::NoSolution),
        Dialect::Plain if lower.starts_with("=infeas=") => Err(SolutionReason::Infeasible),
        Dialect::Plain if lower.starts_with("=unkn=") || lower.starts_with("=unbd=") => Err(SolutionReason::NoSolution),
        // Values of HiGHS without their head.
        Dialect::Plain if lower.starts_with("# columns ") => Ok(Head::Now(Dialect::HighsValues)),
        Dialect::Plain if line.starts_with('#') || lower.starts_with("=obj=") => Ok(Head::Skip),
        Dialect::Plain if lower.starts_with("objective value:") => Ok(Head::Skip),
        Dialect::Plain => Ok(Head::Values),
    }
}

/// Refuses a first line of forms that are known and cannot be read.
fn foreign(line: &str) -> Result<(), SolutionReason> {
    let foreign = |form: &'static str, way: &'static str| Err(SolutionReason::Foreign { form, way });
    if line.ends_with(": Number of columns and rows for primal or dual solution or basis") {
        return foreign(
            "a file of HiGHS in the style -1, without names",
            "write the solution with write_solution_style 0, 1, 3 or 4",
        );
    }
    if line.starts_with('{') {
        return foreign("JSON", "write the solution as text: Gurobi does so in a file whose name ends in .sol");
    }
    Ok(())
}

/// The name and the value of a line.
fn entry(line: &str, dialect: Dialect) -> Option<(&str, &str)> {
    let mut words = line.split_whitespace();
    match dialect {
        Dialect::Cbc => {
            let mut words = words.skip_while(|word| *word == "**").skip(1);
            Some((words.next()?, words.next()?))
        }
        Dialect::Csv => line.rsplit_once(',').map(|(name, value)| (name.trim(), value.trim())),
        // `Primal` ends with column 55, and statuses and duals may be left out.
        Dialect::HighsTable => Some((words.next_back()?, line.get(43..55)?.trim())),
        _ => {
            let (name, value) = (words.next()?, words.next()?);
            // SCIP writes `(obj:1)` after it, and a sparse file of HiGHS the number of the column.
            let is_known = |word: &str| word.starts_with('(') || dialect == Dialect::HighsValues;
            words.all(is_known).then_some((name, value))
        }
    }
}

/// The name of a variable that is at most two changes away from this one, and less than half of its length.
///
/// Long names and large models get none: a message is not worth the time.
fn nearest(name: &str, model: &BinaryModel) -> Option<String> {
    /// Characters to compare in all.
    const MAX_WORK: usize = 10_000_000;
    if name.len().saturating_mul(name.len()).saturating_mul(model.n_vars()) > MAX_WORK {
        return None;
    }
    let name: Vec<char> = name.chars().collect();
    let with_changes = model.var_names().map(|other| (changes(&name, &other.chars().collect::<Vec<_>>()), other));
    let (n_changes, best) = with_changes.min_by_key(|(n_changes, _)| *n_changes)?;
    (n_changes <= 2 && 2 * n_changes < name.len().max(2)).then(|| best.to_owned())
}

/// Characters to insert, delete or replace that make one name the other; 3 if lengths differ by more than two.
fn changes(a: &[char], b: &[char]) -> usize {
    if a.len().abs_diff(b.len()) > 2 {
        return 3;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests;
