//! What runs do with pipes, signals and disks, and what their records count. The rest is in `tests/cases/runs.md`.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Command;

use minclue_core::base::CellSet;
use minclue_testkit::Run;
use serde_json::Value;

use crate::{minclue, run};

const FOUR: &str = "1234341221434321";
const OTHER: &str = "1234341243212143";
const NINE: &str = "534672189768159342912483675193765428856324791247891563629537814371948256485216937";
/// A 12x12 grid that takes any engine hours: each row is shifted against the one above by a box, and each band by one.
const TWELVE: &str = "123456789ABC56789ABC12349ABC1234567823456789ABC16789ABC12345ABC123456789\
    3456789ABC12789ABC123456BC123456789A456789ABC12389ABC1234567C123456789AB";

#[test]
fn a_record_has_the_version_of_the_package_and_its_time() {
    let record = run(&["solve", "--format", "jsonl", FOUR], "").record();
    // With the commit after it, where that is known.
    let version = record["version"].as_str().expect("a version");
    let commit = version.strip_prefix(env!("CARGO_PKG_VERSION")).expect("that of the package");
    assert!(commit.is_empty() || commit.starts_with("+g") && commit.len() == 11, "{version}");
    assert!(record["seconds"].as_f64().is_some_and(|s| s >= 0.0));
}

#[test]
fn small_grids_by_the_native_engine() {
    use minclue_core::sudoku::{Shape, all_grids, line};
    let grids = all_grids::<1>(Shape::new(2, 2).expect("a shape"), 288);
    let all = CellSet::<1>::first_n(16);
    let input: String = grids.iter().step_by(7).map(|g| line(&g.puzzle(all)) + "\n").collect();
    let output = run(&["solve", "--engine", "native", "--format", "jsonl"], &input);
    assert_eq!(output.code, 0);
    assert_eq!(output.records().len(), 42);
    assert!(output.records().iter().all(|r| r["minimum"] == 4));
}

