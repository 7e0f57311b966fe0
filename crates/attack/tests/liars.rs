//! The attack finds wrong answers: programs that lie, crash and hang stand in the place of minclue.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// A shell script as the program, in a fresh folder.
fn program(script: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("minclue");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a script");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
    folder
}

fn attack(folder: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_minclue-attack"));
    let fixed = ["--program", "./minclue", "--keep", "kept", "--seconds", "600", "--jobs", "1", "--json"];
    command.current_dir(folder).args(fixed).args(more).output().expect("it runs")
}

fn record(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn a_program_that_lies_is_found_out_in_every_campaign() {
    let lie = r#"{"status":"optimal","lower_bound":9,"upper_bound":9,"minimum":9,"n_puzzles":99,"n_hitting_sets":99,"complete":true}"#;
    let folder = program(&format!("echo '{lie}'"));
    for campaign in [
        "models",
        "dialects",
        "hypergraphs",
        "grids",
        "puzzles",
        "bilevel",
        "integer-bilevel",
        "choices",
        "explain",
        "hunts",
        "catalog",
    ] {
        let output = attack(folder.path(), &["--campaigns", campaign, "--cases", "2000", "--failures", "2"]);
        assert_eq!(output.status.code(), Some(1), "{campaign}");
        let found = record(&output);
        assert_eq!(
            (&found["campaigns"][campaign]["wrong"], &found["wrong"][1]["campaign"]),
            (&2.into(), &campaign.into())
        );
        let case = &found["wrong"][0];
        let kept = folder.path().join(format!("kept/{campaign}-seed-1-case-{}", case["case"]));
        let commands = fs::read_to_string(kept.join("commands.sh")).expect("the commands");
        let last = commands.lines().last().expect("a command");
        assert_eq!(case["command"], last);
        assert!(kept.join("why.txt").exists() && last.starts_with("minclue "), "{last}");
        // The files that the command reads are kept too.
        let endings = [".txt", ".lp", ".mps", ".sol", ".hgr", ".ki", ".cnf", ".gcnf", ".wcnf", ".opb"];
        let is_file = |word: &&str| endings.iter().any(|ending| word.ends_with(ending));
        for file in last.split(' ').filter(is_file) {
            assert!(kept.join(file).exists(), "{file} of {last}");
        }
    }
}

#[test]
fn a_program_that_crashes_or_hangs_is_found_out() {
    for (script, why) in [
        ("kill -SEGV $$", "a signal ended it"),
        ("echo 'thread main panicked at src/x.rs' >&2; exit 3", "it panicked"),
        ("exec sleep 100", "it did not end within 1 seconds"),
        ("exit 1", "internal error"),
        ("exit 2", "wrong usage"),
    ] {
        let folder = program(script);
        let output = attack(folder.path(), &["--cases", "20", "--failures", "1", "--patience", "1"]);
        assert_eq!(output.status.code(), Some(1), "{script}");
        let found = record(&output);
        let said = found["wrong"][0]["why"].as_str().expect("a reason");
        assert!(said.starts_with(why), "{said}");
    }
}

/// What is asked depends on the seed and the number of the case, and on nothing else.
#[test]
fn a_seed_fixes_every_case() {
    let asked = |seed: &str, first: &str, cases: &str| {
        let folder = program(
            "echo \"$@\" >>\"$(dirname \"$0\")/../log\"; cat ./*.txt ./*.lp ./*.mps ./*.hgr ./*.sol ./*.ki ./*.aux ./*cnf 2>/dev/null",
        );
        // The program lies in a folder of its own, so that its log outlives the case.
        let here = folder.path().join("here");
        fs::create_dir(&here).expect("a folder");
        fs::rename(folder.path().join("minclue"), here.join("minclue")).expect("moved");
        let output = attack(&here, &["--seed", seed, "--first", first, "--cases", cases, "--failures", "1000"]);
        assert_eq!(output.status.code(), Some(1));
        fs::read_to_string(folder.path().join("log")).expect("a log")
    };
    let all = asked("7", "0", "30");
    assert_eq!(all, asked("7", "0", "30"));
    assert_eq!(all, asked("7", "0", "12") + &asked("7", "12", "18"));
    assert_ne!(all, asked("8", "0", "30"));
}

#[test]
fn a_missing_program_is_wrong_usage() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = attack(folder.path(), &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cargo build --release"));
}
