//! Certificates of every kind of puzzle; `tests/cases/clauses-and-rows.md` has answers and refusals.

use std::fs;

use minclue_puzzles::puzzles::{MODIFIERS, PUZZLES};

use crate::minclue;

/// Each kind and each modifier, given and as clues beside the digits.
#[test]
fn certificates_of_every_kind_are_accepted_and_damaged_ones_are_not() {
    let program = minclue();
    let kinds = PUZZLES.iter().map(|puzzle| (puzzle.name, puzzle.example.to_owned()));
    let given = MODIFIERS.iter().map(|modifier| (modifier.name, modifier.example.to_owned()));
    let as_clues = MODIFIERS.iter().filter(|modifier| modifier.clue.is_some()).map(|modifier| {
        let clues = format!(" clues=digits,{}\n", modifier.name);
        (modifier.name, modifier.example.replacen('\n', &clues, 1))
    });
    // 9x9 takes longer, and the sums of that example leave two solutions.
    let left_out = ["windoku", "kakuro-sums"];
    let examples = kinds.chain(given).chain(as_clues).filter(|(name, _)| !left_out.contains(name));
    let all: Vec<String> = examples.map(|(_, text)| text).collect();
    program.write("all.txt", all.join("\n"));
    let output = program.run(["puzzle", "all.txt", "--certify", "{}.cert", "--format", "jsonl"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert_eq!(output.text.lines().count(), all.len());
    for number in 1..=all.len() {
        let name = format!("{number}.cert");
        let verified = program.run(["verify", &name, "--puzzle", "all.txt"]);
        assert_eq!(verified.code, 0, "{}: {}", all[number - 1], verified.stderr);
        let mut bytes = fs::read(program.path(&name)).expect("it was written");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(program.path("bad.cert"), bytes).expect("it can be written");
        assert_ne!(program.run(["verify", "bad.cert"]).code, 0, "{}", all[number - 1]);
    }
}
