//! What a certificate is about: its digest, and `verify` with a grid, a model or puzzles to compare with. Run as built,
//! in fresh directories.

use std::fs;
use std::io::Read as _;

use minclue_testkit::{Program, Run};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::minclue;

const FOUR: &str = "1234341221434321";
const OTHER: &str = "1234341243212143";
/// Of the bytes 0, 2, 2 and the digits, by `sha256sum`.
const FOUR_SHA256: &str = "aecf28675b7f7fb25f8c010531a50fd60f3cf2dfa3b7e5a5a8eb30edbe134397";
const OTHER_SHA256: &str = "346878af85493fb0114d1dbdba5c5239bb50e6b2274f37dc05ca26dfd5aaaa64";
/// Four clues of `FOUR`, which are those of the format's example.
const FOUR_PUZZLE: &str = "1..4.........32.";

/// Two of four things, which weigh 3, 2, 2 and 1, or 2 each, weigh 4 at least: both have four variables and two rows.
const WEIGHTS: [&str; 2] = ["3 x0 + 2 x1 + 2 x2 + x3", "2 x0 + 2 x1 + 2 x2 + 2 x3"];

fn folder() -> Program {
    let program = minclue();
    let write = |name: &str, text: &str| program.write(name, text);
    for (name, weights) in ["a.lp", "b.lp"].into_iter().zip(WEIGHTS) {
        let rows = format!("weight: {weights} >= 4\n two: x0 + x1 + x2 + x3 <= 2");
        write(name, &format!("Minimize\n obj: x0\nSubject To\n {rows}\nBinaries\n x0 x1 x2 x3\nEnd\n"));
    }
    write("one.sol", "x0 1\nx1 1\nx2 0\nx3 0\n");
    write("two.sol", "x0 1\nx1 0\nx2 1\nx3 0\n");
    write("latin.txt", "latin first\n123\n231\n312\n\nlatin second\n123\n312\n231\n");
    write("third.txt", "latin third\n132\n321\n213\n");
    program
}

/// What is said without its spaces, for it is wrapped for people, between words and after hyphens.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '│').collect()
}

/// Is this said on standard error?
fn says(output: &Run, what: &str) -> bool {
    squeezed(&output.stderr).contains(&squeezed(what))
}

/// Certifies what these arguments ask, and returns the record.
fn certify(program: &Program, name: &str, args: &[&str]) -> Value {
    let output = program.run([args, &["--certify", name, "--format", "jsonl"]].concat());
    assert_eq!(output.code, 0, "{}", output.stderr);
    output.record()
}

/// Verified, with this line in the text.
#[track_caller]
fn accepted(output: &Run, line: &str) {
    assert_eq!(output.code, 0, "{}", output.stderr);
    let text = &output.text;
    assert!(text.starts_with("VERIFIED minimum = ") && text.lines().any(|other| other == line), "{line} in {text}");
}

/// Refused as about something else, which is said like this.
#[track_caller]
fn other_problem(output: &Run, why: &str) {
    let error = &output.stderr;
    assert_eq!((output.code, output.text.as_str()), (5, ""), "{error}");
    assert!(says(output, "REFUSED: it is about another problem: "), "{error}");
    assert!(says(output, why), "{why} in {error}");
}

const MODEL: [&str; 4] = ["--model", "a.lp", "--solution", "one.sol"];

