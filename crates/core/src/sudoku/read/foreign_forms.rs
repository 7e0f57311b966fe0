//! Grids as programs have them in their sources, print them and save them, and the texts around them.

use super::*;
use crate::base::{Digit, rng};
use crate::sudoku::random_grid;
use crate::sudoku::text::{digit_char, line};

const PUZZLE: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

fn read(text: &str) -> Vec<Result<Entry, ReadError>> {
    Reader::new(text.as_bytes(), None).collect()
}

/// Everything is read, as these puzzles.
fn assert_read(text: &str, expected: &[&str]) {
    let all = read(text);
    let lines: Vec<String> = all.iter().flatten().map(|entry| line(&entry.puzzle)).collect();
    assert_eq!((lines.len(), all.len()), (expected.len(), expected.len()), "{text}\n{all:?}");
    assert_eq!(lines, expected, "{text}");
}

fn rows(cell: impl Fn(char) -> String, by: &str) -> Vec<String> {
    let cells: Vec<String> = PUZZLE.chars().map(cell).collect();
    cells.chunks(9).map(|row| row.join(by)).collect()
}

fn zero(c: char) -> String {
    if c == '.' { "0".to_owned() } else { c.to_string() }
}

#[test]
fn a_list_in_a_program_is_read() {
    let none = |c: char| if c == '.' { "None".to_owned() } else { c.to_string() };
    let quoted = |c: char| format!("'{c}'");
    for row in [rows(zero, ", "), rows(none, ", "), rows(quoted, ", "), rows(zero, ",")] {
        for [open, begin, end, close] in [
            ["grid = [\n", "    [", "],\n", "]\n"],
            ["grid = np.array([\n", "  [", "],\n", "])\n"],
            ["int g[9][9] = {\n", "  {", "},\n", "};\n"],
            ["# mine\nboard = (\n", "(", "),\n", ")\n"],
            ["", "[", "]\n", ""],
        ] {
            let all: String = row.iter().map(|row| format!("{begin}{row}{end}")).collect();
            let text = format!("{open}{all}{close}");
            assert_read(&text, &[PUZZLE]);
            assert_read(&format!("{text}\n{text}"), &[PUZZLE, PUZZLE]);
        }
        let inline = |open: &str, close: &str| {
            row.iter().map(|row| format!("{open}{row}{close}")).collect::<Vec<_>>().join(", ")
        };
        assert_read(&format!("grid = [{}]", inline("[", "]")), &[PUZZLE]);
        assert_read(&format!("int g[9][9] = {{{}}};", inline("{", "}")), &[PUZZLE]);
    }
    let texts: String = rows(|c| c.to_string(), "").iter().map(|row| format!("    \"{row}\",\n")).collect();
    assert_read(&format!("board = [\n{texts}]\n"), &[PUZZLE]);
}

#[test]
fn an_array_that_a_program_prints_is_read() {
    let printed = |rows: &[String]| format!("[[{}]]\n", rows.join("]\n ["));
    let float = |c: char| if c == '.' { "0.".to_owned() } else { format!("{c}.") };
    let nan = |c: char| if c == '.' { "nan".to_owned() } else { format!("{c}.") };
    let quoted = |c: char| format!("'{c}'");
    for rows in [rows(zero, " "), rows(float, " "), rows(nan, "  "), rows(quoted, " ")] {
        assert_read(&printed(&rows), &[PUZZLE]);
    }
    let rows = rows(zero, ", ");
    assert_read(&format!("array([[{}]], dtype=int8)\n", rows.join("],\n       [")), &[PUZZLE]);
    // A row too few or too many is no grid.
    for wrong in [&rows[1..], &[&rows[..], &rows[..1]].concat()] {
        assert!(read(&printed(wrong)).iter().all(Result::is_err), "{}", printed(wrong));
    }
}

#[test]
fn whole_numbers_may_have_a_decimal_point_and_empty_fields_none() {
    let float = |c: char| if c == '.' { String::new() } else { format!("{c}.0") };
    let text = |rows: &[String]| rows.iter().map(|row| format!("{row}\n")).collect::<String>();
    for by in [",", ";", "\t"] {
        assert_read(&text(&rows(float, by)), &[PUZZLE]);
    }
    let nan = |c: char| if c == '.' { "NaN".to_owned() } else { format!("{c}.0") };
    assert_read(&text(&rows(nan, "  ")), &[PUZZLE]);
    let half = text(&rows(float, ",")).replacen("4.0", "4.5", 1);
    assert!(read(&half).iter().all(Result::is_err));
}

