//! The least weight of clues, and rows that they have to keep.

use minclue_testkit::{Program, Run};

use crate::minclue;

const GRID: &str = "1234341221434321";
/// What the cells of a grid weigh; the others weigh 1.
const WEIGHTS: &str = "r1c1 5\nr1c2 3\nR2C2 2 # in any case\nr3c3 4\nr4c4 0\n";

fn folder() -> Program {
    let program = minclue();
    program.write("w.txt", WEIGHTS);
    program.write("other.txt", "r1c1 4\n");
    program.write("grid.txt", GRID);
    program.write("pair.lp", rows("pair: r1c1 + r1c3 = 1\n none: r4c1 <= 0", "r1c1 r1c3 r4c1"));
    program
}

/// An LP file of rows over these variables.
fn rows(rows: &str, variables: &str) -> String {
    format!("Minimize\n obj:\nSubject To\n {rows}\nBinary\n {variables}\nEnd\n")
}

fn solve(program: &Program, args: &[&str]) -> Run {
    program.run(["solve", "--format", "jsonl"].iter().chain(args).chain(&["grid.txt"]))
}

fn says(run: &Run, code: i32, what: &str) {
    let text: String = run.stderr.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
    assert!(run.code == code && text.contains(what), "{}: {}", run.code, run.stderr);
}

/// What the clues of a puzzle weigh.
fn weight(puzzle: &str) -> i64 {
    let of = |cell: usize| match cell {
        0 => 5,
        1 => 3,
        5 => 2,
        10 => 4,
        15 => 0,
        _ => 1,
    };
    puzzle.chars().enumerate().filter(|(_, c)| *c != '.').map(|(cell, _)| of(cell)).sum()
}

#[test]
fn all_engines_have_the_same_least_weight() {
    let program = folder();
    let record = solve(&program, &["--weights", "w.txt"]).record();
    assert_eq!((&record["schema"], &record["goal"]), (&"minclue-bilevel/1".into(), &"clues".into()));
    let optimum = record["optimum"].as_i64().expect("an optimum");
    let puzzle = record["puzzle"].as_str().expect("a puzzle");
    assert_eq!(weight(puzzle), optimum);
    assert_eq!(program.run(["check", puzzle]).code, 0);
    for engine in ["native", "bilevel", "both"] {
        let other = solve(&program, &["--weights", "w.txt", "--engine", engine]).record();
        assert_eq!((&other["optimum"], &other["engine"]), (&record["optimum"], &engine.into()));
    }
    // Where all weigh the same, it is the minimum.
    program.write(
        "two.txt",
        (1..=16).map(|i| format!("r{}c{} 2\n", (i - 1) / 4 + 1, (i - 1) % 4 + 1)).collect::<String>(),
    );
    assert_eq!(solve(&program, &["--weights", "two.txt"]).record()["optimum"], 8);
}

#[test]
fn a_certificate_is_about_grid_weights_rows_and_cost() {
    let program = folder();
    let record =
        solve(&program, &["--weights", "w.txt", "--rows", "pair.lp", "--given", "r2c1", "--certify", "c"]).record();
    assert_eq!(record["certified"], true, "{record}");
    let optimum = record["optimum"].as_i64().expect("an optimum");
    let verify = |file: &str, cost: i64, more: &[&str]| -> i32 {
        let cost = cost.to_string();
        program.run(["verify", file, "--cost", &cost, "--rows", "pair.lp"].iter().chain(more)).code
    };
    let same = ["--grid", GRID, "--weights", "w.txt", "--given", "r2c1"];
    assert_eq!(verify("c", optimum - 1, &same), 0);
    assert_eq!(verify("c.upper", optimum, &same), 0);
    assert_eq!(verify("c", optimum, &same), 5);
    assert_eq!(verify("c.upper", optimum - 1, &same), 5);
    assert_eq!(verify("c", optimum - 1, &["--grid", GRID, "--weights", "other.txt", "--given", "r2c1"]), 5);
    assert_eq!(verify("c", optimum - 1, &["--grid", GRID, "--weights", "w.txt"]), 5);
    let other = "1234341223414123";
    assert_eq!(verify("c", optimum - 1, &["--grid", other, "--weights", "w.txt", "--given", "r2c1"]), 5);
}

