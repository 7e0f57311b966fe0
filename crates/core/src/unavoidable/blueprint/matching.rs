//! Finds all images of a blueprint in a grid.
//!
//! An image is a map of the rows, columns and digits of the blueprint to those of the grid that keeps bands and stacks
//! together. The search begins, as in mcguire-2012, section 5.2.1, with two cells that have the same digit in one band:
//! every blueprint, or its transpose, has such a pair (Proposition 4), and a grid has few of them. Each further entry
//! is checked if its row and column are already placed, and placed by its digit if one of them is, so maps that fail do
//! so early. Here the pair may also share a stack, so both orientations of a blueprint begin in the same way, and the
//! pair with the fewest choices is used.

use crate::base::{Cell, Index};
use crate::sudoku::{Grid, Shape};

use super::Blueprint;

/// An entry of a blueprint: where it stands there and the digit it holds, all 0-based.
#[derive(Clone, Copy, Debug)]
struct Entry {
    row: usize,
    column: usize,
    digit: usize,
}

/// The entries of a blueprint in the order in which they are placed.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    entries: Vec<Entry>,
    /// For each entry its place in the blueprint.
    places: Vec<usize>,
}

impl Plan {
    /// The plans of a blueprint: one, or one for each orientation where rows can become columns.
    pub(super) fn of(blueprint: &Blueprint, shape: Shape) -> Vec<Self> {
        let turns = if shape.box_rows() == shape.box_cols() { &[false, true][..] } else { &[false][..] };
        turns
            .iter()
            .map(|&turned| {
                let entry = |&(cell, digit): &(Cell, crate::base::Digit)| {
                    let (row, column) = (shape.row(cell), shape.column(cell));
                    let (row, column) = if turned { (column, row) } else { (row, column) };
                    Entry { row, column, digit: digit.index() }
                };
                Self::ordered(&blueprint.pattern.iter().map(entry).collect::<Vec<_>>(), shape)
            })
            .collect()
    }

    /// The order with the least work among those that begin with two cells of the same digit in one band or stack and
    /// go on with the entry that leaves the fewest choices.
    fn ordered(entries: &[Entry], shape: Shape) -> Self {
        let together = |a: &Entry, b: &Entry| {
            a.digit == b.digit
                && (a.row / shape.box_rows() == b.row / shape.box_rows()
                    || a.column / shape.box_cols() == b.column / shape.box_cols())
        };
        let n = entries.len();
        let pairs =
            (0..n).flat_map(|j| (0..j).map(move |i| (i, j))).filter(|&(i, j)| together(&entries[i], &entries[j]));
        // Outside the usual shapes there may be no such pair.
        let starts: Vec<Vec<usize>> = pairs.map(|(i, j)| vec![i, j]).collect();
        let starts = if starts.is_empty() { vec![vec![0]] } else { starts };
        let orders = starts.into_iter().map(|mut places| {
            let mut placed = Placed::default();
            let (mut branches, mut work) = (1.0, 0.0);
            for k in 0..n {
                if k == places.len() {
                    let left = (0..n).filter(|i| !places.contains(i));
                    let choices = |&i: &usize| placed.choices(&entries[i], shape);
                    places.extend(left.min_by(|a, b| choices(a).total_cmp(&choices(b))));
                }
                let entry = &entries[places[k]];
                branches *= placed.choices(entry, shape);
                work += branches;
                placed.place(entry, shape);
            }
            (work, places)
        });
        let places = orders.min_by(|(a, _), (b, _)| a.total_cmp(b)).map_or_else(Vec::new, |(_, places)| places);
        Self { entries: places.iter().map(|&i| entries[i]).collect(), places }
    }
}

/// The lines and digits placed after some entries, as masks, for the choice of an order.
#[derive(Clone, Copy, Default)]
struct Placed {
    rows: u32,
    bands: u32,
    columns: u32,
    stacks: u32,
    digits: u32,
}

impl Placed {
    fn place(&mut self, entry: &Entry, shape: Shape) {
        self.rows |= 1 << entry.row;
        self.bands |= 1 << (entry.row / shape.box_rows());
        self.columns |= 1 << entry.column;
        self.stacks |= 1 << (entry.column / shape.box_cols());
        self.digits |= 1 << entry.digit;
    }

    /// A rough number of ways to place an entry; less than one if it is rather a check.
    fn choices(&self, entry: &Entry, shape: Shape) -> f64 {
        let n = shape.n() as f64;
        let has = |mask: u32, i: usize| mask >> i & 1 == 1;
        let (row, column) = (has(self.rows, entry.row), has(self.columns, entry.column));
        let rows = match (row, has(self.bands, entry.row / shape.box_rows())) {
            (true, _) => 1.0,
            (false, true) => shape.box_rows() as f64 - 1.0,
            (false, false) => n,
        };
        let columns = match (column, has(self.stacks, entry.column / shape.box_cols())) {
            (true, _) => 1.0,
            (false, true) => shape.box_cols() as f64 - 1.0,
            (false, false) => n,
        };
        // A placed digit stands in one of n cells; an unplaced one must only differ from those placed.
        if has(self.digits, entry.digit) { rows * columns / n } else { rows * columns * 0.7 }
    }
}

/// A grid, ready to be searched for images.
pub(super) struct Target<'a> {
    shape: Shape,
    grid: &'a Grid,
    /// For each row and digit the column.
    in_row: Vec<u8>,
    /// For each column and digit the row.
    in_column: Vec<u8>,
}

