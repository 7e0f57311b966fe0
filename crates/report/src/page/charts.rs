//! The drawings of the page: bars, and curves of steps.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::row::{Row, Trace};
use super::unit::Unit;

/// Width of a drawing, height of a bar, and of a curve.
const WIDTH: f64 = 520.0;
const BAR: f64 = 22.0;
const CURVE: f64 = 150.0;
/// Room for the words at the left, at least, and for each of their letters; and around a curve.
const LEFT: f64 = 150.0;
const LETTER: f64 = 7.5;
const MARGIN: f64 = 26.0;

/// How many records have each minimum; none if no minimum is known. Records of different problems have bars of their
/// own: 17 clues are not 17 vertices.
pub(super) fn distribution(rows: &[Row]) -> Option<String> {
    let mut counts: BTreeMap<(Unit, i64), usize> = BTreeMap::new();
    let minima = rows.iter().filter_map(|row| Some((row.unit, row.minimum()?)));
    minima.for_each(|minimum| *counts.entry(minimum).or_default() += 1);
    let most = *counts.values().max()?;
    let height = BAR * counts.len() as f64;
    let labels: Vec<String> =
        counts.iter().map(|((unit, minimum), n)| format!("{}: {n}", unit.counted(*minimum))).collect();
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let left = LEFT.max(LETTER * longest as f64);
    let mut svg =
        format!("<svg role=\"img\" aria-label=\"How many have each minimum\" viewBox=\"0 0 {WIDTH} {height}\">");
    for (i, (label, n)) in labels.iter().zip(counts.values()).enumerate() {
        let (y, length) = (BAR * i as f64, (WIDTH - left) * *n as f64 / most as f64);
        let _ = write!(
            svg,
            "<text x=\"0\" y=\"{:.1}\">{label}</text>\
             <rect class=\"bar\" x=\"{left}\" y=\"{:.1}\" width=\"{length:.1}\" height=\"{:.1}\"/>",
            y + 0.7 * BAR,
            y + 3.0,
            BAR - 6.0
        );
    }
    Some(svg + "</svg>")
}

/// Both bounds of a grid over the seconds. A node log does not say what they count.
pub(super) fn curve(trace: &Trace) -> String {
    let points = &trace.points;
    let end = points.last().map_or(0.0, |point| point.0).max(f64::MIN_POSITIVE);
    let (low, high) = points.iter().fold((i64::MAX, 0), |(low, high), point| (low.min(point.1), high.max(point.2)));
    let x = |at: f64| MARGIN + (WIDTH - 2.0 * MARGIN) * at / end;
    let y = |bound: i64| CURVE - MARGIN - (CURVE - 2.0 * MARGIN) * (bound - low) as f64 / (high - low).max(1) as f64;
    let steps = |of: &dyn Fn(&(f64, i64, i64)) -> i64| {
        let mut path = String::new();
        for (i, point) in points.iter().enumerate() {
            let (x, y) = (x(point.0), y(of(point)));
            let _ = if i == 0 { write!(path, "M{x:.1},{y:.1}") } else { write!(path, "H{x:.1}V{y:.1}") };
        }
        path
    };
    let (_, lower, upper) = *points.last().expect("a curve has a point");
    let label =
        |bound: i64| format!("<text x=\"{:.1}\" y=\"{:.1}\">{bound}</text>", WIDTH - MARGIN + 4.0, y(bound) + 4.0);
    let second = if lower == upper { String::new() } else { label(upper) };
    format!(
        "<svg role=\"img\" aria-label=\"Bounds over {end:.1} seconds: {lower} to {upper}\" \
         viewBox=\"0 0 {WIDTH} {CURVE}\"><path class=\"lower\" d=\"{}\"/><path class=\"upper\" d=\"{}\"/>{}{second}\
         <text x=\"{MARGIN}\" y=\"{:.1}\">0 s</text><text class=\"end\" x=\"{:.1}\" y=\"{:.1}\">{end:.1} s</text></svg>",
        steps(&|point| point.1),
        steps(&|point| point.2),
        label(lower),
        CURVE - 6.0,
        WIDTH - MARGIN,
        CURVE - 6.0
    )
}
