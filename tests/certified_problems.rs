//! What a certificate is about: its digest, and `verify` with a grid, a model or puzzles to compare with. Run as built, in
//! fresh directories.

use std::fs;
use std::io::{Read as _, Write as _};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

const FOUR: &str = "1234341221434321";
const OTHER: &str = "1234341243212143";
/// Of the bytes 0, 2, 2 and the digits, by `sha256sum`.
const FOUR_SHA256: &str = "aecf28675b7f7fb25f8c010531a50fd60f3cf2dfa3b7e5a5a8eb30edbe134397";
const OTHER_SHA256: &str = "346878af85493fb0114d1dbdba5c5239bb50e6b2274f37dc05ca26dfd5aaaa64";
/// Four clues of `FOUR`, which are those of the format's example.
const FOUR_PUZZLE: &str = "1..4.........32.";

/// Two of four things, which weigh 3, 2, 2 and 1, or 2 each, weigh 4 at least: both have four variables and two rows.
const WEIGHTS: [&str; 2] = ["3 x0 + 2 x1 + 2 x2 + x3", "2 x0 + 2 x1 + 2 x2 + 2 x3"];

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    for (name, weights) in ["a.lp", "b.lp"].into_iter().zip(WEIGHTS) {
        let rows = format!("weight: {weights} >= 4\n two: x0 + x1 + x2 + x3 <= 2");
        write(name, &format!("Minimize\n obj: x0\nSubject To\n {rows}\nBinaries\n x0 x1 x2 x3\nEnd\n"));
    }
    write("one.sol", "x0 1\nx1 1\nx2 0\nx3 0\n");
    write("two.sol", "x0 1\nx1 0\nx2 1\nx3 0\n");
    write("latin.txt", "latin first\n123\n231\n312\n\nlatin second\n123\n312\n231\n");
    write("third.txt", "latin third\n132\n321\n213\n");
    folder
}

fn run(folder: &TempDir, args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("minclue"))
        .current_dir(folder.path())
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // It may end without reading.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    let output = child.wait_with_output().expect("it ends");
    assert!(!text(&output.stderr).contains("panicked"), "{}", text(&output.stderr));
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What is said without its spaces, for it is wrapped for people, between words and after hyphens.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '│').collect()
}

/// Is this said on standard error?
fn says(output: &Output, what: &str) -> bool {
    squeezed(&text(&output.stderr)).contains(&squeezed(what))
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}

fn record(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", text(&output.stderr)))
}

/// Certifies what these arguments ask, and returns the record.
fn certify(folder: &TempDir, name: &str, args: &[&str]) -> Value {
    let output = run(folder, &[args, &["--certify", name, "--format", "jsonl"]].concat(), b"");
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    record(&output)
}

/// Verified, with this line in the text.
#[track_caller]
fn accepted(output: &Output, line: &str) {
    assert_eq!(code(output), 0, "{}", text(&output.stderr));
    let text = text(&output.stdout);
    assert!(text.starts_with("VERIFIED minimum = ") && text.lines().any(|other| other == line), "{line} in {text}");
}

/// Refused as about something else, which is said like this.
#[track_caller]
fn other_problem(output: &Output, why: &str) {
    let error = text(&output.stderr);
    assert_eq!((code(output), text(&output.stdout)), (5, String::new()), "{error}");
    assert!(says(output, "REFUSED: it is about another problem: "), "{error}");
    assert!(says(output, why), "{why} in {error}");
}

const MODEL: [&str; 4] = ["--model", "a.lp", "--solution", "one.sol"];

#[test]
fn the_digest_is_in_the_file_in_the_record_and_in_the_text() {
    let folder = folder();
    let solved = certify(&folder, "four.cert", &["solve", FOUR]);
    assert_eq!(
        (&solved["problem_sha256"], &solved["proof"]["problem_sha256"]),
        (&FOUR_SHA256.into(), &FOUR_SHA256.into())
    );
    // What docs/formats/certificate.md says to do by hand.
    let bytes = fs::read(folder.path().join("four.cert")).expect("it was written");
    let mut stream = Vec::new();
    zstd::stream::read::Decoder::new(&bytes[..]).expect("zstd").read_to_end(&mut stream).expect("zstd");
    assert_eq!(&stream[..80], format!("minclue-cert/2\n{FOUR_SHA256}\n").as_bytes());
    assert_eq!(format!("{:x}", Sha256::digest(&stream[80..80 + 19])), FOUR_SHA256);
    let verdict = record(&run(&folder, &["verify", "four.cert", "--format", "jsonl"], b""));
    assert_eq!((&verdict["problem_sha256"], &verdict["n_problem_bytes"]), (&FOUR_SHA256.into(), &19.into()));
    let line = format!("problem sha256 {FOUR_SHA256}");
    accepted(&run(&folder, &["verify", "four.cert"], b""), &line);
    let solved = text(&run(&folder, &["solve", FOUR, "--certify", "again.cert"], b"").stdout);
    assert!(solved.ends_with(&format!("{line}\n")), "{solved}");
}

