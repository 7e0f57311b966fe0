//! Scripts: the steps of nodes, and the rows that they name.

use rustc_hash::FxHashMap;

use crate::base::{Cell, CellSet, Index};

use super::varint::{put, put_list};

/// A row of a script's dictionary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RowNumber(u32);

impl RowNumber {
    /// Creates the row with this number in its dictionary.
    #[must_use]
    pub fn new(number: u32) -> Self {
        Self(number)
    }

    /// The number in its dictionary, from 0.
    #[must_use]
    pub fn get(self) -> u32 {
        self.0
    }
}

/// An entry of a dictionary of rows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RowEntry<const W: usize> {
    Set(CellSet<W>),
    /// The weighted set with this number.
    Weighted(usize),
    /// The lemma with this number, in the order of their proofs.
    Lemma(usize),
    /// The branch row with this number on the path.
    Branch(usize),
    /// A Chvátal-Gomory row: the rows with their weights, summed, divided and rounded up.
    Rounded(u64, Vec<(RowNumber, u64)>),
}

/// A sum of rows with any weights.
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
/// A writer must know the effect of each step on the checker: the cells that it removes, and whether it closes a node.
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
    /// Returns the row of an entry, and adds it to the dictionary if it is new.
    pub fn row(&mut self, entry: RowEntry<W>) -> RowNumber {
        if let Some(row) = self.numbers.get(&entry) {
            return *row;
        }
        let row = RowNumber(self.entries.len() as u32);
        self.entries.push(entry.clone());
        self.numbers.insert(entry, row);
        row
    }

    /// Returns the row of an unavoidable set.
    pub fn set(&mut self, set: CellSet<W>) -> RowNumber {
        self.row(RowEntry::Set(set))
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns whether it has no steps.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Writes a sum with any weights.
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

    /// Writes a sum of rows with weight 1 against the budget, or against a cap; the cap 0 is added with the weight that
    /// is needed.
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

    /// Removes the images of the cells removed in this node; `symmetries` has the numbers of the symmetries.
    pub fn symmetries(&mut self, symmetries: &[usize]) {
        put(&mut self.bytes, 4);
        put(&mut self.bytes, symmetries.len() as u64);
        symmetries.iter().for_each(|number| put(&mut self.bytes, *number as u64));
    }

    /// Splits the node in two, which follow: at most `max` cells of `region`, and more.
    pub fn split(&mut self, region: CellSet<W>, max: usize) {
        put(&mut self.bytes, 5);
        let cells: Vec<usize> = region.iter().map(Index::get).collect();
        put_list(&mut self.bytes, &cells);
        put(&mut self.bytes, max as u64);
        self.n_nodes += 2;
    }

    /// Adds a cap on the cells outside a row.
    pub fn cap_outside(&mut self, row: RowNumber) {
        put(&mut self.bytes, 6);
        put(&mut self.bytes, u64::from(row.0));
    }

    /// Closes the node, because nothing hits this row.
    #[inline]
    pub fn dead(&mut self, row: RowNumber) {
        put(&mut self.bytes, 7);
        put(&mut self.bytes, u64::from(row.0));
    }

    /// Closes the node, because the checker's own search finds nothing that hits the first `n_sets` sets of the
    /// certificate. The search starts with the cells in the cap `first`, if there is one; `groups` are triples of the
    /// others, in which many sets have pairs of cells.
    pub fn search(&mut self, first: Option<usize>, n_sets: usize, groups: &[[Cell; 3]]) {
        put(&mut self.bytes, 8);
        put(&mut self.bytes, first.map_or(0, |cap| cap as u64 + 1));
        put(&mut self.bytes, n_sets as u64);
        put(&mut self.bytes, groups.len() as u64);
        groups.iter().flatten().for_each(|cell| put(&mut self.bytes, cell.get() as u64));
    }

    /// Closes the node, because a puzzle that the certificate lists is among the chosen cells.
    pub fn listed(&mut self) {
        put(&mut self.bytes, 9);
    }

    /// Starts the node with one more clue, which follows; after it, the cell is removed from this node.
    #[inline]
    pub fn child(&mut self, cell: Cell) {
        put(&mut self.bytes, 10 + cell.get() as u64);
        self.n_nodes += 1;
    }
}
