//! Unavoidable sets from files, through the built program: what it wrote it reads back, and what is wrong it refuses.

use minclue_solver::files::SetFile;
use minclue_testkit::Program;
use proptest::prelude::*;
use serde_json::Value;

use crate::minclue;

const FOUR: &str = "1234341221434321";
const OTHER: &str = "1234341243212143";
/// Without the two sets of `CUTS`.
const THIRD: &str = "1234432121433412";
const NINE: &str = "793645281158792436642183795537418629961327548284956173375864912416239857829571364";

/// The records of `sets --list` for `grids`.
fn listed(program: &Program, format: &str, args: &[&str], grids: &str) -> String {
    program.write("grids.txt", grids);
    let output = program.run([&["sets", "--list", "--format", format], args, &["grids.txt"]].concat());
    assert_eq!(output.code, 0);
    output.text
}

/// A file without sets is a family of none, which is said.
#[test]
fn an_empty_file_is_a_family_of_no_sets() {
    let program = minclue();
    for content in ["", "\n\n", "# nothing\n"] {
        program.write("none", content);
        let output = program.run(["sets", "--from", "none", "--list", "--format", "jsonl", FOUR]);
        assert_eq!((output.code, output.stderr.as_str()), (0, "minclue: none: no sets\n"));
        let record = &output.records()[0];
        assert_eq!(
            (&record["n_sets"], &record["status"], &record["sets"]),
            (&0.into(), &"done".into(), &Value::Array(vec![]))
        );
        let quiet = program.run(["sets", "-q", "--from", "none", FOUR]);
        assert_eq!((quiet.code, quiet.stderr), (0, String::new()));
    }
}

#[test]
fn sets_that_were_listed_come_back() {
    let program = minclue();
    for format in ["json", "jsonl"] {
        let written = listed(&program, format, &["--max-size", "12"], &format!("{NINE}\n{FOUR}\n{OTHER}\n"));
        program.write("sets", &written);
        let output = program.run(["sets", "--list", "--format", format, "--from", "sets", "grids.txt"]);
        assert_eq!((output.code, output.stderr.as_str()), (0, ""));
        let parsed = |written: &str| -> Vec<Value> {
            let array =
                if format == "json" { written.to_owned() } else { format!("[{}]", written.trim().replace('\n', ",")) };
            serde_json::from_str(&array).expect("records")
        };
        let (before, after) = (parsed(&written), parsed(&output.text));
        assert_eq!(before.len(), 3);
        for (before, after) in before.iter().zip(&after) {
            assert_eq!(before["sets"], after["sets"]);
            assert_eq!(before["by_size"], after["by_size"]);
            assert_eq!(after["source"], "file");
            assert_eq!((&after["n_not_minimal"], &after["n_shrunk"]), (&Value::from(0), &Value::from(0)));
            assert!(after.get("complete_to").is_none() && before.get("n_not_minimal").is_none());
        }
    }
}

#[test]
fn a_grid_without_a_record_is_refused_and_the_others_answered() {
    let program = minclue();
    program.write("sets", listed(&program, "jsonl", &[], FOUR));
    program.write("grids.txt", format!("a {OTHER}\nb {FOUR}\n"));
    let output = program.run(["sets", "--format", "jsonl", "--from", "sets", "grids.txt"]);
    assert_eq!(output.code, 3);
    let records = output.records();
    assert_eq!((&records[0]["status"], &records[1]["n_sets"]), (&Value::from("invalid_input"), &Value::from(14)));
    assert!(records[0]["error"]["message"].as_str().is_some_and(|m| m.contains("no record of this grid")));
    // The same cells with other boxes are another grid.
    let output = program.run(["sets", "--shape", "1x4", "--from", "sets", FOUR]);
    assert!(output.code == 3 && output.stderr.contains("boxes of 1x4"));
}

/// One 4x4 grid with a set that is unavoidable and not minimal: its first two rows, exchanged.
fn not_minimal() -> String {
    format!(
        r#"{{"schema":"minclue-sets/1","grid":"{FOUR}","shape":"2x2","n_sets":2,"complete_to":8,"sets":[
        {{"cells":[0,1,2,3,4,5,6,7],"witness":"3412123421434321"}},{{"cells":[0,2,4,6],"witness":"3214143221434321"}}]}}"#
    )
}

