//! Sums for the steps of a search, from the duals of a linear program.
//!
//! The program asks for the least sum of cells, each from 0 to 1, such that every set has 1 of them and the caps hold. Its
//! duals weigh sets, caps and the budget. As whole numbers they are a sum as in a certificate, and what that sum says is
//! counted here without rounding: a bad dual makes a sum that says nothing, and the search branches.

use minclue_branch_and_cut::dense_lp::DenseLps;
use minclue_core::ilp::{CoverRow, LpStatus, NodeLp, NodeLps as _};

/// Sets that are added to the program at once.
const MOST_NEW: usize = 12;
/// Rows of the program beyond which those go that say nothing at its optimum. A pivot goes over all of them.
const MOST_ROWS: usize = 110;
/// How far below 1 a set must be to be added, and what counts as a difference.
const EPSILON: f64 = 1e-6;
/// What the budget weighs, tried from small to large: short weights make short lines.
const SCALES: [i64; 9] = [1, 2, 3, 4, 6, 12, 60, 840, 27_720];
/// Beyond this, lines are so long that they have to close the node.
const LARGEST_TO_PUT_OUT: i64 = 840;
/// By how much the optimum has to be above the budget before the program stops: what is left after weights are rounded.
const MARGIN: f64 = 0.02;

/// Weights of the budget, of caps and of rows by their numbers.
pub(super) struct WeightedSum {
    pub(super) budget: i64,
    pub(super) caps: Vec<(usize, i64)>,
    pub(super) rows: Vec<(usize, i64)>,
}

/// What the program says of a node.
pub(super) enum NodeDecision {
    /// A sum that closes it or puts cells out.
    Sum(WeightedSum),
    /// Without one, the cell to branch on.
    Branch(usize),
}

/// The linear program of a search, which goes on from node to node.
pub(super) struct Fractional<'a> {
    lp: Box<dyn NodeLp>,
    n: usize,
    sets: &'a [u128],
    caps: &'a [(u128, i128)],
    budget: i128,
    /// The sets that are rows of the program, after the caps.
    rows: Vec<usize>,
    /// The bounds of the columns.
    bounds: Vec<(f64, f64)>,
}

/// The places of the bits that are set.
fn places(mut mask: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (place < 128).then_some(place)
    })
}

fn terms(mask: u128) -> Vec<(u32, f64)> {
    places(mask).map(|at| (at as u32, 1.0)).collect()
}

impl<'a> Fractional<'a> {
    /// That of `n` cells with a budget, sets and caps.
    pub(super) fn new(n: usize, sets: &'a [u128], budget: i128, caps: &'a [(u128, i128)]) -> Self {
        let mut lp = DenseLps.lp(&vec![1.0; n]);
        caps.iter().for_each(|(members, most)| lp.add_row_le(&terms(*members), *most as f64));
        lp.set_objective_bound(budget as f64 + MARGIN);
        Self { lp, n, sets, caps, budget, rows: Vec::new(), bounds: vec![(0.0, 1.0); n] }
    }

    /// Looks at a node: the sets that are not hit, as live cells; the live cells; and those that were chosen.
    pub(super) fn solve(&mut self, open: &[(usize, u128)], alive: u128, chosen: u128) -> NodeDecision {
        let wanted = (0..self.n).map(|at| match (chosen >> at & 1, alive >> at & 1) {
            (1, _) => (1.0, 1.0),
            (_, 1) => (0.0, 1.0),
            _ => (0.0, 0.0),
        });
        let mut changes = Vec::new();
        for ((at, bounds), wanted) in self.bounds.iter_mut().enumerate().zip(wanted) {
            if *bounds != wanted {
                *bounds = wanted;
                changes.push((at as u32, wanted.0, wanted.1));
            }
        }
        self.lp.set_cols_bounds(&changes);
        let status = self.optimum(open);
        let n_caps = self.caps.len();
        // Without an optimum the budget may be no part of the contradiction.
        let (budget, duals) = match status {
            LpStatus::Infeasible => (0.0, self.lp.infeasibility().unwrap_or_default()),
            _ => (1.0, self.lp.row_duals().iter().map(|dual| dual.abs()).collect()),
        };
        let largest = duals.iter().fold(budget, |largest: f64, dual| largest.max(*dual));
        let mut best: Option<(u32, WeightedSum)> = None;
        for scale in SCALES {
            let whole = |dual: f64| (dual / largest * scale as f64).round() as i64;
            let weighed: Vec<i64> = duals.iter().map(|dual| whole(*dual)).collect();
            let (of_caps, of_rows) = weighed.split_at(n_caps.min(weighed.len()));
            let says_something = |weight: &i64| *weight > 0;
            let sum = WeightedSum {
                budget: whole(budget),
                caps: of_caps.iter().copied().enumerate().filter(|(_, weight)| says_something(weight)).collect(),
                rows: self
                    .rows
                    .iter()
                    .copied()
                    .zip(of_rows.iter().copied())
                    .filter(|(_, w)| says_something(w))
                    .collect(),
            };
            match self.says(&sum, alive, chosen) {
                None => return NodeDecision::Sum(sum),
                Some(n) if n == 0 || scale > LARGEST_TO_PUT_OUT => {}
                Some(n) if best.as_ref().is_some_and(|(most, _)| *most >= n) => {}
                Some(n) => best = Some((n, sum)),
            }
        }
        match best {
            Some((_, sum)) => NodeDecision::Sum(sum),
            None => NodeDecision::Branch(self.branch(open, alive, status == LpStatus::Optimal)),
        }
    }

