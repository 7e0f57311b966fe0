//! `solve --given` and `--forbidden`, by the built program, against all puzzles of a grid. The rest is in
//! `tests/cases/conditions.md`.

use serde_json::Value;

use crate::minclue;

const FOUR: &str = "1234341221434321";

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
            let args = [engine, &["--given", given, "--forbidden", forbidden, "--format", "jsonl", FOUR]].concat();
            let record = minclue().run([&["solve"], &args[..]].concat()).record();
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
