//! Several inputs of one run: read in order, each with its name in messages, and none of them written over.

use serde_json::Value;

use crate::{minclue, run};

const FOUR: &str = "1234341221434321";
const PUZZLE: &str = "1...............";
const LATIN: &str = "latin\n12\n21\n";

fn text<'a>(records: &'a [Value], field: &str) -> Vec<&'a str> {
    records.iter().map(|record| record[field].as_str().unwrap_or_default()).collect()
}

#[test]
fn files_grids_and_standard_input_are_answered_in_order() {
    let program = minclue();
    program.write("a.txt", format!("a {FOUR}\n"));
    program.write("b.txt", format!("b1 {FOUR}\nb2 {PUZZLE}\n"));
    for verb in ["check", "canon", "sets", "rate", "minimize"] {
        let run = program.feed([verb, "b.txt", "-", FOUR, "a.txt", "--format", "jsonl"], format!("s {FOUR}\n"));
        let ids = text(&run.records(), "id").iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(ids, ["b1", "b2", "s", "", "a"], "{verb}: {}", run.stderr);
    }
    let solved = program.feed(["solve", "a.txt", FOUR, "--format", "jsonl"], "");
    assert_eq!((solved.code, solved.records().len()), (0, 2), "{}", solved.stderr);
    let made = program.feed(["generate", "--from", "a.txt", "--from", FOUR, "--seed", "1", "--format", "jsonl"], "");
    assert_eq!((made.code, made.records().len()), (0, 2), "{}", made.stderr);
}

#[test]
fn messages_name_the_file_and_a_missing_one_leaves_the_others() {
    let program = minclue();
    program.write("good.txt", format!("{FOUR}\n"));
    program.write("bad.txt", "\n1231............\n");
    program.write("empty.txt", "# nothing\n");
    let all = program.feed(["solve", "bad.txt", "missing.txt", "empty.txt", "good.txt", "--format", "jsonl"], "");
    assert_eq!(all.code, 1, "{}", all.stderr);
    assert_eq!(text(&all.records(), "status"), ["invalid_input", "optimal"]);
    for said in ["bad.txt:2:4", "no file `missing.txt`", "no grid in empty.txt"] {
        assert!(all.stderr.contains(said), "{said}: {}", all.stderr);
    }
    // What is missing is said before any work.
    let at = |said: &str| all.stderr.find(said).expect(said);
    assert!(at("missing.txt") < at("bad.txt:2:4"));
    let without = program.feed(["solve", "bad.txt", "good.txt"], "");
    assert_eq!(without.code, 3, "{}", without.stderr);
}

#[test]
fn standard_input_stands_but_once() {
    let twice = run(&["solve", "-", FOUR, "-"], FOUR);
    assert_eq!((twice.code, twice.text.as_str()), (2, ""), "{}", twice.stderr);
    assert!(twice.stderr.contains("`-` stands twice"), "{}", twice.stderr);
}

#[test]
fn one_certificate_is_for_one_grid_of_all_inputs_together() {
    let program = minclue();
    program.write("a.txt", format!("{FOUR}\n"));
    program.write("b.txt", "# nothing yet\n");
    let two = program.feed(["solve", "--certify", "x.cert", "a.txt", FOUR], "");
    assert_eq!((two.code, two.text.as_str()), (2, ""), "{}", two.stderr);
    assert!(two.stderr.contains("names one file, and there are several inputs"), "{}", two.stderr);
    let each = program.feed(["solve", "--certify", "{}.cert", "a.txt", FOUR], "");
    assert_eq!(each.code, 0, "{}", each.stderr);
    let one = program.feed(["solve", "--certify", "x.cert", "b.txt", "a.txt"], "");
    assert_eq!(one.code, 3, "{}", one.stderr);
    assert!(program.feed(["verify", "1.cert", "2.cert", "x.cert"], "").text.contains("VERIFIED minimum = 4"));
}

#[test]
fn no_input_of_several_is_written_over() {
    let program = minclue();
    program.write("a.txt", format!("{FOUR}\n"));
    program.write("b.txt", format!("{FOUR}\n"));
    for option in ["--certify", "--log"] {
        let run = program.feed(["solve", "--engine", "bilevel", option, "b.txt", "a.txt", "b.txt"], "");
        assert_eq!(run.code, 2, "{}", run.stderr);
        assert!(run.stderr.contains("this is the input as well"), "{}", run.stderr);
    }
    assert_eq!(program.read("b.txt"), format!("{FOUR}\n"));
}

#[test]
fn puzzles_of_other_kinds_come_from_several_files_too() {
    let program = minclue();
    program.write("a.txt", LATIN);
    program.write("b.txt", LATIN.replace("latin", "latin second"));
    let both = program.feed(["fcp", "a.txt", "b.txt", "--format", "jsonl"], "");
    assert_eq!(both.code, 0, "{}", both.stderr);
    assert_eq!(text(&both.records(), "id"), ["", "second"]);
    let missing = program.feed(["fcp", "a.txt", "c.txt", "--format", "jsonl"], "");
    assert_eq!((missing.code, missing.records().len()), (1, 1), "{}", missing.stderr);
    assert!(missing.stderr.contains("there is no file `c.txt`"), "{}", missing.stderr);
}
