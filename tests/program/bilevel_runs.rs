//! What `solve --engine bilevel` says and keeps of a run, by the built program: the follower as an integer program, the
//! node log, the state and limits. The rest is in `tests/cases/bilevel-engine.md`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use minclue_testkit::{Program, Run};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::minclue;

const FOUR: &str = "1234341221434321";
/// A 6x6 grid, and settings that leave it some work.
const SIX: &str = "534621216354465132321465153246642513";
const BARE: [&str; 4] = ["--heuristic", "none", "--region-rows", "none"];
/// A 9x9 grid whose minimum is 19, and settings that take it hours but begin at once.
const NINE: &str = "534672189768159342912483675193765428856324791247891563629537814371948256485216937";
const HARD: [&str; 7] = ["--leaf", "lp", "--region-rows", "none", "--no-split", "--heuristic", "rounding"];

fn solve(program: &Program, args: &[&str]) -> Command {
    program.command([&["solve", "--engine", "bilevel", "--format", "jsonl"], args].concat())
}

fn run(program: &Program, args: &[&str]) -> Run {
    Run::fed(&mut solve(program, args), "")
}

/// The record of a run that ends with `code`.
fn ends(program: &Program, args: &[&str], code: i32) -> Value {
    let output = run(program, args);
    assert_eq!(output.code, code, "{args:?}: {}", output.stderr);
    output.record()
}

fn number(record: &Value, field: &str) -> u64 {
    record[field].as_u64().unwrap_or_else(|| panic!("{field}: {record}"))
}

/// The file in the folder of states, if there is one.
fn state_file(program: &Program) -> Option<PathBuf> {
    let mut files = fs::read_dir(program.path("states")).expect("the folder of states");
    let file = files.next().map(|entry| entry.expect("a file").path());
    assert!(files.next().is_none(), "one file a grid, and nothing else");
    file
}

#[test]
fn an_integer_program_may_be_the_follower() {
    let backends: &[&str] = if cfg!(feature = "cbc") { &["highs", "cbc"] } else { &["highs"] };
    for backend in backends {
        for (grid, minimum) in [(FOUR, 4), (SIX, 8)] {
            // Nearly all sets must come from the follower.
            let args = ["--follower", backend, "--max-sets", "5", grid];
            let record = ends(&minclue(), &args, 0);
            assert_eq!(number(&record, "minimum"), minimum, "{backend}");
            assert!(number(&record, "n_learned") > 0, "{backend}");
        }
    }
}

/// The relaxation as published has nothing but unavoidable sets, and nothing but linear programs closes a node.
#[test]
fn nothing_native_is_in_the_relaxation_as_published() {
    let known = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/known.tsv")).expect("a list");
    let known: Vec<(String, u64)> = known
        .lines()
        .filter_map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            (fields.get(1) == Some(&"=opt=")).then(|| (fields[0].to_owned(), fields[2].parse().expect("a number")))
        })
        .collect();
    let (program, mut n_of) = (minclue(), [0; 2]);
    for (i, file) in ["4x4.txt", "6x6-classes.txt"].into_iter().enumerate() {
        let grids = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances").join(file);
        let grids = fs::read_to_string(grids).expect("grids");
        // A few of the 288 and the 49 grids; from few sets, so that there is a tree.
        for line in grids.lines().filter(|line| !line.starts_with('#')).step_by([72, 16][i]) {
            let (name, grid) = line.split_once(' ').expect("a name and a grid");
            let minimum =
                known.iter().find(|(of, _)| of == name).map(|(_, minimum)| *minimum).expect("a known minimum");
            for more in [&[][..], &["--threads", "2"], &["--heuristic", "none"]] {
                let record =
                    ends(&program, &[&["--relaxation", "published", "--max-sets", "5"], more, &[grid]].concat(), 0);
                assert_eq!(number(&record, "minimum"), minimum, "{name}");
                for counted in ["n_regions", "n_leaves", "n_leaf_nodes"] {
                    assert!(record.get(counted).is_none(), "{name}: {record}");
                }
                let settings = &record["settings"];
                for (setting, value) in [("relaxation", "published"), ("leaf", "lp"), ("region_rows", "none")] {
                    assert_eq!(settings[setting], value, "{record}");
                }
                assert_eq!((&settings["cuts"], &settings["split"]), (&"none".into(), &false.into()), "{record}");
                assert!(number(&record, "n_lps") > 0 && record["search"]["cpu_seconds"].is_f64(), "{record}");
            }
            n_of[i] += 1;
        }
        // The engine as it is does count these.
        let (_, grid) = grids.lines().last().and_then(|line| line.split_once(' ')).expect("a grid");
        let full = ends(&program, &["--max-sets", "5", "--heuristic", "none", grid], 0);
        assert_eq!(full["settings"]["relaxation"], "full");
        assert!(i == 0 || number(&full, "n_regions") > 0 && number(&full, "n_leaf_nodes") > 0, "{full}");
    }
    assert_eq!(n_of, [4, 4]);
}

