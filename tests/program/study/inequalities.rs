//! `minclue study inequalities`, by the built program: whole studies of small grids, and how they end and go on.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use minclue_testkit::Run;
use serde_json::Value;

use super::Study;
use crate::chunk_file;

/// Runs the study with numbers and leaves that small grids tell apart.
fn run(study: &Study, more: &[&str]) -> Run {
    let args = ["--counts", "5,20,any", "--leaves", "lp,auto", "--relaxation", "full", "--jobs", "2", "-o", "study"];
    study.call(&[&args, more, &["grids.txt"]].concat())
}

/// Each grid: one generation, and three numbers times two leaves.
const N_RUNS: usize = 3 * (1 + 3 * 2);

/// The plain model beside the others: it starts from nothing.
#[test]
fn a_study_of_no_start_inequalities() {
    let study = Study::new("inequalities");
    let args = ["--counts", "0,any", "--leaves", "auto,lp+highs", "--relaxation", "full", "--jobs", "2"];
    let output = study.call(&[&args[..], &["-o", "study", "grids.txt"]].concat());
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert!(output.stderr.starts_with("inequalities   source leaves"), "{}", output.stderr);
    let runs = study.runs();
    let plain: Vec<&Value> = runs.iter().filter(|run| run["what"] == "solve" && run["count"] == "0").collect();
    assert_eq!(plain.len(), 3 * 2);
    // A program as follower asks for no minimum of a region, and the oracle's leaves do.
    for run in plain.iter().filter(|run| run["instance"] == "6x6-01") {
        assert_eq!(run["record"].get("n_leaves").is_none(), run["leaf"] == "lp+highs", "{run}");
    }
    for run in plain {
        assert_eq!(
            (&run["record"]["status"], &run["record"]["start"]["n_sets"]),
            (&"optimal".into(), &0.into()),
            "{run}"
        );
        let other = runs.iter().find(|other| other["instance"] == run["instance"] && other["count"] == "any");
        assert_eq!(other.map(|other| &other["record"]["minimum"]), Some(&run["record"]["minimum"]));
    }
}