#[test]
fn the_digest_is_in_the_file_in_the_record_and_in_the_text() {
    let program = folder();
    let solved = certify(&program, "four.cert", &["solve", FOUR]);
    assert_eq!(
        (&solved["problem_sha256"], &solved["proof"]["problem_sha256"]),
        (&FOUR_SHA256.into(), &FOUR_SHA256.into())
    );
    // What docs/formats/certificate.md says to do by hand.
    let bytes = fs::read(program.path("four.cert")).expect("it was written");
    let mut stream = Vec::new();
    zstd::stream::read::Decoder::new(&bytes[..]).expect("zstd").read_to_end(&mut stream).expect("zstd");
    assert_eq!(&stream[..80], format!("minclue-cert/1\n{FOUR_SHA256}\n").as_bytes());
    assert_eq!(format!("{:x}", Sha256::digest(&stream[80..80 + 19])), FOUR_SHA256);
    let verdict = program.run(["verify", "four.cert", "--format", "jsonl"]).record();
    assert_eq!((&verdict["problem_sha256"], &verdict["n_problem_bytes"]), (&FOUR_SHA256.into(), &19.into()));
    let line = format!("problem sha256 {FOUR_SHA256}");
    accepted(&program.run(["verify", "four.cert"]), &line);
    let solved = program.run(["solve", FOUR, "--certify", "again.cert"]).text;
    assert!(solved.ends_with(&format!("{line}\n")), "{solved}");
}

#[test]
fn an_answer_without_a_certificate_says_its_problem_too() {
    let program = folder();
    let of = |args: &[&str]| {
        let output = program.run([args, &["--format", "jsonl"]].concat());
        output.record()["problem_sha256"].as_str().expect("a digest").to_owned()
    };
    assert_eq!(of(&["solve", FOUR]), FOUR_SHA256);
    assert_eq!(of(&["solve", OTHER]), OTHER_SHA256);
    assert_eq!(of(&["solve", "--engine", "both", FOUR_PUZZLE]), FOUR_SHA256);
    let model = of(&[&["fcp"], &MODEL[..]].concat());
    let certified = certify(&program, "a.cert", &[&["fcp"], &MODEL[..]].concat());
    assert_eq!(certified["proof"]["problem_sha256"], model.as_str());
    for more in [&["--both-signs"][..], &["--both-signs", "--clue-vars", "x0,x2,x3"], &["--shown", "x0,x1"]] {
        assert_ne!(of(&[&["fcp"], &MODEL[..], more].concat()), model, "{more:?}");
    }
    let output = program.run(["solve", FOUR]);
    assert!(!output.text.contains("sha256"), "{}", output.text);
}

#[test]
fn a_grid_is_compared() {
    let program = folder();
    certify(&program, "four.cert", &["solve", FOUR]);
    let verify = |grid: &str, input: &str| program.feed(["verify", "four.cert", "--grid", grid], input.as_bytes());
    for grid in [FOUR, FOUR_PUZZLE] {
        accepted(&verify(grid, ""), "input  the grid of --grid");
        accepted(&verify("-", &format!("# a comment\n\n{grid}\n")), "input  grid 1 of standard input");
    }
    let output = verify(OTHER, "");
    // The third row and the fourth one are exchanged.
    other_problem(&output, "its grid differs in 8 cells: R3C1 is 2 there, and not 4; its SHA-256 is");
    assert!(says(&output, &format!("is {FOUR_SHA256}, and that of the grid of --grid is {OTHER_SHA256}")));
    let verdict = program.run(["verify", "four.cert", "--grid", OTHER, "--format", "jsonl"]).record();
    assert_eq!((&verdict["verified"], &verdict["status"]), (&Value::Bool(false), &"failed".into()));
    assert_eq!(verdict["problem_sha256"], FOUR_SHA256);
    // What it proves is not said where it is about another question.
    assert!(verdict.get("minimum").is_none() && verdict.get("lower_bound").is_none());
    other_problem(
        &program.run(["verify", "four.cert", "--grid", "123231312", "--shape", "1x3"]),
        "boxes of 2x2, and not of 1x3",
    );
    let output = verify("12..............", "");
    assert_eq!((output.code, output.text.as_str()), (3, ""));
    assert!(says(&output, "several solutions"), "{}", output.stderr);
    assert_eq!(verify("no/such.file", "").code, 1);
    assert_eq!(verify("-", "").code, 3);
}