/// The node log of a file, whose bounds never fall apart.
fn node_log(program: &Program, name: &str) -> Vec<Value> {
    let log = program.read(name);
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).expect("a record a line")).collect();
    assert!(lines.iter().all(|line| line["schema"] == "minclue-node-log/1"));
    lines
}

#[test]
fn the_node_log_ends_with_the_answer() {
    let program = minclue();
    for (n, args) in [(1, [&BARE[..], &[SIX]].concat()), (2, vec!["--budgets", "falling", SIX])] {
        let answer = ends(&program, &[&["--log", "log"], &args[..]].concat(), 0);
        let lines = node_log(&program, "log");
        // A log is never written over: each run goes on at its end.
        assert_eq!(lines.iter().filter(|line| line["event"] == "end").count(), n);
        let last = lines.last().expect("a line");
        for field in ["grid", "lower_bound", "upper_bound", "n_nodes", "n_lps", "n_sets", "n_checks", "root_bound"] {
            assert_eq!(last[field], answer[field], "{field}");
        }
        assert_eq!((&last["event"], last["gap"].as_f64()), (&"end".into(), Some(0.0)));
        let begin = lines.iter().rposition(|line| line["n_lps"] == 1).unwrap_or(0);
        for pair in lines[begin..].windows(2) {
            let two = |field| (number(&pair[0], field), number(&pair[1], field));
            for field in ["lower_bound", "n_nodes", "n_lps", "n_checks"] {
                assert!(two(field).0 <= two(field).1, "{field}: {pair:?}");
            }
            assert!(two("upper_bound").0 >= two("upper_bound").1 && two("lower_bound").1 <= two("upper_bound").1);
            assert!(pair[0]["seconds"].as_f64() <= pair[1]["seconds"].as_f64());
        }
    }
}

#[test]
fn a_run_goes_on_from_its_state_to_the_same_minimum() {
    let program = minclue();
    let wanted = ends(&program, &[&BARE[..], &[SIX]].concat(), 0);
    let (mut limit, mut before) = (0, Value::Null);
    loop {
        limit += 11;
        let limit = limit.to_string();
        let args = [&["--state", "states", "--node-limit", &limit], &BARE[..], &[SIX]].concat();
        let output = run(&program, &args);
        let record = output.record();
        for field in ["n_nodes", "lower_bound"] {
            assert!(before.is_null() || number(&before, field) <= number(&record, field), "{before}\n{record}");
        }
        if record["status"] == "optimal" {
            assert_eq!(output.code, 0);
            assert_eq!(record["minimum"], wanted["minimum"]);
            break;
        }
        assert_eq!((output.code, &record["status"]), (4, &"node_limit".into()));
        assert_eq!(record["n_nodes"].to_string(), limit, "nodes of all runs are counted together");
        assert!(state_file(&program).is_some());
        before = record;
    }
    assert!(number(&before, "n_nodes") > 22, "it went on at least twice");
    assert_eq!(state_file(&program), None, "nothing is left to do");
}

