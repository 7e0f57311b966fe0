//! The leader's LP: a small active set of rows that stays warm, and the bounds that its duals prove.
//!
//! The LP is `min sum y` over rows of the kinds of [`RowKind`](super::RowKind) and caps `sum_{c in R} y_c <= q`. A cap
//! has an elastic column with a cost for every excess clue, so the LP always has a solution and duals.
//!
//! There are many rows over most of the cells, which would make every pivot slow, so one column is the sum of all y,
//! and such a row is written as that sum minus the few cells outside it. The weights of the rows are the same either
//! way.

use crate::base::{CellSet, Index};
use crate::hitting::AtMost;
use crate::ilp::NodeLps;
use crate::warm_lp::WarmLp;

use super::dual_bound::{DualBound, weight};
use super::rows::{Row, RowKind};

/// The cost in the LP of a clue above a cap: large, so that a violated cap shows in the bound, and small enough for
/// numerical accuracy.
const ELASTIC_COST: f64 = 16.0;
/// An LP with more active rows than this drops those that are not tight.
const PURGE_ABOVE: usize = 80;
/// Early end of a solve: so far above the budget that rounding the duals still shows it.
const MARGIN: f64 = 1e-3;

/// The LP and what is in it.
pub(super) struct Master<const W: usize> {
    /// After the sum and the caps, the rows.
    pub(super) lp: WarmLp<Row<W>, W>,
    cells: CellSet<W>,
    /// One more than the largest cell.
    n: usize,
    caps: Vec<AtMost<W>>,
}

impl<const W: usize> Master<W> {
    /// An LP over `cells` with `caps`, and no other row.
    pub(super) fn new(lps: &dyn NodeLps, cells: CellSet<W>, caps: &[AtMost<W>]) -> Self {
        let n = cells.iter().last().map_or(0, |c| c.get() + 1);
        let mut cost = vec![1.0; n];
        cost.push(0.0);
        cost.resize(n + 1 + caps.len(), ELASTIC_COST);
        let mut lp = lps.lp(&cost);
        let total = n as u32;
        lp.set_cols_bounds(&[(total, 0.0, n as f64)]);
        // The total is at most the sum, and dense rows, which ask for a large one, make it equal.
        let mut sum: Vec<(u32, f64)> = cells.iter().map(|c| (c.get() as u32, -1.0)).collect();
        sum.push((total, 1.0));
        lp.add_row_le(&sum, 0.0);
        for (i, cap) in caps.iter().enumerate() {
            let elastic = (n + 1 + i) as u32;
            lp.set_cols_bounds(&[(elastic, 0.0, n as f64)]);
            let mut terms: Vec<(u32, f64)> = cap.region.iter().map(|c| (c.get() as u32, 1.0)).collect();
            terms.push((elastic, -1.0));
            lp.add_row_le(&terms, cap.max as f64);
        }
        Self { lp: WarmLp::new(lp, cells), cells, n, caps: caps.to_vec() }
    }

    pub(super) fn caps(&self) -> &[AtMost<W>] {
        &self.caps
    }

    /// Lets solves end early where the bound is above `budget`.
    pub(super) fn aim(&mut self, budget: usize) {
        self.lp.aim(budget as f64 + MARGIN);
    }

    /// The cells that a full cap forbids to `chosen`.
    pub(super) fn exhausted(&self, chosen: CellSet<W>) -> CellSet<W> {
        let full = self.caps.iter().filter(|cap| (cap.region & chosen).len() >= cap.max);
        full.fold(CellSet::EMPTY, |dead, cap| dead | cap.region)
    }

    /// Does `chosen` have more cells than a cap allows?
    pub(super) fn breaks_cap(&self, chosen: CellSet<W>) -> bool {
        self.caps.iter().any(|cap| (cap.region & chosen).len() > cap.max)
    }

    pub(super) fn add(&mut self, rows: Vec<Row<W>>) {
        let (cells, total) = (self.cells, self.n as u32);
        self.lp.add(rows.into_iter().map(|row| {
            let for_lp = row.for_lp(cells, total);
            (row, for_lp)
        }));
    }

    /// No weights on any row.
    pub(super) fn no_weights(&self) -> DualBound<W> {
        DualBound::new(self.n)
    }

