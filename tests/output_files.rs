//! Files that a run writes, by the built program in fresh directories: none takes the place of what is read or of another
//! file of the run, none is written over that is no ordinary file, and nothing stays behind.

use std::fs::{self, File};
use std::os::unix::fs::{FileTypeExt as _, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

const FOUR: &str = "1234341221434321";
const OTHER: &str = "1234341243212143";
const NINE: &str = "534672189768159342912483675193765428856324791247891563629537814371948256485216937";
/// A 12x12 grid that takes any engine hours: what is refused is refused before.
const TWELVE: &str = "123456789ABC56789ABC12349ABC1234567823456789ABC16789ABC12345ABC123456789\
    3456789ABC12789ABC123456BC123456789A456789ABC12389ABC1234567C123456789AB";

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn write(folder: &TempDir, name: &str, text: &str) {
    fs::write(folder.path().join(name), text).expect("written");
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn minclue(folder: &TempDir, args: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("minclue"));
    command.current_dir(folder.path()).args(args).stdin(Stdio::null());
    command
}

fn run(folder: &TempDir, args: &[&str]) -> Output {
    let output = minclue(folder, args).output().expect("the program runs");
    assert!(!said(&output).contains("panicked"), "{}", said(&output));
    output
}

/// What was said on standard error, in one line.
fn said(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr).replace(['│', '\n'], " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}

/// A run that ends before any work: with this code and message, and nothing on standard output.
fn refused(folder: &TempDir, args: &[&str], expected: i32, message: &str) {
    let output = run(folder, args);
    let said = said(&output);
    assert_eq!((code(&output), said.contains(message)), (expected, true), "{args:?}: {said}");
    assert_eq!(said.matches("error:").count(), 1, "said once: {said}");
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn a_certificate_never_replaces_what_is_read() {
    let folder = folder();
    let grids = format!("twelve {TWELVE}\n");
    write(&folder, "grids", &grids);
    fs::hard_link(folder.path().join("grids"), folder.path().join("hard")).expect("a link");
    symlink("grids", folder.path().join("soft")).expect("a link");
    for name in ["grids", "./grids", "hard", "soft"] {
        refused(&folder, &["solve", "--certify", name, "grids"], 2, "this is the input as well");
    }
    // The same by standard input, which has no name.
    let mut command = minclue(&folder, &["solve", "--certify", "grids"]);
    let output = command.stdin(File::open(folder.path().join("grids")).expect("a file")).output().expect("it runs");
    assert_eq!(code(&output), 2, "{}", said(&output));
    assert!(said(&output).contains("this is standard input as well"), "{}", said(&output));
    // And standard output, if it is a file.
    let out = File::create(folder.path().join("out")).expect("a file");
    let output = minclue(&folder, &["solve", "--certify", "out", "grids"]).stdout(out).output().expect("it runs");
    assert!(code(&output) == 2 && said(&output).contains("this is standard output as well"), "{}", said(&output));
    fs::remove_file(folder.path().join("out")).expect("it is ours");

    let lines: String = (0..9).map(|_| "1 2 3\n").collect();
    write(&folder, "sets", &lines);
    refused(&folder, &["solve", "--from", "sets", "--certify", "sets", "grids"], 2, "the file of --from as well");
    assert_eq!((read(&folder, "grids"), read(&folder, "sets")), (grids, lines));
    assert_eq!(names(folder.path()), ["grids", "hard", "sets", "soft"]);
}

#[test]
fn neither_does_that_of_a_model_or_a_puzzle() {
    let folder = folder();
    let texts = [
        ("m.lp", "Minimize\n obj: a + b\nSubject To\n one: a + b >= 1\nBinaries\n a b\nEnd\n"),
        ("m.sol", "a 1\nb 0\n"),
        ("latin", "latin four\n1234\n2341\n3412\n4123\n"),
    ];
    texts.iter().for_each(|(name, text)| write(&folder, name, text));
    let model = ["fcp", "--model", "m.lp", "--solution", "m.sol", "--certify"];
    refused(&folder, &[&model[..], &["m.lp"]].concat(), 2, "this is the file of --model as well");
    refused(&folder, &[&model[..], &["m.sol"]].concat(), 2, "this is the file of --solution as well");
    refused(&folder, &["fcp", "--certify", "latin", "latin"], 2, "this is the input as well");
    texts.iter().for_each(|(name, text)| assert_eq!(read(&folder, name), *text));
}

#[test]
fn logs_and_journals_are_no_input_and_no_certificate() {
    let folder = folder();
    let grids = format!("{TWELVE}\n");
    write(&folder, "grids", &grids);
    let bilevel = ["solve", "--engine", "bilevel"];
    refused(&folder, &[&bilevel[..], &["--log", "grids", "grids"]].concat(), 2, "--log grids: this is the input");
    let both = ["--log", "new", "--certify", "new", "grids"];
    refused(&folder, &[&bilevel[..], &both].concat(), 2, "this is the file of --log as well");
    refused(&folder, &[&bilevel[..], &["--log", "missing/log", "grids"]].concat(), 1, "there is no folder missing");
    refused(&folder, &[&bilevel[..], &["--log", "/dev/null", "grids"]].concat(), 1, "no ordinary file, but a device");
    refused(&folder, &[&bilevel[..], &["--state", "grids", "grids"]].concat(), 1, "there is a file of this name");
    refused(&folder, &["sets", "--source", "ilp", "--journal", "grids", "grids"], 2, "this is the input as well");
    assert_eq!((read(&folder, "grids"), names(folder.path())), (grids, vec!["grids".to_owned()]));
}

/// A pipe stands for all that is no file: the test must do no harm to a device where the program would.
#[test]
fn only_an_ordinary_file_becomes_a_certificate() {
    let folder = folder();
    let made = Command::new("mkfifo").arg(folder.path().join("pipe")).status();
    assert!(made.expect("mkfifo is there").success());
    fs::create_dir(folder.path().join("directory")).expect("made");
    refused(&folder, &["solve", "--certify", "pipe", TWELVE], 1, "no ordinary file, but a pipe");
    refused(&folder, &["solve", "--certify", "directory", TWELVE], 1, "no ordinary file, but a directory");
    refused(&folder, &["solve", "--certify", "no/such/folder/x", TWELVE], 1, "there is no folder no/such/folder");
    write(&folder, "notes", "years of work\n");
    refused(&folder, &["solve", "--certify", "notes", TWELVE], 2, "this file is there, and it is no certificate");
    assert_eq!(read(&folder, "notes"), "years of work\n");
    assert!(fs::symlink_metadata(folder.path().join("pipe")).is_ok_and(|pipe| pipe.file_type().is_fifo()));
    assert_eq!(names(folder.path()), ["directory", "notes", "pipe"]);
}

#[test]
fn an_older_certificate_is_replaced_and_nothing_of_others() {
    let folder = folder();
    for (name, text) in [("four.cert.part", "mine"), ("four.cert.tree", "mine too"), ("four.cert", "")] {
        write(&folder, name, text);
    }
    let verified = |grid: &str| {
        let output = run(&folder, &["verify", "four.cert"]);
        assert!(String::from_utf8_lossy(&output.stdout).contains(grid), "{}", said(&output));
    };
    for grid in [FOUR, OTHER] {
        let output = run(&folder, &["solve", "--certify", "four.cert", grid]);
        assert_eq!(code(&output), 0, "{}", said(&output));
        verified(grid);
    }
    assert_eq!(names(folder.path()), ["four.cert", "four.cert.part", "four.cert.tree"]);
    assert_eq!((read(&folder, "four.cert.part"), read(&folder, "four.cert.tree")), ("mine".into(), "mine too".into()));
}

#[test]
fn a_link_to_a_certificate_stays_a_link() {
    let folder = folder();
    fs::create_dir(folder.path().join("proofs")).expect("made");
    symlink("proofs/four.cert", folder.path().join("link")).expect("a link");
    for grid in [FOUR, OTHER] {
        assert_eq!(code(&run(&folder, &["solve", "--certify", "link", grid])), 0);
        assert!(folder.path().join("link").is_symlink());
        let output = run(&folder, &["verify", "proofs/four.cert"]);
        assert!(String::from_utf8_lossy(&output.stdout).contains(grid), "{}", said(&output));
    }
    assert_eq!(
        (names(folder.path()), names(&folder.path().join("proofs"))),
        (vec!["link".to_owned(), "proofs".to_owned()], vec!["four.cert".to_owned()])
    );
}

/// That there is but one name for two is seen before the first grid is solved, and said once.
#[test]
fn several_grids_need_several_names() {
    let folder = folder();
    write(&folder, "grids", &format!("{TWELVE}\n{FOUR}\n{OTHER}\n"));
    refused(&folder, &["solve", "--certify", "x.cert", "grids"], 2, "put {} where their numbers shall stand");
    write(&folder, "latins", "latin a\n1234\n2341\n3412\n4123\n\nlatin b\n1234\n2341\n3412\n4123\n\nlatin c\n12\n21\n");
    refused(&folder, &["fcp", "--certify", "x.cert", "latins"], 2, "put {} where their numbers shall stand");
    refused(&folder, &["sets", "--source", "ilp", "--journal", "x", "grids"], 2, "a journal holds one grid");
    assert_eq!(names(folder.path()), ["grids", "latins"]);
    // What is no grid needs no certificate.
    write(&folder, "one", &format!("bad 12344321\n{FOUR}\nworse 11\n"));
    let output = run(&folder, &["solve", "--certify", "x.cert", "--format", "jsonl", "one"]);
    let lines: Vec<Value> =
        String::from_utf8_lossy(&output.stdout).lines().map(|l| serde_json::from_str(l).expect("json")).collect();
    assert_eq!((code(&output), lines.len()), (3, 3), "{}", said(&output));
    assert_eq!((&lines[1]["certified"], &lines[0]["status"]), (&true.into(), &"invalid_input".into()));
}

#[test]
fn two_certificates_of_a_run_never_share_a_file() {
    let folder = folder();
    write(&folder, "grids", &format!("{FOUR}\n{OTHER}\n"));
    symlink("1.cert", folder.path().join("2.cert")).expect("a link");
    let output = run(&folder, &["solve", "--certify", "{}.cert", "--format", "jsonl", "grids"]);
    assert_eq!(code(&output), 2, "{}", said(&output));
    assert!(said(&output).contains("this run has written another file there"), "{}", said(&output));
    let verified = run(&folder, &["verify", "1.cert"]);
    assert!(String::from_utf8_lossy(&verified.stdout).contains(FOUR), "the first one is still there");
}

#[test]
fn two_grids_of_one_name_are_two_models() {
    let folder = folder();
    write(&folder, "grids", &format!("same {FOUR}\nsame {OTHER}\ngrid-4 {FOUR}\n{OTHER}\na/b {FOUR}\na_b {OTHER}\n"));
    for _ in 0..2 {
        // A second time the same names, for the same grids.
        let output = run(&folder, &["export", "--model", "hpr", "--format", "lp", "-o", "out/", "grids"]);
        assert_eq!(code(&output), 0, "{}", said(&output));
        let printed = String::from_utf8(output.stdout).expect("UTF-8");
        let printed: Vec<&str> = printed.lines().filter_map(|line| line.strip_prefix("out/")).collect();
        assert_eq!(printed, ["same", "same-2", "grid-4", "grid-4-2", "a_b", "a_b-2"].map(|n| format!("{n}.hpr.lp")));
        for (first, second) in [("same", "same-2"), ("grid-4", "grid-4-2"), ("a_b", "a_b-2")] {
            let model = |name: &str| read(&folder, &format!("out/{name}.hpr.lp"));
            assert_ne!(model(first), model(second), "{first}");
            assert_eq!(model(first), model("same"));
        }
        assert_eq!(names(&folder.path().join("out")).len(), 6);
    }
}

#[test]
fn a_model_never_replaces_what_is_read() {
    let folder = folder();
    let grids = format!("{FOUR}\n");
    write(&folder, "x.lp", &grids);
    let output = run(&folder, &["export", "--model", "hpr", "--format", "lp", "-o", "x", "x.lp"]);
    assert_eq!(code(&output), 2, "{}", said(&output));
    assert!(said(&output).contains("--output x.lp: this is the input as well"), "{}", said(&output));
    assert_eq!(read(&folder, "x.lp"), grids);
    let model = "Minimize\n obj: a + b\nSubject To\n one: a + b >= 1\nBinaries\n a b\nEnd\n";
    write(&folder, "m.lp", model);
    write(&folder, "m.sol", "a 1\nb 0\n");
    let source = ["fcp", "--model", "m.lp", "--solution", "m.sol", "--both-signs"];
    let export = ["--export", "m", "--export-model", "hpr", "--export-format", "lp"];
    let output = run(&folder, &[&source[..], &export].concat());
    assert_eq!(code(&output), 2, "{}", said(&output));
    assert!(said(&output).contains("--export m.lp: this is the file of --model as well"), "{}", said(&output));
    assert_eq!(read(&folder, "m.lp"), model);
}

#[test]
fn files_for_outside_checkers_never_replace_the_certificate() {
    let folder = folder();
    fs::create_dir(folder.path().join("out")).expect("made");
    let solve = ["solve", "--no-symmetry", "--certify", "out/proof.pbp", FOUR];
    assert_eq!(code(&run(&folder, &solve)), 0);
    let certificate = fs::read(folder.path().join("out/proof.pbp")).expect("it");
    refused(&folder, &["verify", "out/proof.pbp", "--outside", "out"], 2, "this is the certificate as well");
    assert_eq!(fs::read(folder.path().join("out/proof.pbp")).expect("it"), certificate);
    write(&folder, "file", "");
    refused(&folder, &["verify", "out/proof.pbp", "--outside", "file"], 1, "there is a file of this name");
    let output = run(&folder, &["verify", "out/proof.pbp", "--outside", "new/deep"]);
    assert_eq!(code(&output), 0, "{}", said(&output));
    assert_eq!(names(&folder.path().join("new/deep")), ["proof.pbp", "puzzle.cnf", "puzzle.drat", "sets.opb"]);
}

/// The bounds of hours are worth more than their proof.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_while_a_proof_is_written_leaves_the_bounds() {
    for engine in ["native", "bilevel"] {
        for format in ["jsonl", "text"] {
            let folder = folder();
            // A limit on the size of files is as good as a full disk.
            let output = Command::new("sh")
                .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\""])
                .arg(assert_cmd::cargo::cargo_bin!("minclue"))
                .args(["solve", "--engine", engine, "--certify", "x.cert", "--format", format, NINE])
                .current_dir(folder.path())
                .output()
                .expect("there is a shell");
            let said = said(&output);
            assert_eq!(code(&output), 1, "{said}");
            assert!(said.contains("the certificate x.cert cannot be written"), "{said}");
            let text = String::from_utf8(output.stdout).expect("UTF-8");
            if format == "jsonl" {
                let record: Value = serde_json::from_str(&text).expect("one record");
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
            assert!(names(folder.path()).is_empty(), "nothing is left of the proof");
        }
    }
}
