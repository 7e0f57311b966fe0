//! JSON: records of this program, one per line or in an array, puzzles of f-puzzles, and grids as arrays of rows.
//!
//! Values are taken from the stream one by one, each with its place, so an array of any length needs the memory of one
//! record.

use std::collections::{BTreeMap, VecDeque};
use std::io::BufRead;
use std::mem;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::sudoku::{Entry, Place, ReadError, Shape};

use super::json_rows::{JsonRows, row_of, row_of_text, rows_of};
use super::text::{Spot, compare, grid, refuse};
use super::{Column, LONGEST_VALUE, sudokupad, table, variant};

/// Reads the puzzles of JSON.
pub(super) struct JsonReader<R> {
    values: Values<R>,
    shape: Option<Shape>,
    column: Option<Column>,
    /// The rows of a grid that is an array of arrays, so far.
    rows: JsonRows,
    /// The cells of a list, so far, and where it begins.
    list: Vec<Value>,
    list_place: Option<Place>,
    /// What was read and not yet returned.
    waiting: VecDeque<Result<Entry, ReadError>>,
}

/// A list of sixteen cells is a 4x4 grid or a row of a 16x16 one.
const SMALL: usize = 16;

impl<R: BufRead> JsonReader<R> {
    /// Reads `input`, which begins after `n_lines` lines.
    pub(super) fn new(input: R, n_lines: usize, shape: Option<Shape>, column: Option<Column>) -> Self {
        let spot = Spot { line: n_lines + 1, column: 1 };
        let values = Values { input, spot, is_in_array: false, is_next: None, ended: false };
        let (rows, waiting) = (JsonRows::default(), VecDeque::new());
        Self { values, shape, column, rows, list: Vec::new(), list_place: None, waiting }
    }

    fn entry(&mut self) -> Result<Option<Entry>, ReadError> {
        loop {
            if let Some(entry) = self.rows.next(self.shape).or_else(|| self.waiting.pop_front()) {
                return entry.map(Some);
            }
            let Some(found) = self.values.next()? else { break };
            let Found { text, spot } = match found {
                Part::Value(found) => found,
                Part::ArrayEnd => {
                    // Rows may be lists one below the other, or those of one array.
                    if !self.list_ends()? {
                        self.rows.end()?;
                    }
                    continue;
                }
            };
            let whole = spot.place(&text, 0, text.lines().next().map_or(1, |line| line.chars().count()));
            if let Some(cell) = self.cell_of_list(&text) {
                self.list.push(cell);
                self.list_place.get_or_insert(whole);
                if self.list.len() > Shape::MAX_N * Shape::MAX_N {
                    let place = self.forget_list();
                    return Err(refuse(None, place, "a list of more cells than the largest grid has"));
                }
                continue;
            }
            if self.list_place.is_some() {
                let place = self.forget_list();
                return Err(refuse(None, place, "this is neither a record nor a grid"));
            }
            if let Some(entry) = self.value(&text, spot, whole)? {
                return Ok(Some(entry));
            }
        }
        // The same is seen where a signal ended the input, and whoever reads it asks for that first.
        if mem::take(&mut self.values.is_in_array) && !self.values.ended {
            self.rows.clear();
            self.forget_list();
            let place = self.values.spot.bare();
            return Err(refuse(None, place, "the input ends inside an array: its `]` is missing"));
        }
        self.rows.end()?;
        self.rows.next(self.shape).transpose()
    }

    /// A value that is not a cell of a list: a grid, or a row of one.
    fn value(&mut self, text: &str, spot: Spot, whole: Place) -> Result<Option<Entry>, ReadError> {
        match text.as_bytes().first() {
            Some(b'{') => {
                let entry = self.object(text, spot, &whole);
                self.after_rows(entry)
            }
            Some(b'[') => self.array(text, spot, whole),
            Some(b'"') => {
                let cells: String = self.parsed(text, spot)?;
                let place = Place { column: whole.column + 1, ..whole };
                match row_of_text(&cells).filter(|_| self.values.is_in_array) {
                    Some((row, may_be_small)) => self.rows.push(row, place, may_be_small).map(|()| None),
                    None => {
                        let entry = grid(&cells, &place, self.shape, None);
                        self.after_rows(entry)
                    }
                }
            }
            _ => Err(refuse(None, whole, "this is neither a record nor a grid")),
        }
    }

    /// Rows before an entry end where it begins.
    fn after_rows(&mut self, entry: Result<Entry, ReadError>) -> Result<Option<Entry>, ReadError> {
        if !self.rows.is_open() {
            return entry.map(Some);
        }
        let ended = self.rows.end();
        self.waiting.push_back(entry);
        ended.map(|()| None)
    }

