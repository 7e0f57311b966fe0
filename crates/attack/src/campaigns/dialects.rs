//! Model files that readers are known to get wrong: each must be read as intended, or rejected. Also files with an
//! error, which may be rejected or read, but must not crash the program or make it hang.

use rand::Rng as _;
use rand::seq::IndexedRandom as _;
use serde_json::Value;

use super::models::{self, Model, ONE, Row, decimal};
use crate::Rng;
use crate::ask::check_minimum;
use crate::lab::{Lab, Wrong};
use crate::options::one_of;
use crate::truth::{Clues, Truth};

/// A file, and what it may mean.
#[derive(Debug)]
struct Quirk {
    file: &'static str,
    text: String,
    point: u64,
    meaning: Model,
    may_be_refused: bool,
}

pub(crate) fn case(rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
    if rng.random_bool(0.4) {
        return mutant(rng, lab);
    }
    let quirk = if rng.random_bool(0.5) { lp(rng) } else { mps(rng) };
    let Some(quirk) = quirk else { return Ok(()) };
    lab.write(quirk.file, &quirk.text)?;
    let solution = models::solution(&quirk.meaning, quirk.point, rng);
    let has_mark = rng.random_bool(0.1);
    lab.write("m.sol", &if has_mark { format!("\u{feff}{solution}") } else { solution })?;
    let command = ["fcp", "--model", quirk.file, "--solution", "m.sol", "--both-signs", "--format", "jsonl"];
    let output = lab.run(&command)?;
    if output.code == Some(3) {
        lab.n_refused += 1;
        // What is not a solution of the model is refused in any case.
        return if quirk.may_be_refused || !quirk.meaning.has(quirk.point) {
            Ok(())
        } else {
            Err(format!("refused: {}", output.stderr.trim()))
        };
    }
    output.expect_code(0)?;
    if !quirk.meaning.has(quirk.point) {
        return Err(format!("the file has no such solution, and the answer is {}", output.record()?));
    }
    let truth = truth(&quirk.meaning, quirk.point);
    check_minimum(&output, &truth, false, None, &|record| named(&quirk.meaning, quirk.point, record))
}

/// The clues of a record, each by the name of its variable and by its value in the solution.
fn named(model: &Model, point: u64, record: &Value) -> Result<Option<Clues>, Wrong> {
    let Some(list) = record["clues"].as_array() else { return Ok(None) };
    let mut clues: Clues = 0;
    for clue in list.iter().filter_map(Value::as_str) {
        let (name, value) = clue.strip_suffix("=0").map_or((clue, 1), |name| (name, 0));
        let place = model.names.iter().position(|other| other == name);
        let place = place.filter(|place| point >> place & 1 == value && clues >> place & 1 == 0);
        clues |= 1 << place.ok_or_else(|| format!("{clue} is unknown, or occurs twice"))?;
    }
    if clues.count_ones() as usize == list.len() { Ok(Some(clues)) } else { Err(format!("no names: {list:?}")) }
}

/// Every variable of `model` may be a clue, with its value at `point`.
fn truth(model: &Model, point: u64) -> Truth {
    let others = model.points().into_iter().filter(|other| *other != point);
    Truth::new(model.names.len(), others.map(|other| other ^ point).collect())
}

/// A small model, its solution, and a variable that has both values among the points if one has.
fn base(rng: &mut Rng) -> (Model, u64, usize) {
    let (mut model, point) = models::random(rng, 4);
    // What is added here has the last word.
    model.rows.truncate(2);
    model.fixed.fill(None);
    let i = rng.random_range(0..model.names.len());
    (model, point, i)
}

/// A row of units over some variables that holds at `point`: its terms and a right side.
fn row(model: &Model, point: u64, rng: &mut Rng) -> (Vec<(usize, i128)>, i128) {
    let mut terms: Vec<(usize, i128)> = Vec::new();
    for i in 0..model.names.len() {
        if terms.is_empty() || rng.random_bool(0.7) {
            terms.push((i, ONE * i128::from(rng.random_range(1..=2_u8))));
        }
    }
    let sum = terms.iter().map(|(i, a)| a * i128::from(point >> i & 1)).sum();
    (terms, sum)
}

