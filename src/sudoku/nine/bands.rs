//! The cells of one digit as three 27-bit words, one a band, in a value that fits a vector register.
//!
//! A word holds the three rows of its band in fields of ten bits. The tenth bit is always 0 in a set of cells: it takes
//! the carry when a field is counted, so that questions about rows are a few additions for all nine rows at once.

use std::array;
use std::ops::{BitAnd, BitOr, Not};

use crate::base::{Cell, CellSet, Index};

/// The nine cells of a row.
const ROW: u32 = 0x1ff;
/// The first bit of each field.
const FIRST: u32 = 1 | 1 << 10 | 1 << 20;
/// The spare bit of each field.
const SPARE: u32 = FIRST << 9;
/// All 27 cells of a band.
const BAND: u32 = FIRST * ROW;
/// The first cell of each of the nine minirows, the three cells that a row and a box share.
const MINIROWS: u32 = FIRST * 0o111;

/// A set of cells of a 9x9 grid; a lane is a band. The fourth lane is always 0.
///
/// Four lanes are one register of the baseline x86-64, and the compiler keeps them there: all operations are loops over
/// four lanes without a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(super) struct Bands([u32; 4]);

impl Bands {
    /// No cell.
    pub(super) const EMPTY: Self = Self([0; 4]);
    /// All 81 cells.
    pub(super) const ALL: Self = Self([BAND, BAND, BAND, 0]);

    /// Cells from a set of the crate, which has at least 81 indices.
    #[inline]
    pub(super) fn from_set<const W: usize>(set: CellSet<W>) -> Self {
        let words = set.words();
        let bits = u128::from(words[0]) | u128::from(words[1]) << 64;
        let band = |at: u32| {
            let rows = (bits >> (27 * at)) as u32;
            (rows & ROW) | (rows & ROW << 9) << 1 | (rows & ROW << 18) << 2
        };
        Self([band(0), band(1), band(2), 0])
    }

    /// The same cells as a set of the crate.
    #[inline]
    pub(super) fn to_set<const W: usize>(self) -> CellSet<W> {
        let band = |at: usize| {
            let word = self.0[at];
            u128::from((word & ROW) | (word >> 1 & ROW << 9) | (word >> 2 & ROW << 18)) << (27 * at)
        };
        let bits = band(0) | band(1) | band(2);
        let mut words = [0; W];
        words[0] = bits as u64;
        words[1] = (bits >> 64) as u64;
        CellSet::from_words(words)
    }

    /// The set of one cell.
    #[inline]
    pub(super) fn only(cell: Cell) -> Self {
        let (band, at) = (cell.get() / 27, cell.get() % 27);
        let mut lanes = [0; 4];
        lanes[band] = 1 << (at + at / 9);
        Self(lanes)
    }

    /// The first cell as a set; empty if there is none.
    #[inline(always)]
    pub(super) fn first(self) -> Self {
        let [a, b, c, _] = self.0;
        if a != 0 {
            Self([a & a.wrapping_neg(), 0, 0, 0])
        } else if b != 0 {
            Self([0, b & b.wrapping_neg(), 0, 0])
        } else {
            Self([0, 0, c & c.wrapping_neg(), 0])
        }
    }

    #[inline(always)]
    fn map(self, f: impl Fn(u32) -> u32) -> Self {
        Self(self.0.map(f))
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u32, u32) -> u32) -> Self {
        Self(array::from_fn(|lane| f(self.0[lane], other.0[lane])))
    }

    /// The members that `other` does not have.
    #[inline(always)]
    pub(super) fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// Has it no cell?
    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    /// A lane of ones for each band without a cell, the fourth lane included.
    #[inline(always)]
    pub(super) fn empty_bands(self) -> Self {
        self.map(|word| if word == 0 { u32::MAX } else { 0 })
    }

    /// All cells of the rows that have a cell here.
    #[inline(always)]
    pub(super) fn rows(self) -> Self {
        self.map(|word| {
            let some = (word + BAND) & SPARE;
            some - (some >> 9)
        })
    }

    /// The cells that share their row with no other of the set. Only for sets with a cell in every row.
    #[inline(always)]
    pub(super) fn alone_in_row(self) -> Self {
        self.map(|word| {
            // Each field loses its lowest cell. What an empty field borrows from the next one is of no matter: the
            // digit has lost a row, and the board is dead.
            let others = word & word.wrapping_sub(FIRST);
            let alone = !((others & BAND).wrapping_add(BAND)) & SPARE;
            word & (alone - (alone >> 9))
        })
    }

    /// Has a row two cells of the set? Unlike [`Self::alone_in_row`] it allows empty rows.
    #[inline(always)]
    pub(super) fn second_in_row(self) -> Self {
        self.map(|word| {
            let some = ((word + BAND) & SPARE) >> 9;
            word & (word - some)
        })
    }

    /// The cells that a digit may still take, by rows and boxes: in each band it takes a minirow of each row and of each
    /// box, so one of six permutations, and a minirow in none of those that are left is lost.
    ///
    /// Together with [`Self::lock_columns`] these are all locked candidates, and a digit with one place in a row, column
    /// or box has one place in all three afterwards.
    #[inline(always)]
    pub(super) fn lock_rows(self) -> Self {
        self.map(|word| {
            let here = (word | word >> 1 | word >> 2) & MINIROWS;
            // The next two rows, cyclic. Bits that a shift moves to no minirow's place are cut by `here` in the end.
            let (row1, row2) = (here >> 10 | here << 20, here >> 20 | here << 10);
            let next = |row: u32| row >> 3 | row << 6;
            let last = |row: u32| row >> 6 | row << 3;
            let kept = here & ((next(row1) & last(row2)) | (last(row1) & next(row2)));
            word & ((kept << 3).wrapping_sub(kept))
        })
    }

    /// The cells that a digit may still take, by columns: in each stack it takes another column in every band, so one of
    /// six permutations.
    #[inline(always)]
    pub(super) fn lock_columns(self) -> Self {
        let here = self.map(|word| (word | word >> 10 | word >> 20) & ROW);
        let [a, b, c, _] = here.0;
        let (band1, band2) = (Self([b, c, a, 0]), Self([c, a, b, 0]));
        let next = |band: Self| band.map(|word| (word >> 1 & 0o333) | (word << 2 & 0o444));
        let last = |band: Self| band.map(|word| (word << 1 & 0o666) | (word >> 2 & 0o111));
        let kept = here & ((next(band1) & last(band2)) | (last(band1) & next(band2)));
        self & kept.map(|word| word | word << 10 | word << 20)
    }

    /// Are these the places of a digit in a complete grid: one in every row, column and box? Says so without any of the
    /// rules above.
    pub(super) fn is_complete(self) -> bool {
        let [a, b, c, _] = self.0;
        let in_band = |word: u32| {
            let rows = [word & ROW, word >> 10 & ROW, word >> 20 & ROW];
            let boxes = [0, 3, 6].map(|at| word & (FIRST * (7 << at)));
            rows.iter().chain(&boxes).all(|house| house.is_power_of_two())
        };
        // Nine cells, one a row: they fill the nine columns only if no two share one.
        let columns = [a, b, c].iter().fold(0, |all, word| all | word | word >> 10 | word >> 20) & ROW;
        [a, b, c].iter().all(|word| in_band(*word)) && columns == ROW
    }
}

impl BitAnd for Bands {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Bands {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl Not for Bands {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self::ALL.without(self)
    }
}