    /// The cell of a list that a value is: a number or nothing, or a short text.
    fn cell_of_list(&self, text: &str) -> Option<Value> {
        let value = match text.as_bytes() {
            _ if !self.values.is_in_array => return None,
            [b'"', .., b'"'] if text.len() <= 5 => serde_json::from_str(text).ok()?,
            [b'0'..=b'9' | b'n', ..] => serde_json::from_str(text).ok()?,
            _ => return None,
        };
        matches!(value, Value::Null | Value::Number(_) | Value::String(_)).then_some(value)
    }

    fn forget_list(&mut self) -> Place {
        self.list.clear();
        self.list_place.take().unwrap_or_else(|| self.values.spot.bare())
    }

    /// The array ends: was it a list of cells? It is a grid, or one of several rows.
    fn list_ends(&mut self) -> Result<bool, ReadError> {
        let Some(place) = self.list_place.take() else { return Ok(false) };
        let list = mem::take(&mut self.list);
        let n = list.len();
        let is_row = n == SMALL || ((4..=Shape::MAX_N).contains(&n) && !self.is_list_grid(n));
        if is_row {
            let row = row_of(&list).map_err(|e| refuse(None, place.clone(), e))?;
            self.rows.push(row, place, true)?;
        } else {
            let cells = rows_of(&list).map_err(|e| refuse(None, place.clone(), e));
            let entry = cells.and_then(|cells| grid(&cells, &Place { width: 0, ..place }, self.shape, None));
            let entry = self.after_rows(entry)?;
            self.waiting.extend(entry.map(Ok));
        }
        Ok(true)
    }

    /// May a list of `n_cells` cells be a grid?
    fn is_list_grid(&self, n_cells: usize) -> bool {
        match self.shape {
            Some(shape) => shape.n_cells() == n_cells,
            None => n_cells >= SMALL && Shape::of_cells(n_cells).is_some(),
        }
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
        // A grid of cells that are objects, as f-puzzles and SudokuPad have it.
        if self.column.is_none()
            && let Ok(Value::Object(object)) = serde_json::from_str(text)
        {
            let puzzle = match () {
                () if variant::is_variant(&object) => Some(Ok(object)),
                () if sudokupad::is_sudokupad(&object) => Some(sudokupad::to_f_puzzles(&object)),
                () => None,
            };
            if let Some(puzzle) = puzzle {
                let drawn = puzzle.and_then(|puzzle| variant::drawn(&puzzle));
                let drawn = drawn.map_err(|e| refuse(id.clone(), whole.clone(), e))?;
                return drawn.entry(whole, self.shape, id);
            }
        }
        let names: Vec<&str> = match &self.column {
            Some(Column::Name(name)) => vec![name.as_str()],
            Some(Column::Number(_)) => {
                return Err(refuse(id, whole.clone(), "a field of JSON is chosen by its name, not by a number"));
            }
            None => table::OURS.iter().chain(table::PUZZLES).copied().collect(),
        };
        let found = names.iter().find_map(|name| Some((*name, *fields.get(*name)?)));
        let Some((name, raw)) = found else {
            let message = match (&self.column, text_of("status").as_deref()) {
                (Some(column), _) => format!("this record has no field `{column}`"),
                (None, Some("invalid_input")) => "this record has no puzzle: its input was invalid".to_owned(),
                _ => {
                    "this record has neither a puzzle nor a grid; use --column NAME if another field has it".to_owned()
                }
            };
            return Err(refuse(id, whole.clone(), message));
        };
        // A puzzle of `minclue puzzle` has other rules than those of Sudoku, which the record does not tell.
        let is_ours = text_of("schema").is_some_and(|schema| schema.starts_with("minclue-"));
        if self.column.is_none()
            && is_ours
            && !fields.contains_key("variant")
            && let Some(Ok(Value::Object(problem))) = fields.get("problem").map(|raw| serde_json::from_str(raw.get()))
        {
            let kind = problem.get("kind").and_then(Value::as_str).unwrap_or("model");
            let message = format!("this record is about another problem, `{kind}`, and its answer is no Sudoku puzzle");
            return Err(refuse(id, whole.clone(), message));
        }
        let at = |raw: &RawValue| raw.get().as_ptr() as usize - text.as_ptr() as usize;
        // A record that says which boxes its grid has is read so, unless somebody knows better.
        let shape = match (self.shape, fields.get("shape")) {
            (None, Some(raw)) => {
                let place = || spot.place(text, at(raw), raw.get().chars().count());
                shape_of(raw).map_err(|message| refuse(id.clone(), place(), message))?
            }
            (shape, _) => shape,
        };
        let from = at(raw);
        let mut entry = match serde_json::from_str(raw.get()) {
            Ok(Value::String(cells)) => {
                let place = spot.place(text, from + 1, raw.get().chars().count().saturating_sub(2));
                grid(&cells, &place, shape, id)
            }
            Ok(Value::Array(rows)) => {
                let place = spot.place(text, from, 1);
                let cells = rows_of(&rows).map_err(|e| refuse(id.clone(), place.clone(), format!("`{name}`: {e}")))?;
                grid(&cells, &Place { width: 0, ..place }, shape, id)
            }
            _ => Err(refuse(id, spot.place(text, from, 1), format!("`{name}` is not a grid"))),
        }?;
        if !is_ours {
            for (field, raw) in &fields {
                if field.as_str() != name && is_solution(field, raw, entry.puzzle.shape()) {
                    solution(&entry, field, raw, |byte, width| spot.place(text, at(raw) + byte, width))?;
                }
            }
        }
        if let Ok(Value::Object(object)) = serde_json::from_str(text) {
            entry.notes.extend(variant::notes(&object));
        }
        if let Some(text) = text_of("variant") {
            table::add_rules(&mut entry, &text);
        }
        Ok(entry)
    }