fn lp(rng: &mut Rng) -> Option<Quirk> {
    let (mut model, point, i) = base(rng);
    let kind = rng.random_range(0..9);
    // Names like words, rows with two sides, a variable twice, a bound beside `Binaries`: docs/formats/solutions.md has
    // them read.
    let may_be_refused = !matches!(kind, 0 | 5 | 7 | 8);
    match kind {
        0 => {
            let names = ["inf_1", "infeasible_2", "info", "INF_a"];
            model.names[i] = (*names.choose(rng)?).to_owned();
        }
        1 => model.names[i] = (*["e1", "E2", "free", "st", "end", "bin", "inf", "max", "e"].choose(rng)?).to_owned(),
        _ => {}
    }
    let plain = models::lp(&model, rng).replace("\r\n", "\n");
    let (terms, here) = row(&model, point, rng);
    let sum = models::sum(&model, &terms, rng).replace('\n', " ");
    let mut added = Row { terms, high: Some(here), ..Row::default() };
    let line = match kind {
        2 => {
            let constant = ONE * i128::from(rng.random_range(1..4_u8));
            format!("{sum} + {} <= {}", decimal(constant, rng), decimal(here + constant, rng))
        }
        3 => {
            // The number 30, wherever a reader might see three times a variable `e1`.
            format!("{sum} + 3e1 <= {}", decimal(here + 30 * ONE, rng))
        }
        4 => {
            // Six times the first variable, if anything.
            let first = added.terms.first().copied()?.0;
            added.terms.push((first, 6 * ONE));
            added.high = Some(here + 6 * ONE * i128::from(point >> first & 1));
            format!("{sum} + 2 3 {} <= {}", model.names[first], decimal(added.high?, rng))
        }
        5 => {
            added.low = Some(here - ONE);
            format!("{} <= {sum} <= {}", decimal(here - ONE, rng), decimal(here, rng))
        }
        6 => {
            let last = rng.random_range(0..model.names.len());
            added.terms.push((last, -ONE));
            added.high = Some(here - ONE * i128::from(point >> last & 1));
            format!("{sum} <= {} + {}", model.names[last], decimal(added.high?, rng)).replace("+ -", "- ")
        }
        7 => {
            // A variable that occurs twice counts twice.
            let first = added.terms.first().copied()?.0;
            added.terms.push((first, ONE));
            added.high = Some(here + ONE * i128::from(point >> first & 1));
            format!("{sum} + {} <= {}", model.names[first], decimal(added.high?, rng))
        }
        _ => format!("{sum} <= {}", decimal(here, rng)),
    };
    model.rows.push(added);
    let at = plain.to_ascii_lowercase().find("\nsubject to\n").map(|at| at + 12).or_else(|| {
        let lower = plain.to_ascii_lowercase();
        lower.find("\ns.t.\n").map(|at| at + 6).or_else(|| lower.find("\nst\n").map(|at| at + 4))
    })?;
    let mut text = format!("{} added: {line}\n{}", &plain[..at], &plain[at..]);
    if kind == 8 {
        // Fixed by a bound, and declared binary.
        let lower = text.to_ascii_lowercase();
        let section = ["\nbinary\n", "\nbinaries\n", "\nbin\n"].iter().find_map(|word| lower.find(word))?;
        if lower.contains("\nbounds\n") {
            return None;
        }
        model.fixed[i] = Some(point >> i & 1 == 1);
        text.insert_str(section, &format!("\nBounds\n {} = {}", model.names[i], point >> i & 1));
    }
    Some(Quirk { file: "m.lp", text, point, meaning: model, may_be_refused })
}

