//! The verbs that make, rate, class and exchange puzzles, and the teaching solvers, as users see them.

use std::fmt::Write as _;
use std::fs;

use minclue_core::base::rng;
use minclue_core::sudoku::{Puzzle, Shape, Transform, all_grids, line, random_grid};
use minclue_testkit::shared_data;
use rand::seq::SliceRandom as _;
use serde_json::Value;

use crate::{minclue, run, said};

/// Puzzles A, B and C of maniccam-2013, Fig. 4.
const A: &str = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
const B: &str = "12.4..3..3...1..5...6...1..7...9.....4.6.3.....3..2...5...8.7....7.....5.......98";
const C: &str = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
const FOUR: &str = "1234341221434321";
/// The most canonical grid.
const CANONICAL: &str = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn records(args: &[&str], stdin: &str) -> Vec<Value> {
    let args = [args, &["--format", "jsonl"]].concat();
    let run = run(&args, stdin);
    assert_eq!(run.code, 0, "{args:?}: {}", run.stderr);
    run.records()
}

#[test]
fn the_three_hard_puzzles_take_as_many_tries_as_was_published() {
    let records = records(&["classic", "fill"], &format!("A {A}\nB {B}\nC {C}\n"));
    let tries: Vec<&Value> = records.iter().map(|r| &r["tries"]).collect();
    assert_eq!(tries, [691_752_849, 3_004_926, 3_040_223]);
    for (record, puzzle) in records.iter().zip([A, B, C]) {
        let sum: u64 = puzzle.chars().filter_map(|c| c.to_digit(10)).map(u64::from).sum();
        let exhausted = record["n_exhausted"].as_u64().expect("a number");
        assert_eq!(record["tries"], 10 * exhausted + 405 - sum);
    }
}

#[test]
fn all_solutions_are_listed_and_counted() {
    let listed = said(&["classic", "fill", "--all", "--list", "1234............"], "");
    let solutions: Vec<&str> = listed.lines().take_while(|line| !line.contains("tries")).collect();
    assert_eq!(solutions.len(), 12);
    assert!(solutions.contains(&FOUR));
    let random = records(&["classic", "fill", "--all", "--order", "random", "--seed", "5"], "1234............\n");
    assert_eq!((&random[0]["n_solutions"], &random[0]["complete"]), (&Value::from(12), &Value::from(true)));
    assert_eq!(random[0]["seed"], 5);
    let three = records(&["classic", "fill", "--max-solutions", "3"], "1234............\n");
    assert_eq!((&three[0]["n_solutions"], &three[0]["complete"]), (&Value::from(3), &Value::from(false)));
}

#[test]
fn a_limit_of_tries_is_no_answer() {
    let output = run(&["classic", "fill", "--max-tries", "1000", "--format", "jsonl", A], "");
    assert_eq!(output.code, 4);
    let record = output.record();
    assert_eq!((&record["status"], &record["n_solutions"]), (&Value::from("node_limit"), &Value::from(0)));
    let output = run(&["rate", "--max-tries", "1000", "--format", "jsonl", A], "");
    assert_eq!(output.code, 4);
    let record = output.record();
    assert!(record.get("tries").is_none() && record["at_least"]["tries"].as_u64().is_some_and(|n| n >= 1000));
    assert_eq!(record["solutions"], "one");
}

#[test]
fn every_generated_puzzle_can_be_made_again_by_its_command() {
    for options in [
        &["-n", "3", "--clues", "24..30"][..],
        &["-n", "2", "--density", "0.4", "--valid"],
        &["-n", "2", "--symmetry", "half-turn", "--minimal"],
        &["-n", "2", "--shape", "2x3", "--ctn", "2..40", "--dig", "rows"],
        &["-n", "2", "--grids", "--shape", "1x5"],
        &["-n", "2", "--grids", "--uniform"],
        &["-n", "2", "--fill", "uniform", "--shape", "2x3", "--clues", "12.."],
        &["-n", "1", "--density", "0.3", "--clues", "22", "--max-attempts", "200000"],
        &["--from", CANONICAL, "--tries", "1000..", "--clues", "24.."],
    ] {
        let args = [&["generate", "--seed", "9"], options].concat();
        for record in records(&args, "") {
            let command = record["recipe"]["command"].as_str().expect("a command");
            let mut words = command.split(' ');
            assert_eq!(words.next(), Some("minclue"));
            let again = said(&words.collect::<Vec<_>>(), "");
            assert_eq!(again.trim_end(), record["puzzle"].as_str().expect("a puzzle"), "{command}");
        }
    }
}

