//! A messy writer of LP files.

use minclue_core::base::Rng;
use rand::Rng as _;

use super::random_models::{Decimal, For, RandomModel, RandomRow, signed, size_of};

/// The model as an LP file.
pub(crate) fn lp(made: &RandomModel, rng: &mut Rng, whom: For) -> String {
    let mut text = String::new();
    let us = whom == For::Us;
    let mut line = |words: Vec<String>, rng: &mut Rng| broken(&words, rng, us, &mut text);
    let pick = |rng: &mut Rng, words: &[&str]| words[rng.random_range(0..if us { words.len() } else { 1 })].to_owned();
    let sense = if made.maximizes {
        pick(rng, &["Maximize", "MAX", "maximum", "  Maximize"])
    } else {
        pick(rng, &["Minimize", "MIN", "minimum", "\tMinimize"])
    };
    let head = |word: String, text: &mut Vec<String>| text.push(format!("\n{word}\n"));
    let mut words = Vec::new();
    head(sense, &mut words);
    words.push(" cost:".to_owned());
    let costs: Vec<(usize, i64)> = made.objective.iter().copied().enumerate().collect();
    sum(made, &costs, 0, rng, whom, &mut words);
    head(pick(rng, &["Subject To", "st", "S.T.", "such   that", "SUBJECT\tTO"]), &mut words);
    let mut is_open = false;
    for (i, row) in made.rows.iter().enumerate() {
        if us && rng.random_bool(0.4) {
            idle_row(i, &mut is_open, rng, &mut words);
        }
        rows(made, i, row, &mut is_open, rng, whom, &mut words);
    }
    let mut binaries = Vec::new();
    let mut generals = Vec::new();
    head(pick(rng, &["Bounds", "BOUND", " bounds"]), &mut words);
    // GLPK takes no section without anything in it.
    let mut bounds = vec![format!("0 <= {} <= 1\n", made.names[0])];
    for (name, fixed) in made.names.iter().zip(&made.fixed) {
        bound(name, *fixed, rng, whom, &mut bounds, &mut binaries, &mut generals);
    }
    words.extend(bounds);
    for (heads, names) in [(["Generals", "INT", "gen"], generals), (["Binaries", "BIN", "binary"], binaries)] {
        if !names.is_empty() {
            head(pick(rng, &heads), &mut words);
            words.extend(names);
        }
    }
    if us {
        for empty in ["semi", "SOS", "User Cuts", "Semi-Continuous", "sin", "gen", "pwlobj"] {
            if rng.random_bool(0.2) {
                head(empty.to_owned(), &mut words);
            }
        }
    }
    head(pick(rng, &["End", "END", "end \\ of it"]), &mut words);
    line(words, rng);
    text
}

/// Writes words with blanks, ends of lines and comments between them; a word that begins a line says so.
fn broken(words: &[String], rng: &mut Rng, us: bool, text: &mut String) {
    for word in words {
        let is_line = word.starts_with('\n');
        if is_line && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(word.trim_start_matches('\n'));
        if word.ends_with('\n') {
            continue;
        }
        match rng.random_range(0..12) {
            0 => text.push_str("\n  "),
            // GLPK takes no comment after a right side.
            1 if us || word.ends_with(['+', '-', ':']) => text.push_str(" \\ a comment: x + y <= 1\n "),
            2 if us => text.push_str("\r\n\t"),
            3 => text.push_str("   "),
            _ => text.push(' '),
        }
    }
}

/// A sum, sign by sign.
fn sum(made: &RandomModel, terms: &[(usize, i64)], places: u32, rng: &mut Rng, whom: For, words: &mut Vec<String>) {
    let us = whom == For::Us;
    let mut all: Vec<(usize, i64)> = Vec::new();
    for &(v, a) in terms {
        if us && rng.random_bool(0.2) {
            // In two pieces, which may be anywhere.
            let piece = rng.random_range(-3..=3);
            all.push((v, piece));
            all.insert(rng.random_range(0..all.len()), (v, a - piece));
        } else {
            all.push((v, a));
        }
    }
    for (i, (v, a)) in all.into_iter().enumerate() {
        let number = Decimal { digits: a, places };
        let minus = if a < 0 { "-" } else { "+" };
        let sign = match rng.random_range(0..8) {
            0 if us => format!("- {}", if a < 0 { "+" } else { "-" }),
            1 if us => format!("+ {minus}"),
            _ => minus.to_owned(),
        };
        // Otherwise it would be the name of a row: a first word with a colon after it is one.
        if i > 0 || sign != "+" {
            words.push(sign);
        }
        let is_one = a.unsigned_abs() == 10_u64.pow(places);
        if !is_one || rng.random_bool(0.3) {
            words.push(size_of(number, rng, whom));
        }
        words.push(made.names[v].clone());
    }
}

/// A sum behind `1 <=`: its first number stands in the line of its variable, or it would be a row of numbers.
fn sum_behind(made: &RandomModel, row: &RandomRow, rng: &mut Rng, whom: For, words: &mut Vec<String>) {
    let mut all = Vec::new();
    sum(made, &row.terms, row.places, rng, whom, &mut all);
    let first = all.iter().position(|word| made.names.contains(word)).expect("a variable");
    words.push(all[..=first].join(" "));
    words.extend(all.drain(first + 1..));
}

