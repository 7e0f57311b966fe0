//! A puzzle that stands for its grid is an upper bound of every engine from the start, and the answer says whether it
//! is minimum.

use minclue_core::sudoku::{Entry, Reader, line};
use serde_json::Value;

use crate::minclue;

/// A puzzle of 9x9 with 17 clues, which is minimum: no grid has one with 16 (mcguire-2012).
const NINE: &str = "...64.2..1.8....3............9.18....7....6...........3......1.4..7......2.5.....";
/// Its grid.
const NINE_GRID: &str = "953647281168925437742183956639418725271359648584276193397864512415732869826591374";
/// A puzzle of 4x4 with 4 clues, which is minimum as of every 4x4 grid.
const FOUR: &str = "1......2..4..3..";
const FOUR_GRID: &str = "1234341221434321";
/// Engines with their options.
const ENGINES: [&[&str]; 9] = [
    &["--engine", "native"],
    &["--engine", "bilevel"],
    &["--engine", "bilevel", "--leaf", "lp", "--region-rows", "none"],
    &["--engine", "bilevel", "--cross-check"],
    &["--engine", "both"],
    &["--independent"],
    &["--engine", "checker2006"],
    &["--engine", "dmus"],
    &["--engine", "checker2012"],
];

/// The record of one answer, and the exit code.
fn solve(args: &[&str]) -> (Value, i32) {
    let output = minclue().run([&["solve", "--format", "jsonl"], args].concat());
    (output.record(), output.code)
}

fn entry(line: &str) -> Entry {
    Reader::new(line.as_bytes(), None).next().expect("an entry").expect("it reads")
}

#[test]
fn no_limit_makes_the_upper_bound_worse_than_the_puzzle_given() {
    for engine in ENGINES {
        // The second one is reached before an engine has asked anything.
        for (limit, status) in [("--node-limit", "node_limit"), ("--memory-limit", "memory_limit")] {
            let (record, code) = solve(&[engine, &[limit, "1", NINE]].concat());
            assert_eq!(
                (&record["upper_bound"], &record["status"]),
                (&17.into(), &status.into()),
                "{engine:?}: {record}"
            );
            assert_eq!(code, 4, "{record}");
            assert!(record["lower_bound"].as_u64().is_some_and(|lower| lower < 17), "{record}");
            assert_eq!(record["given"], serde_json::json!({"n_clues": 17}), "{record}");
            for part in record["engines"].as_array().into_iter().flatten() {
                assert_eq!(part["upper_bound"], 17, "{record}");
            }
        }
    }
}

#[test]
fn the_puzzle_given_is_an_upper_bound_on_large_grids() {
    let grid = entry(include_str!("../../instances/16x16.txt").lines().nth(1).expect("a grid"));
    let line = line(&grid.puzzle);
    // The first row and column follow from the rest.
    let puzzle: String = line.chars().enumerate().map(|(i, c)| if i < 16 || i % 16 == 0 { '.' } else { c }).collect();
    for engine in ["native", "bilevel"] {
        let (record, _) = solve(&["--engine", engine, "--memory-limit", "1", &puzzle]);
        // Without the puzzle it would be all 256 cells.
        assert!(record["upper_bound"].as_u64().is_some_and(|upper| upper <= 225), "{record}");
        let (record, _) = solve(&["--engine", engine, "--at-most", "225", &puzzle]);
        assert_eq!((&record["status"], &record["upper_bound"]), (&"decided".into(), &225.into()), "{record}");
    }
}

#[test]
fn the_local_search_starts_from_the_puzzle_given() {
    // Three clues more than needed.
    let more: String =
        NINE.chars().zip(NINE_GRID.chars()).enumerate().map(|(i, (c, digit))| if i < 5 { digit } else { c }).collect();
    assert_eq!(more.chars().filter(|c| *c != '.').count(), 20);
    for engine in [&["--engine", "native"][..], &["--engine", "bilevel"], &["--engine", "checker2012"]] {
        let (record, _) = solve(&[engine, &["--node-limit", "1", &more]].concat());
        // A minimal puzzle inside it has at most 19. Without it, as many nodes have only ever come to 20.
        assert!(record["upper_bound"].as_u64().is_some_and(|upper| upper < 20), "{record}");
        assert_eq!(record["given"], serde_json::json!({"n_clues": 20, "is_minimum": false}));
    }
}