/// Without a seed every run is another one, and its record makes it again; with one, all runs are the same.
#[test]
fn what_is_meant_to_be_random_differs_from_run_to_run() {
    let made = |args: &[&str]| -> Vec<Value> { records(&[&["generate", "-n", "5"], args].concat(), "") };
    let puzzles = |records: &[Value]| -> Vec<Value> { records.iter().map(|record| record["puzzle"].clone()).collect() };
    let (one, other) = (made(&[]), made(&[]));
    assert!(puzzles(&one).iter().all(|puzzle| !puzzles(&other).contains(puzzle)), "5 puzzles are the same");
    let seed = one[0]["recipe"]["seed"].as_u64().expect("a seed");
    assert_eq!(puzzles(&made(&["--seed", &seed.to_string()])), puzzles(&one));
    for record in &one {
        assert_eq!(record["recipe"]["seed"], seed, "one run has one seed");
        let command = record["recipe"]["command"].as_str().expect("a command");
        let again = said(&command.split(' ').skip(1).collect::<Vec<_>>(), "");
        assert_eq!(again.trim_end(), record["puzzle"].as_str().expect("a puzzle"));
    }
    // Of both ways in which a teaching solver is random, the seed is in the record too.
    for verb in [&["classic", "fill", "--order", "random"][..], &["classic", "search", "--ties", "random"]] {
        let run = |more: &[&str]| records(&[verb, more, &[B]].concat(), "").remove(0);
        let (one, other) = (run(&[]), run(&[]));
        assert_ne!(one["seed"], other["seed"], "{verb:?}");
        let again = run(&["--seed", &one["seed"].to_string()]);
        let counts = |record: &Value| {
            let count = |part: &Value| (part["recursions"].clone(), part["depth"].clone());
            let strategies = record["strategies"].as_array().map(|parts| parts.iter().map(count).collect::<Vec<_>>());
            (record["tries"].clone(), record["solution"].clone(), strategies)
        };
        assert_eq!(counts(&again), counts(&one), "{verb:?}");
    }
}

/// Lines of puzzles have no place for the seed: it is said beside them, and not where it was given or nobody wants to
/// know.
#[test]
fn the_seed_of_plain_puzzles_is_said() {
    let output = run(&["generate", "-n", "2"], "");
    let seed = output.stderr;
    let seed = seed
        .strip_prefix("minclue: seed ")
        .and_then(|rest| rest.split_once("; repeat with --seed "))
        .filter(|(seed, again)| again.strip_suffix('\n') == Some(*seed))
        .map(|(seed, _)| seed)
        .expect("a seed");
    assert_eq!(said(&["generate", "-n", "2", "--seed", seed], ""), output.text);
    for quiet in [&["--seed", "7"][..], &["-q"], &["--format", "csv"]] {
        assert_eq!(run(&[&["generate"], quiet].concat(), "").stderr, "", "{quiet:?}");
    }
}

/// Answers are the same in every run, whoever asks.
#[test]
fn answers_do_not_differ_from_run_to_run() {
    let puzzle = CANONICAL;
    let answer = || said(&["minimize", "--orders", "3", puzzle], "");
    assert_eq!(answer(), answer());
    let solved = records(&["solve"], &format!("{FOUR}\n"));
    assert_eq!(solved[0]["seed"], 1);
}

/// A name from a file is not a formula in a spreadsheet; as a record it is what it is.
#[test]
fn a_name_in_a_table_is_no_formula() {
    let input = format!("=cmd() {FOUR}\n-1 {FOUR}\nplain {FOUR}\n");
    for verb in [&["canon"][..], &["rate"], &["minimize"], &["classic", "fill"]] {
        let table = said(&[verb, &["--format", "csv"]].concat(), &input);
        let names: Vec<&str> = table.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
        assert_eq!(names, ["'=cmd()", "'-1", "plain"], "{verb:?}");
        assert_eq!(records(verb, &input)[0]["id"], "=cmd()");
    }
}

