//! `minclue check` of puzzles with several solutions, by the built program: two of them are held against the rules.

use minclue_core::base::{CellSet, Index};
use minclue_core::sudoku::{Puzzle, Reader, Uniqueness, classify};
use serde_json::Value;

use crate::minclue;

/// 16 clues and two solutions, by brute force.
const TWO: &str = "5.2...4.....71...3..............46...7.2......1.......6....2.......3..1.4........";

fn record(args: &[&str]) -> Value {
    let output = minclue().run([&["check", "--format", "jsonl"], args].concat());
    assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{args:?}");
    output.record()
}

fn puzzle(line: &str, shape: &str) -> Puzzle {
    let shape = Some(shape.parse().expect("a shape"));
    Reader::new(line.as_bytes(), shape).flatten().next().expect("a puzzle").puzzle
}

fn cells(value: &Value) -> Vec<usize> {
    let cells = value.as_array().expect("cells").iter();
    cells.map(|cell| cell.as_u64().expect("a cell") as usize).collect()
}

/// The two solutions of a record are solutions, and differ in its cells exactly.
fn assert_two_solutions(line: &str, record: &Value) -> Vec<usize> {
    let shape = record["shape"].as_str().expect("a shape");
    let two: Vec<Puzzle> = (0..2)
        .map(|i| puzzle(record["ambiguity"]["solutions"][i].as_str().expect("a grid"), shape))
        .inspect(|grid| assert!(grid.as_grid().is_some(), "it keeps the rules and is complete"))
        .collect();
    let given = puzzle(line, shape);
    let differing: Vec<usize> =
        given.shape().cells().filter(|&c| two[0].get(c) != two[1].get(c)).map(Index::get).collect();
    assert_eq!(cells(&record["ambiguity"]["cells"]), differing);
    assert!(!differing.is_empty());
    for grid in &two {
        assert!(given.shape().cells().all(|c| given.get(c).is_none() || given.get(c) == grid.get(c)));
    }
    differing
}

#[test]
fn of_two_solutions_every_cell_that_is_named_decides() {
    let record = record(&[TWO]);
    assert_eq!((&record["solutions"], &record["valid"]), (&"several".into(), &false.into()));
    assert_eq!((&record["n_solutions"], &record["n_solutions_is_exact"]), (&2.into(), &true.into()));
    for cell in assert_two_solutions(TWO, &record) {
        let grid =
            puzzle(record["ambiguity"]["solutions"][0].as_str().expect("a grid"), "3x3").as_grid().expect("a grid");
        let clues = puzzle(TWO, "3x3").clues::<2>() | CellSet::only(Index::new(cell));
        assert_eq!(classify::<2>(&grid.puzzle(clues)), Uniqueness::One(grid));
    }
}

#[test]
fn puzzles_of_every_shape_show_two_solutions_that_are_close() {
    let one_clue = |n: usize| format!("1{}", ".".repeat(n * n - 1));
    for (shape, n, min) in [("2x2", 4, 4), ("2x3", 6, 4), ("1x5", 5, 4), ("3x3", 9, 4), ("3x4", 12, 4), ("4x4", 16, 4)]
    {
        let line = one_clue(n);
        let record = record(&["--shape", shape, &line]);
        let differing = assert_two_solutions(&line, &record);
        assert!((min..=2 * n).contains(&differing.len()), "{shape}: {differing:?}");
        assert!(record["n_solutions"].as_u64().is_some_and(|n| (2..=1000).contains(&n)), "{shape}");
    }
    // By the 288 grids of 4x4: a quarter has a 1 in the corner.
    let four = record(&[&one_clue(4)]);
    assert_eq!((&four["n_solutions"], &four["n_solutions_is_exact"]), (&72.into(), &true.into()));
    let nine = record(&[&one_clue(9)]);
    assert_eq!((&nine["n_solutions"], &nine["n_solutions_is_exact"]), (&1000.into(), &false.into()));
}

/// The largest grid with hardly a clue: an answer, or a limit that was heard.
#[test]
fn a_limit_is_heard_and_leaves_what_is_known() {
    let output = minclue().run(["check", "--time-limit", "2", "--format", "jsonl", &format!("A{}", ".".repeat(624))]);
    let record = output.record();
    match output.code {
        0 => drop(assert_two_solutions(&format!("A{}", ".".repeat(624)), &record)),
        4 => assert!(record["status"] == "time_limit" && record.get("solutions").is_none()),
        other => panic!("{other}"),
    }
}
