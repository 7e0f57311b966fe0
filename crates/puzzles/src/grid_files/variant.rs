//! The puzzles of f-puzzles, which `SudokuPad` and other programs read too: a grid of cells as JSON, and the rules of a
//! variant by name. An unsupported rule is an error with its name.

use serde_json::{Map, Value};

use crate::base::{Digit, Index as _};
use crate::sudoku::{Entry, Note, Place, Puzzle, ReadError, Reason, Rule, Shape, digit_char};

use super::drawn_rules;
use super::text::{compare, grid};

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

/// Is this an object of that kind?
pub(super) fn is_variant(object: &Map<String, Value>) -> bool {
    let rows = object.get("grid").and_then(Value::as_array);
    rows.is_some_and(|rows| {
        rows.iter().all(Value::is_array) && rows.iter().flat_map(|row| row.as_array()).flatten().any(Value::is_object)
    })
}

/// Does a field have a value at all?
pub(super) fn has_value(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Bool(true) | Value::Number(_) | Value::String(_) => true,
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
    }
}

/// May a field be a rule? A number or a text sets how something is shown.
fn is_used(value: &Value) -> bool {
    has_value(value) && !matches!(value, Value::Number(_) | Value::String(_))
}

/// The fields that may say something about the solution.
fn rules<'a>(fields: &'a Map<String, Value>, neutral: &[&str]) -> Vec<&'a str> {
    fields
        .iter()
        .filter(|(name, value)| !neutral.contains(&name.as_str()) && is_used(value))
        .map(|(name, _)| name.as_str())
        .collect()
}

/// A puzzle of f-puzzles.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Drawn {
    title: Option<String>,
    /// Its clues, in one line.
    cells: String,
    /// Its shape, where it has regions of its own that are boxes.
    boxes: Option<Shape>,
    /// The digits of its solution, as far as it has them.
    solution: Option<Vec<Option<Digit>>>,
    rules: Vec<Rule>,
    notes: Vec<Note>,
}

impl Drawn {
    /// The puzzle, at the `place` of all that was drawn, in this `shape`, if one is asked for; without an `id` it is called
    /// by its title.
    pub(super) fn entry(self, place: &Place, shape: Option<Shape>, id: Option<String>) -> Result<Entry, ReadError> {
        // The cells have no place of their own.
        let unseen = Place { width: 0, ..place.clone() };
        let is_jigsaw = self.rules.iter().any(|rule| matches!(rule, Rule::Jigsaw(_)));
        let shape = if is_jigsaw { self.boxes } else { shape.or(self.boxes) };
        let mut entry = grid(&self.cells, &unseen, shape, id.or(self.title))?;
        entry.notes.extend(self.notes);
        entry.rules = self.rules;
        if let Some(digits) = self.solution {
            let shape = entry.puzzle.shape();
            let refuse = |reason| ReadError::Refused { id: entry.id.clone(), place: unseen.clone(), reason };
            let clash = |clash| refuse(Reason::Form(format!("`solution`: {}", Reason::Clash(shape, clash))));
            let solution = Puzzle::new(shape, digits).map_err(clash)?;
            compare(&entry, &solution, true, |_| unseen.clone())?;
        }
        Ok(entry)
    }
}

