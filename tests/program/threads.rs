//! Work by several threads: the same answers, in the same order, as by one.

use std::io::{BufRead as _, BufReader};

use minclue_testkit::{Program, Run};

use crate::minclue;

/// Puzzles with clues to drop, some that are wrong, and an isomorphic pair.
fn puzzles() -> String {
    let program = minclue();
    let made = program.run(["generate", "-n", "60", "--clues", "30..36", "--seed", "4"]).text;
    let mut lines: Vec<String> = made.lines().enumerate().map(|(i, line)| format!("p{i} {line}")).collect();
    let again = lines[3].replacen("p3", "again", 1);
    lines.insert(50, again);
    lines.insert(20, "11..............".to_owned());
    lines.insert(41, "bad 4.....8.5.3....".to_owned());
    lines.join("\n")
}

/// Its records but for the seconds, and what it says.
fn outcome(run: Run) -> (i32, Vec<String>, String) {
    let record = |line: &str| {
        let mut record: serde_json::Value = serde_json::from_str(line).expect("a record");
        record.as_object_mut().expect("an object").remove("seconds");
        record.to_string()
    };
    (run.code, run.text.lines().map(record).collect(), run.stderr)
}

#[test]
fn any_number_of_threads_gives_the_same_answers_in_the_same_order() {
    let program = minclue();
    program.write("puzzles", puzzles());
    for args in [
        &["rate", "puzzles"][..],
        &["check", "puzzles"],
        &["check", "--require-valid", "puzzles", "1234341221434321"],
        &["canon", "puzzles"],
        &["canon", "--distinct", "puzzles"],
        &["minimize", "--orders", "3", "puzzles"],
        &["generate", "-n", "40", "--clues", "26..29", "--seed", "2"],
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

/// Neither an answer is held back nor the end of the input waited for.
#[test]
fn an_answer_comes_while_the_input_stays_open_and_a_closed_pipe_ends_the_run() {
    let program = minclue();
    let mut child = program.start(["check", "--threads", "2", "--format", "jsonl"]);
    let mut stdin = child.stdin.take().expect("piped");
    std::io::Write::write_all(&mut stdin, b"1...............\n").expect("written");
    let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
    let mut line = String::new();
    assert!(stdout.read_line(&mut line).expect("UTF-8") > 0);
    drop(stdout);
    // Nobody reads, and more is asked: it ends though its own input is open.
    std::io::Write::write_all(&mut stdin, b"1...............\n").expect("written");
    let run = Run::from(child.wait_with_output().expect("it ends"));
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
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
