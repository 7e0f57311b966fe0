//! The steps of nodes, and the rows that they name.

use rustc_hash::FxHashMap;

use crate::base::{Cell, CellSet, Index};

use super::varint::{put, put_list};

/// A row of a script's dictionary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RowNumber(u32);

impl RowNumber {
    /// The row with this number in its dictionary.
    #[must_use]
    pub fn new(number: u32) -> Self {
        Self(number)
    }

    /// Its number in its dictionary, from 0 on.
    #[must_use]
    pub fn get(self) -> u32 {
        self.0
    }
}

/// What a row of a dictionary is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RowEntry<const W: usize> {
    Set(CellSet<W>),
    /// The weighted set with this number.
    Weighted(usize),
    /// The lemma with this number, in the order in which they are proven.
    Lemma(usize),
    /// The branch row with this number on the path.
    Branch(usize),
    /// A Chvátal-Gomory row: the rows with their weights, summed, divided and rounded up.
    Rounded(u64, Vec<(RowNumber, u64)>),
}

/// A sum with any weights.
#[derive(Clone, Copy, Debug)]
pub struct Sum<'s> {
    /// The weight of the budget.
    pub budget: u64,
    /// The weights of caps, by their numbers.
    pub caps: &'s [(usize, u64)],
    /// The weights of rows.
    pub rows: &'s [(RowNumber, u64)],
}

/// The steps of a part of a tree, in the order in which a checker reads them.
///
/// Whoever writes one must know what the checker does with each step: which cells it removes, and when it closes a
/// node.
#[derive(Clone, Debug)]
pub struct Script<const W: usize> {
    pub(super) bytes: Vec<u8>,
    pub(super) entries: Vec<RowEntry<W>>,
    numbers: FxHashMap<RowEntry<W>, RowNumber>,
    pub(super) n_nodes: u64,
}

impl<const W: usize> Default for Script<W> {
    fn default() -> Self {
        Self { bytes: Vec::new(), entries: Vec::new(), numbers: FxHashMap::default(), n_nodes: 0 }
    }
}

impl<const W: usize> Script<W> {
    /// The row of an entry, which joins the dictionary if it is new.
    pub fn row(&mut self, entry: RowEntry<W>) -> RowNumber {
        if let Some(row) = self.numbers.get(&entry) {
            return *row;
        }
        let row = RowNumber(self.entries.len() as u32);
        self.entries.push(entry.clone());
        self.numbers.insert(entry, row);
        row
    }

    /// The row of an unavoidable set.
    pub fn set(&mut self, set: CellSet<W>) -> RowNumber {
        self.row(RowEntry::Set(set))
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Is there no step yet?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// A sum with any weights.
    pub fn sum(&mut self, sum: Sum<'_>) {
        put(&mut self.bytes, 1);
        put(&mut self.bytes, sum.budget);
        put(&mut self.bytes, sum.caps.len() as u64);
        for (cap, weight) in sum.caps {
            put(&mut self.bytes, *cap as u64);
            put(&mut self.bytes, *weight);
        }
        put(&mut self.bytes, sum.rows.len() as u64);
        for (row, weight) in sum.rows {
            put(&mut self.bytes, u64::from(row.0));
            put(&mut self.bytes, *weight);
        }
    }

    /// A sum of rows with weight 1 against the budget, or against a cap; the cap 0 helps as far as needed.
    #[inline]
    pub fn packing(&mut self, cap: Option<usize>, rows: &[RowNumber]) {
        match cap {
            None => put(&mut self.bytes, 2),
            Some(cap) => {
                put(&mut self.bytes, 3);
                put(&mut self.bytes, cap as u64);
            }
        }
        put(&mut self.bytes, rows.len() as u64);
        rows.iter().for_each(|row| put(&mut self.bytes, u64::from(row.0)));
    }

    /// Removes the images of what was removed in this node; `symmetries` by their numbers.
    pub fn symmetries(&mut self, symmetries: &[usize]) {
        put(&mut self.bytes, 4);
        put(&mut self.bytes, symmetries.len() as u64);
        symmetries.iter().for_each(|number| put(&mut self.bytes, *number as u64));
    }

    /// Two nodes follow: at most `max` cells of `region`, and more.
    pub fn split(&mut self, region: CellSet<W>, max: usize) {
        put(&mut self.bytes, 5);
        let cells: Vec<usize> = region.iter().map(Index::get).collect();
        put_list(&mut self.bytes, &cells);
        put(&mut self.bytes, max as u64);
        self.n_nodes += 2;
    }

    /// A cap on the cells outside a row.
    pub fn cap_outside(&mut self, row: RowNumber) {
        put(&mut self.bytes, 6);
        put(&mut self.bytes, u64::from(row.0));
    }

    /// Closes the node: nothing hits this row.
    #[inline]
    pub fn dead(&mut self, row: RowNumber) {
        put(&mut self.bytes, 7);
        put(&mut self.bytes, u64::from(row.0));
    }

    /// Closes the node: the checker's own search finds nothing that hits the first `n_sets` of the certificate's sets.
    /// Cells in the cap `first` are searched first, if there is one; `groups` are threes of the others, in which many
    /// sets have pairs of cells.
    pub fn search(&mut self, first: Option<usize>, n_sets: usize, groups: &[[Cell; 3]]) {
        put(&mut self.bytes, 8);
        put(&mut self.bytes, first.map_or(0, |cap| cap as u64 + 1));
        put(&mut self.bytes, n_sets as u64);
        put(&mut self.bytes, groups.len() as u64);
        groups.iter().flatten().for_each(|cell| put(&mut self.bytes, cell.get() as u64));
    }

    /// Closes the node: a puzzle that the certificate lists is among the chosen cells.
    pub fn listed(&mut self) {
        put(&mut self.bytes, 9);
    }

    /// The node with one more clue follows; after it, the cell is removed from this one.
    #[inline]
    pub fn child(&mut self, cell: Cell) {
        put(&mut self.bytes, 10 + cell.get() as u64);
        self.n_nodes += 1;
    }
}
