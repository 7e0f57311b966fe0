//! How hard puzzles are for people: `rate`, `generate --level` and `worksheet`.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::{minclue, run, said};

const LEVELS: [&str; 6] = ["easy", "medium", "hard", "expert", "extreme", "beyond"];
/// Puzzle B of maniccam-2013, Fig. 4.
const B: &str = "12.4..3..3...1..5...6...1..7...9.....4.6.3.....3..2...5...8.7....7.....5.......98";

/// The record of `rate` with every step.
fn rated(puzzle: &str) -> Value {
    run(&["rate", "--steps", "--measures", "people", "--format", "jsonl", puzzle], "").record()
}

fn solution(puzzle: &str) -> String {
    let record = run(&["classic", "search", "--strategies", "ctn", "--format", "jsonl", puzzle], "").record();
    record["solution"].as_str().expect("a solution").to_owned()
}

#[test]
fn who_follows_the_steps_arrives_at_the_solution() {
    let puzzles = said(&["generate", "-n", "12", "--seed", "4"], "");
    for puzzle in puzzles.lines().chain([B]) {
        let (record, grid) = (rated(puzzle), solution(puzzle));
        let digit = |candidate: &Value| candidate["digit"].as_u64().expect("a digit").to_string();
        let cell = |candidate: &Value| candidate["cell"].as_u64().expect("a cell") as usize;
        let mut filled: Vec<String> = puzzle.chars().map(String::from).collect();
        let steps = record["people"]["steps"].as_array().expect("steps");
        for step in steps {
            if let Some(placed) = step.get("placed") {
                assert_eq!(filled[cell(placed)], ".");
                filled[cell(placed)] = digit(placed);
            }
            for removed in step.get("removed").and_then(Value::as_array).into_iter().flatten() {
                assert_ne!(&grid[cell(removed)..=cell(removed)], digit(removed), "{}", step["text"]);
            }
        }
        assert_eq!(filled.concat(), grid);
        assert_eq!(record["people"]["n_steps"], steps.len());
        let counts = record["people"]["techniques"].as_object().expect("counts");
        assert_eq!(counts.values().filter_map(Value::as_u64).sum::<u64>(), steps.len() as u64);
        assert!(counts.contains_key(record["people"]["technique"].as_str().expect("a technique")));
    }
}

#[test]
fn every_level_can_be_made_and_levels_do_not_overlap() {
    let (mut all, mut scores) = (BTreeSet::new(), Vec::new());
    for level in LEVELS {
        let made = run(&["generate", "--level", level, "-n", "4", "--seed", "1", "--format", "jsonl"], "").records();
        let of_level: Vec<u64> = made
            .iter()
            .map(|record| {
                let puzzle = record["puzzle"].as_str().expect("a puzzle");
                assert_eq!(
                    (&record["people"]["level"], &rated(puzzle)["people"]["level"]),
                    (&level.into(), &level.into())
                );
                assert!(all.insert(puzzle.to_owned()), "each puzzle once");
                record["people"]["score"].as_u64().expect("a score")
            })
            .collect();
        assert_eq!(of_level.len(), 4);
        scores.push((of_level.iter().min().copied(), of_level.iter().max().copied()));
    }
    assert!(scores.windows(2).all(|two| two[0].1 < two[1].0), "{scores:?}");
}

/// What the sheet says of its grids: number and line.
fn labels(html: &str, what: &str) -> Vec<(usize, String)> {
    let label_of = format!("aria-label=\"{what} ");
    let label = |part: &str| {
        let (number, line) = part.split('"').next()?.split_once(": ")?;
        Some((number.parse().ok()?, line.to_owned()))
    };
    html.split(&label_of).skip(1).map(|part| label(part).expect("a number and a grid")).collect()
}