/// Empty 25x25 boxes have 2 * 5!^12 symmetries, about 1.8 * 10^25.
#[test]
fn an_order_beyond_64_bits_is_said_to_be_one() {
    let empty = ".".repeat(625);
    let shown = said(&["canon", "--order", &empty], "");
    assert_eq!(shown, format!("{empty} >=2^64\n"));
    assert!(records(&["canon", &empty], "")[0].get("n_automorphisms").is_none());
    // Of 16x16 it is 2 * 4!^10.
    let empty = ".".repeat(256);
    assert_eq!(said(&["canon", "--order", &empty], ""), format!("{empty} {}\n", 2 * 24_u64.pow(10)));
}

#[test]
fn what_generate_says_is_what_check_finds() {
    let made = records(&["generate", "-n", "20", "--seed", "3", "--clues", "25..45"], "");
    let puzzles: String = made.iter().fold(String::new(), |mut all, r| {
        let _ = writeln!(all, "{}", r["puzzle"].as_str().expect("a puzzle"));
        all
    });
    for (made, checked) in made.iter().zip(records(&["check"], &puzzles)) {
        assert_eq!((&made["valid"], &made["minimal"]), (&checked["valid"], &checked["minimal"]));
        assert_eq!((&made["grid"], &made["n_clues"]), (&checked["grid"], &checked["n_clues"]));
    }
    let rated = records(&["rate"], &puzzles);
    assert_eq!(rated.len(), 20);
    for (made, rated) in made.iter().zip(&rated) {
        assert_eq!((&made["n_clues"], &made["minimal"]), (&rated["n_clues"], &rated["minimal"]));
    }
}

#[test]
fn what_cannot_be_made_is_said() {
    let output = run(&["generate", "--clues", "17", "--max-attempts", "2", "--seed", "1", "--format", "jsonl"], "");
    assert_eq!(output.code, 4);
    let record = output.record();
    assert!(record["status"] == "node_limit" && record.get("puzzle").is_none());
    assert!(output.stderr.contains("not in 2 attempts"));
}

/// A pattern of clues as people write it into a file.
const PATTERN: &str =
    "# newspaper\nXX..X....\nX..XXX...\n.XX....X.\nX...X...X\nX..X.X..X\nX...X...X\n.XX....X.\n...XXX..X\n....X..XX\n";

#[test]
fn clues_stand_where_a_pattern_wants_them() {
    let program = minclue();
    program.write("pattern.txt", PATTERN);
    let marks: String = PATTERN.lines().skip(1).collect();
    let of_file = program.run(["generate", "--seed", "3", "--format", "jsonl", "--pattern", "pattern.txt"]).record();
    let of_line = run(&["generate", "--seed", "3", "--format", "jsonl", "--pattern", &marks], "").record();
    assert_eq!(of_file["puzzle"], of_line["puzzle"]);
    let puzzle = of_file["puzzle"].as_str().expect("a puzzle");
    assert!(puzzle.chars().zip(marks.chars()).all(|(clue, mark)| (clue != '.') == (mark == 'X')), "{puzzle}");
    assert_eq!((&of_file["valid"], &of_file["recipe"]["pattern"]), (&Value::from(true), &Value::from(marks)));
    let recipe = of_file["recipe"]["command"].as_str().expect("a command").to_owned();
    let again: Vec<&str> = recipe.split_whitespace().skip(1).collect();
    assert_eq!(said(&again, "").trim(), puzzle);
    let four = records(&["generate", "--shape", "2x2", "--pattern", "r1c1,r1c4,r2c3,r3c2,r4c1,r4c4"], "");
    assert!(four[0]["n_clues"] == 6 && four[0]["valid"] == true);
}

#[test]
fn patterns_that_cannot_be_are_refused() {
    for (pattern, message) in [
        ("X...", "4 characters; a 9x9 grid has 81 cells"),
        ("r1c1,r2c2", "fewer than 17 clues"),
        ("r1c1,r10c1", "there is no R10C1 in a 9x9 grid"),
        ("no-such-file", "neither a grid nor a cell"),
    ] {
        let output = run(&["generate", "--pattern", pattern], "");
        assert!(output.code == 2 && output.stderr.contains(message), "{pattern}: {}", output.stderr);
    }
    assert_eq!(run(&["generate", "--pattern", "r1c1", "--symmetry", "full"], "").code, 2);
}

