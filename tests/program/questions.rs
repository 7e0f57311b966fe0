//! `solve --at-most` and `--at-least`, by the built program: every answer is held against the minimum. What the answers say
//! is in `tests/cases/questions.md`.

use minclue_core::base::rng;
use minclue_core::sudoku::{Grid, digit_char, random_grid};
use serde_json::Value;

use crate::{ask, minclue};

/// One grid of each class of 4x4.
const FOUR: [&str; 2] = ["1234341221434321", "1234341241232341"];
/// A 9x9 grid whose minimum is 19, by both engines.
const NINE: &str = "534672189768159342912483675193765428856324791247891563629537814371948256485216937";

fn record(args: &[&str]) -> Value {
    let output = minclue().run([&["solve", "--format", "jsonl"], args].concat());
    assert_eq!(output.code, 0, "{args:?}: {}", output.stderr);
    output.record()
}

fn line(grid: &Grid) -> String {
    grid.digits().iter().map(|d| digit_char(grid.shape().n(), *d)).collect()
}

/// Asks for every number of clues around the minimum in both ways; how many answers were less than the minimum itself.
fn ask_around(engine: &str, shape: &str, grid: &str, minimum: usize) -> usize {
    let mut n_decided = 0;
    for k in minimum.saturating_sub(4)..minimum + 4 {
        let (max, min) = (k.to_string(), (k + 1).to_string());
        let answers = [["--at-most", max.as_str()], ["--at-least", &min]]
            .map(|question| record(&[&question[..], &["--engine", engine, "--shape", shape, grid]].concat()));
        assert_eq!((&answers[0]["at_most"], &answers[1]["at_least"]), (&k.into(), &(k + 1).into()));
        for answer in answers {
            let bound = |field: &str| answer[field].as_u64().expect("a bound") as usize;
            let (lower, upper) = (bound("lower_bound"), bound("upper_bound"));
            assert!(lower <= minimum && minimum <= upper, "{answer}");
            assert!(if minimum <= k { upper <= k } else { lower > k }, "{answer}");
            let puzzle = answer["puzzle"].as_str().expect("a puzzle");
            assert_eq!(puzzle.chars().filter(|c| *c != '.').count(), upper);
            let is_open = lower < upper;
            assert_eq!(answer["status"], if is_open { "decided" } else { "optimal" });
            assert_eq!(answer.get("minimum").is_none(), is_open);
            n_decided += usize::from(is_open);
        }
    }
    n_decided
}

#[test]
fn on_four_by_four_every_answer_is_right() {
    for grid in FOUR {
        for engine in ["native", "bilevel", "both"] {
            ask_around(engine, "2x2", grid, 4);
        }
    }
}

#[test]
fn on_six_by_six_every_answer_is_right() {
    for (seed, shape) in [(1, "2x3"), (2, "3x2"), (3, "2x3")] {
        let grid = random_grid::<2>(shape.parse().expect("a shape"), &mut rng(seed));
        let (line, minimum) = (line(&grid), ask::minimum(grid));
        for engine in ["native", "bilevel"] {
            ask_around(engine, shape, &line, minimum);
        }
    }
}

/// On 9x9 the bounds are far enough apart that an answer comes before they meet.
#[test]
fn on_nine_by_nine_an_answer_comes_before_the_bounds_meet() {
    assert!(ask_around("native", "3x3", NINE, 19) > 0);
}
