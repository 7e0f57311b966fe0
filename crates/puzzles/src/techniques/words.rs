//! The sentences of deductions.

use crate::base::{Cell, Digit};
use crate::sudoku::{Shape, cell_name, digit_char};

use super::{Candidate, Cells, Digits, House, Position};

/// Items with commas, and a word before the last one.
fn listed(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

/// `R1C1, R1C2 and R1C3`.
pub(super) fn cells(position: &Position, cells: Cells) -> String {
    let names: Vec<String> = cells.iter().map(|cell| cell_name(position.shape(), cell)).collect();
    listed(&names, "and")
}

/// `R1C1`.
pub(super) fn cell(position: &Position, cell: Cell) -> String {
    cell_name(position.shape(), cell)
}

/// `7`.
pub(super) fn digit(position: &Position, digit: Digit) -> char {
    digit_char(position.shape().n(), digit)
}

/// `1, 2 and 3`.
pub(super) fn digits(position: &Position, digits: Digits) -> String {
    let names: Vec<String> = digits.iter().map(|d| digit(position, d).to_string()).collect();
    listed(&names, "and")
}

/// `rows 2 and 5`: lines of one kind.
pub(super) fn lines(houses: &[House]) -> String {
    let (kind, numbers): (Vec<&str>, Vec<String>) = houses
        .iter()
        .map(|house| match house {
            House::Row(i) => ("rows", (i + 1).to_string()),
            House::Column(i) => ("columns", (i + 1).to_string()),
            House::Box(i) => ("boxes", (i + 1).to_string()),
            House::Extra(i) => ("extra houses", (i + 1).to_string()),
        })
        .unzip();
    format!("{} {}", kind.first().unwrap_or(&""), listed(&numbers, "and"))
}

/// `R1C2 and R1C3 are not 5; R4C4 is not 7`.
pub(super) fn removed(shape: Shape, removed: &[Candidate]) -> String {
    let mut parts = Vec::new();
    for digit in (0..shape.n()).map(Digit::from_index) {
        let names: Vec<String> =
            removed.iter().filter(|c| c.digit == digit).map(|c| cell_name(shape, c.cell)).collect();
        if !names.is_empty() {
            let verb = if names.len() == 1 { "is" } else { "are" };
            parts.push(format!("{} {verb} not {}", listed(&names, "and"), digit_char(shape.n(), digit)));
        }
    }
    parts.join("; ")
}

/// `R1C2 is 5`.
pub(super) fn placed(shape: Shape, Candidate { cell, digit }: Candidate) -> String {
    format!("{} is {}", cell_name(shape, cell), digit_char(shape.n(), digit))
}
