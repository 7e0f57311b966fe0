//! The verbs that make, class and exchange puzzles, and the teaching solvers: what cannot be a case, since something is
//! computed, drawn at random or compared from run to run.

use std::fmt::Write as _;
use std::fs;

use minclue_core::base::rng;
use minclue_core::sudoku::{Shape, Transform, line, random_grid};
use minclue_testkit::shared_data;
use rand::seq::SliceRandom as _;
use serde_json::Value;

use crate::{run, said};

/// Puzzle B of maniccam-2013, Fig. 4.
const B: &str = "12.4..3..3...1..5...6...1..7...9.....4.6.3.....3..2...5...8.7....7.....5.......98";
/// The most canonical grid.
const CANONICAL: &str = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn records(args: &[&str], stdin: &str) -> Vec<Value> {
    let args = [args, &["--format", "jsonl"]].concat();
    let run = run(&args, stdin);
    assert_eq!(run.code, 0, "{args:?}: {}", run.stderr);
    run.records()
}

#[test]
fn every_generated_puzzle_can_be_made_again_by_its_command() {
    for options in [
        &["-n", "3", "--clues", "24..30"][..],
        &["-n", "2", "--density", "0.4", "--valid"],
        &["-n", "2", "--symmetry", "half-turn", "--minimal"],
        &["-n", "2", "--shape", "2x3", "--ctn", "2..40", "--dig", "rows"],
        &["-n", "2", "--grids", "--shape", "1x5"],
        &["-n", "2", "--grids", "--uniform"],
        &["-n", "2", "--fill", "uniform", "--shape", "2x3", "--clues", "12.."],
        &["-n", "1", "--density", "0.3", "--clues", "22", "--max-attempts", "200000"],
        &["--from", CANONICAL, "--tries", "1000..", "--clues", "24.."],
    ] {
        let args = [&["generate", "--seed", "9"], options].concat();
        for record in records(&args, "") {
            let command = record["recipe"]["command"].as_str().expect("a command");
            let mut words = command.split(' ');
            assert_eq!(words.next(), Some("minclue"));
            let again = said(&words.collect::<Vec<_>>(), "");
            assert_eq!(again.trim_end(), record["puzzle"].as_str().expect("a puzzle"), "{command}");
        }
    }
}

/// Without a seed every run is another one, and its record makes it again; with one, all runs are the same.
#[test]
fn what_is_meant_to_be_random_differs_from_run_to_run() {
    let made = |args: &[&str]| -> Vec<Value> { records(&[&["generate", "-n", "5"], args].concat(), "") };
    let puzzles = |records: &[Value]| -> Vec<Value> { records.iter().map(|record| record["puzzle"].clone()).collect() };
    let (one, other) = (made(&[]), made(&[]));
    assert!(puzzles(&one).iter().all(|puzzle| !puzzles(&other).contains(puzzle)), "5 puzzles are the same");
    let seed = one[0]["recipe"]["seed"].as_u64().expect("a seed");
    assert_eq!(puzzles(&made(&["--seed", &seed.to_string()])), puzzles(&one));
    for record in &one {
        assert_eq!(record["recipe"]["seed"], seed, "one run has one seed");
        let command = record["recipe"]["command"].as_str().expect("a command");
        let again = said(&command.split(' ').skip(1).collect::<Vec<_>>(), "");
        assert_eq!(again.trim_end(), record["puzzle"].as_str().expect("a puzzle"));
    }
    // Of both ways in which a teaching solver is random, the seed is in the record too.
    for verb in [&["classic", "fill", "--order", "random"][..], &["classic", "search", "--ties", "random"]] {
        let run = |more: &[&str]| records(&[verb, more, &[B]].concat(), "").remove(0);
        let (one, other) = (run(&[]), run(&[]));
        assert_ne!(one["seed"], other["seed"], "{verb:?}");
        let again = run(&["--seed", &one["seed"].to_string()]);
        let counts = |record: &Value| {
            let count = |part: &Value| (part["recursions"].clone(), part["depth"].clone());
            let strategies = record["strategies"].as_array().map(|parts| parts.iter().map(count).collect::<Vec<_>>());
            (record["tries"].clone(), record["solution"].clone(), strategies)
        };
        assert_eq!(counts(&again), counts(&one), "{verb:?}");
    }
}

#[test]
fn isomorphic_puzzles_are_one_class() {
    let mut rng = rng(8);
    let mut lines = Vec::new();
    for (r, c, n_clues) in [(2, 2, 6), (2, 3, 12), (3, 2, 12), (3, 3, 26), (4, 4, 120), (1, 5, 9)] {
        let shape = Shape::new(r, c).expect("a shape");
        let grid = random_grid::<4>(shape, &mut rng);
        let mut cells: Vec<_> = shape.cells().collect();
        cells.shuffle(&mut rng);
        let puzzle = grid.puzzle::<4>(cells[..n_clues].iter().copied().collect());
        let images: Vec<String> = (0..5).map(|_| line(&Transform::random(shape, &mut rng).puzzle(&puzzle))).collect();
        let shape = shape.to_string();
        let all = images.join("\n");
        assert_eq!(said(&["canon", "--shape", &shape, "--distinct"], &all).lines().count(), 1, "{shape}");
        let records = records(&["canon", "--shape", &shape, "--same-as", &images[0]], &all);
        assert!(records.iter().all(|r| r["isomorphic"] == true && r["class"] == 1), "{shape}");
        lines.push(images[0].clone());
    }
    // A class of each shape: the same line would mean the same puzzle.
    assert_eq!(lines.iter().collect::<std::collections::BTreeSet<_>>().len(), 6);
}

