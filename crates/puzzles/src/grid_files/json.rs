//! JSON: our own records, one a line or in an array, puzzles of f-puzzles, and grids as arrays of rows.
//!
//! Values are taken from the stream one by one, each with the place where it begins, so that an array of any length
//! needs the memory of one record.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::mem;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::base::Digit;
use crate::sudoku::{Entry, Place, ReadError, Shape, digit_char};

use super::text::{Spot, grid, refuse};
use super::{Column, LONGEST_VALUE, table, variant};

/// Fields of our own records that have what the record is about, the likeliest first: the puzzle that was found or
/// made, the one that was asked about, the grid.
const OURS: &[&str] = &["puzzle", "input", "grid"];

/// Reads the puzzles of JSON.
pub(super) struct JsonReader<R> {
    values: Values<R>,
    shape: Option<Shape>,
    column: Option<Column>,
    /// The rows of a grid that is an array of arrays, so far, and where the first one is.
    rows: Vec<Vec<Value>>,
    first_row: Option<Place>,
}

impl<R: BufRead> JsonReader<R> {
    /// Reads `input`, which begins after `n_lines` lines.
    pub(super) fn new(input: R, n_lines: usize, shape: Option<Shape>, column: Option<Column>) -> Self {
        let spot = Spot { line: n_lines + 1, column: 1 };
        let values = Values { input, spot, is_in_array: false, is_next: None, ended: false };
        Self { values, shape, column, rows: Vec::new(), first_row: None }
    }

    fn entry(&mut self) -> Result<Option<Entry>, ReadError> {
        while let Some(found) = self.values.next()? {
            let Found { text, spot } = match found {
                Part::Value(found) => found,
                Part::ArrayEnd => {
                    self.no_rows_left()?;
                    continue;
                }
            };
            let whole = spot.place(&text, 0, text.lines().next().map_or(1, |line| line.chars().count()));
            match text.as_bytes().first() {
                Some(b'{') => return self.object(&text, spot, &whole).map(Some),
                Some(b'[') => {
                    if let Some(entry) = self.array(&text, spot, whole)? {
                        return Ok(Some(entry));
                    }
                }
                Some(b'"') => {
                    let text: String = self.parsed(&text, spot)?;
                    let place = Place { column: whole.column + 1, ..whole };
                    return grid(&text, &place, self.shape, None).map(Some);
                }
                _ => return Err(refuse(None, whole, "this is neither a record nor a grid")),
            }
        }
        // The same is seen where a signal ended the input, and whoever reads it asks for that first.
        if mem::take(&mut self.values.is_in_array) && !self.values.ended {
            (self.first_row, self.rows) = (None, Vec::new());
            let place = self.values.spot.bare();
            return Err(refuse(None, place, "the input ends within an array, whose `]` is missing"));
        }
        self.no_rows_left()?;
        Ok(None)
    }

