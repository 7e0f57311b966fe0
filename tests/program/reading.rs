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

#[test]
fn an_answer_of_one_verb_is_the_input_of_the_next() {
    let made = run(&["generate", "-n", "3", "--seed", "5", "-k", "30", "--format", "jsonl"], "");
    let puzzles: Vec<Value> = made.records().iter().map(|record| record["puzzle"].clone()).collect();
    let rated = records(&["rate"], &made.text);
    assert_eq!(rated.iter().map(|record| record["input"].clone()).collect::<Vec<_>>(), puzzles);
    let solved = run(&["solve", "--format", "json"], "a 1234341221434321\n1...............\n");
    let array: Vec<Value> = serde_json::from_str(&solved.text).expect("one array");
    let solved_puzzles: Vec<Value> = array.iter().filter_map(|record| record.get("puzzle").cloned()).collect();
    assert_eq!((solved.code, solved_puzzles.len()), (3, 1), "{}", solved.stderr);
    let checked = run(&["check", "--format", "jsonl"], &solved.text);
    let first = &checked.records()[0];
    assert_eq!((&first["id"], &first["input"], &first["valid"]), (&"a".into(), &solved_puzzles[0], &true.into()));
    assert!(checked.code == 3 && checked.stderr.contains("its input was invalid"), "{}", checked.stderr);
}

#[test]
fn a_column_is_chosen_by_name_or_number() {
    let table = format!("solution,other,mine\n{SOLUTION},{SOLUTION},{PUZZLE}\n");
    for column in ["mine", "3"] {
        assert_eq!(records(&["check", "--column", column], &table)[0]["input"].as_str(), Some(PUZZLE), "{column}");
    }
    let json = format!("{{\"mine\":\"{PUZZLE}\",\"puzzle\":\"{SOLUTION}\"}}\n");
    assert_eq!(records(&["check", "--column", "mine"], &json)[0]["input"].as_str(), Some(PUZZLE));
    let missing = run(&["check", "--column", "yours"], &table);
    assert_eq!(missing.code, 3, "{}", missing.stderr);
    assert!(missing.stderr.contains("there is no column `yours` in this head"), "{}", missing.stderr);
    assert_eq!(run(&["check", "--column", "0"], &table).code, 2);
}

#[test]
fn pencil_marks_are_read_with_a_note() {
    let marks = "1 34 24 23\n34 2 14 13\n24 14 3 12\n23 13 12 4\n";
    let output = run(&["check", "--format", "jsonl"], marks);
    assert_eq!(output.records()[0]["input"].as_str(), Some("1....2....3....4"), "{}", output.stderr);
    assert!(output.stderr.contains("standard input:1: of these pencil marks the single ones are taken as clues"));
    assert!(!run(&["check", "-q"], marks).stderr.contains("pencil marks"));
}

#[test]
fn an_address_is_an_argument_too() {
    let address = format!("https://www.sudokuwiki.org/sudoku.htm?bd={}", PUZZLE.replace('.', "0"));
    assert_eq!(records(&["check", &address], "")[0]["input"].as_str(), Some(PUZZLE));
    assert_eq!(records(&["check"], &address)[0]["input"].as_str(), Some(PUZZLE));
    let without = run(&["check", "https://sudokupad.app/k3v1q9"], "");
    assert_eq!(without.code, 3, "{}", without.stderr);
    assert!(without.stderr.contains("there is no puzzle in this address"), "{}", without.stderr);
}

/// `1234341221434321` and a line feed, packed by the program `gzip`, without a name and a time.
const PACKED: &[u8] = &[
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x33, 0x34, 0x32, 0x36, 0x31, 0x36, 0x31, 0x34, 0x32,
    0x32, 0x04, 0x52, 0xc6, 0x46, 0x86, 0x5c, 0x00, 0x13, 0x62, 0xe7, 0x66, 0x11, 0x00, 0x00, 0x00,
];

#[test]
fn packed_files_are_read_whatever_they_are_called() {
    let program = crate::minclue();
    let list = format!("7 {PUZZLE}\n").repeat(2_000);
    let packed = zstd::encode_all(list.as_bytes(), 3).expect("memory");
    program.write("list", &packed);
    let output = program.feed(["check", "--format", "jsonl", "list", "-"], &packed);
    assert_eq!((output.code, output.records().len()), (0, 4_000), "{}", output.stderr);
    program.write("cut", &packed[..packed.len() - 9]);
    let cut = program.feed(["check", "--format", "jsonl", "cut", "list"], "");
    assert_eq!(cut.code, 3, "{}", cut.stderr);
    let said = format!("this zstd file is cut off at byte {}", packed.len() - 9);
    assert!(cut.stderr.contains(&said) && cut.records().len() >= 2_000, "{}", cut.stderr);
    let gzip = program.feed(["check", "--format", "jsonl"], PACKED);
    assert_eq!((gzip.code, gzip.records()[0]["grid"].as_str()), (0, Some("1234341221434321")), "{}", gzip.stderr);
    let cut = program.feed(["check", "--format", "jsonl"], &PACKED[..29]);
    assert!(cut.code == 3 && cut.stderr.contains("this gzip file is cut off at byte 29"), "{}", cut.stderr);
    program.write("cut.gz", &PACKED[..29]);
    assert_eq!(program.run(["solve", "--certify", "four.cert", "1234341221434321"]).code, 0);
    for words in [
        "generate --from cut.gz",
        "verify four.cert --grid cut.gz",
        "neighbors --remove 1 --add 1 --known cut.gz 1.3.3.1.2......3",
    ] {
        let cut = program.run(words.split(' '));
        assert!(cut.code == 3 && cut.stderr.contains("this gzip file is cut off"), "{words}: {}", cut.stderr);
    }
}

#[test]
fn what_is_not_used_gets_a_note_and_quiet_leaves_it_out() {
    let entered =
        r#"{"size":4,"grid":[[{"value":1,"given":true},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{"value":4}]]}"#;
    let ruled = entered.replacen("\"size\":4", "\"size\":4,\"ruleset\":\"No king's move.\"", 1);
    for (text, said) in [
        (format!(":0000:x:{PUZZLE}:518 211::"), "standard input:1: 2 deleted candidates are not used"),
        (entered.to_owned(), "1 digit was entered and not given"),
        (ruled, "only those of plain Sudoku hold: No king's move."),
        (
            "[Puzzle]\n1...\n....\n....\n...4\n[State]\n12..\n....\n....\n...4\n".to_owned(),
            "the section [State] is not read",
        ),
    ] {
        let output = run(&["check", "--format", "jsonl"], &text);
        assert_eq!((output.code, output.records().len()), (0, 1), "{text}: {}", output.stderr);
        assert!(output.stderr.contains(said), "{text}: {}", output.stderr);
        assert!(!run(&["check", "-q"], &text).stderr.contains(said), "{text}");
    }
}

#[test]
fn of_rows_below_a_head_of_column_numbers_nothing_is_answered() {
    let rows = "0,3,0,0\n0,4,1,0\n0,0,0,0\n3,0,0,2\n";
    for head in ["0,1,2,3\n", "1,2,3,4\n"] {
        let output = run(&["check", "--format", "jsonl"], &format!("{head}{rows}"));
        assert_eq!(output.code, 3, "{}", output.stderr);
        assert!(output.stderr.contains("5 rows of 4, up to line 5: is the first a head"), "{}", output.stderr);
        assert!(output.records().iter().all(|record| record["status"] == "invalid_input"), "{}", output.text);
    }
    assert_eq!(records(&["check"], rows)[0]["input"].as_str(), Some(".3...41.....3..2"));
}
