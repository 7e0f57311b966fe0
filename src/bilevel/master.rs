//! The leader's LP: a small active set of covering rows that stays warm on HiGHS, and exact bounds from its duals.
//!
//! The LP is `min sum y` over rows `sum_{c in U} y_c >= 1`, floors `sum_{c in R} y_c >= h` and caps `sum_{c in R} y_c <= q`. A cap is written with an
//! elastic column that pays for every clue too many, so that the LP always has a solution and always has duals to show.
//!
//! HiGHS only proposes. Let u >= 0 and v >= 0 be *any* weights on the covering rows (and floors, with h for 1) and the caps. Then every 0/1 point
//! that satisfies them, with each y between its lo and hi, has
//!
//! ```text
//! sum y  >=  sum u_U - sum v_R q_R + sum_c min(d_c lo_c, d_c hi_c),    d_c = 1 - sum_{U : c in U} u_U + sum_{R : c in R} v_R
//! ```
//!
//! so the duals are rounded to whole parts of 2^-24 and this sum is made in integers: a wrong dual makes the bound weak,
//! never wrong.

use crate::base::{CellSet, Index};
use crate::hitting::Cap;
use crate::ilp::{CoverRow, LpStatus, WarmLp};

use super::separate::Violated;

/// A unit of the objective in exact sums.
const SCALE: i64 = 1 << 24;
/// What a clue above a cap costs in the LP.
const ELASTIC_COST: f64 = 4.0;
/// An LP with more active rows than this drops those that are not tight.
const PURGE_ABOVE: usize = 130;
/// How far a row must be from tight to be dropped.
const LOOSE: f64 = 1e-6;
/// Early end of a solve: so far above the budget that rounding the duals still shows it.
const MARGIN: f64 = 1e-3;

/// At least `least` clues in `region`, proven: the row `sum_{c in R} y_c >= h` of a region minimum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Floor<const W: usize> {
    pub(super) region: CellSet<W>,
    pub(super) least: usize,
}

/// What the last solve proved, exactly.
#[derive(Clone, Debug)]
pub(super) struct Bound<const W: usize> {
    /// In parts of [`SCALE`].
    value: i64,
    reduced: Vec<i64>,
    cells: CellSet<W>,
}

impl<const W: usize> Bound<W> {
    /// The least number of clues.
    pub(super) fn clues(&self) -> usize {
        usize::try_from(self.value.max(0).div_euclid(SCALE) + i64::from(self.value.max(0) % SCALE > 0)).unwrap_or(0)
    }

    /// Does it rule out `budget` clues?
    pub(super) fn exceeds(&self, budget: usize) -> bool {
        self.value > budget as i64 * SCALE
    }

    /// The cells of `free` that are in no solution with at most `budget` clues.
    pub(super) fn fixed_out(&self, free: CellSet<W>, budget: usize) -> CellSet<W> {
        let left = budget as i64 * SCALE - self.value;
        (free & self.cells).iter().filter(|c| self.reduced[c.get()] > left).collect()
    }
}

/// The LP and what is in it.
#[derive(Debug)]
pub(super) struct Master<const W: usize> {
    lp: WarmLp,
    cells: CellSet<W>,
    caps: Vec<Cap<W>>,
    floors: Vec<Floor<W>>,
    /// The covering rows, which come after the rows of the caps and the floors.
    rows: Vec<CellSet<W>>,
    chosen: CellSet<W>,
    dead: CellSet<W>,
    pub(super) n_lps: u64,
}

