//! Reads unavoidable sets from files: records of this program or plain text, detected automatically.
//!
//! The reader only parses the file; `unavoidable::import_sets` checks that a set is unavoidable. A file with any error
//! is rejected.

use std::fmt;
use std::io::{self, Read};

use serde::{Deserialize, Serialize};

use crate::base::Digit;
use crate::sudoku::{Shape, digit_char};
use crate::unavoidable::ImportedSet;
use minclue_core::problem::Witness;

/// The name and version of the format of `sets` records.
pub const SETS_SCHEMA: &str = "minclue-sets/1";

/// One unavoidable set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SetRecord {
    /// Its cells, ascending.
    pub cells: Vec<usize>,
    /// The second grid, which differs from the first in exactly these cells.
    pub witness: String,
}

/// The largest file that is read, in bytes: some two million sets of a 9x9 grid with their witnesses.
const MAX_BYTES: u64 = 256 << 20;

/// The unavoidable sets of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetFile {
    /// Records of `minclue sets --list`, each for one grid.
    Records(Vec<SetsOfGrid>),
    /// Lists of cell numbers with their line numbers, for any grid.
    Lines(Vec<(usize, Vec<usize>)>),
}

/// One record of `minclue sets`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetsOfGrid {
    /// The number of its first line, from 1.
    line: usize,
    /// The grid and its box shape; `None` for the record of an input that was refused.
    of: Option<(String, String)>,
    sets: Option<Vec<SetRecord>>,
}

/// The place of a set in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetPlace {
    /// The record that begins in this line, and the number of the set in it, both from 1.
    Record {
        /// The first line of the record.
        line: usize,
        /// The number of the set.
        set: usize,
    },
    /// The line, from 1.
    Line(usize),
}

impl fmt::Display for SetPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record { line, set } => write!(f, "line {line}, set {set}"),
            Self::Line(line) => write!(f, "line {line}"),
        }
    }
}

/// The reason why a file cannot be read as unavoidable sets.
#[derive(Debug, thiserror::Error)]
pub enum ReadSetsError {
    /// An error of the operating system.
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The file exceeds the size limit.
    #[error("it is larger than {} MiB", MAX_BYTES >> 20)]
    TooLarge,
    /// The line is not a record, or not one of this kind.
    #[error("line {line}: {reason}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// The reason.
        reason: String,
    },
    /// The file is a Python pickle, such as the lists of cuts that come with tjusila-2023.
    #[error("it is a Python pickle; docs/formats/sets.md shows how to convert it to text")]
    Pickle,
    /// The set does not fit any grid of the shape.
    #[error("{place}: {reason}")]
    Set {
        /// The place of the set.
        place: SetPlace,
        /// The reason.
        reason: String,
    },
    /// The file has records, but none of the grid.
    #[error("it has no record of this grid with boxes of {0}")]
    NoRecord(Shape),
}

/// The fields of a record that are read.
#[derive(Deserialize)]
struct Raw {
    schema: String,
    grid: Option<String>,
    shape: Option<String>,
    n_sets: Option<usize>,
    sets: Option<Vec<SetRecord>>,
}

