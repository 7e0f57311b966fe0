//! The record of `check`: valid or not, and if not, why.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use minclue_core::sudoku::Shape;

use super::head::Head;
use super::picture::{Figure, Picture, beside};
use super::record::{Record, Text, answer};
use super::words::{clues, harmless, names, why};

/// Cells that a sentence names; the picture shows all of them.
const MAX_NAMED: usize = 20;

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

answer! {
    /// The answer of `check` for one input: `minclue-check/1`.
    pub struct CheckRecord = "minclue-check/1";
    names: "id input grid shape variant status error.message n_clues solutions n_solutions n_solutions_is_exact valid \
            minimal redundant contradiction of_grid differs missed_row seconds";
    shown: "id: name, n_clues: clues, n_solutions: solutions, valid: valid, minimal: minimal, of_grid: of grid, \
            redundant: redundant clues, status: status";
    /// Number of clues.
    pub n_clues: Option<usize>,
    /// `none`, `one` or `several`.
    pub solutions: Option<Solutions>,
    /// Their number, as far as they were counted.
    pub n_solutions: Option<u64>,
    /// Whether it is the number of all solutions.
    pub n_solutions_is_exact: Option<bool>,
    /// Two of several solutions.
    pub ambiguity: Option<AmbiguityRecord>,
    /// Cells of clues that already leave no solution.
    pub contradiction: Option<Vec<usize>>,
    /// Whether it has exactly one solution.
    pub valid: Option<bool>,
    /// Whether every clue is needed; for valid puzzles only.
    pub minimal: Option<bool>,
    /// The cells of the clues that can each be dropped alone.
    pub redundant: Option<Vec<usize>>,
    /// Whether every clue agrees with the grid of `--grid`.
    pub of_grid: Option<bool>,
    /// The cells of the clues that do not.
    pub differs: Option<Vec<usize>>,
    /// With `--solution`: the inequality of an unavoidable set that it misses, in the names of the exported model.
    pub missed_row: Option<String>,
    seconds, version,
}

impl Record for CheckRecord {
    fn text(&self, paint: bool) -> Text {
        // What was found, with two solutions drawn where there are several.
        let mut text = String::new();
        let [first, then] = sentences(self);
        text.extend(first.into_iter().map(|sentence| sentence + "\n"));
        text.extend(self.ambiguity.as_ref().map(|two| two_solutions(two, self, paint)));
        text.extend(then.into_iter().map(|sentence| sentence + "\n"));
        if let (Some(grid), None) = (&self.head.grid, &self.ambiguity) {
            // Its clues are told apart by color only, and by the puzzle itself.
            let given = self.head.input.as_ref().unwrap_or(grid);
            let pictures: Vec<Picture> = self
                .head
                .picture(given)
                .into_iter()
                .chain(self.head.picture(given).filter(|_| given != grid).map(|picture| picture.solved(grid)))
                .collect();
            text.push_str(&beside(&pictures, paint));
            if self.head.input.is_some() {
                let _ = writeln!(text, "{grid}");
            }
        }
        Text::Block(text)
    }

    fn line(&self) -> Text {
        Text::Line(on_a_line(self))
    }

    fn figure(&self) -> Option<Figure> {
        // The puzzle, or two solutions with the cells in which they differ.
        let head = &self.head;
        let input = head.input.as_deref().or(head.grid.as_deref()).filter(|_| head.problem.is_none())?;
        let pictures = match &self.ambiguity {
            Some(two) => {
                let label = ["one solution", "another solution"];
                let solution = |(solution, label): (&String, &str)| {
                    Some(head.picture(input)?.solved(solution).marked(&two.cells).with_label(label))
                };
                two.solutions.iter().zip(label).map(solution).collect::<Option<Vec<_>>>()?
            }
            None => {
                let picture = head.picture(input)?;
                vec![picture.marked(self.contradiction.as_deref().or(self.differs.as_deref()).unwrap_or_default())]
            }
        };
        let caption = sentences(self).concat();
        Some(Figure { title: head.id.clone(), pictures, small: Vec::new(), caption })
    }
}

/// The same on one line: the puzzle, and what is known.
fn on_a_line(record: &CheckRecord) -> String {
    let puzzle = record.head.input.as_ref().or(record.head.grid.as_ref());
    let sentences = sentences(record).concat().join("; ");
    puzzle.map_or_else(String::new, |puzzle| harmless(puzzle) + "  ") + &sentences
}

