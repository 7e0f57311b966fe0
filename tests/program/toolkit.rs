//! `bilevel` with CBC as the follower, which not every build has. The other followers are in `tests/cases/bilevel.md`.

#![cfg(feature = "cbc")]

use crate::minclue;

/// The follower packs items of weights 2, 3, 4 into 5, worth 5, 6, 8; the leader takes as few as leave nothing worth 8.
const MPS: &str = "NAME t\nROWS\n N pay\n L most\n L cap\n L l1\n L l2\n L l3\nCOLUMNS\n M1 'MARKER' 'INTORG'\n \
                   x1 pay 1 l1 1\n x2 pay 1 l2 1\n x3 pay 1 l3 1\n z1 most 5 cap 2\n z1 l1 1\n z2 most 6 cap 3\n z2 l2 \
                   1\n z3 most 8 cap 4\n z3 l3 1\n M2 'MARKER' 'INTEND'\nRHS\n r most 7 cap 5\n r l1 1 l2 1\n r l3 \
                   1\nBOUNDS\n BV b x1\n BV b x2\n BV b x3\n BV b z1\n BV b z2\n BV b z3\nENDATA\n";
const INDEX: &str = "N 3\nM 4\nLC 3\nLC 4\nLC 5\nLR 1\nLR 2\nLR 3\nLR 4\nLO -5\nLO -6\nLO -8\nOS 1\n";

#[test]
fn cbc_as_the_follower_has_the_same_answer() {
    let program = minclue();
    program.write("index.mps", MPS);
    program.write("index.aux", INDEX);
    let output = program.run(["bilevel", "--format", "jsonl", "--follower", "cbc", "index.mps"]);
    let record = output.record();
    assert_eq!((&record["optimum"], &record["goal"]), (&2.into(), &"blocker".into()), "{}", output.stderr);
    assert!(record["n_follower_programs"].as_u64() > Some(0), "{record}");
}
