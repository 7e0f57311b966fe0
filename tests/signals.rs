//! Signals to the built program, and what it does without a standard output.

#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

/// A 12x12 grid that takes any engine hours.
const TWELVE: &str = "123456789ABC56789ABC12349ABC1234567823456789ABC16789ABC12345ABC123456789\
    3456789ABC12789ABC123456BC123456789A456789ABC12389ABC1234567C123456789AB";

fn minclue(folder: &TempDir, args: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("minclue"));
    command.current_dir(folder.path()).args(args);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Sends signals, one right after the other.
fn send(child: &Child, signals: &[&str]) {
    let kills: Vec<String> = signals.iter().map(|signal| format!("kill -{signal} {}", child.id())).collect();
    let sent = Command::new("sh").args(["-c", &kills.join(" && ")]).status();
    assert!(sent.expect("there is a shell").success());
}

/// `timeout` signals the program and its group within a millisecond: that is one wish, and the record is written.
#[test]
fn two_signals_at_once_are_one() {
    for (signals, expected) in [(["TERM", "TERM"], 143), (["INT", "INT"], 130), (["INT", "TERM"], 130)] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut child = minclue(&folder, &["solve", "-v", "--format", "jsonl", TWELVE]).spawn().expect("it starts");
        // Once it reports a bound, the engine is at work.
        let mut stderr = BufReader::new(child.stderr.take().expect("piped"));
        let mut line = String::new();
        while !line.contains(" s native: ") {
            line.clear();
            assert!(stderr.read_line(&mut line).expect("UTF-8") > 0, "it ended by itself");
        }
        send(&child, &signals);
        let mut record = String::new();
        child.stdout.take().expect("piped").read_to_string(&mut record).expect("UTF-8");
        assert_eq!(child.wait().expect("it ends").code(), Some(expected), "{signals:?}");
        let record: Value = serde_json::from_str(&record).unwrap_or_else(|e| panic!("{signals:?}: {e}: {record}"));
        assert_eq!(record["status"], "interrupted");
        assert!(record["lower_bound"].as_u64().is_some() && record["puzzle"].is_string(), "{record}");
    }
}

/// A program that cannot write what it knows, since nobody reads, is ended by a signal that comes later.
#[test]
fn a_later_signal_ends_the_program_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["enumerate", "-k", "8", "--format", "jsonl", "1234341221434321"];
    let mut child = minclue(&folder, &args).spawn().expect("it starts");
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
