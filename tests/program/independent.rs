//! `--independent` on many grids; `tests/cases/independent.md` has what two engines share and what is refused.

use serde_json::{Value, json};

use crate::minclue;

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
