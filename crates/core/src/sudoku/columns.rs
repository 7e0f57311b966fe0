//! Bands whose columns are given as sets of digits.
//!
//! Columns and digits are a bipartite graph: a column is joined to its r digits, and a digit to one column of each of
//! the r boxes. A row takes one digit of each column, all of them different, so it is a perfect matching, and without
//! it every column and every digit has r - 1 edges left. The last two rows are a union of cycles, each of which can be
//! written in two ways. So the number of bands is a sum over first rows, then second rows, of 2 to the number of
//! cycles.

use std::ops::ControlFlow;

use rand::Rng as _;

use crate::base::Rng;

/// The maximum number of columns of a band.
pub const MAX_N: usize = 9;

/// The most rows of a band.
const MAX_ROWS: usize = 4;

/// A row of a band: the digit of each column, as a set of one bit.
pub type Row = [u16; MAX_N];

/// Rows of a band; those beyond its height are empty.
pub(super) type Band = [Row; MAX_ROWS];

/// A band without digits.
pub(super) const EMPTY: Band = [[0; MAX_N]; MAX_ROWS];

/// Returns an iterator over the digits of a set, each as a set of one bit.
#[inline]
pub fn digits(set: u16) -> impl Iterator<Item = u16> {
    (0..u16::BITS).map(|i| 1 << i).filter(move |digit| set & digit != 0)
}

/// A band given by the set of digits of each column: one digit for each row, and in every box each digit once.
#[derive(Clone, Copy, Debug)]
pub struct BandColumns {
    sets: Row,
    n_rows: usize,
    n_columns: usize,
    /// The number of columns before the last box.
    last_box: usize,
}

/// Two rows that have the digits of given columns.
struct TwoRows {
    /// One of the ways to write them.
    upper: Row,
    lower: Row,
    /// The columns of each cycle, as bits, by their first columns.
    cycles: [u16; MAX_N],
    n_cycles: usize,
}

impl TwoRows {
    /// Exchanges the rows in the columns of a cycle.
    #[inline]
    fn exchange(&mut self, cycle: usize) {
        let mut rest = self.cycles[cycle];
        while rest != 0 {
            let column = rest.trailing_zeros() as usize;
            (self.upper[column], self.lower[column]) = (self.lower[column], self.upper[column]);
            rest &= rest - 1;
        }
    }
}

impl BandColumns {
    /// Creates the columns of a band of `n_rows` rows with these sets; there is one set for each column.
    #[must_use]
    pub fn new(n_rows: usize, sets: &[u16]) -> Self {
        let n_columns = sets.len();
        let mut columns = Self { sets: [0; MAX_N], n_rows, n_columns, last_box: n_columns - n_columns / n_rows };
        columns.sets[..n_columns].copy_from_slice(sets);
        columns
    }

    /// The number of bands with these columns.
    #[must_use]
    pub fn n_bands(&self) -> u64 {
        if self.n_rows <= 2 {
            return 1 << self.last_rows().n_cycles;
        }
        // Rows can change places, so every digit of the first column begins as many bands.
        let (mut row, mut n) = ([0; MAX_N], 0);
        row[0] = self.sets[0] & self.sets[0].wrapping_neg();
        let _ = self.each_row(1, row[0], &mut row, &mut |row| {
            n += self.without(row).n_bands();
            ControlFlow::Continue(())
        });
        n * self.n_rows as u64
    }

    /// A band with these columns; each has the same chance.
    pub(super) fn draw(&self, rng: &mut Rng) -> Band {
        let (mut band, mut rest) = (EMPTY, *self);
        for place in band.iter_mut().take(self.n_rows.saturating_sub(2)) {
            let mut number = rng.random_range(0..rest.n_bands());
            let _ = rest.each_row(0, 0, &mut [0; MAX_N], &mut |row| {
                let n = rest.without(row).n_bands();
                if number < n {
                    *place = *row;
                    return ControlFlow::Break(());
                }
                number -= n;
                ControlFlow::Continue(())
            });
            rest = rest.without(place);
        }
        let mut rows = rest.last_rows();
        for cycle in 0..rows.n_cycles {
            if rng.random() {
                rows.exchange(cycle);
            }
        }
        (band[self.n_rows - 2], band[self.n_rows - 1]) = (rows.upper, rows.lower);
        band
    }

