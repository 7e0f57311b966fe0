//! The form in which `SudokuPad` keeps a puzzle: cells, regions and cages by their coordinates, everything else as
//! drawings. It is turned into the form of f-puzzles, which [`variant`](super::variant) reads.
//!
//! Clues, regions, cages, anti-knight and anti-king are data there. Lines, arrows and shapes are pictures with colors,
//! which only the rules in words explain; a puzzle that has them is refused by the name of the field.

use serde_json::{Map, Value, json};

use crate::sudoku::{Rule, Shape};

use super::variant::has_value;

/// Fields that have no rule in them: what the puzzle is called, how it is shown, and which cells are dark at first.
const NEUTRAL: &[&str] =
    &["id", "cells", "regions", "cages", "cellSize", "metadata", "metaData", "settings", "foglight"];

/// Fields of a cell that are accepted: its clue, and the marks of a player.
const NEUTRAL_IN_CELLS: &[&str] = &["value", "centremarks", "cornermarks", "pencilMarks", "c", "highlight"];

/// Those of a cage that has cells: what is read here, and how it is drawn.
const KNOWN_IN_CAGES: &[&str] = &[
    "cells",
    "value",
    "sum",
    "unique",
    "hidden",
    "type",
    "style",
    "outlineC",
    "fontC",
    "borderColor",
    "textColor",
    "backgroundColor",
    "c",
    "c1",
    "c2",
];

/// Facts about a puzzle that rows of metadata, or cages without cells, bring; others are passed over.
const FACTS: &[(&str, &str)] =
    &[("title", "title"), ("author", "author"), ("rules", "ruleset"), ("solution", "solution")];

/// Rules that are facts.
const FLAGS: &[&str] = &["antiknight", "antiking"];

/// Is this an object of that form?
pub(super) fn is_sudokupad(object: &Map<String, Value>) -> bool {
    let rows = object.get("cells").and_then(Value::as_array);
    rows.is_some_and(|rows| !rows.is_empty() && rows.iter().all(Value::is_array)) && !object.contains_key("puzzle")
}

/// The same puzzle in the form of f-puzzles.
///
/// # Errors
/// A message: it has rules that are only drawn, or its cells or cages are not such.
pub(super) fn to_f_puzzles(object: &Map<String, Value>) -> Result<Map<String, Value>, String> {
    let drawings = used(object, NEUTRAL);
    if !drawings.is_empty() {
        return Err(format!(
            "SudokuPad only draws {}, and a drawing does not say its rule; export the puzzle to f-puzzles",
            drawings.join(", ")
        ));
    }
    let rows: Vec<&Vec<Value>> = items(object, "cells").filter_map(Value::as_array).collect();
    let n = rows.len();
    if rows.iter().any(|row| row.len() != n) {
        return Err("`cells` is not as many rows as each of them has cells".to_owned());
    }
    let regions = regions(object, n)?;
    let mut grid = Vec::with_capacity(n);
    for (r, row) in rows.into_iter().enumerate() {
        let mut cells = Vec::with_capacity(n);
        for (c, cell) in row.iter().enumerate() {
            let empty = Map::new();
            let fields = cell.as_object().unwrap_or(&empty);
            if let Some(field) = used(fields, NEUTRAL_IN_CELLS).first() {
                return Err(format!("{field} of R{}C{} is not read", r + 1, c + 1));
            }
            let mut cell = Map::new();
            let clue =
                fields.get("value").filter(|clue| !clue.is_null() && clue.as_str().is_none_or(|t| !t.is_empty()));
            if let Some(clue) = clue {
                cell.insert("value".to_owned(), clue.clone());
                cell.insert("given".to_owned(), true.into());
            }
            if let Some(regions) = &regions {
                cell.insert("region".to_owned(), regions[r * n + c].map_or(Value::Null, Value::from));
            }
            cells.push(Value::Object(cell));
        }
        grid.push(Value::Array(cells));
    }
    let mut puzzle = Map::new();
    puzzle.insert("size".to_owned(), n.into());
    puzzle.insert("grid".to_owned(), grid.into());
    let mut cages = Vec::new();
    for (i, cage) in items(object, "cages").enumerate() {
        let cage = cage.as_object().ok_or_else(|| format!("cage {} is not an object", i + 1))?;
        match points(cage.get("cells"), n).map_err(|e| format!("cage {}: {e}", i + 1))? {
            cells if cells.is_empty() => fact_of_cage(cage, &mut puzzle),
            cells if is_house(&cells, n, regions.as_deref()) && may_be_house(cage, n) => {}
            cells => cages.push(killer(cage, &cells, n).map_err(|e| format!("cage {}: {e}", i + 1))?),
        }
    }
    puzzle.insert("killercage".to_owned(), cages.into());
    for facts in ["metadata", "metaData"].iter().filter_map(|name| object.get(*name)?.as_object()) {
        for (name, value) in facts {
            fact(name, value, &mut puzzle);
        }
    }
    Ok(puzzle)
}

