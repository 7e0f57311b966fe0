//! Grids and puzzles in the files and addresses of other programs, and in records of this program.
//!
//! [`GridReader`] chooses a reader by the first nonblank characters:
//! - `{` and `[`: JSON: records of this program, one per line or in an array; the puzzles of f-puzzles; arrays of rows;
//! - `<`: XML, the puzzles of `OpenSudoku`;
//! - with a [`Column`], or a head line that needs one: a column of a table;
//! - otherwise: lines and blocks, by the reader of [`crate::sudoku`]; addresses among them are parsed.
//!
//! Each reader uses bounded memory, and supports streams. An error has its place in the file, and reading continues
//! after it if that is safe. Rules of a puzzle of another program, such as diagonals, are never ignored: they become
//! rules of the entry, or the puzzle is rejected with the name of the rule.

mod drawn_rules;
mod json;
mod json_rows;
mod link;
mod sdk;
mod sudokupad;
mod table;
mod text;
mod variant;
mod xml;
mod zipped_json;

use std::fmt;
use std::io::{self, BufRead};
use std::str::FromStr;

use crate::sudoku::{Entry, Lines, ReadError, Reader, Reason, Rule, Shape};

pub use link::to_link;
pub use sdk::to_sdk;

/// The longest line or value of a file of another form, in bytes.
const LONGEST_VALUE: usize = 16 << 20;

/// A column of a table, or a field of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    /// By its name in the head, in upper or lower case.
    Name(String),
    /// By its number, from 1; a head is not required.
    Number(usize),
}

impl FromStr for Column {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim() {
            "" => Err("a column has a name, or a number from 1".to_owned()),
            name => match name.parse() {
                Ok(0) => Err("columns are counted from 1".to_owned()),
                Ok(number) => Ok(Self::Number(number)),
                Err(_) => Ok(Self::Name(name.to_owned())),
            },
        }
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Number(number) => number.fmt(f),
        }
    }
}

/// Refusals in a row after which no grid is expected any more: the input may be a device, or some bytes that unpack to
/// millions of lines.
const MAX_REFUSED: usize = 10_000;

/// Whatever is read. The readers are compiled for it alone, here, and not for each kind of input in each crate above.
type Input<'a> = Box<dyn BufRead + Send + 'a>;

/// A reader of grids and puzzles from a file of any supported format.
pub struct GridReader<'a> {
    reader: AnyReader<Input<'a>>,
    shape: Option<Shape>,
    column: Option<Column>,
    takes_rules: bool,
    /// Entries that were refused since the last one that was not.
    n_refused: usize,
}

impl fmt::Debug for GridReader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GridReader").field("shape", &self.shape).field("column", &self.column).finish_non_exhaustive()
    }
}

enum AnyReader<R> {
    /// Nothing was read yet.
    Unknown(Lines<R>),
    Text(Reader<R>),
    Table(table::TableReader<R>),
    Json(json::JsonReader<R>),
    Xml(xml::XmlReader<R>),
    Ended,
}

impl<'a> GridReader<'a> {
    /// Reads entries from `input`. With a `shape`, all entries must have that shape; with a `column`, the puzzles are
    /// in that column.
    pub fn new(input: impl BufRead + Send + 'a, shape: Option<Shape>, column: Option<Column>) -> Self {
        let input: Input<'a> = Box::new(input);
        Self { reader: AnyReader::Unknown(Lines::new(input)), shape, column, takes_rules: false, n_refused: 0 }
    }

    /// Accepts puzzles with rules; the caller must then handle [`Entry::rules`]. By default, puzzles with rules are
    /// rejected, so that none is read as a plain puzzle.
    #[must_use]
    pub fn with_rules(self) -> Self {
        Self { takes_rules: true, ..self }
    }

    /// Finds out what the input is.
    fn begin(&mut self, mut lines: Lines<Input<'a>>) -> Result<(), ReadError> {
        let first = lines.peek()?;
        let (shape, column) = (self.shape, self.column.take());
        self.reader = if is_json(first) {
            let (input, n_lines) = lines.into_input();
            AnyReader::Json(json::JsonReader::new(input, n_lines, shape, column))
        } else if is_xml(first) {
            let (input, n_lines) = lines.into_input();
            AnyReader::Xml(xml::XmlReader::new(input, n_lines, shape))
        } else if let Some(column) = column {
            AnyReader::Table(table::TableReader::new(lines.with_longest(LONGEST_VALUE as u64), shape, Some(column)))
        } else {
            match lines.next() {
                // What this line would have said of the form, the next one does.
                Err(e @ ReadError::Refused { .. }) => {
                    self.reader = AnyReader::Unknown(lines);
                    return Err(e);
                }
                Err(e) => return Err(e),
                Ok(None) => AnyReader::Ended,
                Ok(Some(line)) => {
                    let is_table = table::needs_columns(&line);
                    lines.put_back(line);
                    if is_table {
                        AnyReader::Table(table::TableReader::new(lines, shape, None))
                    } else {
                        AnyReader::Text(Reader::of_lines(lines, shape))
                    }
                }
            }
        };
        Ok(())
    }
}

