//! Reads grids and puzzles from text, one after the other, and says of every refusal where and why.
//!
//! Understood, and told apart by itself:
//! - one grid or puzzle a line, `.` or `0` for an empty cell (`.sdm`);
//! - `id grid`, with an optional head line that starts with `Id` (the files of tjusila-2023);
//! - blocks of n lines of n cells, with spaces, `|` and rules between the boxes (`.sdk`, boxed pastes);
//! - `#` starts a comment, `[Puzzle]` and other section heads are passed over.
//!
//! The reader goes line by line and holds at most one block, so a stream can be answered as it comes. After a refusal it
//! goes on with the next line or block.

use std::fmt;
use std::io::{self, BufRead, Read};

use crate::base::{Digit, Index};

use super::grid::{Clash, Puzzle};
use super::shape::Shape;
use super::text::{Symbol, alphabet, cell_name, digit_char, symbol};

/// The longest line that is looked at, in bytes; a 25x25 grid with spaces needs 1,250.
const LONGEST_LINE: u64 = 8192;

/// A place in the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// First character, from 1.
    pub column: usize,
    /// Number of characters, at least 1.
    pub width: usize,
    /// The text of the line.
    pub text: String,
}

/// One grid or puzzle of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name that stood before it.
    pub id: Option<String>,
    /// Where it stands; for a block, its first row.
    pub place: Place,
    /// What stands there; complete if it is a grid.
    pub puzzle: Puzzle,
}

/// Why a line or block was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Neither a grid nor a row of a block; `wanted` is the number of cells of the shape in force or of the nearest one.
    Length {
        /// Cells found.
        found: usize,
        /// Cells wanted.
        wanted: usize,
    },
    /// n has no box shape by itself (a prime or less than 4).
    NoShape {
        /// Rows of the grid.
        n: usize,
    },
    /// Not a digit of this size and not an empty cell.
    Character {
        /// The character.
        found: char,
        /// Digits of the grid.
        n: usize,
    },
    /// Two equal digits in a house.
    Clash(Shape, Clash),
    /// A row of a block with too few or too many cells.
    BlockRow {
        /// The row, from 1.
        row: usize,
        /// Cells found.
        found: usize,
        /// Cells wanted.
        n: usize,
    },
    /// A block that ends before its last row.
    BlockEnd {
        /// Rows found.
        rows: usize,
        /// Rows wanted.
        n: usize,
    },
    /// Something after the grid that is no comment.
    Trailing,
    /// A line of more than 8,192 bytes.
    LongLine,
    /// Bytes that are no UTF-8 text.
    NotText,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { found, wanted } => {
                let n = wanted.isqrt();
                write!(f, "{found} cells; a {n}x{n} grid has {wanted}")
            }
            Self::NoShape { n } => {
                write!(f, "{n} rows can have no boxes but their own lines; for a Latin square say --shape 1x{n}")
            }
            Self::Character { found, n } => {
                write!(f, "{found:?} is no cell of a {n}x{n} grid; it holds {}", alphabet(*n))
            }
            Self::Clash(shape, clash) => write!(
                f,
                "{} stands twice in {}: {} and {}",
                digit_char(shape.n(), clash.digit),
                clash.house,
                cell_name(*shape, clash.first),
                cell_name(*shape, clash.second)
            ),
            Self::BlockRow { row, found, n } => {
                write!(f, "row {row} of this block has {found} cells, not {n}")
            }
            Self::BlockEnd { rows, n } => write!(f, "this block ends after {rows} of {n} rows"),
            Self::Trailing => f.write_str("there is something after the grid; a comment starts with #"),
            Self::LongLine => write!(f, "this line is longer than {LONGEST_LINE} bytes"),
            Self::NotText => f.write_str("this is no text in UTF-8"),
        }
    }
}

/// What ended the reading of one entry.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The input itself could not be read; nothing follows.
    #[error("the input cannot be read: {0}")]
    Io(#[from] io::Error),
    /// A line or block was refused; the next entry may be good.
    #[error("line {line}, column {column}: {reason}", line = .place.line, column = .place.column)]
    Refused {
        /// The name that stood before it.
        id: Option<String>,
        /// The first character that is wrong.
        place: Place,
        /// What is wrong.
        reason: Reason,
    },
}

/// Reads entries from text.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    shape: Option<Shape>,
    line: usize,
    seen_entry: bool,
    /// A line that ended a block and is to be read again.
    pending: Option<String>,
    ended: bool,
}

/// The cells of a line with their columns, and the words that they stood in.
struct Words<'a> {
    text: &'a str,
    /// Start column (0-based, characters) and word.
    words: Vec<(usize, &'a str)>,
}

