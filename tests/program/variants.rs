//! `--variant` of the verbs, by the built program: against the puzzles of the same rules, and by every engine.

use std::fs;

use serde_json::Value;

use crate::minclue;

/// A grid of 4x4 with different digits on both diagonals.
const FOUR_X: &str = "1234341243212143";
/// Regions of 6x6 that are not boxes.
const REGIONS: &str = "AAABBBAACCBBACCCCBDEEEEFDDEEFFDDDFFF";

/// Random grids of a variant, as lines.
fn grids(variant: &[&str], n: usize) -> Vec<String> {
    let n = n.to_string();
    let args = [&["generate", "--grids", "--seed", "3", "-n", &n][..], variant].concat();
    let output = minclue().run(args);
    assert_eq!(output.code, 0, "{}", output.stderr);
    output.text.lines().map(str::to_owned).collect()
}

fn record(args: &[&str]) -> Value {
    let output = minclue().run([args, &["--format", "jsonl"]].concat());
    assert_eq!(output.code, 0, "{args:?}: {}", output.stderr);
    output.record()
}

/// The text of a puzzle with this head, a row of digits a line, and then `more`.
fn puzzle_text(head: &str, grid: &str, more: &[String]) -> String {
    let rows = rows(grid);
    [&[head.to_owned()][..], &rows, more].concat().join("\n") + "\n"
}

fn rows(cells: &str) -> Vec<String> {
    let n = cells.len().isqrt();
    (0..n).map(|row| cells[row * n..(row + 1) * n].to_owned()).collect()
}

/// The engines that share the oracle and start sets, the branch and cut with rows alone, and the model of the puzzle
/// with the same rules, which knows nothing of grids.
#[test]
fn every_engine_and_the_puzzle_of_the_same_rules_agree() {
    engines_agree(1);
}

#[test]
#[ignore = "long: several grids"]
fn every_engine_and_the_puzzle_of_the_same_rules_agree_at_length() {
    engines_agree(4);
}

fn engines_agree(n: usize) {
    let jigsaw = format!("jigsaw={REGIONS}");
    for (variant, head, more) in [
        (&["--variant", "x", "--shape", "2x3"][..], Some("sudoku-x 2x3"), Vec::new()),
        (&["--variant", jigsaw.as_str()], Some("jigsaw"), rows(REGIONS)),
        (&["--variant", "anti-king,disjoint-groups", "--shape", "2x3"], None, Vec::new()),
    ] {
        let found = grids(variant, n);
        assert_eq!(found.len(), n, "{variant:?}");
        for grid in found {
            let minimum = |more: &[&str]| {
                let record = record(&[&["solve", &grid][..], variant, more].concat());
                assert_eq!(record["status"], "optimal", "{variant:?} {more:?}");
                assert!(record["variant"].as_str().is_some_and(|name| variant.contains(&name)));
                record["minimum"].clone()
            };
            let native = minimum(&[]);
            assert_eq!(minimum(&["--engine", "both"]), native, "{grid}");
            assert_eq!(minimum(&["--engine", "bilevel", "--leaf", "lp", "--max-sets", "0"]), native, "{grid}");
            assert_eq!(minimum(&["--engine", "dmus", "--source", "complete"]), native, "{grid}");
            if let Some(head) = head {
                let program = minclue();
                program.write("same.txt", puzzle_text(head, &grid, &more));
                let by_model = program.run(["puzzle", "--format", "jsonl", "same.txt"]).record();
                assert_eq!(by_model["minimum"], native, "{grid}");
            }
        }
    }
}

/// A valid puzzle of 9x9 is one of the kind too, and with a clue less it is not.
#[test]
fn puzzles_of_nine_are_those_of_the_kinds() {
    for (variant, head) in [("x", "sudoku-x 3x3"), ("windoku", "windoku")] {
        let made = record(&["generate", "--variant", variant, "--seed", "5"]);
        let (grid, puzzle) = (made["grid"].as_str().expect("a grid"), made["puzzle"].as_str().expect("a puzzle"));
        assert_eq!((&made["variant"], &made["minimal"]), (&Value::from(variant), &Value::Bool(true)));
        let names: Vec<String> = puzzle
            .char_indices()
            .filter(|(_, digit)| *digit != '.')
            .map(|(at, digit)| format!("x_r{}c{}_{digit}", at / 9 + 1, at % 9 + 1))
            .collect();
        let program = minclue();
        program.write("same.txt", puzzle_text(head, grid, &[]));
        for (names, is_valid) in [(&names[..], true), (&names[1..], false)] {
            let checked =
                program.run(["puzzle", "--check", &names.join(","), "--format", "jsonl", "same.txt"]).record();
            assert_eq!(checked["valid"], Value::Bool(is_valid), "{puzzle}");
        }
        let checked = record(&["check", "--variant", variant, puzzle]);
        assert_eq!((&checked["valid"], &checked["minimal"]), (&Value::Bool(true), &Value::Bool(true)));
        assert_eq!((&checked["grid"], &checked["variant"]), (&made["grid"], &made["variant"]));
        // Without the rule the same clues are not enough.
        assert_eq!(record(&["check", puzzle])["valid"], Value::Bool(false));
        // The recipe makes it again.
        let command = made["recipe"]["command"].as_str().expect("a command");
        let words: Vec<&str> = command.split(' ').skip(1).collect();
        assert_eq!(minclue().run(words).text.trim_end(), puzzle);
    }
}

