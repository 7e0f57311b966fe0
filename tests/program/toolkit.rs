//! `bilevel` with CBC as the follower, which not every build has. The other followers are in `tests/cases/bilevel.md`.

#![cfg(feature = "cbc")]

use crate::minclue;

/// The follower packs items of weights 2, 3, 4 into 5, worth 5, 6, 8; the leader takes one.
const MPS: &str = "NAME t\nROWS\n N obj\n L budget\n L cap\n L l1\n L l2\n L l3\nCOLUMNS\n M1 'MARKER' 'INTORG'\n \
                   x1 budget 1 l1 1\n x2 budget 1 l2 1\n x3 budget 1 l3 1\n z1 obj 5 cap 2\n z1 l1 1\n z2 obj 6 cap 3\n z2 \
                   l2 1\n z3 obj 8 cap 4\n z3 l3 1\n M2 'MARKER' 'INTEND'\nRHS\n r budget 1 cap 5\n r l1 1 l2 1\n r l3 \
                   1\nBOUNDS\n BV b x1\n BV b x2\n BV b x3\n BV b z1\n BV b z2\n BV b z3\nENDATA\n";
const INDEX: &str = "N 3\nM 4\nLC 3\nLC 4\nLC 5\nLR 1\nLR 2\nLR 3\nLR 4\nLO -5\nLO -6\nLO -8\nOS 1\n";

#[test]
fn cbc_as_the_follower_has_the_same_answer() {
    let program = minclue();
    program.write("index.mps", MPS);
    program.write("index.aux", INDEX);
    let output = program.run(["bilevel", "--format", "jsonl", "--follower", "cbc", "index.mps"]);
    assert_eq!(output.record()["optimum"], 8, "{}", output.stderr);
}
