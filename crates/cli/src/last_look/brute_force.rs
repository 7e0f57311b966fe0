//! Small questions with all kinds of conditions, asked as people ask them, against a look at every choice.

use std::cell::RefCell;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::rc::Rc;

use minclue_core::base::{Interrupt, Rng, rng};
use minclue_core::sudoku::{Shape, all_grids};
use rand::Rng as _;
use serde_json::Value;

use crate::embedded::{Host, Request};

/// Keeps the records of a run.
#[derive(Default)]
struct Kept(RefCell<Vec<String>>);

impl Host for Kept {
    fn record(&self, json: String) -> io::Result<()> {
        self.0.borrow_mut().push(json);
        Ok(())
    }

    fn bounds(&self, _: usize, _: Option<usize>, _: Option<String>) {}
}

/// Runs a verb: the exit code, its last record, and what was said.
fn run(words: &[String]) -> (u8, Value, String) {
    let kept = Rc::new(Kept::default());
    let more = ["--quiet", "--color=never", "--format=jsonl"].map(OsString::from);
    let request =
        Request::new(words.iter().map(OsString::from).chain(more)).unwrap_or_else(|e| panic!("{words:?}: {e:?}"));
    let ended = request.run(Vec::new(), &Interrupt::default(), Rc::clone(&kept) as _);
    let record = kept.0.borrow().last().map_or(Value::Null, |json| serde_json::from_str(json).expect("json"));
    (ended.code, record, format!("{:?}", ended.messages))
}

/// A row over things: their coefficients, and a sense and a right side.
struct Row(Vec<i64>, &'static str, i64);

/// Conditions on the choice of some things.
#[derive(Default)]
struct Conditions {
    given: Vec<usize>,
    forbidden: Vec<usize>,
    weights: Option<Vec<i64>>,
    rows: Vec<Row>,
}

impl Conditions {
    /// Some at random; `least` is the least weight.
    fn new(n: usize, least: i64, rng: &mut Rng) -> Self {
        let mut some = |p: f64| -> Vec<usize> { (0..n).filter(|_| rng.random_bool(p)).collect() };
        let (given, forbidden) = (some(0.15), some(0.2));
        let weights = rng.random_bool(0.5).then(|| (0..n).map(|_| rng.random_range(least..=4)).collect());
        let rows = (0..rng.random_range(0..=2))
            .map(|_| {
                let a: Vec<i64> = (0..n).map(|_| rng.random_range(-2..=2)).collect();
                Row(a, ["<=", ">=", "="][rng.random_range(0..3)], rng.random_range(-2..=3))
            })
            .collect();
        Self { given, forbidden, weights, rows }
    }

    fn keeps(&self, choice: usize) -> bool {
        let has = |item: &usize| choice >> item & 1 == 1;
        let holds = |Row(a, sense, rhs): &Row| {
            let sum: i64 = (0..a.len()).filter(has).map(|item| a[item]).sum();
            // A row about nothing does not stand in the file.
            let is_empty = a.iter().all(|a| *a == 0);
            is_empty
                || match *sense {
                    "<=" => sum <= *rhs,
                    ">=" => sum >= *rhs,
                    _ => sum == *rhs,
                }
        };
        self.given.iter().all(has) && !self.forbidden.iter().any(has) && self.rows.iter().all(holds)
    }

    fn weight(&self, choice: usize) -> i64 {
        let has = |item: &usize| choice >> item & 1 == 1;
        (0..usize::BITS as usize).filter(has).map(|item| self.weights.as_ref().map_or(1, |weights| weights[item])).sum()
    }

    /// The options, with files in `folder`; things are called as `names` say, in the files and in lists of the options.
    fn options(&self, folder: &Path, names: &[String], in_rows: &[String]) -> Vec<String> {
        let mut options = Vec::new();
        for (option, items) in [("--given", &self.given), ("--forbidden", &self.forbidden)] {
            if !items.is_empty() {
                let list: Vec<&str> = items.iter().map(|item| names[*item].as_str()).collect();
                options.extend([option.to_owned(), list.join(",")]);
            }
        }
        let file = |name: &str, text: String| {
            let path = folder.join(name);
            std::fs::write(&path, text).expect("written");
            path.display().to_string()
        };
        if let Some(weights) = &self.weights {
            let text = names.iter().zip(weights).fold(String::new(), |mut text, (name, weight)| {
                let _ = writeln!(text, "{name} {weight}");
                text
            });
            options.extend(["--weights".to_owned(), file("w.txt", text)]);
        }
        let rows: Vec<&Row> = self.rows.iter().filter(|row| row.0.iter().any(|a| *a != 0)).collect();
        if !rows.is_empty() {
            options.extend(["--rows".to_owned(), file("r.lp", model(rows, in_rows))]);
        }
        options
    }
}

/// Rows as an LP file.
fn model<'r>(rows: impl IntoIterator<Item = &'r Row>, names: &[String]) -> String {
    let mut text = "Minimize\n obj:\nSubject To\n".to_owned();
    for (Row(a, sense, rhs), number) in rows.into_iter().zip(1..) {
        let _ = write!(text, " c{number}:");
        for (a, name) in a.iter().zip(names).filter(|(a, _)| **a != 0) {
            let _ = write!(text, " {} {} {name}", if *a < 0 { '-' } else { '+' }, a.abs());
        }
        let _ = writeln!(text, " {sense} {rhs}");
    }
    let _ = writeln!(text, "Binary\n {}\nEnd", names.join(" "));
    text
}

