//! The record of `check`: valid or not, and if not, why.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use minclue_core::sudoku::Shape;

use super::head::Head;
use super::record::{Record, Text};
use super::words::{harmless, names, why};

/// Cells that a sentence names; the picture shows all of them.
const MAX_NAMED: usize = 20;
/// Grids of more digits are drawn one below the other.
const MAX_BESIDE: usize = 12;
/// Bold red, and back.
const PAINT: (&str, &str) = ("\u{1b}[1;31m", "\u{1b}[0m");

/// How many solutions a puzzle has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Solutions {
    /// None.
    None,
    /// Exactly one: the puzzle is valid.
    One,
    /// At least two.
    Several,
}

/// Two solutions of a puzzle that has several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AmbiguityRecord {
    /// The two: grids, or of a model the values of the variables in which they differ.
    pub solutions: [String; 2],
    /// The cells in which they differ: a clue in one of these decides between them.
    pub cells: Vec<usize>,
}

/// The answer of `check` for one input: `minclue-check/1`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CheckRecord {
    /// The input and how it ended.
    #[serde(flatten)]
    pub head: Head,
    /// Number of clues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_clues: Option<usize>,
    /// How many solutions it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Solutions>,
    /// Their number, as far as they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_solutions: Option<u64>,
    /// Is it the number of all solutions?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n_solutions_is_exact: Option<bool>,
    /// Two of several solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ambiguity: Option<AmbiguityRecord>,
    /// Cells of clues that already leave no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contradiction: Option<Vec<usize>>,
    /// Has it exactly one solution?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid: Option<bool>,
    /// Is no clue redundant? Asked of valid puzzles only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimal: Option<bool>,
    /// The cells of the clues that can each be dropped alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redundant: Option<Vec<usize>>,
    /// Does every clue agree with the grid of `--grid`?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of_grid: Option<bool>,
    /// The cells of the clues that do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differs: Option<Vec<usize>>,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// The version of minclue.
    pub version: &'static str,
}

impl CheckRecord {
    /// The layout's name and version.
    pub const SCHEMA: &'static str = "minclue-check/1";

