//! Exact sums: bounds are proven in integers, whatever the LP solver returns.
//!
//! Let `u >= 0` be *any* weights on rows `sum_c a_rc y_c >= h_r`, and `p_c` the cost of a cell. Then every 0/1 point
//! that satisfies them, with each y between its lo and hi, has
//!
//! ```text
//! sum p y  >=  sum_r u_r h_r + sum_c min(d_c lo_c, d_c hi_c),    d_c = p_c - sum_r u_r a_rc
//! ```
//!
//! The LP's duals are rounded to multiples of 2^-24, and this sum is computed in integers: a wrong dual makes the bound
//! weak, but never invalid.

use std::ops::AddAssign;

use crate::base::{Cell, CellSet, Index};

/// A unit of duals in exact sums.
pub(crate) const SCALE: i64 = 1 << 24;

/// The integers of a sum: 64 bits where coefficients are small, and else 128.
pub(crate) trait Whole: Copy + Ord + Default + AddAssign {}

impl Whole for i64 {}
impl Whole for i128 {}

/// A sum of rows with weights: its right side, and the reduced cost of each cell.
#[derive(Clone, Debug)]
pub(crate) struct RowSum<T> {
    /// `sum u h`.
    pub(crate) base: T,
    /// d of each cell.
    pub(crate) reduced: Vec<T>,
}

impl<T: Whole> RowSum<T> {
    /// No rows yet: cells cost so much.
    pub(crate) fn new(reduced: Vec<T>) -> Self {
        Self { base: T::default(), reduced }
    }

    /// The remaining capacity of `cell`.
    pub(crate) fn left(&self, cell: Cell) -> T {
        self.reduced[cell.get()]
    }

    /// Gives `cells` so much more.
    pub(crate) fn give(&mut self, cells: impl IntoIterator<Item = Cell>, more: T) {
        cells.into_iter().for_each(|cell| self.reduced[cell.get()] += more);
    }

    /// Returns the bound if `ones` are 1, and only cells of `free` can still be 1.
    pub(crate) fn bound<const W: usize>(&self, ones: CellSet<W>, free: CellSet<W>) -> T {
        let mut bound = self.base;
        ones.iter().for_each(|c| bound += self.left(c));
        free.iter().for_each(|c| bound += self.left(c).min(T::default()));
        bound
    }

    /// The cells of `free` with more left than `most`: they are 0 in every point that is at most so much above the bound.
    pub(crate) fn above<const W: usize>(&self, most: T, free: CellSet<W>) -> CellSet<W> {
        free.iter().filter(|c| self.left(*c) > most).collect()
    }
}
