//! A hunt in pieces; `tests/cases/papers.md` has other rows of the papers, and the command that says each again.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::{minclue, run, said};

/// lin-wu-2013, introduction, method 2. On 4x4 all puzzles with four clues are met from any puzzle.
#[test]
fn a_hunt_meets_every_class_and_goes_on_from_its_pool() {
    let program = minclue();
    const START: &str = "12.4.........32.";
    let whole = program.run(["hunt", "--to", "4", "--format", "jsonl", START]).records();
    let record = whole.last().expect("the record");
    assert_eq!((&record["schema"], &record["complete"]), (&json!("minclue-neighbors/1"), &json!(true)));
    assert_eq!(record["n_found"], whole.len() - 1);
    assert_eq!(record["n_classes"]["4"], record["n_found"]);
    let forms: Vec<String> =
        whole[..whole.len() - 1].iter().map(|found| found["puzzle"].as_str().expect("a puzzle").to_owned()).collect();
    // The minlex forms of all valid puzzles with four clues.
    let all: String = said(&["enumerate", "-k", "4"], "1234341221434321\n1234341223414123\n");
    let minlex = |record: &Value| record["minlex"].as_str().expect("a form").to_owned();
    let classes: BTreeSet<String> = run(&["canon", "--format", "jsonl"], &all).records().iter().map(minlex).collect();
    assert_eq!(forms.iter().cloned().collect::<BTreeSet<_>>(), classes);
    // In pieces of 70 moves, with a line torn by a kill, and by two threads: the same in the same order.
    let mut found = Vec::new();
    for round in 0.. {
        let threads = if round % 2 == 0 { "1" } else { "2" };
        let args = [
            "hunt",
            "--to",
            "4",
            "--pool",
            "pool",
            "--max-moves",
            "70",
            "--threads",
            threads,
            "--format",
            "jsonl",
            START,
        ];
        let records = program.run(args).records();
        let (record, pieces) = records.split_last().expect("the record");
        found.extend(pieces.iter().map(|found| found["puzzle"].as_str().expect("a puzzle").to_owned()));
        if record["complete"] == true {
            break;
        }
        assert_eq!((&record["status"], &record["n_moves"]), (&json!("max_reached"), &json!(70)));
        program.write("pool", program.read("pool") + "{\"puzz");
    }
    assert_eq!(found, forms);
    // Of known puzzles only the number is given.
    program.write("known", forms[1..].join("\n") + "\n");
    let output = program.run(["hunt", "--to", "4", "--known", "known", "--format", "jsonl", START]).records();
    assert_eq!(
        (output.len(), &output[1]["n_known"], &output[0]["puzzle"]),
        (2, &json!(forms.len() - 1), &json!(forms[0]))
    );
}