fn items<'a>(object: &'a Map<String, Value>, name: &str) -> impl Iterator<Item = &'a Value> {
    object.get(name).and_then(Value::as_array).into_iter().flatten()
}

/// The fields that are not among these, and hold something.
fn used(object: &Map<String, Value>, known: &[&str]) -> Vec<String> {
    let others = object.iter().filter(|(name, value)| !known.contains(&name.as_str()) && has_value(value));
    others.map(|(name, _)| format!("`{name}`")).collect()
}

/// Cells as pairs of a row and a column, both from 0; each as its number in the grid.
fn points(cells: Option<&Value>, n: usize) -> Result<Vec<usize>, String> {
    let cells = cells.and_then(Value::as_array).map_or(&[][..], |cells| cells);
    let number = |cell: &Value| {
        let pair: [usize; 2] = serde_json::from_value(cell.clone()).ok()?;
        pair.iter().all(|i| *i < n).then_some(pair[0] * n + pair[1])
    };
    cells.iter().map(|cell| number(cell).ok_or_else(|| format!("there is no cell {cell} in {n} rows"))).collect()
}

/// The region of each cell; `None` without regions.
fn regions(object: &Map<String, Value>, n: usize) -> Result<Option<Vec<Option<usize>>>, String> {
    let mut regions = vec![None; n * n];
    let mut n_regions = 0;
    for (i, region) in items(object, "regions").enumerate() {
        for cell in points(Some(region), n).map_err(|e| format!("region {}: {e}", i + 1))? {
            if regions[cell].replace(i).is_some() {
                return Err(format!("R{}C{} is in two regions", cell / n + 1, cell % n + 1));
            }
        }
        n_regions += 1;
    }
    Ok((n_regions > 0).then_some(regions))
}

/// Are these cells a row, a column or a region, each once?
fn is_house(cells: &[usize], n: usize, regions: Option<&[Option<usize>]>) -> bool {
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let all =
        |of: &dyn Fn(usize) -> Option<usize>| of(sorted[0]).is_some() && sorted.iter().all(|c| of(*c) == of(sorted[0]));
    sorted.len() == n
        && cells.len() == n
        && (all(&|cell| Some(cell / n))
            || all(&|cell| Some(cell % n))
            || regions.is_some_and(|of| all(&|cell| of[cell])))
}

/// Does a cage around a house say no more than the house does? `SudokuPad` makes such ones itself.
fn may_be_house(cage: &Map<String, Value>, n: usize) -> bool {
    sum_of(cage).is_ok_and(|sum| sum.is_none_or(|sum| sum == n * (n + 1) / 2))
}

/// The sum of a cage, if it has one.
fn sum_of(cage: &Map<String, Value>) -> Result<Option<usize>, String> {
    let field = |name| match cage.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.trim().is_empty() => Ok(None),
        Some(Value::String(text)) => text.trim().parse().map(Some).map_err(|_| format!("`{text}` is not a sum")),
        Some(value) => value
            .as_u64()
            .and_then(|sum| usize::try_from(sum).ok())
            .map(Some)
            .ok_or_else(|| format!("{value} is not a sum")),
    };
    Ok(field("value")?.or(field("sum")?))
}

