//! Addresses of pages with a puzzle: its cells, as in `SudokuWiki` and other programs, or the compressed JSON of
//! f-puzzles and of `SudokuPad`, which opens both.

use serde_json::{Map, Value, json};

use crate::sudoku::{Entry, Place, Puzzle, ReadError, Rule, Shape, line};

use super::text::{grid, refuse};
use super::{drawn_rules, sudokupad, variant, zipped_json};

/// The longest packed puzzle that is unpacked, in characters: what comes out grows with the square of that.
const LONGEST_PACKED: usize = 16_384;
/// The fewest cells that are distinguished from a word by their number alone.
const FEWEST_CELLS: usize = 64;
/// The largest grid that f-puzzles draws.
const MAX_DRAWN: usize = 16;
/// What stands before a packed puzzle, the longest first.
const MARKS: &[&str] = &["?load=", "&load=", "/fpuzzles", "=fpuzzles", "/fpuz", "=fpuz"];
/// The same for `SudokuPad`'s own form: packed JSON, and clues alone.
const OWN_MARKS: &[&str] = &["/scl", "=scl", "/ctc", "=ctc"];
const SHORT_MARKS: &[&str] = &["/scf", "=scf"];
/// The fewest characters of such a puzzle; fewer are a word of the address.
const FEWEST_PACKED: usize = 16;

/// Reads the puzzle of the address in a line that stands at `place`.
pub(super) fn read(text: &str, place: &Place, shape: Option<Shape>) -> Result<Entry, ReadError> {
    let at = |byte: usize, width: usize| match place.width {
        0 => place.clone(),
        _ => Place { column: place.column + text[..byte].chars().count(), width: width.max(1), ..place.clone() },
    };
    if let Some((from, short)) = packed(text, SHORT_MARKS).filter(|(_, short)| short.len() >= FEWEST_PACKED) {
        let place = at(from, short.chars().count());
        let puzzle = percent_decoded(short).and_then(|short| sudokupad::short_puzzle(&short));
        let (cells, rules) = puzzle.ok_or_else(|| refuse(None, place.clone(), damaged()))?;
        let entry = grid(&cells, &Place { width: 0, ..place.clone() }, shape, None)?;
        return Ok(Entry { place, rules, ..entry });
    }
    let f_puzzles = packed(text, MARKS).map(|(from, packed)| (from, packed, false));
    let own = || packed(text, OWN_MARKS).filter(|(_, packed)| packed.len() >= FEWEST_PACKED);
    if let Some((from, packed, is_own)) = f_puzzles.or_else(|| own().map(|(from, packed)| (from, packed, true))) {
        let place = at(from, packed.chars().count());
        let fail = |message: String| refuse(None, place.clone(), message);
        let object = match is_own {
            false => unpack(packed).map_err(fail)?,
            true => unpack_own(packed).and_then(|object| sudokupad::to_f_puzzles(&object)).map_err(fail)?,
        };
        let drawn = variant::drawn(&object).map_err(fail)?;
        let entry = drawn.entry(&place, shape, None).map_err(|e| match e {
            ReadError::Refused { id, reason, .. } => ReadError::Refused { id, place: place.clone(), reason },
            io @ ReadError::Io(_) => io,
        })?;
        // A puzzle without a title is called by its cells.
        let id = entry.id.map(|id| id.trim().to_owned()).filter(|id| *id != line(&entry.puzzle));
        return Ok(Entry { id, place, ..entry });
    }
    let mut found = segments(text).filter(|(_, segment)| is_grid(segment, shape));
    match (found.next(), found.next()) {
        (Some((from, segment)), None) => grid(segment, &at(from, segment.chars().count()), shape, None),
        (Some(_), Some((second, segment))) => {
            let message = "there are two grids in this address";
            Err(refuse(None, at(second, segment.chars().count()), message))
        }
        (None, _) => {
            let start = text.find("://").map_or(0, |i| text[..i].rfind(char::is_whitespace).map_or(0, |i| i + 1));
            let width = text[start..].split_whitespace().next().unwrap_or("").chars().count();
            let message = "there is no puzzle in this address; perhaps it names one that lies elsewhere";
            Err(refuse(None, at(start, width), message))
        }
    }
}

