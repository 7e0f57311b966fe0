//! The benchmark in `models/bench` is what its script makes, and the script sees what is not.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// `models/bench/make check` for some instances, in the repository or a copy of the folder.
fn check(root: &Path, instances: &[&str]) -> Output {
    Command::new("python3")
        .arg(root.join("models/bench/make"))
        .arg("check")
        .args(instances)
        .env("MINCLUE", env!("CARGO_BIN_EXE_minclue"))
        .output()
        .expect("the program python3")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// A grid of each kind of size, and a puzzle, whose values come from CBC.
#[test]
fn a_part_of_the_benchmark_is_made_again() {
    let instances = ["4x4-a", "4x4-b", "6x6-c", "9x9-a", "futoshiki-5-2"];
    let output = check(Path::new(env!("CARGO_MANIFEST_DIR")), &instances);
    let wanted: Vec<String> = instances.iter().map(|name| format!("{name}: the same\n")).collect();
    assert_eq!((output.status.code(), said(&output)), (Some(0), wanted.concat()));
}

/// Another archive under the same name, and a solution that is none.
#[test]
fn a_benchmark_that_was_changed_is_refused() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let copy = tempfile::tempdir().expect("a folder");
    let bench = copy.path().join("models/bench");
    fs::create_dir_all(&bench).expect("folders");
    fs::create_dir_all(copy.path().join("instances")).expect("a folder");
    for file in ["make", "list.tsv", "bounds.jsonl"] {
        fs::copy(root.join("models/bench").join(file), bench.join(file)).expect("a copy");
    }
    fs::copy(root.join("instances/4x4.txt"), copy.path().join("instances/4x4.txt")).expect("a copy");
    // The list names files of all instances.
    let list = fs::read_to_string(bench.join("list.tsv")).expect("the list");
    let four: Vec<&str> = list.lines().filter(|line| line.starts_with("4x4")).collect();
    fs::write(bench.join("list.tsv"), four.join("\n")).expect("a list");
    fs::copy(root.join("models/bench/4x4-b.tar.xz"), bench.join("4x4-a.tar.xz")).expect("a copy");
    let output = check(copy.path(), &["4x4-a"]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("4x4-a: 4x4-a-sets.aux, "), "{}", said(&output));

    // One clue of the puzzle is taken away.
    let bounds = fs::read_to_string(bench.join("bounds.jsonl")).expect("bounds");
    let at = bounds.find("\"puzzle\": \"").expect("a puzzle") + "\"puzzle\": \"".len();
    let clue = at + bounds[at..].find(|c: char| c.is_ascii_digit()).expect("a clue");
    fs::write(bench.join("bounds.jsonl"), format!("{}.{}", &bounds[..clue], &bounds[clue + 1..])).expect("bounds");
    let output = check(copy.path(), &["4x4-a"]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("another objective") || said(&output).contains("breaks"), "{}", said(&output));
}