/// Bounds of grids beyond 9x9, with houses and with moves: the certificate has what was learned about the puzzle.
#[test]
fn large_variants_have_bounds_with_a_certificate() {
    for rule in ["x", "anti-knight"] {
        let program = minclue();
        let grid = program.run(["generate", "--grids", "--shape", "2x5", "--variant", rule, "--seed", "1"]).text;
        let variant = ["--shape", "2x5", "--variant", rule];
        let solve = ["solve", "--node-limit", "20000", "--certify", "large.cert", "--format", "jsonl", grid.trim()];
        let record = program.run([&solve[..], &variant].concat()).record();
        let bound = |name: &str| record[name].as_u64().expect("a bound");
        let (lower, upper) = (bound("lower_bound"), bound("upper_bound"));
        assert!(record["certified"] == true && lower > 4 && upper < 35, "{record}");
        let verdict = program.run([&["verify", "large.cert", "--grid", grid.trim()][..], &variant].concat());
        assert!(verdict.text.starts_with(&format!("VERIFIED {lower} <= minimum <= {upper}")), "{}", verdict.text);
    }
}

/// As exact cover and as linear model; the checker sees another rule, another grid and a changed byte.
#[test]
fn certificates_are_about_the_variant() {
    for (rule, shape) in [("x", "2x3"), ("anti-king", "2x3")] {
        let variant = ["--variant", rule, "--shape", shape];
        let grid = grids(&variant, 1).remove(0);
        let program = minclue();
        for engine in ["native", "bilevel"] {
            let args = ["solve", &grid, "--engine", engine, "--certify", "one.cert", "--format", "jsonl"];
            let solved = program.run([&args[..], &variant].concat());
            assert_eq!(solved.code, 0, "{}", solved.stderr);
            let verdict =
                program.run([&["verify", "--grid", &grid, "--format", "jsonl", "one.cert"][..], &variant].concat());
            assert_eq!(verdict.code, 0, "{}", verdict.stderr);
            assert_eq!(verdict.record()["minimum"], solved.record()["minimum"]);
            let plain = program.run(["verify", "--grid", &grid, "--shape", shape, "one.cert"]);
            assert!(plain.code != 0 && plain.stderr.contains("another problem"), "{}", plain.stderr);
        }
        let bytes = fs::read(program.path("one.cert")).expect("a certificate");
        let minimum = program.run(["verify", "one.cert", "--format", "jsonl"]).record()["minimum"].clone();
        let (mut n_altered, mut n_refused) = (0, 0);
        for at in (0..bytes.len()).step_by(1 + bytes.len() / 12) {
            let mut altered = bytes.clone();
            altered[at] ^= 1;
            fs::write(program.path("altered.cert"), altered).expect("written");
            let args = ["verify", "--grid", &grid, "altered.cert", "--format", "jsonl"];
            let output = program.run([&args[..], &variant].concat());
            // A step that names another set may be as good, but then it proves the same.
            assert!(output.code != 0 || output.record()["minimum"] == minimum, "byte {at} of {}", bytes.len());
            n_altered += 1;
            n_refused += usize::from(output.code != 0);
        }
        assert!(n_altered > 10 && n_refused + 2 >= n_altered, "{n_refused} of {n_altered} are refused");
        let args = ["enumerate", &grid, "-k", "4", "--certify", "all.cert", "--format", "jsonl", "--count"];
        let all = program.run([&args[..], &variant].concat());
        assert_eq!((all.code, &all.record()["variant"]), (0, &Value::from(rule)), "{}", all.stderr);
        assert_eq!(program.run([&["verify", "--grid", &grid, "all.cert"][..], &variant].concat()).code, 0);
    }
}

/// What is enumerated is what the check of each puzzle says.
#[test]
fn all_puzzles_of_a_variant_are_there() {
    let minimum = record(&["solve", "--variant", "x", FOUR_X])["minimum"].as_u64().expect("a minimum") as u32;
    let output = minclue().run(["enumerate", "-k", &minimum.to_string(), "--variant", "x", FOUR_X]);
    let mut found: Vec<&str> = output.text.lines().collect();
    found.sort_unstable();
    let puzzles: Vec<String> = (0..1_u32 << 16)
        .filter(|clues| clues.count_ones() == minimum)
        .map(|clues| FOUR_X.char_indices().map(|(at, d)| if clues >> at & 1 == 1 { d } else { '.' }).collect())
        .collect();
    let program = minclue();
    program.write("all.txt", puzzles.join("\n"));
    let checked = program.run(["check", "--variant", "x", "--format", "jsonl", "all.txt"]);
    let valid = checked.records().into_iter().filter(|record| record["valid"] == Value::Bool(true));
    let mut valid: Vec<String> = valid.map(|record| record["input"].as_str().expect("a puzzle").to_owned()).collect();
    valid.sort_unstable();
    assert!(!valid.is_empty());
    assert_eq!(found, valid);
}
