//! `solve --given` and `--forbidden`, by the built program, against all puzzles of a grid.

use minclue_testkit::Run;
use serde_json::Value;

use crate::minclue;

const FOUR: &str = "1234341221434321";

fn run(args: &[&str]) -> Run {
    minclue().run([&["solve", "--format", "jsonl"], args].concat())
}

/// All puzzles of the grid with a number of clues.
fn puzzles(k: usize) -> Vec<String> {
    let output = minclue().run(["enumerate", "-k", &k.to_string(), FOUR]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    output.text.lines().map(str::to_owned).collect()
}

#[test]
fn the_minimum_is_that_of_the_puzzles_that_keep_the_conditions() {
    let all: Vec<String> = (0..8).flat_map(puzzles).collect();
    assert!(all.len() > 1000, "{}", all.len());
    for (given, forbidden) in [
        ("XX..............", "...............X"),
        ("................", "X..X........X..X"),
        ("X..X........X..X", "................"),
        ("XXXX............", "....XXXX........"),
        ("......X.........", "X.X....X.XX....."),
    ] {
        let keeps = |puzzle: &&String| {
            let marked = |marks: &str, wanted: char| {
                marks.chars().zip(puzzle.chars()).all(|(m, c)| m != 'X' || (c == '.') == (wanted == '.'))
            };
            marked(given, 'X') && marked(forbidden, '.')
        };
        let minimum = all.iter().find(keeps).map(|puzzle| puzzle.chars().filter(|c| *c != '.').count());
        assert!(minimum.is_some(), "{given} {forbidden}");
        for engine in [&["--engine", "native"][..], &["--engine", "bilevel"], &["--independent"]] {
            let record = run(&[engine, &["--given", given, "--forbidden", forbidden, FOUR]].concat()).record();
            assert_eq!(record["minimum"].as_u64().map(|k| k as usize), minimum, "{given} {forbidden}: {record}");
            assert!(keeps(&&record["puzzle"].as_str().expect("a puzzle").to_owned()), "{record}");
            let cells = |marks: &str| -> Vec<usize> { (0..16).filter(|&i| marks.as_bytes()[i] == b'X').collect() };
            for (field, marks) in [("given_cells", given), ("forbidden_cells", forbidden)] {
                let cells = Some(Value::from(cells(marks))).filter(|_| marks.contains('X'));
                assert_eq!(record.get(field), cells.as_ref(), "{record}");
            }
        }
    }
}

#[test]
fn a_puzzle_in_place_of_its_grid_is_a_start_where_it_keeps_them() {
    let puzzle = &puzzles(4)[0];
    let clue = puzzle.find(|c| c != '.').expect("a clue");
    let name = format!("r{}c{}", clue / 4 + 1, clue % 4 + 1);
    let given = run(&["--given", &name, puzzle]).record();
    assert_eq!((&given["minimum"], &given["puzzle"]), (&4.into(), &puzzle.as_str().into()));
    assert!(given.get("given").is_none(), "with conditions it is not asked whether the puzzle is a minimum: {given}");
    let forbidden = run(&["--forbidden", &name, puzzle]).record();
    assert_eq!(forbidden["puzzle"].as_str().map(|found| &found[clue..=clue]), Some("."));
}

#[test]
fn conditions_that_no_puzzle_keeps_are_refused() {
    let refused = |args: &[&str], code: i32, wanted: &str| {
        let output = run(args);
        assert_eq!(output.code, code, "{args:?}: {}", output.stderr);
        assert!(output.stderr.contains(wanted), "{args:?}: {}", output.stderr);
    };
    refused(&["--given", "r1c1", "--forbidden", "r1c1", FOUR], 3, "R1C1 is both given and forbidden");
    refused(&["--forbidden", "XXXXXXXXXXXXXXXX", FOUR], 3, "there is a second solution");
    refused(&["--given", "r5c1", FOUR], 3, "there is no R5C1");
    refused(&["--given", "nowhere", FOUR], 2, "neither a grid nor a cell");
    refused(&["--given", "r1c1", "--certify", "x.cert", FOUR], 2, "cannot be used with");
    refused(
        &["--given", "r1c1", "--engine", "bilevel", "--state", "folder", FOUR],
        2,
        "states are kept of whole grids",
    );
}