#[test]
fn on_nine_by_nine_no_work_is_lost() {
    let program = minclue();
    let mut before = Value::Null;
    for limit in ["20", "60", "100"] {
        let args = [&["--state", "states", "--node-limit", limit], &HARD[..], &[NINE]].concat();
        let record = ends(&program, &args, 4);
        assert_eq!((&record["status"], &record["n_nodes"].to_string()), (&"node_limit".into(), &limit.to_owned()));
        if !before.is_null() {
            assert!(number(&record, "lower_bound") >= number(&before, "lower_bound"));
            assert!(number(&record, "upper_bound") <= number(&before, "upper_bound"));
            assert!(number(&record, "n_lps") > number(&before, "n_lps"));
        }
        before = record;
        let state: Value =
            serde_json::from_str(&fs::read_to_string(state_file(&program).expect("a state")).expect("it"))
                .expect("a record");
        assert_eq!((&state["grid"], &state["shape"]), (&NINE.into(), &"3x3".into()));
        for field in ["lower_bound", "n_nodes", "n_lps"] {
            assert_eq!(state[field], before[field], "{field}");
        }
        assert!(state["cases"][0]["open"].as_array().is_some_and(|open| !open.is_empty()));
    }
}

/// A limit that comes before a state is taken up must not write less over it.
#[cfg(target_os = "linux")]
#[test]
fn a_state_that_was_not_taken_up_stays_as_it_is() {
    let program = minclue();
    ends(&program, &[&["--state", "states", "--node-limit", "20"], &HARD[..], &[NINE]].concat(), 4);
    let path = state_file(&program).expect("a state");
    let state = fs::read(&path).expect("the state");
    let args = [&["--state", "states", "--memory-limit", "1"], &HARD[..], &[NINE]].concat();
    assert_eq!(ends(&program, &args, 4)["status"], "memory_limit");
    assert_eq!(fs::read(&path).expect("the state"), state);
    // A puzzle of the grid is asked about before that.
    let puzzle = format!(".{}", &NINE[1..]);
    let args = [&["--state", "states", "--memory-limit", "1"], &HARD[..], &[&puzzle]].concat();
    assert_eq!(ends(&program, &args, 4)["status"], "memory_limit");
    assert_eq!(fs::read(&path).expect("the state"), state);
}

/// A state with the digest that its text asks for, as docs/formats/state.md has it.
fn sealed(state: &str) -> String {
    let (open, _) = state.rsplit_once(",\"sha256\":").expect("the last field");
    let digest: String = Sha256::digest(open).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{open},\"sha256\":\"{digest}\"}}")
}

#[test]
fn a_state_is_sealed_by_the_digest_that_the_page_names() {
    let program = minclue();
    ends(&program, &[&["--state", "states", "--node-limit", "20"], &BARE[..], &[SIX]].concat(), 4);
    let state = fs::read_to_string(state_file(&program).expect("a state")).expect("it");
    assert_eq!(sealed(&state), state);
}

#[test]
fn a_state_that_is_none_is_refused_and_kept() {
    let program = minclue();
    let args = [&["--state", "states", "--node-limit", "20"], &BARE[..], &[SIX]].concat();
    ends(&program, &args, 4);
    let path = state_file(&program).expect("a state");
    let good = fs::read_to_string(&path).expect("the state");
    for (bad, says) in [
        ("{".to_owned(), "this is not a saved state; remove it to start again"),
        (good[..good.len() / 2].to_owned(), "this is not a saved state"),
        (good.replace("minclue-state/2", "minclue-state/1"), "saved by another version"),
        (good.replace("\"lower_bound\":", "\"lower_bound\":1"), "this state was damaged or changed"),
        (good.replace("\"budget\":", "\"budget\":1"), "this state was damaged or changed"),
        // One that somebody made, digest and all.
        (sealed(&good.replace(SIX, FOUR)), "the state of another grid"),
        (sealed(&good.replace("\"2x3\"", "\"3x2\"")), "a grid with other boxes"),
        (sealed(&good.replace("\"puzzle\":\"", "\"puzzle\":\"f")), "a set has cells that do not exist"),
    ] {
        fs::write(&path, &bad).expect("written");
        let output = run(&program, &args);
        assert_eq!((output.code, &output.record()["status"]), (1, &"failed".into()), "{says}");
        let stderr = output.stderr;
        // A terminal breaks the message into lines.
        let message = stderr.replace(|c: char| !c.is_ascii_graphic(), " ");
        let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(message.contains(says), "{says}: {stderr}");
        assert_eq!(fs::read_to_string(&path).expect("still there"), bad);
    }
}

