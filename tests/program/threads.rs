//! Work by several threads: the same answers, in the same order, as by one.

use std::io::{BufRead as _, BufReader};

use minclue_testkit::{Program, Run};

use crate::jobs::puzzles;
use crate::minclue;

/// Its records but for the seconds and the options, and what it says.
fn outcome(run: Run) -> (i32, Vec<String>, String) {
    let record = |line: &str| {
        let mut record: serde_json::Value = serde_json::from_str(line).expect("a record");
        for field in ["seconds", "options"] {
            record.as_object_mut().expect("an object").remove(field);
        }
        record.to_string()
    };
    (run.code, run.text.lines().map(record).collect(), run.stderr)
}

#[test]
fn any_number_of_threads_gives_the_same_answers_in_the_same_order() {
    let program = minclue();
    program.write("puzzles", puzzles());
    for args in [
        &["generate", "-n", "40", "--clues", "26..29", "--seed", "2"][..],
        &["generate", "-n", "5", "--seed", "2", "--from", "1234341221434321"],
        &["neighbors", "--remove", "1", "--add", "1", "puzzles"],
        &["neighbors", "--remove", "2", "--add", "1", "--max-puzzles", "7", "1...............", "1.3..4.......3.1"],
    ] {
        let with = |n: &str| {
            let args = [args, &["--format", "jsonl", "--threads", n]].concat();
            outcome(program.run(&args))
        };
        let one = with("1");
        assert!(one.1.len() > 1, "{args:?}: {}", one.2);
        assert_eq!(with("3"), one, "{args:?}");
    }
}

/// What is at work when a signal comes is answered; nothing is begun after it.
#[cfg(unix)]
#[test]
fn a_signal_ends_all_threads() {
    let program: Program = minclue();
    let args = ["neighbors", "--remove", "3", "--add", "3", "--threads", "2", "--format", "jsonl"];
    let puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    let mut child = program.start([&args[..], &["-v", puzzle]].concat());
    let mut stderr = BufReader::new(child.stderr.take().expect("piped"));
    let mut line = String::new();
    assert!(stderr.read_line(&mut line).expect("UTF-8") > 0 && line.contains("using"), "{line}");
    let id = child.id().to_string();
    let killed = std::process::Command::new("kill").args(["-INT", &id]).status();
    assert!(killed.expect("kill is there").success());
    let run = Run::from(child.wait_with_output().expect("it ends"));
    assert_eq!(run.code, 130);
    assert!(run.records().last().is_none_or(|record| record["status"] == "interrupted"), "{}", run.text);
}
