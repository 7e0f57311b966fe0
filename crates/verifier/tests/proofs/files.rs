//! Certificates as text: each file in `valid` is a proof of what its head says, and each one in `invalid` is refused for the
//! reason, and at the place, in its head.

use std::fs;
use std::path::Path;

use crate::common::bytes;
use minclue_verifier::verify_stream;
use sha2::{Digest as _, Sha256};

/// The stream of a file: its first line, the digest of the problem, and then numbers, those of the problem in a line of
/// their own. `#` begins a comment.
fn stream(text: &str) -> Vec<u8> {
    let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let first = lines.next().expect("the first line of a certificate");
    let number = |word: &str| word.parse().unwrap_or_else(|_| panic!("{word} is not a number"));
    let numbers = |line: &str| bytes(&line.split(' ').map(number).collect::<Vec<u64>>());
    let problem = numbers(lines.next().expect("the problem"));
    let head = format!("{first}\n{:x}\n", Sha256::digest(&problem));
    [head.into_bytes(), problem, lines.flat_map(numbers).collect()].concat()
}

/// What a line of the head says.
fn said<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(&format!("# {name}: ")))
}

/// Every file of a folder, with its name.
fn files(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let file = |path: std::path::PathBuf| (path.display().to_string(), fs::read_to_string(&path).expect("text"));
    entries.map(file).collect()
}

#[test]
fn what_is_valid_is_accepted() {
    let files = files("valid");
    for (name, text) in &files {
        let stream = stream(text);
        let verdict = verify_stream(&stream[..]).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        let cells: Vec<String> = verdict.puzzle.iter().map(ToString::to_string).collect();
        let (kind, bounds) = match (verdict.lower, verdict.upper) {
            (lower, upper) if lower == upper => ("minimum", lower.to_string()),
            (lower, upper) => ("bounds", format!("{lower} to {upper}")),
        };
        assert_eq!(Some(&*format!("{bounds}, the cells {}", cells.join(" "))), said(text, kind), "{name}");
        assert_eq!(verdict.n_bytes, stream.len() as u64, "{name}");
    }
    assert!(files.len() >= 15, "{} files", files.len());
}

#[test]
fn what_is_invalid_is_refused_for_its_reason() {
    let files = files("invalid");
    for (name, text) in &files {
        let refusal = verify_stream(&stream(text)[..]).expect_err(name);
        assert!(refusal.reason.is_refusal(), "{name}");
        let found = (refusal.reason.to_string(), refusal.place.clone());
        assert_eq!((Some(&*found.0), Some(&*found.1)), (said(text, "refused"), said(text, "at")), "{name}");
    }
    assert!(files.len() >= 100, "{} files", files.len());
}