#[test]
fn a_transform_of_a_record_leads_to_the_form() {
    let record = &records(&["canon"], &format!("{B}\n"))[0];
    let numbers = |name: &str| -> Vec<usize> {
        record["transform"][name]
            .as_array()
            .expect("a list")
            .iter()
            .map(|v| v.as_u64().expect("a number") as usize)
            .collect()
    };
    let (cells, digits) = (numbers("cells"), numbers("digits"));
    let mut image = vec!['.'; 81];
    for (at, c) in B.chars().enumerate() {
        if let Some(digit) = c.to_digit(10) {
            image[cells[at]] = char::from_digit(digits[digit as usize - 1] as u32, 10).expect("a digit");
        }
    }
    assert_eq!(record["minlex"], image.into_iter().collect::<String>());
}

/// The last clues of a 25x25 grid take hours.
#[test]
fn a_limit_leaves_a_puzzle_that_is_not_yet_minimal() {
    let grid = said(&["generate", "--grids", "--shape", "5x5", "--seed", "1"], "");
    let output = run(&["minimize", "--time-limit", "200ms", "--format", "jsonl"], &grid);
    assert_eq!(output.code, 4, "{}", output.stderr);
    let record = &output.records()[0];
    assert_eq!((&record["status"], &record["minimal"]), (&Value::from("time_limit"), &Value::from(false)));
    assert!(record["n_clues"].as_u64().is_some_and(|n_clues| n_clues < 625));
    let checked = run(&["check", "--require-valid", record["puzzle"].as_str().expect("a puzzle")], "");
    assert_eq!(checked.code, 0, "{}", checked.stderr);
    let shown = run(&["minimize", "--time-limit", "200ms"], &grid);
    assert!(shown.stderr.contains("line 1: not minimal yet, time limit reached"), "{}", shown.stderr);
}

/// {-1+1} of 17-clue puzzles leads to other 17-clue puzzles, and none that is not in Royle's list.
#[test]
fn neighbors_of_seventeen_clues_are_in_the_list() {
    let Some(file) = shared_data("royle_17_clue.txt") else { return };
    let list = fs::read_to_string(&file).expect("the list");
    let some: String = list.lines().step_by(500).fold(String::new(), |mut all, puzzle| {
        let _ = writeln!(all, "{puzzle}");
        all
    });
    let found = records(&["neighbors", "--remove", "1", "--add", "1"], &some);
    let (puzzles, ends): (Vec<&Value>, Vec<&Value>) = found.iter().partition(|r| r["schema"] == "minclue-puzzle/1");
    assert!(ends.iter().all(|r| r["complete"] == true) && puzzles.len() > 20, "{} puzzles", puzzles.len());
    let known = ["neighbors", "--remove", "1", "--add", "1", "--count", "--known", file.to_str().expect("a name")];
    let counts = said(&known, &some);
    assert!(counts.lines().all(|n| n == "0"), "a puzzle with 17 clues that the list does not have");
}

#[test]
fn a_trace_has_every_change_of_the_board_and_ends_with_the_record() {
    for (args, names) in [
        (&["classic", "fill", "--trace", B][..], vec!["fill"]),
        (&["classic", "search", "--trace", "--strategies", "mrv,ctn", B], vec!["mrv", "ctn"]),
    ] {
        let mut lines = run(args, "").records();
        let record = lines.pop().expect("the record");
        let solution = record["solution"].as_str().expect("a solution");
        for name in names {
            let mut cells: Vec<String> = B.chars().map(String::from).collect();
            let steps: Vec<&Value> = lines.iter().filter(|line| line["solver"] == name).collect();
            for (number, step) in (1..).zip(&steps) {
                assert_eq!((&step["schema"], &step["step"]), (&"minclue-trace/1".into(), &Value::from(number)));
                let digit = step.get("digit").map_or_else(|| ".".to_owned(), Value::to_string);
                cells[step["cell"].as_u64().expect("a cell") as usize] = digit;
            }
            let count = &steps.last().expect("steps")["count"];
            let strategies = record.get("strategies").and_then(Value::as_array);
            let of_name = |s: &&Value| s["strategy"] == name;
            let whole =
                strategies.and_then(|all| all.iter().find(of_name)).map_or(&record["tries"], |s| &s["recursions"]);
            assert_eq!(count, whole, "{name}");
            // CtN stops where the rest follows.
            assert!(cells.concat().chars().zip(solution.chars()).all(|(c, s)| c == '.' || c == s), "{name}");
        }
    }
}
