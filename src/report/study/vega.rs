//! Figures as Vega-Lite, with their data inside.
//!
//! No column may be called `count`: Vega counts the rows of each line under that name, and of lines with equally many it
//! then draws the last one only.

use serde_json::{Map, Value, json};

use super::table::{Cell, Table};

const SCHEMA: &str = "https://vega.github.io/schema/vega-lite/v5.json";

/// The rows of a table as objects by column.
fn values(table: &Table) -> Value {
    let object = |row: &Vec<Cell>| {
        let fields = table.head.iter().zip(row).filter_map(|((name, _), cell)| Some((name.clone(), value(cell)?)));
        Value::Object(fields.collect::<Map<_, _>>())
    };
    table.rows.iter().map(object).collect()
}

fn value(cell: &Cell) -> Option<Value> {
    match cell {
        Cell::Text(text) => Some(json!(text)),
        Cell::Count(n) => Some(json!(n)),
        Cell::Measure(v) | Cell::Ratio(v) => Some(json!(v)),
        Cell::Empty => None,
    }
}

fn field(table: &Table, name: &str, kind: &str) -> Value {
    let title = table.head.iter().find(|(column, _)| column == name).map_or(name, |(_, title)| title);
    json!({ "field": name, "type": kind, "title": title })
}

fn log(mut field: Value) -> Value {
    field["scale"] = json!({ "type": "log" });
    field
}

/// Lines of one table, one a value of column `color`.
fn lines(table: &Table, interpolate: &str, x: Value, y: Value, color: Value) -> Value {
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

/// A column of names in the order of the table rather than of the alphabet. The names are listed, since facets that are not
/// sorted are drawn one over the other.
fn in_order(table: &Table, name: &str) -> Value {
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

/// Side by side for each way to run the engine.
fn facet(table: &Table) -> Value {
    let mut field = in_order(table, "setting");
    field["title"] = Value::Null;
    field
}

/// Fig. 2(a), with a vertical line for each size where the mean grid has all sets of that size.
pub(super) fn figure_2a(table: &Table, sizes: &Table) -> Value {
    let x = field(table, "k", "quantitative");
    let y = log(field(table, "seconds", "quantitative"));
    let mut plot = lines(table, "linear", x, y, field(table, "source", "nominal"));
    let mut layer = Map::new();
    for part in ["mark", "encoding", "data"] {
        layer.insert(part.to_owned(), plot[part].take());
    }
    layer["mark"]["point"] = json!(false);
    // As in the paper, sizes from 11; those below are crowded at the left. Only sources with a curve have lines.
    let with_curve: Vec<&Cell> = table.rows.iter().filter_map(|row| row.first()).collect();
    let is_shown = |row: &&Vec<Cell>| with_curve.contains(&&row[0]) && matches!(row[1], Cell::Count(11..));
    let rules = Table { rows: sizes.rows.iter().filter(is_shown).cloned().collect(), ..sizes.clone() };
    let rule = json!({
        "data": { "values": values(&rules) },
        "mark": { "type": "rule", "strokeDash": [4, 4], "opacity": 0.5 },
        "encoding": {
            "x": { "field": "mean_sets_up_to", "type": "quantitative" },
            "tooltip": [{ "field": "size" }, { "field": "mean_sets_up_to" }],
        },
    });
    let fields = ["$schema", "title", "width", "height"];
    let mut whole: Map<String, Value> = fields.iter().map(|name| ((*name).to_owned(), plot[*name].take())).collect();
    whole.insert("layer".to_owned(), json!([layer, rule]));
    Value::Object(whole)
}

/// The sets by size, a bar for each.
pub(super) fn figure_2_sizes(table: &Table) -> Value {
    let mut plot = lines(
        table,
        "linear",
        field(table, "size", "ordinal"),
        field(table, "mean_sets", "quantitative"),
        field(table, "source", "nominal"),
    );
    plot["mark"] = json!("bar");
    plot["encoding"]["xOffset"] = json!({ "field": "source" });
    plot
}

/// Fig. 2(b).
pub(super) fn figure_2b(table: &Table) -> Value {
    let x = log(field(table, "seconds", "quantitative"));
    let mut plot = lines(table, "linear", x, field(table, "n_sets", "quantitative"), field(table, "source", "nominal"));
    plot["encoding"]["order"] = json!({ "field": "n_sets" });
    plot
}

/// Fig. 3(a) or (b), side by side for each way to run the engine.
pub(super) fn figure_3(table: &Table) -> Value {
    let x = log(field(table, "tau", "quantitative"));
    let mut y = field(table, "share", "quantitative");
    y["scale"] = json!({ "domain": [0, 1] });
    let mut plot = lines(table, "step-after", x, y, in_order(table, "inequalities"));
    plot["encoding"]["column"] = facet(table);
    plot
}

/// Fig. 4, a row for each number of inequalities.
pub(super) fn figure_4(table: &Table) -> Value {
    let x = log(field(table, "seconds", "quantitative"));
    let mut y = field(table, "share", "quantitative");
    y["scale"] = json!({ "domain": [0, 1] });
    let mut plot = lines(table, "step-after", x, y, in_order(table, "group"));
    plot["height"] = json!(120);
    plot["encoding"]["column"] = facet(table);
    plot["encoding"]["row"] = in_order(table, "inequalities");
    plot
}