#[test]
fn symmetries_have_the_names_of_other_programs() {
    let made = |symmetry| said(&["generate", "--seed", "4", "--symmetry", symmetry], "");
    for (theirs, ours) in [("rotational", "half-turn"), ("rotate90", "quarter-turn"), ("mirror", "left-right")] {
        assert_eq!(made(theirs), made(ours));
    }
}

#[test]
fn numbers_of_clues_that_no_puzzle_has_are_refused_at_once() {
    for (args, known) in [
        (&["-k", "5"][..], "no 9x9 Sudoku puzzle has fewer than 17 clues (mcguire-2012)"),
        (&["--clues", "..16"], "no 9x9 Sudoku puzzle has fewer than 17 clues (mcguire-2012)"),
        (&["-k", "16", "--density", "0.2", "--valid"], "fewer than 17 clues"),
        (&["-k", "3", "--shape", "2x2"], "no 4x4 Sudoku puzzle has fewer than 4 clues"),
        (&["-k", "7", "--shape", "3x2"], "no 6x6 Sudoku puzzle has fewer than 8 clues"),
        (&["-k", "3", "--shape", "1x5"], "no Latin square of order 5 has fewer than 4 clues"),
        (&["-k", "16", "--from", "-"], "fewer than 17 clues"),
    ] {
        let args = [&["generate"], args].concat();
        let output = run(&args, &format!("{CANONICAL}\n{CANONICAL}\n"));
        assert_eq!(output.code, 2, "{args:?}");
        assert!(output.text.is_empty(), "{args:?}");
        assert_eq!(output.stderr.matches(known).count(), 1, "{args:?}: {}", output.stderr);
    }
    // Of a range that begins below, the rest is made; what is not valid may have any number of clues.
    let output = run(&["generate", "-k", "2..6", "--shape", "2x2", "-n", "20", "--seed", "1"], "");
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert_eq!(output.stderr.matches("--clues begins there").count(), 1);
    for puzzle in output.text.lines() {
        assert!((4..=6).contains(&puzzle.chars().filter(|c| *c != '.').count()), "{puzzle}");
    }
    let invalid = said(&["generate", "-k", "0..16", "--density", "0.1", "--seed", "1"], "");
    assert!(invalid.trim_end().len() == 81, "{invalid}");
    // That there is none is a question of its own, which the papers ask.
    assert_eq!(said(&["enumerate", "-q", "-k", "3", "--count", FOUR], "").trim(), "0");
}

#[test]
fn isomorphic_puzzles_are_one_class() {
    let mut rng = rng(8);
    let mut lines = Vec::new();
    for (r, c, n_clues) in [(2, 2, 6), (2, 3, 12), (3, 2, 12), (3, 3, 26), (4, 4, 120), (1, 5, 9)] {
        let shape = Shape::new(r, c).expect("a shape");
        let grid = random_grid::<4>(shape, &mut rng);
        let mut cells: Vec<_> = shape.cells().collect();
        cells.shuffle(&mut rng);
        let puzzle = grid.puzzle::<4>(cells[..n_clues].iter().copied().collect());
        let images: Vec<String> = (0..5).map(|_| line(&Transform::random(shape, &mut rng).puzzle(&puzzle))).collect();
        let shape = shape.to_string();
        let all = images.join("\n");
        assert_eq!(said(&["canon", "--shape", &shape, "--distinct"], &all).lines().count(), 1, "{shape}");
        let records = records(&["canon", "--shape", &shape, "--same-as", &images[0]], &all);
        assert!(records.iter().all(|r| r["isomorphic"] == true && r["class"] == 1), "{shape}");
        lines.push(images[0].clone());
    }
    // A class of each shape: the same line would mean the same puzzle.
    assert_eq!(lines.iter().collect::<std::collections::BTreeSet<_>>().len(), 6);
}