#[test]
fn of_several_grids_a_certificate_is_about_one() {
    let program = folder();
    program.write("grids", format!("first {FOUR}\nsecond {OTHER}\n"));
    certify(&program, "second.cert", &["solve", OTHER]);
    certify(&program, "first.cert", &["solve", FOUR]);
    let args = ["verify", "second.cert", "first.cert", "--grid", "grids"];
    let output = program.run(args);
    accepted(&output, "input  grid 2 of grids, `second`");
    accepted(&output, "input  grid 1 of grids, `first`");
    let six = "534621216354465132321465153246642513";
    certify(&program, "six.cert", &["solve", six]);
    other_problem(
        &program.run(["verify", "six.cert", "--grid", "grids"]),
        "none of these 2 has that: grid 1 of grids, `first`; grid 2 of grids, `second`",
    );
    // One of three certificates is refused, which the exit code says; the others are answered.
    let output = program.run(["verify", "second.cert", "six.cert", "first.cert", "--grid", "grids"]);
    assert_eq!((output.code, output.text.matches("VERIFIED").count()), (5, 2));
    // A line that is not a grid is said, and the others serve.
    program.write("grids", format!("{FOUR}\n123434122143432?\n"));
    let output = program.run(["verify", "first.cert", "--grid", "grids"]);
    assert_eq!((output.code, output.text.matches("VERIFIED").count()), (3, 1));
}

#[test]
fn a_model_is_compared_with_another_one_of_its_size() {
    let program = folder();
    let solved = certify(&program, "a.cert", &[&["fcp"], &MODEL[..]].concat());
    let other = certify(&program, "b.cert", &["fcp", "--model", "b.lp", "--solution", "one.sol"]);
    // Before there was a digest, both said the same of themselves.
    for field in ["minimum", "clues"] {
        assert_eq!(solved[field], other[field]);
    }
    assert_ne!(solved["problem_sha256"], other["problem_sha256"]);
    let verify = |args: &[&str]| program.run([&["verify", "a.cert"], args].concat());
    accepted(&verify(&MODEL), "input  a.lp");
    let weight = "row `weight` is `3 x0 + 2 x1 + 2 x2 + x3 >= 4` there, and not `2 x0 + 2 x1 + 2 x2 + 2 x3 >= 4`";
    other_problem(&verify(&["--model", "b.lp", "--solution", "one.sol"]), weight);
    let with = |more: &[&str]| verify(&[&MODEL[..], more].concat());
    other_problem(
        &verify(&["--model", "a.lp", "--solution", "two.sol"]),
        "variable x1 is not the same in the two solutions",
    );
    other_problem(&with(&["--both-signs"]), "variable x2 may be a clue in one of them only");
    other_problem(&with(&["--clue-vars", "x0"]), "variable x1 may be a clue in one of them only");
    other_problem(&with(&["--shown", "x0,x1,x2"]), "variable x3 is shown in one of them only");
    accepted(&with(&["--clue-vars", "x*", "--shown", "x?"]), "input  a.lp");
    certify(&program, "both.cert", &[&["fcp"], &MODEL[..], &["--both-signs"]].concat());
    accepted(&program.run([&["verify", "both.cert", "--both-signs"], &MODEL[..]].concat()), "input  a.lp");
    let lp = program.read("a.lp");
    let more = lp.replace("Binaries", " third: x0 + x1 + x2 >= 1\nBinaries");
    program.write("more.lp", more);
    other_problem(
        &verify(&["--model", "more.lp", "--solution", "one.sol"]),
        "it has 4 variables and 2 rows, and not 4 and 3",
    );
    // What is wrong with the files is said as by `fcp`.
    program.write("wrong.sol", "x0 1\n");
    assert_eq!(verify(&["--model", "a.lp", "--solution", "wrong.sol"]).code, 3);
    assert_eq!(verify(&["--model", "a.lp", "--solution", "nothing.sol"]).code, 1);
}