/// A row that says nothing, as programs write it: without variables, or without anything on its left side. Its name may
/// be a word of the format.
fn idle_row(i: usize, is_open: &mut bool, rng: &mut Rng, words: &mut Vec<String>) {
    let name = ["end", "Bounds", "free", "st", "inf", "n"][rng.random_range(0..6)];
    let row =
        ["0 <= 3", "3\n >=\n 2", "-0 >= - 1", "1 <= 2 <= 3", "3 >= 2\n >= 1.5", "0 = 0.0", "-inf <= 3", "1 <= +inf"];
    let empty = ["<= 0", ">= -0", "= 0", ">=\n - 1"];
    // A row without a name may swallow nothing, and be swallowed by none.
    let has_name = *is_open || rng.random_bool(0.6);
    words.push(match (has_name, rng.random_bool(0.3)) {
        (false, _) => format!("\n {}\n", row[rng.random_range(0..row.len())]),
        (true, true) => format!("\n {name}_{i}: {}\n", empty[rng.random_range(0..4)]),
        // Each word is the name of at most one row.
        (true, false) if i == 0 => format!("\n {name}: {}\n", row[rng.random_range(0..row.len())]),
        (true, false) => format!("\n {name}{i} : {}\n", row[rng.random_range(0..row.len())]),
    });
    *is_open = false;
}

/// One row, or two, or a chain. An open row has its number on the left: a sign in the next line would go on with it.
fn rows(
    made: &RandomModel,
    i: usize,
    row: &RandomRow,
    is_open: &mut bool,
    rng: &mut Rng,
    whom: For,
    words: &mut Vec<String>,
) {
    let us = whom == For::Us;
    let number = |digits: i64, rng: &mut Rng| signed(Decimal { digits, places: row.places }, rng, whom);
    let compare = |way: char, rng: &mut Rng| {
        let all = match way {
            '<' => ["<=", "<", "=<"],
            '>' => [">=", ">", "=>"],
            _ => ["=", "=", "="],
        };
        all[rng.random_range(0..if us { 3 } else { 1 })].to_owned()
    };
    let mut one = |name: &str, way: char, side: i64, words: &mut Vec<String>, rng: &mut Rng| {
        // Every row begins a line, so it may go without a name.
        let has_name = *is_open || !us || rng.random_bool(0.7);
        words.push(if !has_name { "\n ".to_owned() } else { format!("\n {name}:") });
        *is_open = us && rng.random_bool(0.3);
        if *is_open {
            let turned = match way {
                '<' => '>',
                '>' => '<',
                other => other,
            };
            words.extend([number(side, rng), compare(turned, rng)]);
            sum_behind(made, row, rng, whom, words);
        } else {
            sum(made, &row.terms, row.places, rng, whom, words);
            words.extend([compare(way, rng), number(side, rng)]);
        }
    };
    match (row.lower, row.upper) {
        (Some(lower), Some(upper)) if lower == upper => one(&format!("r{i}"), '=', lower, words, rng),
        (Some(lower), Some(upper)) if us && rng.random_bool(0.7) => {
            let (way, first, last) = if rng.random_bool(0.5) { ('<', lower, upper) } else { ('>', upper, lower) };
            words.extend([format!("\n r{i}:"), number(first, rng), compare(way, rng)]);
            sum_behind(made, row, rng, whom, words);
            words.extend([compare(way, rng), number(last, rng)]);
        }
        (lower, upper) => {
            if let Some(lower) = lower {
                one(&format!("r{i}"), '>', lower, words, rng);
            }
            if let Some(upper) = upper {
                one(&format!("r{i}_upper"), '<', upper, words, rng);
            }
        }
    }
}

/// The bounds of a variable, and its section.
fn bound(
    name: &str,
    fixed: Option<bool>,
    rng: &mut Rng,
    whom: For,
    bounds: &mut Vec<String>,
    binaries: &mut Vec<String>,
    generals: &mut Vec<String>,
) {
    let us = whom == For::Us;
    let is_binary = rng.random_bool(0.5);
    match (fixed, rng.random_range(0..6)) {
        (None, 0) if us => bounds.push(format!("{name} free\n -0.5 < {name} =< 1.5\n")),
        (None, 1) if us => bounds.push(format!("1 >= {name} => 0\n")),
        (None, 2) => bounds.push(format!("{name} <= 1\n")),
        (None, 3) if us => bounds.push(format!("-inf <= {name} <= +Infinity\n {name} = 1 0 <= {name}\n {name} <= 1\n")),
        (None, _) if is_binary => {}
        (None, _) => bounds.push(format!("0 <= {name} <= 1\n")),
        (Some(value), 0) if us => bounds.push(format!("{} = {name}\n", u8::from(value))),
        (Some(true), 1) => bounds.push(format!("1 <= {name} <= 1\n")),
        (Some(false), 1) => bounds.push(format!("{name} <= 0\n")),
        // The later bound holds.
        (Some(value), 2) => bounds.push(format!("{name} <= 1\n {name} = {}\n", u8::from(value))),
        (Some(value), _) => bounds.push(format!("{name} = {}\n", u8::from(value))),
    }
    // Bounds of a binary variable hold to this reader, to HiGHS and CBC.
    if is_binary { binaries } else { generals }.push(name.to_owned());
}