    /// Visits every band of three rows with these columns, in ascending order. Only bands whose rows are in the order
    /// of their first digits are visited.
    pub fn each_sorted_triple(&self, mut visit: impl FnMut(&[Row; 3])) {
        let mut row = [0; MAX_N];
        row[0] = self.sets[0] & self.sets[0].wrapping_neg();
        let _ = self.each_row(1, row[0], &mut row, &mut |row| {
            let mut rows = self.without(row).last_rows();
            // The cycle of the first column can be written one way only. Like a counter, the last cycle changes most
            // often.
            let n_ways = 1_u32 << (rows.n_cycles - 1);
            for way in 0..n_ways {
                visit(&[*row, rows.upper, rows.lower]);
                if way + 1 < n_ways {
                    for place in 0..=(way + 1).trailing_zeros() as usize {
                        rows.exchange(rows.n_cycles - 1 - place);
                    }
                }
            }
            ControlFlow::Continue(())
        });
    }

    /// Returns the sets that remain for the other rows.
    #[inline]
    fn without(&self, row: &Row) -> Self {
        let mut rest = *self;
        for (set, digit) in rest.sets.iter_mut().zip(row) {
            *set &= !digit;
        }
        rest.n_rows -= 1;
        rest
    }

    /// Every row that has a digit of each column, from `column` on; those before it have used the digits of `used`.
    fn each_row<F: FnMut(&Row) -> ControlFlow<()>>(
        &self,
        column: usize,
        used: u16,
        row: &mut Row,
        visit: &mut F,
    ) -> ControlFlow<()> {
        if column == self.last_box {
            // The digits that the row still lacks are as many as columns, so each of these must have one of them.
            let columns = self.last_box..self.n_columns;
            for (digit, set) in row[columns.clone()].iter_mut().zip(&self.sets[columns.clone()]) {
                *digit = set & !used;
            }
            let fits = row[columns].iter().all(|digit| *digit != 0);
            return if fits { visit(row) } else { ControlFlow::Continue(()) };
        }
        let mut rest = self.sets[column] & !used;
        while rest != 0 {
            let digit = rest & rest.wrapping_neg();
            rest ^= digit;
            row[column] = digit;
            self.each_row(column + 1, used | digit, row, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Two rows that have all of the digits, in the way that has the smaller digit of each cycle's first column above.
    #[inline]
    fn last_rows(&self) -> TwoRows {
        // A digit is in two columns, so the two together determine the other one.
        let mut both = [0_u8; MAX_N];
        for (column, set) in (0..).zip(&self.sets[..self.n_columns]) {
            both[set.trailing_zeros() as usize] ^= column;
            both[(set & (set - 1)).trailing_zeros() as usize] ^= column;
        }
        let mut rows = TwoRows { upper: [0; MAX_N], lower: [0; MAX_N], cycles: [0; MAX_N], n_cycles: 0 };
        let mut left = (1_u16 << self.n_columns) - 1;
        while left != 0 {
            let mut column = left.trailing_zeros() as usize;
            let mut upper = self.sets[column] & self.sets[column].wrapping_neg();
            let mut cycle = 0;
            while left >> column & 1 == 1 {
                left ^= 1 << column;
                cycle |= 1 << column;
                let lower = self.sets[column] ^ upper;
                (rows.upper[column], rows.lower[column]) = (upper, lower);
                // The next column has this digit above.
                column ^= usize::from(both[lower.trailing_zeros() as usize]);
                upper = lower;
            }
            rows.cycles[rows.n_cycles] = cycle;
            rows.n_cycles += 1;
        }
        rows
    }
}
