//! What two engines have in common is said, and `--independent` leaves them nothing that searches or decides.

use serde_json::{Value, json};

use crate::minclue;

const NINE: &str = "953647281168925437742183956639418725271359648584276193397864512415732869826591374";
const SIX: &str = "534621216354465132321465153246642513";
const FOUR: &str = "1234341221434321";
/// The minima of the grids of this folder.
const KNOWN: &str = include_str!("../../instances/known.tsv");

fn record(args: &[&str]) -> Value {
    minclue().run([args, &["--format", "jsonl"]].concat()).record()
}

fn known(name: &str) -> u64 {
    let mut lines = KNOWN.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let fields = lines.find(|fields| fields[0] == name && fields[1] == "=opt=").expect("a known minimum");
    fields[2].parse().expect("a number")
}

/// That a record is one of two engines with nothing in common, as far as it can be seen from outside.
fn check(record: &Value, minimum: u64, follower: &str) {
    assert_eq!((&record["engine"], &record["shared"]), (&json!("both"), &json!([])), "{record}");
    let [native, bilevel] = &record["engines"].as_array().expect("parts")[..] else { panic!("{record}") };
    for part in [native, bilevel] {
        assert_eq!((&part["minimum"], &part["status"]), (&minimum.into(), &json!("optimal")), "{record}");
    }
    assert_eq!((&native["engine"], &native["follower"]), (&json!("native"), &json!("oracle")), "{record}");
    assert_eq!((&bilevel["engine"], &bilevel["follower"]), (&json!("bilevel"), &json!(follower)), "{record}");
    // No subtree and no region was handed over, and no symmetry of the grid was used by the native engine.
    assert!(bilevel.get("n_leaves").is_none() && bilevel.get("n_leaf_nodes").is_none(), "{record}");
    assert!(bilevel["n_lps"].as_u64() > Some(0), "{record}");
    let by_symmetry = native.get("prunes").map_or(0, |prunes| prunes["symmetry"].as_u64().expect("a number"));
    assert_eq!(by_symmetry, 0, "{record}");
}

#[test]
fn independent_engines_agree_on_small_grids() {
    let four = include_str!("../../instances/4x4.txt").lines().filter(|line| line.starts_with("4x4")).step_by(48);
    let six =
        include_str!("../../instances/6x6-classes.txt").lines().filter(|line| line.starts_with("6x6")).step_by(12);
    let mut n_grids = 0;
    for line in four.chain(six) {
        let (name, grid) = line.split_once(' ').expect("a name and a grid");
        check(&record(&["solve", "--independent", grid]), known(name), "rows");
        n_grids += 1;
    }
    assert!(n_grids >= 10, "{n_grids}");
    // Boxes of another shape, and none.
    check(&record(&["solve", "--independent", "--shape", "1x4", FOUR]), 5, "rows");
    // The follower may be another one still.
    check(&record(&["solve", "--independent", "--follower", "highs", FOUR]), 4, "highs");
}

/// Of a model, the native engine's oracle searches the rows already.
#[test]
fn independent_engines_agree_on_other_puzzles() {
    let program = minclue();
    let squares = program.path("squares");
    std::fs::write(&squares, "latin\n123\n231\n312\n\nlatin\n1234\n2341\n3412\n4123\n").expect("written");
    let squares = squares.to_str().expect("a name");
    let alone = minclue().run(["fcp", "--format", "jsonl", squares]);
    let apart = minclue().run(["fcp", "--independent", "--format", "jsonl", squares]);
    let (alone, apart) = (alone.records(), apart.records());
    assert_eq!((alone.len(), apart.len()), (2, 2));
    // The smallest critical sets of cyclic squares of order n have n * n / 4 entries, rounded down.
    assert_eq!((&alone[0]["minimum"], &alone[1]["minimum"]), (&2.into(), &4.into()));
    for (alone, apart) in alone.iter().zip(&apart) {
        check(apart, alone["minimum"].as_u64().expect("a minimum"), "highs");
    }
}

#[test]
fn what_is_shared_is_said_of_any_settings() {
    let all =
        json!(["oracle", "start_sets", "local_search", "native_leaves", "region_minima", "case_split", "symmetries"]);
    let shared = |args: &[&str]| record(&[&["solve", "--node-limit", "1"], args].concat())["shared"].clone();
    let both = |args: &[&str]| shared(&[&["--engine", "both"], args].concat());
    assert_eq!(both(&[NINE]), all);
    assert_eq!(both(&[SIX]), all);
    // Two bands and two stacks: there is nothing to split, and no region to measure.
    assert_eq!(both(&[FOUR]), json!(["oracle", "start_sets", "local_search", "native_leaves", "symmetries"]));
    // A check goes without the local search and the symmetries that the branch and cut uses.
    assert_eq!(
        shared(&["--engine", "bilevel", "--cross-check", NINE]),
        json!(["oracle", "start_sets", "native_leaves", "region_minima", "case_split"])
    );
    let lp = ["--leaf", "lp", "--max-sets", "50"];
    assert_eq!(
        both(&[&lp[..], &["--region-rows", "parts", NINE]].concat()),
        json!(["oracle", "start_sets", "local_search", "case_split", "symmetries"])
    );
    // Regions of lines are measured by the native search, whatever closes the leaves.
    let lines = both(&[&lp[..], &["--region-rows", "lines", NINE]].concat());
    assert!(lines.as_array().expect("a list").contains(&json!("region_minima")), "{lines}");
    let apart = ["--leaf", "lp", "--region-rows", "none", "--heuristic", "rounding", "--source", "blueprint"];
    assert_eq!(both(&[&apart[..], &["--no-split", "--no-symmetry", NINE]].concat()), json!(["oracle"]));
    // One engine alone shares nothing with itself.
    assert_eq!(shared(&["--engine", "native", NINE]), Value::Null);
}

