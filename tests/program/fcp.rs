//! `fcp` run as built in fresh directories: puzzles and models, every task, every engine.

use std::fs;

use minclue_testkit::{Program, Run};
use serde_json::Value;

use crate::minclue;

/// Critical sets of the cyclic Latin square of order 4 have four entries.
const LATIN: &str = "latin cyclic-4\n1234\n2341\n3412\n4123\n";

fn folder() -> Program {
    let program = minclue();
    program.write("latin.txt", LATIN);
    program
}

fn run(program: &Program, args: &[&str]) -> Run {
    program.run([&["fcp"], args].concat())
}

/// A published search with an integer program as follower asks it very often, so its square is smaller.
#[test]
fn every_engine_and_every_follower_says_the_same() {
    let program = folder();
    program.write("three.txt", "latin cyclic-3\n123\n231\n312\n");
    let mut followers = vec!["oracle", "highs"];
    if cfg!(feature = "cbc") {
        followers.push("cbc");
    }
    for engine in ["native", "bilevel", "both", "dmus", "checker2006"] {
        for follower in &followers {
            let is_slow = matches!(engine, "dmus" | "checker2006") && *follower != "oracle";
            let (file, minimum) = if is_slow { ("three.txt", 2) } else { ("latin.txt", 4) };
            let output = run(&program, &[file, "--engine", engine, "--follower", follower, "--format", "jsonl"]);
            assert_eq!(output.code, 0, "{engine} {follower}: {}", output.stderr);
            assert_eq!(output.record()["minimum"], minimum, "{engine} {follower}");
        }
    }
}

/// Sets and lists of clues are rows of their own, and there are as many as the records say.
#[test]
fn what_is_listed_are_the_rows_of_a_table() {
    let program = folder();
    let rows = |args: &[&str], format: &str| {
        let text = run(&program, &[&["latin.txt"], args, &["--format", format]].concat()).text;
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    for (args, head, shown, count) in [
        (&["--enumerate", "4"][..], "id,puzzle", "name puzzle", "n_puzzles"),
        (&["--sets"], "id,shape,cells,witness", "name cells", "n_sets"),
    ] {
        let record = run(&program, &[&["latin.txt"], args, &["--format", "jsonl"]].concat());
        let n = record.records().last().and_then(|record| record[count].as_u64()).expect("a number") as usize;
        let csv = rows(args, "csv");
        assert_eq!((csv[0].as_str(), csv.len()), (head, n + 1), "{args:?}");
        assert!(n > 10 && csv[1..].iter().all(|row| row.starts_with("cyclic-4,")), "{csv:?}");
        let table = rows(args, "table");
        assert_eq!((table[0].split_whitespace().collect::<Vec<_>>().join(" ").as_str(), table.len()), (shown, n + 1));
    }
    assert_eq!(
        rows(&[], "table")[1].split_whitespace().take(5).collect::<Vec<_>>(),
        ["cyclic-4", "4", "4", "4", "optimal"]
    );
    let check = rows(&["--check", "x_*"], "csv");
    assert!(check.len() == 2 && check[0].contains(",minimal,") && check[1].contains(",false,"), "{check:?}");
}

/// Intercalates of the cyclic square of order 4: four 2x2 subsquares. Sets, hitting sets and minima belong together.
#[test]
fn sets_come_with_their_second_solutions() {
    let program = folder();
    let sets = run(&program, &["latin.txt", "--sets", "--format", "jsonl"]).record();
    assert_eq!((&sets["status"], &sets["by_size"]["4"], &sets["complete_to"]), (&"done".into(), &4.into(), &16.into()));
    for set in sets["sets"].as_array().expect("sets") {
        let (cells, witness) = (set["cells"].as_array().expect("cells").len(), set["witness"].as_str().expect("text"));
        // Each cell of the set loses its symbol and has another.
        assert_eq!(witness.split(' ').filter(|change| change.ends_with("=0")).count(), cells, "{witness}");
        assert_eq!(witness.split(' ').count(), 2 * cells, "{witness}");
    }
    let some = run(&program, &["latin.txt", "--sets", "--max-size", "4", "--format", "jsonl"]).record();
    assert_eq!((&some["n_sets"], &some["complete_to"]), (&4.into(), &4.into()));
}

#[test]
fn enumerations_are_complete() {
    let program = folder();
    let listed = run(&program, &["latin.txt", "--enumerate", "4"]);
    let n = listed.text.lines().count();
    let counted = run(&program, &["latin.txt", "--enumerate", "4", "--format", "jsonl", "--quiet"]);
    let counted = counted.records().pop().expect("a record");
    assert!(n > 0);
    assert_eq!((&counted["n_puzzles"], &counted["complete"]), (&n.into(), &true.into()));
    let none = run(&program, &["latin.txt", "--enumerate", "3"]);
    assert!(none.text.is_empty() && none.stderr.contains("0 sets of 3 clues"));
}

#[test]
fn models_are_written() {
    let program = folder();
    for (model, format, ending) in
        [("bilevel", "mps+aux", "aux"), ("hpr", "lp", "lp"), ("hitting", "hgr", "hgr"), ("hpr", "opb", "opb")]
    {
        let args = ["latin.txt", "--export", "out/m", "--what", model, "--to", format];
        let output = run(&program, &args);
        assert_eq!(output.code, 0, "{}", output.stderr);
        let written = fs::read_to_string(program.path(format!("out/m.{ending}"))).expect("a file");
        assert!(written.len() > 100, "{written}");
    }
    // A leader's variable for each clue, and (NG) over all variables: 16 of 64 are 1.
    let hpr = program.read("out/m.lp");
    assert!(hpr.contains("y_x_r1c1_1") && hpr.contains("<= 15"), "{hpr}");
}

#[test]
fn answers_are_certified() {
    let program = folder();
    program.write("two.txt", format!("{LATIN}\nmatching q3\nhypercube 3\nmatched 1-2 3-4 5-6 7-8\n"));
    for engine in ["native", "bilevel"] {
        let output = run(&program, &["two.txt", "--engine", engine, "--certify", "{}.cert", "--format", "jsonl"]);
        assert_eq!(output.code, 0, "{}", output.stderr);
        for (line, minimum) in output.text.lines().zip([4, 2]) {
            let solved: Value = serde_json::from_str(line).expect("json");
            assert_eq!((&solved["minimum"], &solved["certified"]), (&minimum.into(), &true.into()));
        }
        for file in ["1.cert", "2.cert"] {
            let verified = program.run(["verify", file]);
            assert!(verified.text.starts_with("VERIFIED minimum = "), "{}", verified.text);
            fs::remove_file(program.path(file)).expect("it is there");
        }
    }
}

#[test]
fn limits_and_questions() {
    let program = folder();
    let no = run(&program, &["latin.txt", "--at-most", "3"]);
    assert!(no.text.contains("  no (minimum 4), proven by native in "), "{}", no.text);
    let big: String =
        (0..9).map(|r| (0..9).map(|c| char::from(b'1' + (r + c) % 9)).chain(['\n']).collect::<String>()).collect();
    program.write("nine.txt", format!("latin nine\n{big}"));
    let stopped = run(&program, &["nine.txt", "--node-limit", "10", "--format", "jsonl"]);
    let bounds = stopped.record();
    assert_eq!((stopped.code, &bounds["status"]), (4, &"node_limit".into()));
    assert!(bounds["lower_bound"].as_u64() < bounds["upper_bound"].as_u64());
}