impl<const W: usize> Master<W> {
    /// An LP over `cells` with `caps` and `floors`, and no covering row.
    pub(super) fn new(cells: CellSet<W>, caps: Vec<Cap<W>>, floors: Vec<Floor<W>>, budget: usize) -> Self {
        let n = cells.iter().last().map_or(0, |c| c.get() + 1);
        let mut cost = vec![1.0; n];
        cost.resize(n + caps.len(), ELASTIC_COST);
        let mut lp = WarmLp::new(cost.len(), &cost);
        for (i, cap) in caps.iter().enumerate() {
            let elastic = (n + i) as u32;
            lp.set_col_bounds(elastic as usize, 0.0, n as f64);
            let mut terms: Vec<(u32, f64)> = cap.region.iter().map(|c| (c.get() as u32, 1.0)).collect();
            terms.push((elastic, -1.0));
            lp.add_row_le(&terms, cap.most as f64);
        }
        let rows: Vec<CoverRow> = floors.iter().map(|floor| cover(&floor.region, floor.least)).collect();
        lp.add_rows_ge(&rows);
        lp.set_objective_bound(budget as f64 + MARGIN);
        Self { lp, cells, caps, floors, rows: Vec::new(), chosen: CellSet::EMPTY, dead: CellSet::EMPTY, n_lps: 0 }
    }

    /// The cells that a full cap forbids to `chosen`.
    pub(super) fn exhausted(&self, chosen: CellSet<W>) -> CellSet<W> {
        let full = self.caps.iter().filter(|cap| (cap.region & chosen).len() >= cap.most);
        full.fold(CellSet::EMPTY, |dead, cap| dead | cap.region)
    }

    /// Adds covering rows.
    pub(super) fn add(&mut self, sets: &[CellSet<W>]) {
        let rows: Vec<CoverRow> =
            sets.iter().map(|set| CoverRow { cols: set.iter().map(|c| c.get() as u32).collect(), rhs: 1.0 }).collect();
        self.lp.add_rows_ge(&rows);
        self.rows.extend_from_slice(sets);
    }

    /// Number of rows in the LP.
    pub(super) fn n_rows(&self) -> usize {
        self.lp.n_rows()
    }

    /// Makes the bounds of the columns those of a node: `chosen` are 1, `dead` are 0, the others free.
    pub(super) fn fix(&mut self, chosen: CellSet<W>, dead: CellSet<W>) {
        let changed = (self.chosen ^ chosen) | (self.dead ^ dead);
        let bounds: Vec<(u32, f64, f64)> = changed
            .iter()
            .map(|c| {
                let value = |set: &CellSet<W>| f64::from(u8::from(set.contains(c)));
                (c.get() as u32, value(&chosen), 1.0 - value(&dead))
            })
            .collect();
        self.lp.set_cols_bounds(&bounds);
        (self.chosen, self.dead) = (chosen, dead);
    }

    /// Solves, and proves what the duals can prove. Whatever HiGHS says, the bound holds.
    pub(super) fn solve(&mut self) -> (LpStatus, Bound<W>) {
        self.n_lps += 1;
        let status = self.lp.run();
        (status, self.bound())
    }

    fn bound(&self) -> Bound<W> {
        // A dual that is no sensible number is as good as none.
        let weight = |dual: f64| if dual > 0.0 && dual < 1e6 { (dual * SCALE as f64) as i64 } else { 0 };
        let duals = self.lp.row_duals();
        let n = self.cells.iter().last().map_or(0, |c| c.get() + 1);
        let mut reduced = vec![SCALE; n];
        let mut value = 0;
        for (cap, dual) in self.caps.iter().zip(duals) {
            let v = weight(-dual);
            value -= v * cap.most as i64;
            if v > 0 {
                cap.region.iter().for_each(|c| reduced[c.get()] += v);
            }
        }
        let floors = self.floors.iter().map(|floor| (floor.region, floor.least));
        let rows = floors.chain(self.rows.iter().map(|row| (*row, 1)));
        for ((row, least), dual) in rows.zip(duals.iter().skip(self.caps.len())) {
            let u = weight(*dual);
            value += u * least as i64;
            if u > 0 {
                row.iter().for_each(|c| reduced[c.get()] -= u);
            }
        }
        for c in self.cells {
            let d = reduced[c.get()];
            value += if self.chosen.contains(c) {
                d
            } else if self.dead.contains(c) {
                0
            } else {
                d.min(0)
            };
        }
        Bound { value, reduced, cells: self.cells }
    }

    /// The value of each cell in the last solution.
    pub(super) fn y(&self) -> &[f64] {
        self.lp.x()
    }

