//! Pipes that end early or late; `tests/cases/corners.md` has small files on which a verb was once wrong.

use std::io::Write as _;
use std::process::Stdio;

use crate::minclue;

/// What was read by the time limit is a part of the weights, and its least weight is that of another question.
#[test]
fn weights_that_do_not_come_in_time_are_no_question() {
    let program = minclue();
    program.write("h.hgr", "p hs 3 2\n1 2\n2 3\n");
    program.write("e.cnf", "p cnf 1 2\n1 0\n-1 0\n");
    for input in [&["solve", "--hypergraph", "h.hgr"][..], &["explain", "e.cnf"]] {
        let args = [input, &["--weights", "-", "--time-limit", "200ms"]].concat();
        let mut child = program.command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let mut stdin = child.stdin.take().expect("piped");
        writeln!(stdin, "1 5").expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        drop(stdin);
        assert_eq!(output.status.code(), Some(4), "{input:?}");
        assert!(!String::from_utf8_lossy(&output.stdout).contains("minimum"), "{input:?}");
    }
}

#[test]
fn nobody_has_to_hear_a_verdict() {
    let program = minclue();
    assert_eq!(program.run(["solve", "-q", "--certify", "a.cert", "1234341221434321"]).code, 0);
    let certificate = std::fs::read(program.path("a.cert")).expect("a certificate");
    for (content, code) in [(&certificate[..], 0), (&certificate[..100], 5)] {
        let mut command = program.command(["verify", "-"]);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("runs");
        drop(child.stdout.take());
        child.stdin.take().expect("piped").write_all(content).expect("it reads");
        assert_eq!(child.wait().expect("it ends").code(), Some(code));
    }
}