#[test]
fn a_transform_of_a_record_leads_to_the_form() {
    let record = &records(&["canon"], &format!("{B}\n"))[0];
    let numbers = |name: &str| -> Vec<usize> {
        record["transform"][name]
            .as_array()
            .expect("a list")
            .iter()
            .map(|v| v.as_u64().expect("a number") as usize)
            .collect()
    };
    let (cells, digits) = (numbers("cells"), numbers("digits"));
    let mut image = vec!['.'; 81];
    for (at, c) in B.chars().enumerate() {
        if let Some(digit) = c.to_digit(10) {
            image[cells[at]] = char::from_digit(digits[digit as usize - 1] as u32, 10).expect("a digit");
        }
    }
    assert_eq!(record["minlex"], image.into_iter().collect::<String>());
}

#[test]
fn the_most_canonical_grid_is_its_own_form() {
    let record = &records(&["canon"], &format!("{CANONICAL}\n"))[0];
    assert_eq!((&record["minlex"], &record["n_automorphisms"]), (&Value::from(CANONICAL), &Value::from(648)));
}

#[test]
fn the_288_grids_are_two_classes() {
    let grids: String =
        all_grids::<1>(Shape::new(2, 2).expect("a shape"), 1000).iter().fold(String::new(), |mut all, grid| {
            let _ = writeln!(all, "{}", line(&Puzzle::from(grid)));
            all
        });
    assert_eq!(said(&["canon", "--distinct"], &grids).lines().count(), 2);
}

#[test]
fn minimal_puzzles_are_inside_and_more_orders_are_no_worse() {
    let one = &records(&["minimize"], &format!("{CANONICAL}\n"))[0];
    let many = &records(&["minimize", "--orders", "30"], &format!("{CANONICAL}\n"))[0];
    assert!(many["n_clues"].as_u64() <= one["n_clues"].as_u64());
    assert_eq!((&many["minimal"], &many["n_orders"]), (&Value::from(true), &Value::from(30)));
    let puzzle = many["puzzle"].as_str().expect("a puzzle");
    assert!(puzzle.chars().zip(CANONICAL.chars()).all(|(clue, digit)| clue == '.' || clue == digit));
    let checked = &records(&["check"], &format!("{puzzle}\n"))[0];
    assert_eq!((&checked["valid"], &checked["minimal"]), (&Value::from(true), &Value::from(true)));
    // What is minimal already stays.
    assert_eq!(said(&["minimize", puzzle], "").trim_end(), puzzle);
}

/// The last clues of a 25x25 grid take hours.
#[test]
fn a_limit_leaves_a_puzzle_that_is_not_yet_minimal() {
    let grid = said(&["generate", "--grids", "--shape", "5x5", "--seed", "1"], "");
    let output = run(&["minimize", "--time-limit", "200ms", "--format", "jsonl"], &grid);
    assert_eq!(output.code, 4, "{}", output.stderr);
    let record = &output.records()[0];
    assert_eq!((&record["status"], &record["minimal"]), (&Value::from("time_limit"), &Value::from(false)));
    assert!(record["n_clues"].as_u64().is_some_and(|n_clues| n_clues < 625));
    let checked = run(&["check", "--require-valid", record["puzzle"].as_str().expect("a puzzle")], "");
    assert_eq!(checked.code, 0, "{}", checked.stderr);
    let shown = run(&["minimize", "--time-limit", "200ms"], &grid);
    assert!(shown.stderr.contains("line 1: not minimal yet, time limit reached"), "{}", shown.stderr);
}

#[test]
fn known_puzzles_are_not_new() {
    let program = minclue();
    let puzzle = said(&["minimize", FOUR], "");
    let found = said(&["neighbors", "--remove", "1", "--add", "1", "--minimal", puzzle.trim_end()], "");
    assert!(found.lines().count() > 1, "{found}");
    let file = program.path("known.txt");
    fs::write(&file, &found).expect("a file");
    let known = ["neighbors", "--remove", "1", "--add", "1", "--minimal", "--known", file.to_str().expect("a name")];
    assert_eq!(said(&[&known[..], &[puzzle.trim_end()]].concat(), ""), "");
    let all = said(&["neighbors", "--remove", "1", "--add", "1", "--minimal", "--all", puzzle.trim_end()], "");
    assert!(all.lines().count() > found.lines().count(), "isomorphic ones too");
    let two = said(&["neighbors", "--remove", "1", "--add", "1", "--max-puzzles", "2", puzzle.trim_end()], "");
    assert_eq!(two.lines().count(), 2);
}

