//! The rules of f-puzzles: reads and writes its fields, which `SudokuPad` and other programs support too.

use serde_json::{Map, Value, json};

use crate::base::Index as _;
use crate::sudoku::{CellAt, Direction, DrawnRule, JigsawRegions, Rule, Shape, Variant};

/// The fields with rules that are read.
pub(super) const KNOWN: &[&str] = &[
    "diagonal+",
    "diagonal-",
    "antiknight",
    "antiking",
    "disjointgroups",
    "nonconsecutive",
    "extraregion",
    "killercage",
    "thermometer",
    "arrow",
    "difference",
    "ratio",
    "littlekillersum",
    "minimum",
    "maximum",
];

/// Fields that are rules by being true, other than diagonals.
const FLAGS: &[(&str, Rule)] = &[
    ("antiknight", Rule::AntiKnight),
    ("antiking", Rule::AntiKing),
    ("disjointgroups", Rule::DisjointGroups),
    ("nonconsecutive", Rule::NonConsecutive),
];

/// The directions of little killers.
const DIRECTIONS: &[(&str, Direction)] =
    &[("DR", Direction::DownRight), ("DL", Direction::DownLeft), ("UR", Direction::UpRight), ("UL", Direction::UpLeft)];

/// The rules of a puzzle of n rows.
///
/// # Errors
/// A message that names the field that is not read.
pub(super) fn read(object: &Map<String, Value>, n: usize) -> Result<Vec<Rule>, String> {
    let is_set = |name: &str| object.get(name) == Some(&Value::Bool(true));
    let mut rules = Vec::new();
    rules.extend(match (is_set("diagonal+"), is_set("diagonal-")) {
        (true, true) => Some(Rule::Diagonals),
        (true, false) => Some(Rule::RisingDiagonal),
        (false, true) => Some(Rule::FallingDiagonal),
        (false, false) => None,
    });
    rules.extend(FLAGS.iter().filter(|(name, _)| is_set(name)).map(|(_, rule)| rule.clone()));
    let list = |name: &'static str| List { name, n, items: object.get(name).and_then(Value::as_array) };
    rules.extend(extra_regions(&list("extraregion"))?);
    let mut drawn = Vec::new();
    list("killercage").each(|list, cage| {
        let sum = match list.value(cage)?.as_str() {
            "" => None,
            text => Some(text.parse().map_err(|_| list.other(text))?),
        };
        let cells = list.cells(cage, "cells")?;
        // One cell without a sum says nothing.
        if cells.len() > 1 || sum.is_some() {
            drawn.push(DrawnRule::Cage { cells, sum });
        }
        Ok(())
    })?;
    list("thermometer").each(|list, thermometer| {
        drawn.extend(list.lines(thermometer)?.into_iter().map(DrawnRule::Thermometer));
        Ok(())
    })?;
    list("arrow").each(|list, arrow| {
        let circle = list.cells(arrow, "cells")?;
        let lines = list.lines(arrow)?;
        if circle.len() != 1 || lines.iter().any(|line| line[0] != circle[0]) {
            return Err("`arrow`: only circles of one cell, from which each line begins, are supported".to_owned());
        }
        drawn.extend(lines.into_iter().map(DrawnRule::Arrow));
        Ok(())
    })?;
    for (name, usual, rule) in
        [("difference", "1", DrawnRule::WhiteDot as fn([CellAt; 2]) -> DrawnRule), ("ratio", "2", DrawnRule::BlackDot)]
    {
        list(name).each(|list, dot| {
            match list.value(dot)?.as_str() {
                text if text.is_empty() || text == usual => {}
                text => return Err(list.other(text)),
            }
            let cells: [CellAt; 2] =
                list.cells(dot, "cells")?.try_into().map_err(|_| format!("`{name}`: a dot has two cells"))?;
            drawn.push(rule(cells));
            Ok(())
        })?;
    }
    if is_set("nonconsecutive") && drawn.iter().any(|rule| matches!(rule, DrawnRule::WhiteDot(_))) {
        return Err("`nonconsecutive` with `difference` is not supported: the dots are exceptions to it".to_owned());
    }
    list("littlekillersum").each(|list, sum| {
        let text = list.value(sum)?;
        // Without a sum it says nothing.
        if !text.is_empty() {
            let (start, direction) = list.diagonal(sum)?;
            let sum = Some(text.parse().map_err(|_| list.other(&text))?);
            drawn.push(DrawnRule::LittleKiller { start, direction, sum });
        }
        Ok(())
    })?;
    for (name, is_least) in [("minimum", true), ("maximum", false)] {
        let mut extreme = Vec::new();
        list(name).each(|list, cell| {
            extreme.push(list.cell(cell.get("cell"))?);
            Ok(())
        })?;
        let others = |cell: &CellAt| neighbors(*cell, n).filter(|other| !extreme.contains(other)).collect::<Vec<_>>();
        for cell in &extreme {
            let sign = |other| DrawnRule::Sign(if is_least { [other, *cell] } else { [*cell, other] });
            drawn.extend(others(cell).into_iter().map(sign));
        }
    }
    for rule in drawn {
        let rule = Rule::Drawn(rule);
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    Ok(rules)
}

/// The items of a field.
struct List<'a> {
    name: &'static str,
    n: usize,
    items: Option<&'a Vec<Value>>,
}

