//! The second bands that a 9x9 band can have below it, in ascending order.
//!
//! Of two bands below another one, the one that has the smallest digit of the first column that is left stands above in
//! a minlex form. These bands come first, so that the prefixes of the catalog are the second bands with small numbers.

use super::reduced::BandRows;

/// Cells of a band.
const N_CELLS: usize = 27;

/// Bands of rows that can follow a band, each row-major sequence once: the rows in the order of their first digits.
/// Each can be completed to a grid.
pub(super) struct SecondBands {
    /// For each column the digits that the first band leaves over, as bits.
    left: [u16; 9],
    /// The digits chosen so far, as sets of one.
    chosen: [u16; N_CELLS],
    /// For each of these cells, and the next, the digits that are still to be tried.
    rest: [u16; N_CELLS],
    /// The number of cells that have a digit.
    n_chosen: usize,
}

impl SecondBands {
    /// Those that stand above the third band in a minlex form.
    pub(super) fn new(first: &BandRows) -> Self {
        let mut bands = Self::all(first);
        bands.rest[0] &= bands.rest[0].wrapping_neg();
        bands
    }

    /// All of them, the same ones first.
    pub(super) fn all(first: &BandRows) -> Self {
        let left = std::array::from_fn(|column| first.iter().fold(511, |left, row| left & !(1 << row[column])));
        let mut bands = Self { left, chosen: [0; N_CELLS], rest: [0; N_CELLS], n_chosen: 0 };
        bands.rest[0] = left[0];
        bands
    }

    /// Goes to the next band, the first one to begin with. False if there is none left.
    pub(super) fn advance(&mut self) -> bool {
        // The last digit of a band is given up for the next one.
        let mut cell = self.n_chosen.min(N_CELLS - 1);
        loop {
            let rest = self.rest[cell];
            if rest == 0 {
                if cell == 0 {
                    self.n_chosen = 0;
                    return false;
                }
                cell -= 1;
                continue;
            }
            let digit = rest & rest.wrapping_neg();
            self.rest[cell] = rest ^ digit;
            self.chosen[cell] = digit;
            cell += 1;
            if cell == N_CELLS {
                self.n_chosen = N_CELLS;
                return true;
            }
            self.rest[cell] = self.candidates(cell);
        }
    }

    /// The rows of the band, digits from 0.
    pub(super) fn rows(&self) -> BandRows {
        std::array::from_fn(|row| std::array::from_fn(|column| self.chosen[9 * row + column].trailing_zeros() as u8))
    }

    /// For each column the digits that this band leaves over for the third one, as bits.
    pub(super) fn left(&self) -> [u16; 9] {
        std::array::from_fn(|column| (0..3).fold(self.left[column], |left, row| left & !self.chosen[9 * row + column]))
    }

    /// The digits that a cell can have beside those before it.
    fn candidates(&self, cell: usize) -> u16 {
        let (row, column) = (cell / 9, cell % 9);
        let before = |cells: std::ops::Range<usize>| cells.fold(0, |used, cell| used | self.chosen[cell]);
        let own_row = before(9 * row..cell);
        let start = column - column % 3;
        let own_box = (0..row).fold(0, |used, row| used | before(9 * row + start..9 * row + start + 3));
        let mut digits = self.left[column] & !own_row & !own_box;
        if column == 0 && row > 0 {
            // Rows ascend.
            let above = self.chosen[cell - 9];
            digits &= !(above | (above - 1));
        }
        digits
    }
}