    /// What a text says as JSON.
    fn parsed<'a, T: serde::Deserialize<'a>>(&mut self, text: &'a str, spot: Spot) -> Result<T, ReadError> {
        serde_json::from_str(text).map_err(|e| {
            let start = text.split_inclusive('\n').take(e.line().saturating_sub(1)).map(str::len).sum::<usize>();
            // Its columns are bytes.
            let mut at = (start + e.column().saturating_sub(1)).min(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            // Where a value of several lines is broken, nobody knows where it was meant to end.
            self.values.ended |= text.contains('\n');
            let message = e.to_string();
            let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
            refuse(None, spot.place(text, at, 1), format!("this is not JSON: {message}"))
        })
    }

    /// The puzzle of a record.
    fn object(&mut self, text: &str, spot: Spot, whole: &Place) -> Result<Entry, ReadError> {
        let fields: BTreeMap<String, &RawValue> = self.parsed(text, spot)?;
        let text_of = |name: &str| serde_json::from_str::<String>(fields.get(name)?.get()).ok();
        let id = fields.get("id").and_then(|id| match serde_json::from_str(id.get()) {
            Ok(Value::String(id)) => Some(id),
            Ok(Value::Number(id)) => Some(id.to_string()),
            _ => None,
        });
        // A grid of cells that are objects, and the cells of SudokuPad.
        if self.column.is_none()
            && let Ok(Value::Object(object)) = serde_json::from_str(text)
        {
            if variant::is_variant(&object) {
                let (cells, boxes) = variant::clues(&object).map_err(|e| refuse(id.clone(), whole.clone(), e))?;
                let title = id.or_else(|| text_of("title").filter(|title| !title.trim().is_empty()));
                let unseen = Place { width: 0, ..whole.clone() };
                return grid(&cells, &unseen, self.shape.or(boxes), title);
            }
            if object
                .get("cells")
                .is_some_and(|cells| cells.as_array().is_some_and(|rows| rows.iter().all(Value::is_array)))
                && !object.contains_key("puzzle")
            {
                let message =
                    "this is a puzzle in SudokuPad's own form, whose rules are not read; export it to f-puzzles";
                return Err(refuse(id, whole.clone(), message));
            }
        }
        let names: Vec<&str> = match &self.column {
            Some(Column::Name(name)) => vec![name.as_str()],
            Some(Column::Number(_)) => {
                return Err(refuse(id, whole.clone(), "a field of JSON is chosen by its name, not by a number"));
            }
            None => OURS.iter().chain(table::PUZZLES).copied().collect(),
        };
        let found = names.iter().find_map(|name| Some((*name, *fields.get(*name)?)));
        let Some((name, raw)) = found else {
            let message = match (&self.column, text_of("status").as_deref()) {
                (Some(column), _) => format!("this record has no field `{column}`"),
                (None, Some("invalid_input")) => "this record has no puzzle: its input was invalid".to_owned(),
                _ => {
                    "this record has neither a puzzle nor a grid; say --column NAME if another field has it".to_owned()
                }
            };
            return Err(refuse(id, whole.clone(), message));
        };
        let at = |raw: &RawValue| raw.get().as_ptr() as usize - text.as_ptr() as usize;
        // A record that says which boxes its grid has is read so, unless somebody knows better.
        let shape = match (self.shape, fields.get("shape")) {
            (None, Some(raw)) => {
                let place = || spot.place(text, at(raw), raw.get().chars().count());
                shape_of(raw).map_err(|message| refuse(id.clone(), place(), message))?
            }
            (shape, _) => shape,
        };
        let at = at(raw);
        match serde_json::from_str(raw.get()) {
            Ok(Value::String(cells)) => {
                let place = spot.place(text, at + 1, raw.get().chars().count().saturating_sub(2));
                grid(&cells, &place, shape, id)
            }
            Ok(Value::Array(rows)) => {
                let place = spot.place(text, at, 1);
                let cells = rows_of(&rows).map_err(|e| refuse(id.clone(), place.clone(), format!("`{name}`: {e}")))?;
                grid(&cells, &Place { width: 0, ..place }, shape, id)
            }
            _ => Err(refuse(id, spot.place(text, at, 1), format!("`{name}` is not a grid"))),
        }
    }

    /// A grid that is an array of arrays; `None` where it is one row of a grid that is not whole.
    fn array(&mut self, text: &str, spot: Spot, whole: Place) -> Result<Option<Entry>, ReadError> {
        let row: Vec<Value> = self.parsed(text, spot)?;
        let rows = if row.iter().any(Value::is_array) {
            self.no_rows_left()?;
            self.first_row = Some(whole.clone());
            row
        } else {
            // The first row says how many there are, and all of them are kept until then.
            if row.len() > Shape::MAX_N {
                (self.first_row, self.rows) = (None, Vec::new());
                let message = format!("a row of {} cells; those of the largest grid have {}", row.len(), Shape::MAX_N);
                return Err(refuse(None, whole, message));
            }
            self.first_row.get_or_insert(whole);
            self.rows.push(row);
            if self.rows.len() < self.rows[0].len() {
                return Ok(None);
            }
            mem::take(&mut self.rows).into_iter().map(Value::Array).collect()
        };
        let place = self.first_row.take().unwrap_or_else(|| spot.place(text, 0, 1));
        let cells = rows_of(&rows).map_err(|e| refuse(None, place.clone(), e))?;
        grid(&cells, &Place { width: 0, ..place }, self.shape, None).map(Some)
    }

    /// Refuses rows that are too few.
    fn no_rows_left(&mut self) -> Result<(), ReadError> {
        let Some(place) = self.first_row.take() else { return Ok(()) };
        let (found, wanted) = (self.rows.len(), self.rows.first().map_or(0, Vec::len));
        self.rows.clear();
        Err(refuse(None, place, format!("{found} rows of {wanted} cells are not a grid")))
    }
}

/// The shape that a record says its boxes have, if it says something.
fn shape_of(raw: &RawValue) -> Result<Option<Shape>, String> {
    match serde_json::from_str(raw.get()) {
        Ok(Value::Null) => Ok(None),
        Ok(Value::String(text)) => text.parse::<Shape>().map(Some).map_err(|e| format!("`shape`: {e}")),
        _ => Err("`shape` is not a text such as \"3x2\"".to_owned()),
    }
}

/// The cells of rows in one line: numbers or texts, and nothing, 0 or a blank where a cell is empty.
fn rows_of(rows: &[Value]) -> Result<String, String> {
    // 81 numbers without rows are a grid too.
    let cells: Vec<&Value> = if rows.iter().all(Value::is_array) {
        let n = rows.len();
        if let Some(row) = rows.iter().filter_map(Value::as_array).find(|row| row.len() != n) {
            return Err(format!("one of {n} rows has {} cells", row.len()));
        }
        rows.iter().filter_map(Value::as_array).flatten().collect()
    } else {
        rows.iter().collect()
    };
    let n = cells.len().isqrt();
    if n * n != cells.len() || n > Shape::MAX_N {
        return Err(format!("{} cells are not a grid", cells.len()));
    }
    let cell = |(i, cell): (usize, &&Value)| {
        let number = match cell {
            Value::Null => Some(0),
            Value::Number(number) => number.as_u64(),
            Value::String(text) if text.trim().is_empty() || text == "." => Some(0),
            Value::String(text) => match text.trim().parse() {
                Ok(number) => Some(number),
                // A letter, such as A for 10; whether it is one is seen later.
                Err(_) if text.trim().chars().count() == 1 => return Ok(text.trim().chars().next().unwrap_or('.')),
                Err(_) => None,
            },
            _ => None,
        };
        match number.and_then(|number| usize::try_from(number).ok()).filter(|number| *number <= n) {
            Some(0) => Ok('.'),
            Some(digit) => Ok(digit_char(n, Digit::new(digit))),
            None => Err(format!("R{}C{} is not a digit of a {n}x{n} grid", i / n + 1, i % n + 1)),
        }
    };
    let text: Result<Vec<char>, String> = cells.iter().enumerate().map(cell).collect();
    Ok(text?.into_iter().collect())
}

impl<R: BufRead> Iterator for JsonReader<R> {
    type Item = Result<Entry, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let entry = self.entry().transpose();
        if matches!(entry, Some(Err(ReadError::Io(_)))) {
            self.values.ended = true;
        }
        entry
    }
}

