//! Propagation of the minima of regions at a node, without an LP.
//!
//! A region R of which every puzzle has at least h(R) clues leaves at most K - h(R) of a budget K for all cells outside
//! it. So a node with more clues there is closed, and in one with exactly that number, no other cell outside R is a
//! clue. Both are bounds by weight 1 on one row, so a certificate has them as sums.

use crate::base::{CellPermutation, CellSet};
use crate::exact::SCALE;

use super::driver::Driver;
use super::dual_bound::DualBound;
use super::proof_log::NodeOutcome;
use super::rows::RowKind;

impl<const W: usize> Driver<'_, W> {
    /// Takes the cells from `alive` that the minima of regions rule out; true if they close the node. `generators` are
    /// symmetries of the node.
    pub(super) fn propagate(
        &mut self,
        chosen: CellSet<W>,
        alive: &mut CellSet<W>,
        generators: &[CellPermutation],
    ) -> bool {
        if self.closed_by_region(chosen, *alive) {
            return true;
        }
        for i in 0..self.rows.len() {
            if self.left_outside(i, chosen) == Some(0) {
                let dead = *alive - self.rows[i].support();
                if !dead.is_empty() {
                    let dual_bound = self.is_logging().then(|| self.by_row(i));
                    *alive -=
                        dual_bound.map_or(dead, |weights| self.log_fixed(&weights, dead, chosen, *alive, generators));
                }
            }
        }
        false
    }

    /// The same for a child. In a certificate, it loses its cells only where it is visited.
    pub(super) fn propagate_child(&mut self, chosen: CellSet<W>, alive: &mut CellSet<W>) -> bool {
        if self.is_logging() { self.closed_by_region(chosen, *alive) } else { self.propagate(chosen, alive, &[]) }
    }

    /// Has some region's outside more clues than the budget leaves for it?
    fn closed_by_region(&mut self, chosen: CellSet<W>, alive: CellSet<W>) -> bool {
        let closing = (0..self.rows.len()).find(|&i| self.left_outside(i, chosen).is_none());
        if let Some(i) = closing {
            self.counters.prunes.dual += 1;
            if self.is_logging() {
                self.log_closed(&NodeOutcome::Above(self.by_row(i)), chosen, alive);
            }
        }
        closing.is_some()
    }

    /// The clues that the budget leaves for cells outside the region of row `i`, `usize::MAX` if it is a row of another
    /// kind; `None` if `chosen` has more of them.
    fn left_outside(&self, i: usize, chosen: CellSet<W>) -> Option<usize> {
        let row = &self.rows[i];
        match row.kind {
            RowKind::Region => self.budget.checked_sub(row.min + (chosen - row.support()).len()),
            RowKind::Set | RowKind::Combined => Some(usize::MAX),
        }
    }

    /// Weight 1 on row `i`.
    fn by_row(&self, i: usize) -> DualBound<W> {
        let mut dual_bound = self.master.no_weights();
        dual_bound.row(&self.rows[i], SCALE);
        dual_bound
    }
}
