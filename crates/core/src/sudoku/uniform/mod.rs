//! Draws grids uniformly from all grids of a shape, without a list of them and without knowing their number.
//!
//! # Why all grids have the same probability
//!
//! Take a shape with two or three bands: r rows each, in r boxes of r x c. (A shape with more bands is turned.)
//!
//! 1. *The first band is drawn uniformly* from all bands of the shape, as described below.
//! 2. *Its columns are completed as sets.* Column j of a stack has r digits in the first band. Of the others, r go to
//!    the second band and r to the third, so that each box gets every digit once. The number of ways for a stack does
//!    not depend on the first band: there is one with two bands, and the sum of C(r, k)^3 with three, 56 for 9x9. One
//!    of them is drawn for each stack (see [`BandSpread`]).
//! 3. *Bands are counted.* Let N be the number of ways to write a band whose columns are these sets; see
//!    [`BandColumns`]. It is never more than M, the r-th number of Latin squares to the power c. The draw is kept with
//!    probability N / M for each band except the first; otherwise everything starts again.
//! 4. *Each band is drawn uniformly* from its N.
//!
//! A grid with bands B1, B2, B3 determines the sets of its columns. So a round returns it with probability
//!
//! ```text
//! 1 / bands  *  1 / 56^3  *  N2 / M * N3 / M  *  1 / N2 * 1 / N3  =  1 / (bands * 56^3 * M^2)
//! ```
//!
//! which is the same for every grid, and rounds are independent. The random numbers are integers in a range, without
//! rounding. A 9x9 grid takes 75 rounds on average, as follows from the number of bands, 9! * 56 * 6^6, and the number
//! of all grids.
//!
//! Counting bands by the sets of their columns is due to B. Felgenhauer and F. Jarvis, *Mathematics of Sudoku I*
//! (2006); drawing by these counts is ours. The tests try all sets to show that M is the largest N.
//!
//! # The first band
//!
//! With up to three boxes in a band, it is drawn box by box: the rows of a box are sets of c digits, those of the next
//! boxes follow like the columns in step 2, and the digits of a set may have any order. A band of four boxes is drawn
//! as in steps 2 to 4: sets of columns, kept with probability N / M, and one of the N bands.

#[cfg(test)]
mod tests;

use rand::Rng as _;
use rand::seq::SliceRandom as _;

use crate::base::{Digit, Rng};

use super::columns::{self, Band, BandColumns, MAX_N};
use super::grid::Grid;
use super::shape::Shape;
use super::spread::{self, BandSpread, Sets};

/// Draws grids of a shape uniformly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UniformGrids {
    shape: Shape,
    /// The number of rows of a band, which is also its number of boxes, after the shape was turned so that it has no
    /// more bands than these.
    rows: usize,
    /// The number of columns of a box, which is also the number of bands: two or three.
    width: usize,
}

/// The error for shapes whose grids this method cannot draw uniformly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("grids with boxes of {0} cannot be drawn with equal probability; use boxes of 2x2, 2x3, 3x2, 2x4, 4x2 or 3x3")]
pub struct NoUniformGrids(pub Shape);

impl UniformGrids {
    /// Creates a source of grids of `shape`.
    ///
    /// # Errors
    /// [`NoUniformGrids`] for all shapes except 2x2, 2x3, 3x2, 2x4, 4x2 and 3x3.
    pub fn new(shape: Shape) -> Result<Self, NoUniformGrids> {
        let (rows, width) = (shape.box_rows().max(shape.box_cols()), shape.box_rows().min(shape.box_cols()));
        match (rows, width) {
            (2..=4, 2) | (3, 3) => Ok(Self { shape, rows, width }),
            _ => Err(NoUniformGrids(shape)),
        }
    }

    /// The shape of the grids.
    #[must_use]
    pub fn shape(self) -> Shape {
        self.shape
    }

    /// Draws a grid; all grids have the same probability. A 9x9 grid takes about 0.1 ms.
    ///
    /// # Panics
    /// If there are more bands with given columns than the bound, which the tests rule out.
    #[must_use]
    pub fn draw(self, rng: &mut Rng) -> Grid {
        let boxes = BandSpread::new(self.rows, self.width);
        let columns = BandSpread::new(self.width, self.rows);
        loop {
            let first = self.first_band(&boxes, rng);
            if let Some(others) = self.other_bands(&columns, &first, rng) {
                let rows = [first].into_iter().chain(others).flat_map(|band| band.into_iter().take(self.rows));
                return self.grid(rows);
            }
        }
    }

