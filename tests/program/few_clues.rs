//! Which clues are needed in any case is asked before any search, and a limit may come before that.

use crate::minclue;

/// A killer with six cages, of which three are needed in any case.
const KILLER: &str = "sudoku clues=cages few\n1432\n3214\n4321\n2143\ncages\n.AFE\nDFD.\n..CA\nBEBC\n";

#[test]
fn a_limit_before_the_search_leaves_the_bounds() {
    let program = minclue();
    program.write("killer.txt", KILLER);
    let run = program.run(["puzzle", "killer.txt", "--time-limit", "1ms", "--format", "jsonl"]);
    let record = run.record();
    let (lower, upper) = (record["lower_bound"].as_u64(), record["upper_bound"].as_u64());
    assert!(matches!(run.code, 0 | 4), "{record}");
    assert!(lower.is_none_or(|lower| upper.is_none_or(|upper| lower <= upper)), "{record}");
}