    /// The optimum over all sets, of which the program has those that matter.
    fn optimum(&mut self, open: &[(usize, u128)]) -> LpStatus {
        loop {
            let status = self.lp.run();
            if status != LpStatus::Optimal {
                return status;
            }
            let x = self.lp.x();
            let missing = |set: u128| 1.0 - places(set).map(|at| x[at]).sum::<f64>();
            let mut new: Vec<(f64, usize)> = open
                .iter()
                .map(|(at, set)| (missing(*set), *at))
                .filter(|(missing, at)| *missing > EPSILON && !self.rows.contains(at))
                .collect();
            if new.is_empty() {
                return status;
            }
            // Stable: of sets that miss as much, the smaller ones come first.
            new.sort_by(|(a, _), (b, _)| b.total_cmp(a));
            new.truncate(MOST_NEW);
            if self.rows.len() > MOST_ROWS {
                self.forget();
            }
            let rows: Vec<CoverRow> =
                new.iter().map(|(_, at)| CoverRow { terms: terms(self.sets[*at]), rhs: 1.0 }).collect();
            self.rows.extend(new.iter().map(|(_, at)| *at));
            self.lp.add_rows_ge(&rows);
        }
    }

    /// Takes the sets out of the program that say nothing at its optimum.
    fn forget(&mut self) {
        let n_caps = self.caps.len();
        let activities = self.lp.row_activities();
        let is_slack: Vec<bool> =
            activities.iter().enumerate().map(|(row, sum)| row >= n_caps && *sum > 1.0 + EPSILON).collect();
        let mut slack = is_slack[n_caps..].iter();
        self.rows.retain(|_| !slack.next().copied().unwrap_or(false));
        self.lp.delete_rows(&is_slack);
    }

    /// How many cells a sum puts out; `None` if it closes the node.
    fn says(&self, sum: &WeightedSum, alive: u128, chosen: u128) -> Option<u32> {
        let rest = |mask: u128, most: i128| most - i128::from((mask & chosen).count_ones());
        let mut room = vec![sum.budget; self.n];
        let mut slack = i128::from(sum.budget) * (self.budget - i128::from(chosen.count_ones()));
        for (cap, weight) in &sum.caps {
            let (members, most) = self.caps[*cap];
            slack += i128::from(*weight) * rest(members, most);
            places(members).for_each(|at| room[at] += weight);
        }
        for (row, weight) in &sum.rows {
            let set = self.sets[*row];
            slack -= i128::from(*weight) * rest(set, 1);
            places(set).for_each(|at| room[at] -= weight);
        }
        slack += places(alive).map(|at| i128::from(-room[at].min(0))).sum::<i128>();
        let goes = |at: &usize| i128::from(room[*at]) > slack;
        (slack >= 0).then(|| places(alive).filter(goes).count() as u32)
    }

    /// The cell to branch on: of those that the program has in part, the one that hits most small sets.
    fn branch(&self, open: &[(usize, u128)], alive: u128, is_optimal: bool) -> usize {
        let mut weights = vec![0.0; self.n];
        for (_, set) in open {
            let weight = 0.5_f64.powi(set.count_ones() as i32);
            places(*set).for_each(|at| weights[at] += weight);
        }
        let x = self.lp.x();
        let most = |cells: &mut dyn Iterator<Item = usize>| cells.max_by(|a, b| weights[*a].total_cmp(&weights[*b]));
        let is_part = |at: &usize| is_optimal && x[*at] > EPSILON && x[*at] < 1.0 - EPSILON;
        most(&mut places(alive).filter(is_part)).or_else(|| most(&mut places(alive))).unwrap_or(0)
    }
}