/// A cage with cells, as one of f-puzzles.
fn killer(cage: &Map<String, Value>, cells: &[usize], n: usize) -> Result<Value, String> {
    if let Some(field) = used(cage, KNOWN_IN_CAGES).first() {
        return Err(format!("{field} is not read"));
    }
    let sum = sum_of(cage)?;
    let is_unique = cage.get("unique").filter(|unique| !unique.is_null()).and_then(Value::as_bool);
    match (is_unique, sum) {
        (Some(false), _) => return Err("its digits may repeat, which is not read".to_owned()),
        (None, None) => return Err("it has neither a sum nor `unique`, so it does not restrict its digits".to_owned()),
        (Some(true), _) | (None, Some(_)) => {}
    }
    let cells: Vec<String> = cells.iter().map(|cell| format!("R{}C{}", cell / n + 1, cell % n + 1)).collect();
    Ok(match sum {
        Some(sum) => json!({"cells": cells, "value": sum}),
        None => json!({"cells": cells}),
    })
}

/// A cage without cells is a row `name: value` of metadata.
fn fact_of_cage(cage: &Map<String, Value>, puzzle: &mut Map<String, Value>) {
    let text = cage.get("value").and_then(Value::as_str).unwrap_or_default();
    if let Some((name, value)) = text.split_once(':') {
        fact(name.trim(), &value.trim().into(), puzzle);
    }
}

/// Adds a fact, if it is one that is known.
fn fact(name: &str, value: &Value, puzzle: &mut Map<String, Value>) {
    let is_true =
        || value == &Value::Bool(true) || value.as_str().is_some_and(|text| text.eq_ignore_ascii_case("true"));
    if let Some(flag) = FLAGS.iter().find(|flag| flag.eq_ignore_ascii_case(name)).filter(|_| is_true()) {
        puzzle.insert((*flag).to_owned(), true.into());
    }
    if let Some((_, field)) = FACTS.iter().find(|(known, _)| *known == name) {
        puzzle.entry(*field).or_insert_with(|| value.clone());
    }
}

