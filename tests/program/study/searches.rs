//! `minclue study searches`, by the built program: whole studies of small grids, and the tables of one written by hand.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::Study;

/// The files that a study makes of its runs; table 5 only where sequences of Shrink steps are compared.
const REPORTS: [&str; 23] = [
    "tables.md",
    "table-2.csv",
    "table-4.csv",
    "table-5.csv",
    "comparison.csv",
    "levels.csv",
    "instances.csv",
    "levels.json",
    "figure-table-2.csv",
    "figure-table-2.vl.json",
    "figure-10a.csv",
    "figure-10a.vl.json",
    "figure-10b.csv",
    "figure-10b.vl.json",
    "figure-11a.csv",
    "figure-11a.vl.json",
    "figure-11b.csv",
    "figure-11b.vl.json",
    "figure-12.csv",
    "figure-12.vl.json",
    "figure-13.csv",
    "figure-13.vl.json",
    "figure-14.csv",
];

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
    let shown: Vec<PathBuf> = output.text.lines().map(PathBuf::from).collect();
    let reports = REPORTS.into_iter().chain(["figure-14.vl.json"]);
    assert_eq!(shown, reports.map(|name| Path::new("study").join(name)).collect::<Vec<_>>());

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
    for line in study.read("study/comparison.csv").lines().skip(1) {
        assert!(line.contains(",3,0,0,"), "{line}");
    }
    assert_eq!(study.read("study/table-2.csv").lines().count(), 1 + 8);
    assert_eq!(study.read("study/table-5.csv").lines().count(), 1 + 2 * 2, "v5 with two sequences and two numbers");

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
    let comparison = study.read("study/comparison.csv");
    let ends = |line: &str| comparison.lines().any(|other| other.starts_with(line));
    assert!(ends("v3,320,checker,0,3,0,") && ends("native,,,0,3,0,"), "{comparison}");
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
        (&["--report-only", "-o", "study"], 3, "there is no study in study"),
    ] {
        let output = study.call(args);
        let said = output.stderr;
        assert!(output.code == exit && said.contains(complaint), "{args:?}: {said}");
        assert!(!study.path("study").exists());
    }
}