/// The puzzle that was drawn.
///
/// # Errors
/// A message: it has a rule beyond those of Sudoku, or its grid is none.
pub(super) fn drawn(object: &Map<String, Value>) -> Result<Drawn, String> {
    let of_puzzle: Vec<&str> =
        rules(object, NEUTRAL).into_iter().filter(|name| !drawn_rules::KNOWN.contains(name)).collect();
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
    match object.get("size").filter(|size| !size.is_null()) {
        Some(size) if number(size) != Some(n) => return Err(format!("`size` is {size}, and `grid` has {n} rows")),
        _ => {}
    }
    let mut cells = String::new();
    let mut n_entered = 0;
    for (i, cell) in rows.iter().copied().flatten().enumerate() {
        let place = || format!("R{}C{}", i / n + 1, i % n + 1);
        let fields = cell.as_object().cloned().unwrap_or_default();
        let of_cell = rules(&fields, NEUTRAL_IN_CELLS);
        if !of_cell.is_empty() {
            return Err(format!("{} in {}", rules_beyond(&of_cell), place()));
        }
        let is_clue = fields.get("given").and_then(Value::as_bool) == Some(true);
        let value = fields.get("value").filter(|value| !value.is_null());
        n_entered += usize::from(!is_clue && value.is_some_and(|value| number(value) != Some(0)));
        cells.push(match value.filter(|_| is_clue).map(|value| number(value).filter(|v| (1..=n).contains(v))) {
            None => '.',
            Some(Some(value)) => digit_char(n, Digit::new(value)),
            Some(None) => return Err(format!("the value of {} is not a digit of a {n}x{n} grid", place())),
        });
    }
    let regions: Option<Vec<usize>> = rows.iter().copied().flatten().map(|cell| number(cell.get("region")?)).collect();
    let some_region = rows.iter().copied().flatten().any(|cell| cell.get("region").is_some_and(|r| !r.is_null()));
    let mut rules = drawn_rules::read(object, n)?;
    let boxes = match (regions, some_region) {
        (Some(regions), _) => match (boxes(n, &regions), drawn_rules::jigsaw(&regions)) {
            (Some(shape), _) => Some(shape),
            (None, Some(regions)) => {
                let shape = regions.shape();
                rules.push(Rule::Jigsaw(regions));
                Some(shape)
            }
            (None, None) => return Err(format!("its regions are not {n} regions of {n} cells")),
        },
        (None, true) => return Err("some of its cells have a region, and others have none".to_owned()),
        (None, false) => None,
    };
    let solution = object.get("solution").map_or(Ok(None), |solution| solution_of(n, solution))?;
    let mut notes = notes(object);
    if !rules.is_empty() {
        notes.retain(|note| !matches!(note, Note::Rules(_)));
        notes.extend(words(object).map(Note::Words));
    }
    notes.extend((n_entered > 0).then_some(Note::Entered(n_entered)));
    let title = object.get("title").and_then(Value::as_str).filter(|title| !title.trim().is_empty());
    Ok(Drawn { title: title.map(str::to_owned), cells, boxes, solution, rules, notes })
}

/// The solution of a grid of n rows; `None` where no cell of it has a digit.
fn solution_of(n: usize, solution: &Value) -> Result<Option<Vec<Option<Digit>>>, String> {
    let cells: Vec<Value> = match solution {
        Value::Null => return Ok(None),
        Value::String(text) => text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_string().into()).collect(),
        Value::Array(items) if items.iter().all(Value::is_array) => {
            items.iter().filter_map(Value::as_array).flatten().cloned().collect()
        }
        Value::Array(items) => items.clone(),
        _ => return Err("`solution` is not a grid".to_owned()),
    };
    if cells.is_empty() {
        return Ok(None);
    }
    if cells.len() != n * n {
        return Err(format!("`solution` has {} cells, and the grid has {}", cells.len(), n * n));
    }
    let digit = |(i, cell): (usize, &Value)| match cell {
        Value::Null => Ok(None),
        Value::String(text) if matches!(text.trim(), "" | "." | "0") => Ok(None),
        cell => match number(cell) {
            Some(0) => Ok(None),
            Some(digit) if digit <= n => Ok(Some(Digit::new(digit))),
            _ => Err(format!("`solution` has no digit of a {n}x{n} grid in R{}C{}", i / n + 1, i % n + 1)),
        },
    };
    let digits: Result<Vec<Option<Digit>>, String> = cells.iter().enumerate().map(digit).collect();
    digits.map(|digits| Some(digits).filter(|digits| digits.iter().any(Option::is_some)))
}