#[test]
fn a_worksheet_has_the_levels_asked_for_and_every_solution() {
    let args = ["worksheet", "--sizes", "4,9", "-n", "3", "--seed", "6", "--title", "Class <3b>"];
    let html = said(&args, "");
    assert_eq!(html, said(&args, ""), "a seed makes the same sheet");
    let (puzzles, solutions) = (labels(&html, "puzzle"), labels(&html, "solution"));
    // Easy ones of 4x4; easy, medium and hard ones of 9x9.
    assert_eq!((puzzles.len(), solutions.len()), (12, 12));
    for (i, ((number, puzzle), (same, grid))) in puzzles.iter().zip(&solutions).enumerate() {
        assert_eq!((*number, *same), (i + 1, i + 1));
        assert_eq!(&solution(puzzle), grid);
        let level = ["easy", "easy", "medium", "hard"][i / 3];
        assert_eq!(rated(puzzle)["people"]["level"], level);
    }
    assert!(html.contains("Class &lt;3b&gt;: medium, 9\u{d7}9") && !html.contains("<3b>"));
    let again = "minclue worksheet --seed 6 -n 3 --sizes 4,9 --title 'Class &lt;3b&gt;'<";
    assert!(html.contains(again), "the command is on the sheet");
    let different = said(&["worksheet", "-n", "1", "--levels", "easy"], "");
    assert_ne!(
        labels(&different, "puzzle"),
        labels(&said(&["worksheet", "-n", "1", "--levels", "easy"], ""), "puzzle")
    );
}

/// Puzzles of one's own are there in their order, with what they are called and how hard they are, and with the
/// solutions that they have.
#[test]
fn a_worksheet_of_ones_own_has_names_levels_and_solutions() {
    let program = minclue();
    program.write("mine", format!("wing {B}\n1..4.........32.\n"));
    let html = program.run(["worksheet", "mine", "--title", "Room <12>"]).text;
    let puzzles = labels(&html, "puzzle");
    assert_eq!(puzzles, [(1, B.to_owned()), (2, "1..4.........32.".to_owned())]);
    for ((_, puzzle), (_, grid)) in puzzles.iter().zip(labels(&html, "solution")) {
        assert_eq!(solution(puzzle), grid);
    }
    let heads: Vec<&str> = html.split("<h1>").skip(1).filter_map(|rest| rest.split("</h1>").next()).collect();
    let title = "Room &lt;12&gt;";
    assert_eq!(heads, [&format!("{title}: 9\u{d7}9"), &format!("{title}: 4\u{d7}4"), &format!("{title}: solutions")]);
    let level = rated(B)["people"]["level"].as_str().expect("a level").to_owned();
    assert_eq!(html.matches(&format!(">1&ensp;wing ({level})</h2>")).count(), 1);
    assert!(html.contains(">2&ensp;easy</h2>"));
    let piped = run(&["worksheet", "-"], &format!("wing {B}\n1..4.........32.\n")).text;
    assert_eq!(labels(&piped, "puzzle"), puzzles);
}

/// Puzzles of variants have one solution by their rules, which stand above them and are drawn.
#[test]
fn a_worksheet_of_variants_says_and_draws_the_rules() {
    let html = said(&["worksheet", "--variant", "x,anti-king", "-n", "2", "--seed", "6"], "");
    let (puzzles, solutions) = (labels(&html, "puzzle"), labels(&html, "solution"));
    assert_eq!((puzzles.len(), solutions.len()), (2, 2));
    for ((_, puzzle), (_, grid)) in puzzles.iter().zip(&solutions) {
        let check = ["check", "--variant", "x,anti-king", "--format", "jsonl", puzzle];
        let record: Value = serde_json::from_str(&said(&check, "")).expect("a record");
        assert_eq!((&record["valid"], &record["grid"]), (&true.into(), &grid.as_str().into()), "{record}");
    }
    assert!(html.contains("all digits in both diagonals; cells with touching corners differ, 9\u{d7}9"));
    assert!(html.contains("--sizes 9 --variant x,anti-king<"), "the rules are on the sheet");
    assert_eq!(html.matches("class=\"shade\"").count(), 2 * 2 * 17);
    let run = minclue().run(["worksheet", "--variant", "x,anti-king", "--sizes", "6"]);
    assert!(run.code == 3 && run.stderr.contains("no grid keeps the rules"), "{}", run.stderr);
}