/// The 9x9 puzzle of an address that begins with `scf`: each character is a clue, or 0, and how many cells after it are
/// empty; then there is a letter for each rule. `None` where that is not what it is.
pub(super) fn short_puzzle(text: &str) -> Option<(String, Vec<Rule>)> {
    let n_cells = Shape::NINE.n_cells();
    let mut cells = String::new();
    let mut rest = text.chars();
    while cells.len() < n_cells {
        let c = rest.next()?;
        let code = match c {
            '0'..='9' => u32::from(c) - u32::from('0'),
            'A'..='Z' => u32::from(c) - u32::from('A') + 10,
            'a'..='x' => u32::from(c) - u32::from('a') + 36,
            _ => return None,
        };
        cells.extend(char::from_digit(code % 10, 10));
        cells.extend((0..code / 10).map(|_| '0'));
    }
    let rule = |letter| match letter {
        'x' => Some(Rule::Diagonals),
        'w' => Some(Rule::Windows),
        _ => None,
    };
    let rules = rest.map(rule).collect::<Option<_>>()?;
    (cells.len() == n_cells).then_some((cells, rules))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid_files::variant;

    /// A 4x4 puzzle with two clues and its boxes.
    fn four(more: &Value) -> Map<String, Value> {
        let mut cells = vec![vec![json!({}); 4]; 4];
        cells[0][0] = json!({"value": "1", "centremarks": [2]});
        cells[3][3] = json!({"value": 4});
        let regions: Vec<Vec<[usize; 2]>> = [[0, 0], [0, 2], [2, 0], [2, 2]]
            .map(|[r, c]| vec![[r, c], [r, c + 1], [r + 1, c], [r + 1, c + 1]])
            .to_vec();
        let mut object = json!({"cells": cells, "regions": regions, "cellSize": 50, "lines": []});
        for (name, value) in more.as_object().expect("an object") {
            object[name] = value.clone();
        }
        object.as_object().expect("an object").clone()
    }

    fn rules(more: &Value) -> Result<String, String> {
        let object = four(more);
        assert!(is_sudokupad(&object));
        let drawn = to_f_puzzles(&object).and_then(|puzzle| variant::drawn(&puzzle))?;
        let place = crate::sudoku::Place { line: 1, column: 1, width: 0, text: String::new() };
        let entry = drawn.entry(&place, None, None).map_err(|e| e.to_string())?;
        assert_eq!(crate::sudoku::line(&entry.puzzle), "1..............4");
        Ok(entry.rules.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
    }

    #[test]
    fn cages_and_flags_are_rules() {
        assert_eq!(rules(&json!({})), Ok(String::new()));
        let said = rules(&json!({
            "cages": [
                {"value": "title: A title"},
                {"value": "antiking: true"},
                {"cells": [[0, 1], [0, 2]], "value": "5"},
                {"cells": [[1, 1], [2, 1]], "unique": true, "outlineC": "#000"},
                {"cells": [[3, 0], [3, 1]], "sum": 3, "unique": true},
                // A row, as SudokuPad lists it.
                {"cells": [[0, 0], [0, 1], [0, 2], [0, 3]], "type": "rowcol", "unique": true, "hidden": true, "value": ""},
            ],
            "metadata": {"antiknight": true},
        }));
        assert_eq!(
            said.as_deref(),
            Ok("anti-knight, anti-king, cage r1c2 r1c3 sum 5, cage r2c2 r3c2, cage r4c1 r4c2 sum 3")
        );
    }

    #[test]
    fn whatever_is_only_drawn_or_ambiguous_is_refused_by_its_name() {
        for (more, said) in [
            (json!({"lines": [{"wayPoints": [[0.5, 0.5], [1.5, 1.5]]}]}), "only draws `lines`"),
            (json!({"overlays": [{}], "arrows": [{}]}), "only draws `arrows`, `overlays`"),
            (json!({"cages": [{"cells": [[0, 0]]}]}), "cage 1: it has neither a sum nor `unique`"),
            (json!({"cages": [{"cells": [[0, 0]], "value": "A"}]}), "cage 1: `A` is not a sum"),
            (json!({"cages": [{"cells": [[0, 4]], "value": 3}]}), "cage 1: there is no cell [0,4] in 4 rows"),
            (json!({"cages": [{"cells": [[0, 0]], "value": 3, "unique": false}]}), "its digits may repeat"),
            (json!({"cages": [{"cells": [[0, 0]], "value": 3, "product": 8}]}), "`product` is not read"),
            (json!({"regions": [[[0, 0], [0, 0]]]}), "R1C1 is in two regions"),
            (json!({"regions": [[[0, 0], [0, 1]]]}), "some of its cells have a region, and others have none"),
            (json!({"cells": [[{}, {}], [{}]]}), "`cells` is not as many rows"),
            (json!({"metadata": {"solution": "2341412312343412"}}), "this solution has 2 in R1C1"),
            (json!({"a rule of tomorrow": true}), "`a rule of tomorrow`"),
        ] {
            let message = rules(&more).expect_err(said);
            assert!(message.contains(said), "{message}");
        }
    }

    #[test]
    fn short_puzzles_have_their_empty_cells_in_their_letters() {
        let blank = "0".repeat(81);
        assert_eq!(short_puzzle("oooooooooooooK"), Some((blank.clone(), vec![])));
        assert_eq!(short_puzzle("oooooooooooooKxw"), Some((blank.clone(), vec![Rule::Diagonals, Rule::Windows])));
        // 5 and five empty cells, 1 and none.
        assert_eq!(short_puzzle("t1ooooooooooooK").map(|p| p.0), None, "76 cells, and six more");
        assert_eq!(short_puzzle("t1oooooooooooooA").map(|p| p.0), None);
        assert_eq!(short_puzzle("t1ooooooooooooA").map(|p| p.0), Some(format!("5000001{}", "0".repeat(74))));
        assert_eq!(short_puzzle("oooooooooooooKy"), None);
        assert_eq!(short_puzzle("ooo"), None);
    }
}