/// Fields with the rules of a puzzle in words.
const WORDS: &[&str] = &["ruleset", "rules", "rule", "instructions"];

/// Fields that have rules of their own in the puzzles of other programs.
const RULES: &[&str] = &[
    "cages",
    "killercage",
    "killercages",
    "cage",
    "diagonal",
    "diagonals",
    "diagonal+",
    "diagonal-",
    "antiknight",
    "antiking",
    "nonconsecutive",
    "thermo",
    "thermometer",
    "thermometers",
    "arrow",
    "arrows",
    "kropki",
    "sandwich",
    "sandwichsum",
    "constraints",
    "regions",
];

/// What a puzzle says of its rules in words, and by fields that are not read.
pub(super) fn notes(object: &Map<String, Value>) -> Vec<Note> {
    let mut notes: Vec<Note> = words(object).map(Note::Rules).collect();
    let fields: Vec<String> = object
        .iter()
        .filter(|(name, value)| RULES.contains(&name.to_lowercase().as_str()) && is_used(value))
        .map(|(name, _)| format!("`{name}`"))
        .collect();
    if !fields.is_empty() {
        notes.push(Note::Rules(fields.join(", ")));
    }
    notes
}

/// The rules in words, where they say more than that this is a Sudoku.
fn words(object: &Map<String, Value>) -> impl Iterator<Item = String> {
    let inner = object.get("metadata").and_then(Value::as_object);
    let words = [Some(object), inner].into_iter().flatten().flat_map(|fields| {
        fields
            .iter()
            .filter(|(name, _)| WORDS.contains(&name.to_lowercase().as_str()))
            .map(|(_, value)| words_of(value))
    });
    words.filter(|words| !is_plain(words))
}

/// The words of a text, or of several.
fn words_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Array(items) => items.iter().map(words_of).collect::<Vec<_>>().join(" ").trim().to_owned(),
        Value::Object(fields) => fields.values().map(words_of).collect::<Vec<_>>().join(" ").trim().to_owned(),
        _ => String::new(),
    }
}