#[test]
fn rows_are_kept_and_say_the_same_as_options() {
    let program = folder();
    let puzzle = solve(&program, &["--rows", "pair.lp"]).record()["puzzle"].as_str().expect("a puzzle").to_owned();
    let cells: Vec<bool> = puzzle.chars().map(|c| c != '.').collect();
    assert!(cells[0] != cells[2] && !cells[12], "{puzzle}");
    program.write("one.lp", rows("given: r1c1 >= 1\n not: r4c1 + r4c2 <= 0", "r1c1 r4c1 r4c2"));
    let by_rows = solve(&program, &["--rows", "one.lp"]).record();
    let by_options = solve(&program, &["--given", "r1c1", "--forbidden", "r4c1,r4c2"]).record();
    assert_eq!(by_rows["optimum"], by_options["minimum"]);
}

#[test]
fn puzzles_constraints_and_vertices_have_weights_and_rows() {
    let program = folder();
    program.write("latin.txt", "latin three\n123\n231\n312\n");
    program.write("p.txt", "x_r1c1_1 3\nx_r2c2_3 2\n");
    let args = ["puzzle", "--format", "jsonl", "latin.txt", "--weights", "p.txt", "--certify", "l"];
    let record = program.run(args).record();
    assert_eq!((&record["optimum"], &record["certified"]), (&2.into(), &true.into()), "{record}");
    let verify =
        |cost: &str| program.run(["verify", "l", "--puzzle", "latin.txt", "--weights", "p.txt", "--cost", cost]);
    assert_eq!((verify("1").code, verify("2").code), (0, 5));

    program.write("f.hgr", "p hs 4 3\n1 2\n2 3\n3 4\n");
    program.write("h.lp", rows("a: x2 + x3 <= 1", "x2 x3"));
    program.write("h.txt", "1 3\n4 2\n");
    let args = [
        "solve",
        "--format",
        "jsonl",
        "--hypergraph",
        "f.hgr",
        "--rows",
        "h.lp",
        "--weights",
        "h.txt",
        "--certify",
        "h",
    ];
    let record = program.run(args).record();
    assert_eq!((&record["optimum"], &record["leader"]), (&3.into(), &serde_json::json!(["2", "4"])));
    let verify = ["verify", "h", "--hypergraph", "f.hgr", "--rows", "h.lp", "--weights", "h.txt", "--cost", "2"];
    assert_eq!(program.run(verify).code, 0);

    program.write("f.cnf", "p cnf 2 4\n1 0\n-1 0\n2 0\n-2 0\n");
    program.write("e.lp", rows("a: c1 + c2 <= 1", "c1 c2"));
    let record = program.run(["explain", "--format", "jsonl", "--rows", "e.lp", "--certify", "e", "f.cnf"]).record();
    assert_eq!((&record["optimum"], &record["leader"]), (&2.into(), &serde_json::json!(["c3", "c4"])));
    let verify = |rows: &str| program.run(["verify", "e", "--explain", "f.cnf", "--rows", rows, "--cost", "1"]).code;
    program.write("none.lp", rows("a: c1 + c2 <= 0", "c1 c2"));
    assert_eq!((verify("e.lp"), verify("none.lp")), (0, 5));

    // All weights are even, so nothing costs 9.
    program.write("even.txt", "c1 2\nc2 2\nc3 4\nc4 6\n");
    let even = ["--explain", "f.cnf", "--weights", "even.txt", "--rows", "e.lp"];
    let certified = ["explain", "--format", "jsonl", "--certify", "c", "f.cnf"].iter().chain(&even[2..]);
    assert_eq!(program.run(certified).record()["optimum"], 10);
    let verify = |cost: &str| program.run(["verify", "c", "--cost", cost].iter().chain(&even)).code;
    assert_eq!(["7", "8", "9", "10"].map(verify), [5, 0, 0, 5]);
}

