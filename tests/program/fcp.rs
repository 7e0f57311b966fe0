//! Every engine and follower of `fcp`, with those that are built only with a feature; `tests/cases/critical-sets.md` has its
//! other tasks.

use crate::minclue;

/// Critical sets of the cyclic Latin square of order 4 have four entries, and those of order 3 have two. A published search with an integer program as follower asks it very often, so its square is smaller.
#[test]
fn every_engine_and_every_follower_says_the_same() {
    let program = minclue();
    program.write("latin.txt", "latin cyclic-4\n1234\n2341\n3412\n4123\n");
    program.write("three.txt", "latin cyclic-3\n123\n231\n312\n");
    let mut followers = vec!["oracle", "highs"];
    if cfg!(feature = "cbc") {
        followers.push("cbc");
    }
    for engine in ["native", "bilevel", "both", "dmus", "checker2006"] {
        for follower in &followers {
            let is_slow = matches!(engine, "dmus" | "checker2006") && *follower != "oracle";
            let (file, minimum) = if is_slow { ("three.txt", 2) } else { ("latin.txt", 4) };
            let output = program.run(["fcp", file, "--engine", engine, "--follower", follower, "--format", "jsonl"]);
            assert_eq!(output.code, 0, "{engine} {follower}: {}", output.stderr);
            assert_eq!(output.record()["minimum"], minimum, "{engine} {follower}");
        }
    }
}