/// The packed puzzle of an address behind one of these marks, and its first byte.
fn packed<'a>(text: &'a str, marks: &[&str]) -> Option<(usize, &'a str)> {
    let (at, mark) = marks.iter().find_map(|mark| text.find(mark).map(|at| (at, mark)))?;
    let from = at + mark.len();
    let rest = &text[from..];
    let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '&' | '#' | '"' | '<' | '>' | ')' | ']'));
    // The prefix of an address of SudokuPad may stand inside one of another kind too.
    let prefix = ["fpuzzles", "fpuz"].iter().find(|prefix| rest.starts_with(**prefix)).map_or(0, |prefix| prefix.len());
    Some((from + prefix, &rest[prefix..end.unwrap_or(rest.len())])).filter(|(_, packed)| !packed.is_empty())
}

/// Why a packed puzzle cannot be unpacked.
fn damaged() -> String {
    "the packed puzzle of this address is damaged or cut off".to_owned()
}

/// The JSON of a packed puzzle of f-puzzles.
fn unpack(packed: &str) -> Result<Map<String, Value>, String> {
    match serde_json::from_str(&unpacked_text(packed)?) {
        Ok(Value::Object(object)) if variant::is_variant(&object) || object.contains_key("size") => Ok(object),
        Ok(_) => Err("what is packed in this address is not a puzzle of f-puzzles".to_owned()),
        Err(_) => Err(damaged()),
    }
}

/// The puzzle in an address of `SudokuPad`'s own form, which is JSON or shorter than that.
fn unpack_own(packed: &str) -> Result<Map<String, Value>, String> {
    match zipped_json::read(&unpacked_text(packed)?) {
        Some(Value::Object(object)) if sudokupad::is_sudokupad(&object) => Ok(object),
        Some(_) => Err("what is packed in this address is not a puzzle of SudokuPad".to_owned()),
        None => Err(damaged()),
    }
}

/// The text of a packed puzzle.
fn unpacked_text(packed: &str) -> Result<String, String> {
    if packed.len() > LONGEST_PACKED {
        return Err(format!("this address is longer than {LONGEST_PACKED} characters"));
    }
    let packed = percent_decoded(packed).ok_or_else(damaged)?;
    let is_known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=');
    // Blanks are what some programs make of a plus.
    let packed: String = packed.chars().map(|c| if matches!(c, ' ' | '-') { '+' } else { c }).collect();
    if !packed.chars().all(is_known) {
        return Err(damaged());
    }
    let units = lz_str::decompress_from_base64(&packed).ok_or_else(damaged)?;
    String::from_utf16(&units).map_err(|_| damaged())
}

/// A text with `%2B` and the like turned back; `None` where that is not text.
fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = text.bytes();
    let mut out = Vec::new();
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let mut digit = || char::from(bytes.next()?).to_digit(16);
            out.push(u8::try_from(digit()? * 16 + digit()?).ok()?);
        } else {
            out.push(byte);
        }
    }
    String::from_utf8(out).ok()
}

/// The parts of an address, each with its first byte.
fn segments(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_end = |c: char| c.is_whitespace() || "/?&=#;:,\"'<>()[]".contains(c);
    text.split(is_end).map(move |segment| (segment.as_ptr() as usize - text.as_ptr() as usize, segment))
}

/// Is this part of an address a whole grid, every character a cell?
fn is_grid(segment: &str, shape: Option<Shape>) -> bool {
    let n_cells = segment.chars().count();
    let is_size = match shape {
        Some(shape) => shape.n_cells() == n_cells && n_cells >= 16,
        None => n_cells >= FEWEST_CELLS && Shape::of_cells(n_cells).is_some(),
    };
    is_size
        && segment.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '*' | '-'))
        && segment.chars().filter(|c| c.is_ascii_digit() || *c == '.').count() * 2 > n_cells
}