#[test]
fn an_answer_without_a_certificate_says_its_problem_too() {
    let folder = folder();
    let of = |args: &[&str]| {
        let output = run(&folder, &[args, &["--format", "jsonl"]].concat(), b"");
        record(&output)["problem_sha256"].as_str().expect("a digest").to_owned()
    };
    assert_eq!(of(&["solve", FOUR]), FOUR_SHA256);
    assert_eq!(of(&["solve", OTHER]), OTHER_SHA256);
    assert_eq!(of(&["solve", "--engine", "both", FOUR_PUZZLE]), FOUR_SHA256);
    let model = of(&[&["fcp"], &MODEL[..]].concat());
    let certified = certify(&folder, "a.cert", &[&["fcp"], &MODEL[..]].concat());
    assert_eq!(certified["proof"]["problem_sha256"], model.as_str());
    for more in [&["--both-signs"][..], &["--both-signs", "--clues", "x0,x2,x3"], &["--shown", "x0,x1"]] {
        assert_ne!(of(&[&["fcp"], &MODEL[..], more].concat()), model, "{more:?}");
    }
    let output = run(&folder, &["solve", FOUR], b"");
    assert!(!text(&output.stdout).contains("sha256"), "{}", text(&output.stdout));
}

#[test]
fn a_grid_is_compared() {
    let folder = folder();
    certify(&folder, "four.cert", &["solve", FOUR]);
    let verify = |grid: &str, input: &str| run(&folder, &["verify", "four.cert", "--grid", grid], input.as_bytes());
    for grid in [FOUR, FOUR_PUZZLE] {
        accepted(&verify(grid, ""), "input  the grid of --grid");
        accepted(&verify("-", &format!("# a comment\n\n{grid}\n")), "input  grid 1 of standard input");
    }
    let output = verify(OTHER, "");
    // The third row and the fourth one are exchanged.
    other_problem(&output, "its grid differs in 8 cells: R3C1 is 2 there, and not 4; its SHA-256 is");
    assert!(says(&output, &format!("is {FOUR_SHA256}, and that of the grid of --grid is {OTHER_SHA256}")));
    let verdict = record(&run(&folder, &["verify", "four.cert", "--grid", OTHER, "--format", "jsonl"], b""));
    assert_eq!((&verdict["verified"], &verdict["status"]), (&Value::Bool(false), &"failed".into()));
    assert_eq!(verdict["problem_sha256"], FOUR_SHA256);
    // What it proves is not said where it is not about what was asked.
    assert!(verdict.get("minimum").is_none() && verdict.get("lower_bound").is_none());
    other_problem(
        &run(&folder, &["verify", "four.cert", "--grid", "123231312", "--shape", "1x3"], b""),
        "boxes of 2x2, and not of 1x3",
    );
    let output = verify("12..............", "");
    assert_eq!((code(&output), text(&output.stdout)), (3, String::new()));
    assert!(says(&output, "several solutions"), "{}", text(&output.stderr));
    assert_eq!(code(&verify("no/such.file", "")), 1);
    assert_eq!(code(&verify("-", "")), 3);
}

