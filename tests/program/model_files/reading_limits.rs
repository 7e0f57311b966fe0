//! No input makes reading outlive a limit or a signal.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use minclue_testkit::{Program, Run};

use crate::minclue;

const LP: &str = "Minimize\n obj: x + y\nSubject To\n r1: x + y >= 1\nBinary\n x y\nEnd\n";

fn folder() -> Program {
    let program = minclue();
    program.write("m.lp", LP);
    program.write("s.sol", "x 1\n");
    for name in ["pipe.lp", "pipe.mps", "pipe.sol"] {
        let made = Command::new("mkfifo").arg(program.path(name)).status().expect("this test runs mkfifo");
        assert!(made.success());
    }
    program
}

fn start(program: &Program, model: &str, solution: &str, more: &[&str]) -> Child {
    let files = ["fcp", "--model", model, "--solution", solution, "--format", "jsonl"];
    program.start(files.iter().chain(more))
}

/// A pipe that nobody writes to cannot even be opened.
#[test]
fn a_time_limit_ends_the_wait_for_a_file() {
    let program = folder();
    for (model, solution, id) in
        [("pipe.lp", "s.sol", "pipe"), ("pipe.mps", "s.sol", "pipe"), ("m.lp", "pipe.sol", "m")]
    {
        let output: Run =
            start(&program, model, solution, &["--time-limit", "0.2"]).wait_with_output().expect("an end").into();
        assert_eq!(output.code, 4, "{model} {solution}");
        let found = output.record();
        assert_eq!((&found["status"], &found["id"]), (&"time_limit".into(), &id.into()), "{model} {solution}");
        assert_eq!((found.get("minimum"), found.get("error")), (None, None));
    }
}

/// A file that goes on for ever, line after line: comments of a model, and empty lines of a solution.
#[test]
fn a_time_limit_ends_a_file_without_end() {
    let program = folder();
    for (pipe, line, model, solution) in [
        ("pipe.lp", "\\ and so on", "pipe.lp", "s.sol"),
        ("pipe.mps", "* and so on", "pipe.mps", "s.sol"),
        ("pipe.sol", "# and so on", "m.lp", "pipe.sol"),
    ] {
        let path = program.path(pipe);
        let child = start(&program, model, solution, &["--time-limit", "0.3"]);
        let mut writer = Command::new("yes")
            .arg(line)
            .stdout(fs::OpenOptions::new().write(true).open(&path).expect("the program opens the other end"))
            .stderr(Stdio::null())
            .spawn()
            .expect("this test runs yes");
        let output = Run::from(child.wait_with_output().expect("an end"));
        writer.wait().expect("it ends with the pipe");
        assert_eq!((output.code, &output.record()["status"]), (4, &"time_limit".into()), "{pipe}");
    }
}

#[test]
fn a_signal_ends_the_wait_for_a_file() {
    let program = folder();
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let child = start(&program, "pipe.mps", "s.sol", &[]);
        // The program must listen first: then its thread for the pipe is there.
        let tasks = format!("/proc/{}/task", child.id());
        while fs::read_dir(&tasks).map_or(0, Iterator::count) < 2 {
            thread::sleep(Duration::from_millis(5));
        }
        let killed =
            Command::new("kill").args([signal, &child.id().to_string()]).status().expect("this test runs kill");
        assert!(killed.success());
        let output = Run::from(child.wait_with_output().expect("an end"));
        assert_eq!((output.code, &output.record()["status"]), (code, &"interrupted".into()), "{signal}");
    }
}

/// Zero bytes are not text, and nothing waits for their end.
#[test]
fn a_device_without_end_is_refused() {
    let program = folder();
    std::os::unix::fs::symlink("/dev/zero", program.path("zero.lp")).expect("a link");
    for (model, solution) in [("zero.lp", "s.sol"), ("m.lp", "zero.lp")] {
        let output: Run = start(&program, model, solution, &[]).wait_with_output().expect("an end").into();
        assert_eq!(output.code, 3, "{model}");
        let error = &output.record()["error"];
        assert_eq!(error["message"], "the file is not text in UTF-8: it has a zero byte", "{model}");
    }
}
