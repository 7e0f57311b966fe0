//! The puzzles of f-puzzles, which `SudokuPad` and others read too: a grid of cells as JSON, and the rules of a variant
//! by name. Only what is a Sudoku and nothing else is taken.

use serde_json::{Map, Value};

use crate::base::{Digit, Index as _};
use crate::sudoku::{Shape, digit_char};

/// Fields that say nothing about the solution.
const NEUTRAL: &[&str] = &[
    "size",
    "title",
    "author",
    "ruleset",
    "grid",
    "solution",
    "id",
    "highlightConflicts",
    "successMessage",
    "msgcorrect",
    "disabledlogic",
    "truecandidatesoptions",
    "metadata",
];

/// Those of a cell: its clue and region, which are read, the marks of whoever solves the puzzle, and colors.
const NEUTRAL_IN_CELLS: &[&str] = &[
    "value",
    "given",
    "region",
    "centerPencilMarks",
    "cornerPencilMarks",
    "c",
    "cArray",
    "highlight",
    "highlightArray",
];

/// The rules that the program has as a kind of puzzle of its own, and its name.
const KINDS: &[(&[&str], &str)] = &[(&["diagonal+", "diagonal-"], "sudoku-x")];

/// Is this an object of that kind?
pub(super) fn is_variant(object: &Map<String, Value>) -> bool {
    let rows = object.get("grid").and_then(Value::as_array);
    rows.is_some_and(|rows| {
        rows.iter().all(Value::is_array) && rows.iter().flat_map(|row| row.as_array()).flatten().any(Value::is_object)
    })
}

/// Does a field say something at all?
fn is_used(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Bool(true) => true,
        // A number or a text sets how something is shown.
        Value::Number(_) | Value::String(_) => false,
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
    }
}

/// The fields that may say something about the solution.
fn rules<'a>(fields: &'a Map<String, Value>, neutral: &[&str]) -> Vec<&'a str> {
    fields
        .iter()
        .filter(|(name, value)| !neutral.contains(&name.as_str()) && is_used(value))
        .map(|(name, _)| name.as_str())
        .collect()
}

/// The cells of the puzzle in one line, and its shape where it has regions of its own that are boxes.
///
/// # Errors
/// A message: it has a rule beyond those of Sudoku, or its grid is none.
pub(super) fn clues(object: &Map<String, Value>) -> Result<(String, Option<Shape>), String> {
    let of_puzzle = rules(object, NEUTRAL);
    if !of_puzzle.is_empty() {
        return Err(rules_beyond(&of_puzzle));
    }
    let rows: Vec<&[Value]> = object
        .get("grid")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_array)
        .map(Vec::as_slice)
        .collect();
    let n = rows.len();
    if n > Shape::MAX_N || rows.iter().any(|row| row.len() != n) {
        return Err("`grid` is not as many rows as each of them has cells".to_owned());
    }
    let mut text = String::new();
    for (i, cell) in rows.iter().copied().flatten().enumerate() {
        let place = || format!("R{}C{}", i / n + 1, i % n + 1);
        let fields = cell.as_object().cloned().unwrap_or_default();
        let of_cell = rules(&fields, NEUTRAL_IN_CELLS);
        if !of_cell.is_empty() {
            return Err(format!("{} in {}", rules_beyond(&of_cell), place()));
        }
        let is_clue = fields.get("given").and_then(Value::as_bool) == Some(true);
        let value = fields.get("value").filter(|_| is_clue);
        text.push(match value.map(|value| number(value).filter(|v| (1..=n).contains(v))) {
            None => '.',
            Some(Some(value)) => digit_char(n, Digit::new(value)),
            Some(None) => return Err(format!("the value of {} is not a digit of a {n}x{n} grid", place())),
        });
    }
    let regions: Option<Vec<usize>> = rows.iter().copied().flatten().map(|cell| number(cell.get("region")?)).collect();
    let some_region = rows.iter().copied().flatten().any(|cell| cell.get("region").is_some_and(|r| !r.is_null()));
    match (regions, some_region) {
        (Some(regions), _) => boxes(n, &regions)
            .map(|shape| (text, Some(shape)))
            .ok_or_else(|| "its regions are not boxes; `minclue puzzle` solves a jigsaw".to_owned()),
        (None, true) => {
            Err("some of its cells have a region of their own; `minclue puzzle` solves a jigsaw".to_owned())
        }
        (None, false) => Ok((text, None)),
    }
}

fn number(value: &Value) -> Option<usize> {
    let value = value.as_u64().or_else(|| value.as_str()?.trim().parse().ok())?;
    usize::try_from(value).ok()
}