#[test]
fn of_several_grids_a_certificate_is_about_one() {
    let folder = folder();
    fs::write(folder.path().join("grids"), format!("first {FOUR}\nsecond {OTHER}\n")).expect("a file");
    certify(&folder, "second.cert", &["solve", OTHER]);
    certify(&folder, "first.cert", &["solve", FOUR]);
    let args = ["verify", "second.cert", "first.cert", "--grid", "grids"];
    let output = run(&folder, &args, b"");
    accepted(&output, "input  grid 2 of grids, `second`");
    accepted(&output, "input  grid 1 of grids, `first`");
    let six = "534621216354465132321465153246642513";
    certify(&folder, "six.cert", &["solve", six]);
    other_problem(
        &run(&folder, &["verify", "six.cert", "--grid", "grids"], b""),
        "none of these 2 has that: grid 1 of grids, `first`; grid 2 of grids, `second`",
    );
    // One of three certificates is refused, which the exit code says; the others are answered.
    let output = run(&folder, &["verify", "second.cert", "six.cert", "first.cert", "--grid", "grids"], b"");
    assert_eq!((code(&output), text(&output.stdout).matches("VERIFIED").count()), (5, 2));
    // A line that is no grid is said, and the others serve.
    fs::write(folder.path().join("grids"), format!("{FOUR}\n123434122143432?\n")).expect("a file");
    let output = run(&folder, &["verify", "first.cert", "--grid", "grids"], b"");
    assert_eq!((code(&output), text(&output.stdout).matches("VERIFIED").count()), (3, 1));
}

#[test]
fn a_model_is_compared_with_another_one_of_its_size() {
    let folder = folder();
    let solved = certify(&folder, "a.cert", &[&["fcp"], &MODEL[..]].concat());
    let other = certify(&folder, "b.cert", &["fcp", "--model", "b.lp", "--solution", "one.sol"]);
    // Before there was a digest, both said the same of themselves.
    for field in ["minimum", "clues"] {
        assert_eq!(solved[field], other[field]);
    }
    assert_ne!(solved["problem_sha256"], other["problem_sha256"]);
    let verify = |args: &[&str]| run(&folder, &[&["verify", "a.cert"], args].concat(), b"");
    accepted(&verify(&MODEL), "input  a.lp");
    let weight = "row `weight` is `3 x0 + 2 x1 + 2 x2 + x3 >= 4` there, and not `2 x0 + 2 x1 + 2 x2 + 2 x3 >= 4`";
    other_problem(&verify(&["--model", "b.lp", "--solution", "one.sol"]), weight);
    let with = |more: &[&str]| verify(&[&MODEL[..], more].concat());
    other_problem(
        &verify(&["--model", "a.lp", "--solution", "two.sol"]),
        "variable x1 is not the same in the two solutions",
    );
    other_problem(&with(&["--both-signs"]), "variable x2 may be a clue in one of them only");
    other_problem(&with(&["--clues", "x0"]), "variable x1 may be a clue in one of them only");
    other_problem(&with(&["--shown", "x0,x1,x2"]), "variable x3 is shown in one of them only");
    accepted(&with(&["--clues", "x*", "--shown", "x?"]), "input  a.lp");
    certify(&folder, "both.cert", &[&["fcp"], &MODEL[..], &["--both-signs"]].concat());
    accepted(&run(&folder, &[&["verify", "both.cert", "--both-signs"], &MODEL[..]].concat(), b""), "input  a.lp");
    let lp = fs::read_to_string(folder.path().join("a.lp")).expect("it was written");
    let more = lp.replace("Binaries", " third: x0 + x1 + x2 >= 1\nBinaries");
    fs::write(folder.path().join("more.lp"), more).expect("a file");
    other_problem(
        &verify(&["--model", "more.lp", "--solution", "one.sol"]),
        "it has 4 variables and 2 rows, and not 4 and 3",
    );
    // What is wrong with the files is said as by `fcp`.
    fs::write(folder.path().join("wrong.sol"), "x0 1\n").expect("a file");
    assert_eq!(code(&verify(&["--model", "a.lp", "--solution", "wrong.sol"])), 3);
    assert_eq!(code(&verify(&["--model", "a.lp", "--solution", "nothing.sol"])), 1);
}

#[test]
fn puzzles_are_compared() {
    let folder = folder();
    let output = run(&folder, &["fcp", "latin.txt", "--certify", "{}.cert", "--format", "jsonl"], b"");
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let args = ["verify", "2.cert", "1.cert", "--puzzle"];
    let output = run(&folder, &[&args[..], &["latin.txt"]].concat(), b"");
    accepted(&output, "input  puzzle 1 of latin.txt, `latin first`");
    accepted(&output, "input  puzzle 2 of latin.txt, `latin second`");
    let third = fs::read(folder.path().join("third.txt")).expect("it was written");
    let output = run(&folder, &["verify", "1.cert", "--puzzle", "-"], &third);
    other_problem(&output, "puzzle 1 of standard input, `latin third`");
    let both = [&third[..], b"\n", &third].concat();
    let named = "none of these 2 has that: puzzle 1 of standard input, `latin third`; puzzle 2 of standard input";
    other_problem(&run(&folder, &["verify", "1.cert", "--puzzle", "-"], &both), named);
    other_problem(
        &run(&folder, &["verify", "1.cert", "--puzzle", "latin.txt", "--both-signs"], b""),
        "puzzle 1 of latin.txt",
    );
    assert_eq!(code(&run(&folder, &["verify", "1.cert", "--puzzle", "-"], b"latin\n12\n11\n")), 3);
    assert_eq!(code(&run(&folder, &["verify", "1.cert", "--puzzle", "-"], b"")), 3);
}

