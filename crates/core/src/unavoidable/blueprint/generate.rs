//! All blueprints of a shape up to a size, by forced displacements without a grid.
//!
//! A minimal unavoidable set and its witness are a set of cells, each with an old and a new digit, such that every
//! house loses and gains the same digits (mcguire-2012, Lemma 2 and Corollary 3). The search is that of the complete
//! source, but without a grid: if a displaced cell takes a new digit that one of its houses has not lost yet, the cell
//! of the house with this digit is chosen as well. So it starts with one cell; at a pending cell, it tries each digit,
//! and for each digit all places of the cells that are forced.
//!
//! Untouched lines are equivalent, as are untouched bands and unused digits. Of equivalent choices, only the first is
//! tried: the symmetry that exchanges it with another preserves all earlier choices. So at least one image of every
//! minimal unavoidable set is found, and the canonical forms are all blueprints. Other patterns that are found, which
//! are not minimal or are not in any grid, are dropped.

use rustc_hash::FxHashSet;

use crate::base::{Cell, CellSet, Digit, Index, Limits, Pace, Stop};
use crate::sudoku::Shape;

use crate::unavoidable::pattern::{Pattern, canonical_pattern};

/// How often the limits are asked, in search nodes.
const PACE: u32 = 1024;

/// One bit for each row, column, box and digit, `n` bits a kind.
type Units = u128;

/// The canonical forms of all patterns of at most `max_size` cells in which the digits can be exchanged so that every
/// cell gets another one and every house keeps its digits; more than the blueprints, in no order.
///
/// # Errors
/// A limit that came first.
pub(super) fn displaced_patterns<const W: usize>(
    shape: Shape,
    max_size: usize,
    limits: &Limits,
) -> Result<Vec<Pattern>, Stop> {
    let mut search = Search::<W>::new(shape, max_size, limits);
    search.run()?;
    Ok(search.found.into_iter().collect())
}

/// Cells that change, and the bounds that follow from them.
#[derive(Clone, Copy)]
struct Partial<const W: usize> {
    cells: CellSet<W>,
    /// Those of them without a new digit yet.
    pending: CellSet<W>,
    size: usize,
    /// The units with a cell of the pattern.
    touched: Units,
    /// The units with two or more.
    paired: Units,
    /// The digits in use: 0 to `n_digits`.
    n_digits: usize,
}

struct Search<const W: usize> {
    shape: Shape,
    n: usize,
    max_size: usize,
    pace: Pace,
    n_nodes: u64,
    /// For each cell its row, column and box, numbered through.
    houses: Vec<[usize; 3]>,
    /// The digit of each cell of the pattern, 0-based.
    old: Vec<u8>,
    /// For each house the digits that its cells of the pattern hold.
    lost: Vec<u32>,
    /// For each house the new digits of its cells of the pattern.
    gained: Vec<u32>,
    found: FxHashSet<Pattern>,
}

impl<const W: usize> Search<W> {
    fn new(shape: Shape, max_size: usize, limits: &Limits) -> Self {
        let n = shape.n();
        Self {
            shape,
            n,
            max_size: max_size.min(shape.n_cells()),
            pace: limits.pace(PACE),
            n_nodes: 0,
            houses: shape
                .cells()
                .map(|cell| [shape.row(cell), n + shape.column(cell), 2 * n + shape.box_of(cell)])
                .collect(),
            old: vec![0; shape.n_cells()],
            lost: vec![0; 3 * n],
            gained: vec![0; 3 * n],
            found: FxHashSet::default(),
        }
    }

    fn run(&mut self) -> Result<(), Stop> {
        let none =
            Partial { cells: CellSet::EMPTY, pending: CellSet::EMPTY, size: 0, touched: 0, paired: 0, n_digits: 1 };
        let first = self.add(&none, Cell::new(0), 0);
        self.extend(&first)
    }

    /// `set` with one more cell, which holds `digit`.
    fn add(&mut self, set: &Partial<W>, cell: Cell, digit: usize) -> Partial<W> {
        let mut next = *set;
        next.cells.insert(cell);
        next.pending.insert(cell);
        next.size += 1;
        let mut units: Units = 1 << (3 * self.n + digit);
        for house in self.houses[cell.get()] {
            units |= 1 << house;
            self.lost[house] |= 1 << digit;
        }
        self.old[cell.get()] = digit as u8;
        next.paired |= next.touched & units;
        next.touched |= units;
        next
    }

    /// Undoes [`Self::add`].
    fn remove(&mut self, cell: Cell, digit: usize) {
        for house in self.houses[cell.get()] {
            self.lost[house] &= !(1 << digit);
        }
    }