impl SetFile {
    /// Reads a file.
    ///
    /// # Errors
    /// [`ReadSetsError`] at the first error.
    pub fn read(file: impl Read) -> Result<Self, ReadSetsError> {
        let mut bytes = Vec::new();
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(ReadSetsError::TooLarge);
        }
        match bytes.iter().find(|b| !b.is_ascii_whitespace()) {
            // No sets are a family too: that of the plain model.
            None => Ok(Self::Lines(Vec::new())),
            Some(b'{' | b'[') => Ok(Self::Records(records(&bytes)?)),
            // How the pickle of a list begins in each protocol.
            Some(0x80 | b'(' | b']') => Err(ReadSetsError::Pickle),
            Some(_) => Ok(Self::Lines(lines(&bytes)?)),
        }
    }

    /// Returns the sets of a grid: those of its records, or all sets of a list without grids.
    ///
    /// # Errors
    /// [`ReadSetsError`] if the file has no record of the grid, or if a cell or a witness does not fit the shape.
    pub fn of_grid(&self, grid: &str, shape: Shape) -> Result<Vec<(SetPlace, ImportedSet)>, ReadSetsError> {
        match self {
            Self::Records(records) => {
                let is_it = |record: &&SetsOfGrid| {
                    record.of.as_ref().is_some_and(|(g, s)| g == grid && *s == shape.to_string())
                };
                let own: Vec<&SetsOfGrid> = records.iter().filter(is_it).collect();
                if own.is_empty() {
                    return Err(ReadSetsError::NoRecord(shape));
                }
                let mut sets = Vec::new();
                for record in own {
                    let listed = record.sets.as_ref().ok_or_else(|| ReadSetsError::Line {
                        line: record.line,
                        reason: "this record has no sets; write it with --list".to_owned(),
                    })?;
                    for (set, n) in listed.iter().zip(1..) {
                        let place = SetPlace::Record { line: record.line, set: n };
                        let witness =
                            witness(&set.witness, shape).map_err(|reason| ReadSetsError::Set { place, reason })?;
                        sets.push((place, ImportedSet { cells: set.cells.clone(), witness: Some(witness) }));
                    }
                }
                Ok(sets)
            }
            Self::Lines(lines) => Ok(lines
                .iter()
                .map(|(line, cells)| (SetPlace::Line(*line), ImportedSet { cells: cells.clone(), witness: None }))
                .collect()),
        }
    }
}

/// The values of a witness, written exactly as `sets --list` writes them.
fn witness(text: &str, shape: Shape) -> Result<Witness, String> {
    let n = shape.n();
    let value = |c: char| {
        (1..=n)
            .find(|v| digit_char(n, Digit::new(*v)) == c)
            .map(|v| v as u8)
            .ok_or_else(|| format!("the witness has {c:?}, which is not a digit of a {n}x{n} grid"))
    };
    Ok(Witness(text.chars().map(value).collect::<Result<_, _>>()?))
}

/// The records of a file: one after the other, or in one array.
fn records(bytes: &[u8]) -> Result<Vec<SetsOfGrid>, ReadSetsError> {
    let mut json = Json { bytes, at: 0, line: 1 };
    let mut found = Vec::new();
    let in_array = json.eat(b'[');
    if in_array && json.eat(b']') {
        return if json.is_at_end() { Ok(found) } else { Err(json.wrong("something follows the array")) };
    }
    loop {
        let line = json.line;
        found.push(record(json.value()?, line)?);
        if json.is_at_end() && !in_array {
            return Ok(found);
        }
        if in_array && json.eat(b']') {
            return if json.is_at_end() { Ok(found) } else { Err(json.wrong("something follows the array")) };
        }
        if in_array && !json.eat(b',') {
            return Err(json.wrong("the array of records has no `,` or `]` here"));
        }
    }
}

/// JSON values one after the other, each with the line in which it begins.
struct Json<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The line number, from 1.
    line: usize,
}

impl Json<'_> {
    fn go(&mut self, n: usize) {
        self.line += self.bytes[self.at..self.at + n].iter().filter(|b| **b == b'\n').count();
        self.at += n;
    }

    fn skip_blanks(&mut self) {
        self.go(self.bytes[self.at..].iter().take_while(|b| b.is_ascii_whitespace()).count());
    }

    /// Passes over `wanted` and the blanks around it, if that comes next.
    fn eat(&mut self, wanted: u8) -> bool {
        self.skip_blanks();
        let is_there = self.bytes.get(self.at) == Some(&wanted);
        self.go(usize::from(is_there));
        self.skip_blanks();
        is_there
    }

    fn is_at_end(&mut self) -> bool {
        self.skip_blanks();
        self.at == self.bytes.len()
    }

    fn wrong(&self, reason: impl Into<String>) -> ReadSetsError {
        ReadSetsError::Line { line: self.line, reason: reason.into() }
    }

    fn value(&mut self) -> Result<Raw, ReadSetsError> {
        let mut values = serde_json::Deserializer::from_slice(&self.bytes[self.at..]).into_iter::<Raw>();
        match values.next() {
            Some(Ok(raw)) => {
                let n = values.byte_offset();
                self.go(n);
                Ok(raw)
            }
            Some(Err(e)) => {
                let said = e.to_string();
                // Its line counts from where we began.
                let what = said.split(" at line ").next().unwrap_or_default();
                let line = self.line + e.line().saturating_sub(1);
                Err(ReadSetsError::Line { line, reason: format!("column {}: {what}", e.column()) })
            }
            None => Err(self.wrong("a record is missing")),
        }
    }
}

