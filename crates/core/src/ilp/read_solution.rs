//! Reads a solution of a 0/1 model from the files that solvers write.

mod competition;

use std::collections::HashMap;
use std::io::BufRead;

use crate::base::{Limits, Stop};

use super::text::{Lines, NO_TEXT, TextError, TextPlace, TextReason};
use super::{BinaryModel, VarId};

/// Why a text gives no solution of a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolutionError {
    /// A line cannot stand.
    #[error("{place}: {reason}")]
    Line {
        /// Where.
        place: TextPlace,
        /// Why.
        reason: SolutionReason,
    },
    /// There is no value, and no head line of a solver.
    #[error("there is no solution in the text")]
    Empty,
    /// The file cannot be read; the text says why.
    #[error("the file cannot be read: {0}")]
    Unreadable(String),
    /// A limit was reached before the end of the file.
    #[error("a limit ended the reading of the solution")]
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

/// Why a line of a solution is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolutionReason {
    /// The line is not text.
    #[error(transparent)]
    Text(#[from] TextReason),
    /// The solver says that the model has no solution.
    #[error("the file says that the model is infeasible")]
    Infeasible,
    /// The solver found none.
    #[error("the file says that no solution was found")]
    NoSolution,
    /// Not a line of this kind of file.
    #[error("a line should have a name and a value")]
    Form,
    /// No number.
    #[error("`{0}` is not a number")]
    Number(String),
    /// Not a literal of the model.
    #[error("`{0}` is not a literal of the model")]
    Literal(String),
    /// A value far from 0 and from 1.
    #[error("variable `{variable}` is {value}, neither 0 nor 1")]
    Value {
        /// The variable.
        variable: String,
        /// The value, as it stands there.
        value: String,
    },
    /// The model has no such variable.
    #[error("the model has no variable `{name}`{}", nearest.as_ref().map(|name| format!("; is it `{name}`?")).unwrap_or_default())]
    Unknown {
        /// The name.
        name: String,
        /// A variable with almost this name.
        nearest: Option<String>,
    },
    /// A variable has a value already.
    #[error("variable `{0}` stands twice")]
    Twice(String),
}

/// So far from 0 or 1 a value may be: solvers allow as much by default.
const TOLERANCE: f64 = 1e-6;

/// Who wrote the file, as far as it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    /// `name value`, comments and head lines passed over: SCIP, Gurobi, MIPLIB, HiGHS after its head.
    Plain,
    /// What stands before the values in a file of HiGHS.
    HighsHead,
    /// Values of HiGHS, after which those of the rows follow.
    HighsValues,
    /// A table with the name at the end of a line and the value under `Primal`.
    HighsTable,
    /// `index name value reduced-cost`, perhaps after `**`.
    Cbc,
    /// Literals: SAT solvers and their like.
    Competition(competition::Lines),
}

