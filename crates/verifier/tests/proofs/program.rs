//! The program `minclue-verifier`: exit codes and what it says.

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::{env, fs, process};

use crate::common::{Certificate, FOURS, four, knapsack, matching};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

fn run(args: &[&OsStr]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } =
        Command::new(env!("CARGO_BIN_EXE_minclue-verifier")).args(args).output().expect("it is built");
    let text = |bytes| String::from_utf8(bytes).expect("it writes UTF-8");
    (status.code(), text(stdout), text(stderr))
}

/// Runs it on a file with this certificate.
fn check(name: &str, certificate: &Certificate) -> (Option<i32>, String, String) {
    let path: PathBuf = env::temp_dir().join(format!("minclue-verifier-{name}-{}", process::id()));
    let file = compress_to_vec(&certificate.stream()[..], CompressionLevel::Fastest);
    fs::write(&path, file).expect("there is room for a small file");
    let said = run(&[path.as_os_str()]);
    fs::remove_file(&path).expect("it was written");
    said
}

#[test]
fn a_minimum() {
    let (code, out, err) = check("minimum", &four(FOURS[0]));
    assert_eq!((code, &err[..]), (Some(0), ""));
    assert!(out.starts_with("VERIFIED minimum = 4\nboxes  2 x 2\ngrid   1234341221434321\npuzzle "), "{out}");
    // As in `digest.rs`.
    assert!(
        out.ends_with("\nproblem sha256 aecf28675b7f7fb25f8c010531a50fd60f3cf2dfa3b7e5a5a8eb30edbe134397\n"),
        "{out}"
    );
}

#[test]
fn two_bounds() {
    let mut certificate = matching();
    certificate.lower = 0;
    certificate.tree.clear();
    let (code, out, err) = check("bounds", &certificate);
    assert_eq!((code, &err[..]), (Some(0), ""));
    let expected = "VERIFIED 0 <= minimum <= 1\nitems  6\noptions 6\ntarget [0, 2, 4]\npuzzle [0]\n\
                    problem sha256 fff144b8b99905cae6c5dabc19f545b1b24359a3cd1353fedc212e6126a8332b\n";
    assert_eq!(out, expected);
}

#[test]
fn a_linear_model() {
    let (code, out, err) = check("model", &knapsack());
    assert_eq!((code, &err[..]), (Some(0), ""));
    let expected = "VERIFIED minimum = 2\nvars   4\nrows   2\ncells  [0, 1, 2, 3]\npuzzle [0, 1]\n\
                    problem sha256 87c546960e3b0f8f0f774137e8eab451101b400867508df6abe05ddc22ee0d91\n";
    assert_eq!(out, expected);
}

#[test]
fn a_refusal() {
    let mut certificate = matching();
    certificate.tree.truncate(3);
    let (code, out, err) = check("refusal", &certificate);
    assert_eq!((code, &out[..]), (Some(5), ""));
    let bytes = certificate.stream().len();
    let expected =
        format!("REFUSED at byte {bytes} of the unpacked stream, in node 0 of the tree: the stream ends too early\n");
    assert_eq!(err, expected);
}

#[test]
fn what_is_not_a_certificate() {
    let path: PathBuf = env::temp_dir().join(format!("minclue-verifier-text-{}", process::id()));
    fs::write(&path, "53..7....\n").expect("there is room for a small file");
    let (code, out, err) = run(&[path.as_os_str()]);
    fs::remove_file(&path).expect("it was written");
    assert_eq!((code, &out[..]), (Some(5), ""));
    assert_eq!(err, "REFUSED not a minclue certificate: it is not a zstd file\n");
}

#[test]
fn standard_input() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_minclue-verifier"))
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it is built");
    let file = compress_to_vec(&knapsack().stream()[..], CompressionLevel::Fastest);
    child.stdin.take().expect("it is a pipe").write_all(&file).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout.starts_with(b"VERIFIED minimum = 2\n"));
}

#[test]
fn no_file_and_no_argument() {
    let (code, out, err) = run(&[OsStr::new("/nowhere/at/all")]);
    assert_eq!((code, &out[..]), (Some(1), ""));
    assert!(err.starts_with("/nowhere/at/all: "), "{err}");
    let (code, out, err) = run(&[]);
    assert_eq!((code, &out[..], &err[..]), (Some(2), "", "usage: minclue-verifier [--time-limit SECONDS] FILE\n"));
    // A directory can be opened, but not read.
    assert_eq!(run(&[env::temp_dir().as_os_str()]).0, Some(1));
}
