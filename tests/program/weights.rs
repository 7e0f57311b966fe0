//! The least weight of clues at a limit. The rest is in `tests/cases/weights.md`.

use crate::minclue;

#[test]
fn a_limit_leaves_both_bounds() {
    let program = minclue();
    let made = program.run(["generate", "--grids", "-n", "1", "--seed", "5"]);
    program.write("nine.txt", made.text);
    program.write(
        "w9.txt",
        (0..81).map(|i| format!("r{}c{} {}\n", i / 9 + 1, i % 9 + 1, i * i % 7 + 1)).collect::<String>(),
    );
    let run = program.run(["solve", "--format", "jsonl", "--weights", "w9.txt", "--node-limit", "2", "nine.txt"]);
    let record = run.record();
    assert_eq!((run.code, &record["status"]), (4, &"node_limit".into()));
    let (lower, upper) = (record["lower_bound"].as_i64(), record["upper_bound"].as_i64());
    assert!(lower > Some(20) && lower < upper && upper < Some(150), "{record}");
    let text = program.run(["solve", "--format", "text", "--weights", "w9.txt", "--node-limit", "2", "nine.txt"]).text;
    assert!(text.starts_with("least weight between "), "{text}");
}
