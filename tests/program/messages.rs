//! What runs say at their end, and what errors tell to do next.

use crate::{minclue, run};

const FOUR: &str = "1234341221434321";
const NINE: &str = "953647281168925437742183956639418725271359648584276193397864512415732869826591374";
const PUZZLE: &str = "12.4.........32.";

#[test]
fn a_hunt_says_which_option_ended_it() {
    let said = |args: &[&str]| run(&[&["hunt", "--format", "lines"], args, &[PUZZLE]].concat(), "").stderr;
    let moves = said(&["--to", "3", "--max-moves", "3"]);
    assert!(moves.contains("0 puzzles found; stopped after 3 moves (--max-moves, "), "{moves}");
    let puzzles = said(&["--to", "4", "--max-puzzles", "1"]);
    assert!(puzzles.contains("1 puzzle found; stopped after ") && puzzles.contains(" (--max-puzzles, "), "{puzzles}");
    let all = said(&["--to", "4"]);
    assert!(all.contains(" puzzles found after ") && all.contains(" moves (complete, "), "{all}");
    for said in [moves, puzzles, all] {
        assert!(!said.contains("as many as asked for"), "{said}");
    }
}

#[test]
fn a_list_that_is_whole_is_complete() {
    let said = |args: &[&str]| run(&[&["enumerate"], args, &[FOUR]].concat(), "").stderr;
    let all = said(&["-k", "4"]);
    assert!(all.contains("12 puzzles with 4 clues (complete, "), "{all}");
    let some = said(&["-k", "4", "--node-limit", "1"]);
    assert!(some.contains("node limit reached, there may be more") && !some.contains("complete"), "{some}");
}

#[test]
fn few_clues_of_a_grid_are_for_the_searches_that_find_them() {
    let said = |args: &[&str]| run(&[&["generate", "--max-attempts", "1", "--seed", "1"], args].concat(), "").stderr;
    let chance = said(&["-k", "17"]);
    assert!(chance.contains("minclue hunt --to 17") && !chance.contains("neighbors"), "{chance}");
    let program = minclue();
    program.write("grid", NINE);
    let file = program.path("grid");
    let of_grid = said(&["--from", file.to_str().expect("a name"), "-k", "17..18"]);
    for wanted in ["minclue solve --at-most 18", "minclue enumerate -k 18"] {
        assert!(of_grid.contains(wanted), "{of_grid}");
    }
    assert!(!of_grid.contains("hunt") && !of_grid.contains("neighbors"), "{of_grid}");
}

#[test]
fn a_proof_that_is_too_long_names_the_option_that_writes_it() {
    let program = minclue();
    let made = program.run(["solve", "--no-symmetry", "--certify", "four.cert", FOUR]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    let proof = |steps: &str| program.run(["verify", "four.cert", "--outside", "out", "--max-proof-steps", steps]);
    let short = proof("1");
    assert_eq!(short.code, 1, "{}", short.text);
    let wanted = "proof would exceed 1 steps\n  help: pass --max-proof-steps N to write it anyway";
    assert!(short.stderr.contains(wanted), "{}", short.stderr);
    let long = proof("1000000");
    assert_eq!((long.code, long.stderr.as_str()), (0, ""));
    assert!(program.path("out/proof.pbp").is_file());
    let alone = program.run(["verify", "four.cert", "--max-proof-steps", "5"]);
    assert_eq!(alone.code, 2);
    assert!(alone.stderr.contains("--outside or --veripb"), "{}", alone.stderr);
}

/// The rows of the two problems begin alike, and are cut before the term that differs.
#[test]
fn a_certificate_of_another_target_is_refused_with_the_difference() {
    let program = minclue();
    program.write("eight.ki", "8\n20\n2\n2 3 4 5 6 7 8 9\n1 1 1 1 1 1 1 1\n5 6 8 9 7 6 5 4\n");
    let made = program.run(["bilevel", "--certify", "eight.cert", "--format", "jsonl", "eight.ki"]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    let value = made.record()["optimum"].as_i64().expect("a value");
    let verify =
        |target: i64| program.run(["verify", "eight.cert", "--bilevel", "eight.ki", "--target", &target.to_string()]);
    assert_eq!(verify(value).code, 0);
    let other = verify(value + 1);
    assert_eq!(other.code, 5, "{}", other.text);
    let (there, here) = (value.to_string(), (value + 1).to_string());
    assert!(other.stderr.contains(&there) && other.stderr.contains(&here), "{}", other.stderr);
}