impl<'a> Words<'a> {
    fn new(text: &'a str) -> Self {
        let content = text.split('#').next().unwrap_or("");
        let gap = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|' | '\u{2502}' | '\u{2551}');
        let mut words = Vec::new();
        let mut start: Option<(usize, usize)> = None;
        for (column, (at, c)) in content.char_indices().enumerate() {
            match (gap(c), start) {
                (true, Some((from_column, from))) => {
                    words.push((from_column, &content[from..at]));
                    start = None;
                }
                (false, None) => start = Some((column, at)),
                _ => {}
            }
        }
        if let Some((from_column, from)) = start {
            words.push((from_column, &content[from..]));
        }
        Self { text, words }
    }

    fn cells_of(words: &[(usize, &str)]) -> Vec<(usize, char)> {
        words.iter().flat_map(|(start, word)| word.chars().enumerate().map(move |(i, c)| (start + i, c))).collect()
    }

    /// A rule between boxes, such as `------+-------+------`.
    fn is_rule(&self) -> bool {
        let mut cells = self.words.iter().flat_map(|(_, word)| word.chars()).peekable();
        cells.peek().is_some()
            && cells.clone().any(|c| matches!(c, '-' | '=' | '\u{2500}' | '\u{2550}'))
            && cells.all(|c| !c.is_alphanumeric())
    }
}

/// Characters with their columns, 0-based.
type Cells = Vec<(usize, char)>;

/// What a line is.
enum Line<'a> {
    Blank,
    /// A whole grid: its name and its cells.
    Grid(Option<&'a str>, Vec<(usize, char)>),
    /// One row of a block.
    Row(Vec<(usize, char)>),
}

impl<R: BufRead> Reader<R> {
    /// Reads entries from `input`. With a `shape` everything must have it; without one the length tells it.
    pub fn new(input: R, shape: Option<Shape>) -> Self {
        Self { input, shape, line: 0, seen_entry: false, pending: None, ended: false }
    }