/// The shape whose boxes are these regions.
fn boxes(n: usize, regions: &[usize]) -> Option<Shape> {
    let shapes = (1..=n)
        .filter(|rows| n.is_multiple_of(*rows))
        .filter_map(|rows| Shape::new(u8::try_from(rows).ok()?, u8::try_from(n / rows).ok()?).ok());
    let mut shapes = shapes.filter(|shape| {
        let of = |cell| shape.box_of(cell);
        let mut region_of = vec![None; n];
        shape.cells().all(|cell| *region_of[of(cell)].get_or_insert(regions[cell.get()]) == regions[cell.get()])
            && (0..n).all(|i| (0..i).all(|j| region_of[i] != region_of[j]))
    });
    shapes.next()
}

fn rules_beyond(rules: &[&str]) -> String {
    let named = rules.iter().map(|rule| format!("`{rule}`")).collect::<Vec<_>>().join(", ");
    let mut message = format!("this puzzle has more than the rules of Sudoku: {named}");
    if let Some((_, kind)) =
        KINDS.iter().find(|(names, _)| names.len() == rules.len() && rules.iter().all(|r| names.contains(r)))
    {
        message += &format!("; `minclue puzzle` has the kind `{kind}`");
    }
    message
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn four(more: &Value) -> Map<String, Value> {
        let cell = |v: u64| if v == 0 { json!({}) } else { json!({"value": v, "given": true}) };
        let mut rows: Vec<Vec<Value>> = vec![vec![cell(0); 4]; 4];
        rows[0][0] = cell(1);
        rows[3][3] = cell(4);
        rows[1][1] = json!({"value": 3});
        let mut object = json!({"size": 4, "grid": rows}).as_object().expect("an object").clone();
        object.extend(more.as_object().expect("an object").clone());
        object
    }

    #[test]
    fn given_digits_are_clues_and_entered_ones_are_not() {
        let puzzle = four(&json!({"title": "x", "killercage": [], "antiknight": false}));
        assert!(is_variant(&puzzle));
        assert_eq!(clues(&puzzle), Ok(("1..............4".to_owned(), None)));
        assert!(!is_variant(json!({"grid": "1..............4"}).as_object().expect("an object")));
    }

    #[test]
    fn a_rule_of_a_variant_is_named() {
        for (more, said) in [
            (json!({"antiknight": true}), "`antiknight`"),
            (json!({"killercage": [{"cells": ["R1C1"], "value": "3"}]}), "`killercage`"),
            (json!({"diagonal+": true, "diagonal-": true}), "the kind `sudoku-x`"),
            (json!({"diagonal+": true}), "Sudoku: `diagonal+`"),
            (json!({"a rule of tomorrow": {"x": 1}}), "`a rule of tomorrow`"),
            (json!({"line": [{"lines": [["R1C1", "R1C2"]]}]}), "`line`"),
        ] {
            let message = clues(&four(&more)).expect_err(said);
            assert!(message.contains(said), "{message}");
        }
    }

    #[test]
    fn what_restricts_a_cell_is_named_and_marks_and_colors_are_passed_over() {
        let with = |name: &str, value: Value| {
            let mut puzzle = Value::Object(four(&json!({})));
            puzzle["grid"][0][2][name] = value;
            clues(puzzle.as_object().expect("an object"))
        };
        let beyond = |name: &str| Err(format!("this puzzle has more than the rules of Sudoku: `{name}` in R1C3"));
        assert_eq!(with("givenPencilMarks", json!([1, 3])), beyond("givenPencilMarks"));
        assert_eq!(with("a rule of tomorrow", json!(true)), beyond("a rule of tomorrow"));
        for (name, value) in [
            ("givenPencilMarks", json!([])),
            ("givenPencilMarks", Value::Null),
            ("centerPencilMarks", json!([1, 3])),
            ("cornerPencilMarks", json!([2])),
            ("c", json!("#a8a8a8")),
            ("highlight", json!("#a8a8a8")),
            ("cArray", json!(["#a8a8a8"])),
            ("highlightArray", json!(["#a8a8a8"])),
        ] {
            assert_eq!(with(name, value), Ok(("1..............4".to_owned(), None)), "{name}");
        }
    }

    #[test]
    fn regions_are_boxes_or_a_jigsaw() {
        let with = |region: &dyn Fn(usize) -> Value| {
            let mut puzzle = four(&json!({}));
            let rows = puzzle.get_mut("grid").and_then(Value::as_array_mut).expect("rows");
            for (i, cell) in rows.iter_mut().flat_map(|row| row.as_array_mut().expect("a row")).enumerate() {
                cell.as_object_mut().expect("a cell").insert("region".to_owned(), region(i));
            }
            clues(&puzzle)
        };
        assert_eq!(with(&|i| json!(i / 8 * 2 + i % 4 / 2)).map(|c| c.1), Ok(Shape::new(2, 2).ok()));
        assert!(with(&|i| json!(if i == 0 { 3 } else { i / 8 * 2 + i % 4 / 2 })).is_err_and(|e| e.contains("jigsaw")));
        assert!(with(&|i| if i == 0 { json!(1) } else { Value::Null }).is_err_and(|e| e.contains("jigsaw")));
    }
}
