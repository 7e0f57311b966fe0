//! What figures are made of: Vega-Lite, with their data inside.
//!
//! No column may be called `count`: Vega counts the rows of each line under that name, and of lines with equally many
//! it then draws the last one only.

use serde_json::{Map, Value, json};

use super::table::{Cell, Table};

const SCHEMA: &str = "https://vega.github.io/schema/vega-lite/v5.json";

/// The rows of a table as objects by column.
pub(super) fn values(table: &Table) -> Value {
    let object = |row: &Vec<Cell>| {
        let fields = table.head.iter().zip(row).filter_map(|((name, _), cell)| Some((name.clone(), value(cell)?)));
        Value::Object(fields.collect::<Map<_, _>>())
    };
    table.rows.iter().map(object).collect()
}

pub(super) fn value(cell: &Cell) -> Option<Value> {
    match cell {
        Cell::Text(text) => Some(json!(text)),
        Cell::Count(n) => Some(json!(n)),
        Cell::Measure(v) | Cell::Ratio(v) | Cell::Mean(v) => Some(json!(v)),
        Cell::Empty => None,
    }
}

pub(super) fn field(table: &Table, name: &str, kind: &str) -> Value {
    let title = table.head.iter().find(|(column, _)| column == name).map_or(name, |(_, title)| title);
    json!({ "field": name, "type": kind, "title": title })
}

pub(super) fn log(mut field: Value) -> Value {
    field["scale"] = json!({ "type": "log" });
    field
}

/// Lines of one table, one a value of column `color`.
pub(super) fn lines(table: &Table, interpolate: &str, x: Value, y: Value, color: Value) -> Value {
    let tooltip: Vec<Value> = table.head.iter().map(|(name, _)| json!({ "field": name })).collect();
    let mut plot = json!({
        "$schema": SCHEMA,
        "title": table.title,
        "width": 360,
        "height": 260,
        "data": { "values": values(table) },
        "mark": { "type": "line", "interpolate": interpolate, "point": true },
        "encoding": { "tooltip": tooltip },
    });
    for (channel, field) in [("x", x), ("y", y), ("color", color)] {
        plot["encoding"][channel] = field;
    }
    plot
}

/// A column of names in the order of the table rather than of the alphabet. The names are listed, since facets that are
/// not sorted are drawn one over the other.
pub(super) fn in_order(table: &Table, name: &str) -> Value {
    let i = table.head.iter().position(|(column, _)| column == name);
    let mut names: Vec<Value> = Vec::new();
    for name in table.rows.iter().filter_map(|row| value(row.get(i?)?)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut field = field(table, name, "nominal");
    field["sort"] = json!(names);
    field
}

/// Side by side for each value of a column.
pub(super) fn facet(table: &Table, name: &str) -> Value {
    let mut field = in_order(table, name);
    field["title"] = Value::Null;
    field
}
