//! The records of every verb are what `minclue schema` says.

use std::collections::BTreeSet;

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::{minclue, run, said};

const FOUR: &str = "1234341221434321";

/// The schema of records that have this name.
fn schema(name: &str) -> Validator {
    let text = said(&["schema", name], "");
    let schema: Value = serde_json::from_str(&text).expect("a JSON Schema");
    jsonschema::validator_for(&schema).expect("a sound schema")
}

#[test]
fn the_records_of_every_verb_keep_their_schema() {
    let program = minclue();
    program.write("latin.txt", "latin\n12\n21\n");
    program.write("three.ki", "3\n5\n1\n2 3 4\n1 1 1\n5 6 8\n");
    program.write("two.cnf", "p cnf 1 2\n1 0\n-1 0\n");
    program.write("square.hgr", "p hs 4 4\n1 2\n2 3\n3 4\n4 1\n");
    let certify = program.run(["solve", "--certify", "four.cert", "--format", "jsonl", FOUR]);
    let node_log =
        ["solve", "--engine", "bilevel", "--leaf", "lp", "--max-sets", "5", "--log", "log", "--format", "jsonl"];
    assert_eq!(program.run([&node_log[..], &[FOUR]].concat()).code, 0);
    let lines = std::fs::read_to_string(program.folder().join("log")).expect("a log");
    let mut records: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("a record")).collect();
    records.extend(certify.records());
    assert_eq!(program.run(["campaign", "new", "c", "--", "solve", FOUR]).code, 0);
    records.push(program.run(["campaign", "status", "c", "--format", "json"]).record());
    for args in [
        &["solve", FOUR][..],
        &["solve", "--engine", "both", FOUR],
        &["solve", "--engine", "bilevel", "--cross-check", FOUR],
        &["solve", "--engine", "dmus", FOUR],
        &["solve", "--at-most", "3", FOUR],
        &["solve", "--given", "r1c1", "--forbidden", "r4c4", FOUR],
        &["solve", "1134341221434321"],
        &["solve", "--variant", "x", "1234341243212143"],
        &["enumerate", "-k", "4", FOUR],
        &["enumerate", "-k", "2", "--hypergraph", "square.hgr"],
        &["check", "1..............4"],
        &["check", "1.1............."],
        &["check", FOUR],
        &["sets", "--list", "--stats", FOUR],
        &["blueprints", "--shape", "2x2", "--list"],
        &["sets", "--source", "ilp", "--max-sets", "2", FOUR],
        &["export", "-o", "out/", FOUR],
        &["puzzle", "latin.txt"],
        &["bilevel", "three.ki"],
        &["explain", "two.cnf"],
        &["solve", "--hypergraph", "square.hgr"],
        &["puzzle", "--check", "x_r1c1_1", "latin.txt"],
        &["puzzle", "--enumerate", "1", "latin.txt"],
        &["puzzle", "--sets", "latin.txt"],
        &["verify", "four.cert", "latin.txt"],
        &["generate", "--shape", "2x2"],
        &["generate", "--shape", "2x2", "--density", "0.5"],
        &["catalog", "--shape", "2x2"],
        &["catalog", "1.0.1"],
        &["catalog", "--count", "17.0.1"],
        &["catalog", "--bands"],
        &["catalog", "-k", "17", "--regions", "176.3916124.3916125"],
        &["catalog", "--regions", "--valid", "7", "17.0.10"],
        &["catalog", "--regions", "--count", "17.0.10"],
        &["canon", FOUR],
        &["canon", "--same-as", FOUR, FOUR],
        &["minimize", FOUR],
        &["minimize", "--exact", ".2..3....1.343.1"],
        &["hunt", "--to", "4", "12.4.........32."],
        &["neighbors", "--remove", "1", "--add", "1", "1..4.........32."],
        &["rate", "--steps", "--measures", "all", "1..4.........32."],
        &["rate", "--steps", "..2..9.8.......1..64..1..7..8.3...6....2.1....1...6.4..5..8..93..7.......3.9..7.."],
        &["classic", "fill", "--list", "1..4.........32."],
        &["classic", "search", "1..4.........32."],
        &["classic", "search", "--trace", "--strategies", "mrv", "1..4.........32."],
        &["classic", "squares", "1..4.........32."],
    ] {
        let output = program.run([args, &["--format", "jsonl"]].concat());
        assert!([0, 3, 5].contains(&output.code), "{args:?}: {}", output.stderr);
        records.extend(output.records());
    }
    let names: BTreeSet<String> = said(&["schema"], "").lines().map(str::to_owned).collect();
    let mut met = BTreeSet::new();
    for record in &records {
        let name = record["schema"].as_str().expect("its name");
        let errors: Vec<String> =
            schema(name).iter_errors(record).map(|e| format!("{}: {e}", e.instance_path())).collect();
        assert!(errors.is_empty(), "{errors:#?}\n{record}");
        met.insert(name.to_owned());
        // A field more, or one of another type, is noticed where the schema has it.
        let mut other = record.clone();
        other["schema"] = json!("minclue-other/1");
        assert!(!schema(name).is_valid(&other));
    }
    assert_eq!(met, names, "a record of each schema");
}

#[test]
fn a_schema_refuses_what_no_record_has() {
    let result = schema("result");
    let record = run(&["solve", "--format", "jsonl", FOUR], "").record();
    assert!(result.is_valid(&record));
    for (field, value) in
        [("lower_bound", json!("4")), ("status", json!("fine")), ("puzzle", json!(null)), ("seconds", json!([]))]
    {
        let mut other = record.clone();
        other[field] = value;
        assert!(!result.is_valid(&other), "{field}");
    }
    let mut less = record;
    less.as_object_mut().expect("a record").remove("status");
    assert!(!result.is_valid(&less));
}

#[test]
fn a_schema_has_two_names() {
    assert_eq!(said(&["schema", "check"], ""), said(&["schema", "minclue-check/1"], ""));
    let output = run(&["schema", "chess"], "");
    assert!(output.code == 2 && output.stderr.contains("one of: result,"), "{}", output.stderr);
}