    /// The next line without its end; `Ok(None)` at the end of the input.
    fn next_line(&mut self) -> Result<Option<String>, ReadError> {
        if let Some(line) = self.pending.take() {
            return Ok(Some(line));
        }
        let mut bytes = Vec::new();
        let n = self.input.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut bytes)?;
        if n == 0 {
            return Ok(None);
        }
        self.line += 1;
        let place = |column, text: &[u8]| Place {
            line: self.line,
            column,
            width: 1,
            text: String::from_utf8_lossy(&text[..text.len().min(100)]).trim_end().to_owned(),
        };
        if n as u64 > LONGEST_LINE && bytes.last() != Some(&b'\n') {
            let refused = ReadError::Refused { id: None, place: place(1, &bytes), reason: Reason::LongLine };
            self.skip_line()?;
            return Err(refused);
        }
        // UTF-16 without a mark passes for UTF-8, and has a zero in every second byte.
        if let Some(at) = bytes.iter().position(|b| *b == 0) {
            let column = String::from_utf8_lossy(&bytes[..at]).chars().count() + 1;
            return Err(ReadError::Refused { id: None, place: place(column, &bytes), reason: Reason::NotText });
        }
        match String::from_utf8(bytes) {
            Ok(line) => Ok(Some(line.trim_end().trim_start_matches('\u{feff}').to_owned())),
            Err(e) => {
                let good = e.utf8_error().valid_up_to();
                let column = String::from_utf8_lossy(&e.as_bytes()[..good]).chars().count() + 1;
                Err(ReadError::Refused { id: None, place: place(column, e.as_bytes()), reason: Reason::NotText })
            }
        }
    }

    /// Drops the rest of an overlong line without holding it.
    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                return Ok(());
            }
            let end = buffer.iter().position(|b| *b == b'\n');
            let used = end.map_or(buffer.len(), |i| i + 1);
            self.input.consume(used);
            if end.is_some() {
                return Ok(());
            }
        }
    }

    fn refuse(&self, id: Option<&str>, text: &str, column: usize, width: usize, reason: Reason) -> ReadError {
        let place = Place { line: self.line, column: column + 1, width: width.max(1), text: text.to_owned() };
        ReadError::Refused { id: id.map(str::to_owned), place, reason }
    }

    fn is_grid_length(&self, cells: &[(usize, char)]) -> bool {
        match self.shape {
            Some(shape) => cells.len() == shape.n_cells() || cells.len() > Shape::MAX_N.max(shape.n()),
            // 16 cells are a 4x4 grid or a row of a 16x16 one: only the digits can tell.
            // A character that neither holds says nothing, and is refused later.
            None if cells.len() == 16 => {
                let unknown = |n, c: &(usize, char)| symbol(n, c.1) == Symbol::Unknown;
                cells.iter().all(|c| !unknown(4, c) || unknown(16, c))
            }
            None => cells.len() > Shape::MAX_N,
        }
    }

    fn classify<'a>(&self, words: &Words<'a>) -> Result<Line<'a>, ReadError> {
        let Some(&(first_column, first)) = words.words.first() else {
            return Ok(Line::Blank);
        };
        if words.is_rule() || first.starts_with('[') {
            return Ok(Line::Blank);
        }
        if !self.seen_entry && first.eq_ignore_ascii_case("id") {
            return Ok(Line::Blank);
        }
        let all = Words::cells_of(&words.words);
        // `id grid`: the last word is long by itself. Words of a spaced row are at most a box wide.
        if let [(_, id), (column, last)] = words.words[..] {
            let cells = Words::cells_of(&[(column, last)]);
            if cells.len() > Shape::MAX_N || self.is_grid_length(&cells) {
                return Ok(Line::Grid(Some(id), cells));
            }
        }
        if words.words.len() > 1
            && let Some(&(column, word)) =
                words.words[..words.words.len() - 1].iter().find(|(_, w)| w.chars().count() > Shape::MAX_N)
        {
            let end = column + word.chars().count();
            let trailing = words.words.iter().find(|(c, _)| *c >= end).copied().unwrap_or((first_column, first));
            return Err(self.refuse(None, words.text, trailing.0, trailing.1.chars().count(), Reason::Trailing));
        }
        if self.is_grid_length(&all) { Ok(Line::Grid(None, all)) } else { Ok(Line::Row(all)) }
    }

    /// The shape of a grid of `n_cells` cells, or why there is none.
    fn shape_of(&self, n_cells: usize) -> Result<Shape, Reason> {
        if let Some(shape) = self.shape {
            return if shape.n_cells() == n_cells {
                Ok(shape)
            } else {
                Err(Reason::Length { found: n_cells, wanted: shape.n_cells() })
            };
        }
        if let Some(shape) = Shape::of_cells(n_cells) {
            return Ok(shape);
        }
        let n = n_cells.isqrt();
        if n * n == n_cells && n <= Shape::MAX_N {
            return Err(Reason::NoShape { n });
        }
        let wanted = (4..=Shape::MAX_N)
            .filter_map(|n| Shape::of_cells(n * n))
            .map(Shape::n_cells)
            .min_by_key(|&w| (w.abs_diff(n_cells), w))
            .expect("there are shapes");
        Err(Reason::Length { found: n_cells, wanted })
    }

    fn grid_line(&mut self, text: &str, id: Option<&str>, cells: &[(usize, char)]) -> Result<Entry, ReadError> {
        let column = cells.first().map_or(0, |(c, _)| *c);
        let width = cells.last().map_or(1, |(c, _)| c + 1 - column);
        let shape = self.shape_of(cells.len()).map_err(|reason| {
            // What is no cell of any grid is the likelier reason for a wrong number of them.
            match (cells.iter().find(|(_, c)| symbol(Shape::MAX_N, *c) == Symbol::Unknown), reason) {
                (Some(&(at, found)), Reason::Length { wanted, .. }) => {
                    self.refuse(id, text, at, 1, Reason::Character { found, n: wanted.isqrt() })
                }
                (_, reason) => self.refuse(id, text, column, width, reason),
            }
        })?;
        let digits = self.digits(shape.n(), id, text, cells)?;
        let puzzle = Puzzle::new(shape, digits)
            .map_err(|clash| self.refuse(id, text, cells[clash.second.get()].0, 1, Reason::Clash(shape, clash)))?;
        let place = Place { line: self.line, column: column + 1, width, text: text.to_owned() };
        Ok(Entry { id: id.map(str::to_owned), place, puzzle })
    }

    fn digits(
        &self,
        n: usize,
        id: Option<&str>,
        text: &str,
        cells: &[(usize, char)],
    ) -> Result<Vec<Option<Digit>>, ReadError> {
        cells
            .iter()
            .map(|&(column, c)| match symbol(n, c) {
                Symbol::Digit(d) => Ok(Some(d)),
                Symbol::Empty => Ok(None),
                Symbol::Unknown => Err(self.refuse(id, text, column, 1, Reason::Character { found: c, n })),
            })
            .collect()
    }

    /// The digits of one row of a block; a refusal ends the block.
    fn row_digits(&mut self, n: usize, text: &str, cells: &[(usize, char)]) -> Result<Vec<Option<Digit>>, ReadError> {
        let digits = self.digits(n, None, text, cells);
        if digits.is_err() {
            self.skip_block()?;
        }
        digits
    }

    /// A block whose first row is given. An unexpected row ends it; a whole grid is kept for the next call.
    fn block(&mut self, text: &str, cells: &[(usize, char)]) -> Result<Entry, ReadError> {
        let n = self.shape.map_or(cells.len(), Shape::n);
        let (column, last) = (cells[0].0, cells[cells.len() - 1].0);
        let here = |reader: &Self, reason| reader.refuse(None, text, column, last + 1 - column, reason);
        if cells.len() != n {
            // More than a row can only be meant as a grid.
            let found = cells.len();
            return Err(match self.shape {
                Some(shape) if found > n => here(self, Reason::Length { found, wanted: shape.n_cells() }),
                _ => here(self, Reason::BlockRow { row: 1, found, n }),
            });
        }
        let shape = self.shape_of(n * n).map_err(|reason| match reason {
            // Five letters are more likely a stray word than a row of a Latin square.
            Reason::NoShape { n } if n < 4 => here(self, Reason::Length { found: n, wanted: 16 }),
            other => here(self, other),
        })?;
        let start = Place { line: self.line, column: column + 1, width: last + 1 - column, text: text.to_owned() };
        let mut rows: Vec<(usize, String, Cells)> = vec![(self.line, text.to_owned(), cells.to_vec())];
        let mut digits = self.row_digits(n, text, cells)?;
        while rows.len() < n {
            let cut = |rows: usize| ReadError::Refused {
                id: None,
                place: start.clone(),
                reason: Reason::BlockEnd { rows, n },
            };
            let Some(line) = self.next_line()? else {
                self.ended = true;
                return Err(cut(rows.len()));
            };
            let words = Words::new(&line);
            if words.words.first().is_some_and(|(_, w)| w.starts_with('[')) {
                self.pending = Some(line);
                return Err(cut(rows.len()));
            }
            match self.classify(&words)? {
                Line::Blank => {}
                Line::Row(row) if row.len() == n => {
                    digits.extend(self.row_digits(n, &line, &row)?);
                    rows.push((self.line, line.clone(), row));
                }
                // A row of a 16x16 block can look like a 4x4 grid.
                Line::Grid(None, row) if row.len() == n => {
                    digits.extend(self.row_digits(n, &line, &row)?);
                    rows.push((self.line, line.clone(), row));
                }
                Line::Row(row) => {
                    let (from, to) = (row[0].0, row[row.len() - 1].0);
                    let reason = Reason::BlockRow { row: rows.len() + 1, found: row.len(), n };
                    let refused = self.refuse(None, &line, from, to + 1 - from, reason);
                    self.skip_block()?;
                    return Err(refused);
                }
                Line::Grid(..) => {
                    self.pending = Some(line);
                    return Err(cut(rows.len()));
                }
            }
        }
        let puzzle = Puzzle::new(shape, digits).map_err(|clash| {
            let (line, text, row) = &rows[shape.row(clash.second)];
            let column = row[shape.column(clash.second)].0 + 1;
            let place = Place { line: *line, column, width: 1, text: text.clone() };
            ReadError::Refused { id: None, place, reason: Reason::Clash(shape, clash) }
        })?;
        Ok(Entry { id: None, place: start, puzzle })
    }

    /// After a broken block: its other rows say nothing new.
    fn skip_block(&mut self) -> Result<(), ReadError> {
        while let Some(line) = self.next_line()? {
            let words = Words::new(&line);
            let more = !words.words.is_empty() && !matches!(self.classify(&words), Ok(Line::Grid(..)) | Err(_));
            if !more {
                self.pending = Some(line);
                break;
            }
        }
        Ok(())
    }

    fn entry(&mut self) -> Result<Option<Entry>, ReadError> {
        while let Some(line) = self.next_line()? {
            let words = Words::new(&line);
            let kind = self.classify(&words);
            if !matches!(kind, Ok(Line::Blank)) {
                self.seen_entry = true;
            }
            match kind? {
                Line::Blank => {}
                Line::Grid(id, cells) => return self.grid_line(&line, id, &cells).map(Some),
                Line::Row(cells) => return self.block(&line, &cells).map(Some),
            }
        }
        Ok(None)
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Entry, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let entry = self.entry().transpose();
        if matches!(entry, None | Some(Err(ReadError::Io(_)))) {
            self.ended = true;
        }
        entry
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        assert_eq!(refusals("1231............"), ["line 1, column 4: 1 stands twice in row 1: R1C1 and R1C4"],);
        assert_eq!(
            refusals("12345"),
            ["line 1, column 1: 5 rows can have no boxes but their own lines; for a Latin square say --shape 1x5"]
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
}
