//! Files that a run writes, by the built program in fresh directories: none takes the place of what is read or of
//! another file of the run, none is written over that is not a regular file, and nothing stays behind.

use std::fs::{self, File};
use std::os::unix::fs::{FileTypeExt as _, symlink};
use std::process::Command;

use minclue_testkit::{Program, Run, names};
use serde_json::Value;

use crate::minclue;

const FOUR: &str = "1234341221434321";
const OTHER: &str = "1234341243212143";
const NINE: &str = "534672189768159342912483675193765428856324791247891563629537814371948256485216937";
/// A 12x12 grid that takes any engine hours: what is refused is refused before.
const TWELVE: &str = "123456789ABC56789ABC12349ABC1234567823456789ABC16789ABC12345ABC123456789\
    3456789ABC12789ABC123456BC123456789A456789ABC12389ABC1234567C123456789AB";

/// What was said on standard error, in one line.
fn said(output: &Run) -> String {
    let text = output.stderr.replace(['│', '\n'], " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A run that ends before any work: with this code and message, and nothing on standard output.
fn refused(program: &Program, args: &[&str], expected: i32, message: &str) {
    let output = program.run(args);
    let said = said(&output);
    assert_eq!((output.code, said.contains(message)), (expected, true), "{args:?}: {said}");
    assert_eq!(said.matches("error:").count(), 1, "said once: {said}");
    assert!(output.text.is_empty(), "{}", output.text);
}

#[test]
fn a_certificate_never_replaces_what_is_read() {
    let program = minclue();
    let grids = format!("twelve {TWELVE}\n");
    program.write("grids", &grids);
    fs::hard_link(program.path("grids"), program.path("hard")).expect("a link");
    symlink("grids", program.path("soft")).expect("a link");
    for name in ["grids", "./grids", "hard", "soft"] {
        refused(&program, &["solve", "--certify", name, "grids"], 2, "this is the input as well");
    }
    // The same by standard input, which has no name.
    let mut command = program.command(["solve", "--certify", "grids"]);
    command.stdin(File::open(program.path("grids")).expect("a file"));
    let output: Run = command.output().expect("it runs").into();
    assert_eq!(output.code, 2, "{}", said(&output));
    assert!(said(&output).contains("this is standard input as well"), "{}", said(&output));
    // And standard output, if it is a file.
    let out = File::create(program.path("out")).expect("a file");
    let mut command = program.command(["solve", "--certify", "out", "grids"]);
    let output: Run = command.stdout(out).output().expect("it runs").into();
    assert!(output.code == 2 && said(&output).contains("this is standard output as well"), "{}", said(&output));
    fs::remove_file(program.path("out")).expect("it is ours");

    let lines: String = (0..9).map(|_| "1 2 3\n").collect();
    program.write("sets", &lines);
    refused(&program, &["solve", "--from", "sets", "--certify", "sets", "grids"], 2, "the file of --from as well");
    assert_eq!((program.read("grids"), program.read("sets")), (grids, lines));
    assert_eq!(program.names(), ["grids", "hard", "sets", "soft"]);
}

#[test]
fn neither_does_that_of_a_model_or_a_puzzle() {
    let program = minclue();
    let texts = [
        ("m.lp", "Minimize\n obj: a + b\nSubject To\n one: a + b >= 1\nBinaries\n a b\nEnd\n"),
        ("m.sol", "a 1\nb 0\n"),
        ("latin", "latin four\n1234\n2341\n3412\n4123\n"),
    ];
    texts.iter().for_each(|(name, text)| program.write(name, text));
    let model = ["fcp", "--model", "m.lp", "--solution", "m.sol", "--certify"];
    refused(&program, &[&model[..], &["m.lp"]].concat(), 2, "this is the file of --model as well");
    refused(&program, &[&model[..], &["m.sol"]].concat(), 2, "this is the file of --solution as well");
    refused(&program, &["fcp", "--certify", "latin", "latin"], 2, "this is the input as well");
    texts.iter().for_each(|(name, text)| assert_eq!(program.read(name), *text));
}

#[test]
fn logs_and_journals_are_no_input_and_no_certificate() {
    let program = minclue();
    let grids = format!("{TWELVE}\n");
    program.write("grids", &grids);
    let bilevel = ["solve", "--engine", "bilevel"];
    refused(&program, &[&bilevel[..], &["--log", "grids", "grids"]].concat(), 2, "--log grids: this is the input");
    let both = ["--log", "new", "--certify", "new", "grids"];
    refused(&program, &[&bilevel[..], &both].concat(), 2, "this is the file of --log as well");
    refused(&program, &[&bilevel[..], &["--log", "missing/log", "grids"]].concat(), 1, "there is no folder missing");
    refused(
        &program,
        &[&bilevel[..], &["--log", "/dev/null", "grids"]].concat(),
        1,
        "not a regular file, but a device",
    );
    refused(&program, &[&bilevel[..], &["--state", "grids", "grids"]].concat(), 1, "there is a file of this name");
    refused(&program, &["sets", "--source", "ilp", "--journal", "grids", "grids"], 2, "this is the input as well");
    assert_eq!((program.read("grids"), program.names()), (grids, vec!["grids".to_owned()]));
}

/// A pipe stands for all that is not a file: the test must do no harm to a device where the program would.
#[test]
fn only_an_ordinary_file_becomes_a_certificate() {
    let program = minclue();
    let made = Command::new("mkfifo").arg(program.path("pipe")).status();
    assert!(made.expect("mkfifo is there").success());
    fs::create_dir(program.path("directory")).expect("made");
    refused(&program, &["solve", "--certify", "pipe", TWELVE], 1, "not a regular file, but a pipe");
    refused(&program, &["solve", "--certify", "directory", TWELVE], 1, "not a regular file, but a directory");
    refused(&program, &["solve", "--certify", "no/such/folder/x", TWELVE], 1, "there is no folder no/such/folder");
    program.write("notes", "years of work\n");
    refused(&program, &["solve", "--certify", "notes", TWELVE], 2, "this file is there, and it is not a certificate");
    assert_eq!(program.read("notes"), "years of work\n");
    assert!(fs::symlink_metadata(program.path("pipe")).is_ok_and(|pipe| pipe.file_type().is_fifo()));
    assert_eq!(program.names(), ["directory", "notes", "pipe"]);
}

#[test]
fn an_older_certificate_is_replaced_and_nothing_of_others() {
    let program = minclue();
    for (name, text) in [("four.cert.part", "mine"), ("four.cert.tree", "mine too"), ("four.cert", "")] {
        program.write(name, text);
    }
    let verified = |grid: &str| {
        let output = program.run(["verify", "four.cert"]);
        assert!(output.text.contains(grid), "{}", said(&output));
    };
    for grid in [FOUR, OTHER] {
        let output = program.run(["solve", "--certify", "four.cert", grid]);
        assert_eq!(output.code, 0, "{}", said(&output));
        verified(grid);
    }
    assert_eq!(program.names(), ["four.cert", "four.cert.part", "four.cert.tree"]);
    assert_eq!((program.read("four.cert.part"), program.read("four.cert.tree")), ("mine".into(), "mine too".into()));
}

#[test]
fn a_link_to_a_certificate_stays_a_link() {
    let program = minclue();
    fs::create_dir(program.path("proofs")).expect("made");
    symlink("proofs/four.cert", program.path("link")).expect("a link");
    for grid in [FOUR, OTHER] {
        assert_eq!(program.run(["solve", "--certify", "link", grid]).code, 0);
        assert!(program.path("link").is_symlink());
        let output = program.run(["verify", "proofs/four.cert"]);
        assert!(output.text.contains(grid), "{}", said(&output));
    }
    assert_eq!(
        (program.names(), names(&program.path("proofs"))),
        (vec!["link".to_owned(), "proofs".to_owned()], vec!["four.cert".to_owned()])
    );
}

/// That there is but one name for two is seen before the first grid is solved, and said once.
#[test]
fn several_grids_need_several_names() {
    let program = minclue();
    program.write("grids", format!("{TWELVE}\n{FOUR}\n{OTHER}\n"));
    refused(&program, &["solve", "--certify", "x.cert", "grids"], 2, "put {} where their numbers shall stand");
    program.write("latins", "latin a\n1234\n2341\n3412\n4123\n\nlatin b\n1234\n2341\n3412\n4123\n\nlatin c\n12\n21\n");
    refused(&program, &["fcp", "--certify", "x.cert", "latins"], 2, "put {} where their numbers shall stand");
    refused(&program, &["sets", "--source", "ilp", "--journal", "x", "grids"], 2, "a journal holds one grid");
    assert_eq!(program.names(), ["grids", "latins"]);
    // What is not a grid needs no certificate.
    program.write("one", format!("bad 12344321\n{FOUR}\nworse 11\n"));
    let output = program.run(["solve", "--certify", "x.cert", "--format", "jsonl", "one"]);
    let lines: Vec<Value> = output.text.lines().map(|l| serde_json::from_str(l).expect("json")).collect();
    assert_eq!((output.code, lines.len()), (3, 3), "{}", said(&output));
    assert_eq!((&lines[1]["certified"], &lines[0]["status"]), (&true.into(), &"invalid_input".into()));
}

#[test]
fn two_certificates_of_a_run_never_share_a_file() {
    let program = minclue();
    program.write("grids", format!("{FOUR}\n{OTHER}\n"));
    symlink("1.cert", program.path("2.cert")).expect("a link");
    let output = program.run(["solve", "--certify", "{}.cert", "--format", "jsonl", "grids"]);
    assert_eq!(output.code, 2, "{}", said(&output));
    assert!(said(&output).contains("this run has written another file there"), "{}", said(&output));
    let verified = program.run(["verify", "1.cert"]);
    assert!(verified.text.contains(FOUR), "the first one is still there");
}

#[test]
fn two_grids_of_one_name_are_two_models() {
    let program = minclue();
    program.write("grids", format!("same {FOUR}\nsame {OTHER}\ngrid-4 {FOUR}\n{OTHER}\na/b {FOUR}\na_b {OTHER}\n"));
    for _ in 0..2 {
        // A second time the same names, for the same grids.
        let output = program.run(["export", "--what", "hpr", "--to", "lp", "-o", "out/", "grids"]);
        assert_eq!(output.code, 0, "{}", said(&output));
        let printed: Vec<&str> = output.text.lines().filter_map(|line| line.strip_prefix("out/")).collect();
        assert_eq!(printed, ["same", "same-2", "grid-4", "grid-4-2", "a_b", "a_b-2"].map(|n| format!("{n}.hpr.lp")));
        for (first, second) in [("same", "same-2"), ("grid-4", "grid-4-2"), ("a_b", "a_b-2")] {
            let model = |name: &str| program.read(&format!("out/{name}.hpr.lp"));
            assert_ne!(model(first), model(second), "{first}");
            assert_eq!(model(first), model("same"));
        }
        assert_eq!(names(&program.path("out")).len(), 6);
    }
}

#[test]
fn a_model_never_replaces_what_is_read() {
    let program = minclue();
    let grids = format!("{FOUR}\n");
    program.write("x.lp", &grids);
    let output = program.run(["export", "--what", "hpr", "--to", "lp", "-o", "x", "x.lp"]);
    assert_eq!(output.code, 2, "{}", said(&output));
    assert!(said(&output).contains("--output x.lp: this is the input as well"), "{}", said(&output));
    assert_eq!(program.read("x.lp"), grids);
    let model = "Minimize\n obj: a + b\nSubject To\n one: a + b >= 1\nBinaries\n a b\nEnd\n";
    program.write("m.lp", model);
    program.write("m.sol", "a 1\nb 0\n");
    let source = ["fcp", "--model", "m.lp", "--solution", "m.sol", "--both-signs"];
    let export = ["--export", "m", "--what", "hpr", "--to", "lp"];
    let output = program.run([&source[..], &export].concat());
    assert_eq!(output.code, 2, "{}", said(&output));
    assert!(said(&output).contains("--export m.lp: this is the file of --model as well"), "{}", said(&output));
    assert_eq!(program.read("m.lp"), model);
}

#[test]
fn files_for_outside_checkers_never_replace_the_certificate() {
    let program = minclue();
    fs::create_dir(program.path("out")).expect("made");
    let solve = ["solve", "--no-symmetry", "--certify", "out/proof.pbp", FOUR];
    assert_eq!(program.run(solve).code, 0);
    let certificate = fs::read(program.path("out/proof.pbp")).expect("it");
    refused(&program, &["verify", "out/proof.pbp", "--outside", "out"], 2, "this is the certificate as well");
    assert_eq!(fs::read(program.path("out/proof.pbp")).expect("it"), certificate);
    program.write("file", "");
    refused(&program, &["verify", "out/proof.pbp", "--outside", "file"], 1, "there is a file of this name");
    let output = program.run(["verify", "out/proof.pbp", "--outside", "new/deep"]);
    assert_eq!(output.code, 0, "{}", said(&output));
    assert_eq!(names(&program.path("new/deep")), ["proof.pbp", "puzzle.cnf", "puzzle.drat", "sets.opb"]);
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
