//! Certificates of the value of a program over integers, and the program that they have to be about.

use minclue_core::base::Limits;
use minclue_core::ilp::{IntegerBilevel, NoAnswer, PlacedIntegerBilevel, Reading};
use minclue_verifier::BilevelVerdict;

use super::super::load_error::LoadEnd;
use super::read::{self, Pair};

/// The most of a line that is shown, in characters.
const MAX_SHOWN: usize = 100;

/// What a certificate has to say of the readings, where that was asked for.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct AskedReading {
    pub(in super::super) is_pessimistic: bool,
    pub(in super::super) is_prevented: Option<bool>,
}

/// A program that certificates of its value have to be about.
pub(in super::super) struct ExpectedIntegers {
    pair: Pair,
    asked: AskedReading,
    /// Was a target or a cost asked for, which these certificates do not have?
    has_target: bool,
}

impl ExpectedIntegers {
    /// Nothing is read before a certificate asks for it.
    pub(super) fn new(pair: Pair, asked: AskedReading, has_target: bool) -> Self {
        Self { pair, asked, has_target }
    }

    fn read(&self) -> Result<PlacedIntegerBilevel, LoadEnd> {
        read::integers(&self.pair, &Limits::none())
    }

    /// Do its files give a program?
    pub(super) fn is_there(&self) -> bool {
        !self.has_target && self.read().is_ok()
    }

    /// The name of the program, if the certificate is about it.
    ///
    /// # Errors
    /// What differs.
    pub(in super::super) fn find(&self, verdict: &BilevelVerdict) -> Result<String, String> {
        if self.has_target {
            return Err("it is about the value itself; omit --target and --cost".to_owned());
        }
        let placed = self.read().map_err(|end| match end {
            LoadEnd::Error(error) => format!("the program of --bilevel cannot be read: {}", error.message),
            LoadEnd::Stopped(stop) => format!("the program of --bilevel was not read: {stop}"),
        })?;
        match (self.asked.is_pessimistic, self.asked.is_prevented) {
            (true, _) if !verdict.is_pessimistic => {
                return Err("it is about the optimistic reading, not the pessimistic one".to_owned());
            }
            (_, Some(is_prevented)) if is_prevented != verdict.is_prevented => {
                let [found, asked] = [verdict.is_prevented, is_prevented].map(no_answer_word);
                return Err(format!("it counts choices without an answer as {found}, not as {asked}"));
            }
            _ => {}
        }
        if let Some(var) = placed.leaning.filter(|_| verdict.is_prevented) {
            let name = &placed.program.variables[var.get()].name;
            return Err(format!(
                "it counts choices without an answer as prevented, but the bounds of {name} follow from the answer"
            ));
        }
        let reading = if verdict.is_pessimistic { Reading::Pessimistic } else { Reading::Optimistic };
        let no_answer = if verdict.is_prevented { NoAnswer::Prevented } else { NoAnswer::Forbidden };
        let name = placed.program.name.clone();
        let program = IntegerBilevel { name: verdict.name.clone(), reading, no_answer, ..placed.program };
        let expected = program.text();
        match difference(&verdict.program, &expected) {
            None => Ok(name),
            Some(what) => Err(format!("it is about another program than {name}: {what}")),
        }
    }
}

/// The word of a certificate for what a choice without an answer is.
pub(in super::super) fn no_answer_word(is_prevented: bool) -> &'static str {
    if is_prevented { "prevented" } else { "forbidden" }
}

/// The first line that differs.
fn difference(found: &str, expected: &str) -> Option<String> {
    if found == expected {
        return None;
    }
    let (mut found, mut expected) = (found.lines(), expected.lines());
    for number in 1.. {
        match (found.next(), expected.next()) {
            (None, None) => break,
            (there, here) if there == here => {}
            (there, here) => {
                let from = there.zip(here).map_or(0, |(there, here)| same(there, here));
                let [there, here] =
                    [there, here].map(|line| line.map_or_else(|| "missing".to_owned(), |line| shown(line, from)));
                return Some(format!("line {number} of its program is {there}, not {here}"));
            }
        }
    }
    None
}

/// Where the first word that differs begins, if what comes before it does not fit; 0 otherwise.
fn same(there: &str, here: &str) -> usize {
    let words = |line: &str| line.match_indices(' ').map(|(at, _)| at + 1).collect::<Vec<_>>();
    let n = there.bytes().zip(here.bytes()).take_while(|(a, b)| a == b).count();
    let begin = words(there).into_iter().filter(|at| *at <= n).max().unwrap_or(0);
    if there[..begin].chars().count() * 2 > MAX_SHOWN { begin } else { 0 }
}

/// The line from a byte on, as far as it is shown.
fn shown(line: &str, from: usize) -> String {
    let (dots, rest) = (if from > 0 { ".. " } else { "" }, &line[from..]);
    match rest.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("`{dots}{}..`", &rest[..end]),
        None => format!("`{dots}{rest}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_differs_is_named() {
        assert_eq!(difference("a\nb\n", "a\nb\n"), None);
        let said = |found: &str, expected: &str| difference(found, expected).expect("they differ");
        assert_eq!(said("a\nb\n", "a\nc\n"), "line 2 of its program is `b`, not `c`");
        assert_eq!(said("a\n", "a\nc\n"), "line 2 of its program is missing, not `c`");
        // Of a long line, the part that differs.
        let row = |last: u32| format!("row {}{last} x >= 0\n", "1 y ".repeat(60));
        assert_eq!(said(&row(440), &row(441)), "line 1 of its program is `.. 440 x >= 0`, not `.. 441 x >= 0`");
        let long = "x".repeat(200);
        assert_eq!(said(&format!("{long}\n"), "a\n").len(), 100 + "line 1 of its program is `..`, not `a`".len());
    }
}
