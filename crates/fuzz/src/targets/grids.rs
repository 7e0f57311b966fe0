//! Grids and puzzles as text.

use minclue_core::sudoku::{Entry, Puzzle, ReadError, Reader, Shape, line};

/// Shapes by the first byte: none, and small, large, oblong and Latin ones.
pub(super) const SHAPES: [Option<(u8, u8)>; 10] = [
    None,
    Some((2, 2)),
    Some((3, 3)),
    Some((2, 3)),
    Some((1, 5)),
    Some((4, 4)),
    Some((5, 5)),
    Some((1, 2)),
    Some((3, 2)),
    Some((1, 25)),
];

/// What is read keeps the rules, and is the same when it is written and read again.
pub(crate) fn run(bytes: &[u8]) {
    let Some((first, text)) = bytes.split_first() else { return };
    let shape = SHAPES[usize::from(first.wrapping_sub(b'0')) % SHAPES.len()];
    let shape = shape.map(|(rows, columns)| Shape::new(rows, columns).expect("a shape"));
    for entry in Reader::new(text, shape) {
        match entry {
            Ok(entry) => check(&entry, shape),
            Err(error) => {
                let said = error.to_string();
                assert!(!said.is_empty());
                if let ReadError::Refused { place, .. } = error {
                    assert!(place.line > 0 && place.column > 0);
                }
            }
        }
    }
}

pub(super) fn check(entry: &Entry, wanted: Option<Shape>) {
    let puzzle = &entry.puzzle;
    let shape = puzzle.shape();
    assert!(wanted.is_none_or(|wanted| wanted == shape));
    keeps_the_rules(puzzle);
    let written = line(puzzle);
    assert_eq!(written.chars().count(), shape.n_cells());
    let again = Reader::new(written.as_bytes(), Some(shape)).next();
    let same = again.as_ref().and_then(|again| again.as_ref().ok()).is_some_and(|again| again.puzzle == *puzzle);
    assert!(same, "{written} is read as {again:?}");
}

/// No digit twice in a row, column or box, by looking at all pairs.
fn keeps_the_rules(puzzle: &Puzzle) {
    let shape = puzzle.shape();
    let n = shape.n();
    let place = |cell: usize| {
        let (row, column) = (cell / n, cell % n);
        (row, column, row / shape.box_rows(), column / shape.box_cols())
    };
    for (a, first) in puzzle.cells().iter().enumerate() {
        for (b, second) in puzzle.cells().iter().enumerate().skip(a + 1) {
            let ((ra, ca, ba, sa), (rb, cb, bb, sb)) = (place(a), place(b));
            let is_rival = ra == rb || ca == cb || (ba, sa) == (bb, sb) && !shape.is_latin();
            assert!(!is_rival || first.is_none() || first != second, "cells {a} and {b}");
        }
    }
}