impl List<'_> {
    fn each(&self, mut read: impl FnMut(&Self, &Value) -> Result<(), String>) -> Result<(), String> {
        self.items.into_iter().flatten().try_for_each(|item| read(self, item))
    }

    /// What is said of another value than there may be.
    fn other(&self, value: &str) -> String {
        format!("`{}` with the value `{value}` is not supported", self.name)
    }

    /// The value of an item, a text or a number; empty without one.
    fn value(&self, item: &Value) -> Result<String, String> {
        match item.get("value") {
            None | Some(Value::Null) => Ok(String::new()),
            Some(Value::String(text)) => Ok(text.trim().to_owned()),
            Some(Value::Number(number)) => Ok(number.to_string()),
            Some(other) => Err(self.other(&other.to_string())),
        }
    }

    fn cell(&self, cell: Option<&Value>) -> Result<CellAt, String> {
        let text = cell.and_then(Value::as_str).unwrap_or_default();
        let at = text.parse::<CellAt>().ok().filter(|at| at.number(self.n).is_some());
        at.ok_or_else(|| format!("`{}`: there is no cell `{text}`", self.name))
    }

    /// The cells of a field of an item, no two the same.
    fn cells(&self, item: &Value, field: &str) -> Result<Vec<CellAt>, String> {
        self.listed(item.get(field))
    }

    fn listed(&self, cells: Option<&Value>) -> Result<Vec<CellAt>, String> {
        let cells = cells.and_then(Value::as_array).map_or(&[][..], |cells| cells);
        let cells: Vec<CellAt> = cells.iter().map(|cell| self.cell(Some(cell))).collect::<Result<_, _>>()?;
        match (1..cells.len()).find(|i| cells[..*i].contains(&cells[*i])) {
            Some(i) => Err(format!("`{}`: {} occurs twice", self.name, cells[i])),
            None if cells.is_empty() => Err(format!("`{}`: there are no cells", self.name)),
            None => Ok(cells),
        }
    }

    /// The lines of an item, each of two or more cells.
    fn lines(&self, item: &Value) -> Result<Vec<Vec<CellAt>>, String> {
        let lines = item.get("lines").and_then(Value::as_array).map_or(&[][..], |lines| lines);
        let lines: Vec<Vec<CellAt>> = lines.iter().map(|line| self.listed(Some(line))).collect::<Result<_, _>>()?;
        match lines.iter().any(|line| line.len() < 2) {
            true => Err(format!("`{}`: a line has two or more cells", self.name)),
            false => Ok(lines),
        }
    }

    /// The first cell of a little killer, and its direction. Its cell may stand before the first row or column, or
    /// after the last.
    fn diagonal(&self, item: &Value) -> Result<(CellAt, Direction), String> {
        let word = item.get("direction").and_then(Value::as_str).unwrap_or_default();
        let direction = DIRECTIONS.iter().find(|(name, _)| *name == word).map(|(_, direction)| *direction);
        let direction = direction.ok_or_else(|| format!("`{}`: `{word}` is not a direction", self.name))?;
        let text = item.get("cell").and_then(Value::as_str).unwrap_or_default();
        let wrong = || format!("`{}`: no diagonal line begins at `{text}`", self.name);
        let parts = text.strip_prefix('R').and_then(|rest| rest.split_once('C'));
        let (row, column) = parts
            .and_then(|(row, column)| Some((row.parse::<i16>().ok()?, column.parse::<i16>().ok()?)))
            .ok_or_else(wrong)?;
        let (down, right) = direction.step();
        let at = |row: i16, column: i16| {
            let small = |i: i16| u8::try_from(i - 1).ok();
            let at = CellAt { row: small(row)?, column: small(column)? };
            at.number(self.n).map(|_| at)
        };
        let start = at(row, column).or_else(|| at(row + i16::from(down), column + i16::from(right)));
        Ok((start.ok_or_else(wrong)?, direction))
    }
}

