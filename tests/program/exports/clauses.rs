//! A second solution as clauses, for SAT solvers.
#![expect(clippy::print_stdout, reason = "a test that checks nothing must say so")]

use std::process::Command;

use crate::minclue;

const FOUR: &str = "1234341221434321";

/// What an outside solver says of a file by its exit code; `None` where there is no such program.
fn exit_code(program: &str, file: &std::path::Path) -> Option<i32> {
    match Command::new(program).arg(file).output() {
        Ok(output) => output.status.code(),
        Err(e) => {
            println!("skipped: there is no program {program} ({e})");
            None
        }
    }
}

#[test]
fn a_valid_puzzle_has_no_second_solution_and_too_few_clues_have() {
    let program = minclue();
    let valid = program.feed(["export", "--to", "cnf", "-o", "valid", "1..4.........32."], "");
    let record =
        &program.feed(["export", "--to", "cnf", "--format", "jsonl", "-o", "few", "--given", "r1c1", FOUR], "");
    assert_eq!((valid.code, record.code), (0, 0), "{} {}", valid.stderr, record.stderr);
    assert_eq!(record.records()[0]["model"].as_str(), Some("second"));
    assert_eq!(record.records()[0]["format"].as_str(), Some("cnf"));
    let text = program.read("valid.cnf");
    assert!(text.contains("\np cnf 64 "), "{text}");
    for (file, expected) in [("valid.cnf", 20), ("few.cnf", 10)] {
        if let Some(code) = exit_code("cadical", &program.path(file)) {
            assert_eq!(code, expected, "{file}");
        }
    }
}

#[test]
fn clauses_go_with_their_questions_only() {
    let program = minclue();
    program.write("latin.txt", "latin\n12\n21\n");
    for (args, said) in [
        (&["export", "--to", "cnf", FOUR][..], "give a puzzle, or name the clues with --given"),
        (&["export", "--to", "cnf", "--what", "hpr", FOUR], "use --what second and --to cnf"),
        (&["export", "--to", "cnf", "--names", "short", FOUR], "so omit it"),
        (&["puzzle", "--export", "x", "--to", "cnf", "latin.txt"], "CNF files are for grids only"),
    ] {
        let run = program.feed(args, "");
        assert_eq!(run.code, 2, "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains(said), "{args:?}: {}", run.stderr);
    }
}
