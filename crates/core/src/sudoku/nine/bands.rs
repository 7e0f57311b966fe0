//! The cells of one digit as three 27-bit words, one per band, in a value that fits a vector register.
//!
//! A word holds the three rows of its band in fields of ten bits. The tenth bit is always 0 in a set of cells: it takes
//! the carry when a field is counted, so a property of rows is computed by a few additions for all nine rows at once.

use std::ops::{BitAnd, BitOr, Not};

use crate::base::{Cell, CellSet, Index};

use super::lanes::Lanes;

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

/// As many places as there are bits of three lanes.
pub(super) const PLACES: usize = 96;

/// A set of cells of a 9x9 grid; a lane is a band. The fourth lane is always 0.
///
/// Four lanes are one register of the baseline x86-64, and the compiler keeps them there: all operations are loops over
/// four lanes without a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bands(Lanes);

impl Bands {
    pub(super) const EMPTY: Self = Self(Lanes::splat(0));
    pub(super) const ALL: Self = Self(Lanes::new([BAND, BAND, BAND, 0]));

    /// Cells from a set of the crate, which has at least 81 indices.
    #[inline]
    pub(super) fn from_set<const W: usize>(set: CellSet<W>) -> Self {
        let words = set.words();
        let bits = u128::from(words[0]) | u128::from(words[1]) << 64;
        let band = |at: u32| {
            let rows = (bits >> (27 * at)) as u32;
            (rows & ROW) | (rows & ROW << 9) << 1 | (rows & ROW << 18) << 2
        };
        Self(Lanes::new([band(0), band(1), band(2), 0]))
    }

    /// The same cells as a set of the crate.
    #[inline]
    pub(super) fn to_set<const W: usize>(self) -> CellSet<W> {
        let lanes = self.0.words();
        let band = |at: usize| {
            let word = lanes[at];
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
        Self(Lanes::new(lanes))
    }

    /// The first cell as a set; empty if there is none.
    #[inline(always)]
    pub(super) fn first(self) -> Self {
        let [a, b, c, _] = self.0.words();
        Self(Lanes::new(if a != 0 {
            [a & a.wrapping_neg(), 0, 0, 0]
        } else if b != 0 {
            [0, b & b.wrapping_neg(), 0, 0]
        } else {
            [0, 0, c & c.wrapping_neg(), 0]
        }))
    }

    /// The members that `other` does not have.
    #[inline(always)]
    pub(super) fn without(self, other: Self) -> Self {
        Self(self.0.without(other.0))
    }

    /// The number of cells.
    #[inline(always)]
    pub(super) fn len(self) -> u32 {
        let [ones, twos, fours] = [0x5555_5555, 0x3333_3333, 0x0f0f_0f0f].map(Lanes::splat);
        let pairs = self.0 - (self.0.down::<1>() & ones);
        let fields = (pairs & twos) + (pairs.down::<2>() & twos);
        let bytes = (fields + fields.down::<4>()) & fours;
        // At most eight in a byte, so all three bands fit.
        let [all, ..] = (bytes + bytes.turn() + bytes.turn_back()).words();
        all.wrapping_mul(0x0101_0101) >> 24
    }

    /// Has it no cell?
    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.0.is_zero()
    }

    /// A lane of ones for each band without a cell, the fourth lane included.
    #[inline(always)]
    pub(super) fn empty_bands(self) -> Self {
        Self(self.0.same(Lanes::splat(0)))
    }

    /// All cells of the rows that have a cell here.
    #[inline(always)]
    pub(super) fn rows(self) -> Self {
        let some = (self.0 + Lanes::splat(BAND)) & Lanes::splat(SPARE);
        Self(some - some.down::<9>())
    }

    /// The cells that share their row with no other of the set. Only for sets with a cell in every row.
    #[inline(always)]
    pub(super) fn alone_in_row(self) -> Self {
        // Each field loses its lowest cell. What an empty field borrows from the next one is of no matter: the
        // digit has lost a row, and the board is dead.
        let others = self.0 & (self.0 - Lanes::splat(FIRST));
        let alone = Lanes::splat(SPARE).without((others & Lanes::splat(BAND)) + Lanes::splat(BAND));
        Self(self.0 & (alone - alone.down::<9>()))
    }

    /// Are there just one or no cells? Without counting them.
    #[inline(always)]
    pub(super) fn is_at_most_one(self) -> bool {
        let [a, b, c, _] = self.0.words();
        let several = (a & a.wrapping_sub(1)) | (b & b.wrapping_sub(1)) | (c & c.wrapping_sub(1));
        let n_bands = u32::from(a != 0) + u32::from(b != 0) + u32::from(c != 0);
        several == 0 && n_bands <= 1
    }

