//! The rules as items, and the literals over them.
//!
//! A variable says that a cell has a digit; its number is `cell * n + digit`, both 0-based. An item is something of
//! which a solution has exactly one: a digit for each cell, a place for each digit in each house. So the rules are
//! items and nothing else, and a variable is in three or four of them.

use crate::base::{Cell, Digit, Index};
use crate::sudoku::Shape;

/// Kinds of items: cells, and digits in rows, in columns and in boxes.
pub(super) const KINDS: usize = 4;

/// "The cell has the digit", or "it has not".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Lit(u32);

impl Lit {
    /// The variable is true.
    #[inline]
    pub(super) fn has(var: usize) -> Self {
        Self(2 * var as u32)
    }

    /// The variable is false.
    #[inline]
    pub(super) fn lacks(var: usize) -> Self {
        Self(2 * var as u32 + 1)
    }

    /// The number of its variable.
    #[inline]
    pub(super) fn var(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Does it say that its variable is true?
    #[inline]
    pub(super) fn is_has(self) -> bool {
        self.0 & 1 == 0
    }

    /// The opposite.
    #[inline]
    pub(super) fn not(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// Its place in a table of all literals.
    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    /// As a word of the clause store, and back.
    #[inline]
    pub(super) fn to_word(self) -> u32 {
        self.0
    }

    #[inline]
    pub(super) fn from_word(word: u32) -> Self {
        Self(word)
    }
}

/// The items of a shape.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    n: usize,
    /// Kinds of items that differ: the boxes of a Latin square repeat its lines.
    pub(super) n_kinds: usize,
    pub(super) n_vars: usize,
    /// The items of each variable, and its place in each.
    items: Vec<[(u16, u8); KINDS]>,
    /// The variables of all items, n an item.
    members: Vec<u16>,
}

impl Rules {
    pub(super) fn new(shape: Shape) -> Self {
        let (n, n_cells) = (shape.n(), shape.n_cells());
        let n_kinds = if shape.is_latin() { KINDS - 1 } else { KINDS };
        let mut items = vec![[(0, 0); KINDS]; n_cells * n];
        let mut members = vec![0; n_kinds * n_cells * n];
        for cell in shape.cells() {
            let (row, column, square) = (shape.row(cell), shape.column(cell), shape.box_of(cell));
            let inside = row % shape.box_rows() * shape.box_cols() + column % shape.box_cols();
            for d in 0..n {
                let var = cell.get() * n + d;
                let of = [(cell.get(), d), (row * n + d, column), (column * n + d, row), (square * n + d, inside)];
                for (kind, (item, place)) in of.into_iter().enumerate().take(n_kinds) {
                    let item = kind * n_cells + item;
                    items[var][kind] = (item as u16, place as u8);
                    members[item * n + place] = var as u16;
                }
            }
        }
        Self { n, n_kinds, n_vars: n_cells * n, items, members }
    }

    /// Number of items.
    pub(super) fn n_items(&self) -> usize {
        self.members.len() / self.n
    }

    /// The items of a variable, each with its place there.
    #[inline]
    pub(super) fn items(&self, var: usize) -> impl Iterator<Item = (usize, usize)> {
        self.items[var].into_iter().take(self.n_kinds).map(|(item, place)| (usize::from(item), usize::from(place)))
    }

    /// The variable in one place of an item.
    #[inline]
    pub(super) fn member(&self, item: usize, place: usize) -> usize {
        usize::from(self.members[item * self.n + place])
    }

    /// The variables of an item.
    #[inline]
    pub(super) fn members(&self, item: usize) -> impl Iterator<Item = usize> {
        self.members[item * self.n..(item + 1) * self.n].iter().map(|var| usize::from(*var))
    }

    /// The places of an item as a mask.
    pub(super) fn all_places(&self) -> u32 {
        u32::MAX >> (u32::BITS as usize - self.n)
    }

    /// The variable "this cell has this digit".
    #[inline]
    pub(super) fn var(&self, cell: Cell, digit: Digit) -> usize {
        cell.get() * self.n + digit.index()
    }

    /// The cell of a variable.
    #[inline]
    pub(super) fn cell(&self, var: usize) -> Cell {
        Cell::new(var / self.n)
    }

    /// The digit of a variable.
    #[inline]
    pub(super) fn digit(&self, var: usize) -> Digit {
        Digit::from_index(var % self.n)
    }
}