#[test]
fn what_is_not_minimal_is_counted_and_nothing_more_is_claimed() {
    let program = minclue();
    program.write("sets", not_minimal());
    let output = program.run(["sets", "--format", "jsonl", "--from", "sets", FOUR]);
    assert_eq!(output.code, 0);
    let record = &output.records()[0];
    assert_eq!((&record["n_sets"], &record["n_not_minimal"]), (&Value::from(2), &Value::from(1)));
    assert!(record.get("complete_to").is_none());
    let shown = program.run(["sets", "--from", "sets", FOUR]).text;
    assert!(shown.starts_with("2 unavoidable sets: done (file, ") && shown.ends_with("not minimal: 1\n"), "{shown}");
    // Of those that are asked for, all are minimal.
    let shown = program.run(["sets", "--max-size", "7", "--from", "sets", FOUR]).text;
    assert!(shown.starts_with("1 minimal unavoidable set: done"), "{shown}");
    let output = program.run(["sets", "--max-sets", "1", "--format", "jsonl", "--from", "sets", FOUR]);
    assert_eq!(output.records()[0]["status"], "max_reached");
}

/// `[[(0, 0), (0, 2), (1, 0), (1, 2)], [(2, 1), (2, 3), (3, 1), (3, 3)]]` as Python's pickle module writes it with
/// protocols 0, 2 and 4. In FOUR, 1 and 3 can change places in both.
const CUTS: [&[u8]; 3] = [
    b"(lp0\n(lp1\n(I0\nI0\ntp2\na(I0\nI2\ntp3\na(I1\nI0\ntp4\na(I1\nI2\ntp5\naa(lp6\n(I2\nI1\ntp7\na(I2\nI3\ntp8\na(I3\nI1\ntp9\na(I3\nI3\ntp10\naa.",
    b"\x80\x02]q\x00(]q\x01(K\x00K\x00\x86q\x02K\x00K\x02\x86q\x03K\x01K\x00\x86q\x04K\x01K\x02\x86q\x05e]q\x06(K\x02K\x01\x86q\x07K\x02K\x03\x86q\x08K\x03K\x01\x86q\x09K\x03K\x03\x86q\nee.",
    b"\x80\x04\x95=\x00\x00\x00\x00\x00\x00\x00]\x94(]\x94(K\x00K\x00\x86\x94K\x00K\x02\x86\x94K\x01K\x00\x86\x94K\x01K\x02\x86\x94e]\x94(K\x02K\x01\x86\x94K\x02K\x03\x86\x94K\x03K\x01\x86\x94K\x03K\x03\x86\x94ee.",
];

#[test]
fn cut_lists_in_three_protocols() {
    let program = minclue();
    for cuts in CUTS {
        program.write("NAME.cuts", cuts);
        let output = program.run(["sets", "--list", "--format", "jsonl", "--from", "NAME.cuts", FOUR]);
        assert_eq!((output.code, output.stderr.as_str()), (0, ""));
        let record = &output.records()[0];
        let cells: Vec<&Value> = record["sets"].as_array().expect("a list").iter().map(|set| &set["cells"]).collect();
        assert_eq!(cells, [&serde_json::json!([0, 2, 4, 6]), &serde_json::json!([9, 11, 13, 15])]);
        assert_eq!((&record["n_not_minimal"], &record["n_shrunk"]), (&Value::from(0), &Value::from(0)));
    }
}

#[test]
fn a_list_without_a_grid_is_tried_on_each() {
    let program = minclue();
    program.write("NAME.cuts", CUTS[1]);
    program.write("grids.txt", format!("{NINE}\n{FOUR}\n{THIRD}\n"));
    let output = program.run(["sets", "--format", "jsonl", "--from", "NAME.cuts", "grids.txt"]);
    assert_eq!(output.code, 3);
    let statuses: Vec<Value> = output.records().iter().map(|record| record["status"].clone()).collect();
    assert_eq!(statuses, ["invalid_input", "done", "invalid_input"]);
    assert!(output.stderr.contains("NAME.cuts: cut 1: it is not unavoidable"), "{}", output.stderr);
}