/// {-1+1} of 17-clue puzzles leads to other 17-clue puzzles, and none that is not in Royle's list.
#[test]
fn neighbors_of_seventeen_clues_are_in_the_list() {
    let Some(file) = shared_data("royle_17_clue.txt") else { return };
    let list = fs::read_to_string(&file).expect("the list");
    let some: String = list.lines().step_by(500).fold(String::new(), |mut all, puzzle| {
        let _ = writeln!(all, "{puzzle}");
        all
    });
    let found = records(&["neighbors", "--remove", "1", "--add", "1"], &some);
    let (puzzles, ends): (Vec<&Value>, Vec<&Value>) = found.iter().partition(|r| r["schema"] == "minclue-puzzle/1");
    assert!(ends.iter().all(|r| r["complete"] == true) && puzzles.len() > 20, "{} puzzles", puzzles.len());
    let known = ["neighbors", "--remove", "1", "--add", "1", "--count", "--known", file.to_str().expect("a name")];
    let counts = said(&known, &some);
    assert!(counts.lines().all(|n| n == "0"), "a puzzle with 17 clues that the list does not have");
}

#[test]
fn tables_have_a_head_line_and_a_row_each() {
    for (args, n_rows) in [
        (&["rate", "--format", "csv"][..], 2),
        (&["canon", "--format", "csv"], 2),
        (&["minimize", "--format", "csv"], 2),
        (&["classic", "fill", "--format", "csv"], 2),
        (&["classic", "search", "--format", "csv"], 6),
    ] {
        let table = said(args, &format!("a {FOUR}\nx 1234341221434...\n"));
        let rows: Vec<&str> = table.lines().collect();
        assert_eq!(rows.len(), n_rows + 1, "{table}");
        assert!(rows[0].starts_with("id,") && rows[1].starts_with("a,"), "{table}");
    }
}

#[test]
fn tables_keep_what_was_not_answered() {
    for args in [&["rate"][..], &["canon"], &["minimize"], &["classic", "fill"], &["classic", "search"]] {
        let output = run(&[args, &["--format", "csv"]].concat(), "a 1134............\n");
        assert_eq!(output.code, 3, "{args:?}");
        let table = output.text;
        let rows: Vec<&str> = table.lines().collect();
        assert!(
            rows.len() == 2 && rows[1].starts_with("a,") && rows[1].contains("1 stands twice"),
            "{args:?}: {table}"
        );
    }
    let output = run(&["rate", "--max-tries", "100", "--format", "csv", A], "");
    assert!(output.text.lines().any(|row| row.contains(",100,")), "what counts had reached is in the table");
}

#[test]
fn json_has_the_solutions_that_were_asked_for() {
    let said = said(&["classic", "fill", "--all", "--list", "--format", "json", "1234............"], "");
    let records: Value = serde_json::from_str(&said).expect("an array");
    assert_eq!(records[0]["solutions"].as_array().map(Vec::len), Some(12));
}

#[test]
fn inputs_of_generate_are_answered_one_by_one() {
    let output = run(&["generate", "--from", "-", "--format", "jsonl"], &format!("x 1234............\ny {FOUR}\n12\n"));
    assert_eq!(output.code, 3);
    let statuses: Vec<Value> = output
        .text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a record")["status"].clone())
        .collect();
    assert_eq!(statuses, ["invalid_input", "done", "invalid_input"]);
    let output = run(&["generate", "--from", "-"], "# nothing\n");
    assert_eq!(output.code, 3);
    assert!(output.stderr.contains("there is no grid"));
}

/// The states of a very symmetric square are too many, and the inputs after it are answered all the same.
#[test]
fn a_square_that_is_given_up_spoils_no_other() {
    let digit = |v: usize| {
        char::from(if v < 9 {
            b'1' + v as u8
        } else if v < 15 {
            b'A' + (v - 9) as u8
        } else {
            b'0'
        })
    };
    let square: String = (0..256).map(|at| digit((at / 16) ^ (at % 16))).collect();
    let output = run(&["canon", "--shape", "1x16", "-"], &format!("a {square}\nb {square}\n"));
    assert_eq!(output.code, 4);
    assert_eq!(output.stderr.matches("no minlex form, memory limit reached").count(), 2);
    let after = run(&["canon", "--format", "jsonl", FOUR], "");
    assert_eq!(after.code, 0);
}

