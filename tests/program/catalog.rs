//! The catalog of all grids, and grids with equal chances.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::{run, said};

/// The number that `--count` says of a part.
fn count(part: &str) -> u64 {
    let said = said(&["catalog", "--count", part], "");
    said.trim_end().rsplit(' ').next().and_then(|number| number.parse().ok()).expect("a number")
}

#[test]
fn small_shapes_have_all_their_classes() {
    for (shape, n) in [("2x2", 2), ("2x3", 49), ("3x2", 49)] {
        let grids = said(&["catalog", "--shape", shape], "");
        assert_eq!(grids.lines().count(), n, "{shape}");
        assert_eq!(said(&["canon", "--distinct", "--shape", shape, "-q"], &grids), grids);
        assert_eq!(said(&["catalog", "--shape", shape, "--count"], "").trim_end(), n.to_string());
    }
}

#[test]
fn a_part_is_what_its_parts_are_and_its_grids_are_their_own_forms() {
    let whole = said(&["catalog", "29.100000.100030"], "");
    assert!(whole.lines().count() > 100 && whole.lines().is_sorted());
    let parts = said(&["catalog", "29.100000.100011", "29.100011.100011", "29.100011.100030"], "");
    assert_eq!(parts, whole);
    assert_eq!(said(&["canon", "--distinct", "-q"], &whole), whole);
    assert_eq!(count("29.100000.100030"), whole.lines().count() as u64);
}

#[test]
fn records_name_the_place_of_each_grid() {
    let output = run(&["catalog", "--format", "jsonl", "1.0.3"], "");
    let records = output.records();
    assert!(output.code == 0 && !records.is_empty());
    for record in &records {
        assert!(record["band"] == 1 && record["prefix"].as_u64().is_some_and(|prefix| prefix < 3));
        let grid = record["grid"].as_str().expect("a grid");
        let canon = run(&["canon", "--format", "jsonl", grid], "").record();
        assert_eq!((&canon["minlex"], &canon["n_automorphisms"]), (&record["grid"], &record["n_automorphisms"]));
    }
    // Records can be read as grids.
    let lines: String = records.iter().map(|record| format!("{record}\n")).collect();
    assert_eq!(said(&["canon", "-q"], &lines), said(&["catalog", "1.0.3"], ""));
    // The last band has one grid, which is known for its 72 automorphisms.
    let last = run(&["catalog", "--count", "--format", "jsonl", "416"], "").record();
    assert_eq!(last["groups"], serde_json::json!([{ "n_automorphisms": 72, "n_grids": 1 }]));
}

#[test]
fn bands_are_listed_with_what_can_stand_below_them() {
    let bands = run(&["catalog", "--bands", "--format", "jsonl"], "").records();
    let number = |record: &Value, name: &str| record[name].as_u64().expect("a number");
    let digits: BTreeSet<&str> = bands.iter().filter_map(|band| band["digits"].as_str()).collect();
    assert_eq!((bands.len(), digits.len()), (416, 416));
    assert_eq!(bands[0]["digits"], "123456789456789123789123456");
    // With 72 orders of what is below, and 6^5 * 9! orders and names of each band divided by its automorphisms.
    let grids: u128 = bands
        .iter()
        .map(|band| {
            u128::from(number(band, "n_candidates")) * 72 * 7776 * 362_880 / u128::from(number(band, "n_automorphisms"))
        })
        .sum();
    assert_eq!(grids, 6_670_903_752_021_072_936_960);
}

/// What a limit leaves over is said as a part, and nothing is lost or twice.
#[test]
fn a_count_goes_on_where_it_stopped() {
    let part = "17.0.20000";
    let output = run(&["catalog", "--count", "--time-limit", "1ms", "--format", "jsonl", part], "");
    let record = output.record();
    assert_eq!((output.code, &record["status"]), (4, &"time_limit".into()), "{}", output.stderr);
    let rest = record["rest"].as_str().expect("a part");
    assert!(output.stderr.contains(&format!("minclue catalog {rest} goes on")), "{}", output.stderr);
    assert_eq!(record["n_grids"].as_u64().expect("a number") + count(rest), count(part));
}