    /// Takes rows from `violated` into the LP; before that, drops loose ones if there are many.
    pub(super) fn cut(&mut self, violated: &Violated<W>) {
        if self.lp.n_rows() > PURGE_ABOVE {
            let n_kept = self.caps.len() + self.floors.len();
            let loose: Vec<bool> = self
                .lp
                .row_activities()
                .iter()
                .enumerate()
                .map(|(i, activity)| i >= n_kept && *activity > 1.0 + LOOSE)
                .collect();
            self.lp.delete_rows(&loose);
            let mut i = n_kept;
            self.rows.retain(|_| {
                i += 1;
                !loose[i - 1]
            });
        }
        self.add(&violated.sets);
    }
}

/// The row that asks for `least` cells of `set`.
fn cover<const W: usize>(set: &CellSet<W>, least: usize) -> CoverRow {
    CoverRow { cols: set.iter().map(|c| c.get() as u32).collect(), rhs: least as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Cell;

    fn cells(members: &[usize]) -> CellSet<1> {
        members.iter().map(|&i| Cell::new(i)).collect()
    }

    /// The edges of a triangle: 1.5 in the LP, so 2 clues.
    fn triangle(caps: Vec<Cap<1>>) -> Master<1> {
        let mut master = Master::new(cells(&[0, 1, 2]), caps, Vec::new(), 3);
        master.add(&[cells(&[0, 1]), cells(&[1, 2]), cells(&[0, 2])]);
        master
    }

    #[test]
    fn a_fractional_bound_is_rounded_up_exactly() {
        let mut master = triangle(Vec::new());
        let (status, bound) = master.solve();
        assert_eq!(status, LpStatus::Optimal);
        assert_eq!(bound.clues(), 2);
        assert!(bound.exceeds(1) && !bound.exceeds(2));
    }

    #[test]
    fn fixed_cells_count_in_the_bound() {
        let mut master = triangle(Vec::new());
        master.fix(CellSet::EMPTY, cells(&[0]));
        let (_, bound) = master.solve();
        assert_eq!(bound.clues(), 2);
        master.fix(cells(&[0]), CellSet::EMPTY);
        let (_, bound) = master.solve();
        assert_eq!(bound.clues(), 2);
        master.fix(cells(&[0, 1, 2]), CellSet::EMPTY);
        assert_eq!(master.solve().1.clues(), 3);
    }

    /// A cap that cannot be kept shows as a bound above every budget of interest, not as a failed LP.
    #[test]
    fn a_broken_cap_raises_the_bound() {
        let mut master = triangle(vec![Cap { region: cells(&[0, 1, 2]), most: 1 }]);
        let (_, bound) = master.solve();
        assert!(bound.exceeds(3), "{bound:?}");
        assert_eq!(master.exhausted(cells(&[1])), cells(&[0, 1, 2]));
    }

    #[test]
    fn a_floor_counts_with_its_right_side() {
        let floor = Floor { region: cells(&[0, 1, 2]), least: 3 };
        let mut master = Master::new(cells(&[0, 1, 2, 3]), Vec::new(), vec![floor], 4);
        master.add(&[cells(&[2, 3])]);
        assert_eq!(master.solve().1.clues(), 3);
        master.fix(CellSet::EMPTY, cells(&[2]));
        // No point keeps the floor now, so any bound is right; afterwards all is as before.
        let _ = master.solve();
        master.fix(CellSet::EMPTY, CellSet::EMPTY);
        assert_eq!(master.solve().1.clues(), 3);
    }

    #[test]
    fn reduced_costs_fix_cells_that_a_budget_cannot_afford() {
        // Two disjoint pairs and a cell of no use.
        let mut master = Master::new(cells(&[0, 1, 2, 3, 4]), Vec::new(), Vec::new(), 2);
        master.add(&[cells(&[0, 1]), cells(&[2, 3])]);
        let (_, bound) = master.solve();
        assert_eq!(bound.fixed_out(cells(&[0, 1, 2, 3, 4]), 2), cells(&[4]));
        assert_eq!(bound.fixed_out(cells(&[0, 1, 2, 3, 4]), 3), CellSet::EMPTY);
    }
}
