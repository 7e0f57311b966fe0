//! Few clues that say much: which of them is needed in any case is asked before any search.

use minclue_testkit::Program;
use serde_json::Value;

use crate::minclue;

/// A killer with six cages, of which three are needed in any case.
const KILLER: &str = "sudoku clues=cages few\n1432\n3214\n4321\n2143\ncages\n.AFE\nDFD.\n..CA\nBEBC\n";

/// Four variables that are free, and two that follow from them.
const MODEL: &str =
    "Minimize\n obj:\nSubject To\n a: x5 - x1 >= 0\n b: x6 - x2 >= 0\nBinary\n x1 x2 x3 x4 x5 x6\nEnd\n";

fn folder() -> Program {
    let program = minclue();
    program.write("killer.txt", KILLER);
    program.write("m.lp", MODEL);
    program.write("m.sol", "x1 1\nx2 1\nx3 1\nx4 1\nx5 1\nx6 1\n");
    program
}

fn names(record: &Value) -> Vec<&str> {
    record["clues"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Are these clues of the killer enough?
fn are_enough(program: &Program, clues: &[&str]) -> bool {
    program.run(["puzzle", "killer.txt", "--check", &clues.join(",")]).code == 0
}

#[test]
fn clues_that_are_needed_in_any_case_are_sets_to_begin_with() {
    let program = folder();
    let listed = program.run(["puzzle", "killer.txt", "--format", "jsonl"]).record();
    let all: Vec<&str> =
        listed["problem"]["cells"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let needed: Vec<&str> = all
        .iter()
        .copied()
        .filter(|cage| !are_enough(&program, &all.iter().copied().filter(|other| other != cage).collect::<Vec<_>>()))
        .collect();
    assert_eq!((all.len(), needed.len()), (6, 3), "{listed}");
    let mut minimum = None;
    for k in 0..=6 {
        let records = program.run(["puzzle", "killer.txt", "--enumerate", &k.to_string(), "--format", "json"]).record();
        if records[0]["n_puzzles"] != 0 && minimum.is_none() {
            minimum = Some(k);
        }
    }
    for engine in ["native", "bilevel"] {
        let run = program.run(["puzzle", "killer.txt", "--engine", engine, "--format", "jsonl", "--certify", "c"]);
        let record = run.record();
        assert_eq!((&record["certified"], record["minimum"].as_u64()), (&true.into(), minimum), "{engine}: {record}");
        assert!(needed.iter().all(|cage| names(&record).contains(cage)), "{engine}: {record}");
        assert!(record["start"]["n_sets"].as_u64() >= Some(3), "{engine}: {record}");
        assert_eq!(program.run(["verify", "c", "--puzzle", "killer.txt"]).code, 0, "{engine}");
    }
}

#[test]
fn where_they_are_enough_nothing_is_searched() {
    let program = folder();
    let args = ["puzzle", "--model", "m.lp", "--solution", "m.sol", "--format", "jsonl"];
    let record = program.run(args.iter().chain(&["--certify", "c"])).record();
    assert_eq!((&record["minimum"], &record["start"]["n_sets"]), (&4.into(), &4.into()), "{record}");
    assert_eq!(names(&record), ["x1", "x2", "x3", "x4"]);
    let about = ["verify", "c", "--model", "m.lp", "--solution", "m.sol"];
    assert_eq!(program.run(about).code, 0);
    // Two engines that share nothing ask by themselves, and no start sets are taken.
    let apart = program.run(args.iter().chain(&["--independent"])).record();
    assert_eq!(apart["minimum"], 4, "{apart}");
    let at_most = program.run(args.iter().chain(&["--at-most", "3"])).record();
    assert!(at_most["lower_bound"] == 4 && at_most["upper_bound"] != 3, "{at_most}");
}

#[test]
fn a_limit_before_the_search_leaves_the_bounds() {
    let program = folder();
    let run = program.run(["puzzle", "killer.txt", "--time-limit", "1ms", "--format", "jsonl"]);
    let record = run.record();
    let (lower, upper) = (record["lower_bound"].as_u64(), record["upper_bound"].as_u64());
    assert!(matches!(run.code, 0 | 4), "{record}");
    assert!(lower.is_none_or(|lower| upper.is_none_or(|upper| lower <= upper)), "{record}");
}

#[test]
fn constraints_that_are_needed_in_any_case_are_sets_to_begin_with() {
    let program = minclue();
    let rows = "a: x >= 1\n b: x + y <= 1\n c: y + z >= 2\n d: z + x <= 1\n e: z >= 1\n f: y >= 0";
    program.write("e.lp", format!("Minimize\n obj:\nSubject To\n {rows}\nBinary\n x y z\nEnd\n"));
    let record = program.run(["explain", "e.lp", "--format", "jsonl", "--certify", "c"]).record();
    assert_eq!((&record["minimum"], &record["certified"]), (&3.into(), &true.into()), "{record}");
    // Without row a, all is kept with x = 0.
    assert_eq!(record["start"]["n_sets"], 1, "{record}");
    assert!(names(&record).contains(&"a"), "{record}");
    assert_eq!(program.run(["verify", "c", "--explain", "e.lp"]).code, 0);
}