    /// A grid that is an array of arrays; `None` where it is one row of several.
    fn array(&mut self, text: &str, spot: Spot, whole: Place) -> Result<Option<Entry>, ReadError> {
        let row: Vec<Value> = self.parsed(text, spot)?;
        let are_rows = row.iter().any(Value::is_array)
            || (row.len() > 3 && row.iter().all(|row| row.as_str().is_some_and(|row| row_of_text(row).is_some())));
        if are_rows || self.is_list_grid(row.len()) && row.len() > Shape::MAX_N {
            let place = Place { width: 0, ..whole };
            let cells = rows_of(&row).map_err(|e| refuse(None, place.clone(), e));
            let entry = cells.and_then(|cells| grid(&cells, &place, self.shape, None));
            return self.after_rows(entry);
        }
        if row.is_empty() || row.len() > Shape::MAX_N {
            self.rows.clear();
            let message = format!("a row of {} cells; those of the largest grid have {}", row.len(), Shape::MAX_N);
            return Err(refuse(None, whole, message));
        }
        let cells = row_of(&row).map_err(|e| {
            self.rows.clear();
            refuse(None, whole.clone(), e)
        })?;
        self.rows.push(cells, whole, false).map(|()| None)
    }
}

/// Is this a field with a solution? One of the usual names says so, or a longer one, such as `sudoku_solution`, above as
/// many cells or rows as the puzzle has.
fn is_solution(field: &str, raw: &RawValue, shape: Shape) -> bool {
    let known = field.to_lowercase();
    let is_whole = || match serde_json::from_str(raw.get()) {
        Ok(Value::String(cells)) => cells.chars().count() == shape.n_cells(),
        Ok(Value::Array(rows)) => rows.len() == shape.n() || rows.len() == shape.n_cells(),
        _ => false,
    };
    let names = table::SOLUTIONS;
    names.contains(&known.as_str()) || (names.iter().any(|name| known.ends_with(name)) && is_whole())
}

/// Refuses a record whose solution is not one of its puzzle; `place` has that of a byte of the field, and a width.
fn solution(
    entry: &Entry,
    field: &str,
    raw: &RawValue,
    place: impl Fn(usize, usize) -> Place,
) -> Result<(), ReadError> {
    let shape = Some(entry.puzzle.shape());
    let refuse = |place: Place, message: String| refuse(entry.id.clone(), place, message);
    let written = raw.get();
    let (cells, from) = match serde_json::from_str(written) {
        Ok(Value::Null) => return Ok(()),
        Ok(Value::String(cells)) if cells.trim().is_empty() => return Ok(()),
        Ok(Value::String(cells)) => (cells, Some(1)),
        Ok(Value::Array(rows)) if rows.is_empty() => return Ok(()),
        Ok(Value::Array(rows)) => {
            let cells = rows_of(&rows).map_err(|e| refuse(place(0, 1), format!("`{field}`: {e}")))?;
            (cells, None)
        }
        // How many solutions there are.
        Ok(Value::Number(number)) if field.ends_with('s') && number.as_u64().is_some_and(|n| n < 1_000_000) => {
            return Ok(());
        }
        // A number of any length is a grid of digits.
        Ok(Value::Number(_)) => (written.to_owned(), Some(0)),
        _ => return Err(refuse(place(0, 1), format!("`{field}` is not a grid"))),
    };
    let start = place(from.unwrap_or(0), cells.chars().count());
    let solution =
        grid(&cells, &Place { width: start.width * usize::from(from.is_some()), ..start }, shape, entry.id.clone())?;
    let is_bare = cells.chars().count() == entry.puzzle.shape().n_cells();
    compare(entry, &solution.puzzle, false, |cell| match from {
        Some(from) if is_bare => place(from + cell, 1),
        _ => place(0, 1),
    })
}

/// The shape that a record says its boxes have, if it says something.
fn shape_of(raw: &RawValue) -> Result<Option<Shape>, String> {
    match serde_json::from_str(raw.get()) {
        Ok(Value::Null) => Ok(None),
        Ok(Value::String(text)) => text.parse::<Shape>().map(Some).map_err(|e| format!("`shape`: {e}")),
        _ => Err("`shape` is not a text such as \"3x2\"".to_owned()),
    }
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