/// The least weight of a choice that is enough, among those that keep the conditions.
fn least(n: usize, conditions: &Conditions, is_enough: impl Fn(usize) -> bool) -> Option<i64> {
    let all = (0..1_usize << n).filter(|choice| conditions.keeps(*choice) && is_enough(*choice));
    all.map(|choice| conditions.weight(choice)).min()
}

/// The value that a record shows as proven, and what was chosen for it.
fn shown(record: &Value, names: &[String]) -> (Option<i64>, usize) {
    let value = record.get("optimum").or_else(|| record.get("minimum")).and_then(Value::as_i64);
    let bit = |item: usize| 1_usize << item;
    if let Some(puzzle) = record["puzzle"].as_str().filter(|_| record.get("grid").is_some()) {
        return (value, puzzle.chars().enumerate().filter(|(_, c)| *c != '.').map(|(cell, _)| bit(cell)).sum());
    }
    let chosen = record.get("leader").or_else(|| record.get("clues")).and_then(Value::as_array);
    let place = |name: &Value| names.iter().position(|other| Some(other.as_str()) == name.as_str()).expect("a name");
    (value, chosen.into_iter().flatten().map(|name| bit(place(name))).sum())
}

/// Asks a question under conditions, and compares the answer with the least weight that there is.
fn ask(words: &[String], names: &[String], conditions: &Conditions, is_enough: impl Fn(usize) -> bool) -> bool {
    let least = least(names.len(), conditions, &is_enough);
    let (code, record, said) = run(words);
    match least {
        None => assert!(code == 3, "nothing is right: {words:?}: {code} {record} {said}"),
        Some(least) => {
            let (value, chosen) = shown(&record, names);
            assert!(code == 0 && value == Some(least), "{least}: {words:?}: {code} {record} {said}");
            assert!(conditions.keeps(chosen) && is_enough(chosen), "{words:?}: {record}");
            assert_eq!(conditions.weight(chosen), least, "{words:?}: {record}");
        }
    }
    least.is_some()
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// The weights and rows of a leader have an engine of their own; `has_units` says that weights have none.
fn engine(rng: &mut Rng, options: &[String], has_units: bool) -> Vec<String> {
    if options.iter().any(|word| word == "--rows" || (word == "--weights" && !has_units)) {
        return Vec::new();
    }
    let engines: [&[&str]; 4] = [&[], &["--engine", "native"], &["--engine", "bilevel"], &["--engine", "both"]];
    words(engines[rng.random_range(0..4)])
}

fn numbered(n: usize, name: &str) -> Vec<String> {
    (1..=n).map(|number| format!("{name}{number}")).collect()
}

#[test]
fn hitting_sets_keep_all_conditions() {
    let mut rng = rng(1);
    let folder = tempfile::tempdir().expect("a folder");
    let (mut n_answered, mut n_none) = (0, 0);
    for _ in 0..250 {
        let n = rng.random_range(2..=5);
        let mut edges: Vec<Vec<usize>> = Vec::new();
        for _ in 0..rng.random_range(0..=4) {
            let edge: Vec<usize> = (0..n).filter(|_| rng.random_bool(0.4)).collect();
            edges.extend(Some(edge).filter(|edge| !edge.is_empty()));
        }
        let mut text = format!("p hs {n} {}\n", edges.len());
        for edge in &edges {
            text.push_str(&edge.iter().map(|vertex| (vertex + 1).to_string()).collect::<Vec<_>>().join(" "));
            text.push('\n');
        }
        let file = folder.path().join("h.hgr");
        std::fs::write(&file, text).expect("written");
        let (names, in_rows) = (numbered(n, ""), numbered(n, "x"));
        let conditions = Conditions::new(n, 1, &mut rng);
        let options = conditions.options(folder.path(), &names, &in_rows);
        let hits = |choice: usize| edges.iter().all(|edge| edge.iter().any(|vertex| choice >> vertex & 1 == 1));
        let file = file.display().to_string();
        let asked =
            [words(&["solve", "--hypergraph", &file]), engine(&mut rng, &options, true), options.clone()].concat();
        match ask(&asked, &names, &conditions, hits) {
            true => n_answered += 1,
            false => n_none += 1,
        }
        // All of them by number: a list knows no weights and rows.
        if conditions.rows.is_empty() && conditions.weights.is_none() {
            for k in 0..=n {
                let count = ["enumerate", "--hypergraph", &file, "--count", "-k", &k.to_string()].map(str::to_owned);
                let (code, record, _) = run(&[&count[..], &options[..]].concat());
                let all = (0..1_usize << n).filter(|choice| choice.count_ones() as usize == k);
                let all = all.filter(|choice| conditions.keeps(*choice) && hits(*choice)).count();
                assert!(code == 0 && record["n_hitting_sets"] == all, "{all}: {options:?}: {record}");
            }
        }
    }
    assert!(n_answered > 80 && n_none > 40, "{n_answered} {n_none}");
}

#[test]
fn puzzles_of_grids_keep_all_conditions() {
    let mut rng = rng(2);
    let folder = tempfile::tempdir().expect("a folder");
    let all = all_grids::<2>(Shape::new(2, 2).expect("a shape"), usize::MAX);
    assert_eq!(all.len(), 288);
    let text = all[17].to_string();
    let target: Vec<char> = text.chars().collect();
    let others: Vec<usize> = all
        .iter()
        .map(|other| other.to_string().chars().enumerate().filter(|(i, c)| *c != target[*i]).map(|(i, _)| 1 << i).sum())
        .filter(|differs| *differs != 0)
        .collect();
    let is_enough: Vec<bool> =
        (0..1_usize << 16).map(|choice| others.iter().all(|differs| choice & differs != 0)).collect();
    let names: Vec<String> = (0..16).map(|cell| format!("R{}C{}", cell / 4 + 1, cell % 4 + 1)).collect();
    let mut n_answered = 0;
    for _ in 0..40 {
        let mut conditions = Conditions::new(16, 0, &mut rng);
        conditions.rows.iter_mut().for_each(|row| row.0.iter_mut().skip(5).for_each(|a| *a = 0));
        let options = conditions.options(folder.path(), &names, &names);
        let asked = [words(&["solve", &text]), engine(&mut rng, &options, false), options].concat();
        n_answered += usize::from(ask(&asked, &names, &conditions, |choice| is_enough[choice]));
    }
    assert!(n_answered > 10, "{n_answered}");
}

/// Values of `n` variables that keep all rows.
fn points(n: usize, rows: &[Row]) -> Vec<usize> {
    (0..1_usize << n)
        .filter(|point| {
            rows.iter().all(|Row(a, sense, rhs)| {
                let sum: i64 = (0..n).filter(|var| point >> var & 1 == 1).map(|var| a[var]).sum();
                match *sense {
                    "<=" => sum <= *rhs,
                    ">=" => sum >= *rhs,
                    _ => sum == *rhs,
                }
            })
        })
        .collect()
}

#[test]
fn clues_of_models_keep_weights_and_rows() {
    let mut rng = rng(3);
    let folder = tempfile::tempdir().expect("a folder");
    let (mut n_asked, mut n_answered) = (0, 0);
    while n_asked < 60 {
        let n = rng.random_range(3..=6);
        let rows: Vec<Row> = Conditions::new(n, 1, &mut rng).rows;
        let rows: Vec<Row> = rows.into_iter().filter(|row| row.0.iter().any(|a| *a != 0)).collect();
        let points = points(n, &rows);
        let Some(target) = points.get(rng.random_range(0..points.len().max(1))).copied() else { continue };
        if rows.is_empty() {
            continue;
        }
        n_asked += 1;
        let names = numbered(n, "v");
        let paths = ["m.lp", "s.sol"].map(|name| folder.path().join(name).display().to_string());
        std::fs::write(&paths[0], model(&rows, &names)).expect("written");
        let values: String = (0..n).map(|var| format!("v{} {}\n", var + 1, target >> var & 1)).collect();
        std::fs::write(&paths[1], values).expect("written");
        let conditions = Conditions { given: Vec::new(), forbidden: Vec::new(), ..Conditions::new(n, 0, &mut rng) };
        // A clue may say either value.
        let is_enough = |choice: usize| points.iter().all(|point| *point == target || (point ^ target) & choice != 0);
        let options = match target + 1 == 1 << n {
            // With all variables 1, clues are called as the variables are.
            true => conditions.options(folder.path(), &names, &names),
            false => Vec::new(),
        };
        let conditions = if options.is_empty() { Conditions::default() } else { conditions };
        let asked = ["puzzle", "--model", &paths[0], "--solution", &paths[1], "--both-signs"].map(str::to_owned);
        let (_, record, _) = run(&asked);
        // Variables stand in the order of the rows; sorted, each is at its number.
        let mut listed: Vec<String> = record["problem"]["cells"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|name| name.as_str().unwrap_or_default().to_owned())
            .collect();
        listed.sort();
        assert_eq!(listed.len(), n, "{record}");
        n_answered += usize::from(ask(&[&asked[..], &options[..]].concat(), &listed, &conditions, is_enough));
    }
    assert!(n_answered > 30, "{n_answered}");
}

#[test]
fn explanations_keep_what_is_hard_weights_and_rows() {
    let mut rng = rng(4);
    let folder = tempfile::tempdir().expect("a folder");
    let (mut n_asked, mut n_answered) = (0, 0);
    while n_asked < 120 {
        let n_rows = rng.random_range(3..=6);
        let rows: Vec<Row> = (0..n_rows)
            .map(|_| {
                let mut a: Vec<i64> = (0..3).map(|_| rng.random_range(-2..=2)).collect();
                if a.iter().all(|a| *a == 0) {
                    a[0] = 1;
                }
                Row(a, ["<=", ">=", "="][rng.random_range(0..3)], rng.random_range(-1..=3))
            })
            .collect();
        if !points(3, &rows).is_empty() {
            continue;
        }
        n_asked += 1;
        let hard: Vec<usize> = (0..n_rows - 1).filter(|_| rng.random_bool(0.2)).collect();
        let soft: Vec<usize> = (0..n_rows).filter(|row| !hard.contains(row)).collect();
        let names: Vec<String> = soft.iter().map(|row| format!("c{}", row + 1)).collect();
        let file = folder.path().join("e.lp");
        std::fs::write(&file, model(&rows, &numbered(3, "v"))).expect("written");
        let conditions =
            Conditions { given: Vec::new(), forbidden: Vec::new(), ..Conditions::new(soft.len(), 1, &mut rng) };
        let is_enough = |choice: usize| {
            let is_kept = |row: &usize| {
                hard.contains(row)
                    || soft.iter().position(|other| other == row).is_some_and(|item| choice >> item & 1 == 1)
            };
            let kept: Vec<Row> =
                (0..n_rows).filter(is_kept).map(|row| Row(rows[row].0.clone(), rows[row].1, rows[row].2)).collect();
            points(3, &kept).is_empty()
        };
        let mut asked = words(&["explain", &file.display().to_string()]);
        if !hard.is_empty() {
            let names: Vec<String> = hard.iter().map(|row| format!("c{}", row + 1)).collect();
            asked.extend(["--hard".to_owned(), names.join(",")]);
        }
        let options = conditions.options(folder.path(), &names, &names);
        let asked = [asked, engine(&mut rng, &options, true), options].concat();
        n_answered += usize::from(ask(&asked, &names, &conditions, is_enough));
    }
    assert!(n_answered > 40, "{n_answered}");
}