#[test]
fn of_sixteen_rows_of_numbers_zero_is_empty() {
    let shape = Shape::new(4, 4).expect("a shape");
    let grid = random_grid::<10>(shape, &mut rng(3));
    let cells: Vec<_> = grid.digits().iter().enumerate().map(|(i, d)| (i % 3 > 0).then_some(*d)).collect();
    let puzzle = Puzzle::new(shape, cells).expect("clues of a grid");
    let numbers: Vec<String> = puzzle.cells().iter().map(|c| c.map_or(0, Digit::value).to_string()).collect();
    for by in [" ", ", ", ",", " | "] {
        let text: String = numbers.chunks(16).map(|row| row.join(by) + "\n").collect();
        assert_read(&text, &[&line(&puzzle)]);
        let short: String = text.split_inclusive('\n').skip(1).collect();
        assert!(read(&short).iter().all(Result::is_err));
        // Letters do not go with numbers.
        let mixed: String = numbers
            .chunks(16)
            .enumerate()
            .map(|(i, row)| if i == 3 { row.iter().map(|n| digit_char(16, Digit::new(n.parse::<usize>().expect("a number").max(1))).to_string()).collect::<Vec<_>>().join(by) } else { row.join(by) } + "\n")
            .collect();
        assert!(read(&mixed).iter().all(Result::is_err), "{mixed}");
    }
}

#[test]
fn a_title_with_a_number_or_a_colon_is_passed_over_and_any_other_is_refused() {
    let block: String = rows(zero, "").iter().map(|row| format!("{row}\n")).collect();
    for title in ["Grid 01", "Puzzle No. 7", "Sudoku 3 (easy):", "My favorite:", "Level 2, 30 clues"] {
        assert_read(&format!("{title}\n{block}{title}\n\n{block}"), &[PUZZLE, PUZZLE]);
        assert_read(&format!("{title}\n{PUZZLE}\n"), &[PUZZLE]);
        assert!(read(title)[0].is_err() && read(&format!("{title}\n{title}\n"))[0].is_err(), "{title}");
    }
    let damaged = "Grid 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4..";
    for wrong in ["Something", damaged, "Rows 53..7.... 6..195..."] {
        let all = read(&format!("{wrong}\n{block}"));
        assert!(all[0].is_err(), "{wrong}: {all:?}");
    }
}

#[test]
fn deleted_candidates_get_a_note_and_are_no_solution() {
    let line_of = |n: usize| {
        let all: Vec<String> = (0..n).map(|i| format!("{}{}{}", i % 9 + 1, i / 9 % 9 + 1, i % 7 + 1)).collect();
        format!(":0000:x:{PUZZLE}:{}::", all.join(" "))
    };
    for n in [1, 2, 26, 27, 28, 81] {
        let all = read(&line_of(n));
        let entry = all[0].as_ref().expect("a puzzle");
        assert_eq!((line(&entry.puzzle).as_str(), &entry.notes[..]), (PUZZLE, &[Note::Deleted(n)][..]));
        assert!(entry.notes[0].to_string().starts_with(&n.to_string()));
    }
    assert_eq!(read(&line_of(0))[0].as_ref().expect("a puzzle").notes, []);
    assert_eq!(read(&format!("{PUZZLE} 211 212"))[0].as_ref().expect("a puzzle").notes, []);
}

#[test]
fn what_somebody_has_made_of_a_puzzle_is_no_second_one() {
    let state = PUZZLE.replacen('.', "1", 1);
    let block = |cells: &str| {
        cells.as_bytes().chunks(9).map(|row| format!("{}\n", String::from_utf8_lossy(row))).collect::<String>()
    };
    for section in ["State", "state", "PencilMarks"] {
        for puzzle in [block(PUZZLE), format!("{PUZZLE}\n")] {
            let text = format!("#ASomebody\n[Puzzle]\n{puzzle}\n[{section}]\n{}", block(&state));
            let all = read(&format!("{text}[Puzzle]\n{puzzle}"));
            let entries: Vec<_> = all.iter().map(|entry| entry.as_ref().expect("a puzzle")).collect();
            assert_eq!(entries.len(), 2, "{text}");
            assert_eq!(entries[0].notes, [Note::Section(section.to_owned())], "{text}");
            assert!(entries[1].notes.is_empty() && entries.iter().all(|entry| line(&entry.puzzle) == PUZZLE));
        }
    }
}

#[test]
fn nine_places_for_each_cell_are_its_candidates() {
    let cells: Vec<char> = PUZZLE.chars().collect();
    let marks = |gone: char| {
        let of = |c: &char| match c {
            '.' => "123456789".replace('7', &gone.to_string()),
            clue => ('1'..='9').map(|d| if d == *clue { d } else { gone }).collect(),
        };
        cells.iter().map(of).collect::<String>()
    };
    for gone in ['.', '0'] {
        let all = read(&marks(gone));
        let entry = all[0].as_ref().expect("a puzzle");
        assert_eq!((line(&entry.puzzle).as_str(), &entry.notes[..]), (PUZZLE, &[Note::Candidates][..]));
    }
    let out_of_place = marks('.').replacen("4.....", ".4....", 1);
    let none_left = marks('.').replacen('4', ".", 1);
    for wrong in [out_of_place, none_left] {
        let said = read(&wrong)[0].as_ref().expect_err("no puzzle").to_string();
        assert!(said.contains("9 candidates for each of 81 cells"), "{said}");
    }
}
