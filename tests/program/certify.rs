//! `solve --certify` and `verify`, run as built in fresh directories.

use std::fs;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::minclue;

const FOUR: &str = "1234341221434321";
const OTHER: &str = "1234341243212143";
const SIX: &str = "534621216354465132321465153246642513";
const NINE: &str = "534672189768159342912483675193765428856324791247891563629537814371948256485216937";

#[test]
fn an_answer_is_certified_and_verified() {
    let program = minclue();
    let output = program.run(["solve", "--certify", "six.cert", "--format", "jsonl", SIX]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let solved = output.record();
    assert_eq!((&solved["certified"], &solved["minimum"]), (&Value::Bool(true), &Value::from(8)));
    assert_eq!(
        (&solved["proof"]["level"], &solved["proof"]["file"]),
        (&Value::from("minimum"), &Value::from("six.cert"))
    );
    // Nothing stays behind but the certificate.
    assert_eq!(program.names(), ["six.cert"]);
    let bytes = fs::read(program.path("six.cert")).expect("it was written");
    let hash: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(solved["proof"]["sha256"], Value::from(hash.clone()));
    assert_eq!(solved["proof"]["n_file_bytes"], Value::from(bytes.len()));

    let output = program.run(["verify", "six.cert"]);
    assert_eq!(output.code, 0);
    let said = output.text;
    assert!(said.starts_with("VERIFIED minimum = 8\nshape  2x3\n"), "{said}");
    assert!(said.contains(&format!("grid   {SIX}\n")) && said.contains(&hash), "{said}");
    let verdict = program.run(["verify", "--format", "jsonl", "six.cert"]).record();
    assert_eq!(verdict["schema"], "minclue-verdict/1");
    assert_eq!((&verdict["verified"], &verdict["status"]), (&Value::Bool(true), &Value::from("done")));
    for field in ["grid", "minimum", "puzzle"] {
        assert_eq!(verdict[field], solved[field], "{field}");
    }
    assert_eq!(verdict["sha256"], solved["proof"]["sha256"]);
}

#[test]
fn a_list_of_puzzles_is_certified_and_verified() {
    let program = minclue();
    let output = program.run(["enumerate", "-k", "4", "--certify", "all.cert", "--format", "json", FOUR]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let found: Value = serde_json::from_str(&output.text).expect("JSON");
    let record = &found[0];
    assert_eq!((&record["complete"], &record["n_puzzles"]), (&Value::Bool(true), &Value::from(12)));
    assert_eq!(record["proof"]["level"], "puzzles");
    assert_eq!(program.names(), ["all.cert"]);

    let said = program.run(["verify", "--grid", FOUR, "all.cert"]).text;
    assert!(said.starts_with("VERIFIED minimum = 4, with these 12 puzzles and no others\n"), "{said}");
    assert_eq!(said.lines().filter(|line| line.starts_with("puzzle ")).count(), 12);
    let verdict = program.run(["verify", "--format", "jsonl", "all.cert"]).record();
    assert_eq!((&verdict["all_up_to"], &verdict["n_puzzles"]), (&Value::from(4), &Value::from(12)));
    let lines = |value: &Value| -> Vec<String> {
        let puzzles = value.as_array().expect("a list").iter();
        puzzles.map(|puzzle| puzzle.as_str().expect("a line").to_owned()).collect()
    };
    let (mut of_search, mut of_checker) = (lines(&record["puzzles"]), lines(&verdict["puzzles"]));
    of_search.sort();
    of_checker.sort();
    assert_eq!(of_search, of_checker);

    // One clue more: the minimal ones of both numbers; and one less, where there is none.
    assert_eq!(program.run(["enumerate", "-k", "5", "--count", "--certify", "all.cert", FOUR]).text, "400\n");
    let said = program.run(["verify", "all.cert"]).text;
    assert!(said.starts_with("VERIFIED minimum = 4, with these 268 minimal puzzles, and no others up to 5 clues\n"));
    assert_eq!(program.run(["enumerate", "-k", "3", "--count", "--certify", "all.cert", FOUR]).text, "0\n");
    assert!(program.run(["verify", "all.cert"]).text.starts_with("VERIFIED minimum = 4\n"));
}

#[test]
fn a_list_that_is_not_whole_has_no_certificate() {
    let program = minclue();
    let output = program.run(["enumerate", "-k", "9", "--node-limit", "3000", "--certify", "all.cert", SIX]);
    assert_eq!(output.code, 4, "{}", output.stderr);
    assert!(output.stderr.contains("no certificate is written, since it would say that these are all"));
    assert!(output.text.lines().count() > 10 && program.names().is_empty(), "{:?}", program.names());
    for (args, why) in [
        (&["-k", "4..5"][..], "give -k a number"),
        (&["-k", "4", "--engine", "dmus"], "--certify goes with --engine native"),
        (&["-k", "4", "--given", "r1c1"], "cannot be used with"),
        (&["-k", "4", OTHER], "put {} where their numbers shall stand"),
    ] {
        let refused = program.run([&["enumerate", "--certify", "all.cert", FOUR], args].concat());
        assert_eq!(refused.code, 2, "{args:?}: {}", refused.stderr);
        assert!(refused.stderr.contains(why) && refused.text.is_empty(), "{args:?}: {}", refused.stderr);
    }
    let two = program.run(["enumerate", "-k", "4", "--count", "--certify", "all-{}.cert", FOUR, OTHER]);
    assert_eq!((two.code, program.names()), (0, vec!["all-1.cert".to_owned(), "all-2.cert".to_owned()]));
}

#[test]
fn people_read_of_a_certificate_where_there_is_one() {
    let program = minclue();
    let said = program.run(["solve", FOUR]).text;
    assert!(said.contains("minimum 4 clues, proven by native in ") && !said.contains("certif"), "{said}");
    let solved = program.run(["solve", "--format", "jsonl", FOUR]).record();
    assert_eq!(solved["certified"], false);
    assert!(solved.get("proof").is_none());
    let said = program.run(["solve", "--certify", "four.cert", FOUR]).text;
    assert!(said.contains("certificate four.cert, checked in ") && said.lines().count() == 1, "{said}");
}

#[test]
fn a_damaged_certificate_is_refused_with_its_place() {
    let program = minclue();
    program.run(["solve", "--certify", "four.cert", FOUR]);
    let path = program.path("four.cert");
    let whole = fs::read(&path).expect("it was written");
    fs::write(&path, &whole[..whole.len() - 3]).expect("it can be written");
    let output = program.run(["verify", "four.cert"]);
    assert_eq!(output.code, 5);
    assert!(output.text.is_empty());
    let said = output.stderr;
    assert!(said.contains("REFUSED") && said.contains("byte"), "{said}");
    let verdict = program.run(["verify", "--format", "jsonl", "four.cert"]).record();
    assert_eq!((&verdict["verified"], &verdict["status"]), (&Value::Bool(false), &Value::from("failed")));
    assert!(verdict["error"].is_string() && verdict.get("minimum").is_none());
    // What cannot be read is not a refusal; and the gravest outcome counts.
    assert_eq!(program.run(["verify", "nothing.cert"]).code, 1);
    program.write("whole.cert", &whole);
    assert_eq!(program.run(["verify", "whole.cert", "four.cert"]).code, 5);
    assert_eq!(program.run(["verify", "whole.cert"]).code, 0);
}

#[test]
fn several_grids_have_a_certificate_each() {
    let program = minclue();
    program.write("grids", format!("{FOUR}\n{OTHER}\n"));
    let output = program.run(["solve", "--certify", "grid-{}.cert", "--format", "json", "grids"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert_eq!(program.names(), ["grid-1.cert", "grid-2.cert", "grids"]);
    let said = program.run(["verify", "grid-1.cert", "grid-2.cert"]).text;
    assert!(said.contains(FOUR) && said.contains(OTHER) && said.matches("VERIFIED minimum = 4").count() == 2, "{said}");
    // One name for two is refused; `output_files` has more of that.
    let output = program.run(["solve", "--certify", "one.cert", "--format", "jsonl", "grids"]);
    assert_eq!(output.code, 2);
    assert!(output.stderr.contains("put {} where"), "{}", output.stderr);
}

#[test]
fn a_limit_leaves_a_certificate_of_the_bounds() {
    let program = minclue();
    let output = program.run(["solve", "--node-limit", "2000", "--certify", "nine.cert", "--format", "jsonl", NINE]);
    assert_eq!(output.code, 4, "{}", output.stderr);
    let solved = output.record();
    assert_eq!((&solved["certified"], &solved["proof"]["level"]), (&Value::Bool(true), &Value::from("bounds")));
    let output = program.run(["verify", "nine.cert"]);
    assert_eq!(output.code, 0);
    let bounds = format!("VERIFIED {} <= minimum <= {}\n", solved["lower_bound"], solved["upper_bound"]);
    assert!(output.text.starts_with(&bounds), "{}", output.text);
}

#[test]
fn what_cannot_be_certified_is_said_at_once() {
    let program = minclue();
    for engine in ["both", "dmus", "checker2012"] {
        let output = program.run(["solve", "--engine", engine, "--certify", "x", FOUR]);
        assert_eq!(output.code, 2, "{engine}");
        assert!(output.stderr.contains("--certify goes with"), "{}", output.stderr);
    }
    for option in [["--node-order", "best"], ["--budgets", "falling"], ["--state", "here"]] {
        let output = program.run(["solve", "--engine", "bilevel", option[0], option[1], "--certify", "x", FOUR]);
        assert_eq!(output.code, 2, "{option:?}");
        assert!(output.stderr.contains("--certify goes with"), "{}", output.stderr);
    }
    let output = program.run(["solve", "--certify", "no/such/folder/x", FOUR]);
    assert_eq!(output.code, 1);
    assert!(output.stderr.contains("there is no folder no/such/folder"), "{}", output.stderr);
    assert!(program.names().is_empty());
}

#[test]
fn the_branch_and_cut_certifies_too() {
    let program = minclue();
    for options in [&[][..], &["--leaf", "lp"], &["--leaf", "lp", "--region-rows", "none"], &["--follower", "highs"]] {
        let solve = ["solve", "--engine", "bilevel", "--certify", "six.cert", "--format", "jsonl", SIX];
        let output = program.run([&solve[..], options].concat());
        assert_eq!(output.code, 0, "{options:?}: {}", output.stderr);
        assert_eq!(output.record()["certified"], true);
        let output = program.run(["verify", "six.cert"]);
        assert!(output.text.starts_with("VERIFIED minimum = 8\n"), "{options:?}: {}", output.text);
    }
}

#[test]
fn files_for_outside_checkers() {
    let program = minclue();
    program.run(["solve", "--no-symmetry", "--certify", "six.cert", SIX]);
    let output = program.run(["verify", "six.cert", "--outside", "out"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let read = |name: &str| fs::read_to_string(program.path("out").join(name)).expect(name);
    assert!(read("sets.opb").contains("min: "));
    assert!(read("proof.pbp").starts_with("pseudo-Boolean proof version 3.0"));
    assert!(read("puzzle.cnf").contains("p cnf 216 "));
    assert!(read("puzzle.drat").ends_with("0\n"));
    assert_eq!(program.run(["verify", "six.cert", "six.cert", "--outside", "out"]).code, 2);
}

/// A grid with automorphisms: its certificate uses them, and `VeriPB` has no word for that.
#[test]
fn symmetries_have_no_form_in_veripb() {
    let program = minclue();
    // Both grids have symmetries; take one whose tree has more than its root.
    let six = "123456456123231564564231312645645312";
    let solved = program.run(["solve", "--certify", "s.cert", "--format", "jsonl", six]).record();
    assert_eq!(solved["certified"], true);
    let output = program.run(["verify", "s.cert", "--outside", "out"]);
    if output.code != 0 {
        assert_eq!(output.code, 1);
        assert!(output.stderr.contains("--no-symmetry"), "{}", output.stderr);
        assert!(!program.path("out/proof.pbp").exists(), "what was given up would look like a proof");
    }
    program.run(["solve", "--no-symmetry", "--certify", "n.cert", six]);
    assert_eq!(program.run(["verify", "n.cert", "--outside", "out"]).code, 0);
}