    /// The weights that the duals of the last solve propose.
    pub(super) fn dual_bound(&self) -> DualBound<W> {
        let (of_caps, of_rows) = self.lp.duals();
        let mut dual_bound = self.no_weights();
        for (i, (cap, dual)) in self.caps.iter().zip(of_caps.skip(1)).enumerate() {
            let v = weight(-dual);
            if v > 0 {
                dual_bound.cap(i, *cap, v);
            }
        }
        for (row, dual) in of_rows {
            let u = weight(dual);
            match row.kind {
                _ if u == 0 => {}
                RowKind::Set => dual_bound.set(row.support(), u),
                RowKind::Region | RowKind::Combined => dual_bound.row(row, u),
            }
        }
        dual_bound
    }

    /// The value of each cell in the last solution.
    pub(super) fn y(&self) -> &[f64] {
        &self.lp.x()[..self.n]
    }

    /// Takes rows into the LP; before that, drops loose ones if there are many.
    pub(super) fn cut(&mut self, rows: Vec<Row<W>>) {
        self.lp.purge(PURGE_ABOVE, |row| row.min as f64);
        self.add(rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Cell;
    use crate::bilevel::dual_bound::Bound;
    use crate::ilp::LpStatus;
    use minclue_lp::Highs;

    fn cells(members: &[usize]) -> CellSet<2> {
        members.iter().map(|&i| Cell::new(i)).collect()
    }

    fn bound(master: &mut Master<2>) -> Bound {
        let _ = master.lp.solve();
        let (chosen, dead) = (master.lp.ones, master.lp.zeros);
        let alive: CellSet<2> = (0..master.n).map(Cell::new).collect();
        master.dual_bound().bound(chosen, alive - chosen - dead)
    }

    /// The edges of a triangle: 1.5 in the LP, so 2 clues.
    fn triangle(caps: &[AtMost<2>]) -> Master<2> {
        let mut master = Master::new(&Highs, cells(&[0, 1, 2]), caps);
        master.add(vec![Row::set(cells(&[0, 1])), Row::set(cells(&[1, 2])), Row::set(cells(&[0, 2]))]);
        master.aim(3);
        master
    }

    #[test]
    fn a_fractional_bound_is_rounded_up_exactly() {
        let mut master = triangle(&[]);
        assert_eq!(master.lp.solve(), LpStatus::Optimal);
        let bound = bound(&mut master);
        assert_eq!(bound.clues(), 2);
        assert!(bound.exceeds(1) && !bound.exceeds(2));
    }

    #[test]
    fn fixed_cells_count_in_the_bound() {
        let mut master = triangle(&[]);
        master.lp.fix(CellSet::EMPTY, cells(&[0]));
        assert_eq!(bound(&mut master).clues(), 2);
        master.lp.fix(cells(&[0]), CellSet::EMPTY);
        assert_eq!(bound(&mut master).clues(), 2);
        master.lp.fix(cells(&[0, 1, 2]), CellSet::EMPTY);
        assert_eq!(bound(&mut master).clues(), 3);
    }

    /// A cap that cannot be kept shows as a bound above every budget of interest, not as a failed LP.
    #[test]
    fn a_broken_cap_raises_the_bound() {
        let mut master = triangle(&[AtMost { region: cells(&[0, 1, 2]), max: 1 }]);
        assert!(bound(&mut master).exceeds(3));
        assert_eq!(master.exhausted(cells(&[1])), cells(&[0, 1, 2]));
        assert!(master.breaks_cap(cells(&[1, 2])) && !master.breaks_cap(cells(&[1])));
    }

    #[test]
    fn rows_count_with_their_right_sides_and_coefficients() {
        let mut master: Master<2> = Master::new(&Highs, cells(&[0, 1, 2, 3]), &[]);
        master.aim(4);
        master.add(vec![Row::region(cells(&[0, 1, 2]), 3), Row::set(cells(&[2, 3]))]);
        assert_eq!(bound(&mut master).clues(), 3);
        let mut master: Master<2> = Master::new(&Highs, cells(&[0, 1, 2]), &[]);
        master.add(vec![Row::combined(vec![cells(&[0, 1, 2]), cells(&[1])], 4, [].into())]);
        assert_eq!(bound(&mut master).clues(), 3);
    }

    #[test]
    fn loose_rows_leave_when_there_are_many() {
        let mut master = triangle(&[]);
        let many: Vec<Row<2>> = (0..2 * PURGE_ABOVE).map(|_| Row::set(cells(&[0, 1, 2]))).collect();
        master.add(many);
        assert_eq!(bound(&mut master).clues(), 2);
        master.cut(vec![Row::region(cells(&[0, 1, 2]), 3)]);
        assert!(master.lp.n_rows() < 10, "{}", master.lp.n_rows());
        assert_eq!(bound(&mut master).clues(), 3);
    }
}
