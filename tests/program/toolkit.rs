//! `bilevel`: certificates, exports and limits. The rest is in `tests/cases`.

use minclue_testkit::{Program, Run};
use serde_json::json;

use crate::minclue;

/// The follower packs items of weights 2, 3, 4 into 5, worth 5, 6, 8; the leader takes one.
const KI: &str = "3\n5\n1\n2 3 4\n1 1 1\n5 6 8\n";
const MPS: &str = "NAME t\nROWS\n N obj\n L budget\n L cap\n L l1\n L l2\n L l3\nCOLUMNS\n M1 'MARKER' 'INTORG'\n \
                   x1 budget 1 l1 1\n x2 budget 1 l2 1\n x3 budget 1 l3 1\n z1 obj 5 cap 2\n z1 l1 1\n z2 obj 6 cap 3\n z2 \
                   l2 1\n z3 obj 8 cap 4\n z3 l3 1\n M2 'MARKER' 'INTEND'\nRHS\n r budget 1 cap 5\n r l1 1 l2 1\n r l3 \
                   1\nBOUNDS\n BV b x1\n BV b x2\n BV b x3\n BV b z1\n BV b z2\n BV b z3\nENDATA\n";
const INDEX: &str = "N 3\nM 4\nLC 3\nLC 4\nLC 5\nLR 1\nLR 2\nLR 3\nLR 4\nLO -5\nLO -6\nLO -8\nOS 1\n";
fn folder() -> Program {
    let program = minclue();
    program.write("k.ki", KI);
    program.write("index.mps", MPS);
    program.write("index.aux", INDEX);
    program
}

fn bilevel(program: &Program, args: &[&str]) -> Run {
    program.run([&["bilevel", "--format", "jsonl"], args].concat())
}

/// The other followers are in `tests/cases/bilevel.md`.
#[cfg(feature = "cbc")]
#[test]
fn cbc_as_the_follower_has_the_same_answer() {
    let program = folder();
    for engine in ["cuts", "native", "bilevel", "both"] {
        let output = bilevel(&program, &["--engine", engine, "--follower", "cbc", "index.mps"]);
        assert_eq!(output.record()["optimum"], 8, "{engine}: {}", output.stderr);
    }
}

#[test]
fn both_halves_have_certificates_that_are_about_the_files() {
    let program = folder();
    for engine in ["native", "bilevel", "cuts"] {
        let record = bilevel(&program, &["--engine", engine, "--certify", "c", "index.mps"]).record();
        assert_eq!(record["certified"], true);
        assert_eq!(
            (&record["lower_certificate"]["file"], &record["upper_certificate"]["file"]),
            (&json!("c"), &json!("c.upper"))
        );
        let verify = |file: &str, model: &str, target: &str| {
            program.run(["verify", "--format", "jsonl", file, "--bilevel", model, "--target", target])
        };
        let lower = verify("c", "index.mps", "8");
        assert_eq!((lower.code, &lower.record()["lower_bound"]), (0, &json!(2)), "{}", lower.stderr);
        let upper = verify("c.upper", "index.mps", "9");
        assert_eq!((upper.code, &upper.record()["upper_bound"]), (0, &json!(1)), "{}", upper.stderr);
        // Of another target, and of the same numbers with variables in another order, it says nothing.
        assert_eq!((verify("c", "index.mps", "9").code, verify("c.upper", "index.mps", "8").code), (5, 5));
        assert_eq!(verify("c", "k.ki", "8").code, 0, "a .ki file makes the same rows");
        let changed = KI.replace("5 6 8", "5 7 8");
        program.write("changed.ki", changed);
        assert_eq!(verify("c", "changed.ki", "8").code, 5);
    }
    let mut bytes = std::fs::read(program.path("c")).expect("a certificate");
    let at = bytes.len() / 2;
    bytes[at] ^= 0x10;
    program.write("c", bytes);
    assert_eq!(program.run(["verify", "c"]).code, 5);
}

/// What we export is read again: the fewest clues of a grid.
#[test]
fn exports_are_blockers() {
    let program = minclue();
    let grid = "1234341221434321";
    for (name, more) in [
        ("index", &["--aux", "index"][..]),
        ("names", &["--aux", "names"]),
        ("short", &["--names", "short"]),
        ("sets", &["--max-sets", "9"]),
        ("bobilib", &["--to", "bobilib"]),
    ] {
        let output = program.run([&["export", "-o", name][..], more, &[grid]].concat());
        assert_eq!(output.code, 0, "{}", output.stderr);
        let output = bilevel(&program, &["--certify", "c", &format!("{name}.mps")]);
        let record = output.record();
        assert_eq!((&record["goal"], &record["optimum"]), (&json!("blocker"), &json!(4)), "{name}: {}", output.stderr);
        assert_eq!(record["certified"], true);
        assert_eq!(program.run(["verify", "c", "--bilevel", &format!("{name}.mps"), "--target", "0"]).code, 0);
        program.run(["verify", "c"]);
        std::fs::remove_file(program.path("c")).expect("a certificate");
    }
}

#[test]
fn a_limit_leaves_both_bounds() {
    let program = minclue();
    let items = |n: i64| (0..20).map(|i| ((i * 37 + 11) % n + 1).to_string()).collect::<Vec<_>>().join(" ");
    let ones = ["1"; 20].join(" ");
    program.write("large.ki", format!("20\n200\n7\n{}\n{ones}\n{}\n", items(41), items(97)));
    let output = bilevel(&program, &["--follower", "oracle", "--node-limit", "5", "large.ki"]);
    let record = output.record();
    assert_eq!((output.code, &record["status"]), (4, &json!("node_limit")), "{}", output.stderr);
    let bound = |name: &str| record[name].as_i64().expect("a bound");
    assert!(bound("lower_bound") < bound("upper_bound") && record["gap"].as_f64() > Some(0.0));
    assert!(record.get("optimum").is_none());
    let late = bilevel(&program, &["--time-limit", "1ms", "large.ki"]);
    assert_eq!((late.code, &late.record()["status"]), (4, &json!("time_limit")));
}