/// Lines placed in lines, bands in bands. Index is the line of the blueprint.
#[derive(Clone, Copy)]
struct Lines {
    lines: [u8; Shape::MAX_N],
    bands: [u8; Shape::MAX_N],
    used: u32,
    used_bands: u32,
}

const NONE: u8 = u8::MAX;

impl Lines {
    const EMPTY: Self = Self { lines: [NONE; Shape::MAX_N], bands: [NONE; Shape::MAX_N], used: 0, used_bands: 0 };

    /// Places `line` of the blueprint in `to`; false if it cannot be there.
    #[inline]
    fn place(&mut self, line: usize, to: usize, width: usize) -> bool {
        if self.lines[line] != NONE {
            return usize::from(self.lines[line]) == to;
        }
        if self.used >> to & 1 == 1 {
            return false;
        }
        let (band, to_band) = (line / width, to / width);
        if self.bands[band] == NONE {
            if self.used_bands >> to_band & 1 == 1 {
                return false;
            }
            self.bands[band] = to_band as u8;
            self.used_bands |= 1 << to_band;
        } else if usize::from(self.bands[band]) != to_band {
            return false;
        }
        self.lines[line] = to as u8;
        self.used |= 1 << to;
        true
    }
}

/// The progress of placing a blueprint.
#[derive(Clone, Copy)]
struct Placement {
    rows: Lines,
    columns: Lines,
    digits: [u8; Shape::MAX_N],
    used_digits: u32,
}

impl<'a> Target<'a> {
    pub(super) fn new(grid: &'a Grid) -> Self {
        let shape = grid.shape();
        let n = shape.n();
        let (mut in_row, mut in_column) = (vec![0; n * n], vec![0; n * n]);
        for cell in shape.cells() {
            let (row, column, digit) = (shape.row(cell), shape.column(cell), grid.get(cell).index());
            in_row[row * n + digit] = column as u8;
            in_column[column * n + digit] = row as u8;
        }
        Self { shape, grid, in_row, in_column }
    }

    /// Calls `found` for every image: the cell of the grid for each entry of the blueprint, and the digit of the grid
    /// for each digit of the blueprint. A blueprint with symmetries of its own is found several times in the same
    /// cells.
    pub(super) fn images(&self, plan: &Plan, mut found: impl FnMut(&[Cell], &dyn Fn(usize) -> usize)) {
        let mut search =
            Search { target: self, plan, cells: vec![Cell::new(0); plan.entries.len()], found: &mut found };
        search.go_on(
            0,
            &Placement { rows: Lines::EMPTY, columns: Lines::EMPTY, digits: [NONE; Shape::MAX_N], used_digits: 0 },
        );
    }
}

struct Search<'a, F> {
    target: &'a Target<'a>,
    plan: &'a Plan,
    /// The cell of each entry of the blueprint.
    cells: Vec<Cell>,
    found: &'a mut F,
}

impl<F: FnMut(&[Cell], &dyn Fn(usize) -> usize)> Search<'_, F> {
    fn go_on(&mut self, step: usize, placement: &Placement) {
        let Some(&entry) = self.plan.entries.get(step) else {
            (self.found)(&self.cells, &|digit| usize::from(placement.digits[digit]));
            return;
        };
        let n = self.target.shape.n();
        let placed = |place: u8| (place != NONE).then_some(usize::from(place));
        let row = placed(placement.rows.lines[entry.row]);
        let column = placed(placement.columns.lines[entry.column]);
        let digit = placed(placement.digits[entry.digit]);
        match (row, column, digit) {
            (Some(row), Some(column), _) => self.at(step, &entry, placement, row, column),
            (Some(row), None, Some(digit)) => {
                self.at(step, &entry, placement, row, usize::from(self.target.in_row[row * n + digit]));
            }
            (None, Some(column), Some(digit)) => {
                self.at(step, &entry, placement, usize::from(self.target.in_column[column * n + digit]), column);
            }
            (Some(row), None, None) => (0..n).for_each(|column| self.at(step, &entry, placement, row, column)),
            (None, Some(column), None) => (0..n).for_each(|row| self.at(step, &entry, placement, row, column)),
            (None, None, Some(digit)) => {
                for row in 0..n {
                    self.at(step, &entry, placement, row, usize::from(self.target.in_row[row * n + digit]));
                }
            }
            (None, None, None) => {
                for row in 0..n {
                    (0..n).for_each(|column| self.at(step, &entry, placement, row, column));
                }
            }
        }
    }

    /// Goes on with the entry in this row and column, if it can be there.
    #[inline]
    fn at(&mut self, step: usize, entry: &Entry, placement: &Placement, row: usize, column: usize) {
        let shape = self.target.shape;
        let cell = shape.cell(row, column);
        let digit = self.target.grid.get(cell).index();
        let known = placement.digits[entry.digit];
        // Most fail here, before anything is copied.
        if known == NONE && placement.used_digits >> digit & 1 == 1 || known != NONE && usize::from(known) != digit {
            return;
        }
        let mut next = *placement;
        if !next.rows.place(entry.row, row, shape.box_rows())
            || !next.columns.place(entry.column, column, shape.box_cols())
        {
            return;
        }
        next.digits[entry.digit] = digit as u8;
        next.used_digits |= 1 << digit;
        self.cells[self.plan.places[step]] = cell;
        self.go_on(step + 1, &next);
    }
}
