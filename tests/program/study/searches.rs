//! `minclue study searches`, by the built program: whole studies of small grids.

use super::Study;
use crate::chunk_file;
use std::collections::BTreeSet;
use std::fs;

/// Every search with two numbers of sets, and the native engine, on each of three grids.
const ALGORITHMS: &str = "v1,v3,v4@complete,v5,v5/shrink=1,v6,checker2012,native";
const N_RUNS: usize = 3 * (7 * 2 + 1);

/// With 8 clues the 6x6 grid has few puzzles, and the 4x4 grids have thousands.
#[test]
fn a_study_finishes_goes_on_and_keeps_its_settings() {
    let study = Study::new("searches");
    let run = |more: &[&str]| {
        let args = ["-k", "8", "--algorithms", ALGORITHMS, "--set-counts", "40,16", "-o", "study", "grids.txt"];
        study.call(&[&args, more].concat())
    };
    let output = run(&["--jobs", "2"]);
    assert_eq!((output.code, output.stderr), (0, String::new()));
    assert_eq!(output.text, "study/runs.jsonl\npython -m minclue.analysis study\n");

    // All runs are there, complete, and of one opinion.
    let runs = study.runs();
    assert_eq!(runs.len(), N_RUNS);
    let keys = ["instance", "algorithm", "n_sets"];
    let distinct: BTreeSet<String> = runs.iter().map(|run| keys.map(|key| run[key].to_string()).join(" ")).collect();
    assert_eq!(distinct.len(), N_RUNS);
    let mut answers = BTreeSet::new();
    for run in &runs {
        let record = &run["record"];
        assert_eq!((&record["status"], &record["complete"]), (&"done".into(), &true.into()), "{run}");
        assert_eq!(record["n_clues"], 8, "{run}");
        answers.insert(format!("{} {}", run["instance"], record["n_puzzles"]));
        if run["algorithm"] == "native" {
            assert!(run.get("n_sets").is_none(), "{run}");
            continue;
        }
        let engine = record["engine"].as_str().expect("an engine");
        assert!(engine.contains(&format!("/sets={}", run["n_sets"])), "{run}");
        let search = &record["search"];
        assert!(search["cpu_seconds"].is_f64() && record["start"]["cpu_seconds"].is_f64(), "{run}");
        let levels = search["levels"].as_array().expect("levels");
        let nodes: u64 = levels.iter().map(|level| level["n_nodes"].as_u64().expect("a number")).sum();
        assert_eq!(Some(nodes), search["n_nodes"].as_u64(), "{run}");
    }
    assert_eq!(answers.len(), 3, "{answers:?}");

    // Once more: nothing is left to do.
    let before = study.read("study/runs.jsonl");
    assert_eq!(run(&[]).code, 0);
    assert_eq!(study.read("study/runs.jsonl"), before);

    // The last run is not there any more: it is done again.
    fs::remove_file(study.path(&format!("study/chunks/000/{:06}.jsonl", N_RUNS - 1))).expect("a chunk for each run");
    assert_eq!(run(&[]).code, 0);
    assert_eq!(study.runs().len(), N_RUNS);

    // Other settings have no place here.
    let output = run(&["--time-limit", "9"]);
    assert_eq!(output.code, 3);
    assert!(output.stderr.contains("it has no --time-limit, not --time-limit 9"), "{}", output.stderr);
}

/// Without `--set-counts` each search has its own number of sets.
#[test]
fn a_limit_has_its_exit_code_and_is_a_result() {
    let study = Study::new("searches");
    // No run ends within a millionth of a second.
    let args = ["-k", "9", "--algorithms", "v3,native", "--time-limit", "0.000001", "-o", "study", "grids.txt"];
    assert_eq!(study.call(&args).code, 4);
    assert_eq!(study.runs().len(), 6);
    let sets: BTreeSet<String> = study.runs().iter().map(|run| run["n_sets"].to_string()).collect();
    assert_eq!(sets, BTreeSet::from(["320".to_owned(), "null".to_owned()]));
}

#[test]
fn what_is_wrong_is_said_before_anything_runs() {
    let study = Study::new("searches");
    for (args, exit, complaint) in [
        (&["-o", "study", "grids.txt"][..], 2, "--clues <K>"),
        (&["-k", "8", "--algorithms", "v7", "-o", "study", "grids.txt"], 2, "`v7` is not a published search"),
        (&["-k", "8", "--algorithms", "v3@ilp", "-o", "study", "grids.txt"], 2, "`@ilp` is not a source"),
        (&["-k", "8", "--set-counts", "0", "-o", "study", "grids.txt"], 2, "a number of sets from 1 to 512"),
        (&["-k", "8", "--set-counts", "513", "-o", "study", "grids.txt"], 2, "a number of sets from 1 to 512"),
    ] {
        let output = study.call(args);
        let said = output.stderr;
        assert!(output.code == exit && said.contains(complaint), "{args:?}: {said}");
        assert!(!study.path("study").exists());
    }
}

/// Two searches that find all puzzles of one grid, and not as many, are a defect.
#[test]
fn contradictions_are_said() {
    let study = Study::new("searches");
    let args = ["-k", "8", "--algorithms", "v1,native", "--set-counts", "16", "-o", "study", "grids.txt"];
    assert_eq!(study.call(&args).code, 0);
    let chunk = "study/chunks/000/000000.jsonl";
    let changed = chunk_file::changed(&study.read(chunk), |record| record["n_puzzles"] = 3.into());
    fs::write(study.path(chunk), changed).expect("a file");
    let output = study.call(&args);
    let said = "4x4-001: v1 with 16 sets finds 3 puzzles with 8 clues, native finds ";
    assert!(output.code == 5 && output.stderr.contains(said), "{} {}", output.code, output.stderr);
    // A study of another kind is none of this one.
    let other = study.program.run(["study", "inequalities", "-o", "study", "grids.txt"]);
    assert_eq!(other.code, 3);
    assert!(other.stderr.contains("another kind of study"), "{}", other.stderr);
}