#[test]
fn a_study_finishes_goes_on_and_keeps_its_settings() {
    let study = Study::new("inequalities");
    let output = run(&study, &[]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert!(output.stderr.starts_with("inequalities   source leaves"), "{}", output.stderr);
    assert_eq!(output.text, "study/runs.jsonl\npython -m minclue.analysis study\n");

    // All runs are there, solved, and of one opinion.
    let runs = study.runs();
    assert_eq!(runs.len(), N_RUNS);
    let keys = ["instance", "what", "source", "count", "leaf"];
    let distinct: BTreeSet<String> = runs.iter().map(|run| keys.map(|key| run[key].to_string()).join(" ")).collect();
    assert_eq!(distinct.len(), N_RUNS);
    for run in &runs {
        let (record, minimum) = (&run["record"], if run["instance"] == "6x6-01" { 8..=10 } else { 4..=4 });
        if run["what"] == "solve" {
            assert_eq!(record["status"], "optimal", "{run}");
            assert!(minimum.contains(&record["minimum"].as_u64().expect("a number")), "{run}");
            let asked = run["count"].as_str().and_then(|count| count.parse::<u64>().ok()).unwrap_or(u64::MAX);
            assert!(record["start"]["n_sets"].as_u64().is_some_and(|n| n <= asked), "{run}");
            assert!(record["start"]["seconds"].as_f64() <= record["seconds"].as_f64(), "{run}");
        } else {
            assert_eq!(run["count"], "20", "{run}");
        }
    }
    let minima: BTreeSet<String> = runs
        .iter()
        .filter(|run| run["instance"] == "6x6-01" && run["what"] == "solve")
        .map(|run| run["record"]["minimum"].to_string())
        .collect();
    assert_eq!(minima.len(), 1, "{minima:?}");

    // Once more: nothing is left to do.
    let before = study.read("study/runs.jsonl");
    assert_eq!(run(&study, &[]).code, 0);
    assert_eq!(study.read("study/runs.jsonl"), before);

    // The last run is not there any more: it is done again, and no other.
    let last = before.trim_end().rfind('\n').expect("many lines") + 1;
    let chunk = format!("study/chunks/000/{:06}.jsonl", N_RUNS - 1);
    fs::remove_file(study.path(&chunk)).expect("a chunk for each run");
    assert_eq!(run(&study, &[]).code, 0);
    let after = study.read("study/runs.jsonl");
    assert_eq!((&after[..last], after.lines().count()), (&before[..last], N_RUNS));

    // Other settings have no place here, and change nothing.
    for (more, difference) in [
        (["--seed", "2"], "it has --seed 1, not --seed 2"),
        (["--time-limit", "9"], "it has no --time-limit, not --time-limit 9"),
        (["--cpu-limit", "9"], "it has no --cpu-limit, not --cpu-limit 9"),
        (["--sources", "region"], "it has --sources complete, not --sources region"),
    ] {
        let output = run(&study, &more);
        assert_eq!(output.code, 3);
        assert!(output.stderr.contains(difference), "{}", output.stderr);
    }
    assert_eq!(study.read("study/runs.jsonl"), after);

    // The chunks are the truth: a file that is made from them is made anew.
    fs::write(study.path("study/runs.jsonl"), "{}\n").expect("a file");
    assert_eq!(run(&study, &[]).code, 0);
    assert_eq!(study.read("study/runs.jsonl"), after);
    // Runs without their chunks, as they are published, packed or not, are not gone on with.
    for name in ["runs.jsonl", "runs.jsonl.gz"] {
        let folder = format!("kept-{name}");
        fs::create_dir(study.path(&folder)).expect("a folder");
        fs::copy(study.path("study/runs.jsonl"), study.path(&format!("{folder}/{name}"))).expect("a file");
        let kept = study.call(&["-o", &folder, "grids.txt"]);
        assert!(kept.code == 3 && kept.stderr.contains("use another directory"), "{}", kept.stderr);
    }
}

/// A comparison of numbers of inequalities is one of these, if nothing else is asked for.
#[test]
fn a_study_is_about_inequalities_alone() {
    let study = Study::new("inequalities");
    assert_eq!(study.call(&["--counts", "0,5", "-o", "study", "grids.txt"]).code, 0);
    let settings: Value = serde_json::from_str(&study.read("study/settings.json")).expect("settings");
    assert_eq!((&settings["relaxation"], &settings["region_rows"]), (&"published".into(), &"none".into()));
    assert_eq!(settings["leaves"], serde_json::json!(["lp"]));
    let runs = study.runs();
    let solves: Vec<&Value> = runs.iter().filter(|run| run["what"] == "solve").collect();
    assert_eq!(solves.len(), 3 * 2);
    for run in solves {
        let record = &run["record"];
        assert_eq!((&record["status"], &record["settings"]["relaxation"]), (&"optimal".into(), &"published".into()));
        assert!(record.get("n_regions").is_none() && record.get("n_leaf_nodes").is_none(), "{run}");
    }
    for (args, wanted) in [
        (["--leaves", "lp,auto"], "for other leaves than lp, use --relaxation full"),
        (["--region-rows", "parts"], "use --region-rows with --relaxation full"),
    ] {
        let refused = study.call(&[&args[..], &["-o", "other", "grids.txt"]].concat());
        assert!(refused.code == 2 && refused.stderr.contains(wanted), "{}", refused.stderr);
        assert!(!study.path("other").exists());
    }
}

/// No run ends within a millionth of a second of a processor, and none was kept waiting for more.
#[test]
fn a_limit_on_processor_time_is_a_limit() {
    let study = Study::new("inequalities");
    let args = ["--counts", "0", "--cpu-limit", "0.000001", "-o", "study", "grids.txt"];
    assert_eq!(study.call(&args).code, 4);
    let runs = study.runs();
    let solves = runs.iter().filter(|run| run["what"] == "solve");
    assert!(solves.clone().count() == 3 && solves.clone().all(|run| run["record"]["status"] == "time_limit"));
    // The sets are those of every run, and a limit on one is none on them.
    assert!(runs.iter().filter(|run| run["what"] == "sets").all(|run| run["exit"] == 0));
}

/// The no-good loop keeps a journal beside the runs, and its sets have times of their own.
#[test]
fn the_loop_tells_the_time_of_each_set() {
    let study = Study::new("inequalities");
    fs::write(study.path("one.txt"), "one 1234341221434321\n").expect("a file");
    let output = study.call(&["--sources", "ilp,region", "--counts", "3", "-o", "study", "one.txt"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert!(study.read("study/journal-1.jsonl").lines().count() > 3);
    let runs = study.runs();
    let sets = |source: &str| runs.iter().find(|run| run["what"] == "sets" && run["source"] == source).expect("a run");
    let solves = sets("ilp")["record"]["iterations"].as_array().expect("solves");
    assert_eq!(solves.iter().filter(|solve| solve["size"] == 4 && solve["seconds"].is_f64()).count(), 3);
    assert!(sets("region")["record"].get("iterations").is_none());
}

#[test]
fn a_limit_has_its_exit_code_and_is_a_result() {
    let study = Study::new("inequalities");
    // No run ends within a millionth of a second.
    let args = ["--counts", "any", "--time-limit", "0.000001", "-o", "study", "grids.txt"];
    assert_eq!(study.call(&args).code, 4);
    let before = study.read("study/runs.jsonl");
    assert_eq!(study.call(&args).code, 4);
    assert_eq!(study.read("study/runs.jsonl"), before);
    let limits = study.runs().iter().filter(|run| run["record"]["status"] == "time_limit").count();
    assert!(limits >= 3, "{before}");
}

#[test]
fn what_is_wrong_is_said_before_anything_runs() {
    let study = Study::new("inequalities");
    for (grids, complaint) in [
        ("a 1234341221434321\na 1234341241232341\n", "an earlier grid is also called `a`"),
        ("a 1234341221434321\nb 1...............\n", "this puzzle has several solutions"),
        ("a 1234341221434321\nb 1234\n", "bad.txt:2:1"),
        ("# nothing\n", "bad.txt has no grid"),
    ] {
        fs::write(study.path("bad.txt"), grids).expect("a file");
        let output = study.call(&["-o", "study", "bad.txt"]);
        assert_eq!(output.code, 3, "{grids}");
        let said = output.stderr;
        assert!(said.contains(complaint), "{said}");
        assert!(!study.path("study").exists());
    }
}

/// With new hashes in its chunk, an answer may be wrong and nothing but the others says so.
#[test]
fn answers_that_cannot_all_be_true_are_said() {
    let study = Study::new("inequalities");
    assert_eq!(run(&study, &[]).code, 0);
    let chunk = "study/chunks/000/000001.jsonl";
    let changed = chunk_file::changed(&study.read(chunk), |record| {
        (record["lower_bound"], record["upper_bound"]) = (5.into(), 5.into());
    });
    fs::write(study.path(chunk), changed).expect("a file");
    let output = run(&study, &[]);
    let said = "4x4-001: one run proves at least 5 clues, another one has a puzzle with 4";
    assert!(output.code == 5 && output.stderr.contains(said), "{} {}", output.code, output.stderr);
}

/// The first signal ends the runs at work; they are done again later.
#[test]
fn an_interrupted_study_goes_on() {
    let study = Study::new("inequalities");
    let instances = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/9x9-generated.txt");
    let start = || {
        let args = ["study", "inequalities", "--counts", "500", "--leaves", "lp", "--jobs", "1", "-o", "study"];
        let mut command = study.program.command(args);
        command.arg(&instances).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts")
    };
    for name in ["INT", "TERM"] {
        let mut child = start();
        let id = child.id();
        let signal = |name: &str| {
            let sent = Command::new("sh").args(["-c", &format!("kill -{name} {id}")]).status();
            assert!(sent.is_ok_and(|status| status.success()));
        };
        // Once the generation is done, the first solve begins, which takes minutes.
        while !study.path("study/chunks/000/000000.jsonl").exists() || !is_listening(id) {
            assert!(child.try_wait().expect("a child").is_none(), "it ended by itself");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        signal(name);
        let status = child.wait().expect("it ends");
        assert_eq!(status.code(), Some(if name == "INT" { 130 } else { 143 }));
        let runs = study.runs();
        assert_eq!(runs[0]["what"], "sets");
        // On a machine where it takes long to stop, it was killed, and there is no line.
        if let Some(last) = runs.get(1) {
            assert!(last.get("message").is_none(), "{last}");
            assert_eq!((&last["what"], &last["record"]["status"]), (&"solve".into(), &"interrupted".into()));
            assert!(last["record"]["lower_bound"].is_u64(), "{last}");
        }
    }
}

/// Has this study a process at work that hears signals? Elsewhere than on Linux, it is given a second to have one.
fn is_listening(study: u32) -> bool {
    let Ok(processes) = fs::read_dir("/proc") else {
        std::thread::sleep(std::time::Duration::from_secs(1));
        return true;
    };
    processes.flatten().any(|process| {
        let status = fs::read_to_string(process.path().join("status")).unwrap_or_default();
        let field = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).map_or("", str::trim);
        // Bit n - 1 stands for signal n; SIGTERM is 15.
        let caught = u64::from_str_radix(field("SigCgt:"), 16).unwrap_or_default();
        field("PPid:") == study.to_string() && caught >> 14 & 1 == 1
    })
}
