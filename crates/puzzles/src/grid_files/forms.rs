//! The forms in which users paste a puzzle: each is read as that puzzle or rejected, and none is read as another
//! puzzle. The page `docs/formats/puzzles.md` has the same list.

use super::*;
use crate::sudoku::{Puzzle, line};

/// The puzzle of Fig. 1 of tjusila-2023, and its solution.
const PUZZLE: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const SOLUTION: &str = "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

/// What is to become of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It is read as the puzzle.
    Read,
    /// It is read as the puzzle; a title above it is rejected.
    ReadBelowTitle,
    Refused,
}
use Fate::{Read, ReadBelowTitle, Refused};

fn rows(of: impl Fn(&str) -> String) -> String {
    (0..9).map(|r| of(&PUZZLE[9 * r..9 * r + 9]) + "\n").collect()
}

fn spread(row: &str, by: &str) -> String {
    row.chars().map(String::from).collect::<Vec<_>>().join(by)
}

/// Rows with a line of its own above each band, and one below the last.
fn boxed(rules: [&str; 4], row: impl Fn([&str; 3]) -> String) -> String {
    let rows = (0..9).map(|r| {
        let of = |stack: usize| &PUZZLE[9 * r + 3 * stack..][..3];
        let rule = if r % 3 == 0 { format!("{}\n", rules[r / 3]) } else { String::new() };
        rule + &row([of(0), of(1), of(2)]) + "\n"
    });
    rows.collect::<String>() + rules[3] + "\n"
}

/// What no clue that a cell sees has, as a program would write pencil marks at the start.
fn pencil_marks() -> Vec<String> {
    let cells: Vec<char> = PUZZLE.chars().collect();
    let sees = |a: usize, b: usize| a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3);
    let marks = |i: usize| match cells[i] {
        '.' => ('1'..='9').filter(|d| !(0..81).any(|j| sees(i, j) && cells[j] == *d)).collect(),
        clue => clue.to_string(),
    };
    (0..81).map(marks).collect()
}

fn json_rows() -> String {
    let row = |row: &str| format!("[{}]", spread(&row.replace('.', "0"), ","));
    format!("[{}]", (0..9).map(|r| row(&PUZZLE[9 * r..9 * r + 9])).collect::<Vec<_>>().join(","))
}

/// The puzzle as `SudokuPad` keeps it.
fn sudokupad_json() -> String {
    let cell = |c: char| c.to_digit(10).map_or(serde_json::json!({}), |value| serde_json::json!({"value": value}));
    let cells: Vec<serde_json::Value> = PUZZLE.chars().map(cell).collect();
    let rows: Vec<&[serde_json::Value]> = cells.chunks(9).collect();
    let region = |b: usize| (0..9).map(|i| [b / 3 * 3 + i / 3, b % 3 * 3 + i % 3]).collect::<Vec<_>>();
    let regions: Vec<Vec<[usize; 2]>> = (0..9).map(region).collect();
    serde_json::json!({"cellSize": 50, "cells": rows, "regions": regions, "cages": [{"value": "title: Fig. 1"}]})
        .to_string()
}