/// Reads a solution of `model`: one value for each variable. Variables that the text leaves out are 0.
///
/// It is read as a file of HiGHS, SCIP, CBC, Gurobi or MIPLIB, or as the output of a SAT, `MaxSAT` or pseudo-Boolean
/// solver, whichever it looks like, or as lines of a name and a value. Variable n of a SAT solver is the one called `x`
/// and n. Values within 10^-6 of 0 or 1 are rounded. Whether it satisfies the rows is not looked at. `limits` are asked
/// all along, but for the one on nodes.
///
/// # Errors
/// [`SolutionError`] with the line of a value that is neither 0 nor 1, of an unknown variable, or of one that stands
/// twice; if the file has no solution, as that of an infeasible model; and at a limit.
pub fn read_solution(text: impl BufRead, model: &BinaryModel, limits: &Limits) -> Result<Vec<bool>, SolutionError> {
    let numbers: HashMap<&str, usize> = model.var_names().enumerate().map(|(i, name)| (name, i)).collect();
    let mut values: Vec<Option<bool>> = vec![None; model.n_vars()];
    let mut lines = Lines::new(text, limits);
    let mut dialect = Dialect::Plain;
    let mut is_empty = true;
    // The first word of a competition's values waits for a second one: alone it may be all of them.
    let (mut n_words, mut first) = (0_usize, None);
    while let Some((number, line)) = lines.advance()? {
        let refused = |part: &str, reason: SolutionReason| SolutionError::Line {
            place: TextPlace::of(number, line, part),
            reason,
        };
        let trimmed = line.trim();
        let is_first = is_empty && !trimmed.is_empty();
        is_empty &= trimmed.is_empty();
        if is_first && let Some(lines) = competition::begins(trimmed, model) {
            dialect = Dialect::Competition(lines);
        }
        if let Dialect::Competition(lines) = dialect {
            let said = competition::line(line, lines).map_err(|reason| refused(trimmed, reason))?;
            let competition::Values::Literals(words) = said else { continue };
            for word in words {
                if word.contains(NO_TEXT) {
                    return Err(refused(word, TextReason::Encoding.into()));
                }
                n_words += 1;
                if n_words == 1 {
                    first = Some((TextPlace::of(number, line, word), word.to_owned()));
                    continue;
                }
                if let Some((place, word)) = first.take() {
                    let said = competition::literal(&word, &numbers);
                    said.and_then(|said| give(said, &mut values, model))
                        .map_err(|reason| SolutionError::Line { place, reason })?;
                }
                let said = competition::literal(word, &numbers);
                said.and_then(|said| give(said, &mut values, model)).map_err(|reason| refused(word, reason))?;
            }
            continue;
        }
        let (name, value) = match head(trimmed, is_first, dialect).map_err(|reason| refused(trimmed, reason))? {
            Head::End => break,
            Head::Skip => continue,
            Head::Now(now) => {
                dialect = now;
                continue;
            }
            Head::Values => entry(line, dialect).ok_or_else(|| refused(trimmed, SolutionReason::Form))?,
        };
        let Some(&var) = numbers.get(name) else {
            if name.contains(NO_TEXT) {
                return Err(refused(name, TextReason::Encoding.into()));
            }
            let nearest = nearest(name, model);
            return Err(refused(name, SolutionReason::Unknown { name: name.to_owned(), nearest }));
        };
        let number: f64 = value.parse().map_err(|_| refused(value, SolutionReason::Number(value.to_owned())))?;
        let (is_zero, is_one) = (number.abs() <= TOLERANCE, (number - 1.0).abs() <= TOLERANCE);
        if !is_zero && !is_one {
            let (variable, value_text) = (name.to_owned(), value.to_owned());
            return Err(refused(value, SolutionReason::Value { variable, value: value_text }));
        }
        if values[var].replace(is_one).is_some() {
            return Err(refused(name, SolutionReason::Twice(name.to_owned())));
        }
    }
    if is_empty {
        return Err(SolutionError::Empty);
    }
    if let Some((place, word)) = first {
        let said = match competition::bits(&word, &numbers, competition::highest(model)) {
            Some(bits) => give(bits, &mut values, model),
            None => competition::literal(&word, &numbers).and_then(|said| give(said, &mut values, model)),
        };
        said.map_err(|reason| SolutionError::Line { place, reason })?;
    }
    Ok(values.into_iter().map(|value| value.unwrap_or(false)).collect())
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

/// What a line is, beside values.
enum Head {
    /// Nothing that matters.
    Skip,
    /// From the next line on, the file is read like this.
    Now(Dialect),
    /// All that follows is about rows and duals.
    End,
    /// A line of values.
    Values,
}

fn head(line: &str, is_first: bool, dialect: Dialect) -> Result<Head, SolutionReason> {
    let lower = line.to_ascii_lowercase();
    if line.is_empty() {
        return Ok(Head::Skip);
    }
    // A variable may be called like a head line of another solver, so most of these count on the first line alone.
    if is_first {
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
        Dialect::HighsHead if lower.starts_with("# columns") => Ok(Head::Now(Dialect::HighsValues)),
        Dialect::HighsHead if lower.contains("infeasible") => Err(SolutionReason::Infeasible),
        Dialect::HighsHead if lower == "none" => Err(SolutionReason::NoSolution),
        Dialect::HighsHead => Ok(Head::Skip),
        Dialect::HighsValues if line.starts_with("# ") => Ok(Head::End),
        Dialect::HighsTable if line == "Rows" => Ok(Head::End),
        Dialect::HighsTable if line.starts_with("Index ") => Ok(Head::Skip),
        Dialect::HighsValues | Dialect::HighsTable | Dialect::Cbc | Dialect::Competition(_) => Ok(Head::Values),
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

/// The name and the value of a line.
fn entry(line: &str, dialect: Dialect) -> Option<(&str, &str)> {
    let mut words = line.split_whitespace();
    match dialect {
        Dialect::Cbc => {
            let mut words = words.skip_while(|word| *word == "**").skip(1);
            Some((words.next()?, words.next()?))
        }
        // `Primal` ends with column 55, and statuses and duals may be left out.
        Dialect::HighsTable => Some((words.next_back()?, line.get(43..55)?.trim())),
        Dialect::Plain | Dialect::HighsHead | Dialect::HighsValues | Dialect::Competition(_) => {
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
