//! The figures as Vega-Lite.

use serde_json::{Value, json};

use super::super::plot::{field, in_order, lines, log};
use super::super::table::Table;

/// Fig. 3: a box for our puzzles of each group, its whiskers from the least to the most, and the paper's numbers.
pub(super) fn figure_3(table: &Table) -> Value {
    let x = in_order(table, "group");
    let y = log(field(table, "tries", "quantitative"));
    let mut plot = lines(table, "linear", x.clone(), y.clone(), Value::Null);
    if let Some(plot) = plot.as_object_mut() {
        plot.remove("mark");
        plot.remove("encoding");
    }
    plot["layer"] = json!([
        {
            "transform": [{ "filter": "datum.from == 'ours'" }],
            "mark": { "type": "boxplot", "extent": "min-max", "size": 40 },
            "encoding": { "x": x, "y": y },
        },
        {
            "transform": [{ "filter": "datum.from != 'ours'" }],
            "mark": { "type": "point", "size": 60 },
            "encoding": {
                "x": x,
                "y": y,
                "shape": { "field": "what", "type": "nominal", "title": "maniccam-2013" },
                "color": { "value": "black" },
            },
        },
    ]);
    plot
}

/// Fig. 8: two points a puzzle. The axis can show the 0 of a puzzle that is neutralised from the beginning.
pub(super) fn figure_8(table: &Table) -> Value {
    let y = json!({ "field": "recursions", "type": "quantitative", "scale": { "type": "symlog" } });
    let color = json!({ "field": "method", "type": "nominal", "sort": ["MRV", "CtN"] });
    let mut plot = lines(table, "linear", field(table, "puzzle", "quantitative"), y, color);
    plot["width"] = json!(720);
    plot["mark"] = json!({ "type": "point", "filled": true, "size": 8, "opacity": 0.7 });
    plot["transform"] = json!([{ "fold": ["MRV", "CtN"], "as": ["method", "recursions"] }]);
    plot
}
