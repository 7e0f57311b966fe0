//! Signals to the built program, and what it does without a standard output or more time.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use minclue_core::base::Limits;
use minclue_core::problem::{ClueProblem as _, SudokuClues, Verdict};
use minclue_core::sudoku::Reader;
use minclue_testkit::{Run, shared_text};
use serde_json::Value;

use crate::minclue;

/// A 12x12 grid that takes any engine hours.
const TWELVE: &str = "123456789ABC56789ABC12349ABC1234567823456789ABC16789ABC12345ABC123456789\
    3456789ABC12789ABC123456BC123456789A456789ABC12389ABC1234567C123456789AB";

/// Sends signals, one right after the other.
fn send(child: &Child, signals: &[&str]) {
    let kills: Vec<String> = signals.iter().map(|signal| format!("kill -{signal} {}", child.id())).collect();
    let sent = Command::new("sh").args(["-c", &kills.join(" && ")]).status();
    assert!(sent.expect("there is a shell").success());
}

/// `timeout` signals the program and its group within a millisecond: that is one wish, and the record is written.
#[test]
fn two_signals_at_once_are_one() {
    // Of two different signals that come before the program looks, either may be seen first.
    for (signals, expected) in
        [(["TERM", "TERM"], &[143][..]), (["INT", "INT"], &[130]), (["INT", "TERM"], &[130, 143])]
    {
        let program = minclue();
        let mut child = program.start(["solve", "-v", "--format", "jsonl", TWELVE]);
        // Once it reports a bound, the engine is at work.
        let mut stderr = BufReader::new(child.stderr.take().expect("piped"));
        let mut line = String::new();
        while !line.trim_end().ends_with("  begin") {
            line.clear();
            assert!(stderr.read_line(&mut line).expect("UTF-8") > 0, "it ended by itself");
        }
        send(&child, &signals);
        let mut record = String::new();
        child.stdout.take().expect("piped").read_to_string(&mut record).expect("UTF-8");
        let code = child.wait().expect("it ends").code().expect("it ends by itself");
        assert!(expected.contains(&code), "{signals:?}: {code}");
        let record: Value = serde_json::from_str(&record).unwrap_or_else(|e| panic!("{signals:?}: {e}: {record}"));
        assert_eq!(record["status"], "interrupted");
        assert!(record["lower_bound"].as_u64().is_some() && record["puzzle"].is_string(), "{record}");
    }
}

/// A program that cannot write what it knows, since nobody reads, is ended by a signal that comes later.
#[test]
fn a_later_signal_ends_the_program_at_once() {
    let program = minclue();
    let args = ["enumerate", "-k", "8", "--format", "jsonl", "1234341221434321"];
    let mut child = program.start(args);
    // The pipe holds the first puzzles, and the program waits for room for the others: 64 kB are some hundreds of them.
    let mut byte = [0];
    child.stdout.as_mut().expect("piped").read_exact(&mut byte).expect("a puzzle");
    // Should it not wait yet, it ends by the first signal, with the same code.
    sleep(Duration::from_secs(1));
    for _ in 0..600 {
        if let Some(status) = child.try_wait().expect("a child") {
            assert_eq!(status.code(), Some(143));
            return;
        }
        send(&child, &["TERM"]);
        sleep(Duration::from_millis(200));
    }
    child.kill().expect("it is alive");
    panic!("six hundred signals did not end it");
}

/// Settings with which id 44 takes hours, but begins at once.
const HARD: [&str; 9] =
    ["--engine", "bilevel", "--leaf", "lp", "--region-rows", "none", "--no-split", "--heuristic", "rounding"];

/// A limit and Ctrl-C on id 44: bounds, a valid puzzle and the exit code of the contract, from the built program.
#[test]
fn the_program_keeps_its_bounds_on_id_44() {
    let Some(text) = shared_text("paper_9x9.txt") else { return };
    let entry = Reader::new(text.as_bytes(), None).flatten().find(|entry| entry.id.as_deref() == Some("44"));
    let grid = entry.expect("the id is there").puzzle.as_grid().expect("a grid");
    let text: String = grid.digits().iter().map(|d| d.value().to_string()).collect();
    for (args, code, status) in [
        (&["--node-limit", "100000"][..], 4, "node_limit"),
        (&[&HARD[..], &["--time-limit", "1"]].concat(), 4, "time_limit"),
        (&[&HARD[..], &["--log", "log"]].concat(), 130, "interrupted"),
    ] {
        let program = minclue();
        let args = [&["solve", "--format", "jsonl", &text], args].concat();
        let mut child = program.command(args).stderr(Stdio::null()).spawn().expect("the program starts");
        if status == "interrupted" {
            // Once it logs a puzzle, the engine is at work.
            let log = program.path("log");
            while !fs::read_to_string(&log).is_ok_and(|log| log.contains("\"event\":\"puzzle\"")) {
                assert!(child.try_wait().expect("a child").is_none(), "it ended by itself");
                sleep(Duration::from_millis(10));
            }
            send(&child, &["INT"]);
        }
        let output = Run::from(child.wait_with_output().expect("the program ends"));
        assert_eq!(output.code, code);
        let record = output.record();
        assert_eq!(record["status"], status);
        assert!(record.get("minimum").is_none());
        assert!(record["lower_bound"].as_u64() <= Some(17), "{record}");
        assert!(status != "node_limit" || record["lower_bound"].as_u64() >= Some(12), "{record}");
        let puzzle = record["puzzle"].as_str().expect("a puzzle");
        let entry = Reader::new(puzzle.as_bytes(), None).next().expect("one").expect("a puzzle");
        let problem = SudokuClues::<2>::new(grid.clone());
        let unique = problem.oracle().second_solution(entry.puzzle.clues(), &mut Limits::none().pace(1));
        assert_eq!(unique, Verdict::Unique);
        assert_eq!(record["upper_bound"].as_u64(), Some(entry.puzzle.n_clues() as u64));
    }
}

/// What was found by then is whole: an array has its end.
#[test]
fn a_catalog_that_is_interrupted_ends_its_output() {
    let program = minclue();
    let mut child = program.start(["catalog", "-k", "16", "--regions", "--format", "json"]);
    let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
    let mut text = Vec::new();
    stdout.read_until(b'{', &mut text).expect("a region");
    send(&child, &["INT"]);
    stdout.read_to_end(&mut text).expect("read to the end");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let all: Value = serde_json::from_slice(&text).expect("an array");
    assert!(!all.as_array().expect("an array").is_empty());
}

/// However many are left, no other one is begun.
#[test]
fn puzzles_without_number_are_ended_by_a_signal() {
    for threads in ["1", "2"] {
        let program = minclue();
        let n = u64::MAX.to_string();
        let mut child =
            program.start(["generate", "-n", &n, "--shape", "2x2", "--fill", "solver", "--threads", threads]);
        let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
        stdout.read_line(&mut String::new()).expect("a puzzle");
        send(&child, &["INT"]);
        std::io::copy(&mut stdout, &mut std::io::sink()).expect("read to the end");
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
    }
}
