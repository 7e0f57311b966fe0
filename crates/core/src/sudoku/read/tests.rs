use super::*;
use crate::base::Digit;
use crate::sudoku::text::line;

const FOUR: &str = "1234341221434321";

fn read(text: &str) -> Vec<Result<Entry, ReadError>> {
    Reader::new(text.as_bytes(), None).collect()
}

fn refusals(text: &str) -> Vec<String> {
    read(text).into_iter().filter_map(|e| e.err().map(|e| e.to_string())).collect()
}

fn lines(text: &str) -> Vec<String> {
    read(text).into_iter().filter_map(|e| e.ok().map(|e| line(&e.puzzle))).collect()
}

#[test]
fn the_same_grid_in_every_form() {
    let forms = [
        FOUR.to_owned(),
        format!("Id Sudoku Grid\n7 {FOUR}\n"),
        format!("name,{FOUR} # a comment"),
        format!("# head\n\n  {FOUR}  \n"),
        "1234\n3412\n2143\n4321\n".to_owned(),
        "1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | 2 1\n".to_owned(),
        "[Puzzle]\n12 34\n34 12\n21 43\n43 21".to_owned(),
        "\u{feff}1234\r\n3412\r\n2143\r\n4321\r\n".to_owned(),
    ];
    for form in forms {
        assert_eq!(lines(&form), [FOUR], "{form}");
        assert!(refusals(&form).is_empty(), "{form}");
    }
}

#[test]
fn ids_and_places_are_kept() {
    let entries = read(&format!("Id Grid\n7 {FOUR}"));
    let entry = entries[0].as_ref().expect("good");
    assert_eq!(entry.id.as_deref(), Some("7"));
    assert_eq!((entry.place.line, entry.place.column, entry.place.width), (2, 3, 16));
}

#[test]
fn on_sixteen_rows_a_nought_is_sixteen() {
    let shape = Shape::new(4, 4).expect("a shape");
    let text = format!("0{}", ".".repeat(255));
    let entry = read(&text).remove(0).expect("good");
    assert_eq!(entry.puzzle.get(shape.cell(0, 0)), Some(Digit::new(16)));
    assert_eq!(line(&entry.puzzle), text);
}

#[test]
fn sixteen_cells_are_a_grid_or_a_row_by_their_digits() {
    let row = "123456789ABCDEF0";
    let block = format!("{row}\n{}", "................\n".repeat(15));
    assert_eq!(lines(&block).len(), 1);
    assert_eq!(lines(&block)[0].len(), 256);
}

#[test]
fn refusals_say_where_and_why() {
    assert_eq!(refusals(&"1".repeat(80)), ["line 1, column 1: 80 cells; a 9x9 grid has 81"]);
    assert_eq!(refusals("1234\n3412\n214\n4321"), ["line 3, column 1: row 3 of this block has 3 cells, not 4"]);
    assert_eq!(refusals("1234\n3412"), ["line 1, column 1: this block ends after 2 of 4 rows"]);
    assert_eq!(refusals("1231............"), ["line 1, column 4: 1 occurs twice in row 1: R1C1 and R1C4"]);
    assert_eq!(
        refusals("12345"),
        ["line 1, column 1: 5 rows have no default boxes; for a Latin square, use --shape 1x5"]
    );
}

#[test]
fn after_a_refusal_the_rest_is_read() {
    let text = format!("1231............\n{FOUR}\n1234\n3412\n\nnonsense here\n{FOUR}\n");
    assert_eq!(lines(&text), [FOUR, FOUR]);
    assert!(refusals(&text).len() >= 2);
}

#[test]
fn hostile_lines_are_refused_in_small_memory() {
    let mut text = vec![b'1'; 1 << 20];
    text.extend_from_slice(b"\n\xff\xfe\n");
    text.extend_from_slice(FOUR.as_bytes());
    let entries: Vec<_> = Reader::new(&text[..], None).collect();
    assert_eq!(entries.len(), 3);
    assert!(entries[0].as_ref().is_err_and(|e| e.to_string().contains("longer")));
    assert!(entries[1].as_ref().is_err_and(|e| e.to_string().contains("UTF-8")));
    assert!(entries[2].is_ok());
}