/// Regions in which no digit repeats: the windows of windoku, or cages without a sum.
fn extra_regions(list: &List<'_>) -> Result<Vec<Rule>, String> {
    let mut regions: Vec<Vec<CellAt>> = Vec::new();
    list.each(|list, region| {
        regions.push(list.cells(region, "cells")?);
        Ok(())
    })?;
    let sorted = |cells: &Vec<CellAt>| {
        let mut cells = cells.clone();
        cells.sort_unstable();
        cells
    };
    let windows = windows();
    let is_window = |region: &Vec<CellAt>| windows.contains(&sorted(region));
    let has_all = list.n == 9 && windows.iter().all(|window| regions.iter().any(|region| sorted(region) == *window));
    let mut rules = if has_all { vec![Rule::Windows] } else { Vec::new() };
    let others = regions.into_iter().filter(|region| region.len() > 1 && !(has_all && is_window(region)));
    rules.extend(others.map(|cells| Rule::Drawn(DrawnRule::Cage { cells, sum: None })));
    Ok(rules)
}

/// The four windows of windoku, each with its cells in ascending order.
fn windows() -> Vec<Vec<CellAt>> {
    let variant = Variant::new(Shape::NINE, &[Rule::Windows]).expect("9x9 has windows");
    // The hidden ones, which follow from them, come after.
    let proper = variant.houses().iter().take(4);
    proper.map(|house| house.cells.iter().map(|cell| CellAt::of(cell.get(), 9)).collect()).collect()
}

/// The cells above, to the left, to the right and below.
fn neighbors(at: CellAt, n: usize) -> impl Iterator<Item = CellAt> {
    [(-1, 0), (0, -1), (0, 1), (1, 0)].into_iter().filter_map(move |(down, right)| {
        let (row, column) = (at.row.checked_add_signed(down)?, at.column.checked_add_signed(right)?);
        let other = CellAt { row, column };
        other.number(n).map(|_| other)
    })
}

/// The regions of cells that are none of the boxes of a shape.
pub(super) fn jigsaw(regions: &[usize]) -> Option<JigsawRegions> {
    let letter = |region: &usize| u8::try_from(*region).ok().and_then(|i| b'A'.checked_add(i)).map(char::from);
    let letters: String = regions.iter().map(letter).collect::<Option<_>>()?;
    letters.parse().ok()
}

