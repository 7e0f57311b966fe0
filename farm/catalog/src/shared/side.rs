//! By its bands or by its stacks: which way a grid is searched.
//!
//! A grid is exhausted by the three pairs of its bands, and just as well by the three pairs of its stacks. One of the
//! two is often several times as dear, and small unavoidable sets show which: what hits many of them has few ways to do
//! so. So each grid has a score for either side, and is searched by the side with the higher one, or by both if they
//! are equal. The score is the same for all symmetric grids. So whatever the regions that a grid is met in, all three
//! of one side, at least, are searched with it.
//!
//! What is counted is found without any search, see [`small_sets`].

use crate::base::{CellSet, Index};
use crate::sudoku::{Grid, Shape};

/// What a set inside two bands counts, by its cells: about the square of one by their number. Sets of 9x9 grids have 4,
/// 6, 8 or more. Those of 8 decide only where all else is equal.
fn weight(size: usize) -> u64 {
    match size {
        4 => 36 << DECISIVE,
        6 => 16 << DECISIVE,
        8 => 1,
        _ => 0,
    }
}

/// More than the sets of 8 cells of all pairs together.
const DECISIVE: u32 = 32;

/// The scores of the pairs of bands of a grid, by the band that they leave out, and of its pairs of stacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sides {
    bands: [u64; 3],
    stacks: [u64; 3],
}

impl Sides {
    pub(super) fn of(grid: &Grid) -> Self {
        let mut sides = Self { bands: [0; 3], stacks: [0; 3] };
        small_sets(grid, &mut |cells| {
            let weight = weight(cells.len());
            let [mut bands, mut stacks] = [0u32; 2];
            for cell in cells {
                bands |= 1 << (cell.get() / 27);
                stacks |= 1 << (cell.get() % 9 / 3);
            }
            for i in 0..3 {
                sides.bands[i] += if bands >> i & 1 == 1 { 0 } else { weight };
                sides.stacks[i] += if stacks >> i & 1 == 1 { 0 } else { weight };
            }
        });
        sides
    }

    /// Is the grid searched by its bands?
    pub(super) fn by_bands(self) -> bool {
        self.bands.iter().sum::<u64>() >= self.stacks.iter().sum()
    }

    /// The score of the two bands other than this one.
    pub(super) fn without(self, band: usize) -> u64 {
        self.bands[band]
    }

    /// Is the third band the one to come last if the first one, or the second one, has as many clues?
    pub(super) fn comes_last(self) -> [bool; 2] {
        [self.bands[2] >= self.bands[0], self.bands[2] >= self.bands[1]]
    }
}

/// Visits, each once, all minimal unavoidable sets of a 9x9 grid with 4 or 6 cells, and those with 8 that have two
/// digits or lie in two rows of a band, or in two columns of a stack.
///
/// - Where the cells of two digits are linked in their rows, columns and boxes, what hangs together can exchange them.
/// - Two rows of a band can exchange digits column by column, along the cycles by which they follow each other.
/// - Rows of two boxes, one below the other, can exchange their digits if they have the same three.
///
/// The last two hold for columns as well. A set of 6 cells with three digits has each of them twice. If one of its rows
/// has two cells, these exchange their digits, and so do, one after the other, all of its rows: it lies in two columns.
/// The same holds for columns; so the set has two rows with three cells, or two such columns. If these are not of one
/// band, each box has cells of one row only, and so all three.
fn small_sets(grid: &Grid, visit: &mut dyn FnMut(CellSet<2>)) {
    let mut rows = [[0; 9]; 9];
    for cell in Shape::NINE.cells() {
        rows[cell.get() / 9][cell.get() % 9] = grid.get(cell).index();
    }
    of_two_digits(&rows, visit);
    let columns: Lines = std::array::from_fn(|column| rows.map(|row| row[column]));
    for (lines, is_turned) in [(&rows, false), (&columns, true)] {
        let mut visit = |places: u128| {
            let cell = |place: usize| Shape::NINE.cell(place / 9, place % 9);
            let turned = |place: usize| Shape::NINE.cell(place % 9, place / 9);
            let places = (0..81).filter(|place| places >> place & 1 == 1);
            visit(if is_turned { places.map(turned).collect() } else { places.map(cell).collect() });
        };
        of_two_lines(lines, &mut visit);
        of_box_lines(lines, &mut visit);
    }
}

/// The digits of a grid by row, or by column.
type Lines = [[usize; 9]; 9];