const PUZZLE: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const SOLVED: &str = "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

/// The line, the column and the reason of the only refusal; and nothing was read.
fn refusal(text: &str) -> (usize, usize, Reason) {
    let mut all = read(text);
    assert_eq!(all.len(), 1, "{text}: {all:?}");
    match all.remove(0) {
        Err(ReadError::Refused { place, reason, .. }) => (place.line, place.column, reason),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn a_puzzle_with_its_solution_is_the_puzzle() {
    let entry = read(&format!("quizzes,solutions\n{PUZZLE},{SOLVED}\n")).remove(0).expect("a puzzle");
    assert_eq!((line(&entry.puzzle).as_str(), entry.id), (PUZZLE, None));
    assert_eq!((entry.place.line, entry.place.column, entry.place.width), (2, 1, 81));
    // The solution in pieces is checked as well.
    let spaced = SOLVED.chars().map(String::from).collect::<Vec<_>>().join(" ");
    assert_eq!(lines(&format!("{PUZZLE} {spaced}")), [PUZZLE]);
}

#[test]
fn a_solution_that_contradicts_its_puzzle_is_refused_at_the_cell() {
    // R2C2 is the 11th cell: 3 in the puzzle. The solution begins at column 83.
    let wrong = format!("{}4{}", &SOLVED[..10], &SOLVED[11..]);
    let (at, column, reason) = refusal(&format!("{PUZZLE},{wrong}"));
    assert_eq!((at, column), (1, 82 + 11));
    assert_eq!(reason.to_string(), "this solution has 4 in R2C2, but its puzzle has 3 there");
    // Where the puzzle is silent, the rules speak: R1C2 is 1, and 7 stands in R1C3.
    let wrong = format!("47{}", &SOLVED[2..]);
    let (_, column, reason) = refusal(&format!("{PUZZLE},{wrong}"));
    assert_eq!((column, reason.to_string().as_str()), (82 + 3, "7 occurs twice in row 1: R1C2 and R1C3"));
}

#[test]
fn two_puzzles_in_a_line_are_refused() {
    let other = PUZZLE.replacen('4', ".", 1);
    for pair in [
        format!("{PUZZLE},{other}"),
        format!("{PUZZLE} {PUZZLE}"),
        format!("{SOLVED},{PUZZLE}"),
        format!("{SOLVED};{}", SOLVED.replace('1', "x")),
        format!("{},{SOLVED}", PUZZLE.chars().map(String::from).collect::<Vec<_>>().join(" ")),
    ] {
        assert_eq!(refusal(&pair).2, Reason::Several, "{pair}");
    }
}

#[test]
fn a_broken_puzzle_is_no_name_of_its_solution() {
    assert_eq!(refusal(&format!("{},{SOLVED}", &PUZZLE[1..])).2, Reason::Length { found: 80, wanted: 81 });
    let (_, column, reason) = refusal(&format!("{},{SOLVED}", PUZZLE.replacen('7', "?", 1)));
    assert_eq!((column, reason), (22, Reason::Character { found: '?', n: 9 }));
    assert_eq!(refusal(&format!("{PUZZLE},{}", &SOLVED[1..])).2, Reason::Length { found: 80, wanted: 81 });
    // A name that fills a puzzle up to 81 cells.
    assert_eq!(refusal(&format!("7 {}", &PUZZLE[1..])).2, Reason::Length { found: 80, wanted: 81 });
}

#[test]
fn names_that_look_like_smaller_grids_are_names() {
    let entry = read(&format!("0000000000000001 {PUZZLE}")).remove(0).expect("a puzzle");
    assert_eq!(entry.id.as_deref(), Some("0000000000000001"));
    let entry = read(&format!("id {PUZZLE}")).remove(0).expect("a puzzle, and no head");
    assert_eq!(entry.id.as_deref(), Some("id"));
}

/// The candidates of each cell: what no clue that it sees has. Written by hand, apart from any solver.
fn candidates(puzzle: &str) -> Vec<String> {
    let cells: Vec<char> = puzzle.chars().collect();
    let sees = |a: usize, b: usize| a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3);
    let of = |i: usize| match cells[i] {
        '.' => ('1'..='9').filter(|d| !(0..81).any(|j| sees(i, j) && cells[j] == *d)).collect(),
        clue => clue.to_string(),
    };
    (0..81).map(of).collect()
}

#[test]
fn of_pencil_marks_the_single_ones_are_the_clues() {
    let marks = candidates(PUZZLE);
    let expected: String = marks.iter().map(|m| if m.len() == 1 { m.as_str() } else { "." }).collect();
    assert!(expected.chars().filter(|c| *c != '.').count() >= 17);
    let rule = ".--------------.--------------.------------.\n";
    let boxed =
        marks.chunks(9).map(|r| format!("| {} |\n", r.chunks(3).map(|b| b.join(" ")).collect::<Vec<_>>().join(" | ")));
    let boxed = rule.to_owned() + &boxed.collect::<String>() + rule;
    let plain = marks.chunks(9).map(|row| row.join("  ") + "\n").collect::<String>();
    for text in [boxed, plain] {
        let all = read(&text);
        let entry = all[0].as_ref().expect("a puzzle");
        assert_eq!(
            (all.len(), line(&entry.puzzle), &entry.notes[..]),
            (1, expected.clone(), &[Note::Candidates][..]),
            "{text}"
        );
    }
    assert!(read(PUZZLE)[0].as_ref().expect("a puzzle").notes.is_empty());
}

#[test]
fn pencil_marks_that_are_not_a_puzzle_are_refused_once() {
    let mut grid = String::from(".--------------.--------------.------------.\n");
    for row in 0..9 {
        grid += "| 12 34 456 | 78 89 12 | 23 46 57 |\n";
        if row % 3 == 2 {
            grid += ":--------------+--------------+------------:\n";
        }
    }
    assert_eq!((refusal(&grid).0, refusal(&grid).2), (2, Reason::Candidates));
    assert_eq!(lines(&format!("{grid}\n{PUZZLE}")), [PUZZLE], "what follows is read");
    // Two equal single candidates in a column.
    let (line, column, reason) = refusal(&"12 3 456 7 89 12 23 46 57\n".repeat(9));
    assert_eq!((line, column), (2, 4));
    assert!(matches!(reason, Reason::Clash(..)));
    assert_eq!(refusal("12 3 456 7 89 12 23 46 57\n").2, Reason::BlockEnd { rows: 1, n: 9 });
    assert_eq!(refusal(&"123456789".repeat(81)).2, Reason::Candidates);
}

#[test]
fn a_table_with_a_cell_in_each_field_may_leave_fields_empty() {
    let row = |row: &[char]| row.iter().map(|c| c.to_string().replace('.', "")).collect::<Vec<_>>().join(",") + "\n";
    let table: String = PUZZLE.chars().collect::<Vec<_>>().chunks(9).map(row).collect();
    assert_eq!(lines(&table), [PUZZLE]);
    assert_eq!(lines(&format!("{table}\n{table}")), [PUZZLE, PUZZLE]);
    // A row without a clue is a row too, first or last.
    let four = ",,,\n1,,,\n,2,,\n,,,\n";
    assert_eq!(lines(four), ["....1....2......"]);
    assert_eq!(lines(&format!("{FOUR}\n,,,\n{FOUR}\n")), [FOUR, FOUR], "an empty row of another table");
    assert_eq!(refusal("1,,,\n,,\n,2,,\n,,,\n").2, Reason::BlockEnd { rows: 3, n: 4 });
}

#[test]
fn what_is_wrong_in_the_same_way_is_said_once() {
    let latin = "12345\n23451\n34512\n45123\n51234\n";
    assert_eq!(refusal(latin), (1, 1, Reason::NoShape { n: 5 }));
    assert_eq!(read(&format!("{latin}\n{latin}")).len(), 2, "two squares are two mistakes");
    assert_eq!(lines(&format!("{latin}{FOUR}")), [FOUR]);
    assert_eq!(refusal("5 3     7\n6     1 9 5\n  9 8\n").2, Reason::NotAGrid);
    assert_eq!(lines("My puzzle:\n1234\n3412\n2143\n4321"), [FOUR], "the block after a title is read");
}

#[test]
fn no_size_is_guessed_from_words() {
    for words in ["Zurich", "mystery", "hello there, these are my favorite ones", "7"] {
        assert_eq!(refusal(words).2, Reason::NotAGrid, "{words}");
    }
    // Far from every size.
    assert_eq!(refusal(&"1".repeat(47)).2, Reason::NotAGrid);
    assert_eq!(refusal("12.45y").2, Reason::Character { found: 'y', n: 6 });
}

#[test]
fn a_dash_is_an_empty_cell_in_one_line_and_a_rule_in_a_block() {
    assert_eq!(lines(&PUZZLE.replace('.', "-")), [PUZZLE]);
    assert_eq!(lines("1-3-\n----\n3-1-\n"), Vec::<String>::new());
    assert_eq!(refusals("12x4\n----\n34xx\n-----\n2143\n4321"), Vec::<String>::new());
    assert_eq!(refusal("1-3-\n34..\n....\n....").2, Reason::Character { found: '-', n: 4 });
}

#[test]
fn files_of_another_kind_are_named_and_nothing_of_them_is_shown() {
    for (bytes, name) in [
        (&b"\x1f\x8b\x08\x08\x00\nab\ncd\n"[..], "gzip file"),
        (b"BZh91AY&SY\xd1\x02", "bzip2 file"),
        (b"\xfd7zXZ\x00\x00\x04\n\n\x01", "xz file"),
        (b"\x28\xb5\x2f\xfd\x04\x00\n", "zstd file"),
        (b"PK\x03\x04\x14\x00\n1234", "zip archive"),
        (b"minclue-cert/2\n00ff\n\x01\x02", "a certificate"),
        (b"7z\xbc\xaf\x27\x1c\x00", "7z archive"),
        (b"\xff\xfe1\x002\x00\n\x00", "UTF-16"),
        (b"%PDF-1.7\n1 0 obj\n", "PDF"),
        (b"\x89PNG\r\n\x1a\n\x00", "picture"),
    ] {
        let all: Vec<_> = Reader::new(bytes, None).collect();
        let [Err(ReadError::Refused { place, reason, .. })] = &all[..] else { panic!("{name}: {all:?}") };
        assert!(reason.to_string().contains(name), "{name}: {reason}");
        assert_eq!((place.line, place.text.as_str()), (1, ""));
    }
    // A word that begins like a packed file is none.
    assert_eq!(refusal("BZh9 and more").2, Reason::NotAGrid);
    let rubbish = [&b"\x01\x02\x03\x80\x81\x82\x05\xfe"[..], b"\n", PUZZLE.as_bytes()].concat();
    let mut all: Vec<_> = Reader::new(&rubbish[..], None).collect();
    assert!(all.pop().is_some_and(|entry| entry.is_ok()));
    let [Err(ReadError::Refused { place, reason: Reason::NotText, .. })] = &all[..] else { panic!("{all:?}") };
    assert_eq!(place.text, "");
}

#[test]
fn a_refusal_does_not_wait_for_the_next_line() {
    /// Gives its lines one at a time, and fails when more than `allowed` are asked for.
    struct Stream(Vec<&'static [u8]>);
    impl std::io::Read for Stream {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            assert!(!self.0.is_empty(), "it asks for more than it needs");
            let line = self.0.remove(0);
            out[..line.len()].copy_from_slice(line);
            Ok(line.len())
        }
    }
    for first in ["12345\n", "hello\n", "12z4\n"] {
        let stream = std::io::BufReader::new(Stream(vec![first.as_bytes()]));
        assert!(Reader::new(stream, None).next().is_some_and(|entry| entry.is_err()), "{first}");
    }
}

mod properties {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// No text makes the reader panic, and it always ends.
        #[test]
        fn the_reader_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
            let _ = Reader::new(&bytes[..], None).count();
        }

        /// Neither does text made of the characters that grids are made of.
        #[test]
        fn nor_on_text_that_looks_like_grids(text in "[1-9A-P.0|#\\- \n\\[]{0,400}") {
            let _ = Reader::new(text.as_bytes(), None).count();
            let _ = Reader::new(text.as_bytes(), Shape::new(1, 5).ok()).count();
        }
    }
}