fn mps(rng: &mut Rng) -> Option<Quirk> {
    let (mut model, point, i) = base(rng);
    let (terms, here) = row(&model, point, rng);
    model.rows.push(Row { name: "added".to_owned(), terms, high: Some(here), ..Row::default() });
    let mut text = models::mps(&model, rng).replace("\r\n", "\n");
    let (name, value) = (model.names[i].clone(), point >> i & 1);
    let at_end = |text: &mut String, lines: &str| {
        let at = text.rfind("ENDATA").unwrap_or(text.len());
        text.insert_str(at, lines);
    };
    let mut may_be_refused = true;
    match rng.random_range(0..7) {
        0 => {
            // A second bound: it fixes the variable. Lines with FX may be appended to a file.
            let line = if value == 1 && rng.random_bool(0.3) { " LO" } else { " FX" };
            may_be_refused = line != " FX";
            at_end(&mut text, &format!("{line} BND  {name}  {value}\n"));
            model.fixed[i] = Some(value == 1);
        }
        1 => {
            // An entry twice counts twice, if it counts.
            let last = model.rows.last_mut()?;
            let (first, _) = *last.terms.first()?;
            last.terms.push((first, ONE));
            let at = text.find("RHS\n")?;
            let at = text[..at].rfind(&format!("\n    {:<8}", model.names[first])).map(|at| at + 1)?;
            text.insert_str(at, &format!("    {:<8}  added     1\n", model.names[first]));
        }
        2 => {
            // A right side twice: refused, or the last one.
            let last = model.rows.last_mut()?;
            last.high = Some(here + ONE);
            if !text.contains("\nRANGES\n") && here != 0 {
                let at = text.find("BOUNDS\n")?;
                text.insert_str(at, &format!("    RHS       added     {}\n", decimal(here + ONE, rng)));
            } else {
                return None;
            }
        }
        3 => {
            // A column in two parts.
            let last = model.rows.last_mut()?;
            if last.terms.iter().any(|(v, _)| *v == 0) {
                return None;
            }
            last.terms.push((0, ONE));
            last.high = Some(here + ONE * i128::from(point & 1));
            let text = split(&models::mps(&model, rng).replace("\r\n", "\n"), &model.names[0])?;
            return Some(Quirk { file: "m.mps", text, point, meaning: model, may_be_refused: true });
        }
        4 => {
            // A row of a name that is there.
            let at = text.find("COLUMNS\n")?;
            text.insert_str(at, " L  added\n");
        }
        5 => {
            // A number for the objective's right side is a constant of the objective.
            let at = text.find("RHS\n")? + 4;
            let set = text[at..]
                .split_whitespace()
                .next()
                .filter(|word| ["RHS", "rhs1", "B"].contains(word))
                .unwrap_or("RHS");
            text.insert_str(at, &format!("    {set:<8}  obj       -3\n"));
            may_be_refused = false;
        }
        _ => {
            // An integer without any bound is binary.
            if !text.contains("INTORG") {
                return None;
            }
            let lines: Vec<&str> =
                text.lines().filter(|line| !(line.contains(" BND ") && line.contains(&name))).collect();
            text = lines.join("\n") + "\n";
            may_be_refused = false;
        }
    }
    Some(Quirk { file: "m.mps", text, point, meaning: model, may_be_refused })
}

/// The first line of a column moved after all others.
fn split(text: &str, name: &str) -> Option<String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let is_of_column = |line: &&str| line.starts_with("    ") && line.split_whitespace().next() == Some(name);
    let columns = lines.iter().position(|line| *line == "COLUMNS")?;
    let right = lines.iter().position(|line| *line == "RHS")?;
    if lines[columns..right].iter().filter(|line| is_of_column(line)).count() < 2 {
        return None;
    }
    let first = (columns..right).find(|at| is_of_column(&lines[*at]))?;
    let mut end = right - 1;
    if lines[end].contains("INTEND") {
        end -= 1;
    }
    let line = lines.remove(first);
    lines.insert(end, line);
    Some(lines.join("\n") + "\n")
}

