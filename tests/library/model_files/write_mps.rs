//! A messy writer of MPS files.

use minclue_core::base::Rng;
use rand::Rng as _;

use super::random_models::{Decimal, For, RandomModel, RandomRow, signed};

/// A row as its type, its right side and its range say it.
struct RowStatement {
    name: String,
    kind: char,
    rhs: i64,
    range: Option<i64>,
}

/// The model as an MPS file.
pub(crate) fn mps(made: &RandomModel, rng: &mut Rng, whom: For) -> String {
    let us = whom == For::Us;
    let stated: Vec<RowStatement> = made.rows.iter().enumerate().map(|(i, row)| state(i, row, rng)).collect();
    let mut text = String::new();
    let has_sense = us && (made.maximizes || rng.random_bool(0.3));
    let sense = if made.maximizes { "MAX" } else { "MIN" };
    text.push_str("* a comment\nNAME          made\n");
    if has_sense {
        text.push_str(&if rng.random_bool(0.5) {
            format!("OBJSENSE {sense}\n")
        } else {
            format!("OBJSENSE\n    {sense}IMIZE\n")
        });
    }
    text.push_str("ROWS\n N  cost\n");
    for row in &stated {
        text.push_str(&format!(" {}  {}\n", row.kind, row.name));
        if us && rng.random_bool(0.1) {
            text.push_str("* between\n\n");
        }
    }
    if us && rng.random_bool(0.3) {
        text.push_str(" N  other\n");
    }
    columns(made, &stated, text.contains("other"), rng, whom, &mut text);
    let pairs = |list: Vec<(String, String)>, set: &str, rng: &mut Rng, text: &mut String| {
        let mut list = list.as_slice();
        while let [(row, value), rest @ ..] = list {
            let set = if us && rng.random_bool(0.3) { "" } else { set };
            let second = rest.first().filter(|_| rng.random_bool(0.3));
            list = if second.is_some() { &rest[1..] } else { rest };
            entry(set, (row, value), second.map(|(row, value)| (row.as_str(), value.as_str())), whom, text);
        }
    };
    let number =
        |i: usize, digits: i64, rng: &mut Rng| signed(Decimal { digits, places: made.rows[i].places }, rng, whom);
    text.push_str("RHS\n");
    let sides: Vec<(String, String)> = stated
        .iter()
        .enumerate()
        .filter(|(_, row)| row.rhs != 0)
        .map(|(i, row)| (row.name.clone(), number(i, row.rhs, rng)))
        .collect();
    pairs(sides, "rhs", rng, &mut text);
    let ranges: Vec<(String, String)> =
        stated.iter().enumerate().filter_map(|(i, row)| Some((row.name.clone(), number(i, row.range?, rng)))).collect();
    if !ranges.is_empty() {
        text.push_str("RANGES\n");
        pairs(ranges, "rng", rng, &mut text);
    }
    text.push_str("BOUNDS\n");
    for (name, fixed) in made.names.iter().zip(&made.fixed) {
        bound(name, *fixed, rng, whom, &mut text);
    }
    text.push_str("ENDATA\n");
    if us && rng.random_bool(0.3) { text.replace('\n', "\r\n") } else { text }
}

/// A line of one or two pairs. CBC sometimes wants the columns of fixed MPS.
fn entry(name: &str, first: (&str, &str), second: Option<(&str, &str)>, whom: For, text: &mut String) {
    let (row, value) = first;
    match whom {
        For::Us => text.push_str(&format!("    {name}  {row} {value}")),
        For::All => text.push_str(&format!("    {name:<8}  {row:<8}  {value:>12}")),
    }
    match (second, whom) {
        (Some((row, value)), For::Us) => text.push_str(&format!("\t{row} {value}")),
        (Some((row, value)), For::All) => text.push_str(&format!("   {row:<8}  {value:>12}")),
        (None, _) => {}
    }
    text.push('\n');
}

