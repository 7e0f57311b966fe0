//! What is not as it was left: each is named, and nothing is lost.

use super::*;
use crate::chunk_file;

/// A campaign that was run.
fn whole() -> Program {
    let program = campaign(12, 3);
    assert_eq!(verb(&program, &["run", "c"]).code, 0);
    program
}

const CHUNK: &str = "c/chunks/000/000001.jsonl";

#[test]
fn a_torn_chunk_is_run_again_and_kept() {
    let program = whole();
    let (before, text) = (collected(&program), program.read(CHUNK));
    program.write(CHUNK, &text[..text.len() - 40]);
    assert_eq!(verb(&program, &["missing", "c"]).text, "1\n");
    let collect = verb(&program, &["collect", "c"]);
    assert_eq!((collect.code, collect.text.as_str()), (5, ""));
    assert!(collect.stderr.contains("000001.jsonl"), "{}", collect.stderr);
    let run = verb(&program, &["run", "c"]);
    assert!(run.code == 0 && run.stderr.contains("chunk 1 is run again"), "{}", run.stderr);
    assert_eq!(collected(&program), before);
    assert_eq!(program.read("c/damaged/000001.1.jsonl"), &text[..text.len() - 40]);
}

#[test]
fn a_changed_answer_is_noticed() {
    let program = whole();
    let (before, text) = (collected(&program), program.read(CHUNK));
    program.write(CHUNK, text.replacen("\"minimum\":8", "\"minimum\":7", 1));
    let collect = verb(&program, &["collect", "c"]);
    assert!(collect.code == 5 && collect.stderr.contains("its hash differs"), "{}", collect.stderr);
    assert!(collect.stderr.contains("--chunk 1"), "{}", collect.stderr);
    assert_eq!(verb(&program, &["run", "c", "--chunk", "1"]).code, 0);
    assert_eq!(collected(&program), before);
}

/// With new hashes: only who solves the puzzles again sees it.
#[test]
fn a_wrong_puzzle_is_noticed() {
    let program = whole();
    let text = program.read(CHUNK);
    let changed = chunk_file::changed(&text, |record| {
        let puzzle = record["puzzle"].as_str().expect("a puzzle").to_owned();
        let clue = puzzle.find(|c| c != '.').expect("a clue");
        record["puzzle"] = format!("{}.{}", &puzzle[..clue], &puzzle[clue + 1..]).into();
    });
    // One hash alone is not enough.
    let old = |text: &str, name: &str| {
        let (_, rest) = text.split_once(&format!("\"{name}\":\"")).expect("a hash");
        rest[..64].to_owned()
    };
    for name in ["sha256", "answers_sha256"] {
        program.write(CHUNK, changed.replace(&old(&changed, name), &old(&text, name)));
        let collect = verb(&program, &["collect", "c"]);
        assert!(collect.code == 5 && collect.stderr.contains("its hash differs"), "{}", collect.stderr);
    }
    program.write(CHUNK, changed);
    let collect = verb(&program, &["collect", "c"]);
    assert!(collect.code == 5 && collect.stderr.contains("has a second solution"), "{}", collect.stderr);
}

#[test]
fn foreign_files_are_named_and_left() {
    let program = whole();
    let before = collected(&program);
    for name in ["c/chunks/notes.txt", "c/chunks/000/000099.jsonl", "c/parts/x"] {
        program.write(name, "mine");
    }
    let collect = verb(&program, &["collect", "c", "--no-times"]);
    assert_eq!((collect.code, collect.text), (0, before));
    for name in ["notes.txt", "000099.jsonl", "parts/x"] {
        assert!(collect.stderr.contains(name), "{name}: {}", collect.stderr);
        assert!(verb(&program, &["status", "c"]).text.contains(name));
    }
    assert_eq!(program.read("c/parts/x"), "mine");
}

#[test]
fn changed_options_are_refused() {
    let program = whole();
    let (before, text) = (collected(&program), program.read("c/campaign.json"));
    program.write("c/campaign.json", text.replace("\"solve\"", "\"solve\",\n        \"--at-most=4\""));
    for words in [&["run", "c"][..], &["run", "c", "--chunk", "0"]] {
        let run = verb(&program, words);
        assert!(run.code == 3 && run.stderr.contains("campaign.json was changed"), "{}", run.stderr);
    }
    assert_eq!(verb(&program, &["collect", "c"]).code, 5);
    program.write("c/campaign.json", text);
    assert_eq!(collected(&program), before);
    let inputs = program.read("c/inputs.txt");
    program.write("c/inputs.txt", inputs.replacen('1', "2", 1));
    let collect = verb(&program, &["collect", "c"]);
    assert!(collect.code == 5 && collect.stderr.contains("inputs.txt was changed"), "{}", collect.stderr);
}

#[test]
fn a_changed_program_is_refused_until_it_is_accepted() {
    let program = campaign(4, 2);
    assert_eq!(verb(&program, &["run", "c", "--chunk", "0"]).code, 0);
    let changed = program.path("changed");
    std::fs::copy(minclue().file(), &changed).expect("copied");
    let mut bytes = std::fs::read(&changed).expect("bytes");
    bytes.push(0);
    std::fs::write(&changed, bytes).expect("written");
    let run = |words: &[&str]| {
        let mut command = std::process::Command::new(&changed);
        Run::fed(command.current_dir(program.folder()).args(["campaign", "run", "c"]).args(words), "")
    };
    let refused = run(&[]);
    assert!(refused.code == 3 && refused.stderr.contains("another program"), "{}", refused.stderr);
    assert_eq!(verb(&program, &["missing", "c"]).text, "1\n");
    assert_eq!(run(&["--changed-program"]).code, 0);
    let status = verb(&program, &["status", "c"]).text;
    assert!(status.contains("another file of it, ran chunks 1"), "{status}");
    collected(&program);
}

/// As on a full disk: no file may grow beyond some kilobytes.
fn on_a_full_disk(program: &Program, words: &str) -> Run {
    let limited = format!("trap '' XFSZ; ulimit -f 8; exec '{}' campaign {words}", program.file().display());
    Run::fed(std::process::Command::new("sh").current_dir(program.folder()).args(["-c", &limited]), "")
}

#[test]
fn a_full_disk_loses_nothing() {
    let program = campaign(20, 20);
    let run = on_a_full_disk(&program, "run c --chunk 0");
    assert!(run.code == 1 && run.stderr.contains("File too large"), "{} {}", run.code, run.stderr);
    let parts = minclue_testkit::names(&program.path("c/parts"));
    let kept = program.read(&format!("c/parts/{}", parts[0]));
    assert!(kept.lines().count() > 3, "{kept}");
    assert_eq!(verb(&program, &["run", "c"]).code, 0);
    let chunk = program.read("c/chunks/000/000000.jsonl");
    assert!(kept.lines().skip(1).take(2).all(|line| chunk.contains(line)), "a task was run twice");
    collected(&program);
}

/// What cannot be written would be lost in every other chunk as well.
#[test]
fn a_full_disk_ends_the_run() {
    let program = campaign(80, 20);
    let run = on_a_full_disk(&program, "run c --jobs 1");
    assert!(run.code == 1 && run.stderr.contains("File too large"), "{} {}", run.code, run.stderr);
    assert_eq!(run.stderr.matches("is not complete").count(), 1, "{}", run.stderr);
    assert!(run.stderr.contains("3 chunks are not complete"), "{}", run.stderr);
    assert_eq!(minclue_testkit::names(&program.path("c/parts")).len(), 1);
    assert_eq!(verb(&program, &["run", "c"]).code, 0);
    collected(&program);
}
