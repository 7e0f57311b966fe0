//! Two bands of a 9x9 grid, and all third bands that complete them.

use std::array::from_fn;

use crate::base::Digit;
use crate::sudoku::Grid;
use crate::sudoku::Shape;
use crate::sudoku::columns::BandColumns;

use super::reduced::BandRows;

/// Two bands of a 9x9 grid.
///
/// What can stand below them depends on nothing but the digits that each column has left: some thirty bands, the order
/// of their rows apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TwoBands {
    rows: [[u8; 9]; 6],
}

/// A third band: three rows of digits from 0, in the order of their first digits.
pub type ThirdBand = [[u8; 9]; 3];

impl TwoBands {
    pub(super) fn new(first: &BandRows, second: &BandRows) -> Self {
        Self { rows: from_fn(|row| if row < 3 { first[row] } else { second[row - 3] }) }
    }

    /// The bands of a 9x9 grid but for `omitted`, 0 to 2, in their order.
    ///
    /// # Panics
    /// If the grid has another shape, or no such band.
    #[must_use]
    pub fn of(grid: &Grid, omitted: usize) -> Self {
        assert!(grid.shape() == Shape::NINE && omitted < 3, "a band of a 9x9 grid");
        let digit = |row: usize, column: usize| grid.get(Shape::NINE.cell(row, column)).index() as u8;
        Self { rows: from_fn(|row| from_fn(|column| digit(if row < 3 * omitted { row } else { row + 3 }, column))) }
    }

    /// Six rows of digits from 0.
    #[must_use]
    pub fn rows(&self) -> &[[u8; 9]; 6] {
        &self.rows
    }

    /// All third bands in ascending order.
    #[must_use]
    pub fn third_bands(&self) -> Vec<ThirdBand> {
        let left: [u16; 9] = from_fn(|column| self.rows.iter().fold(511, |left, row| left & !(1 << row[column])));
        let mut found = Vec::new();
        BandColumns::new(3, &left).each_sorted_triple(|rows| {
            found.push(rows.map(|row| row.map(|digit| digit.trailing_zeros() as u8)));
        });
        found
    }

    /// The grid with a third band below.
    ///
    /// # Panics
    /// If the band is none of [`Self::third_bands`], up to the order of its rows.
    #[must_use]
    pub fn grid(&self, third: &ThirdBand) -> Grid {
        let rows = self.rows.iter().chain(third);
        let digits: Vec<Digit> = rows.flatten().map(|digit| Digit::from_index(usize::from(*digit))).collect();
        match Grid::new(Shape::NINE, &digits) {
            Ok(grid) => grid,
            Err(clash) => panic!("no third band of these: {clash:?}"),
        }
    }
}