/// One of the ways to say the limits of a row.
fn state(i: usize, row: &RandomRow, rng: &mut Rng) -> RowStatement {
    let name = format!("r{i}");
    let stated = |kind: char, rhs: i64, range: Option<i64>| RowStatement { name: name.clone(), kind, rhs, range };
    let mut turned = |size: i64| if rng.random_bool(0.5) { -size } else { size };
    match (row.lower, row.upper) {
        (Some(lower), Some(upper)) if lower == upper => stated('E', lower, None),
        (Some(lower), Some(upper)) => {
            let size = turned(upper - lower);
            match rng.random_range(0..4) {
                0 => stated('G', lower, Some(size)),
                1 => stated('L', upper, Some(size)),
                2 => stated('E', lower, Some(upper - lower)),
                _ => stated('E', upper, Some(lower - upper)),
            }
        }
        (Some(lower), None) => stated('G', lower, None),
        (None, upper) => stated('L', upper.unwrap_or(0), None),
    }
}

fn columns(made: &RandomModel, stated: &[RowStatement], has_other: bool, rng: &mut Rng, whom: For, text: &mut String) {
    text.push_str("COLUMNS\n");
    let mut is_integer = false;
    for (v, name) in made.names.iter().enumerate() {
        if !is_integer || whom == For::Us && rng.random_bool(0.2) {
            if is_integer {
                text.push_str("    M2  'MARKER'  'INTEND'\n");
            }
            text.push_str("    M1        'MARKER'                 'INTORG'\n");
            is_integer = true;
        }
        // Without OBJSENSE the signs say it.
        let cost = if made.maximizes && !text.contains("OBJSENSE") { -made.objective[v] } else { made.objective[v] };
        let mut entries = vec![("cost".to_owned(), cost.to_string())];
        for (row, stated) in made.rows.iter().zip(stated) {
            for &(_, digits) in row.terms.iter().filter(|(other, _)| *other == v) {
                entries.push((stated.name.clone(), signed(Decimal { digits, places: row.places }, rng, whom)));
            }
        }
        if has_other && rng.random_bool(0.5) {
            entries.push(("other".to_owned(), "0.3333333333333".to_owned()));
        }
        let last = rng.random_range(0..entries.len());
        entries.swap(0, last);
        let mut list = entries.as_slice();
        while let [(row, value), rest @ ..] = list {
            let second = rest.first().filter(|_| rng.random_bool(0.3));
            list = if second.is_some() { &rest[1..] } else { rest };
            entry(name, (row, value), second.map(|(row, value)| (row.as_str(), value.as_str())), whom, text);
        }
    }
    text.push_str("    M3        'MARKER'                 'INTEND'\n");
}

fn bound(name: &str, fixed: Option<bool>, rng: &mut Rng, whom: For, text: &mut String) {
    let us = whom == For::Us;
    let set = if us && rng.random_bool(0.2) { "" } else { "bnd" };
    let lines: &[&str] = match (fixed, rng.random_range(0..5)) {
        (None, 0) if us => &["LI 0", "UI 1"],
        (None, 1) => &["LO 0", "UP 1"],
        (None, 2) => &["UP 1"],
        (None, 3) if us => &[],
        (None, 4) if us => &["UP 1.75", "LO -0.25"],
        (None, _) => &["BV"],
        (Some(true), 0) if us => &["BV", "FX 1"],
        (Some(true), 1) => &["LO 1", "UP 1"],
        (Some(true), _) => &["FX 1"],
        (Some(false), 0) if us => &["UP 1", "FX 0"],
        (Some(false), 1) if us => &["MI", "FX 0"],
        (Some(false), 2) => &["UP 0"],
        (Some(false), _) => &["FX 0"],
    };
    for line in lines {
        let (kind, value) = line.split_once(' ').unwrap_or((line, ""));
        text.push_str(&format!(" {kind} {set:<8}  {name:<8}  {value:>12}\n"));
    }
}
