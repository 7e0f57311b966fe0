//! `solve --certify` and `verify`, run as built in fresh directories.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

const FOUR: &str = "1234341221434321";
const OTHER: &str = "1234341243212143";
const SIX: &str = "534621216354465132321465153246642513";
const NINE: &str = "534672189768159342912483675193765428856324791247891563629537814371948256485216937";

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn run(folder: &TempDir, args: &[&str]) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("minclue"));
    let output = command.current_dir(folder.path()).args(args).output().expect("the program runs");
    assert!(!text(&output.stderr).contains("panicked"), "{}", text(&output.stderr));
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}

fn record(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", text(&output.stdout)))
}

fn names(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn an_answer_is_certified_and_verified() {
    let folder = folder();
    let output = run(&folder, &["solve", "--certify", "six.cert", "--format", "jsonl", SIX]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let solved = record(&output);
    assert_eq!((&solved["certified"], &solved["minimum"]), (&Value::Bool(true), &Value::from(8)));
    assert_eq!(
        (&solved["proof"]["level"], &solved["proof"]["file"]),
        (&Value::from("minimum"), &Value::from("six.cert"))
    );
    // Nothing stays behind but the certificate.
    assert_eq!(names(&folder), ["six.cert"]);
    let bytes = fs::read(folder.path().join("six.cert")).expect("it was written");
    let hash: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(solved["proof"]["sha256"], Value::from(hash.clone()));
    assert_eq!(solved["proof"]["n_file_bytes"], Value::from(bytes.len()));

    let output = run(&folder, &["verify", "six.cert"]);
    assert_eq!(code(&output), 0);
    let said = text(&output.stdout);
    assert!(said.starts_with("VERIFIED minimum = 8\nshape  2x3\n"), "{said}");
    assert!(said.contains(&format!("grid   {SIX}\n")) && said.contains(&hash), "{said}");
    let verdict = record(&run(&folder, &["verify", "--format", "jsonl", "six.cert"]));
    assert_eq!(verdict["schema"], "minclue-verdict/1");
    assert_eq!((&verdict["verified"], &verdict["status"]), (&Value::Bool(true), &Value::from("optimal")));
    for field in ["grid", "minimum", "puzzle"] {
        assert_eq!(verdict[field], solved[field], "{field}");
    }
    assert_eq!(verdict["sha256"], solved["proof"]["sha256"]);
}

#[test]
fn without_a_certificate_the_answer_says_so() {
    let folder = folder();
    let said = text(&run(&folder, &["solve", FOUR]).stdout);
    assert!(said.contains(", not certified\n"), "{said}");
    let solved = record(&run(&folder, &["solve", "--format", "jsonl", FOUR]));
    assert_eq!(solved["certified"], false);
    assert!(solved.get("proof").is_none());
    let said = text(&run(&folder, &["solve", "--certify", "four.cert", FOUR]).stdout);
    assert!(!said.contains("not certified") && said.contains("certificate four.cert, checked in "), "{said}");
}

#[test]
fn a_damaged_certificate_is_refused_with_its_place() {
    let folder = folder();
    run(&folder, &["solve", "--certify", "four.cert", FOUR]);
    let path = folder.path().join("four.cert");
    let whole = fs::read(&path).expect("it was written");
    fs::write(&path, &whole[..whole.len() - 3]).expect("it can be written");
    let output = run(&folder, &["verify", "four.cert"]);
    assert_eq!(code(&output), 5);
    assert!(output.stdout.is_empty());
    let said = text(&output.stderr);
    assert!(said.contains("REFUSED") && said.contains("byte"), "{said}");
    let verdict = record(&run(&folder, &["verify", "--format", "jsonl", "four.cert"]));
    assert_eq!((&verdict["verified"], &verdict["status"]), (&Value::Bool(false), &Value::from("failed")));
    assert!(verdict["error"].is_string() && verdict.get("minimum").is_none());
    // What cannot be read is no refusal; and the gravest outcome counts.
    assert_eq!(code(&run(&folder, &["verify", "nothing.cert"])), 1);
    fs::write(folder.path().join("whole.cert"), &whole).expect("it can be written");
    assert_eq!(code(&run(&folder, &["verify", "whole.cert", "four.cert"])), 5);
    assert_eq!(code(&run(&folder, &["verify", "whole.cert"])), 0);
}

#[test]
fn several_grids_have_a_certificate_each() {
    let folder = folder();
    fs::write(folder.path().join("grids"), format!("{FOUR}\n{OTHER}\n")).expect("it can be written");
    let output = run(&folder, &["solve", "--certify", "grid-{}.cert", "--format", "json", "grids"]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    assert_eq!(names(&folder), ["grid-1.cert", "grid-2.cert", "grids"]);
    let said = text(&run(&folder, &["verify", "grid-1.cert", "grid-2.cert"]).stdout);
    assert!(said.contains(FOUR) && said.contains(OTHER) && said.matches("VERIFIED minimum = 4").count() == 2, "{said}");
    // One name for two is refused; tests/output_files.rs has more of that.
    let output = run(&folder, &["solve", "--certify", "one.cert", "--format", "jsonl", "grids"]);
    assert_eq!(code(&output), 2);
    assert!(text(&output.stderr).contains("put {} where"), "{}", text(&output.stderr));
}

#[test]
fn a_limit_leaves_a_certificate_of_the_bounds() {
    let folder = folder();
    let output = run(&folder, &["solve", "--node-limit", "2000", "--certify", "nine.cert", "--format", "jsonl", NINE]);
    assert_eq!(code(&output), 4, "{}", text(&output.stderr));
    let solved = record(&output);
    assert_eq!((&solved["certified"], &solved["proof"]["level"]), (&Value::Bool(true), &Value::from("bounds")));
    let output = run(&folder, &["verify", "nine.cert"]);
    assert_eq!(code(&output), 0);
    let bounds = format!("VERIFIED {} <= minimum <= {}\n", solved["lower_bound"], solved["upper_bound"]);
    assert!(text(&output.stdout).starts_with(&bounds), "{}", text(&output.stdout));
}

#[test]
fn what_cannot_be_certified_is_said_at_once() {
    let folder = folder();
    for engine in ["both", "dmus", "checker2012"] {
        let output = run(&folder, &["solve", "--engine", engine, "--certify", "x", FOUR]);
        assert_eq!(code(&output), 2, "{engine}");
        assert!(text(&output.stderr).contains("--certify goes with"), "{}", text(&output.stderr));
    }
    for option in [["--node-order", "best"], ["--budgets", "falling"], ["--state", "here"]] {
        let output = run(&folder, &["solve", "--engine", "bilevel", option[0], option[1], "--certify", "x", FOUR]);
        assert_eq!(code(&output), 2, "{option:?}");
        assert!(text(&output.stderr).contains("--certify goes with"), "{}", text(&output.stderr));
    }
    let output = run(&folder, &["solve", "--certify", "no/such/folder/x", FOUR]);
    assert_eq!(code(&output), 1);
    assert!(text(&output.stderr).contains("there is no folder no/such/folder"), "{}", text(&output.stderr));
    assert!(names(&folder).is_empty());
}

#[test]
fn the_branch_and_cut_certifies_too() {
    let folder = folder();
    for options in [&[][..], &["--leaf", "lp"], &["--leaf", "lp", "--region-rows", "none"], &["--follower", "highs"]] {
        let solve = ["solve", "--engine", "bilevel", "--certify", "six.cert", "--format", "jsonl", SIX];
        let output = run(&folder, &[&solve[..], options].concat());
        assert_eq!(code(&output), 0, "{options:?}: {}", text(&output.stderr));
        assert_eq!(record(&output)["certified"], true);
        let output = run(&folder, &["verify", "six.cert"]);
        assert!(text(&output.stdout).starts_with("VERIFIED minimum = 8\n"), "{options:?}: {}", text(&output.stdout));
    }
}

#[test]
fn files_for_outside_checkers() {
    let folder = folder();
    run(&folder, &["solve", "--no-symmetry", "--certify", "six.cert", SIX]);
    let output = run(&folder, &["verify", "six.cert", "--outside", "out"]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let read = |name: &str| fs::read_to_string(folder.path().join("out").join(name)).expect(name);
    assert!(read("sets.opb").contains("min: "));
    assert!(read("proof.pbp").starts_with("pseudo-Boolean proof version 3.0"));
    assert!(read("puzzle.cnf").contains("p cnf 216 "));
    assert!(read("puzzle.drat").ends_with("0\n"));
    assert_eq!(code(&run(&folder, &["verify", "six.cert", "six.cert", "--outside", "out"])), 2);
}

/// A grid with automorphisms: its certificate uses them, and `VeriPB` has no word for that.
#[test]
fn symmetries_have_no_form_in_veripb() {
    let folder = folder();
    // Both grids have symmetries; take one whose tree has more than its root.
    let six = "123456456123231564564231312645645312";
    let solved = record(&run(&folder, &["solve", "--certify", "s.cert", "--format", "jsonl", six]));
    assert_eq!(solved["certified"], true);
    let output = run(&folder, &["verify", "s.cert", "--outside", "out"]);
    if code(&output) != 0 {
        assert_eq!(code(&output), 1);
        assert!(text(&output.stderr).contains("--no-symmetry"), "{}", text(&output.stderr));
        assert!(!folder.path().join("out/proof.pbp").exists(), "what was given up would look like a proof");
    }
    run(&folder, &["solve", "--no-symmetry", "--certify", "n.cert", six]);
    assert_eq!(code(&run(&folder, &["verify", "n.cert", "--outside", "out"])), 0);
}