/// The forms: a name, the text, and what becomes of it.
fn forms() -> Vec<(&'static str, String, Fate)> {
    let zeros = PUZZLE.replace('.', "0");
    let puzzle: Puzzle = PUZZLE.parse().expect("a puzzle");
    let link = to_link(&puzzle, &[], None).expect("a link");
    let f_puzzles =
        link.replace("sudokupad.app/fpuzzles", "f-puzzles.com/?load=").replace("%2B", "+").replace("%3D", "=");
    let own = sudokupad_json();
    let [a, b, c] = ["+-------+-------+-------+", "*-----------*", "┌───────┬───────┬───────┐"];
    vec![
        ("a line with dots", PUZZLE.to_owned(), Read),
        ("a line with zeros", zeros.clone(), Read),
        ("a line with `-`", PUZZLE.replace('.', "-"), Read),
        ("a line with `x`", PUZZLE.replace('.', "x"), Read),
        ("a line with `*` or `_`", PUZZLE.replace('.', "*"), Read),
        ("a name before it", format!("Fig1 {PUZZLE}"), Read),
        ("quotes around it", format!("\"{PUZZLE}\""), Read),
        ("a comment after `#`", format!("{PUZZLE} # from the paper"), Read),
        ("ratings of a forum list", format!("{PUZZLE} ED=7.2/1.2/1.2"), Read),
        ("a list with `;`", format!("{PUZZLE};11.90;2.60;somebody;ER=9.0"), Read),
        ("HoDoKu's library", format!(":0110:4:{}:421 621:r3c2::", PUZZLE.replace('8', "+8")), Read),
        ("SudoCue's and simple `.sdm` lists", format!("#Dtwice\n{PUZZLE}\n"), Read),
        (
            ".sdk with `#A`, `#D` and `[Puzzle]`",
            format!("#ASomebody\n#DA puzzle\n[Puzzle]\n{}", rows(str::to_owned)),
            Read,
        ),
        ("nine rows", rows(str::to_owned), Read),
        ("rows with spaces between the cells", rows(|row| spread(row, " ")), Read),
        ("rows with commas and zeros", rows(|row| spread(&row.replace('.', "0"), ",")), Read),
        (
            "a spreadsheet with empty cells",
            rows(|row| row.chars().map(|c| c.to_string().replace('.', "")).collect::<Vec<_>>().join(",")),
            Read,
        ),
        (
            "the same with tabs",
            rows(|row| row.chars().map(|c| c.to_string().replace('.', "")).collect::<Vec<_>>().join("\t")),
            Read,
        ),
        (
            "boxes of plus signs, dashes and bars",
            boxed([a; 4], |r| format!("| {} |", r.map(|s| spread(s, " ")).join(" | "))),
            Read,
        ),
        (
            "boxes of `*---*` (SimpleSudoku `.ss`)",
            boxed([b, "|---+---+---|", "|---+---+---|", b], |r| format!("|{}|", r.join("|"))),
            Read,
        ),
        (
            "boxes of HoDoKu",
            boxed(
                [
                    ".-------.-------.-------.",
                    ":-------+-------+-------:",
                    ":-------+-------+-------:",
                    "'-------'-------'-------'",
                ],
                |r| format!("| {} |", r.map(|s| spread(s, " ")).join(" | ")),
            ),
            Read,
        ),
        (
            "boxes of Unicode lines",
            boxed(
                [c, "├───────┼───────┼───────┤", "├───────┼───────┼───────┤", "└───────┴───────┴───────┘"],
                |r| format!("│ {} │", r.map(|s| spread(s, " ")).join(" │ ")),
            ),
            Read,
        ),
        ("rows in a quotation", rows(|row| format!("> {row}")), Read),
        ("rows in `[code]`", format!("[code]\n{}[/code]\n", rows(str::to_owned)), Read),
        ("pencil marks", pencil_marks().chunks(9).map(|row| row.join(" ") + "\n").collect(), Read),
        (
            "pencil marks in HoDoKu's boxes",
            {
                let marks = pencil_marks();
                let row = |row: &[String]| {
                    format!("| {} |\n", row.chunks(3).map(|b| b.join(" ")).collect::<Vec<_>>().join(" | "))
                };
                format!(".----.----.----.\n{}'----'----'----'\n", marks.chunks(9).map(row).collect::<String>())
            },
            Read,
        ),
        ("QQWing's `--csv`", format!("Puzzle,\n{PUZZLE},\n"), Read),
        ("Kaggle's `quizzes,solutions`", format!("quizzes,solutions\n{zeros},{SOLUTION}\n"), Read),
        (
            "Kaggle's `id,puzzle,solution,clues,difficulty`",
            format!("id,puzzle,solution,clues,difficulty\n1,{PUZZLE},{SOLUTION},17,2.2\n"),
            Read,
        ),
        ("a table with the solution first", format!("solution;puzzle\n{SOLUTION};{PUZZLE}\n"), Read),
        ("a record of JSON", format!("{{\"id\": 3, \"puzzle\": \"{PUZZLE}\"}}\n"), Read),
        ("an array of rows", json_rows(), Read),
        ("an object with a board", format!("{{\"board\": {}}}", json_rows()), Read),
        (
            "OpenSudoku's file",
            format!(
                "<?xml version=\"1.0\"?>\n<opensudoku><folder name=\"f\"><game data=\"{zeros}\"/></folder></opensudoku>\n"
            ),
            Read,
        ),
        ("SudokuWiki's address", format!("https://www.sudokuwiki.org/sudoku.htm?bd={zeros}"), Read),
        ("an address that ends with the cells", format!("https://example.org/en/play/{PUZZLE}"), Read),
        ("SudokuPad's link", link, Read),
        ("f-puzzles' link", f_puzzles, Read),
        ("SudokuPad's own JSON", own.clone(), Read),
        (
            "SudokuPad's link in its own form",
            format!("https://sudokupad.app/ctc{}", lz_str::compress_to_base64(own.as_str()).replace('+', "%2B")),
            Read,
        ),
        ("SudokuPad's link of clues alone", format!("https://sudokupad.app/scf{zeros}"), Read),
        ("a title above nine rows", format!("My favorite one\n{}", rows(str::to_owned)), ReadBelowTitle),
        ("a title with a number or a colon", format!("Grid 01\n{}", rows(str::to_owned)), Read),
        (
            "a list in a program",
            {
                let row = |row: &str| format!("    [{}],\n", spread(&row.replace('.', "0"), ", "));
                let all: String = (0..9).map(|r| row(&PUZZLE[9 * r..9 * r + 9])).collect();
                format!("grid = [\n{all}]\n")
            },
            Read,
        ),
        ("an array that NumPy prints", json_rows().replace("],[", "]\n [").replace(',', " ") + "\n", Read),
        (
            "numbers with a decimal point",
            rows(|row| {
                row.chars()
                    .map(|c| if c == '.' { String::new() } else { format!("{c}.0") })
                    .collect::<Vec<_>>()
                    .join(",")
            }),
            Read,
        ),
        ("a list of all cells", json_rows().replace("],[", ",").replace("[[", "[").replace("]]", "]"), Read),
        (
            "a list of texts",
            format!(
                "[{}]",
                (0..9).map(|r| format!("\"{}\"", &PUZZLE[9 * r..9 * r + 9])).collect::<Vec<_>>().join(", ")
            ),
            Read,
        ),
        (
            "rows with a head of column numbers",
            format!("0,1,2,3,4,5,6,7,8\n{}", rows(|row| spread(&row.replace('.', "0"), ","))),
            Refused,
        ),
        ("rows with spaces for empty cells", rows(|row| row.replace('.', " ")), Refused),
        (
            "729 candidates in a line",
            pencil_marks()
                .iter()
                .map(|m| ('1'..='9').map(|d| if m.contains(d) { d } else { '.' }).collect::<String>())
                .collect(),
            Read,
        ),
        ("a link that names a puzzle on a server", "https://sudokupad.app/k3v1q9".to_owned(), Refused),
        (
            "a puzzle with other rules",
            format!(
                "{{\"size\":9,\"grid\":{},\"renban\":[{{\"lines\":[[\"R1C1\",\"R1C2\"]]}}]}}",
                serde_json::json!(vec![vec![serde_json::json!({}); 9]; 9])
            ),
            Refused,
        ),
    ]
}