/// A file with a mistake in it, and now and then a solution with one.
fn mutant(rng: &mut Rng, lab: &mut Lab) -> Result<(), Wrong> {
    let (model, point) = models::random(rng, 5);
    let (file, mut text) =
        if rng.random_bool(0.5) { ("m.lp", models::lp(&model, rng)) } else { ("m.mps", models::mps(&model, rng)) };
    let mut solution = models::solution(&model, point, rng);
    for _ in 0..rng.random_range(1..=3) {
        let target = if rng.random_bool(0.9) { &mut text } else { &mut solution };
        *target = mutated(target, rng);
    }
    lab.write(file, &text)?;
    lab.write("m.sol", &solution)?;
    let args =
        ["--model", file, "--solution", "m.sol", "--both-signs", "--time-limit", "20"].map(str::to_owned).to_vec();
    let args: Vec<String> = ["fcp".to_owned()].into_iter().chain(args).collect();
    let output = lab.run(&args)?;
    match output.code {
        Some(0) => Ok(()),
        Some(3) if !output.stderr.trim().is_empty() => {
            lab.n_refused += 1;
            Ok(())
        }
        code => Err(format!("exit code {code:?} for a file with a mistake: {}", output.stderr.trim())),
    }
}

fn mutated(text: &str, rng: &mut Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.is_empty() {
        return text.to_owned();
    }
    let at = rng.random_range(0..lines.len());
    match rng.random_range(0..7) {
        0 => {
            lines.remove(at);
        }
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            let other = rng.random_range(0..lines.len());
            lines.swap(at, other);
        }
        3 => {
            let mut words: Vec<&str> = lines[at].split(' ').collect();
            words.remove(rng.random_range(0..words.len()));
            lines[at] = words.join(" ");
        }
        4 => {
            let other = rng.random_range(0..lines.len());
            lines[at] = format!("{} {}", lines[at], lines[other]);
        }
        5 => {
            let odd = one_of(
                rng,
                &["inf", "-inf", "1e999", "nan", "3e1", "free", "RANGES", "End", "[", "^2", "\t", ":", "1e-12", "0x1"],
            );
            lines[at] = format!("{} {odd}", lines[at]);
        }
        _ => {
            let mut chars: Vec<char> = lines[at].chars().collect();
            if !chars.is_empty() {
                let place = rng.random_range(0..chars.len());
                chars[place] =
                    *['x', '1', ' ', '-', '+', '.', '<', '=', ':', 'e', '\u{e9}'].choose(rng).unwrap_or(&'x');
            }
            lines[at] = chars.into_iter().collect();
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    /// The first meaning of a file that must be read has the solution; and every kind of file comes up.
    #[test]
    fn quirks_are_made() {
        let mut rng = Rng::seed_from_u64(5);
        let mut n = [0; 2];
        for _ in 0..400 {
            for (i, quirk) in [lp(&mut rng), mps(&mut rng)].into_iter().enumerate() {
                let Some(quirk) = quirk else { continue };
                assert!(quirk.may_be_refused || quirk.meaning.has(quirk.point), "{}", quirk.text);
                n[i] += 1;
            }
        }
        assert!(n[0] > 300 && n[1] > 200, "{n:?}");
    }

    #[test]
    fn clues_have_the_values_of_the_solution() {
        let (mut model, _) = models::random(&mut Rng::seed_from_u64(1), 4);
        model.names = ["a", "b=", "c"].map(str::to_owned).to_vec();
        let named = |clues: Value| named(&model, 0b101, &serde_json::json!({"clues": clues}));
        assert_eq!(named(serde_json::json!(["c", "b==0"])), Ok(Some(0b110)));
        assert_eq!(named(Value::Null), Ok(None));
        for wrong in [&["a=0"][..], &["b="], &["a", "a"], &["d"]] {
            assert!(named(serde_json::json!(wrong)).is_err(), "{wrong:?}");
        }
        assert!(named(serde_json::json!(["a", 2])).is_err());
    }

    #[test]
    fn a_column_is_split() {
        let text = "COLUMNS\n    a  r  1\n    a  s  1\n    b  r  1\nRHS\n";
        assert_eq!(split(text, "a").as_deref(), Some("COLUMNS\n    a  s  1\n    b  r  1\n    a  r  1\nRHS\n"));
        assert_eq!(split(text, "b"), None);
    }
}
