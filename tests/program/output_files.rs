//! A disk that fills while a file is written; `tests/cases/output-files.md` has what a run writes and what it does not.

use std::process::Command;

use minclue_testkit::Run;
use serde_json::Value;

use crate::minclue;

const NINE: &str = "534672189768159342912483675193765428856324791247891563629537814371948256485216937";

/// What was said on standard error, in one line.
fn said(output: &Run) -> String {
    let text = output.stderr.replace(['│', '\n'], " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The bounds of hours are worth more than their proof.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_while_a_proof_is_written_leaves_the_bounds() {
    for engine in ["native", "bilevel"] {
        for format in ["jsonl", "text"] {
            let program = minclue();
            // A limit on the size of files is as good as a full disk.
            let output: Run = Command::new("sh")
                .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\""])
                .arg(program.file())
                .args(["solve", "--engine", engine, "--certify", "x.cert", "--format", format, NINE])
                .current_dir(program.folder())
                .output()
                .expect("there is a shell")
                .into();
            let said = said(&output);
            assert_eq!(output.code, 1, "{said}");
            assert!(said.contains("the certificate x.cert cannot be written"), "{said}");
            let text = &output.text;
            if format == "jsonl" {
                let record: Value = serde_json::from_str(text).expect("one record");
                assert_eq!((&record["status"], &record["certified"]), (&"failed".into(), &false.into()));
                let bound = |name: &str| record[name].as_u64().unwrap_or_else(|| panic!("{name}: {record}"));
                assert!((1..=19).contains(&bound("lower_bound")) && bound("upper_bound") >= 19, "{record}");
                let puzzle = record["puzzle"].as_str().expect("a puzzle");
                assert_eq!(puzzle.chars().filter(|c| *c != '.').count() as u64, bound("upper_bound"));
                assert!(record["error"]["message"].as_str().is_some_and(|m| m.contains("cannot be written")));
                assert!(record["error"].get("line").is_none(), "a full disk has no line: {record}");
            } else {
                assert!(text.contains("clues"), "{text}");
            }
            assert!(program.names().is_empty(), "nothing is left of the proof");
        }
    }
}