    /// The largest number of bands that have the same columns: those of r x r Latin squares side by side.
    fn most_bands(self) -> u64 {
        let latin_squares: u64 = match self.rows {
            2 => 2,
            3 => 12,
            _ => 576,
        };
        latin_squares.pow(self.width as u32)
    }

    fn n(self) -> usize {
        self.rows * self.width
    }

    /// One of all bands.
    fn first_band(self, boxes: &BandSpread, rng: &mut Rng) -> Band {
        if self.rows <= spread::MOST {
            return self.band_of_boxes(boxes, rng);
        }
        loop {
            let mut sets = [0; MAX_N];
            for stack in sets[..self.n()].chunks_mut(self.width) {
                stack.copy_from_slice(&self.partition(self.width, rng)[..self.width]);
            }
            let columns = self.columns(&sets);
            if self.is_kept(&columns, rng) {
                return columns.draw(rng);
            }
        }
    }

    /// One of all bands of up to three boxes.
    fn band_of_boxes(self, boxes: &BandSpread, rng: &mut Rng) -> Band {
        let boxes = boxes.draw(self.partition(self.rows, rng), rng);
        let mut band = columns::EMPTY;
        for (stack, rows) in boxes.iter().enumerate().take(self.rows) {
            for (row, set) in rows.iter().enumerate().take(self.rows) {
                let place = &mut band[row][stack * self.width..][..self.width];
                for (cell, digit) in place.iter_mut().zip(columns::digits(*set)) {
                    *cell = digit;
                }
                place.shuffle(rng);
            }
        }
        band
    }

    /// The bands after the first, or none, which leaves every grid the same chance.
    fn other_bands(self, spread: &BandSpread, first: &Band, rng: &mut Rng) -> Option<Vec<Band>> {
        let mut columns = [[0; MAX_N]; spread::MOST];
        for stack in 0..self.rows {
            let start = stack * self.width;
            let mut sets = spread::NONE;
            for (j, set) in sets.iter_mut().enumerate().take(self.width) {
                *set = first.iter().fold(0, |set, row| set | row[start + j]);
            }
            for (columns, sets) in columns.iter_mut().zip(spread.draw(sets, rng)) {
                columns[start..start + self.width].copy_from_slice(&sets[..self.width]);
            }
        }
        let bands: Vec<BandColumns> = columns[1..self.width].iter().map(|sets| self.columns(sets)).collect();
        let is_kept = bands.iter().all(|columns| self.is_kept(columns, rng));
        is_kept.then(|| bands.iter().map(|columns| columns.draw(rng)).collect())
    }

    fn columns(self, sets: &[u16; MAX_N]) -> BandColumns {
        BandColumns::new(self.rows, &sets[..self.n()])
    }

    /// True with a chance in proportion to the number of bands with these columns.
    fn is_kept(self, columns: &BandColumns, rng: &mut Rng) -> bool {
        let (n_bands, most) = (columns.n_bands(), self.most_bands());
        assert!(n_bands <= most, "{n_bands} bands have the same columns, more than {most}");
        rng.random_range(0..most) < n_bands
    }

    /// All digits in `parts` sets of the same size, in order; each partition has the same chance.
    fn partition(self, parts: usize, rng: &mut Rng) -> Sets {
        let mut digits: [u16; MAX_N] = std::array::from_fn(|i| 1 << i);
        let digits = &mut digits[..self.n()];
        digits.shuffle(rng);
        let mut sets = spread::NONE;
        for (set, digits) in sets.iter_mut().zip(digits.chunks(self.n() / parts)) {
            *set = digits.iter().fold(0, |set, digit| set | digit);
        }
        sets
    }

    /// The grid of these rows, or columns if the shape was turned.
    fn grid(self, rows: impl Iterator<Item = columns::Row>) -> Grid {
        let rows: Vec<_> = rows.collect();
        let is_turned = self.shape.box_rows() != self.rows;
        let digit = |cell| {
            let (row, column) = (self.shape.row(cell), self.shape.column(cell));
            let digit = if is_turned { rows[column][row] } else { rows[row][column] };
            Digit::from_index(digit.trailing_zeros() as usize)
        };
        let digits: Vec<Digit> = self.shape.cells().map(digit).collect();
        Grid::new(self.shape, &digits).unwrap_or_else(|clash| unreachable!("bands that fit make a grid: {clash:?}"))
    }
}
