//! Rows of the leader's LP, with the statements that they prove: `sum_c a_c y_c >= min` holds for every valid set of
//! clues.

use std::sync::Arc;

use crate::base::{Cell, CellSet, Index};
use crate::ilp::CoverRow;

/// The origin of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RowKind {
    /// An unavoidable set: at least one clue.
    Set,
    /// A region, with the fewest clues that it needs.
    Region,
    /// A Chvatal-Gomory combination of other rows.
    Combined,
}

/// A row with coefficients 0, 1, 2, ...: a cell's coefficient is the number of layers that it is in.
#[derive(Clone, Debug)]
pub(super) struct Row<const W: usize> {
    pub(super) kind: RowKind,
    /// The cells of coefficient at least 1, which hold those of coefficient at least 2, and so on.
    layers: Vec<CellSet<W>>,
    pub(super) min: usize,
    /// The rows of whose sum this is one half, rounded up; nothing unless it is combined.
    terms: Arc<[Self]>,
}

/// Rows are the same if they say the same, however they were combined.
impl<const W: usize> PartialEq for Row<W> {
    fn eq(&self, other: &Self) -> bool {
        (self.kind, self.min) == (other.kind, other.min) && self.layers == other.layers
    }
}

impl<const W: usize> Eq for Row<W> {}

impl<const W: usize> Row<W> {
    /// At least one clue of an unavoidable set.
    pub(super) fn set(cells: CellSet<W>) -> Self {
        Self { kind: RowKind::Set, layers: vec![cells], min: 1, terms: Arc::default() }
    }

    /// At least `min` clues in a region.
    pub(super) fn region(cells: CellSet<W>, min: usize) -> Self {
        Self { kind: RowKind::Region, layers: vec![cells], min, terms: Arc::default() }
    }

    /// Half the sum of `terms`, rounded up, by layers.
    pub(super) fn combined(layers: Vec<CellSet<W>>, min: usize, terms: Arc<[Self]>) -> Self {
        Self { kind: RowKind::Combined, layers, min, terms }
    }

    /// The rows of whose sum this is one half.
    pub(super) fn terms(&self) -> &[Self] {
        &self.terms
    }

    /// The cells with a coefficient.
    pub(super) fn support(&self) -> CellSet<W> {
        self.layers.first().copied().unwrap_or(CellSet::EMPTY)
    }

    pub(super) fn coefficient(&self, cell: Cell) -> usize {
        self.layers.iter().take_while(|layer| layer.contains(cell)).count()
    }

    /// The left side at a point.
    pub(super) fn activity(&self, y: &[f64]) -> f64 {
        self.layers.iter().flatten().map(|c| y[c.get()]).sum()
    }

    /// Calls `visit` with each cell once a layer.
    pub(super) fn each(&self, visit: impl FnMut(Cell)) {
        self.layers.iter().flatten().for_each(visit);
    }

    #[cfg(test)]
    /// Does the row hold for any values of the other cells, now that these are clues?
    pub(super) fn is_met_by(&self, chosen: &CellSet<W>) -> bool {
        self.layers.iter().map(|layer| (*layer & *chosen).len()).sum::<usize>() >= self.min
    }

    /// The row for an LP over `cells` whose column `total` is the sum of all y. A row that holds most cells has fewer
    /// entries if that sum stands for one layer, and the cells outside it are taken off again.
    pub(super) fn for_lp(&self, cells: CellSet<W>, total: u32) -> CoverRow {
        let is_dense = 2 * self.support().len() > cells.len();
        let minus = if is_dense { 1.0 } else { 0.0 };
        let entry = |c: Cell| (c.get() as u32, self.coefficient(c) as f64 - minus);
        let mut terms: Vec<(u32, f64)> = cells.iter().map(entry).filter(|(_, a)| *a != 0.0).collect();
        if is_dense {
            terms.push((total, 1.0));
        }
        CoverRow { terms, rhs: self.min as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(members: &[usize]) -> CellSet<2> {
        members.iter().map(|&i| Cell::new(i)).collect()
    }

    #[test]
    fn a_coefficient_counts_layers() {
        let row = Row::combined(vec![cells(&[0, 1, 2]), cells(&[1])], 2, Arc::default());
        assert_eq!((0..4).map(|i| row.coefficient(Cell::new(i))).collect::<Vec<_>>(), [1, 2, 1, 0]);
        assert!((row.activity(&[0.5, 0.25, 0.0, 9.0]) - 1.0).abs() < 1e-12);
        assert!(row.is_met_by(&cells(&[1])) && !row.is_met_by(&cells(&[0])) && row.is_met_by(&cells(&[0, 2])));
        let wide: CellSet<2> = (0..7).map(Cell::new).collect();
        assert_eq!(row.for_lp(wide, 9).terms, [(0, 1.0), (1, 2.0), (2, 1.0)]);
        assert_eq!(row.for_lp(cells(&[0, 1, 2, 3]), 9).terms, [(1, 1.0), (3, -1.0), (9, 1.0)]);
    }
}
