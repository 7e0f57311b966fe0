//! `solve --at-max` and `--at-min`, by the built program: every answer is held against the minimum.

use minclue_core::base::rng;
use minclue_core::sudoku::{Grid, digit_char, random_grid};
use minclue_testkit::Run;
use serde_json::Value;

use crate::{ask, minclue};

/// One grid of each class of 4x4.
const FOUR: [&str; 2] = ["1234341221434321", "1234341241232341"];
/// A 9x9 grid whose minimum is 19, by both engines.
const NINE: &str = "534672189768159342912483675193765428856324791247891563629537814371948256485216937";

fn run(args: &[&str]) -> Run {
    minclue().run([&["solve"], args].concat())
}

fn record(args: &[&str]) -> Value {
    let output = run(&[&["--format", "jsonl"], args].concat());
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

#[test]
fn threads_and_symmetries_do_not_change_an_answer() {
    let without_seconds = |args: &[&str]| {
        let mut record = record(&[args, &["--at-most", "17", NINE]].concat());
        let fields = record.as_object_mut().expect("a record");
        for field in ["seconds", "start", "settings", "options"] {
            fields.remove(field);
        }
        record
    };
    let one = without_seconds(&[]);
    assert_eq!(one, without_seconds(&["--threads", "2"]));
    assert_eq!(one["lower_bound"], without_seconds(&["--no-symmetry"])["lower_bound"]);
}

#[test]
fn a_limit_comes_before_an_answer() {
    let output = run(&["--format", "jsonl", "--at-most", "18", "--node-limit", "1000", NINE]);
    assert_eq!(output.code, 4);
    let record = output.record();
    assert_eq!((&record["status"], &record["at_most"]), (&Value::from("node_limit"), &Value::from(18)));
}

/// The search by level and cause stands in the record of the engine that counts it.
#[test]
fn the_work_is_counted_by_level_and_cause() {
    let native = record(&["--at-most", "17", NINE]);
    let levels = native["n_nodes_by_level"].as_array().expect("a list");
    assert_eq!(levels.iter().filter_map(Value::as_u64).sum::<u64>(), native["n_nodes"].as_u64().expect("a number"));
    let causes: Vec<&String> = native["prunes"].as_object().expect("an object").keys().collect();
    assert_eq!(causes.len(), 6);
    let bilevel = record(&["--engine", "bilevel", FOUR[0]]);
    assert!(bilevel.get("n_nodes_by_level").is_none() && bilevel.get("prunes").is_none());
    assert!(bilevel.get("at_most").is_none());
}

/// What people and programs see, but for the seconds, the work and the puzzles of 9x9, which are of no account here.
#[test]
fn the_output_reads_well() {
    let mut seen = String::new();
    for args in [
        &["--at-most", "16", NINE][..],
        &["--at-most", "22", NINE],
        &["--at-least", "16", NINE],
        &["--at-least", "23", NINE],
        &["--at-most", "3", FOUR[0]],
        &["--at-most", "4", FOUR[0]],
        &["--at-most", "16", "--format", "text", NINE],
        &["--at-least", "23", "--format", "text", NINE],
        &["--at-most", "4", "--format", "text", FOUR[0]],
        &["--at-most", "16", "--format", "jsonl", NINE],
    ] {
        let output = run(args);
        let code = output.code;
        assert_eq!(output.stderr, "");
        seen.push_str(&format!("## {}: exit {code}\n{}\n", args[..args.len() - 1].join(" "), output.text));
    }
    insta::with_settings!({
        omit_expression => true,
        filters => vec![
            (r#"seconds":[0-9.e-]+"#, r#"seconds":[seconds]"#),
            (r#""version":"[^"]+""#, r#""version":"[version]""#),
            (r#""(n_nodes_by_level|prunes|n_[a-z]+)":(?:[0-9]+|\[[0-9,]+\]|\{[^}]*\})"#, r#""$1":[work]"#),
            (r#""puzzle":"[^"]{81}""#, r#""puzzle":"[puzzle]""#),
            (r#""upper_bound":[0-9]+"#, r#""upper_bound":[n]"#),
            (r"a puzzle with [0-9]+ clues", "a puzzle with [n] clues"),
            (r"(?m)^[┌├└│].{22,23}[┐┤┘│]\n", ""),
            (r"\b(yes|no) \([0-9]+ clues\)", "$1 ([n] clues)"),
            (r"(?m)^[.0-9]*[.][.0-9]*(  |$)", "[puzzle]$1"),
            (r"[0-9.]+ s\b", "[seconds] s"),
        ],
    }, {
        insta::assert_snapshot!("output", seen);
    });
}
