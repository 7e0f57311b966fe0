//! Rules that are drawn into the cells of a grid, as SVG.

use std::fmt::Write as _;

use minclue_core::sudoku::{CellAt, Direction, DrawnRule, Shape};

use super::outline::path;
use super::svg::SIDE;

/// The distance of the line around a cage from the border of its cells.
const CAGE: usize = 4;
/// How far a little killer's sum stands out of the grid.
pub(super) const MARGIN: usize = 26;

/// Have any of these something to show beside the grid?
pub(super) fn has_margin(rules: &[DrawnRule]) -> bool {
    rules.iter().any(|rule| matches!(rule, DrawnRule::LittleKiller { .. }))
}

/// What lies below the digits: thermometers, arrows and cages.
pub(super) fn below(rules: &[DrawnRule], shape: Shape) -> String {
    let mut svg = String::new();
    for rule in rules {
        match rule {
            DrawnRule::Thermometer(cells) => {
                let [x, y] = center(cells[0]);
                let _ = writeln!(svg, "<circle class=\"bulb\" cx=\"{x}\" cy=\"{y}\" r=\"14\"/>");
                let _ = writeln!(svg, "<path class=\"tube\" d=\"{}\"/>", line(cells));
            }
            DrawnRule::Arrow(cells) => {
                let [x, y] = center(cells[0]);
                let _ = writeln!(svg, "<circle class=\"arrow\" cx=\"{x}\" cy=\"{y}\" r=\"16\"/>");
                let _ = writeln!(svg, "<path class=\"arrow\" d=\"{}{}\"/>", shaft(cells), head(cells));
            }
            DrawnRule::Cage { cells, sum } => {
                let n = shape.n();
                let mut set: Vec<usize> = cells.iter().filter_map(|cell| cell.number(n)).collect();
                set.sort_unstable();
                let _ = writeln!(svg, "<path class=\"cage\" d=\"{}\"/>", path(shape, &set, SIDE, CAGE));
                if let (Some(sum), Some(first)) = (sum, set.first()) {
                    let (x, y) = (first % n * SIDE + 9, first / n * SIDE + 13);
                    let _ = writeln!(svg, "<text class=\"sum\" x=\"{x}\" y=\"{y}\">{sum}</text>");
                }
            }
            _ => {}
        }
    }
    svg
}

/// What lies above the lines of the grid, or beside it: dots, signs and little killers.
pub(super) fn above(rules: &[DrawnRule]) -> String {
    let mut svg = String::new();
    for rule in rules {
        match rule {
            DrawnRule::WhiteDot(cells) | DrawnRule::BlackDot(cells) => {
                let class = if matches!(rule, DrawnRule::WhiteDot(_)) { "white" } else { "black" };
                let [x, y] = middle(*cells);
                let _ = writeln!(svg, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"6\"/>");
            }
            DrawnRule::Sign([greater, less]) => sign(&mut svg, *greater, *less),
            DrawnRule::LittleKiller { start, direction, sum } => little_killer(&mut svg, *start, *direction, *sum),
            _ => {}
        }
    }
    svg
}

fn center(at: CellAt) -> [i32; 2] {
    let along = |i: u8| i32::from(i) * SIDE as i32 + SIDE as i32 / 2;
    [along(at.column), along(at.row)]
}

fn middle([one, other]: [CellAt; 2]) -> [i32; 2] {
    let ([a, b], [c, d]) = (center(one), center(other));
    [(a + c) / 2, (b + d) / 2]
}

/// The line through the centers of cells.
fn line(cells: &[CellAt]) -> String {
    let mut path = String::new();
    for (i, cell) in cells.iter().enumerate() {
        let [x, y] = center(*cell);
        let _ = write!(path, "{}{x} {y}", if i == 0 { "M" } else { "L" });
    }
    path
}

/// The line of an arrow, which begins at the border of its circle.
fn shaft(cells: &[CellAt]) -> String {
    let ([x, y], [a, b]) = (center(cells[0]), center(cells[1]));
    let (along, across) = (f64::from(a - x), f64::from(b - y));
    let length = along.hypot(across).max(1.0);
    let mut path = format!("M{:.1} {:.1}", f64::from(x) + along * 16.0 / length, f64::from(y) + across * 16.0 / length);
    for cell in &cells[1..] {
        let [x, y] = center(*cell);
        let _ = write!(path, "L{x} {y}");
    }
    path
}

/// The head at the end of an arrow.
fn head(cells: &[CellAt]) -> String {
    let ([a, b], [x, y]) = (center(cells[cells.len() - 2]), center(cells[cells.len() - 1]));
    let angle = f64::from(y - b).atan2(f64::from(x - a));
    let barb = |turn: f64| {
        let back = angle + turn;
        format!("{:.1} {:.1}", f64::from(x) - 10.0 * back.cos(), f64::from(y) - 10.0 * back.sin())
    };
    format!("M{}L{x} {y}L{}", barb(0.5), barb(-0.5))
}

/// A sign between neighbors, its point at the lesser one; a line from one to the other where they are none.
fn sign(svg: &mut String, greater: CellAt, less: CellAt) {
    let [x, y] = middle([greater, less]);
    let ([a, b], [c, d]) = (center(greater), center(less));
    let (right, down) = ((c - a).signum(), (d - b).signum());
    let side = SIDE as i32;
    if (c - a).abs() + (d - b).abs() == side {
        // The open side is toward the greater cell.
        let (dx, dy) = (4 * right, 4 * down);
        let (wx, wy) = (6 * down.abs(), 6 * right.abs());
        let [first, point, last] = [[x - dx - wx, y - dy - wy], [x + dx, y + dy], [x - dx + wx, y - dy + wy]];
        let _ = writeln!(
            svg,
            "<path class=\"sign\" d=\"M{} {}L{} {}L{} {}\"/>",
            first[0], first[1], point[0], point[1], last[0], last[1]
        );
    } else {
        let _ = writeln!(svg, "<path class=\"sign\" d=\"M{a} {b}L{c} {d}\"/>");
        let _ = writeln!(svg, "<circle class=\"point\" cx=\"{c}\" cy=\"{d}\" r=\"4\"/>");
    }
}

/// The sum outside of the cell where the line begins, and a short arrow toward it.
fn little_killer(svg: &mut String, start: CellAt, direction: Direction, sum: Option<u16>) {
    let (down, right) = direction.step();
    let (down, right) = (i32::from(down), i32::from(right));
    let ([x, y], half) = (center(start), SIDE as i32 / 2);
    let (cx, cy) = (x - right * half, y - down * half);
    let (fx, fy) = (cx - 8 * right, cy - 8 * down);
    let _ = writeln!(
        svg,
        "<path class=\"arrow\" d=\"M{fx} {fy}L{cx} {cy}M{} {cy}L{cx} {cy}L{cx} {}\"/>",
        cx - 6 * right,
        cy - 6 * down
    );
    if let Some(sum) = sum {
        let (tx, ty) = (cx - 15 * right, cy - 13 * down + 5);
        let _ = writeln!(svg, "<text class=\"sum\" x=\"{tx}\" y=\"{ty}\">{sum}</text>");
    }
}
