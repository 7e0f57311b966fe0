//! The forms in which people have their grids and puzzles, read by the program as it is built.
#![expect(clippy::print_stdout, reason = "a test that checks nothing must say so")]

use std::time::Instant;

use minclue_core::sudoku::{Reader, Shape, line};
use minclue_testkit::shared_text;
use serde_json::Value;

use crate::run;

/// The puzzle of Fig. 1 of tjusila-2023.
const PUZZLE: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// The records of a run that answers everything.
fn records(args: &[&str], stdin: &str) -> Vec<Value> {
    let output = run(&[args, &["--format", "jsonl"]].concat(), stdin);
    assert_eq!(output.code, 0, "{args:?} {stdin}: {}", output.stderr);
    output.records()
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
