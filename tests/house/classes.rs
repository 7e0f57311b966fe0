//! The 49 classes of 6x6 grids with 2x3 boxes.
//!
//! Two grids are of one class if digits can be renamed, bands exchanged, rows within a band, stacks, and columns within
//! a stack, so that one becomes the other: 3! * 2!^3 arrangements of the rows, 2! * 3!^2 of the columns. Rows and
//! columns cannot be exchanged, since a box has two rows and three columns. A grid is written as its 36 digits,
//! row-major, so that grids have an order, that of their text.

use std::collections::{BTreeMap, BTreeSet};

use minclue_core::base::Digit;
use minclue_core::sudoku::{Puzzle, Shape, SudokuSolver};

const N: usize = 6;

/// The digits 1 to 6 of a grid, row-major.
pub(crate) type Digits = [u8; N * N];

/// Renamings of the digits.
pub(crate) const N_RENAMINGS: usize = 720;

/// 2x3 boxes: three bands of two rows, two stacks of three columns.
pub(crate) fn shape() -> Shape {
    Shape::new(2, 3).expect("a shape")
}

/// All orders of 0 to n - 1.
fn orders(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let longer = |order: Vec<usize>| {
        (0..n).map(move |at| {
            let mut order = order.clone();
            order.insert(at, n - 1);
            order
        })
    };
    orders(n - 1).into_iter().flat_map(longer).collect()
}

/// All orders of the lines that keep blocks of `width` lines together.
fn arrangements(width: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    // Line by line of the new order: one of the same block as the line before, or the first of a new block.
    for i in 0..N {
        let fits = |lines: &Vec<usize>, line: usize| {
            let same = i % width != 0;
            !lines.contains(&line)
                && (!same || lines[i - 1] / width == line / width)
                && (same || lines.iter().all(|other| other / width != line / width))
        };
        let longer = |lines: Vec<usize>| {
            (0..N).filter(|line| fits(&lines, *line)).map(|line| [&lines[..], &[line]].concat()).collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// The grid with its rows and columns in these orders, and digits renamed so that the first row is 1 to 6.
fn arranged(grid: &Digits, rows: &[usize], columns: &[usize]) -> Digits {
    let mut name = [0; N + 1];
    (0..N).for_each(|c| name[usize::from(grid[N * rows[0] + columns[c]])] = c as u8 + 1);
    std::array::from_fn(|i| name[usize::from(grid[N * rows[i / N] + columns[i % N]])])
}

/// All grids of the class of `grid` whose first row is 1 to 6.
pub(crate) fn orbit(grid: &Digits) -> BTreeSet<Digits> {
    let (rows, columns) = (arrangements(2), arrangements(3));
    assert_eq!((rows.len(), columns.len()), (48, 72));
    rows.iter().flat_map(|rows| columns.iter().map(move |columns| arranged(grid, rows, columns))).collect()
}

/// All grids whose first row is 1 to 6.
fn with_first_row() -> BTreeSet<Digits> {
    let first = |i: usize| (i < N).then(|| Digit::from_index(i));
    let puzzle = Puzzle::new(shape(), (0..N * N).map(first).collect::<Vec<_>>()).expect("no clash");
    let grids = SudokuSolver::<1>::new(shape()).solutions(&puzzle, usize::MAX);
    grids.iter().map(|grid| std::array::from_fn(|i| grid.digits()[i].value() as u8)).collect()
}

/// The smallest grid of each class, ascending, with the number of grids of the class.
pub(crate) fn classes() -> BTreeMap<Digits, usize> {
    let mut left = with_first_row();
    let mut found = BTreeMap::new();
    // What is left is whole classes, so its smallest grid is the smallest of its class.
    while let Some(smallest) = left.first().copied() {
        let class = orbit(&smallest);
        assert!(class.iter().all(|grid| left.remove(grid)), "a grid is in two classes");
        found.insert(smallest, N_RENAMINGS * class.len());
    }
    found
}

/// The smallest grid of the class of `grid`, by another way than [`orbit`]: when the first row and the columns are
/// chosen, all names are, and the other rows can be sorted.
pub(crate) fn smallest(grid: &Digits) -> Digits {
    let mut best = [u8::MAX; N * N];
    for first in 0..N {
        for halves in [[0, 3], [3, 0]] {
            for (left, right) in
                orders(3).into_iter().flat_map(|left| orders(3).into_iter().map(move |r| (left.clone(), r)))
            {
                let columns: Vec<usize> =
                    left.iter().map(|c| halves[0] + c).chain(right.iter().map(|c| halves[1] + c)).collect();
                let by_value = |row: usize| arranged(grid, &[&[first][..], &[row; N - 1]].concat(), &columns)[N];
                let mut bands: Vec<[usize; 2]> = (0..3)
                    .filter(|band| *band != first / 2)
                    .map(|band| {
                        let (a, b) = (2 * band, 2 * band + 1);
                        if by_value(a) < by_value(b) { [a, b] } else { [b, a] }
                    })
                    .collect();
                bands.sort_by_key(|band| by_value(band[0]));
                let rows: Vec<usize> = [first, first ^ 1].into_iter().chain(bands.into_iter().flatten()).collect();
                best = best.min(arranged(grid, &rows, &columns));
            }
        }
    }
    best
}
