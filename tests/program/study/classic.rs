//! `minclue study classic`, by the built program: whole studies of few puzzles, and how they end and go on.

use std::fs;

use minclue_testkit::Run;
use serde_json::Value;

use super::Study;
use crate::minclue;

/// Three puzzles of each band, one of each group, one from which clues are removed, and a batch of each density.
const N_RUNS: usize = 3 * 3 + 3 + 1 + 7;

fn run(study: &Study, folder: &str, more: &[&str]) -> Run {
    let args = ["--puzzles", "3", "--group-puzzles", "1", "--density-puzzles", "20", "-o", folder];
    study.call(&[&args, more].concat())
}

/// The runs of a folder without their seconds.
fn counted(study: &Study, folder: &str) -> String {
    let without_seconds = |line: &str| {
        let mut run: Value = serde_json::from_str(line).expect("a run");
        run["process_seconds"] = 0.0.into();
        run["record"]["seconds"] = 0.0.into();
        if run["record"].get("fill").is_some() {
            run["record"]["fill"]["seconds"] = 0.0.into();
        }
        format!("{run}\n")
    };
    study.read(&format!("{folder}/runs.jsonl")).lines().map(without_seconds).collect()
}

fn sum(runs: &[Value], method: &str) -> u64 {
    let all = runs.iter().filter_map(|run| run["record"]["trials"].as_array()).flatten();
    // By the published rule.
    let stop = if method == "ctn" { "neutralised" } else { "solved" };
    let of = all.filter(|t| t["method"] == method && t["stop"] == stop && t["ties"] == "first");
    of.map(|trial| trial["recursions"].as_u64().expect("a number")).sum()
}

#[test]
fn a_study_finishes_goes_on_and_is_the_same_again() {
    let study = Study::new("classic");
    let output = run(&study, "study", &["--seed", "5"]);
    assert_eq!((output.code, output.stderr), (0, String::new()));
    assert_eq!(output.text, "study/runs.jsonl\npython -m minclue.analysis study\n");

    let runs = study.runs();
    assert_eq!(runs.len(), N_RUNS);
    assert!(runs.iter().all(|run| run["record"]["status"] == "done"));
    let totals = ["ctn", "mrv", "fc"].map(|method| sum(&runs, method));
    assert!(totals[0] > 0 && totals.is_sorted(), "CtN, MRV, FC: {totals:?}");
    // No two puzzles share a grid, so none is part of another.
    let puzzles: Vec<&str> = runs.iter().filter_map(|run| run["record"]["made"]["puzzle"].as_str()).collect();
    let is_part = |a: &str, b: &str| a.bytes().zip(b.bytes()).all(|(a, b)| a == b'.' || b == b'.' || a == b);
    for (i, a) in puzzles.iter().enumerate() {
        assert!(puzzles[..i].iter().all(|b| !is_part(a, b)), "{a}");
    }

    // What a kill left of a chunk is gone on with: that, and a study made anew, are the same but for seconds.
    assert_eq!(run(&study, "again", &["--seed", "5"]).code, 0);
    let chunk = "again/chunks/000/000000.jsonl";
    let half = study.read(chunk).lines().take(N_RUNS.min(100) / 2).map(|line| format!("{line}\n")).collect::<String>();
    fs::write(study.path("again/parts/000000.a.1.x.part"), format!("{half}{{\"task\":")).expect("a file");
    fs::remove_file(study.path(chunk)).expect("a file");
    let output = run(&study, "again", &["--seed", "5"]);
    assert_eq!((output.code, output.stderr), (0, String::new()));
    assert!(half.lines().skip(1).all(|line| study.read(chunk).contains(line)), "a run was run twice");
    assert_eq!(study.read("again/settings.json"), study.read("study/settings.json"));
    assert_eq!(counted(&study, "again"), counted(&study, "study"));
    assert_eq!(run(&study, "anew", &["--seed", "5"]).code, 0);
    assert_eq!(counted(&study, "anew"), counted(&study, "study"));

    // Nothing is left to do, and other settings have no place here.
    let before = study.read("anew/runs.jsonl");
    assert_eq!(run(&study, "anew", &["--seed", "5"]).code, 0);
    assert_eq!(study.read("anew/runs.jsonl"), before);
    let output = run(&study, "anew", &["--seed", "6"]);
    assert_eq!(output.code, 3);
    assert!(output.stderr.contains("it has --seed 5, not --seed 6"), "{}", output.stderr);
    assert_eq!(study.read("anew/runs.jsonl"), before);
}

/// A recipe makes the puzzle of its record, and nothing that a limit of the study could change.
#[test]
fn recipes_make_their_puzzles_again() {
    let study = Study::new("classic");
    assert_eq!(run(&study, "study", &[]).code, 0);
    let runs = study.runs();
    let record = |part: &str, group: &str| {
        let run = runs.iter().find(|run| run["part"] == part && run["group"] == group && run["number"] == 0);
        run.expect("a run")["record"].clone()
    };
    let make = |record: &Value| {
        let recipe = record["recipe"].as_str().expect("a recipe").strip_prefix("minclue ").expect("a command");
        minclue().run(recipe.split(' ').chain(["--format", "jsonl"])).records()
    };
    for (part, group) in [("band", "difficult"), ("tries", "very hard"), ("removal", "minimal")] {
        let record = record(part, group);
        let made = make(&record);
        assert_eq!(made.len(), 1);
        assert_eq!(made[0]["puzzle"], record["made"]["puzzle"], "{record}");
        assert_eq!(made[0]["recipe"]["attempt"], record["made"]["attempt"], "{record}");
    }
    let batch = record("density", "0.60");
    let made = make(&batch);
    let n_valid = made.iter().filter(|made| made["valid"] == true).count();
    assert_eq!((made.len(), batch["batch"]["n_valid"].as_u64()), (20, Some(n_valid as u64)));
}

#[test]
fn what_is_wrong_is_said_before_anything_is_made() {
    let study = Study::new("classic");
    for (args, exit, complaint) in [
        (&["--puzzles", "1000001", "-o", "study"][..], 2, "a number of puzzles from 0 to 1000000"),
        (&["--puzzles", "3"], 2, "--output <DIR>"),
    ] {
        let output = study.call(args);
        let said = output.stderr;
        assert!(output.code == exit && said.contains(complaint), "{args:?}: {said}");
        assert!(!study.path("study").exists());
    }
}

/// The directory of one kind of study is none of another.
#[test]
fn another_kind_of_study_is_told() {
    let study = Study::new("classic");
    let searches = ["study", "searches", "-k", "4", "--algorithms", "native", "-o", "study", "1234341221434321"];
    assert_eq!(study.program.run(searches).code, 0);
    let output = run(&study, "study", &[]);
    assert_eq!(output.code, 3);
    assert!(output.stderr.contains("another kind of study"), "{}", output.stderr);
}