/// Adds rules to a puzzle whose rows of cells are objects.
///
/// # Errors
/// A message that names a rule for which there is no field.
pub(super) fn write(rules: &[Rule], shape: Shape, object: &mut Map<String, Value>) -> Result<(), String> {
    let n = shape.n();
    let name = |at: &CellAt| at.to_string().to_uppercase();
    let names = |cells: &[CellAt]| cells.iter().map(name).collect::<Vec<_>>();
    let mut lists: Vec<(&str, Value)> = Vec::new();
    let mut set = |name: &str| object.insert(name.to_owned(), Value::Bool(true));
    for rule in rules {
        match rule {
            Rule::Diagonals => {
                set("diagonal+");
                set("diagonal-");
            }
            Rule::RisingDiagonal => drop(set("diagonal+")),
            Rule::FallingDiagonal => drop(set("diagonal-")),
            Rule::AntiKnight | Rule::AntiKing | Rule::DisjointGroups | Rule::NonConsecutive => {
                let flag = FLAGS.iter().find(|(_, known)| known == rule);
                if let Some((name, _)) = flag {
                    set(name);
                }
            }
            Rule::Windows => {
                lists.extend(windows().iter().map(|window| ("extraregion", json!({"cells": names(window)}))));
            }
            Rule::Jigsaw(_) => {}
            Rule::Drawn(DrawnRule::Cage { cells, sum }) => {
                let cage = match sum {
                    Some(sum) => json!({"cells": names(cells), "value": sum.to_string()}),
                    None => json!({"cells": names(cells)}),
                };
                lists.push(("killercage", cage));
            }
            Rule::Drawn(DrawnRule::Thermometer(cells)) => lists.push(("thermometer", json!({"lines": [names(cells)]}))),
            Rule::Drawn(DrawnRule::Arrow(cells)) => {
                lists.push(("arrow", json!({"cells": names(&cells[..1]), "lines": [names(cells)]})));
            }
            Rule::Drawn(DrawnRule::WhiteDot(cells)) => {
                lists.push(("difference", json!({"cells": names(cells), "value": "1"})));
            }
            Rule::Drawn(DrawnRule::BlackDot(cells)) => {
                lists.push(("ratio", json!({"cells": names(cells), "value": "2"})));
            }
            Rule::Drawn(DrawnRule::LittleKiller { start, direction, sum: Some(sum) }) => {
                let (down, right) = direction.step();
                let (row, column) =
                    (i16::from(start.row) - i16::from(down), i16::from(start.column) - i16::from(right));
                let is_inside = |i: i16| (0..n as i16).contains(&i);
                if is_inside(row) && is_inside(column) {
                    return Err(format!(
                        "f-puzzles has only little killers from the border; this one begins in {start}"
                    ));
                }
                let word = DIRECTIONS.iter().find(|(_, known)| known == direction).map_or("", |(word, _)| *word);
                let cell = format!("R{}C{}", row + 1, column + 1);
                lists.push(("littlekillersum", json!({"cell": cell, "direction": word, "value": sum.to_string()})));
            }
            Rule::Drawn(DrawnRule::LittleKiller { .. }) => {
                return Err("a little killer without a sum cannot be written".to_owned());
            }
            Rule::Drawn(DrawnRule::Sign(_)) => return Err("f-puzzles has no field for signs".to_owned()),
        }
    }
    for (name, item) in lists {
        if let Value::Array(items) = object.entry(name).or_insert_with(|| json!([])) {
            items.push(item);
        }
    }
    if let Some(regions) =
        rules.iter().find_map(|rule| if let Rule::Jigsaw(regions) = rule { Some(regions) } else { None })
        && let Some(rows) = object.get_mut("grid").and_then(Value::as_array_mut)
    {
        let cells = rows.iter_mut().filter_map(Value::as_array_mut).flatten().filter_map(Value::as_object_mut);
        for (cell, fields) in shape.cells().zip(cells) {
            fields.insert("region".to_owned(), regions.of(cell).into());
        }
    }
    Ok(())
}