    fn extend(&mut self, set: &Partial<W>) -> Result<(), Stop> {
        self.n_nodes += 1;
        if let Some(stop) = self.pace.step(self.n_nodes) {
            return Err(stop);
        }
        let mut best: Option<(Cell, u32, u32)> = None;
        let mut wanting = set.touched & !set.paired & (Units::MAX << (3 * self.n));
        for cell in set.pending {
            let (digits, weight) = self.digits(cell, set);
            if digits == 0 {
                return Ok(());
            }
            for house in self.houses[cell.get()] {
                wanting |= Units::from(digits & self.lost[house] == 0) << house;
            }
            if best.is_none_or(|(_, _, min)| weight < min) {
                best = Some((cell, digits, weight));
            }
        }
        let Some((cell, mut digits, _)) = best else {
            let pattern: Pattern =
                set.cells.iter().map(|cell| (cell, Digit::from_index(usize::from(self.old[cell.get()])))).collect();
            self.found.insert(canonical_pattern(self.shape, &pattern));
            return Ok(());
        };
        if set.size + self.most_of_a_kind(wanting) > self.max_size {
            return Ok(());
        }
        while digits != 0 {
            let digit = digits.trailing_zeros() as usize;
            digits &= digits - 1;
            let mut next = *set;
            next.pending.remove(cell);
            next.n_digits = next.n_digits.max(digit + 1);
            for house in self.houses[cell.get()] {
                self.gained[house] |= 1 << digit;
            }
            let done = self.place(&next, cell, digit);
            for house in self.houses[cell.get()] {
                self.gained[house] &= !(1 << digit);
            }
            done?;
        }
        Ok(())
    }

    /// The digits that a pending cell can take, as a mask, and how many branches they stand for, roughly.
    fn digits(&self, cell: Cell, set: &Partial<W>) -> (u32, u32) {
        let [row, column, square] = self.houses[cell.get()];
        let gained = self.gained[row] | self.gained[column] | self.gained[square];
        // One digit that is not in use yet stands for all of them.
        let in_use = (1 << (set.n_digits + 1).min(self.n)) - 1;
        let possible = in_use & !gained & !(1 << self.old[cell.get()]);
        let free = possible & self.lost[row] & self.lost[column] & self.lost[square];
        let (mut digits, mut weight) = (free, free.count_ones());
        let mut others = possible & !free;
        while others != 0 {
            let digit = others & others.wrapping_neg();
            others &= others - 1;
            let lines = usize::from(self.lost[row] & digit == 0) + usize::from(self.lost[column] & digit == 0);
            if set.size + lines.max(1) <= self.max_size {
                digits |= digit;
                weight += if lines == 2 { 32 } else { 6 };
            }
        }
        (digits, weight)
    }

    /// Chooses the cells that hold `digit` in the houses of `cell`, where they are not chosen yet.
    fn place(&mut self, set: &Partial<W>, cell: Cell, digit: usize) -> Result<(), Stop> {
        let lacking = self.houses[cell.get()].iter().position(|&house| self.lost[house] >> digit & 1 == 0);
        let shape = self.shape;
        let (row, column) = (shape.row(cell), shape.column(cell));
        let (rows, columns) = match lacking {
            None => return self.extend(set),
            Some(0) => (row..row + 1, 0..self.n),
            Some(1) => (0..self.n, column..column + 1),
            _ => {
                let (top, left) = (row - row % shape.box_rows(), column - column % shape.box_cols());
                (top..top + shape.box_rows(), left..left + shape.box_cols())
            }
        };
        let mut seen_rows = Alike::new(shape.box_rows());
        for r in rows.clone() {
            if rows.len() > 1 && !seen_rows.is_first(r, set.touched) {
                continue;
            }
            let mut seen_columns = Alike::new(shape.box_cols());
            for c in columns.clone() {
                if columns.len() > 1 && !seen_columns.is_first(c, set.touched >> self.n) {
                    continue;
                }
                let place = shape.cell(r, c);
                let taken = self.houses[place.get()].iter().any(|&house| self.lost[house] >> digit & 1 == 1);
                if taken || set.cells.contains(place) {
                    continue;
                }
                let next = self.add(set, place, digit);
                let fits = next.size + self.most_of_a_kind(next.touched & !next.paired) <= self.max_size;
                let done = if fits { self.place(&next, cell, digit) } else { Ok(()) };
                self.remove(place, digit);
                done?;
            }
        }
        Ok(())
    }

    /// The number of rows, columns, boxes or digits among `units`, whichever is largest.
    fn most_of_a_kind(&self, units: Units) -> usize {
        let kind: Units = (1 << self.n) - 1;
        let count = |i: usize| (units >> (i * self.n) & kind).count_ones();
        count(0).max(count(1)).max(count(2)).max(count(3)) as usize
    }
}

/// Passes over lines that are alike: all but the first of a band that nothing touches, and all bands but the first of
/// those that nothing touches.
struct Alike {
    width: usize,
    /// The last band with an untouched line that was let through.
    seen_in: Option<usize>,
    /// The untouched band that was let through.
    new_band: Option<usize>,
}

impl Alike {
    fn new(width: usize) -> Self {
        Self { width, seen_in: None, new_band: None }
    }

    /// `touched` has a bit for each line; lines are asked in ascending order.
    fn is_first(&mut self, line: usize, touched: Units) -> bool {
        if touched >> line & 1 == 1 {
            return true;
        }
        let band = line / self.width;
        if self.seen_in == Some(band) {
            return false;
        }
        let lines = touched >> (band * self.width) & ((1 << self.width) - 1);
        if lines == 0 {
            if self.new_band.is_some() {
                return false;
            }
            self.new_band = Some(band);
        }
        self.seen_in = Some(band);
        true
    }
}
