//! Solutions as SAT, `MaxSAT` and pseudo-Boolean solvers print them: lines `s STATUS` and `v LITERALS`.

use std::collections::HashMap;

use super::super::BinaryModel;
use super::SolutionReason;

/// Is this first line of a file one of these solvers? Not if the model has a variable with the name that it begins
/// with and a number follows: then it is a line of a name and a value.
pub(super) fn begins(line: &str, model: &BinaryModel) -> Option<Lines> {
    if matches!(line, "SAT" | "UNSAT" | "INDET") {
        return Some(Lines::Bare);
    }
    let mut words = line.split_whitespace();
    let word = words.next()?;
    let is_mark = matches!(word, "c" | "s" | "v" | "o");
    let is_value = words.next().is_some_and(|value| value.parse::<f64>().is_ok());
    (is_mark && !(is_value && model.var_names().any(|name| name == word))).then_some(Lines::Marked)
}

/// How the lines of the file look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lines {
    /// Each line begins with a letter that marks its kind.
    Marked,
    /// The literals follow the status, without a mark.
    Bare,
}

/// The values that a line says.
pub(super) enum Values<'a> {
    None,
    /// Literals, each as a part of the line.
    Literals(std::str::SplitWhitespace<'a>),
}

///
/// # Errors
/// [`SolutionReason`] if the line reports that there is no solution, or does not fit the format.
pub(super) fn line(text: &str, lines: Lines) -> Result<Values<'_>, SolutionReason> {
    let status = |status: &str| match status.trim() {
        "SAT" | "SATISFIABLE" | "OPTIMUM FOUND" => Ok(Values::None),
        "UNSAT" | "UNSATISFIABLE" => Err(SolutionReason::Infeasible),
        "INDET" | "UNKNOWN" => Err(SolutionReason::NoSolution),
        status if status.starts_with("mip ") || status.starts_with("bas ") || status.starts_with("ipt ") => {
            Err(SolutionReason::Foreign {
                form: "a file of GLPK (glpsol -w) or of HiGHS in the style 2, without names",
                way: "write the solution with glpsol -o, or with write_solution_style 0, 1, 3 or 4",
            })
        }
        _ => Err(SolutionReason::Form),
    };
    let mut words = text.split_whitespace();
    match (lines, words.next()) {
        (_, None) => Ok(Values::None),
        (Lines::Bare, Some("SAT" | "UNSAT" | "INDET")) => status(text),
        (Lines::Bare, Some(_)) => Ok(Values::Literals(text.split_whitespace())),
        (Lines::Marked, Some("c" | "o")) => Ok(Values::None),
        (Lines::Marked, Some("s")) => status(text.trim_start().trim_start_matches('s')),
        (Lines::Marked, Some("v")) => Ok(Values::Literals(words)),
        (Lines::Marked, Some(_)) => Err(SolutionReason::Form),
    }
}

/// The number of a variable that is called `x` and a number.
fn number(name: &str) -> Option<u32> {
    let digits = name.strip_prefix('x')?;
    if digits.bytes().all(|b| b.is_ascii_digit()) { digits.parse().ok().filter(|n| *n > 0) } else { None }
}

/// The highest variable that is called `x` and a number, or 0.
pub(super) fn highest(model: &BinaryModel) -> usize {
    model.var_names().filter_map(number).max().unwrap_or(0) as usize
}

/// The variable that is called `x` and this number.
fn of_number(n: usize, numbers: &HashMap<&str, usize>) -> Option<usize> {
    numbers.get(format!("x{n}").as_str()).copied()
}

/// The variables and values that the only word of a file says, if it is a bit for each variable up to the highest at
/// least. Among other words it is none: `10` is then the variable of this number.
pub(super) fn bits(word: &str, numbers: &HashMap<&str, usize>, highest: usize) -> Option<Vec<(usize, bool)>> {
    let is_long = highest > 0 && word.len() >= highest && word.len() > 1;
    let is_bits = is_long && word.bytes().all(|b| matches!(b, b'0' | b'1'));
    let values = word.bytes().enumerate().filter_map(|(i, bit)| Some((of_number(i + 1, numbers)?, bit == b'1')));
    is_bits.then(|| values.collect())
}

/// The variable and the value that a word says: a number, as SAT solvers have it, or a name with `-` or `~` before it
/// where it is 0. The end mark 0 says nothing, and so does a variable `x` and a number that the model lacks: it occurs
/// nowhere, and may be 0 or 1.
///
/// # Errors
/// [`SolutionReason`] for a word that is none of these, and for another name that the model lacks.
pub(super) fn literal(word: &str, numbers: &HashMap<&str, usize>) -> Result<Option<(usize, bool)>, SolutionReason> {
    let plain = word.strip_prefix(['-', '~']).unwrap_or(word);
    let is_one = plain.len() == word.len();
    if !plain.is_empty() && plain.bytes().all(|b| b.is_ascii_digit()) {
        return match plain.parse::<u32>() {
            Ok(0) if is_one => Ok(None),
            Ok(n) if n > 0 => Ok(of_number(n as usize, numbers).map(|var| (var, is_one))),
            _ => Err(SolutionReason::Literal(word.to_owned())),
        };
    }
    match numbers.get(plain) {
        Some(var) => Ok(Some((*var, is_one))),
        None if number(plain).is_some() => Ok(None),
        None => Err(SolutionReason::Literal(word.to_owned())),
    }
}
