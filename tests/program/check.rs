//! `minclue check` of puzzles that are not valid, by the built program: what it shows is held against the rules.

use minclue_core::base::{CellSet, Index};
use minclue_core::sudoku::{Puzzle, Reader, Uniqueness, classify};
use serde_json::Value;

use crate::minclue;

/// 16 clues and two solutions, by brute force.
const TWO: &str = "5.2...4.....71...3..............46...7.2......1.......6....2.......3..1.4........";
/// R1C4 sees 1, 2 and 3 in its row and a 4 in its column.
const NONE: &str = "123........4....";

fn said(args: &[&str]) -> String {
    let output = minclue().run(args);
    assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{args:?}");
    output.text
}

fn record(args: &[&str]) -> Value {
    serde_json::from_str(&said(&[&["check", "--format", "jsonl"], args].concat())).expect("one record")
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

#[test]
fn clues_without_a_solution_that_contradict_each_other_are_named() {
    let none = record(&[NONE]);
    assert_eq!((&none["solutions"], &none["n_solutions"], &none["valid"]), (&"none".into(), &0.into(), &false.into()));
    assert_eq!(cells(&none["contradiction"]), [0, 1, 2, 11]);
    assert_eq!(
        said(&["check", "--format", "text", NONE]),
        "not valid: no solution\nno solution has these clues together: R1C1 R1C2 R1C3 R3C4\n"
    );
    let valid = record(&["1234341221434321"]);
    assert_eq!((&valid["n_solutions"], &valid["n_solutions_is_exact"]), (&1.into(), &true.into()));
    assert!(valid.get("ambiguity").is_none() && valid.get("contradiction").is_none());
}

/// No Latin square fits these nine regions, with or without the two clues.
#[test]
fn rules_without_a_grid_are_named_as_such() {
    let regions = "AAAAAAAAABBBBBBBBECCCCCCCBEDDDDDFCCEDDFFDFFEEDGFFFFEEHIGGGGEEHHIGGIGGHHHIIIIIIHHH";
    let variant = format!("jigsaw={regions}");
    for clues in [".".repeat(81), format!("12{}", ".".repeat(79))] {
        let text = said(&["check", "--format", "text", "--variant", &variant, &clues]);
        assert!(text.starts_with("not valid: no solution\nno grid keeps the rules, whatever the clues\n"), "{text}");
    }
    let run = minclue().run(["generate", "--variant", &variant]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("these rules have no grid"), "{}", run.stderr);
}

#[test]
fn people_see_the_two_solutions_side_by_side() {
    let text = |color: &str| said(&["check", "--format", "text", "--color", color, "12343412........"]);
    let plain = text("auto");
    assert!(
        plain.starts_with("not valid: 4 solutions\ntwo of them, which differ in the cells in brackets:\n\n"),
        "{plain}"
    );
    let grids: Vec<&str> = plain.lines().filter(|line| line.starts_with('│')).collect();
    assert_eq!(grids.len(), 4);
    assert_eq!(grids[..2], ["│ 1  2 │ 3  4 │    │ 1  2 │ 3  4 │", "│ 3  4 │ 1  2 │    │ 3  4 │ 1  2 │"]);
    assert_eq!(plain.matches('[').count(), 8, "{plain}");
    let last = plain.lines().last().expect("a line");
    assert!(
        last.starts_with("a clue in R") && last.ends_with(" decides between them") && last.contains(" or R"),
        "{last}"
    );
    // The same in color, and in none where it goes to no terminal or is not wanted.
    let painted = text("always");
    assert!(!plain.contains('\u{1b}'));
    assert_eq!(painted.matches("\u{1b}[1;31m[").count(), 8);
    assert_eq!(without_colors(&painted), plain);
    assert_eq!(text("never"), plain);
    let two = said(&["check", "--format", "text", TWO]);
    assert!(two.starts_with("not valid: 2 solutions\nthey differ in the cells in brackets:\n"), "{two}");
}

/// Text without what colors it.
fn without_colors(text: &str) -> String {
    ["1;31", "1", "2", "0"].iter().fold(text.to_owned(), |text, code| text.replace(&format!("\u{1b}[{code}m"), ""))
}

#[test]
fn other_programs_see_a_line_for_each_puzzle() {
    let valid = said(&["minimize", "1234341221434321"]);
    let input = format!("a {TWO}\nb {NONE}\nc {valid}d 1234341221434321\n");
    let run = minclue().feed(["check"], &input);
    let lines: Vec<&str> = run.text.lines().collect();
    assert_eq!(lines.len(), 4, "{}", run.text);
    assert!(lines[0].starts_with(&format!("a {TWO}  not valid: 2 solutions; a clue in R")), "{}", lines[0]);
    let why = "not valid: no solution; no solution has these clues together: R1C1 R1C2 R1C3 R3C4";
    assert_eq!(lines[1], format!("b {NONE}  {why}"));
    let n = valid.trim_end().matches(|c: char| c != '.').count();
    let valid = valid.trim_end();
    assert_eq!(lines[2], format!("c {valid}  valid: one solution, {n} clues; minimal: every clue is needed"));
    assert_eq!(lines[3], "d 1234341221434321  a complete grid that keeps the rules");
}

/// `fcp --check` names the variables in which a second solution differs.
#[test]
fn of_a_model_a_second_solution_is_named() {
    let program = minclue();
    // With a = 1, the rows leave b + c >= 1.
    let model = "Minimize\n obj: a + b + c\nSubject To\n e1: a + b >= 1\n e2: b + c >= 1\n e3: a + c >= 1\nBinaries\n a b c\nEnd\n";
    program.write("m.lp", model);
    program.write("m.sol", "a 1\nb 1\nc 0\n");
    let check = |clues: &str, more: &[&str]| {
        let start = ["fcp", "--model", "m.lp", "--solution", "m.sol", "--check", clues];
        let output = program.run([&start[..], more].concat());
        assert_eq!(output.code, 5, "{}", output.stderr);
        output.text
    };
    let record_of = |clues: &str| -> Value {
        serde_json::from_str(&check(clues, &["--both-signs", "--format", "jsonl"])).expect("one record")
    };
    let record = record_of("a,b");
    assert_eq!(record["ambiguity"]["solutions"], serde_json::json!(["c=0", "c=1"]));
    assert_eq!(cells(&record["ambiguity"]["cells"]), [2]);
    let seen = check("a,b", &["--both-signs", "--format", "text"]);
    assert!(
        seen.contains("the known one has c=0\nanother one has c=1\na clue in c=0 decides between them\n"),
        "{seen}"
    );
    // Without zeros as clues, nothing decides.
    let seen = check("a,b", &["--format", "text"]);
    assert!(seen.contains("another one has c=1\nno clue decides between them\n"), "{seen}");
}
