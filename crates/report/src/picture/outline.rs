//! The line around a set of cells.

use std::fmt::Write as _;

use minclue_core::sudoku::Shape;

/// The line around `set`, ascending cells of `shape`, as the data of an SVG path: `side` is that of a cell, and the
/// line runs `inset` within the cells.
pub(super) fn path(shape: Shape, set: &[usize], side: usize, inset: usize) -> String {
    let n = shape.n();
    let is_in = |row: Option<usize>, column: Option<usize>| match (row, column) {
        (Some(row), Some(column)) if row < n && column < n => set.binary_search(&(row * n + column)).is_ok(),
        _ => false,
    };
    let mut path = String::new();
    for &cell in set {
        let (row, column) = (cell / n, cell % n);
        let (x, y) = (column * side, row * side);
        let (up, down) = (row.checked_sub(1), Some(row + 1));
        let (left, right) = (column.checked_sub(1), Some(column + 1));
        let (here_row, here_column) = (Some(row), Some(column));
        // Where an edge begins: within the cell at a corner, at its border where the next cell goes on with the edge,
        // and beyond it where the set turns around the border's end.
        let begin = |at: usize, is_next_in: bool, is_diagonal_in: bool| match (is_next_in, is_diagonal_in) {
            (false, _) => at + inset,
            (true, false) => at,
            (true, true) => at.saturating_sub(inset),
        };
        let end = |at: usize, is_next_in: bool, is_diagonal_in: bool| match (is_next_in, is_diagonal_in) {
            (false, _) => at + side - inset,
            (true, false) => at + side,
            (true, true) => at + side + inset,
        };
        for (beyond, at) in [(up, y + inset), (down, y + side - inset)] {
            if !is_in(beyond, here_column) {
                let from = begin(x, is_in(here_row, left), is_in(beyond, left));
                let to = end(x, is_in(here_row, right), is_in(beyond, right));
                let _ = write!(path, "M{from} {at}H{to}");
            }
        }
        for (beyond, at) in [(left, x + inset), (right, x + side - inset)] {
            if !is_in(here_row, beyond) {
                let from = begin(y, is_in(up, here_column), is_in(up, beyond));
                let to = end(y, is_in(down, here_column), is_in(down, beyond));
                let _ = write!(path, "M{at} {from}V{to}");
            }
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_has_four_sides_and_two_beside_each_other_have_six_parts() {
        let shape = Shape::new(2, 2).expect("a shape");
        assert_eq!(path(shape, &[0], 10, 2), "M2 2H8M2 8H8M2 2V8M8 2V8");
        assert_eq!(path(shape, &[0, 1], 10, 2), "M2 2H10M2 8H10M2 2V8M10 2H18M10 8H18M18 2V8");
        assert_eq!(path(shape, &[], 10, 2), "");
    }

    #[test]
    fn an_edge_goes_around_a_corner() {
        let shape = Shape::new(2, 2).expect("a shape");
        // An L: what is above cell 5 ends where the right side of cell 0 ends.
        let l = path(shape, &[0, 4, 5], 10, 2);
        assert!(l.contains("M8 12H18") && l.contains("M8 2V12"), "{l}");
    }
}