/// What stands in for the oracle does so in the branch and cut alone, so that the other engine is a check of it.
#[test]
fn an_engine_beside_another_asks_its_own_oracle() {
    let chain =
        ["solve", "--engine", "bilevel", "--leaf", "lp", "--region-rows", "none", "--source", "ilp", "--max-sets", "5"];
    let chain = [&chain[..], &["--lp-solver", "highs", "--follower", "highs", "--cross-check"]].concat();
    let latin = &["--shape", "1x4", FOUR][..];
    for grid in [&[FOUR][..], latin] {
        let record = record(&[&chain[..], grid].concat());
        let check = &record["cross_check"];
        assert_eq!((&record["status"], &record["follower"]), (&json!("optimal"), &json!("highs")), "{record}");
        assert_eq!((&check["engine"], &check["follower"]), (&json!("native"), &json!("oracle")), "{record}");
        assert!(["optimal", "decided"].map(|status| json!(status)).contains(&check["status"]), "{record}");
        assert!(check["lower_bound"].as_u64() >= record["minimum"].as_u64(), "{record}");
        // Sets, puzzles and symmetries are its own too; where there are parts enough, the split is by one rule.
        assert_eq!(record["shared"], if grid == latin { json!(["case_split"]) } else { json!([]) }, "{record}");
        assert_eq!(check["settings"]["source"], json!("complete"), "{record}");
        assert!(check["settings"].get("max_sets").is_none(), "{record}");
    }
    let both = record(&["solve", "--engine", "both", "--leaf", "lp", "--follower", "highs", FOUR]);
    let followers: Vec<&Value> =
        both["engines"].as_array().expect("parts").iter().map(|part| &part["follower"]).collect();
    assert_eq!(followers, ["oracle", "highs"], "{both}");
    assert!(!both["shared"].as_array().expect("a list").contains(&json!("oracle")), "{both}");
    // Where one engine answers alone, the option is about it.
    let squares = format!("{}/instances/puzzles/latin.txt", env!("CARGO_MANIFEST_DIR"));
    let alone = minclue().run(["fcp", "--follower", "highs", "--format", "jsonl", &squares]).records().remove(0);
    assert_eq!((&alone["engine"], &alone["follower"]), (&json!("native"), &json!("highs")), "{alone}");
}

/// Sets of a file are those of both engines, but not those of a check.
#[test]
fn sets_of_a_file_are_shared_where_both_engines_take_them() {
    let program = minclue();
    let file = program.path("sets");
    let listed = minclue().run(["sets", "--list", "--format", "jsonl", SIX]);
    std::fs::write(&file, listed.text).expect("written");
    let file = file.to_str().expect("a name");
    let shares = |args: &[&str]| {
        let record = record(&[&["solve", "--from", file], args, &[SIX]].concat());
        record["shared"].as_array().expect("a list").contains(&json!("start_sets"))
    };
    assert!(shares(&["--engine", "both"]));
    assert!(!shares(&["--engine", "bilevel", "--cross-check"]));
}

#[test]
fn the_text_says_what_was_shared() {
    let said = minclue().run(["solve", "--format", "text", "--engine", "both", FOUR]).text;
    let line = "shared by both engines: oracle, start sets, local search, native leaves, symmetries; so each confirms the other only \
                in part\n";
    assert!(said.ends_with(line), "{said}");
    let said = minclue().run(["solve", "--independent", FOUR]).text;
    assert!(said.ends_with("the engines shared nothing that searches or decides\n"), "{said}");
    let said = minclue().run(["solve", FOUR]).text;
    assert!(!said.contains("shared"), "{said}");
}

#[test]
fn options_that_contradict_independence_are_refused() {
    let cases: [&[&str]; 14] = [
        &["--engine", "native"],
        &["--engine", "bilevel"],
        &["--engine", "dmus"],
        &["--leaf", "auto"],
        &["--leaf", "native"],
        &["--region-rows", "lines"],
        &["--region-rows", "digits"],
        &["--heuristic", "local"],
        &["--state", "s"],
        &["--from", "f"],
        &["--source", "complete"],
        &["--source", "region"],
        &["--cross-check"],
        &["--certify", "c"],
    ];
    for case in cases {
        let output = minclue().run([&["solve", "--independent"], case, &[FOUR]].concat());
        assert_eq!(output.code, 2, "{case:?}: {}", output.stderr);
        assert!(output.text.is_empty());
    }
    let latin = format!("{}/instances/puzzles/latin.txt", env!("CARGO_MANIFEST_DIR"));
    for case in [&["--engine", "native"][..], &["--sets"], &["--leaf", "auto"]] {
        let output = minclue().run([&["fcp", "--independent"], case, &[latin.as_str()]].concat());
        assert_eq!(output.code, 2, "{case:?}: {}", output.stderr);
    }
    // What does not contradict it goes with it.
    for case in [&["--engine", "both"][..], &["--leaf", "lp"], &["--region-rows", "none"], &["--source", "ilp"]] {
        let output = minclue().run([&["solve", "--independent"], case, &[FOUR]].concat());
        assert_eq!(output.code, 0, "{case:?}: {}", output.stderr);
    }
}