#[test]
fn what_cannot_be_is_refused_with_its_place() {
    let program = folder();
    let refused = |name: &str, text: &str, code: i32, what: &str| {
        program.write(name, text);
        says(&solve(&program, &["--rows", name]), code, what);
    };
    refused("a.lp", &rows("a: r9c9 <= 0", "r9c9"), 3, "--rows a.lp: row `a`: there is nothing called `r9c9` to choose");
    refused(
        "b.lp",
        "Minimize\n obj: r1c1\nSubject To\n a: r1c1 <= 1\nBinary\n r1c1\nEnd\n",
        3,
        "there is an objective",
    );
    refused("c.lp", &rows("a: r1c1 <=", "r1c1"), 3, "--rows c.lp: line ");
    refused("d.cnf", "p cnf 1 1\n1 0\n", 3, "rows are read from .lp, .mps and .opb files");
    let none: Vec<String> = (0..16).map(|i| format!("r{}c{}", i / 4 + 1, i % 4 + 1)).collect();
    refused(
        "e.lp",
        &rows(&format!("a: {} <= 2", none.join(" + ")), &none.join(" ")),
        3,
        "no choice that keeps the rows is enough",
    );
    program.write("bad.txt", "r1c1 -1\n");
    says(&solve(&program, &["--weights", "bad.txt"]), 3, "line 1: a weight is a whole number from 0");
    says(&solve(&program, &["--weights", "w.txt", "--at-most", "4"]), 2, "they go without --at-most");
    says(&solve(&program, &["--weights", "w.txt", "--engine", "dmus"]), 2, "published searches know no weights");
    says(&solve(&program, &["--weights", "w.txt", "--leaf", "lp"]), 2, "the settings of the bilevel engine");
    says(&program.run(["verify", "c", "--cost", "1"]), 2, "--cost goes with");
    says(&program.run(["verify", "c", "--weights", "w.txt"]), 2, "--weights and --rows go with");
}

#[test]
fn a_limit_leaves_both_bounds() {
    let program = folder();
    let made = program.run(["generate", "--grids", "-n", "1", "--seed", "5"]);
    program.write("nine.txt", made.text);
    program.write(
        "w9.txt",
        (0..81).map(|i| format!("r{}c{} {}\n", i / 9 + 1, i % 9 + 1, i * i % 7 + 1)).collect::<String>(),
    );
    let run = program.run(["solve", "--format", "jsonl", "--weights", "w9.txt", "--node-limit", "2", "nine.txt"]);
    let record = run.record();
    assert_eq!((run.code, &record["status"]), (4, &"node_limit".into()));
    let (lower, upper) = (record["lower_bound"].as_i64(), record["upper_bound"].as_i64());
    assert!(lower > Some(20) && lower < upper && upper < Some(150), "{record}");
    let text = program.run(["solve", "--format", "text", "--weights", "w9.txt", "--node-limit", "2", "nine.txt"]).text;
    assert!(text.starts_with("least weight between "), "{text}");
}

/// What comes through standard input is there once, and each grid has these weights.
#[test]
fn weights_from_standard_input_are_those_of_every_grid() {
    let program = folder();
    program.write("two.txt", format!("{GRID}\n{GRID}\n"));
    let optimum = solve(&program, &["--weights", "w.txt"]).record()["optimum"].clone();
    let run = program.feed(["solve", "--format", "jsonl", "--weights", "-", "two.txt"], WEIGHTS);
    let optima: Vec<_> = run.records().iter().map(|record| record["optimum"].clone()).collect();
    assert_eq!((run.code, optima), (0, vec![optimum.clone(), optimum]), "{}", run.stderr);
    // Where the grid comes from there, the weights cannot.
    for input in [&["-"][..], &[]] {
        let both = program.feed([&["solve", "--weights", "-"], input].concat(), GRID);
        says(&both, 2, "--weights -: standard input is the input already");
    }
}
