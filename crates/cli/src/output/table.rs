//! A table for people: the columns that they look at, aligned, as soon as the last row is known.

use std::io::{self, Write};

use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, presets};
use serde_json::Value;

use minclue_core::base::{Cell as GridCell, Index as _};
use minclue_core::sudoku::{Shape, cell_name};
use minclue_report::{Columns, HittingSetRecord, Json as _, PuzzleRecord, Record, harmless};

use super::rows::{field, rows, written};
use super::sink::Output;

/// Characters of a line, where the columns allow it.
const WIDTH: u16 = 100;
/// Fields that hold numbers of cells, which people know by name.
const CELLS: &[&str] = &["cell", "cells", "redundant", "contradiction", "differs"];

pub(in super::super) struct Aligned<O> {
    out: O,
    columns: Columns,
    is_list: bool,
    rows: Vec<Value>,
}

impl<O: Write> Aligned<O> {
    pub(in super::super) fn new(out: O, columns: Columns, is_list: bool) -> Self {
        Self { out, columns, is_list, rows: Vec::new() }
    }

    /// Takes the rows of a record.
    pub(in super::super) fn value(&mut self, whole: Value) {
        self.rows.extend(rows(whole, self.columns.rows));
    }
}

impl<O: Write> Output for Aligned<O> {
    fn record(&mut self, record: &dyn Record) -> io::Result<()> {
        if !self.is_list {
            self.value(record.value()?);
        }
        Ok(())
    }

    fn puzzle(&mut self, puzzle: &PuzzleRecord) -> io::Result<()> {
        if self.is_list {
            self.value(puzzle.value()?);
        }
        Ok(())
    }

    fn hitting_set(&mut self, hitting_set: &HittingSetRecord) -> io::Result<()> {
        if self.is_list {
            self.value(hitting_set.value()?);
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        // A column that says nothing of any row takes room only.
        let says_something = |path: &str| self.rows.iter().any(|row| field(row, path).is_some());
        let columns: Vec<(&str, &str)> = self.columns.headings().filter(|(path, _)| says_something(path)).collect();
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
        let is_number = |path: &str| self.rows.iter().all(|row| field(row, path).is_none_or(Value::is_number));
        let cell = |path: &str, text: String| {
            let side = if is_number(path) { CellAlignment::Right } else { CellAlignment::Left };
            Cell::new(text).set_alignment(side)
        };
        table.set_header(columns.iter().map(|(path, heading)| cell(path, (*heading).to_owned())));
        for row in &self.rows {
            table.add_row(columns.iter().map(|(path, _)| cell(path, shown(row, path))));
        }
        for column in table.column_iter_mut() {
            column.set_padding((0, 2));
        }
        let text: String = table.lines().map(|line| format!("{}\n", line.trim_end())).collect();
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }
}

/// What people read of a field.
fn shown(row: &Value, path: &str) -> String {
    let Some(value) = field(row, path) else { return String::new() };
    match value {
        _ if CELLS.contains(&path) => names(row, value),
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::Number(number) => match number.as_f64().filter(|_| !(number.is_u64() || number.is_i64())) {
            Some(seconds) if path == "seconds" => format!("{seconds:.1}"),
            Some(fraction) => format!("{fraction:.3}"),
            None => number.to_string(),
        },
        _ if path == "status" => written(value).replace('_', " "),
        _ => harmless(&written(value)),
    }
}

/// The names of cells.
fn names(row: &Value, cells: &Value) -> String {
    let shape: Option<Shape> = row["shape"].as_str().and_then(|shape| shape.parse().ok());
    let (Some(shape), true) = (shape, row["problem"].is_null()) else { return written(cells) };
    let name = |cell: &Value| {
        let cell = cell.as_u64().and_then(|cell| usize::try_from(cell).ok()).filter(|cell| *cell < shape.n_cells());
        cell.map_or_else(String::new, |cell| cell_name(shape, GridCell::new(cell)))
    };
    match cells {
        Value::Array(cells) => cells.iter().map(name).collect::<Vec<_>>().join(" "),
        cell => name(cell),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn table(shown: &'static str, rows: &[Value]) -> String {
        let mut out = Vec::new();
        let mut table = Aligned::new(&mut out, Columns { names: "", shown, rows: None }, false);
        rows.iter().for_each(|row| table.value(row.clone()));
        table.finish().expect("written");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn numbers_stand_to_the_right_and_empty_columns_nowhere() {
        let rows =
            [json!({"id": "a\u{1b}", "n": 7, "ok": true, "seconds": 0.26, "status": "time_limit"}), json!({"n": 1234})];
        let seen = table("id: name, n: count, no: none, ok: fine, seconds: s, status: end", &rows);
        let words: Vec<Vec<&str>> = seen.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(words[0], ["name", "count", "fine", "s", "end"]);
        assert_eq!(words[1], ["a\u{fffd}", "7", "yes", "0.3", "time", "limit"]);
        assert_eq!(words[2], ["1234"]);
        let lines: Vec<&str> = seen.lines().collect();
        assert_eq!(lines[1].find('7').map(|at| at + "7".len() - 2), lines[2].find("1234").map(|at| at + 4), "{seen}");
    }

    #[test]
    fn cells_have_names() {
        let row = json!({"cells": [0, 12, 99], "shape": "2x2"});
        assert_eq!(table("cells: cells", &[row]).lines().nth(1).map(str::trim), Some("R1C1 R4C1"));
    }

    #[test]
    fn no_rows_are_no_table() {
        assert_eq!(table("id: name", &[]), "");
    }
}