#[test]
fn kinds_of_problems_are_told_apart() {
    let folder = folder();
    certify(&folder, "four.cert", &["solve", FOUR]);
    certify(&folder, "a.cert", &[&["fcp"], &MODEL[..]].concat());
    other_problem(
        &run(&folder, &[&["verify", "four.cert"], &MODEL[..]].concat(), b""),
        "it is a grid, and not a linear model",
    );
    other_problem(&run(&folder, &["verify", "a.cert", "--grid", FOUR], b""), "it is a linear model, and not a grid");
}

/// The stream of a certificate, and back.
fn unpacked(folder: &TempDir, name: &str) -> Vec<u8> {
    let bytes = fs::read(folder.path().join(name)).expect("a certificate");
    let mut stream = Vec::new();
    zstd::stream::read::Decoder::new(&bytes[..]).expect("zstd").read_to_end(&mut stream).expect("zstd");
    stream
}

fn pack(folder: &TempDir, name: &str, stream: &[u8]) {
    fs::write(folder.path().join(name), zstd::encode_all(stream, 3).expect("memory")).expect("a file");
}

#[test]
fn certificates_without_the_digest_are_read_as_before() {
    let folder = folder();
    certify(&folder, "four.cert", &["solve", FOUR]);
    let stream = unpacked(&folder, "four.cert");
    pack(&folder, "old.cert", &[b"minclue-cert/1\n", &stream[80..]].concat());
    let line = format!("problem sha256 {FOUR_SHA256}");
    accepted(&run(&folder, &["verify", "old.cert"], b""), &line);
    accepted(&run(&folder, &["verify", "old.cert", "--grid", FOUR], b""), &line);
    other_problem(&run(&folder, &["verify", "old.cert", "--grid", OTHER], b""), "R3C1");
}

#[test]
fn a_digest_that_is_not_that_of_the_problem_is_refused() {
    let folder = folder();
    certify(&folder, "four.cert", &["solve", FOUR]);
    let stream = unpacked(&folder, "four.cert");
    let with = |line: &str| {
        pack(&folder, "changed.cert", &[b"minclue-cert/2\n", line.as_bytes(), &stream[79..]].concat());
        let output = run(&folder, &["verify", "changed.cert"], b"");
        assert_eq!((code(&output), text(&output.stdout)), (5, String::new()));
        output
    };
    let expected = format!(
        "REFUSED: at byte 99 of the unpacked stream, in the problem: its SHA-256 is {FOUR_SHA256}, and the second line says \
         {OTHER_SHA256}"
    );
    assert!(says(&with(OTHER_SHA256), &expected));
    assert!(says(&with("none"), "in the second line: this is no SHA-256"));
}

#[test]
fn a_certificate_comes_by_standard_input() {
    let folder = folder();
    certify(&folder, "four.cert", &["solve", FOUR]);
    let bytes = fs::read(folder.path().join("four.cert")).expect("it was written");
    let line = format!("grid   {FOUR}");
    accepted(&run(&folder, &["verify"], &bytes), &line);
    accepted(&run(&folder, &["verify", "-"], &bytes), &line);
    accepted(&run(&folder, &["verify", "-", "--grid", FOUR], &bytes), &line);
    let verdict = record(&run(&folder, &["verify", "-", "--format", "jsonl"], &bytes));
    let hash = format!("{:x}", Sha256::digest(&bytes));
    assert_eq!((&verdict["file"], &verdict["sha256"]), (&"-".into(), &hash.into()));
    let output = run(&folder, &["verify", "-", "--outside", "out"], &bytes);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    assert!(folder.path().join("out/proof.pbp").exists());
    let output = run(&folder, &["verify"], b"");
    assert_eq!(code(&output), 5);
    assert!(says(&output, "standard input: REFUSED: not a minclue certificate: it is empty"));
}