#[test]
fn every_form_is_read_as_the_puzzle_or_refused() {
    let forms = forms();
    for (name, text, fate) in &forms {
        let found: Vec<_> = GridReader::new(text.as_bytes(), None, None).collect();
        let read: Vec<String> = found.iter().filter_map(|e| e.as_ref().ok()).map(|e| line(&e.puzzle)).collect();
        let n_refused = found.len() - read.len();
        match fate {
            Read => {
                assert_eq!((read.as_slice(), n_refused), (&[PUZZLE.to_owned()][..], 0), "{name}: {found:?}\n{text}");
            }
            ReadBelowTitle => {
                assert_eq!((read.as_slice(), n_refused), (&[PUZZLE.to_owned()][..], 1), "{name}: {found:?}");
            }
            Refused => assert!(read.is_empty() && n_refused > 0, "{name}: {found:?}\n{text}"),
        }
    }
    let n_read = forms.iter().filter(|(_, _, fate)| *fate != Refused).count();
    assert!(forms.len() >= 32 && n_read >= 28, "{n_read} of {}", forms.len());
}

/// The page that people read has the same forms, and says the same of each.
#[test]
fn the_page_of_formats_has_every_form() {
    let page = include_str!("../../../../docs/formats/puzzles.md");
    let mut listed: Vec<(&str, &str)> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")?.rsplit_once(" | "))
        .filter(|(_, fate)| ["yes", "no", "yes, below it"].contains(fate))
        .map(|(rest, fate)| (rest.split(" |").next().unwrap_or(rest), fate))
        .collect();
    let forms = forms();
    let mut expected: Vec<(&str, &str)> = forms
        .iter()
        .map(|(name, _, fate)| {
            (
                *name,
                match fate {
                    Read => "yes",
                    ReadBelowTitle => "yes, below it",
                    Refused => "no",
                },
            )
        })
        .collect();
    listed.sort_unstable();
    expected.sort_unstable();
    assert_eq!(listed, expected);
}
