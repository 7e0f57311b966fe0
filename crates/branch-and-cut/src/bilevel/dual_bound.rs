//! The bound on the number of clues that weights on rows and caps prove; see [`exact`](crate::exact).
//!
//! A cap `sum_{c in R} y_c <= q_R` with weight `v` is a row with inverted signs. A child inherits the weights: a set
//! that the new clue hits returns its weight to the other cells, and sets whose cells all have capacity left take it
//! (dual ascent). Both keep the weights non-negative, so both are exact.

use std::rc::Rc;

use crate::base::{Cell, CellSet};
use crate::exact::{RowSum, SCALE};
use crate::hitting::AtMost;

use super::rows::Row;

/// A dual above this is not a sensible number.
const LARGEST: f64 = 1e4;

/// A dual in whole parts of [`SCALE`], rounded down. One that is not a sensible number is as good as none.
pub(super) fn weight(dual: f64) -> i64 {
    if dual > 0.0 && dual < LARGEST { (dual * SCALE as f64) as i64 } else { 0 }
}

/// A dual bound: weights, and their sum.
#[derive(Clone, Debug)]
pub(super) struct DualBound<const W: usize> {
    sum: RowSum<i64>,
    /// The sets with a positive weight.
    pub(super) sets: Vec<(CellSet<W>, i64)>,
    /// The rows of other kinds with one, and the caps by their numbers.
    pub(super) rows: Rc<Vec<(Row<W>, i64)>>,
    pub(super) caps: Rc<Vec<(usize, i64)>>,
}

impl RowSum<i64> {
    /// A cap with weight `v`.
    pub(super) fn cap<const W: usize>(&mut self, cap: AtMost<W>, v: i64) {
        self.base -= v * cap.max as i64;
        self.give(cap.region, v);
    }

    /// An unavoidable set with weight `u`.
    pub(super) fn set<const W: usize>(&mut self, set: CellSet<W>, u: i64) {
        self.base += u;
        self.give(set, -u);
    }

    /// A row of another kind with weight `u`.
    pub(super) fn row<const W: usize>(&mut self, row: &Row<W>, u: i64) {
        self.base += u * row.min as i64;
        row.each(|c| self.give([c], -u));
    }
}

impl<const W: usize> DualBound<W> {
    /// No weights yet, for cells below `n`.
    pub(super) fn new(n: usize) -> Self {
        let sum = RowSum::new(vec![SCALE; n]);
        Self { sum, sets: Vec::new(), rows: Rc::default(), caps: Rc::default() }
    }

    /// The number of cells.
    pub(super) fn n_cells(&self) -> usize {
        self.sum.reduced.len()
    }

    /// Gives weight `v` to the cap with this number.
    pub(super) fn cap(&mut self, number: usize, cap: AtMost<W>, v: i64) {
        self.sum.cap(cap, v);
        Rc::make_mut(&mut self.caps).push((number, v));
    }

    /// Gives weight `u` to an unavoidable set.
    pub(super) fn set(&mut self, set: CellSet<W>, u: i64) {
        self.sum.set(set, u);
        self.sets.push((set, u));
    }

    /// Gives weight `u` to a row of another kind.
    pub(super) fn row(&mut self, row: &Row<W>, u: i64) {
        self.sum.row(row, u);
        Rc::make_mut(&mut self.rows).push((row.clone(), u));
    }

    /// Takes the weights off the sets that `cell` hits, now that it is a clue.
    pub(super) fn release(&mut self, cell: Cell) {
        let Self { sum, sets, .. } = self;
        sets.retain(|(set, u)| {
            let keeps = !set.contains(cell);
            if !keeps {
                sum.set(*set, -u);
            }
            keeps
        });
    }

    /// Raises the weights of the sets of `pool` that `chosen` does not hit, in their order, as far as the cells of
    /// `alive` allow.
    ///
    /// # Errors
    /// Such a set that has no cell in `alive`: nothing hits it.
    pub(super) fn ascend(
        &mut self,
        pool: &[CellSet<W>],
        chosen: CellSet<W>,
        alive: CellSet<W>,
    ) -> Result<(), CellSet<W>> {
        let mut spent: CellSet<W> = alive.iter().filter(|c| self.sum.left(*c) <= 0).collect();
        for set in pool {
            if set.intersects(&spent) || set.intersects(&chosen) {
                continue;
            }
            let free = *set & alive;
            let Some(u) = free.iter().map(|c| self.sum.left(c)).min() else { return Err(*set) };
            self.set(*set, u);
            for c in free {
                if self.sum.left(c) <= 0 {
                    spent.insert(c);
                }
            }
        }
        Ok(())
    }

