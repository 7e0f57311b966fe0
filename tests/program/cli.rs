//! The built program, run in fresh directories.

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
fn a_record_has_the_fields_of_the_contract() {
    let output = run(&["solve", "--format", "json", "--seed", "7", FOUR], "");
    assert_eq!(output.code, 0);
    assert_eq!(output.stderr, "");
    let all: Value = serde_json::from_str(&output.text).expect("one document");
    let record = &all.as_array().expect("an array")[0];
    assert_eq!(record["schema"], "minclue-result/1");
    assert_eq!(record["grid"], FOUR);
    assert_eq!(record["shape"], "2x2");
    assert_eq!(record["status"], "optimal");
    assert_eq!(record["lower_bound"], 4);
    assert_eq!(record["upper_bound"], 4);
    assert_eq!(record["minimum"], 4);
    assert_eq!(record["engine"], "native");
    assert_eq!(record["seed"], 7);
    // With the commit after it, where that is known.
    let version = record["version"].as_str().expect("a version");
    let commit = version.strip_prefix(env!("CARGO_PKG_VERSION")).expect("that of the package");
    assert!(commit.is_empty() || commit.starts_with("+g") && commit.len() == 11, "{version}");
    assert_eq!(record["certified"], false);
    for field in ["n_nodes", "n_sets", "n_learned", "n_checks", "n_lps"] {
        assert!(record[field].is_u64(), "{field}");
    }
    assert!(record["seconds"].as_f64().is_some_and(|s| s >= 0.0));
    assert!(record.get("error").is_none() && record.get("engines").is_none());
    // The puzzle is one of this grid.
    let puzzle = record["puzzle"].as_str().expect("a puzzle");
    let checked = run(&["check", "--format", "jsonl", "--grid", FOUR, "--require-valid", puzzle], "").records();
    assert_eq!((&checked[0]["valid"], &checked[0]["minimal"]), (&Value::from(true), &Value::from(true)));
}

#[test]
fn a_json_document_is_whole_with_none_one_and_many_records() {
    for (stdin, n) in [("", 0), (FOUR, 1), (&*format!("{FOUR}\nbad\n{OTHER}\n"), 3)] {
        let output = run(&["solve", "--format", "json"], stdin);
        let all: Value = serde_json::from_str(&output.text).expect("one document");
        assert_eq!(all.as_array().map(Vec::len), Some(n));
    }
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

#[test]
fn a_time_limit_is_no_answer() {
    // The limit has passed before the first guess, and without guesses this puzzle is not solved.
    let puzzle = format!("{}{}", "123456789ABCDEFGHIJKLMNOP", ".".repeat(600));
    let output = run(&["check", "--format", "jsonl", "--time-limit", "0.000001", &puzzle], "");
    assert_eq!(output.code, 4);
    let record = &output.records()[0];
    assert_eq!(record["status"], "time_limit");
    assert!(record.get("valid").is_none());
}

#[test]
fn a_closed_pipe_is_no_error() {
    let program = minclue();
    let mut child = program.start(["check", "--format", "jsonl"]);
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("piped");
    for _ in 0..10_000 {
        if stdin.write_all(format!("{FOUR}\n").as_bytes()).is_err() {
            break;
        }
    }
    drop(stdin);
    let output = Run::from(child.wait_with_output().expect("the program ends"));
    assert_eq!((output.code, output.stderr), (0, String::new()));
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

#[test]
fn a_name_does_not_steer_the_terminal() {
    let shown = run(&["check"], &format!("\u{1b}[2J {FOUR}\n")).text;
    assert!(shown.starts_with(&format!("\u{fffd}[2J {FOUR}  ")), "{shown:?}");
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
fn color_is_as_asked() {
    let stderr = |args: &[&str], no_color: bool| {
        let program = minclue();
        let mut command = program.command(args);
        if no_color {
            command.env("NO_COLOR", "1");
        }
        Run::from(command.output().expect("it runs")).stderr
    };
    assert!(stderr(&["solve", "--color", "always", "11.............."], true).contains('\u{1b}'));
    assert!(!stderr(&["solve", "--color", "never", "11.............."], false).contains('\u{1b}'));
    assert!(!stderr(&["solve", "11.............."], false).contains('\u{1b}'));
}

#[test]
fn verbose_goes_to_standard_error() {
    let output = run(&["solve", "-v", "--format", "jsonl", FOUR], "");
    assert_eq!((output.code, output.records().len()), (0, 1));
}

#[test]
fn help_and_version_are_results() {
    for args in [&["--help"][..], &["solve", "--help"], &["--version"]] {
        let output = run(args, "");
        assert_eq!(output.code, 0);
        assert!(!output.text.is_empty() && output.stderr.is_empty());
    }
    assert!(run(&["--help"], "").text.contains("Exit codes:"));
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

#[test]
fn stats_without_what_they_need_are_left_out() {
    let known = |args: &[&str], expected| {
        let output = run(&[&["sets", "--stats", "--format", "jsonl", NINE], args].concat(), "");
        assert_eq!(output.code, expected);
        let stats = output.records()[0]["stats"].clone();
        assert!(stats["by_digits"].is_object());
        ["clique_number", "n_degree_2"].map(|field| stats.get(field).is_some())
    };
    assert_eq!(known(&["--max-size", "10"], 0), [true, true]);
    assert_eq!(known(&["--max-size", "9"], 0), [true, false]);
    assert_eq!(known(&["--time-limit", "0.000001"], 4), [false, false]);
}

#[test]
fn exports_are_files() {
    let program = minclue();
    let output = program.feed(["export", "-o", "four"], FOUR);
    assert_eq!((output.code, output.text), (0, "four.mps\nfour.aux\n".to_owned()));
    assert!(program.path("four.mps").is_file() && program.path("four.aux").is_file());
}

#[test]
fn two_engines_agree() {
    let output = run(&["solve", "--engine", "both", "--format", "jsonl"], &format!("{FOUR}\n{OTHER}\n"));
    assert_eq!(output.code, 0);
    for record in output.records() {
        assert_eq!((&record["engine"], &record["minimum"]), (&Value::from("both"), &Value::from(4)));
        let engines = record["engines"].as_array().expect("one part an engine");
        assert_eq!(engines.iter().map(|e| &e["engine"]).collect::<Vec<_>>(), ["native", "bilevel"]);
        assert!(engines.iter().all(|e| e["minimum"] == 4));
    }
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
/// question of the machine; after some nodes it is not.
#[test]
fn a_limit_leaves_bounds_and_a_puzzle() {
    // A node of linear programs takes a thousand times as long as one of the native search.
    for (engine, n_nodes) in [("native", "1000"), ("bilevel", "1")] {
        for (limit, status) in [(["--time-limit", "1.5"], "time_limit"), (["--node-limit", n_nodes], "node_limit")] {
            let args = [&["solve", "--engine", engine, "--format", "jsonl"], &limit[..], &[TWELVE]].concat();
            let output = run(&args, "");
            assert_eq!(output.code, 4);
            let record = &output.records()[0];
            assert_eq!(record["status"], status);
            assert_open_bounds(record);
            if status == "node_limit" {
                let (lower, upper) = (record["lower_bound"].as_u64(), record["upper_bound"].as_u64());
                assert!(lower >= Some(10) && upper <= Some(60), "{record}");
            }
        }
    }
}