/// Checks what can be checked without the grid.
fn record(raw: Raw, line: usize) -> Result<SetsOfGrid, ReadSetsError> {
    let wrong = |reason: String| ReadSetsError::Line { line, reason };
    if raw.schema != SETS_SCHEMA {
        let schema: String = raw.schema.chars().take(40).collect();
        return Err(wrong(format!("a record of schema `{schema}`, not `{SETS_SCHEMA}`")));
    }
    let of = match (raw.grid, raw.shape) {
        (Some(grid), Some(shape)) => Some((grid, shape)),
        (None, _) if raw.sets.is_none() => None,
        _ => return Err(wrong("a record of sets without `grid` or `shape`".to_owned())),
    };
    if let (Some(n), Some(sets)) = (raw.n_sets, &raw.sets)
        && n != sets.len()
    {
        return Err(wrong(format!("`n_sets` is {n}, but there are {}", sets.len())));
    }
    for (set, n) in raw.sets.iter().flatten().zip(1..) {
        if let Some(pair) = set.cells.windows(2).find(|pair| pair[0] >= pair[1]) {
            let place = SetPlace::Record { line, set: n };
            let reason = format!("the cells of a record ascend, and {} does not come after {}", pair[1], pair[0]);
            return Err(ReadSetsError::Set { place, reason });
        }
    }
    Ok(SetsOfGrid { line, of, sets: raw.sets })
}

