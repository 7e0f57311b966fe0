//! The third bands below two 9x9 bands, without those that put a stack before the first band.
//!
//! The first band gives each stack its first box, and so the names of digits by which reduced bands are told apart. The
//! second band gives it the beginning of a reduced band. What is left are the orders of three columns, 36 ways, the
//! order of rows apart. Which of these make a class that comes before that of the first band is looked up, for all 36
//! at once, so that most prefixes, or their completions, are given up for a few operations.

use std::array::from_fn;

use crate::sudoku::columns::BandColumns;

use super::band::{Bands, MinlexBand};
use super::reduced::{BandRows, BoxRows, N_BEGINNINGS, N_BOX_ORDERS, named, names_by};

/// Third bands of the grids with a given first band.
pub(super) struct ThirdBands {
    bands: &'static Bands,
    class: u16,
    /// For each stack the names of digits by its first box.
    names: [[u8; 9]; 3],
    /// For each beginning of a reduced band the box orders, as bits, that do not make a class before that of the first
    /// band.
    possible: Box<[u64]>,
}

impl ThirdBands {
    pub(super) fn new(band: MinlexBand) -> Self {
        let (bands, class) = (Bands::get(), band.index());
        let possible = bands
            .classes
            .chunks_exact(N_BOX_ORDERS)
            .map(|classes| classes.iter().rev().fold(0, |possible, other| possible << 1 | u64::from(*other >= class)));
        let possible: Box<[u64]> = possible.collect();
        assert_eq!(possible.len(), N_BEGINNINGS);
        Self { bands, class, names: from_fn(|stack| names_by(&turned_box(band.rows(), stack))), possible }
    }

    /// Visits the third bands below a second one that leaves these digits to the columns; the rows are in the order of
    /// their first digits.
    pub(super) fn each(&self, second: &BandRows, left: [u16; 9], mut visit: impl FnMut(&BandRows)) {
        if self.bands.class(second) < self.class {
            return;
        }
        let possible: [u64; 3] = from_fn(|stack| {
            let turned = named(&turned_box(second, stack), &self.names[stack]);
            self.possible[self.bands.reduced.beginning(&turned)]
        });
        if possible.contains(&0) {
            return;
        }
        BandColumns::new(3, &left).each_sorted_triple(|rows| {
            let third: BandRows = rows.map(|row| row.map(|digit| digit.trailing_zeros() as u8));
            let is_possible = (0..3).all(|stack| {
                let turned = named(&turned_box(&third, stack), &self.names[stack]);
                possible[stack] >> self.bands.reduced.orders(&turned) & 1 == 1
            });
            if is_possible {
                visit(&third);
            }
        });
    }
}

/// A box of a band with its columns as rows.
fn turned_box(band: &BandRows, stack: usize) -> BoxRows {
    from_fn(|column| from_fn(|row| band[row][3 * stack + column]))
}