#[test]
fn the_answer_says_whether_the_puzzle_given_is_minimum() {
    let one_empty = format!(".{}", &FOUR_GRID[1..]);
    for engine in ENGINES {
        for (puzzle, n_clues, is_minimum, line) in [
            (FOUR, 4, true, "the puzzle given has 4 clues: it is a minimum puzzle of its grid"),
            (&one_empty, 15, false, "the puzzle given has 15 clues; the minimum is 4"),
        ] {
            let (record, code) = solve(&[engine, &[puzzle]].concat());
            assert_eq!((&record["minimum"], code), (&4.into(), 0), "{engine:?}: {record}");
            assert_eq!(record["given"], serde_json::json!({"n_clues": n_clues, "is_minimum": is_minimum}), "{record}");
            let said = minclue().run([&["solve", "--format", "text"], engine, &[puzzle]].concat()).text;
            assert!(said.lines().any(|said| said == line), "{engine:?}: {said}");
        }
    }
}

#[test]
fn what_is_not_known_of_the_puzzle_given_is_not_claimed() {
    let said = minclue().run(["solve", "--node-limit", "1", NINE]).text;
    assert!(said.contains("the puzzle given has 17 clues; whether fewer are enough is not known\n"), "{said}");
    let more = format!("9{}", &NINE[1..]);
    let said = minclue().run(["solve", "--at-most", "17", "--engine", "native", &more]).text;
    assert!(said.contains("the puzzle given has 18 clues; 17 are enough\n"), "{said}");
}

#[test]
fn a_grid_gives_no_puzzle() {
    let (record, _) = solve(&[FOUR_GRID]);
    assert!(record.get("given").is_none(), "{record}");
    assert!(!minclue().run(["solve", FOUR_GRID]).text.contains("given"));
}

#[test]
fn a_puzzle_given_answers_what_it_can_at_once() {
    for engine in ENGINES {
        if engine.contains(&"--cross-check") {
            continue;
        }
        for (question, answer) in [(["--at-most", "17"], "yes"), (["--at-least", "18"], "no")] {
            let (record, code) = solve(&[engine, &question, &[NINE]].concat());
            assert_eq!(
                (&record["status"], &record["upper_bound"], code),
                (&"decided".into(), &17.into(), 0),
                "{record}"
            );
            assert_eq!(record["puzzle"], NINE);
            let parts = record["engines"].as_array().map_or_else(|| vec![&record], |parts| parts.iter().collect());
            for part in parts {
                assert_eq!((&part["n_nodes"], &part["start"]["n_sets"]), (&0.into(), &0.into()), "{record}");
            }
            let said = minclue().run([&["solve", "--format", "text"], engine, &question, &[NINE]].concat()).text;
            assert!(said.contains(&format!("{answer}: a puzzle with 17 clues, found")), "{said}");
        }
    }
    // A limit that came before does not take the answer away.
    let (record, code) = solve(&["--at-most", "17", "--memory-limit", "1", NINE]);
    assert_eq!((&record["status"], code), (&"decided".into(), 0), "{record}");
}

#[test]
fn a_certificate_of_a_stopped_run_has_the_puzzle_given() {
    for engine in ["native", "bilevel"] {
        let program = minclue();
        let args = ["solve", "--engine", engine, "--certify", "c", "--format", "jsonl"];
        let output = program.run([&args[..], &["--memory-limit", "1", NINE]].concat());
        let record = output.record();
        assert_eq!((&record["upper_bound"], &record["certified"]), (&17.into(), &true.into()), "{record}");
        let verdict = program.run(["verify", "--format", "jsonl", "c"]);
        let verdict = verdict.record();
        assert_eq!((&verdict["verified"], &verdict["upper_bound"]), (&true.into(), &17.into()), "{verdict}");
        // And one that ends: the puzzle is as good as any other.
        let output = program.run(["solve", "--engine", engine, "--certify", "d", "--format", "jsonl", FOUR]);
        let record = output.record();
        assert_eq!((&record["minimum"], &record["certified"]), (&4.into(), &true.into()), "{record}");
        let verdict = program.run(["verify", "d"]).text;
        assert!(verdict.starts_with("VERIFIED minimum = 4"), "{verdict}");
    }
}