#[test]
fn what_people_read() {
    let mut seen = String::new();
    for args in [
        &["classic", "fill", B][..],
        &["classic", "fill", "--all", "1234............"],
        &["classic", "fill", "--max-tries", "100", B],
        &["classic", "fill", "123........4...."],
        &["classic", "search", "--ties", "random", "--seed", "1", B],
        &["classic", "search", "--strategies", "ctn", "--stop", "ratio", "--unit", "calls", B],
        &["classic", "squares", "12..34..21..43.."],
        &["rate", B],
        &["rate", "--max-tries", "100", B],
        &["rate", "1234............"],
        &["rate", FOUR],
        &["generate", "-n", "2", "--seed", "1"],
        &["generate", "--clues", "30", "--symmetry", "half-turn", "--seed", "1"],
        &["generate", "--grids", "--shape", "2x3", "--seed", "1"],
        &["generate", "--clues", "17", "--max-attempts", "1", "--seed", "1"],
        &["generate", "--grids", "--uniform", "-n", "2", "--seed", "1"],
        &["catalog", "--shape", "2x2"],
        &["catalog", "--shape", "2x3", "--count"],
        &["catalog", "--count", "17.0.100", "29.0.100"],
        &["canon", "--order", "--same-as", A, B],
        &["canon", "--grids", B],
        &["minimize", FOUR],
        &["neighbors", "--remove", "1", "--add", "0", "1234341.2.43...."],
        &["neighbors", "--remove", "1", "--add", "1", "--count", "1.....3..2....4."],
        &["neighbors", "--remove", "1", "--add", "1", "--max-puzzles", "1", "1.....3..2....4."],
    ] {
        let output = run(args, "");
        let _ = writeln!(seen, "$ minclue {} (exit {})", args.join(" "), output.code);
        seen.push_str(&output.text);
        for line in output.stderr.lines() {
            let _ = writeln!(seen, "! {line}");
        }
        seen.push('\n');
    }
    insta::with_settings!({ omit_expression => true, filters => [(r"\b\d+\.\d s\)", "TIME)")] }, {
        insta::assert_snapshot!("output", seen);
    });
}

#[test]
fn a_trace_has_every_change_of_the_board_and_ends_with_the_record() {
    for (args, names) in [
        (&["classic", "fill", "--trace", B][..], vec!["fill"]),
        (&["classic", "search", "--trace", "--strategies", "mrv,ctn", B], vec!["mrv", "ctn"]),
    ] {
        let mut lines = run(args, "").records();
        let record = lines.pop().expect("the record");
        let solution = record["solution"].as_str().expect("a solution");
        for name in names {
            let mut cells: Vec<String> = B.chars().map(String::from).collect();
            let steps: Vec<&Value> = lines.iter().filter(|line| line["solver"] == name).collect();
            for (number, step) in (1..).zip(&steps) {
                assert_eq!((&step["schema"], &step["step"]), (&"minclue-trace/1".into(), &Value::from(number)));
                let digit = step.get("digit").map_or_else(|| ".".to_owned(), Value::to_string);
                cells[step["cell"].as_u64().expect("a cell") as usize] = digit;
            }
            let count = &steps.last().expect("steps")["count"];
            let strategies = record.get("strategies").and_then(Value::as_array);
            let of_name = |s: &&Value| s["strategy"] == name;
            let whole =
                strategies.and_then(|all| all.iter().find(of_name)).map_or(&record["tries"], |s| &s["recursions"]);
            assert_eq!(count, whole, "{name}");
            // CtN stops where the rest follows.
            assert!(cells.concat().chars().zip(solution.chars()).all(|(c, s)| c == '.' || c == s), "{name}");
        }
    }
    let output = run(&["classic", "search", "--trace", "--format", "csv", B], "");
    assert!(output.code == 2 && output.stderr.contains("lines of JSON"), "{}", output.stderr);
}