#[test]
fn cuts_that_are_not_minimal_are_shrunk_and_counted() {
    let program = minclue();
    program.write("sets.txt", "# all but the last row, and one that is minimal\n0 1 2 3 4 5 6 7 8 9 10 11\n0 2 4 6\n");
    let output = program.run(["sets", "--format", "jsonl", "--from", "sets.txt", FOUR]);
    assert_eq!(output.code, 0);
    assert!(output.stderr.contains("1 set not minimal"), "{}", output.stderr);
    assert_eq!((&output.records()[0]["n_shrunk"], &output.records()[0]["n_not_minimal"]), (&1.into(), &0.into()));
    let quiet = program.run(["sets", "-q", "--format", "jsonl", "--from", "sets.txt", FOUR]);
    assert_eq!(quiet.stderr, "");
}

/// Both engines begin with the sets of the file and with no others.
#[test]
fn engines_start_from_a_file() {
    let program = minclue();
    program.write("sets", listed(&program, "jsonl", &[], FOUR));
    program.write("few", CUTS[2]);
    for engine in ["native", "bilevel"] {
        let solve = |from| {
            let output = program.run(["solve", "--engine", engine, "--format", "jsonl", "--from", from, FOUR]);
            assert_eq!(output.code, 0);
            output.records().remove(0)
        };
        let all = solve("sets");
        assert_eq!((&all["minimum"], &all["n_sets"], &all["n_learned"]), (&4.into(), &14.into(), &0.into()));
        let few = solve("few");
        assert_eq!(few["minimum"], 4);
        assert_eq!(few["n_sets"].as_u64(), few["n_learned"].as_u64().map(|n| n + 2), "{few}");
    }
    program.write("not-minimal", not_minimal());
    let both = program.run(["solve", "--engine", "both", "--format", "jsonl", "--from", "not-minimal", FOUR]);
    assert_eq!((both.code, &both.records()[0]["minimum"]), (0, &4.into()));
    assert_eq!(program.run(["solve", "--from", "few", THIRD]).code, 3);
}

#[test]
fn exports_take_sets_from_a_file() {
    let program = minclue();
    program.write("few", CUTS[0]);
    for (model, format) in [("hpr", "lp"), ("hitting", "hgr"), ("bilevel", "mps+aux")] {
        let args = ["export", "--what", model, "--to", format, "--format", "jsonl", "--from", "few", FOUR];
        let output = program.run(args);
        assert_eq!((output.code, &output.records()[0]["n_sets"]), (0, &2.into()));
    }
    program.write("bad", "0 1\n");
    assert_eq!(program.run(["export", "--from", "bad", FOUR]).code, 3);
}

/// One character of a witness or of a list of cells changed into another: the library refuses it for its grid.
fn is_refused(text: &str) -> bool {
    use minclue_core::base::{Digit, Limits};
    use minclue_core::problem::SudokuClues;
    use minclue_core::sudoku::{Grid, Shape};
    use minclue_core::unavoidable::{Family, import_sets};

    let four = Shape::new(2, 2).expect("a shape");
    let digits: Vec<Digit> = FOUR.bytes().map(|b| Digit::new(usize::from(b - b'0'))).collect();
    let problem = SudokuClues::<1>::new(Grid::new(four, &digits).expect("a grid"));
    let read = SetFile::read(text.as_bytes()).and_then(|file| file.of_grid(FOUR, four));
    let Ok(sets) = read else { return true };
    import_sets(&problem, sets.iter().map(|(_, set)| set), &mut Family::new(), &Limits::none()).is_err()
}

/// The ranges of bytes of all witnesses and lists of cells.
fn proofs(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    for (open, close) in [("\"cells\":[", "]"), ("\"witness\":\"", "\"")] {
        for (at, _) in text.match_indices(open) {
            let from = at + open.len();
            found.push(from..from + text[from..].find(close).expect("it is closed"));
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_wrong_character_of_a_proof_is_refused(which in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(), other in prop::sample::select("0123456789.,-+eE[]{}\" xX".chars().collect::<Vec<_>>())) {
        use std::sync::LazyLock;
        static TEXT: LazyLock<String> = LazyLock::new(|| listed(&minclue(), "jsonl", &[], FOUR));
        let proofs = proofs(&TEXT);
        prop_assert!(proofs.len() == 28 && !is_refused(&TEXT));
        let range = which.get(&proofs).clone();
        let at = range.start + at.index(range.len());
        let mut text = TEXT.clone();
        text.replace_range(at..=at, &other.to_string());
        prop_assume!(text != *TEXT);
        prop_assert!(is_refused(&text), "{:?} at {} in {}", other, at, text);
    }
}