/// A study whose numbers are written by hand: two grids, three versions with two numbers of sets, two of them with the
/// start sets of another phase 1, and the native engine. The slowest does not end on the second grid.
fn by_hand(study: &Study) {
    let level = |level: u64, numbers: [u64; 7]| {
        let [nodes, disjoint, more, prune, shrink, none, children] = numbers;
        format!(
            r#"{{"level":{level},"n_nodes":{nodes},"n_disjoint":{disjoint},"n_more":{more},"n_equal_prune":{prune},"n_equal_shrink":{shrink},"n_equal_none":{none},"n_equal_children":{children},"n_closed_by_clique":[0,0,0,0]}}"#
        )
    };
    let key = |instance: &str, algorithm: &str, n_sets: u64| {
        let n_sets = if n_sets > 0 { format!(r#","n_sets":{n_sets}"#) } else { String::new() };
        format!(
            r#"{{"schema":"minclue-search-study-run/1","instance":"{instance}","algorithm":"{algorithm}"{n_sets},"jobs":1,"process_seconds":1.0"#
        )
    };
    let run = |instance: &str, algorithm: &str, n_sets: u64, (start, search): (f64, f64), n_nodes: u64| {
        let is_dmus = algorithm != "v1";
        let shrinks = is_dmus && algorithm != "v3";
        let n = n_nodes / 20;
        let levels = [
            level(0, [1, u64::from(is_dmus) * 9, 0, 0, 0, 0, 0]),
            level(
                14,
                match (is_dmus, shrinks) {
                    (false, _) => [12 * n, 0, 0, 0, 0, 0, 0],
                    (true, false) => [12 * n, 30 * n, 6 * n, 0, 0, 4 * n, 12 * n],
                    (true, true) => [12 * n, 30 * n, 6 * n, 2 * n, n, n, 3 * n],
                },
            ),
            level(15, [8 * n, u64::from(is_dmus) * 14 * n, u64::from(is_dmus) * 8 * n, 0, 0, 0, 0]),
        ];
        let (levels, seconds) = (levels.join(","), start + search);
        let record = format!(
            r#"{{"schema":"minclue-enumeration/1","status":"optimal","n_clues":16,"n_puzzles":0,"complete":true,"start":{{"n_sets":360,"seconds":{start},"cpu_seconds":{start}}},"search":{{"cpu_seconds":{search},"n_nodes":{n_nodes},"n_candidates":{n},"n_rebuilds":17,"n_cliques":[0,0,0,0],"levels":[{levels}]}},"seconds":{seconds}}}"#
        );
        format!("{},\"exit\":0,\"record\":{record}}}\n", key(instance, algorithm, n_sets))
    };
    let limited = r#"{"schema":"minclue-enumeration/1","status":"time_limit","n_clues":16,"n_puzzles":0,"complete":false,"start":{"n_sets":360,"seconds":9.0,"cpu_seconds":9.0},"search":{"cpu_seconds":591.0,"n_nodes":5,"n_candidates":0,"n_rebuilds":1,"n_cliques":[0,0,0,0],"levels":[]},"seconds":600.0}"#;
    let native = r#"{"schema":"minclue-enumeration/1","status":"optimal","n_clues":16,"n_puzzles":0,"complete":true,"n_nodes":123456,"start":{"n_sets":360,"seconds":0.25,"cpu_seconds":0.25},"search":{"cpu_seconds":1.5,"n_nodes":123456},"seconds":1.75}"#;
    let mut lines = vec![
        run("a", "v1", 128, (9.0, 500.0), 40_000_000),
        run("a", "v1", 192, (9.0, 400.0), 30_000_000),
        run("b", "v1", 192, (9.0, 450.0), 32_000_000),
        format!("{},\"exit\":4,\"record\":{limited}}}\n", key("b", "v1", 128)),
        format!("{},\"exit\":0,\"record\":{native}}}\n", key("a", "native", 0)),
        format!("{},\"exit\":0,\"record\":{native}}}\n", key("b", "native", 0)),
        format!("{},\"message\":\"out of memory\"}}\n", key("c", "v3", 128)),
    ];
    for (grid, times) in [("a", 1.0), ("b", 1.5)] {
        let nodes = |n: u64| if grid == "a" { n } else { n + n / 2 };
        lines.extend([
            run(grid, "v3", 128, (9.0, 40.0 * times), nodes(4_000_000)),
            run(grid, "v3", 192, (9.0, 20.0 * times), nodes(1_000_000)),
            run(grid, "v6", 128, (1.0, 8.0 * times), nodes(400_000)),
            run(grid, "v6", 192, (1.0, 4.0 * times), nodes(100_000)),
            run(grid, "v6/shrink=up", 128, (1.0, 9.0 * times), nodes(380_000)),
            run(grid, "v6/shrink=up", 192, (1.0, 5.0 * times), nodes(90_000)),
        ]);
    }
    let algorithm =
        |label: &str, engine: &str, source: &str| format!(r#"{{"label":"{label}","engine":"{engine}"{source}}}"#);
    let (checker, lin_wu) = (r#","source":"checker""#, r#","source":"region","regions":"lin-wu""#);
    let algorithms = [
        algorithm("v1", "checker2006/sets=192/order=found/form=tuple", checker),
        algorithm("v3", "dmus-basic/sets=320/order=overlap", checker),
        algorithm("v6", "dmus/sets=384/order=search/shrink=down", lin_wu),
        algorithm("v6/shrink=up", "dmus/sets=384/order=search/shrink=up", lin_wu),
        algorithm("native", "native", ""),
    ];
    let grids = ["a", "b", "c"].map(|name| format!(r#"{{"name":"{name}","shape":"3x3","digest":"0"}}"#));
    let settings = format!(
        r#"{{"schema":"minclue-search-study/1","version":"0.1.0","clues":16,"algorithms":[{}],"set_counts":[128,192],"time_limit":600.0,"instances":[{}]}}"#,
        algorithms.join(","),
        grids.join(",")
    );
    fs::create_dir(study.path("study")).expect("a folder");
    fs::write(study.path("study/settings.json"), settings).expect("a file");
    fs::write(study.path("study/runs.jsonl"), lines.concat()).expect("a file");
}

#[test]
fn tables() {
    let study = Study::new("searches");
    by_hand(&study);
    let output = study.call(&["--report-only", "-o", "study"]);
    assert_eq!(output.code, 1, "one run has failed: {}", output.stderr);
    let mut seen = study.read("study/tables.md");
    for name in REPORTS.iter().filter(|name| name.starts_with("figure-") && name.ends_with(".csv")) {
        seen.push_str(&format!("\n## {name}\n\n{}", study.read(&format!("study/{name}"))));
    }
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => true }, {
        insta::assert_snapshot!("tables", seen);
    });
    for name in REPORTS.iter().filter(|name| name.ends_with(".vl.json")) {
        let plot: Value = serde_json::from_str(&study.read(&format!("study/{name}"))).expect("JSON");
        assert_eq!(plot["$schema"], "https://vega.github.io/schema/vega-lite/v5.json");
        assert_eq!(plot["title"]["subtitle"], "16 clues, 3 grids, with 600 s each", "{name}");
    }
}

/// Two searches that find all puzzles of one grid, and not as many, are a defect.
#[test]
fn contradictions_are_said() {
    let study = Study::new("searches");
    by_hand(&study);
    let runs = study.read("study/runs.jsonl").replacen(
        "\"n_puzzles\":0,\"complete\":true",
        "\"n_puzzles\":3,\"complete\":true",
        1,
    );
    fs::write(study.path("study/runs.jsonl"), runs).expect("a file");
    let output = study.call(&["--report-only", "-o", "study"]);
    assert_eq!(output.code, 5);
    let said = output.stderr;
    assert!(said.contains("a: v1 with 128 sets finds 3 puzzles with 16 clues, v1 with 192 sets finds 0"), "{said}");
    // A study of another kind is none of this one.
    let other = study.program.run(["study", "inequalities", "--report-only", "-o", "study"]);
    assert_eq!(other.code, 3);
    assert!(other.stderr.contains("another kind of study"), "{}", other.stderr);
}