/// Do words say no more than that this is a Sudoku?
fn is_plain(words: &str) -> bool {
    let words: String = words.chars().map(|c| if c.is_alphabetic() { c.to_ascii_lowercase() } else { ' ' }).collect();
    let known =
        ["normal", "standard", "classic", "usual", "plain", "sudoku", "rules", "rule", "apply", "applies", "only"];
    words.split_whitespace().all(|word| known.contains(&word))
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
    format!("this puzzle has unsupported rules: {named}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The clues and the boxes of a puzzle.
    fn clues(object: &Map<String, Value>) -> Result<(String, Option<Shape>), String> {
        drawn(object).map(|drawn| (drawn.cells, drawn.boxes))
    }

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
        assert_eq!(drawn(&puzzle).expect("a puzzle").notes, [Note::Entered(1)]);
        assert!(!is_variant(json!({"grid": "1..............4"}).as_object().expect("an object")));
    }

    #[test]
    fn a_rule_of_a_variant_is_named() {
        for (more, said) in [
            (json!({"renban": [{"lines": [["R1C1", "R1C2"]]}]}), "`renban`"),
            (json!({"killercage": [{"cells": ["R1C1"], "value": "3-5"}]}), "`killercage` with the value `3-5`"),
            (json!({"killercage": [{"cells": ["R1C5"], "value": "3"}]}), "`killercage`: there is no cell `R1C5`"),
            (json!({"thermometer": [{"lines": [["R1C1", "R1C1"]]}]}), "`thermometer`: r1c1 occurs twice"),
            (json!({"arrow": [{"cells": ["R1C1", "R1C2"], "lines": [["R1C1", "R2C1"]]}]}), "circles of one cell"),
            (json!({"difference": [{"cells": ["R1C1", "R1C2"], "value": "3"}]}), "`difference` with the value `3`"),
            (json!({"nonconsecutive": true, "difference": [{"cells": ["R1C1", "R1C2"]}]}), "exceptions"),
            (json!({"littlekillersum": [{"cell": "R0C0", "direction": "X", "value": 3}]}), "`X` is not a direction"),
            (json!({"littlekillersum": [{"cell": "R0C9", "direction": "DR", "value": 3}]}), "begins at `R0C9`"),
            (json!({"negative": ["ratio"]}), "`negative`"),
            (json!({"a rule of tomorrow": {"x": 1}}), "`a rule of tomorrow`"),
            (json!({"line": [{"lines": [["R1C1", "R1C2"]]}]}), "`line`"),
            (json!({"cage": [{"cells": ["R1C1", "R1C2"], "value": "3"}]}), "`cage`"),
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
        let beyond = |name: &str| Err(format!("this puzzle has unsupported rules: `{name}` in R1C3"));
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
        let uneven = with(&|i| json!(if i == 0 { 3 } else { i / 8 * 2 + i % 4 / 2 }));
        assert_eq!(uneven, Err("its regions are not 4 regions of 4 cells".to_owned()));
        assert!(with(&|i| if i == 0 { json!(1) } else { Value::Null }).is_err_and(|e| e.contains("others have none")));
        assert_eq!(with(&|i| json!(i / 4)).map(|c| c.1), Ok(Shape::new(1, 4).ok()));
    }

    #[test]
    fn rules_in_words_are_told_unless_they_are_the_usual_ones() {
        let told = |more: &Value| -> Vec<String> {
            let notes = drawn(&four(more)).expect("a puzzle").notes;
            notes.iter().filter(|note| !matches!(note, Note::Entered(_))).map(ToString::to_string).collect()
        };
        for more in [
            json!({"ruleset": "No knight's move."}),
            json!({"metadata": {"rules": ["No knight's", "move."]}}),
            json!({"rules": "No knight's move."}),
        ] {
            let found = told(&more);
            assert!(found.len() == 1 && found[0].ends_with(": No knight's move."), "{more}: {found:?}");
        }
        for more in [json!({}), json!({"ruleset": ""}), json!({"ruleset": "Normal Sudoku rules apply."})] {
            assert!(told(&more).is_empty(), "{more}");
        }
    }

    #[test]
    fn a_size_or_a_solution_of_another_grid_is_refused() {
        let with = |more: Value| {
            let place = Place { line: 1, column: 1, width: 0, text: String::new() };
            let drawn = drawn(&four(&more))?;
            drawn.entry(&place, None, None).map(|_| ()).map_err(|e| e.to_string())
        };
        let solved = "1234341221434321";
        let digits: Vec<u32> = solved.chars().filter_map(|c| c.to_digit(10)).collect();
        // The puzzle has 4 in the last cell.
        let other: Vec<u32> = "1243431234212134".chars().filter_map(|c| c.to_digit(10)).collect();
        for good in [
            json!({"solution": other}),
            json!({"solution": []}),
            json!({"solution": vec![Value::Null; 16]}),
            json!({"solution": other.chunks(4).collect::<Vec<_>>(), "size": "4"}),
            json!({"solution": [1, null, null, null, "", ".", 0, 0, 0, 0, 0, 0, 0, 0, 0, "4"]}),
        ] {
            assert_eq!(with(good.clone()), Ok(()), "{good}");
        }
        for (wrong, said) in [
            (json!({"solution": digits}), "this solution has 1 in R4C4, but its puzzle has 4 there"),
            (json!({"solution": vec![1; 16]}), "`solution`: 1 occurs twice in row 1"),
            (json!({"solution": &other[1..]}), "`solution` has 15 cells, and the grid has 16"),
            (json!({"solution": vec![9; 16]}), "no digit of a 4x4 grid in R1C1"),
            (json!({"size": 6}), "`size` is 6, and `grid` has 4 rows"),
        ] {
            assert!(with(wrong.clone()).is_err_and(|e| e.contains(said)), "{wrong}: {:?}", with(wrong.clone()));
        }
    }
}