/// Where no file can be written, the bounds are known all the same, and a solved grid needs none.
#[cfg(target_os = "linux")]
#[test]
fn a_state_that_cannot_be_kept_is_an_error_beside_the_bounds() {
    let args = [&["--state", "/proc/states"], &BARE[..], &[SIX]].concat();
    let output = run(&minclue(), &[&args[..], &["--node-limit", "20"]].concat());
    let failed = output.record();
    assert_eq!((output.code, &failed["status"]), (1, &"failed".into()));
    assert!(number(&failed, "lower_bound") <= 8 && number(&failed, "upper_bound") >= 8);
    assert!(output.stderr.contains("the state cannot be saved"), "{}", output.stderr);
    assert_eq!(number(&ends(&minclue(), &args, 0), "minimum"), 8);
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_a_state() {
    let program = minclue();
    let args = [&["--state", "states", "--log", "log"], &HARD[..], &[NINE]].concat();
    let mut child = solve(&program, &args).spawn().expect("the program starts");
    // Once it logs, the engine is at work.
    let log = program.path("log");
    while !fs::read_to_string(&log).is_ok_and(|log| log.contains("\"event\":\"puzzle\"")) {
        assert!(child.try_wait().expect("a child").is_none(), "it ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill is there").success());
    let output = Run::from(child.wait_with_output().expect("the program ends"));
    let stopped = output.record();
    assert_eq!((output.code, &stopped["status"]), (130, &"interrupted".into()));
    assert!(state_file(&program).is_some());
    let limit = (number(&stopped, "n_nodes") + 5).to_string();
    let further = ends(&program, &[&["--node-limit", &limit], &args[..]].concat(), 4);
    assert!(number(&further, "lower_bound") >= number(&stopped, "lower_bound"));
    assert_eq!(further["n_nodes"].to_string(), limit);
}

#[test]
fn limits_leave_bounds() {
    let mut cases = vec![("--time-limit", "0.5", "time_limit")];
    if cfg!(target_os = "linux") {
        cases.push(("--memory-limit", "1", "memory_limit"));
    }
    for (option, value, status) in cases {
        let record = ends(&minclue(), &[&[option, value], &HARD[..], &[NINE]].concat(), 4);
        assert_eq!(record["status"], status);
        assert!(number(&record, "lower_bound") <= 19 && number(&record, "upper_bound") >= 19, "{record}");
        assert!(record["puzzle"].is_string());
    }
}

/// The example of a page in `docs/formats`, a record a line.
fn example(page: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/formats").join(page);
    let page = fs::read_to_string(path).expect("the page");
    let block = page.split("```").nth(1).expect("an example");
    block.lines().filter(|line| line.starts_with('{')).map(|line| serde_json::from_str(line).expect("json")).collect()
}

#[test]
fn the_pages_show_what_the_program_writes() {
    let program = minclue();
    let six = ["--max-sets", "6", "--cuts", "none", "--log", "four.jsonl", FOUR];
    ends(&program, &[&BARE[..], &six].concat(), 0);
    let without_seconds = |mut lines: Vec<Value>| {
        lines.iter_mut().for_each(|line| line["seconds"] = Value::Null);
        lines
    };
    assert_eq!(without_seconds(node_log(&program, "four.jsonl")), without_seconds(example("node-log.md")));
    let one = ["--max-sets", "1", "--state", "states", "--node-limit"];
    ends(&program, &[&BARE[..], &one, &["3", FOUR]].concat(), 4);
    let state = fs::read_to_string(state_file(&program).expect("a state")).expect("the state");
    assert_eq!(vec![serde_json::from_str::<Value>(&state).expect("json")], example("state.md"));
    let further = ends(&program, &[&BARE[..], &one, &["1000", FOUR]].concat(), 0);
    assert_eq!(number(&further, "minimum"), 4);
}