/// What is said before two solutions, and after them.
fn sentences(record: &CheckRecord) -> [Vec<String>; 2] {
    let is_grid = record.head.input.is_none();
    let mut first = vec![match record.solutions {
        Some(_) if is_grid => "a complete grid that keeps the rules".to_owned(),
        Some(Solutions::None) => "not valid: no solution".to_owned(),
        Some(Solutions::One) => format!("valid: one solution, {}", clues(record.n_clues.unwrap_or(0))),
        Some(Solutions::Several) => format!("not valid: {}", several(record)),
        None => format!("not decided: {}", why(record.head.status)),
    }];
    let listed = |cells: &[usize]| names(cells, &record.head).join(" ");
    match record.contradiction.as_deref() {
        Some([]) => first.push("no grid keeps these rules, whatever the clues".to_owned()),
        Some(cells) => first.push(format!("these clues contradict each other: {}", listed(cells))),
        None => {}
    }
    let mut then: Vec<String> = record.ambiguity.iter().map(|two| decides(two, &record.head)).collect();
    match (&record.redundant, record.minimal) {
        _ if is_grid => {}
        (Some(_), Some(true)) => then.push("minimal: every clue is needed".to_owned()),
        (Some(cells), _) => then.push(format!("not minimal: any one of these clues can be removed: {}", listed(cells))),
        (None, _) if record.solutions == Some(Solutions::One) => {
            then.push(format!("minimality not decided: {}", why(record.head.status)));
        }
        (None, _) => {}
    }
    match &record.differs {
        Some(cells) if cells.is_empty() => then.push("it belongs to the grid of --grid".to_owned()),
        Some(cells) => then.push(format!("it does not belong to the grid of --grid: {}", listed(cells))),
        None => {}
    }
    then.extend(record.missed_row.iter().map(|row| format!("the row that it misses: {row}")));
    [first, then]
}

/// How many solutions there are, where there are several.
fn several(record: &CheckRecord) -> String {
    match (record.n_solutions, record.n_solutions_is_exact) {
        (Some(n), Some(true)) => format!("{n} solutions"),
        (Some(n), _) => format!("at least {n} solutions"),
        (None, _) => "several solutions".to_owned(),
    }
}

/// Two solutions, with the cells in brackets in which they differ.
fn two_solutions(two: &AmbiguityRecord, record: &CheckRecord, paint: bool) -> String {
    let mut text = String::new();
    match shape_of(&record.head) {
        Some(shape) => {
            let which = if record.n_solutions == Some(2) && record.n_solutions_is_exact == Some(true) {
                "they differ"
            } else {
                "two of them, which differ"
            };
            let _ = writeln!(text, "{which} in the cells in brackets:\n");
            text.push_str(&side_by_side(two, shape, record.head.input.as_deref(), paint));
            text.push('\n');
        }
        None => {
            for (what, values) in ["the known one", "another one"].iter().zip(&two.solutions) {
                let _ = writeln!(text, "{what} has {}", harmless(&shortened(values)));
            }
        }
    }
    text
}

/// What decides between two solutions.
fn decides(two: &AmbiguityRecord, head: &Head) -> String {
    let cells = names(&two.cells, head);
    if cells.is_empty() {
        "no clue decides between them".to_owned()
    } else {
        format!("a clue in {} decides between them", one_of(&cells, head.problem.is_some()))
    }
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

/// Two solutions with the cells marked in which they differ, and the clues of the puzzle strong.
fn side_by_side(two: &AmbiguityRecord, shape: Shape, puzzle: Option<&str>, paint: bool) -> String {
    let picture = |solution: &String| {
        let picture = Picture::new(shape, puzzle.unwrap_or(solution))?;
        Some(picture.solved(solution).marked(&two.cells))
    };
    let pictures: Vec<Picture> = two.solutions.iter().filter_map(picture).collect();
    beside(&pictures, paint)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two(one: &str, other: &str, cells: &[usize]) -> AmbiguityRecord {
        AmbiguityRecord { solutions: [one.to_owned(), other.to_owned()], cells: cells.to_vec() }
    }

    #[test]
    fn cells_that_differ_are_in_brackets_in_both_grids() {
        let two = two("1234341221434321", "1234341223414123", &[9, 11, 13, 15]);
        let shape = Shape::new(2, 2).expect("a shape");
        let seen = side_by_side(&two, shape, None, false);
        let wanted = "\
┌──────┬──────┐    ┌──────┬──────┐
│ 1  2 │ 3  4 │    │ 1  2 │ 3  4 │
│ 3  4 │ 1  2 │    │ 3  4 │ 1  2 │
├──────┼──────┤    ├──────┼──────┤
│ 2 [1]│ 4 [3]│    │ 2 [3]│ 4 [1]│
│ 4 [3]│ 2 [1]│    │ 4 [1]│ 2 [3]│
└──────┴──────┘    └──────┴──────┘
";
        assert_eq!(seen, wanted);
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
