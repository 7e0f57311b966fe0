//! The catalog of all grids: how many there are, and searches of its regions; `tests/cases/catalog.md` has its parts.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::{run, said};

/// The number that `--count` says of a part.
fn count(part: &str) -> u64 {
    let said = said(&["catalog", "--count", part], "");
    said.trim_end().rsplit(' ').next().and_then(|number| number.parse().ok()).expect("a number")
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
    assert!(output.stderr.contains(&format!("minclue catalog {rest} continues")), "{}", output.stderr);
    assert_eq!(record["n_grids"].as_u64().expect("a number") + count(rest), count(part));
}

/// The grid of mcguire-2012, section 5.3.1.
fn printed_grid() -> &'static str {
    let text = include_str!("../../instances/papers.txt");
    text.lines().find_map(|line| line.strip_prefix("mcguire-2012-sec5.3.1 ")).expect("the grid")
}

/// One of its six regions, which has some of its 29 puzzles with 17 clues.
fn printed_region() -> String {
    let parts = said(&["catalog", "--find", printed_grid()], "");
    assert_eq!(parts.lines().count(), 6);
    parts.lines().nth(2).expect("a part").to_owned()
}

#[test]
fn a_region_of_a_grid_has_puzzles_of_it() {
    let (named, part) = (printed_grid(), printed_region());
    let form = run(&["canon", "--format", "jsonl", named], "").record();
    let records = run(&["catalog", "-k", "17", "--format", "jsonl", &part], "").records();
    let (sum, puzzles) = records.split_last().expect("records");
    assert!(sum["n_regions"] == 1 && sum["status"] == "done" && sum["n_puzzles"] == puzzles.len(), "{sum}");
    let of_grid = puzzles.iter().filter(|record| record["grid"] == form["minlex"]);
    let found: BTreeSet<&str> = of_grid.filter_map(|record| record["puzzle"].as_str()).collect();
    let all = said(&["enumerate", "-k", "17", form["minlex"].as_str().expect("a form")], "");
    let all: BTreeSet<&str> = all.lines().collect();
    assert!(found.len() > 5 && found.is_subset(&all), "{found:?}");
    // Those that this region has to find are there, and some are for others.
    let six = said(&["catalog", "--find", named], "");
    let has_to = |puzzle: &&str| {
        let parts = said(&["catalog", "--find", puzzle], "");
        assert!(!parts.is_empty() && parts.lines().all(|part| six.lines().any(|of_grid| of_grid == part)), "{parts}");
        parts.lines().any(|of_puzzle| of_puzzle == part)
    };
    let expected: BTreeSet<&str> = all.iter().copied().filter(has_to).collect();
    assert!(!expected.is_empty() && expected.len() < all.len() && expected.is_subset(&found), "{expected:?}");
}

/// With 17 clues, none is redundant, since no puzzle has 16.
#[test]
#[ignore = "long: all puzzles of a region, twice"]
fn all_seventeens_of_a_region_are_minimal_at_length() {
    let part = printed_region();
    let records =
        |more: &[&str]| run(&[&["catalog", "-k", "17", "--format", "jsonl", &part], more].concat(), "").records();
    let (all, minimal) = (records(&[]), records(&["--minimal"]));
    let (_, puzzles) = all.split_last().expect("records");
    let (sum, minimal) = minimal.split_last().expect("records");
    assert_eq!((minimal, &sum["minimal"]), (puzzles, &true.into()));
}

/// The grid has puzzles with 17 clues, so some with 18 have one too many.
#[test]
#[ignore = "takes minutes"]
fn puzzles_with_a_redundant_clue_can_be_left_out() {
    let part = printed_region();
    let found = |more: &[&str]| -> BTreeSet<String> {
        let records = run(&[&["catalog", "-k", "18", "--format", "jsonl", &part], more].concat(), "").records();
        records.iter().filter_map(|record| record["puzzle"].as_str()).map(str::to_owned).collect()
    };
    let (all, minimal) = (found(&[]), found(&["--minimal"]));
    let texts: String = all.iter().map(|puzzle| format!("{puzzle}\n")).collect();
    let checks = run(&["check", "--format", "jsonl", "-"], &texts).records();
    let expected =
        all.iter().zip(&checks).filter(|(_, check)| check["minimal"] == true).map(|(puzzle, _)| puzzle.clone());
    assert_eq!(minimal, expected.collect());
    assert!(minimal.len() < all.len() && !minimal.is_empty(), "{} of {}", minimal.len(), all.len());
}

/// What a limit leaves over is said as a part, and the numbers of all parts are those of the whole.
#[test]
fn a_search_of_regions_goes_on_where_it_stopped() {
    let (part, numbers) = ("17.8.14", ["n_regions", "n_thirds", "n_candidates", "n_survivors"]);
    let sums = |args: &[&str]| -> Vec<Value> {
        run(&[&["catalog", "-k", "16", "--count", "--format", "jsonl"], args].concat(), "").records()
    };
    let whole = &sums(&[part])[0];
    assert!(whole["n_regions"].as_u64() > Some(1) && whole["n_puzzles"] == 0, "{whole}");
    assert_eq!(sums(&[part])[0]["digest"], whole["digest"]);
    let output = run(&["catalog", "-k", "16", "--time-limit", "150ms", "--format", "jsonl", part], "");
    let first = output.record();
    assert_eq!((output.code, &first["status"]), (4, &"time_limit".into()), "{}", output.stderr);
    let rest = &sums(&[first["rest"].as_str().expect("a part")])[0];
    for name in numbers {
        let number = |record: &Value| record[name].as_u64().expect("a number");
        assert_eq!(number(&first) + number(rest), number(whole), "{name}");
    }
    let counted = run(&["catalog", "--regions", "--count", "--format", "jsonl", part], "").record();
    for name in ["n_regions", "n_thirds", "n_classes"] {
        assert_eq!(counted[name], whole[name], "{name}");
    }
    let regions = sums(&["--regions", part]);
    assert_eq!(regions.len() as u64, whole["n_regions"].as_u64().expect("a number") + 1);
}