    /// The cells that share their column with no other of the set; `None` if some column has no cell.
    #[inline(always)]
    pub(super) fn alone_in_column(self) -> Option<Self> {
        let row = Lanes::splat(ROW);
        let [one, two, three] = [self.0 & row, self.0.down::<10>() & row, self.0.down::<20>() & row];
        // Of each band, and of all three, the columns with a cell and those with several.
        let some = one | two | three;
        let several = (one & two) | ((one | two) & three);
        let (next, last) = (some.turn(), some.turn_back());
        let in_all = some | next | last;
        let several = several | several.turn() | several.turn_back() | (some & next) | ((some | next) & last);
        let [columns, ..] = in_all.words();
        let alone = in_all.without(several);
        (columns == ROW).then(|| Self(self.0 & (alone | alone.up::<10>() | alone.up::<20>())))
    }

    /// Calls `visit` with the place of each cell, which is below [`PLACES`].
    #[inline(always)]
    pub(super) fn each_place(self, mut visit: impl FnMut(usize)) {
        let [a, b, c, _] = self.0.words();
        for (band, mut word) in [a, b, c].into_iter().enumerate() {
            while word != 0 {
                visit(band << 5 | word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }

    /// The place of a cell; see [`Self::each_place`].
    pub(super) fn place(cell: Cell) -> usize {
        let at = cell.get() % 27;
        ((cell.get() / 27) << 5) | (at + at / 9)
    }

    /// Has a row two cells of the set? Unlike [`Self::alone_in_row`] it allows empty rows.
    #[inline(always)]
    pub(super) fn second_in_row(self) -> Self {
        let some = ((self.0 + Lanes::splat(BAND)) & Lanes::splat(SPARE)).down::<9>();
        Self(self.0 & (self.0 - some))
    }

    /// The cells that a digit may still take, by rows and boxes: in each band it takes a minirow of each row and of
    /// each box, so one of six permutations, and a minirow in none of those that are left is lost.
    ///
    /// Together with [`Self::lock_columns`] these are all locked candidates, and a digit with one place in a row,
    /// column or box has one place in all three afterwards.
    #[inline(always)]
    pub(super) fn lock_rows(self) -> Self {
        let here = (self.0 | self.0.down::<1>() | self.0.down::<2>()) & Lanes::splat(MINIROWS);
        // The next box and the one after it, cyclic. Bits that a shift moves to no minirow's place stay off those
        // places, and are cut by `here` in the end.
        let (next, last) = (here.down::<3>() | here.up::<6>(), here.down::<6>() | here.up::<3>());
        let next_row = |rows: Lanes| rows.down::<10>() | rows.up::<20>();
        let kept = here & next_row((next & next_row(last)) | (last & next_row(next)));
        Self(self.0 & (kept.up::<3>() - kept))
    }

    /// The cells that a digit may still take, by columns: in each stack it takes another column in every band, so one
    /// of six permutations.
    #[inline(always)]
    pub(super) fn lock_columns(self) -> Self {
        // Every row gets the columns of all three, so that nothing is to be spread out again in the end.
        let rows = self.0;
        let here = rows | rows.down::<10>() | rows.up::<20>() | rows.down::<20>() | rows.up::<10>();
        let next = (here.down::<1>() & Lanes::splat(FIRST * 0o333)) | (here.up::<2>() & Lanes::splat(FIRST * 0o444));
        let last = (here.up::<1>() & Lanes::splat(FIRST * 0o666)) | (here.down::<2>() & Lanes::splat(FIRST * 0o111));
        let kept = (next & last.turn()) | (last & next.turn());
        Self(rows & kept.turn())
    }

    /// Are these the places of a digit in a complete grid: one in every row and column, and in every box if there are
    /// boxes? Says so without any of the rules above.
    pub(super) fn is_complete(self, has_boxes: bool) -> bool {
        let [a, b, c, _] = self.0.words();
        let in_band = |word: u32| {
            let rows = [word & ROW, word >> 10 & ROW, word >> 20 & ROW];
            let boxes = [0, 3, 6].map(|at| word & (FIRST * (7 << at)));
            let boxes = if has_boxes { &boxes[..] } else { &[] };
            rows.iter().chain(boxes).all(|house| house.is_power_of_two())
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
        Self(self.0 & other.0)
    }
}

impl BitOr for Bands {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Bands {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self::ALL.without(self)
    }
}
