//! `minclue study inequalities`, by the built program: whole studies of small grids, and how they end and go on.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use minclue_testkit::Run;
use serde_json::Value;

use super::Study;

/// The files that a study makes of its runs.
const REPORTS: [&str; 18] = [
    "tables.md",
    "table-1.csv",
    "table-2.csv",
    "table-3.csv",
    "generation.csv",
    "instances.csv",
    "figure-2a.csv",
    "figure-2a.vl.json",
    "figure-2-sizes.csv",
    "figure-2-sizes.vl.json",
    "figure-2b.csv",
    "figure-2b.vl.json",
    "figure-3a.csv",
    "figure-3a.vl.json",
    "figure-3b.csv",
    "figure-3b.vl.json",
    "figure-4.csv",
    "figure-4.vl.json",
];

/// Runs the study with numbers and leaves that small grids tell apart.
fn run(study: &Study, more: &[&str]) -> Run {
    let args = ["--counts", "5,20,any", "--leaves", "lp,auto", "--jobs", "2", "-o", "study", "grids.txt"];
    study.call(&[&args, more].concat())
}

/// Each grid: one generation, and three numbers times two leaves.
const N_RUNS: usize = 3 * (1 + 3 * 2);

/// The plain model beside the others: it starts from nothing.
#[test]
fn a_study_of_no_start_inequalities() {
    let study = Study::new("inequalities");
    let args = ["--counts", "0,any", "--leaves", "auto", "--jobs", "2", "-o", "study", "grids.txt"];
    let output = study.call(&args);
    assert_eq!((output.code, output.stderr), (0, String::new()));
    let runs = study.runs();
    let plain: Vec<&Value> = runs.iter().filter(|run| run["what"] == "solve" && run["count"] == "0").collect();
    assert_eq!(plain.len(), 3);
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
    assert_eq!((output.code, output.stderr), (0, String::new()));
    let shown: Vec<PathBuf> = output.text.lines().map(PathBuf::from).collect();
    assert_eq!(shown, REPORTS.map(|name| Path::new("study").join(name)));

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
    let endings: Vec<String> = study.read("study/table-2.csv").lines().skip(1).map(str::to_owned).collect();
    assert_eq!(endings.len(), 6);
    assert!(endings.iter().all(|line| line.ends_with(",3,0,0")), "{endings:?}");

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
    // Runs without their chunks, as they are published, are not gone on with.
    fs::create_dir(study.path("kept")).expect("a folder");
    fs::copy(study.path("study/runs.jsonl"), study.path("kept/runs.jsonl")).expect("a file");
    let kept = study.call(&["-o", "kept", "grids.txt"]);
    assert!(kept.code == 3 && kept.stderr.contains("begin another directory"), "{}", kept.stderr);
}