/// Plain text: one set a line.
fn lines(bytes: &[u8]) -> Result<Vec<(usize, Vec<usize>)>, ReadSetsError> {
    let mut found = Vec::new();
    for (text, line) in bytes.split(|b| *b == b'\n').zip(1..) {
        let text = std::str::from_utf8(text)
            .map_err(|_| ReadSetsError::Line { line, reason: "this is not text in UTF-8".to_owned() })?;
        let cells = text.split('#').next().unwrap_or_default().split_whitespace().map(|word| {
            let shown: String = word.chars().take(40).collect();
            word.parse().map_err(|_| ReadSetsError::Line {
                line,
                reason: format!("`{shown}` is not a cell number; a set is a line of numbers from 0, row by row"),
            })
        });
        let cells: Vec<usize> = cells.collect::<Result<_, _>>()?;
        if !cells.is_empty() {
            found.push((line, cells));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: &str = "1234341221434321";
    const RECORD: &str = r#"{"schema":"minclue-sets/1","grid":"1234341221434321","shape":"2x2","n_sets":1,"sets":[{"cells":[0,2,4,6],"witness":"3214143221434321"}]}"#;

    fn four() -> Shape {
        Shape::new(2, 2).expect("a shape")
    }

    fn read(text: &str) -> Result<Vec<(SetPlace, ImportedSet)>, String> {
        SetFile::read(text.as_bytes()).and_then(|file| file.of_grid(GRID, four())).map_err(|e| e.to_string())
    }

    fn cells(text: &str) -> Result<Vec<(String, Vec<usize>)>, String> {
        Ok(read(text)?.into_iter().map(|(place, set)| (place.to_string(), set.cells)).collect())
    }

    #[test]
    fn records_in_lines_and_in_an_array() {
        let other = RECORD.replace("1234341221434321", "1234341243212143").replace("3214", "32140");
        for text in [
            format!("{other}\n\n{RECORD}\n{RECORD}"),
            format!("[\n{other},\n{RECORD}\n,{RECORD}]\n"),
            format!("\n{other}\n{RECORD}{RECORD}",),
        ] {
            let found = cells(&text).expect("records");
            assert_eq!(found.len(), 2, "{text}");
            assert_eq!(found[0], ("line 3, set 1".to_owned(), vec![0, 2, 4, 6]));
        }
        assert_eq!(read("[]").map_err(|e| e.contains("no record of this grid")), Err(true));
    }

    #[test]
    fn a_wrong_record_is_named() {
        let bad = |from: &str, to: &str| cells(&format!("{RECORD}\n{}", RECORD.replace(from, to))).expect_err("wrong");
        assert_eq!(bad("sets/1", "check/1"), "line 2: a record of schema `minclue-check/1`, not `minclue-sets/1`");
        assert_eq!(bad("\"n_sets\":1", "\"n_sets\":2"), "line 2: `n_sets` is 2, but there are 1");
        assert_eq!(bad("[0,2", "[2,0"), "line 2, set 1: the cells of a record ascend, and 0 does not come after 2");
        assert_eq!(bad("\"3214", "\"321x"), "line 2, set 1: the witness has 'x', which is not a digit of a 4x4 grid");
        assert_eq!(bad("\"shape\":\"2x2\",", ""), "line 2: a record of sets without `grid` or `shape`");
        // From here on it is not JSON, or not the JSON of a record.
        let column = |from: &str, to: &str| {
            let said = bad(from, to);
            let said = said.strip_prefix("line 2: column ").expect("a place");
            said.split_once(": ").expect("a reason").1.to_owned()
        };
        assert_eq!(column(",\"witness\":\"3214143221434321\"", ""), "missing field `witness`");
        assert_eq!(column("[0,2", "[-1,2"), "invalid value: integer `-1`, expected usize");
        assert_eq!(column("\"}]}", "\"}"), "EOF while parsing a list");
    }

    /// A record of an input without a grid has nothing to give, and one of a grid without its sets is a mistake.
    #[test]
    fn records_without_sets() {
        let refused = r#"{"schema":"minclue-sets/1","status":"invalid_input","error":{},"source":"complete"}"#;
        assert_eq!(cells(&format!("{refused}\n{RECORD}")).map(|sets| sets.len()), Ok(1));
        let counted = r#"{"schema":"minclue-sets/1","grid":"1234341221434321","shape":"2x2","n_sets":14}"#;
        assert_eq!(cells(counted), Err("line 1: this record has no sets; write it with --list".to_owned()));
    }

    #[test]
    fn every_truncation_of_a_record_is_refused() {
        for n in 1..RECORD.len() {
            assert!(read(&RECORD[..n]).is_err(), "{}", &RECORD[..n]);
        }
    }

    #[test]
    fn plain_text() {
        let found = cells("# two sets\n6 4 2 0 # swap\n\n 9 11\t13 15\r\n").expect("text");
        assert_eq!(found, [("line 2".to_owned(), vec![6, 4, 2, 0]), ("line 4".to_owned(), vec![9, 11, 13, 15])]);
        assert_eq!(read("0 2\n0 -2").map_err(|e| e.contains("line 2: `-2` is not a cell number")), Err(true));
        for nothing in ["", " \n", "# nothing\n"] {
            assert_eq!(read(nothing), Ok(Vec::new()), "{nothing:?} is a family of no sets");
        }
    }

    #[test]
    fn a_pickle_is_refused_by_name() {
        for pickle in [&b"(lp0\n."[..], b"]q\x00.", b"\x80\x02]q\x00.", b"\x80\x04]\x94."] {
            assert!(matches!(SetFile::read(pickle), Err(ReadSetsError::Pickle)), "{pickle:?}");
        }
    }

    #[test]
    fn a_file_without_end_is_refused() {
        assert!(matches!(SetFile::read(io::repeat(b' ')), Err(ReadSetsError::TooLarge)));
    }
}
