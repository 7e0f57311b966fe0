//! The values that `bilevel` shows at a limit and on a full disk. The others are in `tests/cases/bilevel-values.md` and
//! `bilevel-budgets.md` beside it.

use std::process::Command;

use minclue_testkit::{Program, Run};
use serde_json::json;

use crate::minclue;

fn bilevel(program: &Program, args: &[&str]) -> Run {
    program.run([&["bilevel", "--format", "jsonl"], args].concat())
}

/// A limit on the size of files is as good as a full disk.
#[cfg(target_os = "linux")]
fn on_a_full_disk(program: &Program, args: &[&str]) -> Run {
    Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\""])
        .arg(program.file())
        .args(args)
        .current_dir(program.folder())
        .output()
        .expect("there is a shell")
        .into()
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_value_of_a_bilevel_program() {
    let program = minclue();
    // A program whose certificates take some kilobytes.
    program.write(
        "k.ki",
        "12\n100\n4\n5 42 38 34 30 26 22 18 14 10 6 43\n1 1 1 1 1 1 1 1 1 1 1 1\n3 25 16 7 29 20 11 33 24 15 6 28\n",
    );
    let value = bilevel(&program, &["k.ki"]).record()["optimum"].clone();
    assert!(value.as_i64() > Some(0));
    for (option, what) in [("--certify", "cannot be written"), ("--solution-file", "--solution-file f")] {
        let args = ["bilevel", option, "f", "k.ki"];
        let output = on_a_full_disk(&program, &[&args[..], &["--format", "jsonl"]].concat());
        assert_eq!(output.code, 1, "{}", output.stderr);
        let record = output.record();
        let bounds = (&record["lower_bound"], &record["upper_bound"], &record["optimum"]);
        assert_eq!(bounds, (&value, &value, &value), "{option}: {record}");
        assert_eq!((&record["status"], &record["certified"]), (&json!("optimal"), &json!(false)));
        assert!(record["error"]["message"].as_str().is_some_and(|message| message.contains(what)), "{record}");
        assert!(record["error"].get("line").is_none(), "{record}");
        let output = on_a_full_disk(&program, &[&args[..], &["--format", "text"]].concat());
        assert_eq!(output.code, 1);
        assert!(output.text.contains(&format!("value {value}, proven by ")), "{}", output.text);
        assert_eq!(program.names(), ["k.ki"], "nothing is left of the file");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_what_a_hunt_has_found() {
    let program = minclue();
    let puzzle = "12.4.........32.";
    let args = ["hunt", "--to", "4", "--pool", "pool", "--format", "jsonl", puzzle];
    let output = on_a_full_disk(&program, &args);
    assert_eq!(output.code, 1, "{}", output.stderr);
    let record = output.records().pop().expect("a record");
    assert_eq!((&record["schema"], &record["status"]), (&json!("minclue-neighbors/1"), &json!("failed")));
    for name in ["n_moves", "n_classes", "n_found"] {
        assert!(record.get(name).is_some(), "{name}: {record}");
    }
    assert!(record["error"]["message"].as_str().is_some_and(|message| message.contains("--pool pool")), "{record}");
    assert_eq!((record["error"].get("line"), record["error"].get("column")), (None, None), "{record}");
}

/// Even weights, each worth its weight, and an odd capacity: what the rows say is one more than the best answer, and to
/// guess that there is none takes hours. Bounds prove it, and a certificate has both halves.
#[test]
fn bounds_prove_that_no_answer_is_better() {
    let program = minclue();
    let n = 60;
    let weights: Vec<usize> = (0..n).map(|i| 2 * (1_000 + i * i * 7_919 % 991)).collect();
    let list = weights.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    let room = weights.iter().sum::<usize>() / 4 * 2 + 1;
    program.write("k.ki", format!("{n}\n{room}\n1\n{list}\n{}\n{list}\n", ["1"; 60].join(" ")));
    let record = bilevel(&program, &["--certify", "k.cert", "k.ki"]).record();
    assert_eq!((&record["status"], &record["certified"]), (&json!("optimal"), &json!(true)), "{record}");
    assert_eq!(record["optimum"], room - 1, "{record}");
    let verified = program.run(["verify", "k.cert", "--bilevel", "k.ki"]);
    assert!(verified.text.starts_with(&format!("VERIFIED value = {}, both halves", room - 1)), "{}", verified.text);
}