/// Returns the message about a puzzle with rules where only plain puzzles are supported.
#[must_use]
pub fn unknown_rules(rules: &[Rule]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for rule in rules {
        if !names.contains(&rule.name()) {
            names.push(rule.name());
        }
    }
    format!("this puzzle has more than the rules of Sudoku, which are not known here: {}", names.join(", "))
}

/// Is this JSON? `[` also begins the head of a section of text, and both brackets begin rows as programs have them in
/// their sources and print them: those have no commas, or cells that JSON does not know.
fn is_json(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    let line = text.split(|b| *b == b'\n').next().unwrap_or_default();
    match text {
        [b'{', rest @ ..] => !matches!(rest.trim_ascii_start(), [b'{' | b'\'' | b'0'..=b'9' | b'.', ..]),
        [b'[', ..] => {
            let inner: &[u8] = line.trim_ascii_start();
            let n_open = inner.iter().take_while(|b| **b == b'[' || b.is_ascii_whitespace()).count();
            match &inner[n_open..] {
                [] | [b'{' | b'"' | b']', ..] => true,
                [b'0'..=b'9' | b'n', ..] => !is_spaced(line) && !has_word(line),
                _ => false,
            }
        }
        _ => false,
    }
}

/// Do cells follow each other with nothing but blanks between them?
fn is_spaced(line: &[u8]) -> bool {
    let is_cell = |b: &u8| b.is_ascii_digit() || *b == b'.';
    line.split(|b| !is_cell(b) && *b != b' ').any(|part| {
        let mut words = part.split(|b| *b == b' ').filter(|word| !word.is_empty());
        words.next().is_some_and(|word| word.len() <= 3) && words.next().is_some_and(|word| word.len() <= 3)
    })
}

/// Is there a word that is none of JSON, or a decimal number without places, as NumPy prints it?
fn has_word(line: &[u8]) -> bool {
    let words = line.split(|b| !b.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    line.contains(&b'\'')
        || words.into_iter().any(|word| word != b"null")
        || line.windows(3).any(|three| three[0].is_ascii_digit() && three[1] == b'.' && !three[2].is_ascii_digit())
}

fn is_xml(text: &[u8]) -> bool {
    match text.trim_ascii_start() {
        [b'<', next, ..] => next.is_ascii_alphabetic() || matches!(next, b'?' | b'!'),
        _ => false,
    }
}

impl Iterator for GridReader<'_> {
    type Item = Result<Entry, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.n_refused == MAX_REFUSED && !matches!(self.reader, AnyReader::Ended) {
            self.reader = AnyReader::Ended;
            let message = format!("{MAX_REFUSED} lines or blocks in a row are refused; what follows is not read");
            return Some(Err(io::Error::new(io::ErrorKind::InvalidData, message).into()));
        }
        let begun = match std::mem::replace(&mut self.reader, AnyReader::Ended) {
            AnyReader::Unknown(lines) => self.begin(lines),
            reader => {
                self.reader = reader;
                Ok(())
            }
        };
        let item = match &mut self.reader {
            _ if begun.is_err() => begun.err().map(Err),
            AnyReader::Unknown(_) | AnyReader::Ended => None,
            AnyReader::Text(reader) => reader.next(),
            AnyReader::Table(reader) => reader.next(),
            AnyReader::Json(reader) => reader.next(),
            AnyReader::Xml(reader) => reader.next(),
        };
        let item = match item {
            Some(Err(ReadError::Refused { place, reason: Reason::Address, .. })) => {
                Some(link::read(&place.text, &place, self.shape))
            }
            item => item,
        };
        let item = match item {
            Some(Ok(Entry { id, place, rules, .. })) if !self.takes_rules && !rules.is_empty() => {
                Some(Err(ReadError::Refused { id, place, reason: Reason::Form(unknown_rules(&rules)) }))
            }
            item => item,
        };
        match &item {
            Some(Ok(_)) => self.n_refused = 0,
            Some(Err(ReadError::Refused { .. })) => self.n_refused += 1,
            Some(Err(ReadError::Io(_))) => self.reader = AnyReader::Ended,
            None => {}
        }
        item
    }
}

#[cfg(test)]
mod forms;
#[cfg(test)]
mod tests;