    /// Returns the bound if `chosen` are clues and only cells of `alive` can still become clues.
    pub(super) fn bound(&self, chosen: CellSet<W>, alive: CellSet<W>) -> Bound {
        Bound { value: self.sum.bound(chosen, alive) }
    }

    /// The cells of `alive` that are in no solution with at most `budget` clues, given what [`Self::bound`] said.
    pub(super) fn fixed_out(&self, bound: Bound, alive: CellSet<W>, budget: usize) -> CellSet<W> {
        self.sum.above(budget as i64 * SCALE - bound.value, alive)
    }
}

/// A proven number of clues, in parts of [`SCALE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bound {
    pub(super) value: i64,
}

impl Bound {
    /// The least number of clues.
    pub(super) fn clues(self) -> usize {
        let value = self.value.max(0);
        usize::try_from(value.div_euclid(SCALE) + i64::from(value % SCALE > 0)).unwrap_or(0)
    }

    /// Does it rule out `budget` clues?
    pub(super) fn exceeds(self, budget: usize) -> bool {
        self.value > budget as i64 * SCALE
    }

    /// The bound as a number, for display.
    pub(super) fn as_f64(self) -> f64 {
        self.value as f64 / SCALE as f64
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng as _;

    use super::*;
    use crate::base::{Index, rng};

    fn subset(word: u64) -> CellSet<2> {
        CellSet::from_words([word, 0])
    }

    #[test]
    fn senseless_duals_have_no_weight() {
        for dual in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, 1e300, 0.0] {
            assert_eq!(weight(dual), 0, "{dual}");
        }
        assert_eq!(weight(0.5), SCALE / 2);
    }

    /// Whatever the weights are, no 0/1 point that keeps the rows has fewer clues than the bound says, and none within
    /// the budget has a cell that was fixed.
    #[test]
    fn any_weights_prove_only_what_is_true() {
        const N: u64 = 9;
        let mut rng = rng(11);
        let mut n_bounds = [0; 3];
        for _ in 0..2000 {
            let sets: Vec<CellSet<2>> = (0..8).map(|_| subset(rng.random_range(1..1 << N))).collect();
            let region = subset(rng.random_range(1..1 << N));
            let (min, max) = (rng.random_range(0..3), rng.random_range(0..4));
            let mut dual_bound = DualBound::<2>::new(N as usize);
            for set in &sets[..4] {
                dual_bound.set(*set, weight(rng.random_range(-0.5..1.5)));
            }
            dual_bound.row(&Row::region(region, min), weight(rng.random_range(-0.5..0.5)));
            let cap = subset(rng.random_range(1..1 << N));
            dual_bound.cap(0, AtMost { region: cap, max }, weight(rng.random_range(-0.5..0.5)));
            let mut chosen = CellSet::EMPTY;
            let mut alive = subset((1 << N) - 1);
            for _ in 0..rng.random_range(0..4) {
                let cell = Cell::new(rng.random_range(0..N as usize));
                if alive.contains(cell) {
                    alive.remove(cell);
                    if rng.random_bool(0.5) {
                        chosen.insert(cell);
                        dual_bound.release(cell);
                    }
                }
            }
            let feasible = dual_bound.ascend(&sets, chosen, alive).is_ok();
            let bound = dual_bound.bound(chosen, alive);
            let points = (0..1u64 << N).map(subset).filter(|y| {
                chosen.is_subset(y)
                    && y.is_subset(&(chosen | alive))
                    && sets.iter().all(|set| set.intersects(y))
                    && (region & *y).len() >= min
                    && (cap & *y).len() <= max
            });
            for y in points {
                assert!(feasible && y.len() >= bound.clues(), "{y:?} has fewer than {bound:?}");
                let fixed = dual_bound.fixed_out(bound, alive, y.len());
                assert!(!fixed.intersects(&y), "{y:?} has a fixed cell of {fixed:?}");
            }
            n_bounds[bound.clues().min(2)] += 1;
        }
        assert!(n_bounds.iter().all(|n| *n > 50), "bounds of all kinds: {n_bounds:?}");
    }
}