    /// A record that knows nothing but its input yet.
    #[must_use]
    pub fn new(head: Head) -> Self {
        Self {
            head,
            n_clues: None,
            solutions: None,
            n_solutions: None,
            n_solutions_is_exact: None,
            ambiguity: None,
            contradiction: None,
            valid: None,
            minimal: None,
            redundant: None,
            of_grid: None,
            differs: None,
            seconds: 0.0,
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

impl Record for CheckRecord {
    fn head(&self) -> &Head {
        &self.head
    }

    fn text(&self, paint: bool) -> Text {
        Text::Block(check(self, paint))
    }
}

fn check(record: &CheckRecord, paint: bool) -> String {
    let mut text = String::new();
    let is_grid = record.head.input.is_none();
    let _ = match record.solutions {
        Some(_) if is_grid => writeln!(text, "a complete grid that keeps the rules"),
        Some(Solutions::None) => writeln!(text, "not valid: no solution"),
        Some(Solutions::One) => writeln!(text, "valid: one solution, {} clues", record.n_clues.unwrap_or(0)),
        Some(Solutions::Several) => writeln!(text, "not valid: {}", several(record)),
        None => writeln!(text, "not known: {}", why(record.head.status)),
    };
    if let Some(cells) = &record.contradiction {
        let _ = writeln!(text, "no solution has these clues together: {}", names(cells, &record.head).join(" "));
    }
    text.extend(record.ambiguity.as_ref().map(|two| ambiguity(two, record, paint)));
    match (&record.redundant, record.minimal) {
        _ if is_grid => {}
        (Some(_), Some(true)) => text.push_str("minimal: every clue is needed\n"),
        (Some(cells), _) => {
            let cells = names(cells, &record.head).join(" ");
            let _ = writeln!(text, "not minimal: each of these can be dropped alone: {cells}");
        }
        (None, _) if record.solutions == Some(Solutions::One) => {
            let _ = writeln!(text, "minimal or not: {}", why(record.head.status));
        }
        (None, _) => {}
    }
    match &record.differs {
        Some(cells) if cells.is_empty() => text.push_str("it belongs to the grid of --grid\n"),
        Some(cells) => {
            let cells = names(cells, &record.head).join(" ");
            let _ = writeln!(text, "it does not belong to the grid of --grid: {cells}");
        }
        None => {}
    }
    if let (Some(grid), false) = (&record.head.grid, is_grid) {
        let _ = writeln!(text, "{grid}");
    }
    text
}

/// How many solutions there are, where there are several.
fn several(record: &CheckRecord) -> String {
    match (record.n_solutions, record.n_solutions_is_exact) {
        (Some(n), Some(true)) => format!("{n} solutions"),
        (Some(n), _) => format!("at least {n} solutions"),
        (None, _) => "several solutions".to_owned(),
    }
}

/// Two solutions, and what decides between them.
fn ambiguity(two: &AmbiguityRecord, record: &CheckRecord, paint: bool) -> String {
    let mut text = String::new();
    match shape_of(&record.head) {
        Some(shape) => {
            let which = if record.n_solutions == Some(2) && record.n_solutions_is_exact == Some(true) {
                "they differ"
            } else {
                "two of them, which differ"
            };
            let _ = writeln!(text, "{which} in the cells in brackets:\n");
            text.push_str(&beside(two, shape, paint));
            text.push('\n');
        }
        None => {
            for (what, values) in ["the known one", "another one"].iter().zip(&two.solutions) {
                let _ = writeln!(text, "{what} has {}", harmless(&shortened(values)));
            }
        }
    }
    let cells = names(&two.cells, &record.head);
    if cells.is_empty() {
        text.push_str("no clue decides between them\n");
    } else {
        let _ = writeln!(text, "a clue in {} decides between them", one_of(&cells, record.head.problem.is_some()));
    }
    text
}

/// The shape of a grid; a model has none.
fn shape_of(head: &Head) -> Option<Shape> {
    head.problem.is_none().then(|| head.shape.as_deref()?.parse().ok()).flatten()
}

/// The beginning of a long list.
fn shortened(values: &str) -> String {
    let mut words: Vec<&str> = values.split(' ').collect();
    if words.len() > MAX_NAMED {
        words.truncate(MAX_NAMED);
        words.push("...");
    }
    words.join(" ")
}

/// `R1C1, R1C2 or R9C3`.
fn one_of(cells: &[String], is_model: bool) -> String {
    let noun = if is_model { "clues" } else { "cells" };
    match cells {
        [only] => only.clone(),
        [all @ .., last] if cells.len() <= MAX_NAMED => format!("{} or {last}", all.join(", ")),
        _ => format!("{} or {} more {noun}", cells[..MAX_NAMED].join(", "), cells.len() - MAX_NAMED),
    }
}

/// Two grids side by side, or one below the other where they are wide.
fn beside(two: &AmbiguityRecord, shape: Shape, paint: bool) -> String {
    let [one, other] = two.solutions.each_ref().map(|grid| drawn(grid, &two.cells, shape, paint));
    let lines: Vec<String> = if shape.n() <= MAX_BESIDE {
        one.iter().zip(&other).map(|(one, other)| format!("{one}    {other}")).collect()
    } else {
        [&one[..], &[String::new()], &other].concat()
    };
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The lines of a grid with brackets around some cells, all of the same width.
fn drawn(grid: &str, marked: &[usize], shape: Shape, paint: bool) -> Vec<String> {
    let (n, rows, columns) = (shape.n(), shape.box_rows(), shape.box_cols());
    let rule = vec!["-".repeat(3 * columns); shape.n_stacks()].join("+");
    let digits: Vec<char> = grid.chars().collect();
    let cell = |at: usize| match (marked.binary_search(&at).is_ok(), paint) {
        (false, _) => format!(" {} ", digits[at]),
        (true, false) => format!("[{}]", digits[at]),
        (true, true) => format!("{}[{}]{}", PAINT.0, digits[at], PAINT.1),
    };
    let stack = |from: usize| (from..from + columns).map(cell).collect::<String>();
    let line = |row: usize| (0..shape.n_stacks()).map(|i| stack(row * n + i * columns)).collect::<Vec<_>>().join("|");
    let ruled = |row: usize| (row > 0 && row.is_multiple_of(rows)).then(|| rule.clone());
    // A Latin square has lines and no boxes.
    let has_boxes = rows > 1;
    (0..n).flat_map(|row| ruled(row).filter(|_| has_boxes).into_iter().chain([line(row)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two(one: &str, other: &str, cells: &[usize]) -> AmbiguityRecord {
        AmbiguityRecord { solutions: [one.to_owned(), other.to_owned()], cells: cells.to_vec() }
    }

    #[test]
    fn cells_that_differ_are_in_brackets_in_both_grids() {
        let two = two("1234341221434321", "1234341223414123", &[9, 11, 12, 14]);
        let shape = Shape::new(2, 2).expect("a shape");
        let seen = beside(&two, shape, false);
        let wanted = " 1  2 | 3  4      1  2 | 3  4\n \
                       3  4 | 1  2      3  4 | 1  2\n\
                      ------+------    ------+------\n \
                       2 [1]| 4 [3]     2 [3]| 4 [1]\n\
                      [4] 3 |[2] 1     [4] 1 |[2] 3\n";
        assert_eq!(seen.lines().count(), 5);
        assert_eq!(seen.lines().take(4).collect::<Vec<_>>(), wanted.lines().take(4).collect::<Vec<_>>());
        let painted = beside(&two, shape, true);
        assert_eq!(painted.matches(PAINT.0).count(), 8);
        assert_eq!(painted.replace(PAINT.0, "").replace(PAINT.1, ""), seen);
    }

    #[test]
    fn large_grids_stand_one_below_the_other() {
        let shape = Shape::new(4, 4).expect("a shape");
        let grid = "1".repeat(256);
        let seen = beside(&two(&grid, &grid, &[255]), shape, false);
        assert_eq!((seen.lines().count(), seen.matches("[1]").count()), (2 * 19 + 1, 2));
    }

    #[test]
    fn a_sentence_names_the_cells_that_it_has_room_for() {
        let names = |n: usize| (1..=n).map(|i| format!("R{i}C1")).collect::<Vec<_>>();
        assert_eq!(one_of(&names(1), false), "R1C1");
        assert_eq!(one_of(&names(3), false), "R1C1, R2C1 or R3C1");
        assert!(one_of(&names(23), false).ends_with("R20C1 or 3 more cells"));
        assert_eq!(shortened("a=1 b=0"), "a=1 b=0");
        assert!(shortened(&["a=1"; 30].join(" ")).ends_with("a=1 ..."));
    }
}
