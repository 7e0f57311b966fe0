//! In how many ways a band can be written whose columns are given as sets of digits.
//!
//! Columns and digits are a bipartite graph: a column is joined to its r digits, and a digit to one column of each of
//! the r boxes. A row takes one digit of each column, all of them different, so it is a perfect matching, and without
//! it every column and every digit has r - 1 edges left. Two rows are left over as a union of cycles, each of which can
//! be written in two ways. So the number of bands is a sum over first rows, then second rows, of 2 to the number of
//! cycles.

use std::ops::ControlFlow;

use rand::Rng as _;

use crate::base::Rng;

use super::MAX_N;

/// The most rows of a band.
const MAX_ROWS: usize = 4;

/// A row of a band: for each column a digit, as a set of one bit.
pub(super) type Row = [u16; MAX_N];

/// Rows of a band; those beyond its height are empty.
pub(super) type Band = [Row; MAX_ROWS];

/// No digits.
pub(super) const EMPTY: Band = [[0; MAX_N]; MAX_ROWS];

/// The digits of a set, each as a set of one.
pub(super) fn digits(set: u16) -> impl Iterator<Item = u16> {
    (0..u16::BITS).map(|i| 1 << i).filter(move |digit| set & digit != 0)
}

/// For each column of a band the set of its digits: one for every row, and in every box each digit once.
#[derive(Clone, Copy)]
pub(super) struct Columns {
    sets: Row,
    n_rows: usize,
    n_columns: usize,
}

impl Columns {
    /// `n_columns` columns for `n_rows` rows, their digits still to be put.
    pub(super) fn new(n_rows: usize, n_columns: usize) -> Self {
        Self { sets: [0; MAX_N], n_rows, n_columns }
    }

    /// Gives the columns from `start` on their digits.
    pub(super) fn put(&mut self, start: usize, sets: &[u16]) {
        for (column, set) in self.sets[..self.n_columns][start..].iter_mut().zip(sets) {
            *column = *set;
        }
    }

    /// The number of bands with these columns.
    pub(super) fn n_bands(&self) -> u64 {
        match self.n_rows {
            0 | 1 => 1,
            2 => {
                let mut n = 1;
                self.each_cycle(|_| n *= 2);
                n
            }
            rows => {
                // Rows can change places, so every digit of the first column begins as many bands.
                let first = self.sets[0] & self.sets[0].wrapping_neg();
                let (mut row, mut n) = ([0; MAX_N], 0);
                row[0] = first;
                let _ = self.each_row(1, first, &mut row, &mut |row| {
                    n += self.without(row).n_bands();
                    ControlFlow::Continue(())
                });
                n * rows as u64
            }
        }
    }

    /// A band with these columns; each has the same chance.
    pub(super) fn draw(&self, rng: &mut Rng) -> Band {
        let (mut band, mut rest) = (EMPTY, *self);
        for place in band.iter_mut().take(self.n_rows.saturating_sub(2)) {
            let mut number = rng.random_range(0..rest.n_bands());
            let mut chosen = [0; MAX_N];
            let _ = rest.each_row(0, 0, &mut [0; MAX_N], &mut |row| {
                let n = rest.without(row).n_bands();
                if number < n {
                    chosen = *row;
                    return ControlFlow::Break(());
                }
                number -= n;
                ControlFlow::Continue(())
            });
            *place = chosen;
            rest = rest.without(&chosen);
        }
        let [.., upper, lower] = &mut band[..self.n_rows] else { return band };
        rest.each_cycle(|cycle| {
            let is_exchanged: bool = rng.random();
            for &(column, digit) in cycle {
                let digits = [digit, rest.sets[column] ^ digit];
                upper[column] = digits[usize::from(is_exchanged)];
                lower[column] = digits[usize::from(!is_exchanged)];
            }
        });
        band
    }

    /// What is left for the other rows.
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
        if column == self.n_columns {
            return visit(row);
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

    /// The cycles of the last two rows: columns, each with the digit that it has if its cycle is written the one way.
    fn each_cycle(&self, mut visit: impl FnMut(&[(usize, u16)])) {
        // A digit is in two columns, so the sum of the two tells the other one.
        let mut both = [0_usize; MAX_N];
        for (column, set) in self.sets[..self.n_columns].iter().enumerate() {
            for digit in digits(*set) {
                both[digit.trailing_zeros() as usize] += column;
            }
        }
        let mut is_seen = [false; MAX_N];
        for start in 0..self.n_columns {
            if is_seen[start] {
                continue;
            }
            let (mut cycle, mut len) = ([(0, 0); MAX_N], 0);
            let mut column = start;
            let mut digit = self.sets[start] & self.sets[start].wrapping_neg();
            while !is_seen[column] {
                is_seen[column] = true;
                cycle[len] = (column, digit);
                len += 1;
                // The other digit of this column is the one that its next column has the same way.
                digit ^= self.sets[column];
                column = both[digit.trailing_zeros() as usize] - column;
            }
            visit(&cycle[..len]);
        }
    }
}