/// Sets of two digits, with 8 cells at most.
fn of_two_digits(rows: &Lines, visit: &mut dyn FnMut(CellSet<2>)) {
    // For each digit the columns of its cells by row, and their rows by column and by box.
    let [mut column_in, mut row_in, mut row_in_box] = [[[0; 9]; 9]; 3];
    for (row, digits) in rows.iter().enumerate() {
        for (column, digit) in digits.iter().enumerate() {
            column_in[*digit][row] = column;
            row_in[*digit][column] = row;
            row_in_box[*digit][row / 3 * 3 + column / 3] = row;
        }
    }
    // The rows of the cells with digit `b` that are linked to the one with digit `a` in a row.
    let linked = |a: usize, b: usize, row: usize| {
        let column = column_in[a][row];
        1u32 << row | 1 << row_in[b][column] | 1 << row_in_box[b][row / 3 * 3 + column / 3]
    };
    let all_linked =
        |a, b, rows: u32| (0..9).filter(|row| rows >> row & 1 == 1).fold(0, |all, row| all | linked(a, b, row));
    for a in 0..9 {
        for b in a + 1..9 {
            let mut seen = 0u32;
            for first in 0..9 {
                if seen >> first & 1 == 1 {
                    continue;
                }
                let mut of_a = 1u32 << first;
                let of_b = loop {
                    let of_b = all_linked(a, b, of_a);
                    let more = all_linked(b, a, of_b);
                    if more == of_a {
                        break of_b;
                    }
                    of_a = more;
                };
                seen |= of_a;
                // As many of one digit as of the other.
                if of_a.count_ones() <= 4 {
                    let cells = |digit: usize, rows: u32| {
                        let rows = (0..9).filter(move |row| rows >> row & 1 == 1);
                        rows.map(move |row| Shape::NINE.cell(row, column_in[digit][row]))
                    };
                    visit(cells(a, of_a).chain(cells(b, of_b)).collect());
                }
            }
        }
    }
}

/// Sets of three or four digits in two lines of a band, or of a stack.
fn of_two_lines(lines: &Lines, visit: &mut dyn FnMut(u128)) {
    for (first, second) in
        [(0, 1), (0, 2), (1, 2)].into_iter().flat_map(|(i, j)| [(i, j), (i + 3, j + 3), (i + 6, j + 6)])
    {
        let mut place_of = [0; 9];
        for (place, digit) in lines[first].iter().enumerate() {
            place_of[*digit] = place;
        }
        let mut seen = 0u128;
        for start in 0..9 {
            if seen >> start & 1 == 1 {
                continue;
            }
            let (mut cycle, mut place) = (0u128, start);
            while cycle >> place & 1 == 0 {
                cycle |= 1 << place;
                place = place_of[lines[second][place]];
            }
            seen |= cycle;
            if matches!(cycle.count_ones(), 3 | 4) {
                visit(cycle << (9 * first) | cycle << (9 * second));
            }
        }
    }
}

/// Sets of three digits in a line of one box, and of another one beside or below it.
fn of_box_lines(lines: &Lines, visit: &mut dyn FnMut(u128)) {
    for third in 0..3 {
        let places = 3 * third..3 * third + 3;
        let digits = lines.map(|line| line[places.clone()].iter().fold(0u32, |digits, digit| digits | 1 << digit));
        for first in 0..9 {
            for second in first / 3 * 3 + 3..9 {
                if digits[first] == digits[second] {
                    visit(7 << (9 * first + 3 * third) | 7 << (9 * second + 3 * third));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::base::{Limits, rng};
    use crate::problem::SudokuClues;
    use crate::sudoku::{Transform, UniformGrids};
    use crate::unavoidable::displacements;

    /// Up to the order of bands and of stacks, and to which is which.
    #[test]
    fn symmetric_grids_have_the_same_scores() {
        let uniform = UniformGrids::new(Shape::NINE).expect("9x9");
        let sorted = |grid: &Grid| {
            let mut sides = Sides::of(grid);
            sides.bands.sort_unstable();
            sides.stacks.sort_unstable();
            sides
        };
        for seed in 0..200 {
            let grid = uniform.draw(&mut rng(seed));
            let (own, other) = (sorted(&grid), sorted(&grid.turned()));
            assert_eq!((own.bands, own.stacks), (other.stacks, other.bands));
            assert!(own.by_bands() || other.by_bands());
            assert!(own.bands[0] > 0, "some small sets");
            let image = sorted(&Transform::random(Shape::NINE, &mut rng(seed)).grid(&grid));
            assert!(image == own || image == other);
        }
    }

    /// Against a search.
    #[test]
    fn small_sets_are_those_that_a_search_finds() {
        let uniform = UniformGrids::new(Shape::NINE).expect("9x9");
        let (mut n_six, mut n_eight) = (0, 0);
        for seed in 0..40 {
            let grid = uniform.draw(&mut rng(seed));
            let mut own = Vec::new();
            small_sets(&grid, &mut |set| own.push(set));
            let all: BTreeSet<CellSet<2>> = own.iter().copied().collect();
            assert_eq!(all.len(), own.len(), "each once");
            let problem = SudokuClues::<2>::new(grid);
            let found = displacements(&problem, CellSet::first_n(81), 8, &Limits::none()).sets;
            let found: BTreeSet<CellSet<2>> = found.iter().map(|set| set.cells).collect();
            let small = |sets: &BTreeSet<CellSet<2>>| -> BTreeSet<CellSet<2>> {
                sets.iter().copied().filter(|set| set.len() <= 6).collect()
            };
            assert_eq!(small(&all), small(&found));
            assert!(all.is_subset(&found));
            n_six += all.iter().filter(|set| set.len() == 6).count();
            n_eight += all.iter().filter(|set| set.len() == 8).count();
        }
        assert!(n_six > 200 && n_eight > 200, "{n_six}, {n_eight}");
    }
}
