//! Numbers of bilevel programs that are exact for our own search, and too large for integer programs in floating point; and what stays on the disk of certificates that prove nothing.

use minclue_testkit::Program;
use serde_json::{Value, json};

use crate::minclue;

#[track_caller]
fn record(program: &Program, args: &[&str]) -> Value {
    let output = program.run([args, &["--format", "jsonl"]].concat());
    assert_eq!(output.code, 0, "{args:?}: {}", output.stderr);
    output.record()
}

/// The leader takes one of two items; `unit` is what a unit of worth is, and `price` what an item costs.
fn knapsack(unit: i64, price: i64) -> String {
    format!("3\n4\n{price}\n2 3 2\n{price} {price} {price}\n{} {} {}\n", 3 * unit, 5 * unit, 4 * unit + 1)
}

/// Sums of a certificate are exact whatever the numbers are.
#[test]
fn an_answer_with_large_numbers_is_certified() {
    let program = minclue();
    for (unit, price) in [(1, 1), (5_000_000_000_000, 1), (1 << 50, 1), (1, 3_000_000_000_000), (1 << 45, 1 << 45)] {
        program.write("k.ki", knapsack(unit, price));
        // The second item fits only alone; without one of the others, the other two do not fit together.
        let value = 5 * unit;
        let record = record(&program, &["bilevel", "--certify", "k.cert", "k.ki"]);
        let shown = (&record["status"], &record["optimum"], &record["lower_bound"], &record["certified"]);
        assert_eq!(shown, (&json!("optimal"), &json!(value), &json!(value), &json!(true)), "{record}");
        assert!(record.get("uncertified").is_none(), "{record}");
        let verified = program.run(["verify", "k.cert", "--bilevel", "k.ki"]);
        assert!(verified.text.starts_with(&format!("VERIFIED value = {value}, both halves")), "{}", verified.text);
    }
}

/// HiGHS and CBC take a value within a millionth of a whole number for whole.
#[test]
fn a_program_is_no_follower_where_its_tolerance_decides() {
    let program = minclue();
    // Of rows that contradict each other: the first two do.
    for (unit, is_taken) in [(1, true), (1_000_000_000_000_i64, false)] {
        let rows = format!(
            "Minimize\n obj:\nSubject To\n a: {unit} x + {unit} y >= {}\n b: x + y <= 1\n c: x >= 0\nBinary\n x y\nEnd\n",
            unit + 1
        );
        program.write("m.lp", rows);
        for follower in ["auto", "oracle"] {
            assert_eq!(record(&program, &["explain", "--follower", follower, "m.lp"])["minimum"], 2);
        }
        let output = program.run(["explain", "--follower", "highs", "m.lp"]);
        assert_eq!(output.code == 0, is_taken, "{}", output.stderr);
        let message = output.stderr.replace("\n  │ ", " ");
        assert_eq!(message.contains(&format!("row `a` add up to {}", 3 * unit + 1)), !is_taken, "{message}");
    }
}

/// The same of the clues of a model.
#[test]
fn a_program_answers_for_no_model_with_larger_numbers() {
    let program = minclue();
    program.write("m.sol", "x 1\ny 0\nz 0\n");
    for (unit, is_taken) in [(1, true), (1_000_000_000_000_i64, false)] {
        let rows = format!("{unit} x + {unit} y + {} z = {unit}", unit + 1);
        program.write(
            "m.lp",
            format!("Minimize\n obj:\nSubject To\n a: {rows}\n b: x + y + z <= 2\nBinary\n x y z\nEnd\n"),
        );
        let args = ["puzzle", "--model", "m.lp", "--solution", "m.sol"];
        assert_eq!(record(&program, &args)["minimum"], 1);
        for (more, instead) in [
            (&["--follower", "highs"][..], "--follower oracle"),
            (&["--engine", "bilevel", "--follower", "highs"], "--follower oracle"),
            (&["--independent"], "--engine both"),
        ] {
            let output = program.run([&args[..], more].concat());
            assert_eq!(output.code == 0, is_taken, "{more:?}: {}", output.stderr);
            let message = output.stderr.replace("\n  │ ", " ");
            assert_eq!(message.contains(&format!("row `a` add up to {}", 4 * unit + 1)), !is_taken, "{message}");
            assert_eq!(message.contains(&format!("use {instead}")), !is_taken, "{message}");
        }
    }
}

/// What engines wrote of targets and costs on the way is no certificate of the answer.
#[test]
fn a_certificate_that_proves_nothing_of_the_answer_does_not_stay() {
    let program = minclue();
    program
        .write("m.lp", "Minimize\n obj:\nSubject To\n one: a + b + c = 1\n two: d - e >= 0\nBinary\n a b c d e\nEnd\n");
    program.write("m.sol", "a 1\nb 0\nc 0\nd 1\ne 1\n");
    // Without `a` another of three is 1, and whoever has `e` has `d`, which is dear.
    program.write("free.txt", "a 0\nd 0\ne 0\n");
    program.write("dear.txt", "a 2\nd 5\n");
    for (weights, least) in [("free.txt", 0), ("dear.txt", 3)] {
        let args = ["puzzle", "--model", "m.lp", "--solution", "m.sol", "--weights", weights, "--certify", "m.cert"];
        let record = record(&program, &args);
        assert_eq!(record["optimum"], least, "{record}");
        let is_kept = record["lower_certificate"].is_object();
        assert_eq!((is_kept, program.names().contains(&"m.cert".to_owned())), (least > 0, least > 0), "{record}");
        for name in program.names().iter().filter(|name| name.starts_with("m.cert")) {
            std::fs::remove_file(program.path(name)).expect("it");
        }
    }
}
