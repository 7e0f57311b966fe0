//! Which reader takes what, and where its refusals point.

use proptest::prelude::*;

use super::*;
use crate::sudoku::{Place, line};

const FOUR: &str = "1234341221434321";
const NINE: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const SOLVED: &str = "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

fn read_with(text: &str, column: Option<&str>) -> Vec<Result<Entry, ReadError>> {
    let column = column.map(|column| column.parse().expect("a column"));
    GridReader::new(text.as_bytes(), None, column).with_rules().collect()
}

fn read(text: &str) -> Vec<Result<Entry, ReadError>> {
    read_with(text, None)
}

/// What the last entry says of an input that has no end, after a grid and `n` others that are refused.
fn refused_to_the_end(line: &'static [u8], n: usize) -> String {
    struct Endless(&'static [u8], usize);
    impl io::Read for Endless {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            for byte in &mut *out {
                *byte = self.0[self.1 % self.0.len()];
                self.1 += 1;
            }
            Ok(out.len())
        }
    }
    let input = io::Read::chain(&b"1234341221434321\n\n"[..], io::BufReader::new(Endless(line, 0)));
    let mut entries = GridReader::new(input, None, None);
    assert!(entries.next().is_some_and(|entry| entry.is_ok()));
    let mut all: Vec<_> = entries.collect();
    let last = all.pop();
    assert!(all.len() == n && all.iter().all(|entry| matches!(entry, Err(ReadError::Refused { .. }))), "{}", all.len());
    match last {
        Some(Err(ReadError::Io(e))) => e.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_input_without_end_and_without_a_grid_is_given_up() {
    let lines = "10000 lines or blocks in a row are invalid; the rest is not read";
    assert_eq!(refused_to_the_end(b"1\n\n", 10_000), lines);
    let bytes = "100 lines in a row are not text; the rest is not read";
    assert_eq!(refused_to_the_end(b"\xff\xfe\x9c\n", 100), bytes);
    // Those before a good one do not count.
    let text = format!("{}{FOUR}\n{}{FOUR}\n", "1\n\n".repeat(9_000), "1\n\n".repeat(9_000));
    let entries = read(&text);
    assert_eq!((entries.len(), entries.iter().filter(|entry| entry.is_ok()).count()), (18_002, 2));
}

#[test]
fn a_line_without_end_is_refused_once() {
    let text = [vec![b'1'; 40 << 20], b"\n".to_vec(), FOUR.as_bytes().to_vec()].concat();
    let all: Vec<_> = GridReader::new(&text[..], None, None).collect();
    assert!(matches!(&all[..], [Err(ReadError::Refused { reason: Reason::LongLine { .. }, .. })]), "{}", all.len());
    // One that ends is passed over.
    let text = [format!("{FOUR}\n").into_bytes(), vec![b'1'; 1 << 20], format!("\n{FOUR}\n").into_bytes()].concat();
    let all: Vec<_> = GridReader::new(&text[..], None, None).collect();
    assert!(matches!(&all[..], [Ok(_), Err(_), Ok(_)]), "{}", all.len());
}

/// Names and puzzles of a text in which nothing is wrong.
fn all(text: &str, column: Option<&str>) -> Vec<(Option<String>, String)> {
    let good = |entry: Result<Entry, ReadError>| entry.unwrap_or_else(|e| panic!("{text}: {e}"));
    read_with(text, column).into_iter().map(good).map(|entry| (entry.id, line(&entry.puzzle))).collect()
}

fn named(id: &str, puzzle: &str) -> (Option<String>, String) {
    (Some(id.to_owned()), puzzle.to_owned())
}

fn plain(puzzle: &str) -> (Option<String>, String) {
    (None, puzzle.to_owned())
}

/// Line, column and words of the only refusal of a text.
fn refusal(text: &str, column: Option<&str>) -> (usize, usize, String) {
    let mut found = read_with(text, column).into_iter().filter_map(Result::err);
    match (found.next(), found.next()) {
        (Some(ReadError::Refused { place: Place { line, column, .. }, reason, .. }), None) => {
            (line, column, reason.to_string())
        }
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn a_column_has_a_name_or_a_number_from_1() {
    assert_eq!("quizzes".parse(), Ok(Column::Name("quizzes".to_owned())));
    assert_eq!(" 3 ".parse(), Ok(Column::Number(3)));
    for wrong in ["", " ", "0"] {
        assert!(wrong.parse::<Column>().is_err(), "{wrong:?}");
    }
}

#[test]
fn the_column_that_was_asked_for_is_read() {
    let table = format!("id,solution,Puzzle,note\n7,{SOLVED},{NINE},\"easy, he said\"\n\"8\",{SOLVED},\"{NINE}\",\n");
    assert_eq!(all(&table, Some("puzzle")), [named("7", NINE), named("8", NINE)]);
    assert_eq!(all(&table, Some("3")), [named("7", NINE), named("8", NINE)]);
    assert_eq!(all(&table, Some("solution")), [named("7", SOLVED), named("8", SOLVED)]);
    // Without being told, the head says it.
    assert_eq!(all(&table, None), [named("7", NINE), named("8", NINE)]);
    // A number needs no head, and any delimiter will do.
    for by in [",", ";", "\t", "|"] {
        let table = [SOLVED, NINE, "x"].join(by);
        assert_eq!(all(&format!("{table}\n{table}\n"), Some("2")), [plain(NINE), plain(NINE)], "{by}");
    }
    assert_eq!(all(&format!("q\n{NINE}\n"), Some("q")), [plain(NINE)]);
}

#[test]
fn with_a_number_a_head_is_passed_over_and_nothing_else() {
    for head in ["id,puzzle_text,solution", "a,game,b", "id,quiz 1,b", "id,the_puzzle_of_today,solved"] {
        let id = head.starts_with("id").then(|| "7".to_owned());
        assert_eq!(all(&format!("{head}\n7,{NINE},{SOLVED}\n"), Some("2")), [(id, NINE.to_owned())], "{head}");
    }
    // Lines of data without a digit, or with something wrong.
    let empty = "x".repeat(81);
    assert_eq!(all(&format!("7,{empty}\n7,{NINE}\n"), Some("2")), [plain(&".".repeat(81)), plain(NINE)]);
    for wrong in [NINE.replace('5', "z"), "x".repeat(80), format!("{}z", "x".repeat(80)), "a".repeat(16)] {
        let text = format!("7,{wrong},unsolved\n8,{NINE},unsolved\n");
        assert_eq!(refusal(&text, Some("2")).0, 1, "{wrong}");
        assert_eq!(read_with(&text, Some("2")).len(), 2, "{wrong}");
    }
}

#[test]
fn a_row_that_is_wrong_is_refused_at_its_place() {
    let head = "id,solution,puzzle\n";
    let wrong = NINE.replacen('8', "?", 1);
    let (at, column, said) = refusal(&format!("{head}1,{SOLVED},{wrong}\n2,{SOLVED},{NINE}\n"), Some("puzzle"));
    assert_eq!((at, column), (2, 85 + 6));
    assert!(said.contains("'?' is not a cell"), "{said}");
    let (at, column, said) = refusal(&format!("{head}\n1,5{},{NINE}\n", &SOLVED[1..]), None);
    assert_eq!((at, column, said.as_str()), (3, 3 + 8, "5 occurs twice in row 1: R1C1 and R1C9"));
    let other: String = SOLVED
        .chars()
        .map(|c| {
            if c == '9' {
                '1'
            } else if c == '1' {
                '9'
            } else {
                c
            }
        })
        .collect();
    let (_, column, said) = refusal(&format!("{head}1,{other},{NINE}\n"), None);
    assert!(said.contains("but its puzzle has 1 there") && column > 3, "{column} {said}");
    assert!(refusal(&format!("{head}1,{SOLVED}\n"), None).2.contains("there is no column 3 in this row; it has 2"));
    assert!(refusal(&format!("{head}1,{SOLVED},\"{NINE}\n"), None).2.contains("quote is not closed"));
    let (at, _, said) = refusal(&format!("{head}1,{SOLVED},{NINE}\n"), Some("quiz"));
    assert_eq!((at, said.as_str()), (1, "there is no column `quiz` in this head; it has id, solution, puzzle"));
}

#[test]
fn our_own_records_are_read_one_a_line_and_in_an_array() {
    let solved =
        format!(r#"{{"schema":"minclue-result/1","id":"a","grid":"{FOUR}","puzzle":"1..............4","x":[1]}}"#);
    let checked = format!(r#"{{"schema":"minclue-check/1","id":8,"input":"1...............","grid":"{FOUR}"}}"#);
    let expected = [named("a", "1..............4"), named("8", "1...............")];
    for text in [
        format!("{solved}\n{checked}\n"),
        format!("[{solved},{checked}]"),
        format!("[\n  {solved},\n\n  {checked}\n]\n"),
        format!("\u{feff}\r\n{solved}\r\n{checked}"),
        format!("{solved}{checked}"),
    ] {
        assert_eq!(all(&text, None), expected, "{text}");
    }
    assert_eq!(all(&format!("{solved}\n{checked}\n"), Some("grid")), [named("a", FOUR), named("8", FOUR)]);
    // The boxes of a record count.
    let six = format!(r#"{{"grid":"{}","shape":"3x2"}}"#, ".".repeat(36));
    assert_eq!(read(&six)[0].as_ref().expect("a puzzle").puzzle.shape().to_string(), "3x2");
}

#[test]
fn a_shape_that_cannot_be_read_is_refused_and_not_passed_over() {
    let record = |shape: &str| format!(r#"{{"shape":{shape},"grid":"{}"}}"#, ".".repeat(36));
    let shape_of = |text: &str, shape: Option<&str>| {
        let shape = shape.map(|shape| shape.parse().expect("a shape"));
        let all: Vec<_> = GridReader::new(text.as_bytes(), shape, None).collect();
        all[0].as_ref().map(|entry| entry.puzzle.shape().to_string()).map_err(ToString::to_string)
    };
    assert_eq!(shape_of(&record(r#""3x2""#), None), Ok("3x2".to_owned()));
    assert_eq!(shape_of(&record("null"), None), Ok("2x3".to_owned()));
    for (wrong, said) in [
        (r#""3 by 2""#, "`3 by 2` is not a box shape"),
        (r#""9x9""#, "a grid of 81 rows"),
        ("[3,2]", "`shape` is not a text such as"),
        ("6", "`shape` is not a text such as"),
    ] {
        let found = refusal(&record(wrong), None);
        assert!(found.0 == 1 && found.1 == 10 && found.2.contains(said), "{found:?}");
        // Somebody knows better.
        assert_eq!(shape_of(&record(wrong), Some("3x2")), Ok("3x2".to_owned()));
    }
}

#[test]
fn an_array_that_is_cut_off_is_refused_and_what_was_read_stays() {
    let record = format!(r#"{{"puzzle":"{FOUR}"}}"#);
    for (end, column, said) in
        [(",", 32, "`]` is missing"), ("", 31, "`]` is missing"), (r#",{"puzzle":"1""#, 44, "not JSON: EOF")]
    {
        let text = format!("[{record},\n {record}{end}");
        let (line, at, message) = refusal(&text, None);
        assert!((line, at) == (2, column) && message.contains(said), "{end}: {line} {at} {message}");
        assert_eq!(read(&text).iter().filter(|entry| entry.is_ok()).count(), 2, "{end}");
    }
    assert!(refusal("[[1,2,3,4],\n[3,4,1,2],", None).2.contains("`]` is missing"));
    assert!(refusal("[", None).2.contains("`]` is missing"));
    assert_eq!(all("[]", None), []);
}

#[test]
fn a_record_that_is_wrong_is_refused_at_its_place_and_the_others_are_read() {
    let good = format!(r#"{{"puzzle":"{FOUR}"}}"#);
    for (wrong, column, said) in [
        (r#"{"id":"x","puzzle":"12?4341221434321"}"#, 23, "'?' is not a cell"),
        (r#"{"puzzle":"12343412"}"#, 12, "8 cells are not a grid"),
        (r#"{"puzzle":17}"#, 11, "`puzzle` is not a grid"),
        (r#"{"a":1}"#, 1, "neither a puzzle nor a grid"),
        (r#"{"status":"invalid_input"}"#, 1, "its input was invalid"),
        (r#"{"puzzle":"1234341221434321""#, 28, "not JSON"),
        (r#"{"puzzle":}"#, 11, "not JSON"),
        (r#"{"x":[1,2"#, 9, "not JSON"),
        ("17", 1, "neither a record nor a grid"),
    ] {
        let text = format!("{good}\n{wrong}\n{good}\n");
        let found = refusal(&text, None);
        assert!(found.2.contains(said), "{wrong}: {found:?}");
        assert_eq!((found.0, found.1), (2, column), "{wrong}: {found:?}");
        assert_eq!(read(&text).iter().filter(|entry| entry.is_ok()).count(), 2, "{wrong}");
    }
    assert!(refusal(&good, Some("grid")).2.contains("no field `grid`"));
    assert!(refusal(&good, Some("1")).2.contains("by its name"));
}

#[test]
fn grids_as_arrays_are_read() {
    let rows = |empty: &str| {
        let cells: Vec<String> =
            NINE.chars().map(|c| if c == '.' { empty.to_owned() } else { c.to_string() }).collect();
        cells.chunks(9).map(|row| format!("[{}]", row.join(","))).collect::<Vec<_>>().join(",\n")
    };
    for array in [format!("[{}]", rows("0")), format!("[{}]", rows("null")), format!("[{}]", rows("\".\""))] {
        assert_eq!(all(&array, None), [plain(NINE)], "{array}");
        assert_eq!(all(&format!("{{\"board\":{array},\"id\":3}}"), None), [named("3", NINE)], "{array}");
        assert_eq!(all(&format!("[{array},{array}]"), None), [plain(NINE), plain(NINE)], "{array}");
    }
    assert_eq!(all(&format!("[\"{NINE}\",\n\"{NINE}\"]"), None), [plain(NINE), plain(NINE)]);
    let short = format!("[{}]", rows("0").rsplit_once(",\n").expect("rows").0);
    assert!(refusal(&short, None).2.contains("8 rows of 9 cells"));
    assert!(refusal(&format!("{{\"grid\":[{}]}}", rows("12")), None).2.contains("R1C2 is not a digit of a 9x9 grid"));
}

/// As `json.dump` of Python writes with `indent=0`: every bracket begins a line, also that of a record in an array.
#[test]
fn a_record_may_be_laid_out_without_an_indentation() {
    let record = format!("{{\n\"cages\": [\n{{\n\"sum\": [\n3\n]\n}},\n{{}}\n],\n\"puzzle\": \"{FOUR}\"\n}}\n");
    assert_eq!(all(&format!("{record}{record}"), None), [plain(FOUR), plain(FOUR)]);
    let cells = "{},\n".repeat(3) + "{}";
    let rows = vec![format!("[\n{cells}\n]"); 4].join(",\n");
    let drawn = format!("{{\n\"size\": 4,\n\"grid\": [\n{rows}\n]\n}}\n");
    assert_eq!(all(&drawn, None), [plain("................")]);
    // One that is cut off outside of an array still ends where the next one begins.
    let (line, column, said) = refusal(&format!("{{\n\"a\": 1\n{record}"), None);
    assert!((line, column) == (2, 6) && said.contains("not JSON: EOF"), "{line} {column} {said}");
}

/// Rows are kept until the grid is whole, and the first one says how many there are.
#[test]
fn a_row_that_no_grid_has_is_refused_at_once() {
    let row = |n: usize| format!("[{}]", vec!["0"; n].join(","));
    let short = vec![row(4); 4].join(",\n");
    let text = format!("[{},\n{}\n,{short}]", row(4), row(26));
    let (line, column, said) = refusal(&text, None);
    assert_eq!((line, column, said.as_str()), (2, 1, "a row of 26 cells; those of the largest grid have 25"));
    let found = read(&text);
    assert!(found.len() == 2 && found[1].is_ok());
    let largest = vec![row(25); 25].join(",\n");
    assert_eq!(read(&format!("[{largest}]")).iter().filter(|entry| entry.is_ok()).count(), 1);
}

#[test]
fn the_solution_of_a_record_is_compared_with_its_puzzle() {
    let rows = |cells: &str| {
        let rows: Vec<Vec<u32>> =
            cells.as_bytes().chunks(4).map(|row| row.iter().map(|b| u32::from(b - b'0')).collect()).collect();
        serde_json::json!(rows).to_string()
    };
    let puzzle = "1..............1";
    let written = |cells: &str| {
        [
            format!("\"{cells}\""),
            rows(cells),
            rows(cells).replace("],[", ",").replace("[[", "[").replace("]]", "]"),
            cells.to_owned(),
        ]
    };
    for (names, field) in [("puzzle", "solution"), ("quizzes", "solutions"), ("board", "answer"), ("grid", "solved")] {
        let record = |solution: &str| format!("{{\"{names}\":\"{puzzle}\",\"{field}\":{solution}}}\n");
        for good in written(FOUR).iter().map(String::as_str).chain(["null", "\"\"", "[]"]) {
            assert_eq!(all(&record(good), None), [plain(puzzle)], "{good}");
        }
        for (wrong, said) in [
            ("2143431212343421", "this solution has 2 in R1C1, but its puzzle has 1 there"),
            ("1234341212342341", "twice"),
        ] {
            for wrong in written(wrong) {
                let found = refusal(&record(&wrong), None).2;
                assert!(found.contains(said), "{wrong}: {found}");
            }
        }
        for wrong in ["\"123434122143432\"", "\"1234....2143....\"", "true", "[[1,2],[2,1]]", "{}"] {
            refusal(&record(wrong), None);
        }
        // The column that was asked for is the puzzle, whatever it is called.
        assert_eq!(all(&record(&format!("\"{FOUR}\"")), Some(field)), [plain(FOUR)]);
    }
    let count = format!("{{\"puzzle\":\"{puzzle}\",\"solutions\":12}}");
    assert_eq!(all(&count, None), [plain(puzzle)], "how many there are");
    // In our own records such a field says something else.
    let own = format!("{{\"schema\":\"minclue-check/1\",\"input\":\"{puzzle}\",\"solutions\":\"one\"}}");
    assert_eq!(all(&own, None), [plain(puzzle)]);
}

#[test]
fn lists_of_cells_and_of_row_texts_are_grids() {
    let cells: Vec<String> = NINE.chars().map(|c| if c == '.' { "0".to_owned() } else { c.to_string() }).collect();
    let flat = format!("[{}]", cells.join(", "));
    let texts: Vec<String> =
        NINE.as_bytes().chunks(9).map(|row| format!("\"{}\"", String::from_utf8_lossy(row))).collect();
    let list = format!("[{}]", texts.join(",\n "));
    let quoted = format!("[{}]", NINE.chars().map(|c| format!("\"{c}\"")).collect::<Vec<_>>().join(","));
    for one in [&flat, &list, &quoted] {
        assert_eq!(all(one, None), [plain(NINE)], "{one}");
        assert_eq!(all(&format!("{{\"puzzle\":{one}}}"), None), [plain(NINE)], "{one}");
        assert_eq!(all(&format!("[{one},{one}]"), None), [plain(NINE), plain(NINE)], "{one}");
    }
    assert_eq!(all("[1,2,3,4, 3,4,1,2, 2,1,4,3, 4,3,2,1]", None), [plain(FOUR)]);
    let rows: String = cells.chunks(9).map(|row| format!("[{}]\n", row.join(","))).collect();
    assert_eq!(all(&format!("{rows}{rows}"), None), [plain(NINE), plain(NINE)]);
    // Sixteen small grids are no row of a large one.
    assert_eq!(all(&format!("[\"{FOUR}\",\"1..............4\"]"), None), [plain(FOUR), plain("1..............4")]);
    assert_eq!(all("[\"1...............\",\"...............4\"]", None).len(), 2);
    for wrong in
        [flat.replacen("4, ", "", 1), list.replacen(&texts[1], "\"123\"", 1), format!("[{}]", texts[1..].join(","))]
    {
        assert!(read(&wrong).iter().all(Result::is_err), "{wrong}");
    }
}

#[test]
fn arrays_of_rows_that_are_no_whole_grids_are_answered_by_none() {
    let rows = ["[0,3,0,0]", "[0,4,1,0]", "[0,0,0,0]", "[3,0,0,2]"];
    let of = |rows: &[&str]| format!("[{}]", rows.join(",\n"));
    assert_eq!(all(&of(&rows), None), [plain(".3...41.....3..2")]);
    assert_eq!(all(&of(&[rows, rows].concat()), None).len(), 2);
    for head in ["[0,1,2,3]", "[1,2,3,4]"] {
        let (at, _, said) = refusal(&of(&[&[head][..], &rows[..]].concat()), None);
        assert_eq!((at, said.as_str()), (1, "5 rows of 4, up to line 5: is the first a head of column numbers?"));
    }
    for missing in 0..8 {
        let mut all = [rows, rows].concat();
        all.remove(missing);
        let said = refusal(&of(&all), None).2;
        assert_eq!(said, "7 rows of 4, up to line 7: a row is missing or one too many");
    }
    assert!(refusal("[[]]", None).2.contains("a row of 0 cells"));
}

#[test]
fn what_a_record_says_of_other_rules_gets_a_note() {
    let notes = |more: &str| {
        let text = format!("{{\"puzzle\":\"{FOUR}\"{more}}}");
        let entry = read(&text).remove(0).unwrap_or_else(|e| panic!("{text}: {e}"));
        entry.notes.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    for (more, said) in [
        (",\"rules\":\"No knight's move.\"", "plain Sudoku apply: No knight's move."),
        (",\"cages\":[{\"sum\":3}]", "plain Sudoku apply: `cages`"),
        (",\"variant\":\"no-such-rule\"", "to use them, add --variant no-such-rule"),
    ] {
        assert!(matches!(&notes(more)[..], [note] if note.contains(said)), "{more}: {:?}", notes(more));
    }
    for more in ["", ",\"rules\":\"\"", ",\"cages\":[]", ",\"level\":\"easy\"", ",\"variant\":\"x\""] {
        assert!(notes(more).is_empty(), "{more}");
    }
    let text = format!("{{\"puzzle\":\"{FOUR}\",\"variant\":\"anti-knight,cage r1c1 r1c2 sum 3\"}}");
    let rules = read(&text).remove(0).expect("a record").rules;
    assert_eq!(rules.iter().map(ToString::to_string).collect::<Vec<_>>(), ["anti-knight", "cage r1c1 r1c2 sum 3"]);
}

#[test]
fn text_is_read_as_ever_and_addresses_in_it_too() {
    let text = format!("[Puzzle]\n{}\n7 {NINE}\nhttps://example.org/?bd={NINE}\n> {FOUR}\n", "1234\n3412\n2143\n4321");
    assert_eq!(all(&text, None), [plain(FOUR), named("7", NINE), plain(NINE), plain(FOUR)]);
    assert_eq!(all("", None), []);
    assert_eq!(all("\n\n \n", None), []);
    let (at, column, said) = refusal(&format!("{NINE}\nhere: https://example.org/abc\n"), None);
    assert!((at, column) == (2, 7) && said.contains("no puzzle in this address"), "{column} {said}");
}

#[test]
fn an_array_of_any_length_is_taken_value_by_value() {
    /// Gives one array that never ends.
    struct Endless(Vec<u8>, usize);
    impl io::Read for Endless {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let n = out.len().min(self.0.len() - self.1);
            out[..n].copy_from_slice(&self.0[self.1..][..n]);
            self.1 = (self.1 + n) % self.0.len();
            Ok(n)
        }
    }
    let input = io::BufReader::new(Endless(format!("[{{\"puzzle\":\"{FOUR}\"}},").replace('[', " ").into_bytes(), 0));
    let input = io::Read::chain(&b"["[..], input);
    assert_eq!(GridReader::new(input, None, None).take(10_000).filter(Result::is_ok).count(), 10_000);
    let endless = io::Read::chain(&b"{\"a\":\""[..], io::BufReader::new(io::repeat(b'a')));
    assert!(GridReader::new(endless, None, None).next().is_some_and(|entry| entry.is_err()));
}

proptest! {
    /// No bytes make a reader panic, and it always ends.
    #[test]
    fn no_reader_panics(bytes in prop::collection::vec(any::<u8>(), 0..300), column in prop::sample::select(vec!["", "1", "a"])) {
        let _ = GridReader::new(&bytes[..], None, column.parse().ok()).count();
    }

    /// Neither does text of the characters that these files are made of.
    #[test]
    fn nor_on_text_that_looks_like_files(
        text in "(\\{|\\[|<|<game data=\"|https://|\\?load=|N4Igzg|\"puzzle\":|\"grid\":|[1-4.]{1,17}|[\\]}\\[{\":,;\n<>/&= ]|puzzle|solution){0,60}",
        column in prop::sample::select(vec!["", "1", "2", "puzzle"]),
    ) {
        let _ = GridReader::new(text.as_bytes(), None, column.parse().ok()).count();
    }
}

#[test]
fn rows_of_json_that_are_hardly_a_puzzle_are_refused_as_those_of_text_are() {
    let found = |text: &str, shape: Option<Shape>| -> Vec<Result<String, String>> {
        let entries = GridReader::new(text.as_bytes(), shape, None);
        entries.map(|entry| entry.map(|e| line(&e.puzzle)).map_err(|e| e.to_string())).collect()
    };
    // Nine clues on a diagonal, with an empty row and column around them.
    let row = |i: usize| (0..10).map(|j| if i == j && i < 9 { i + 1 } else { 0 }.to_string()).collect::<Vec<_>>();
    let all = (0..10).map(|i| format!("[{}]", row(i).join(","))).collect::<Vec<_>>();
    for text in [format!("[{}]", all.join(",")), all.join("\n")] {
        let said = found(&text, None);
        assert!(said.len() == 1 && said[0].as_ref().is_err_and(|e| e.contains("9x9 puzzles")), "{said:?}");
        assert!(found(&text, Shape::of_cells(100))[0].is_ok());
    }
}

#[test]
fn a_solution_by_a_longer_name_is_compared() {
    let of = |field: &str| {
        let text = format!("{{\"sudoku\":\"1..............4\",{field}}}");
        GridReader::new(text.as_bytes(), None, None).next().expect("a record").map(|_| ()).map_err(|e| e.to_string())
    };
    for field in [
        r#""sudoku_solution":"1234341221434321""#,
        r#""fullSolution":[[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]]"#,
        r#""the_answer":[1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1]"#,
    ] {
        assert!(of(field).is_err_and(|e| e.contains("this solution has 1 in R4C4")), "{field}: {:?}", of(field));
    }
    for field in [
        r#""sudoku_solution":"1243431234212134""#,
        r#""time_to_solution":"12 s""#,
        r#""is_solved":true"#,
        r#""solution_count":1"#,
        r#""n_solution":[1,2]"#,
    ] {
        assert_eq!(of(field), Ok(()), "{field}");
    }
}

#[test]
fn a_bad_first_line_does_not_end_the_input() {
    for first in [&b"\x9c\x9c"[..], &[b'1'; 1 << 20]] {
        let text = [first, b"\n", FOUR.as_bytes(), b"\n"].concat();
        let all: Vec<_> = GridReader::new(&text[..], None, None).collect();
        assert!(matches!(&all[..], [Err(ReadError::Refused { .. }), Ok(_)]), "{all:?}");
    }
}

#[test]
fn long_lines_in_a_row_are_passed_over_up_to_a_limit_together() {
    let long = [&vec![b'1'; 20 << 20][..], b"\n"].concat();
    let text = [&long[..], &long, FOUR.as_bytes()].concat();
    let all: Vec<_> = GridReader::new(&text[..], None, None).collect();
    assert!(matches!(&all[..], [Err(_), Err(_)]), "{}", all.len());
}