/// A value, as text, and where it begins.
struct Found {
    text: String,
    spot: Spot,
}

/// What is next in a stream of JSON.
enum Part {
    Value(Found),
    /// The array around the values ends.
    ArrayEnd,
}

/// The values of a stream, also of one array around them.
struct Values<R> {
    input: R,
    /// Where the next byte stands.
    spot: Spot,
    is_in_array: bool,
    /// A byte that was read too much.
    is_next: Option<u8>,
    ended: bool,
}

impl<R: BufRead> Values<R> {
    fn byte(&mut self) -> Result<Option<u8>, ReadError> {
        let byte = match self.is_next.take() {
            Some(byte) => Some(byte),
            None => {
                let byte = self.input.fill_buf()?.first().copied();
                self.input.consume(usize::from(byte.is_some()));
                byte
            }
        };
        match byte {
            Some(b'\n') => self.spot = Spot { line: self.spot.line + 1, column: 1 },
            Some(byte) if byte & 0xC0 != 0x80 => self.spot.column += 1,
            _ => {}
        }
        Ok(byte)
    }

    /// The next value, or the end of the array around them.
    fn next(&mut self) -> Result<Option<Part>, ReadError> {
        while !self.ended {
            let spot = self.spot;
            let Some(byte) = self.byte()? else { return Ok(None) };
            match byte {
                byte if byte.is_ascii_whitespace() => {}
                b',' if self.is_in_array => {}
                b'[' if !self.is_in_array => self.is_in_array = true,
                b']' if self.is_in_array => {
                    self.is_in_array = false;
                    return Ok(Some(Part::ArrayEnd));
                }
                byte => return self.value(byte, spot).map(|found| Some(Part::Value(found))),
            }
        }
        Ok(None)
    }

    /// The value that begins with `byte`, which was read.
    fn value(&mut self, byte: u8, spot: Spot) -> Result<Found, ReadError> {
        let mut bytes = vec![byte];
        let mut depth = usize::from(matches!(byte, b'{' | b'['));
        let mut n_arrays = usize::from(byte == b'[');
        // Where the last byte that is not blank stands.
        let mut last_line = spot.line;
        let mut in_string = byte == b'"';
        let is_bare = depth == 0 && !in_string;
        let mut is_escaped = false;
        while depth > 0 || in_string || is_bare {
            let before = self.spot;
            let Some(byte) = self.byte()? else {
                // What is broken is refused, and the array around it need not be as well.
                self.is_in_array &= is_bare;
                break;
            };
            // A number or a word ends before what is not part of it.
            if is_bare && (byte.is_ascii_whitespace() || matches!(byte, b',' | b']' | b'}')) {
                self.put_back(byte, before);
                break;
            }
            // A record that is cut off ends where the next one begins. One that is laid out over several lines without
            // an indentation has others in its arrays.
            let may_hold = n_arrays > 0 && last_line > spot.line;
            let is_cut = byte == b'{' && before.column == 1 && spot.column == 1 && !self.is_in_array && !may_hold;
            if is_cut || (in_string && byte == b'\n') {
                self.put_back(byte, before);
                break;
            }
            bytes.push(byte);
            if bytes.len() > LONGEST_VALUE {
                self.ended = true;
                return Err(refuse(None, spot.bare(), format!("a value of more than {LONGEST_VALUE} bytes")));
            }
            if !byte.is_ascii_whitespace() {
                last_line = before.line;
            }
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' if in_string => is_escaped = true,
                b'"' => in_string = !in_string,
                b'{' if !in_string => depth += 1,
                b'[' if !in_string => (depth, n_arrays) = (depth + 1, n_arrays + 1),
                b'}' if !in_string => depth -= 1,
                b']' if !in_string => (depth, n_arrays) = (depth - 1, n_arrays.saturating_sub(1)),
                _ => {}
            }
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Found { text: text.trim_end().to_owned(), spot }),
            Err(_) => Err(refuse(None, spot.bare(), "this is not text in UTF-8")),
        }
    }

    fn put_back(&mut self, byte: u8, spot: Spot) {
        self.is_next = Some(byte);
        self.spot = spot;
    }
}
