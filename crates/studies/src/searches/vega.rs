//! The figures as Vega-Lite.

use serde_json::{Value, json};

use super::super::plot::{facet, field, in_order, lines, log};
use super::super::table::Table;

/// An axis of levels, with a mark for each at most.
fn level(table: &Table) -> Value {
    let mut field = field(table, "level", "quantitative");
    field["axis"] = json!({ "tickMinStep": 1, "format": "d" });
    field
}

/// The last column by level, a line for each algorithm.
fn by_level(table: &Table, y: impl Fn(Value) -> Value) -> Value {
    let value = table.head.last().map_or("", |(name, _)| name);
    let y = y(field(table, value, "quantitative"));
    lines(table, "linear", level(table), y, in_order(table, "algorithm"))
}

/// Fig. 10, whose numbers grow by powers.
pub(super) fn powers(table: &Table) -> Value {
    by_level(table, log)
}

/// Figs. 11 and 14.
pub(super) fn curves(table: &Table) -> Value {
    by_level(table, |y| y)
}

/// Figs. 12 and 13, side by side for each algorithm.
pub(super) fn shares(table: &Table) -> Value {
    let mut y = field(table, "share", "quantitative");
    y["scale"] = json!({ "domain": [0, 1] });
    let mut plot = lines(table, "linear", field(table, "level", "ordinal"), y, in_order(table, "nodes"));
    plot["mark"] = json!("bar");
    plot["encoding"]["column"] = facet(table, "algorithm");
    plot
}

/// Table 2 by number of sets, ours beside the paper's.
pub(super) fn table_2(table: &Table) -> Value {
    let mut x = field(table, "n_sets", "quantitative");
    x["scale"] = json!({ "zero": false });
    let y = log(field(table, "seconds", "quantitative"));
    let mut plot = lines(table, "linear", x, y, in_order(table, "algorithm"));
    plot["encoding"]["column"] = facet(table, "from");
    plot
}