#[test]
fn refusals_in_plain_words() {
    let folder = folder();
    certify(&folder, "four.cert", &["solve", FOUR]);
    let bytes = fs::read(folder.path().join("four.cert")).expect("it was written");
    let refused = |bytes: &[u8]| {
        let output = run(&folder, &["verify", "-", "--format", "jsonl"], bytes);
        assert_eq!(code(&output), 5);
        let error = record(&output)["error"].as_str().expect("a refusal").to_owned();
        assert!(says(&output, &format!("standard input: REFUSED: {error}")), "{}", text(&output.stderr));
        error
    };
    assert_eq!(refused(b"# Certificates\n"), "not a minclue certificate: it is no zstd file");
    let packed = zstd::encode_all(&b"some other file\n"[..], 3).expect("memory");
    let first = "not a minclue certificate: its first line is not `minclue-cert/1` or `minclue-cert/2`";
    assert_eq!(refused(&packed), first);
    let unpacked = "not a minclue certificate: it is an unpacked stream; pack it with zstd";
    assert_eq!(refused(b"minclue-cert/2\n"), unpacked);
    for at in [4, 9, bytes.len() - 1] {
        let expected = format!("the file is cut off or damaged: it ends at byte {at}, in a zstd frame");
        assert_eq!(refused(&bytes[..at]), expected);
    }
    let more = format!(
        "the file is damaged at byte {}: no zstd frame as in certificates begins here",
        bytes.len() + "more".len()
    );
    assert_eq!(refused(&[&bytes[..], b"more and more"].concat()), more);
    let newer = zstd::encode_all(&b"minclue-cert/3\n"[..], 3).expect("memory");
    assert!(
        refused(&newer).ends_with("this checker knows `minclue-cert/1` and `minclue-cert/2`, and no other version")
    );
}

/// A program of this name in place of `VeriPB`, which says what it was given.
#[cfg(unix)]
#[test]
fn veripb_is_asked_without_a_directory_to_keep() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder();
    certify(&folder, "four.cert", &["solve", "--no-symmetry", FOUR]);
    let bytes = fs::read(folder.path().join("four.cert")).expect("it was written");
    for name in ["bin", "tmp"] {
        fs::create_dir(folder.path().join(name)).expect("a folder");
    }
    let program = folder.path().join("bin/veripb");
    let script =
        "#!/bin/sh\ngrep -q 'min: ' \"$1\" && grep -q 'conclusion BOUNDS 4' \"$2\" && echo 's VERIFIED as asked'\n";
    fs::write(&program, script).expect("a file");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let path = format!("{}:/usr/bin:/bin", folder.path().join("bin").display());
    for file in ["four.cert", "-"] {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("minclue"))
            .current_dir(folder.path())
            .args(["verify", file, "--veripb"])
            .env("PATH", &path)
            .env("TMPDIR", folder.path().join("tmp"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let _ = child.stdin.take().expect("a pipe").write_all(&bytes);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(code(&output), 0, "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains("veripb: VERIFIED as asked"), "{}", text(&output.stderr));
        let left = fs::read_dir(folder.path().join("tmp")).expect("a folder").count();
        assert_eq!(left, 0, "temporary files stay behind");
    }
}

#[test]
fn options_that_do_not_go_together() {
    let folder = folder();
    for (args, why) in [
        (&["verify", "x", "--both-signs"][..], "go with --model or --puzzle"),
        (&["verify", "x", "--grid", FOUR, "--clues", "x0"], "go with --model or --puzzle"),
        (&["verify", "-", "--grid", "-"], "standard input can be read once"),
        (&["verify", "--puzzle", "-"], "standard input can be read once"),
        (&["verify", "-", "-"], "standard input can be read once"),
        (&["verify", "x", "--model", "a.lp"], "--solution"),
        (&["verify", "x", "--shape", "2x2"], "--grid"),
        (&["verify", "x", "--grid", FOUR, "--puzzle", "latin.txt"], "cannot be used with"),
        (&["verify", "x", "y", "--veripb"], "one certificate at a time"),
    ] {
        let output = run(&folder, args, b"");
        assert_eq!(code(&output), 2, "{args:?}: {}", text(&output.stderr));
        assert!(says(&output, why), "{args:?}: {}", text(&output.stderr));
    }
}