/// A record that is longer than what is held back is written in pieces.
#[test]
fn a_closed_pipe_within_a_long_row_is_no_error() {
    let program = minclue();
    let grid = "793645281158792436642183795537418629961327548284956173375864912416239857829571364";
    let mut child = program.start(["sets", "--list", "--max-size", "10", "--format", "csv", grid]);
    drop(child.stdout.take());
    let output = Run::from(child.wait_with_output().expect("the program ends"));
    assert_eq!((output.code, output.stderr), (0, String::new()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let program = minclue();
    let full = std::fs::File::options().write(true).open("/dev/full").expect("the device");
    let mut child = program.command(["check", FOUR]).stdout(full).spawn().expect("the program starts");
    let mut errors = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut errors).expect("UTF-8");
    assert_eq!(child.wait().expect("the program ends").code(), Some(1));
    assert!(errors.contains("results cannot be written"), "{errors}");
}

/// The answer to the first grid is out while the program waits for the second, and a signal ends that wait.
#[cfg(unix)]
#[test]
fn an_answer_comes_at_once_and_a_signal_ends_the_wait() {
    for (signal, expected) in [("INT", 130), ("TERM", 143)] {
        let program = minclue();
        let mut child = program.start(["solve", "--format", "json"]);
        let mut stdin = child.stdin.take().expect("piped");
        writeln!(stdin, "{FOUR}").expect("it reads");
        let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
        let mut shown = String::new();
        while !shown.contains("\"minimum\":4") {
            let mut byte = [0];
            stdout.read_exact(&mut byte).expect("an answer while the input is open");
            shown.push(char::from(byte[0]));
        }
        let killed = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
        assert!(killed.expect("kill is there").success());
        for line in stdout.lines() {
            shown.push_str(&line.expect("UTF-8"));
        }
        assert_eq!(child.wait().expect("the program ends").code(), Some(expected));
        let document: Value = serde_json::from_str(&shown).expect("a whole document after a signal too");
        assert_eq!(document.as_array().map(Vec::len), Some(1));
        drop(stdin);
    }
}

#[test]
fn sets_are_counted_and_listed() {
    let output = run(&["sets", "--list", "--format", "jsonl", FOUR], "");
    assert_eq!(output.code, 0);
    let record = &output.records()[0];
    assert_eq!((&record["schema"], &record["source"]), (&Value::from("minclue-sets/1"), &Value::from("complete")));
    let sets = record["sets"].as_array().expect("a list");
    assert_eq!(record["n_sets"], sets.len());
    for set in sets {
        let witness: Vec<char> = set["witness"].as_str().expect("a grid").chars().collect();
        let differs: Vec<usize> = FOUR.chars().enumerate().filter(|(i, c)| witness[*i] != *c).map(|(i, _)| i).collect();
        assert_eq!(set["cells"], serde_json::json!(differs));
    }
}

#[test]
fn sets_say_what_they_prove_of_the_grid() {
    let output = run(&["sets", "--list", "--stats", "--format", "jsonl"], &format!("{FOUR}\n{OTHER}\n{NINE}\n"));
    assert_eq!(output.code, 0);
    for record in output.records() {
        let stats = &record["stats"];
        let sets = record["sets"].as_array().expect("a list");
        let clique = stats["clique"].as_array().expect("a list");
        assert_eq!(stats["clique_number"], clique.len());
        let mut cells: Vec<&Value> = clique.iter().flat_map(|set| set.as_array().expect("cells")).collect();
        let n_cells = cells.len();
        cells.sort_by_key(|cell| cell.as_u64());
        cells.dedup();
        assert_eq!(cells.len(), n_cells, "the sets are disjoint");
        assert!(clique.iter().all(|set| sets.iter().any(|listed| listed["cells"] == *set)));
        for table in ["by_digits", "by_boxes"] {
            let n = stats[table].as_object().expect("a table").values().filter_map(Value::as_u64).sum::<u64>();
            assert_eq!(record["n_sets"], n, "{table}");
        }
        if record["shape"] == "2x2" {
            // Every 4x4 grid needs four clues, so there are no five disjoint sets.
            assert_eq!((&stats["clique_number"], &stats["clique_exact"]), (&Value::from(4), &Value::from(true)));
        } else {
            // Two types of 9 cells, none of 10 but the trivial ones (mcguire-2012, section 5.2.2).
            let nontrivial = stats["n_nontrivial_degree_2"].as_object().expect("a table");
            assert!(!nontrivial.is_empty() && nontrivial.keys().all(|size| size == "9" || size == "11"));
            assert!(stats["n_degree_2"]["8"].as_u64() > Some(0));
        }
    }
    assert!(run(&["sets", "--format", "jsonl", FOUR], "").records()[0].get("stats").is_none());
    let shown = run(&["sets", "--stats", FOUR], "").text;
    assert!(shown.contains("disjoint sets: 4 (the grid has no more)"), "{shown}");
}

/// An engine that works hears the signal too, and its bounds are written.
#[cfg(unix)]
#[test]
fn a_signal_ends_an_engine_at_work() {
    let program = minclue();
    let mut child = program.start(["solve", "-v", "--format", "jsonl", TWELVE]);
    // Once it reports a bound, the engine is at work.
    let mut stderr = BufReader::new(child.stderr.take().expect("piped"));
    let mut line = String::new();
    while !line.trim_end().ends_with("  begin") {
        line.clear();
        assert!(stderr.read_line(&mut line).expect("UTF-8") > 0, "it ended by itself");
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill is there").success());
    let output = Run::from(child.wait_with_output().expect("the program ends"));
    assert_eq!(output.code, 130);
    let record = &output.records()[0];
    assert_eq!(record["status"], "interrupted");
    assert_open_bounds(record);
}

/// Bounds that do not meet, and a puzzle that is worth as many clues as the upper one says.
fn assert_open_bounds(record: &Value) {
    let (lower, upper) = (record["lower_bound"].as_u64(), record["upper_bound"].as_u64());
    assert!(lower.is_some() && lower < upper, "{record}");
    assert!(record.get("minimum").is_none());
    let puzzle = record["puzzle"].as_str().expect("a puzzle");
    assert_eq!(puzzle.chars().filter(|c| *c != '.').count() as u64, upper.expect("some"));
    let check = run(&["check", "--format", "jsonl", "--grid", TWELVE, puzzle], "");
    assert_eq!(check.records()[0]["valid"], true);
}

/// Both engines keep their bounds at a limit and say so by the exit code. How good they are after some time is a
/// question of the machine.
#[test]
fn a_time_limit_leaves_bounds_and_a_puzzle() {
    for engine in ["native", "bilevel"] {
        let output = run(&["solve", "--engine", engine, "--format", "jsonl", "--time-limit", "1.5", TWELVE], "");
        assert_eq!(output.code, 4);
        let record = &output.records()[0];
        assert_eq!(record["status"], "time_limit");
        assert_open_bounds(record);
    }
}
