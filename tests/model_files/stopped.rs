//! No input makes reading outlive a limit or a signal.

use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

const LP: &str = "Minimize\n obj: x + y\nSubject To\n r1: x + y >= 1\nBinary\n x y\nEnd\n";

fn folder() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("m.lp"), LP).expect("a file");
    fs::write(folder.path().join("s.sol"), "x 1\n").expect("a file");
    for name in ["pipe.lp", "pipe.mps", "pipe.sol"] {
        let made = Command::new("mkfifo").arg(folder.path().join(name)).status().expect("this test runs mkfifo");
        assert!(made.success());
    }
    folder
}

fn start(folder: &TempDir, model: &str, solution: &str, more: &[&str]) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin!("minclue"))
        .current_dir(folder.path())
        .args(["fcp", "--model", model, "--solution", solution, "--format", "jsonl"])
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs")
}

fn record(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// A pipe that nobody writes to cannot even be opened.
#[test]
fn a_time_limit_ends_the_wait_for_a_file() {
    let folder = folder();
    for (model, solution, id) in
        [("pipe.lp", "s.sol", "pipe"), ("pipe.mps", "s.sol", "pipe"), ("m.lp", "pipe.sol", "m")]
    {
        let output = start(&folder, model, solution, &["--time-limit", "0.2"]).wait_with_output().expect("an end");
        assert_eq!(output.status.code(), Some(4), "{model} {solution}");
        let found = record(&output);
        assert_eq!((&found["status"], &found["id"]), (&"time_limit".into(), &id.into()), "{model} {solution}");
        assert_eq!((found.get("minimum"), found.get("error")), (None, None));
    }
}

/// A file that goes on for ever, line after line: comments of a model, and empty lines of a solution.
#[test]
fn a_time_limit_ends_a_file_without_end() {
    let folder = folder();
    for (pipe, line, model, solution) in [
        ("pipe.lp", "\\ and so on", "pipe.lp", "s.sol"),
        ("pipe.mps", "* and so on", "pipe.mps", "s.sol"),
        ("pipe.sol", "# and so on", "m.lp", "pipe.sol"),
    ] {
        let path = folder.path().join(pipe);
        let program = start(&folder, model, solution, &["--time-limit", "0.3"]);
        let mut writer = Command::new("yes")
            .arg(line)
            .stdout(fs::OpenOptions::new().write(true).open(&path).expect("the program opens the other end"))
            .stderr(Stdio::null())
            .spawn()
            .expect("this test runs yes");
        let output = program.wait_with_output().expect("an end");
        writer.wait().expect("it ends with the pipe");
        assert_eq!((output.status.code(), &record(&output)["status"]), (Some(4), &"time_limit".into()), "{pipe}");
    }
}

#[test]
fn a_signal_ends_the_wait_for_a_file() {
    let folder = folder();
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let child = start(&folder, "pipe.mps", "s.sol", &[]);
        // The program must listen first: then its thread for the pipe is there.
        let tasks = format!("/proc/{}/task", child.id());
        while fs::read_dir(&tasks).map_or(0, Iterator::count) < 2 {
            thread::sleep(Duration::from_millis(5));
        }
        let killed =
            Command::new("kill").args([signal, &child.id().to_string()]).status().expect("this test runs kill");
        assert!(killed.success());
        let output = child.wait_with_output().expect("an end");
        assert_eq!((output.status.code(), &record(&output)["status"]), (Some(code), &"interrupted".into()), "{signal}");
    }
}

/// Zero bytes are no text, and nothing waits for their end.
#[test]
fn a_device_without_end_is_refused() {
    let folder = folder();
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("zero.lp")).expect("a link");
    for (model, solution) in [("zero.lp", "s.sol"), ("m.lp", "zero.lp")] {
        let output = start(&folder, model, solution, &[]).wait_with_output().expect("an end");
        assert_eq!(output.status.code(), Some(3), "{model}");
        let error = &record(&output)["error"];
        assert_eq!(error["message"], "the file is no text in UTF-8: it has a zero byte", "{model}");
    }
}