/// Returns an address at which `SudokuPad` opens a puzzle with these rules for solving by hand.
///
/// # Errors
/// The reason why there is none: `SudokuPad` does not draw grids beyond 16x16, Latin squares without regions have no
/// boxes, and f-puzzles has no field for some rules.
///
/// ```
/// use minclue_puzzles::grid_files::to_link;
///
/// let puzzle: minclue_core::sudoku::Puzzle = "1..............4".parse()?;
/// let link = to_link(&puzzle, &[], Some("corners")).expect("a small grid");
/// assert!(link.starts_with("https://sudokupad.app/fpuzzlesN4Ig"));
/// # Ok::<(), minclue_core::sudoku::ParseError>(())
/// ```
pub fn to_link(puzzle: &Puzzle, rules: &[Rule], title: Option<&str>) -> Result<String, String> {
    let shape = puzzle.shape();
    let n = shape.n();
    let has_regions = rules.iter().any(|rule| matches!(rule, Rule::Jigsaw(_)));
    if n > MAX_DRAWN {
        return Err(format!("f-puzzles draws grids of up to {MAX_DRAWN} rows; this one has {n}"));
    }
    if shape.is_latin() && !has_regions {
        return Err("f-puzzles draws grids with boxes or regions; this one is a Latin square".to_owned());
    }
    // f-puzzles knows which boxes a size has; others are said cell by cell.
    let has_own_boxes = !has_regions && Shape::of_cells(shape.n_cells()) != Some(shape);
    let cell = |cell| {
        let mut fields = Map::new();
        if let Some(digit) = puzzle.get(cell) {
            fields.insert("value".to_owned(), json!(digit.value()));
            fields.insert("given".to_owned(), json!(true));
        }
        if has_own_boxes {
            fields.insert("region".to_owned(), json!(shape.box_of(cell)));
        }
        Value::Object(fields)
    };
    let cells: Vec<Value> = shape.cells().map(cell).collect();
    let rows: Vec<&[Value]> = cells.chunks(n).collect();
    let title = title.map_or_else(|| line(puzzle), str::to_owned);
    let mut object = Map::new();
    object.extend([("size", json!(n)), ("title", json!(title)), ("grid", json!(rows))].map(|(k, v)| (k.to_owned(), v)));
    drawn_rules::write(rules, shape, &mut object)?;
    let packed = lz_str::compress_to_base64(Value::Object(object).to_string().as_str());
    Ok(format!("https://sudokupad.app/fpuzzles{}", packed.replace('+', "%2B").replace('=', "%3D")))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base::rng;
    use crate::sudoku::{DrawnRule, cell_name, random_grid};

    const NINE: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

    fn of(text: &str) -> Result<Entry, ReadError> {
        let place = Place { line: 3, column: 1, width: text.chars().count(), text: text.to_owned() };
        read(text, &place, None)
    }

    fn refusal(text: &str) -> (usize, String) {
        match of(text) {
            Err(ReadError::Refused { place, reason, .. }) => (place.column, reason.to_string()),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn the_cells_of_an_address_are_its_puzzle_at_their_place() {
        let zeros = NINE.replace('.', "0");
        for text in [
            format!("https://www.sudokuwiki.org/sudoku.htm?bd={NINE}"),
            format!("https://www.sudokuwiki.org/sudoku.htm?bd={zeros}&x=1"),
            format!("see https://example.org/en/play/{zeros} for more"),
            format!("http://example.org/#{NINE}"),
        ] {
            let entry = of(&text).expect("a puzzle");
            assert_eq!(line(&entry.puzzle), NINE, "{text}");
            let at = text
                .find(&NINE[..1])
                .filter(|_| false)
                .or_else(|| text.find("4.....8").or_else(|| text.find("4000008")));
            assert_eq!((entry.place.line, Some(entry.place.column)), (3, at.map(|at| at + 1)), "{text}");
        }
    }

    #[test]
    fn addresses_of_sudokupad_in_its_own_form_are_read() {
        let cells = |clue: &str| format!("[[{{{clue}}},,,],[,,,],[,,,],[,,,{{v:4}}]]");
        let regions = "re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]]";
        let short = format!("{{cs:50,ce:{},{regions},ca:[{{v:'title: Two'}},{{ce:[[0,1],[0,2]],v:5}}]}}", cells("v:1"));
        let json = format!("{{\"cells\":{},{}}}", cells("\"value\":1"), regions.replace("re:", "\"regions\":"));
        let json = json
            .replace("{v:4}", "{\"value\":4}")
            .replace(",,", ",{},")
            .replace(",,", ",{},")
            .replace("[,", "[{},")
            .replace(",]", ",{}]");
        let pack = |text: &str| lz_str::compress_to_base64(text).replace('+', "%2B").replace('=', "%3D");
        for (text, title, n_rules) in [
            (format!("https://sudokupad.app/scl{}", pack(&short)), Some("Two"), 1),
            (format!("https://sudokupad.app/?puzzleid=scl{}", pack(&short)), Some("Two"), 1),
            (format!("https://sudokupad.app/ctc{}", pack(&json)), None, 0),
        ] {
            let entry = of(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(line(&entry.puzzle), "1..............4");
            assert_eq!((entry.id.as_deref(), entry.rules.len()), (title, n_rules), "{text}");
        }
        let entry = of("https://sudokupad.app/scft1ooooooooooooAx").expect("a puzzle");
        assert_eq!(line(&entry.puzzle), format!("5.....1{}", ".".repeat(74)));
        assert_eq!(entry.rules, [Rule::Diagonals]);
        for (text, said) in [
            ("https://sudokupad.app/scft1oooooooooooooooo".to_owned(), "damaged or cut off"),
            (format!("https://sudokupad.app/scl{}", &pack(&short)[..60]), "damaged or cut off"),
            (format!("https://sudokupad.app/scl{}", pack("{a:[1,2,3,4,5,6]}")), "not a puzzle of SudokuPad"),
            (
                format!("https://sudokupad.app/scl{}", pack(&short.replace("cs:50", "l:[{wp:[[0,0],[4,4]]}]"))),
                "only draws `lines`",
            ),
        ] {
            let (column, found) = refusal(&text);
            assert!(column > 20 && found.contains(said), "{text}: {found}");
        }
    }

    #[test]
    fn an_address_without_a_puzzle_is_refused() {
        let (column, said) = refusal("see https://sudokupad.app/abc123");
        assert!(column == 5 && said.contains("no puzzle in this address"), "{said}");
        assert!(refusal(&format!("https://example.org/{NINE}/{NINE}")).1.contains("two grids"));
        // A cell too few is not a grid, and a clash is seen at its cell.
        assert!(refusal(&format!("https://example.org/?bd={}", &NINE[1..])).1.contains("no puzzle in this address"));
        let clash = format!("https://example.org/?bd=44{}", &NINE[2..]);
        assert_eq!(refusal(&clash), (26, "4 occurs twice in row 1: R1C1 and R1C2".to_owned()));
    }

    #[test]
    fn a_packed_puzzle_that_is_damaged_or_has_other_rules_is_refused() {
        let link = to_link(&NINE.parse().expect("a puzzle"), &[], None).expect("a link");
        assert!(refusal(&link[..link.len() - 40]).1.contains("damaged or cut off"));
        assert!(refusal("https://f-puzzles.com/?load=N4Igz!").1.contains("damaged or cut off"));
        let pack = |value: &Value| lz_str::compress_to_base64(value.to_string().as_str());
        let variant = json!({"size": 4, "grid": vec![vec![json!({}); 4]; 4], "antiking": true, "renban": [1]});
        let (column, said) = refusal(&format!("https://f-puzzles.com/?load={}", pack(&variant)));
        assert_eq!((column, said.as_str()), (29, "this puzzle has unsupported rules: `renban`"));
        assert!(
            refusal(&format!("https://f-puzzles.com/?load={}", pack(&json!([1]))))
                .1
                .contains("not a puzzle of f-puzzles")
        );
        assert!(refusal(&format!("https://f-puzzles.com/?load={}", "N".repeat(20_000))).1.contains("longer than"));
    }

    #[test]
    fn what_cannot_be_drawn_has_no_link() {
        let none = |text: &str, shape: Shape| {
            let clues = std::iter::once(Some(crate::base::Digit::new(1))).chain(std::iter::repeat(None));
            let puzzle = Puzzle::new(shape, clues.take(shape.n_cells()).collect::<Vec<_>>()).expect(text);
            to_link(&puzzle, &[], None).is_err()
        };
        assert!(none("latin", Shape::new(1, 5).expect("a shape")));
        assert!(none("large", Shape::new(5, 5).expect("a shape")));
        assert!(!none("sixteen", Shape::new(4, 4).expect("a shape")));
    }

    /// All kinds of rules, two to a puzzle.
    #[test]
    fn a_link_has_its_rules() {
        let puzzle: Puzzle = NINE.parse().expect("a puzzle");
        let rules: Vec<Rule> = [
            "x",
            "falling-diagonal",
            "rising-diagonal",
            "windoku",
            "disjoint-groups",
            "anti-knight",
            "anti-king",
            "non-consecutive",
            "cage r1c1 r1c2 r2c1 sum 12",
            "cage r1c1 r5c5",
            "thermometer r1c1 r1c2 r2c2",
            "arrow r1c3 r2c3 r3c4",
            "kropki white r1c2 r1c3",
            "kropki black r9c8 r9c9",
            "little-killer r1c3 down-right 20",
            "little-killer r9c9 up-left 45",
            "little-killer r2c9 down-left 20",
        ]
        .map(|rule| rule.parse().expect(rule))
        .into();
        for rule in &rules {
            for other in rules.iter().filter(|other| other.name() != rule.name()).take(3) {
                // Dots would be exceptions of that rule there, and diagonals are one rule together.
                let is_exception = [rule, other].iter().any(|rule| **rule == Rule::NonConsecutive)
                    && [rule, other].iter().any(|rule| matches!(rule, Rule::Drawn(DrawnRule::WhiteDot(_))));
                let are_diagonals =
                    [rule, other].iter().all(|rule| rule.name().contains("diagonal") || rule.name() == "x");
                if is_exception || are_diagonals {
                    continue;
                }
                let given = [rule.clone(), other.clone()];
                let link = to_link(&puzzle, &given, None).expect("a link");
                let entry = of(&link).expect("a puzzle");
                let found = |rule| entry.rules.contains(rule);
                assert!(entry.rules.len() == 2 && given.iter().all(found), "{given:?}: {:?}", entry.rules);
                assert_eq!(entry.puzzle, puzzle);
            }
        }
        let jigsaw: Rule = "jigsaw=AABBACCBACDBCDDD".parse().expect("regions");
        let four = Puzzle::new(Shape::new(1, 4).expect("a shape"), vec![None; 16]).expect("no clues");
        let entry = of(&to_link(&four, std::slice::from_ref(&jigsaw), None).expect("a link")).expect("a puzzle");
        assert_eq!((entry.rules, entry.puzzle), (vec![jigsaw], four));
        for (rule, said) in [
            ("greater r1c1 r1c2", "no field for signs"),
            ("little-killer r2c2 down-right 6", "from the border"),
            ("little-killer r1c1 down-right", "without a sum"),
        ] {
            let rule = rule.parse().expect(rule);
            assert!(to_link(&puzzle, &[rule], None).is_err_and(|e| e.contains(said)), "{said}");
        }
        assert!(to_link(&"1..............4".parse().expect("a puzzle"), &[], None).is_ok());
    }

    /// The least and the greatest cell among its neighbors are signs here.
    #[test]
    fn least_and_greatest_cells_are_signs() {
        let pack = |value: &Value| lz_str::compress_to_base64(value.to_string().as_str());
        let of_cells = json!({"size": 4, "grid": vec![vec![json!({}); 4]; 4],
            "minimum": [{"cell": "R1C1"}, {"cell": "R1C2"}], "maximum": [{"cell": "R4C4"}]});
        let entry = of(&format!("https://f-puzzles.com/?load={}", pack(&of_cells))).expect("a puzzle");
        let lines: Vec<String> = entry.rules.iter().map(ToString::to_string).collect();
        let wanted =
            ["greater r2c1 r1c1", "greater r1c3 r1c2", "greater r2c2 r1c2", "greater r4c4 r3c4", "greater r4c4 r4c3"];
        assert_eq!(lines, wanted);
    }

    proptest! {
        #[test]
        fn a_link_opens_as_its_puzzle(seed in any::<u64>(), shape in 0..5_usize, f_puzzles in any::<bool>()) {
            let (rows, columns) = [(2, 2), (2, 3), (3, 2), (3, 3), (4, 4)][shape];
            let shape = Shape::new(rows, columns).expect("a shape");
            let grid = random_grid::<4>(shape, &mut rng(seed));
            let cells: Vec<_> = grid.digits().iter().enumerate().map(|(i, d)| (seed >> (i % 60) & 1 == 1).then_some(*d)).collect();
            let puzzle = Puzzle::new(shape, cells).expect("clues of a grid");
            let mut link = to_link(&puzzle, &[], Some("a title")).expect("a link");
            if f_puzzles {
                link = link.replace("sudokupad.app/fpuzzles", "f-puzzles.com/?load=").replace("%2B", "+").replace("%3D", "=");
            }
            let entry = of(&link).expect("a puzzle");
            prop_assert_eq!(entry.id.as_deref(), Some("a title"));
            prop_assert_eq!(&entry.puzzle, &puzzle, "{} {}", link, cell_name(shape, shape.cell(0, 0)));
        }
    }
}
