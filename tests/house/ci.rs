//! `.ci/run` with tools that only say that they were called: what runs, what ends it, and the table at its end.

#![cfg(unix)]

use std::fs;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::machine::{link_tools, project_with_scripts, stub};

/// Its exit code, the targets of make in their order, and the rows of its table.
struct Run {
    code: Option<i32>,
    made: Vec<String>,
    rows: Vec<String>,
}

/// A run in which the tool `make` does `make`, which sees its target as `$1`.
fn run(make: &str) -> Run {
    run_with(make, &[], &[])
}

/// The same with other tools, or of a part.
fn run_with(make: &str, tools: &[(&str, &str)], part: &[&str]) -> Run {
    let (bin, project) = (TempDir::new().expect("a folder"), project_with_scripts(&["run"]));
    link_tools(bin.path(), &["cat", "date", "dirname", "sh", "timeout"]);
    let make = format!("echo \"$1\" >>\"$MADE\"; {make}");
    let usual = [("make", make.as_str()), ("git", "exit 0"), ("id", "echo 0"), ("rustup", "exit 0")];
    for (tool, body) in usual.iter().chain(tools) {
        stub(bin.path(), tool, body);
    }
    fs::write(project.path().join(".ci/prepare"), "exit 0\n").expect("a script");
    let made = project.path().join("made");
    let output = Command::new("/bin/sh")
        .arg(project.path().join(".ci/run"))
        .args(part)
        .env_clear()
        .env("PATH", bin.path())
        .env("MADE", &made)
        .env("BIN", bin.path())
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let text = String::from_utf8(output.stdout).expect("text");
    let (_, table) = text.split_once("|---|---:|---|\n").expect("a table");
    let row =
        |line: &str| -> String { line.split('|').map(str::trim).filter(|cell| cell.parse::<u32>().is_err()).collect() };
    Run {
        code: output.status.code(),
        made: fs::read_to_string(made).unwrap_or_default().lines().map(str::to_owned).collect(),
        rows: table.lines().map(row).collect(),
    }
}

const GATE: [&str; 3] = ["lint", "test", "tables"];
const LONG: [&str; 7] = ["test-long", "attack", "fuzz", "notebooks", "python", "test-clusters", "test-web"];

#[test]
fn the_gate_comes_first_and_each_step_has_a_row() {
    let run = run("exit 0");
    assert_eq!(run.code, Some(0));
    assert_eq!(run.made, [&GATE[..], &LONG[..]].concat());
    assert_eq!(run.rows, [&["prepare"], &GATE[..], &["git diff"], &LONG[..], &["all"]].concat());
}

/// `make gate` and `make long`.
#[test]
fn a_part_runs_alone() {
    let gate = run_with("exit 0", &[], &["gate"]);
    assert_eq!(gate.code, Some(0));
    assert_eq!(gate.made, GATE);
    assert_eq!(gate.rows, [&["prepare"], &GATE[..], &["git diff", "all"]].concat());
    let failed = run_with("[ \"$1\" != lint ] || exit 1", &[], &["gate"]);
    assert_eq!((failed.code, failed.made.len()), (Some(1), 1));

    let long = run_with("exit 0", &[], &["long"]);
    assert_eq!(long.code, Some(0));
    assert_eq!(long.made, LONG);
    assert_eq!(long.rows, [&LONG[..], &["all"]].concat());

    let neither = run_with("exit 0", &[], &["dist"]);
    assert_eq!((neither.code, neither.made.len()), (Some(2), 0));
}

#[test]
fn a_failure_in_the_gate_ends_it_with_a_table() {
    let run = run("[ \"$1\" != test ] || exit 7");
    assert_eq!((run.code, &run.made[..]), (Some(7), &["lint".to_owned(), "test".to_owned()][..]));
    assert_eq!(run.rows, ["prepare", "lint", "testFAILED", "all"]);
}

#[test]
fn a_long_step_that_fails_is_a_failure_and_the_others_still_run() {
    let run = run("[ \"$1\" != fuzz ] || exit 2");
    assert_eq!(run.code, Some(1));
    assert_eq!(run.made, [&GATE[..], &LONG[..]].concat());
    assert!(run.rows.contains(&"fuzzFAILED".to_owned()), "{:?}", run.rows);
}

/// On a clock where each look is twenty minutes after the last.
#[test]
fn what_is_not_begun_in_time_is_named_and_no_failure() {
    let run = run_with(
        "exit 0",
        &[("date", "n=$(cat \"$BIN/n\" 2>/dev/null || echo 0); echo $((n + 1200)) >\"$BIN/n\"; echo $n")],
        &[],
    );
    assert_eq!((run.code, &run.made[..]), (Some(0), &GATE.map(str::to_owned)[..]));
    for step in LONG {
        assert!(run.rows.contains(&format!("{step}not run: no time was left")), "{:?}", run.rows);
    }
}

/// As `timeout` ends a step whose time is over.
#[test]
fn a_step_of_the_gate_that_is_not_finished_in_time_fails() {
    let run = run("[ \"$1\" != test ] || exit 124");
    assert_eq!(run.code, Some(124));
    assert_eq!(run.rows, ["prepare", "lint", "testnot finished", "all"]);
}

/// The same of a long one.
#[test]
fn what_is_not_finished_in_time_is_named_and_no_failure() {
    let run = run("[ \"$1\" != python ] || exit 124");
    assert_eq!(run.code, Some(0));
    assert!(run.rows.contains(&"pythonnot finished".to_owned()), "{:?}", run.rows);
    assert_eq!(run.made.last().map(String::as_str), Some("test-web"));
}