/// The no-good loop keeps a journal beside the runs, and its sets have times of their own.
#[test]
fn the_loop_tells_the_time_of_each_set() {
    let study = Study::new("inequalities");
    fs::write(study.path("one.txt"), "one 1234341221434321\n").expect("a file");
    let output = study.call(&["--sources", "ilp,region", "--counts", "3", "-o", "study", "one.txt"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert_eq!(study.read("study/figure-2a.csv").lines().count(), 1 + 3);
    assert!(study.read("study/journal-1.jsonl").lines().count() > 3);
    let sizes = study.read("study/figure-2-sizes.csv");
    assert!(sizes.ends_with("ilp,4,3,3\nregion,1,0,0\nregion,2,0,0\nregion,3,0,0\nregion,4,3,3\n"), "{sizes}");
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
    assert!(study.read("study/table-2.csv").ends_with("complete,auto,any,0,3,0\n"));
}

#[test]
fn what_is_wrong_is_said_before_anything_runs() {
    let study = Study::new("inequalities");
    for (grids, complaint) in [
        ("a 1234341221434321\na 1234341241232341\n", "a grid before this one is called `a` too"),
        ("a 1234341221434321\nb 1...............\n", "this puzzle has several solutions"),
        ("a 1234341221434321\nb 1234\n", "bad.txt:2:1"),
        ("# nothing\n", "there is no grid in bad.txt"),
    ] {
        fs::write(study.path("bad.txt"), grids).expect("a file");
        let output = study.call(&["-o", "study", "bad.txt"]);
        assert_eq!(output.code, 3, "{grids}");
        let said = output.stderr;
        assert!(said.contains(complaint), "{said}");
        assert!(!study.path("study").exists());
    }
    let output = study.call(&["--report-only", "-o", "nowhere"]);
    assert_eq!((output.code, output.stderr.contains("there is no study in nowhere")), (3, true));
    let output = study.call(&["--paper", "grids.txt", "-o", "study", "grids.txt"]);
    assert_eq!(
        (output.code, output.stderr.contains("--paper grids.txt: line 2: there is no column `instance`")),
        (3, true)
    );
}

/// A study whose seconds are written by hand: two grids; 500 inequalities, or any number; both leaves; one run of each
/// end.
fn by_hand(study: &Study) {
    let run = |instance: &str, count: &str, leaf: &str, status: &str, bounds: [u32; 2], start: (u32, f64), s: f64| {
        let exit = if status == "optimal" { 0 } else { 4 };
        let ([lower, upper], (n_sets, seconds)) = (bounds, start);
        format!(
            r#"{{"schema":"minclue-study-run/1","instance":"{instance}","what":"solve","source":"complete","count":"{count}","leaf":"{leaf}","jobs":2,"process_seconds":{s},"exit":{exit},"record":{{"status":"{status}","lower_bound":{lower},"upper_bound":{upper},"n_nodes":1000,"n_learned":7,"start":{{"n_sets":{n_sets},"seconds":{seconds}}},"seconds":{s}}}}}"#,
        ) + "\n"
    };
    let sets = |instance: &str, s: f64| {
        format!(
            r#"{{"schema":"minclue-study-run/1","instance":"{instance}","what":"sets","source":"complete","count":"500","jobs":2,"process_seconds":{s},"exit":0,"record":{{"status":"feasible","n_sets":500,"by_size":{{"4":100,"6":400}},"complete_to":5,"seconds":{s}}}}}"#,
        ) + "\n"
    };
    let failed = r#"{"schema":"minclue-study-run/1","instance":"b","what":"solve","source":"complete","count":"any","leaf":"lp","jobs":2,"process_seconds":1.0,"exit":1,"message":"out of memory"}"#;
    let lines = [
        sets("a", 2.0),
        sets("b", 8.0),
        run("a", "500", "lp", "optimal", [17, 17], (500, 2.0), 102.0),
        run("a", "500", "auto", "optimal", [17, 17], (500, 2.0), 12.0),
        run("a", "any", "lp", "optimal", [17, 17], (800, 3.0), 53.0),
        run("a", "any", "auto", "optimal", [17, 17], (800, 3.0), 8.0),
        run("b", "500", "lp", "time_limit", [18, 20], (500, 2.0), 3600.0),
        run("b", "500", "auto", "optimal", [19, 19], (500, 2.0), 402.0),
        run("b", "any", "auto", "optimal", [19, 19], (800, 3.0), 1203.0),
        format!("{failed}\n"),
    ];
    let settings = r#"{"schema":"minclue-study/1","version":"0.1.0","counts":["500","any"],"sources":["complete"],"leaves":["lp","auto"],"region_rows":"parts","time_limit":3600.0,"seed":1,"instances":[{"name":"a","shape":"3x3","digest":"0"},{"name":"b","shape":"3x3","digest":"1"}]}"#;
    fs::create_dir(study.path("study")).expect("a folder");
    fs::write(study.path("study/settings.json"), settings).expect("a file");
    fs::write(study.path("study/runs.jsonl"), lines.concat()).expect("a file");
}

#[test]
fn tables() {
    let study = Study::new("inequalities");
    by_hand(&study);
    let output = study.call(&["--report-only", "-o", "study"]);
    assert_eq!(output.code, 1, "one run has failed: {}", output.stderr);
    let mut seen = study.read("study/tables.md");
    for name in ["figure-2-sizes.csv", "figure-2b.csv", "figure-3a.csv", "figure-3b.csv", "figure-4.csv"] {
        seen.push_str(&format!("\n## {name}\n\n{}", study.read(&format!("study/{name}"))));
    }
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => true }, {
        insta::assert_snapshot!("tables", seen);
    });
    for name in REPORTS.iter().filter(|name| name.ends_with(".json")) {
        let plot: Value = serde_json::from_str(&study.read(&format!("study/{name}"))).expect("JSON");
        assert_eq!(plot["$schema"], "https://vega.github.io/schema/vega-lite/v5.json");
    }
}

/// Results of the paper are shown where the user brings them, and held against ours.
#[test]
fn the_paper_stands_beside_the_study() {
    let study = Study::new("inequalities");
    by_hand(&study);
    let head = "instance,parameter,cut_count,known_puzzle,best_solution,lower bound,gap,runtime,node_count,status\n";
    let paper = |best: u32, lower: f64| {
        let text = format!("{head}a,2,500,{best},{best}.0,{lower},0.0,5000.5,20000,Optimal\n");
        fs::write(study.path("paper.csv"), text).expect("a file");
        study.call(&["--report-only", "-o", "study", "--paper", "paper.csv"])
    };
    assert_eq!(paper(17, 17.0).code, 1);
    let table = study.read("study/table-2.csv");
    assert!(table.contains("complete,lp,500,1,1,0,1,0\n") && table.contains("complete,lp,any,1,0,1,,\n"), "{table}");
    let output = paper(16, 16.0);
    assert_eq!(output.code, 5);
    assert!(output.stderr.contains("a run proves at least 17 clues"), "{}", output.stderr);
}

/// The paper's results may lie where a table of the study would.
#[test]
fn a_table_never_replaces_what_is_read() {
    let study = Study::new("inequalities");
    by_hand(&study);
    let head = "instance,parameter,cut_count,known_puzzle,best_solution,lower bound,gap,runtime,node_count,status\n";
    let paper = format!("{head}a,2,500,17,17.0,17.0,0.0,5000.5,20000,Optimal\n");
    fs::write(study.path("study/table-2.csv"), &paper).expect("a file");
    fs::write(study.path("study/tables.md"), study.read("grids.txt")).expect("a file");
    let output = study.call(&["--report-only", "-o", "study", "--paper", "study/table-2.csv"]);
    assert_eq!(output.code, 2, "{}", output.stderr);
    assert!(output.stderr.contains("this is the file of --paper as well"), "{}", output.stderr);
    let output = study.call(&["-o", "study", "study/tables.md"]);
    assert_eq!(output.code, 2, "{}", output.stderr);
    assert!(output.stderr.contains("study/tables.md: this is the input as well"), "{}", output.stderr);
    assert_eq!((study.read("study/table-2.csv"), study.read("study/tables.md")), (paper, study.read("grids.txt")));
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