#[test]
fn puzzles_are_compared() {
    let program = folder();
    let output = program.run(["fcp", "latin.txt", "--certify", "{}.cert", "--format", "jsonl"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let args = ["verify", "2.cert", "1.cert", "--puzzle"];
    let output = program.run([&args[..], &["latin.txt"]].concat());
    accepted(&output, "input  puzzle 1 of latin.txt, `latin first`");
    accepted(&output, "input  puzzle 2 of latin.txt, `latin second`");
    let third = fs::read(program.path("third.txt")).expect("it was written");
    let output = program.feed(["verify", "1.cert", "--puzzle", "-"], &third);
    other_problem(&output, "puzzle 1 of standard input, `latin third`");
    let both = [&third[..], b"\n", &third].concat();
    let named = "none of these 2 has that: puzzle 1 of standard input, `latin third`; puzzle 2 of standard input";
    other_problem(&program.feed(["verify", "1.cert", "--puzzle", "-"], &both), named);
    other_problem(&program.run(["verify", "1.cert", "--puzzle", "latin.txt", "--both-signs"]), "puzzle 1 of latin.txt");
    assert_eq!(program.feed(["verify", "1.cert", "--puzzle", "-"], b"latin\n12\n11\n").code, 3);
    assert_eq!(program.run(["verify", "1.cert", "--puzzle", "-"]).code, 3);
}

#[test]
fn kinds_of_problems_are_told_apart() {
    let program = folder();
    certify(&program, "four.cert", &["solve", FOUR]);
    certify(&program, "a.cert", &[&["fcp"], &MODEL[..]].concat());
    other_problem(
        &program.run([&["verify", "four.cert"], &MODEL[..]].concat()),
        "it is a grid, and not a linear model",
    );
    other_problem(&program.run(["verify", "a.cert", "--grid", FOUR]), "it is a linear model, and not a grid");
}

/// The stream of a certificate, and back.
fn unpacked(program: &Program, name: &str) -> Vec<u8> {
    let bytes = fs::read(program.path(name)).expect("a certificate");
    let mut stream = Vec::new();
    zstd::stream::read::Decoder::new(&bytes[..]).expect("zstd").read_to_end(&mut stream).expect("zstd");
    stream
}

fn pack(program: &Program, name: &str, stream: &[u8]) {
    program.write(name, zstd::encode_all(stream, 3).expect("memory"));
}

#[test]
fn a_digest_that_is_not_that_of_the_problem_is_refused() {
    let program = folder();
    certify(&program, "four.cert", &["solve", FOUR]);
    let stream = unpacked(&program, "four.cert");
    let with = |line: &str| {
        pack(&program, "changed.cert", &[b"minclue-cert/1\n", line.as_bytes(), &stream[79..]].concat());
        let output = program.run(["verify", "changed.cert"]);
        assert_eq!((output.code, output.text.as_str()), (5, ""));
        output
    };
    let expected = format!(
        "REFUSED: at byte 99 of the unpacked stream, in the problem: its SHA-256 is {FOUR_SHA256}, and the second line says \
         {OTHER_SHA256}"
    );
    assert!(says(&with(OTHER_SHA256), &expected));
    assert!(says(&with("none"), "in the second line: this is not a SHA-256"));
}

#[test]
fn a_certificate_comes_by_standard_input() {
    let program = folder();
    certify(&program, "four.cert", &["solve", FOUR]);
    let bytes = fs::read(program.path("four.cert")).expect("it was written");
    let line = format!("grid   {FOUR}");
    accepted(&program.feed(["verify"], &bytes), &line);
    accepted(&program.feed(["verify", "-"], &bytes), &line);
    accepted(&program.feed(["verify", "-", "--grid", FOUR], &bytes), &line);
    let verdict = program.feed(["verify", "-", "--format", "jsonl"], &bytes).record();
    let hash = format!("{:x}", Sha256::digest(&bytes));
    assert_eq!((&verdict["file"], &verdict["sha256"]), (&"-".into(), &hash.into()));
    let output = program.feed(["verify", "-", "--outside", "out"], &bytes);
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert!(program.path("out/proof.pbp").exists());
    let output = program.run(["verify"]);
    assert_eq!(output.code, 5);
    assert!(says(&output, "standard input: REFUSED: not a minclue certificate: it is empty"));
}

#[test]
fn refusals_in_plain_words() {
    let program = folder();
    certify(&program, "four.cert", &["solve", FOUR]);
    let bytes = fs::read(program.path("four.cert")).expect("it was written");
    let refused = |bytes: &[u8]| {
        let output = program.feed(["verify", "-", "--format", "jsonl"], bytes);
        assert_eq!(output.code, 5);
        let error = output.record()["error"].as_str().expect("a refusal").to_owned();
        assert!(says(&output, &format!("standard input: REFUSED: {error}")), "{}", output.stderr);
        error
    };
    assert_eq!(refused(b"# Certificates\n"), "not a minclue certificate: it is not a zstd file");
    let packed = zstd::encode_all(&b"some other file\n"[..], 3).expect("memory");
    let first = "not a minclue certificate: its first line is not `minclue-cert/1`";
    assert_eq!(refused(&packed), first);
    let unpacked = "not a minclue certificate: it is an uncompressed stream; compress it with zstd";
    assert_eq!(refused(b"minclue-cert/1\n"), unpacked);
    for at in [4, 9, bytes.len() - 1] {
        let expected = format!("the file is cut off or damaged: it ends at byte {at}, in a zstd frame");
        assert_eq!(refused(&bytes[..at]), expected);
    }
    let more = format!(
        "the file is damaged at byte {}: no zstd frame as in certificates begins here",
        bytes.len() + "more".len()
    );
    assert_eq!(refused(&[&bytes[..], b"more and more"].concat()), more);
    let newer = zstd::encode_all(&b"minclue-cert/7\n"[..], 3).expect("memory");
    assert!(refused(&newer).ends_with("this checker only supports `minclue-cert/1`"));
}

/// A program of this name in place of `VeriPB`, which says what it was given.
#[cfg(unix)]
#[test]
fn veripb_is_asked_without_a_directory_to_keep() {
    use std::os::unix::fs::PermissionsExt as _;
    let program = folder();
    certify(&program, "four.cert", &["solve", "--no-symmetry", FOUR]);
    let bytes = fs::read(program.path("four.cert")).expect("it was written");
    for name in ["bin", "tmp"] {
        fs::create_dir(program.path(name)).expect("a folder");
    }
    let veripb = program.path("bin/veripb");
    let script =
        "#!/bin/sh\ngrep -q 'min: ' \"$1\" && grep -q 'conclusion BOUNDS 4' \"$2\" && echo 's VERIFIED as asked'\n";
    fs::write(&veripb, script).expect("a file");
    fs::set_permissions(&veripb, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let path = format!("{}:/usr/bin:/bin", program.path("bin").display());
    for file in ["four.cert", "-"] {
        let mut command = program.command(["verify", file, "--veripb"]);
        command.env("PATH", &path).env("TMPDIR", program.path("tmp"));
        let output = Run::fed(&mut command, &bytes);
        assert_eq!(output.code, 0, "{}", output.stderr);
        assert!(output.stderr.contains("veripb: VERIFIED as asked"), "{}", output.stderr);
        let left = fs::read_dir(program.path("tmp")).expect("a folder").count();
        assert_eq!(left, 0, "temporary files stay behind");
    }
}

#[test]
fn options_that_do_not_go_together() {
    let program = folder();
    for (args, why) in [
        (&["verify", "x", "--both-signs"][..], "require --model or --puzzle"),
        (&["verify", "x", "--grid", FOUR, "--clue-vars", "x0"], "require --model or --puzzle"),
        (&["verify", "-", "--grid", "-"], "standard input can be read only once"),
        (&["verify", "--puzzle", "-"], "standard input can be read only once"),
        (&["verify", "-", "-"], "standard input can be read only once"),
        (&["verify", "x", "--model", "a.lp"], "--solution"),
        (&["verify", "x", "--shape", "2x2"], "--grid"),
        (&["verify", "x", "--grid", FOUR, "--puzzle", "latin.txt"], "cannot be used with"),
        (&["verify", "x", "y", "--veripb"], "one certificate at a time"),
    ] {
        let output = program.run(args);
        assert_eq!(output.code, 2, "{args:?}: {}", output.stderr);
        assert!(says(&output, why), "{args:?}: {}", output.stderr);
    }
}
