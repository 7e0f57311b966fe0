//! The source of rows: its lines, and the lines that may come next.

use super::state::{State, factorial};

/// The lines of the source as rows, from one of its two sides.
pub(super) struct Side<const N: usize> {
    /// 0 for an empty cell, else the digit's value.
    pub(super) cells: [[u8; N]; N],
    /// The lines without a clue, as bits.
    empty: u32,
    /// Lines of a band, and columns of a stack.
    pub(super) height: usize,
    pub(super) width: usize,
}

impl<const N: usize> Side<N> {
    pub(super) fn new(cells: [[u8; N]; N], n: usize, height: usize, width: usize) -> Self {
        let empty = (0..n).filter(|i| cells[*i].iter().all(|v| *v == 0)).fold(0, |bits, i| bits | 1 << i);
        Self { cells, empty, height, width }
    }

    /// The lines of a band, as bits.
    fn band(&self, band: usize) -> u32 {
        ((1_u32 << self.height) - 1) << (band * self.height)
    }

    /// One line for all that are empty, since these come first and in any order; all lines if none is empty.
    fn worth_trying(&self, lines: u32) -> u32 {
        let empty = lines & self.empty;
        if empty == 0 { lines } else { empty & empty.wrapping_neg() }
    }

    /// The lines that may come next, and the lines of the band of each.
    pub(super) fn next_lines(&self, state: &State<N>, n: usize) -> impl Iterator<Item = (usize, u32)> {
        let in_band = (state.left != 0).then_some((self.worth_trying(state.left), state.left));
        let n_bands = if in_band.is_some() { 0 } else { n / self.height };
        let begun = state.bands;
        let is_empty = |band: usize| self.band(band) & !self.empty == 0;
        // Of bands that are empty the first will do.
        let first_empty = (0..n_bands).find(|&b| begun & (1 << b) == 0 && is_empty(b));
        let bands = (0..n_bands).filter(move |&b| begun & (1 << b) == 0 && first_empty.is_none_or(|first| b == first));
        let of_bands = bands.map(|b| (self.worth_trying(self.band(b)), self.band(b)));
        in_band.into_iter().chain(of_bands).flat_map(|(lines, band)| {
            (0..u32::BITS as usize).filter(move |i| lines & (1 << i) != 0).map(move |i| (i, band))
        })
    }

    /// In how many orders the lines can stand for which [`Self::worth_trying`] takes one.
    pub(super) fn n_orders(&self, n: usize) -> u64 {
        let n_bands = n / self.height;
        let empty_bands = (0..n_bands).filter(|b| self.band(*b) & !self.empty == 0).count();
        (0..n_bands).fold(factorial(empty_bands), |orders, band| {
            orders.saturating_mul(factorial((self.band(band) & self.empty).count_ones() as usize))
        })
    }
}
