//! The forms in which people have their grids and puzzles, read by the program as it is built.
#![expect(clippy::print_stdout, reason = "a test that checks nothing must say so")]

use std::time::Instant;

use minclue_core::sudoku::{Reader, Shape, line};
use minclue_testkit::{Run, shared_text};
use serde_json::Value;

use crate::run;

/// The puzzle and the grid of Fig. 1 of tjusila-2023.
const PUZZLE: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const SOLUTION: &str = "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

/// The records of a run that answers everything.
fn records(args: &[&str], stdin: &str) -> Vec<Value> {
    let output = run(&[args, &["--format", "jsonl"]].concat(), stdin);
    assert_eq!(output.code, 0, "{args:?} {stdin}: {}", output.stderr);
    output.records()
}

#[test]
fn a_table_of_puzzles_and_solutions_is_read_as_puzzles() {
    for table in [
        format!("quizzes,solutions\n{PUZZLE},{SOLUTION}\n{PUZZLE},{SOLUTION}\n"),
        format!("puzzle,solution\n{0},{SOLUTION}\n{0},{SOLUTION}\n", PUZZLE.replace('.', "0")),
        format!("Puzzle,\n{PUZZLE},\n{PUZZLE},\n"),
        format!("Puzzle;rating\n\"{PUZZLE}\";7.2\n\"{PUZZLE}\";ED=7.2/1.2/1.2\n"),
        format!(":0000:x:{PUZZLE}:::\n:0110:4:{}:421 621:r3c2::\n", PUZZLE.replace('8', "+8")),
    ] {
        let records = records(&["check"], &table);
        assert_eq!(records.len(), 2, "{table}");
        for record in &records {
            assert_eq!((record["input"].as_str(), record["id"].as_str()), (Some(PUZZLE), None), "{table}");
            assert_eq!((record["n_clues"].as_u64(), record["valid"].as_bool()), (Some(17), Some(true)), "{table}");
        }
    }
    let named = records(&["check"], &format!("id,puzzle,solution,clues\n12,{PUZZLE},{SOLUTION},17\n"));
    assert_eq!((named[0]["id"].as_str(), named[0]["input"].as_str()), (Some("12"), Some(PUZZLE)));
}

#[test]
fn our_own_table_of_puzzles_is_read_back() {
    let made = run(&["generate", "-n", "3", "--seed", "5", "-k", "30", "--format", "csv"], "");
    let mut rows = csv::Reader::from_reader(made.text.as_bytes());
    let columns = rows.headers().expect("a head").clone();
    let place = columns.iter().position(|name| name == "puzzle").expect("a column of puzzles");
    let puzzles: Vec<String> = rows.records().map(|row| row.expect("a row")[place].to_owned()).collect();
    let read = records(&["check"], &made.text);
    assert_eq!(read.iter().map(|r| r["input"].as_str().expect("a puzzle")).collect::<Vec<_>>(), puzzles);
    assert_eq!(puzzles.len(), 3);
}

#[test]
fn an_argument_is_a_grid_in_every_form_that_input_has() {
    for empty in [".", "0", "_", "*", "-", "x", "X"] {
        let records = records(&["check", &PUZZLE.replace('.', empty)], "");
        assert_eq!(records[0]["input"].as_str(), Some(PUZZLE), "{empty}");
    }
    // With a shape, as many characters as it has cells are a grid.
    for (shape, grid) in [("1x2", "1221"), ("1x2", "12 21"), ("1x3", "123231312"), ("2x2", "1234341221434321")] {
        let from_argument = run(&["solve", "-q", "--shape", shape, grid], "");
        let from_input = run(&["solve", "-q", "--shape", shape], grid);
        assert_eq!(from_argument.code, 0, "{grid}");
        let text = |output: &Run| output.text.lines().filter(|l| !l.contains(" in ")).collect::<String>();
        assert_eq!(text(&from_argument), text(&from_input), "{grid}");
    }
    let same = records(&["canon", "--shape", "1x2", "--same-as", "2112", "1221"], "");
    assert_eq!(same[0]["isomorphic"].as_bool(), Some(true));
}

#[test]
fn a_wrong_character_in_an_argument_is_named_and_no_file_is_missed() {
    let output = run(&["check", &PUZZLE.replacen('8', "?", 1)], "");
    let stderr = output.stderr;
    assert_eq!(output.code, 3, "{stderr}");
    assert!(stderr.contains("'?' is not a cell of a 9x9 grid") && !stderr.contains("there is no file"), "{stderr}");
}

/// The lists hold nothing but names and 81 or 256 characters, so that two splits read them too.
#[test]
fn lists_of_others_are_read_whole() {
    for (name, n_entries, n_cells) in [
        ("royle_17_clue.txt", 49_151, 81),
        ("forum_hardest_11plus.txt", 48_766, 81),
        ("paper_9x9.txt", 50, 81),
        ("paper_16x16.txt", 10, 256),
    ] {
        let Some(text) = shared_text(name) else { continue };
        let expected: Vec<(Option<&str>, &str)> = text
            .lines()
            .filter(|line| !line.trim().is_empty() && !line.starts_with("Id") && !line.starts_with('#'))
            .map(|line| line.trim().rsplit_once(' ').map_or((None, line.trim()), |(id, cells)| (Some(id), cells)))
            .collect();
        assert_eq!(expected.len(), n_entries, "{name}");
        for shape in [None, Shape::of_cells(n_cells)] {
            let start = Instant::now();
            let mut n_read = 0;
            for (entry, (id, cells)) in Reader::new(text.as_bytes(), shape).zip(&expected) {
                let entry = entry.expect("a good line");
                assert_eq!((entry.id.as_deref(), line(&entry.puzzle).as_str()), (*id, *cells), "{name}");
                n_read += 1;
            }
            assert_eq!(n_read, n_entries, "{name}");
            assert_eq!(Reader::new(text.as_bytes(), shape).count(), n_entries, "{name}");
            println!("{name}: {n_read} entries twice in {:.3} s", start.elapsed().as_secs_f64());
        }
    }
}
