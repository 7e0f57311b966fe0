//! The figures as Vega-Lite.

use serde_json::{Map, Value, json};

use super::super::plot::{facet, field, in_order, lines, log, values};
use super::super::table::{Cell, Table};

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
    plot["encoding"]["column"] = facet(table, "setting");
    plot
}

/// Fig. 4, a row for each number of inequalities.
pub(super) fn figure_4(table: &Table) -> Value {
    let x = log(field(table, "seconds", "quantitative"));
    let mut y = field(table, "share", "quantitative");
    y["scale"] = json!({ "domain": [0, 1] });
    let mut plot = lines(table, "step-after", x, y, in_order(table, "group"));
    plot["height"] = json!(120);
    plot["encoding"]["column"] = facet(table, "setting");
    plot["encoding"]["row"] = in_order(table, "inequalities");
    plot
}
