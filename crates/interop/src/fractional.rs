//! Sums for the steps of a search, from the duals of a linear program.
//!
//! The program asks for the least sum of cells, each from 0 to 1, such that every set has 1 of them and the caps hold.
//! Its duals weigh sets, caps and the budget. Converted to integers, they are a sum as in a certificate, which is
//! evaluated here without rounding: a bad dual gives a useless sum, and the search branches.

use minclue_branch_and_cut::dense_lp::DenseLp;
use minclue_core::ilp::{CoverRow, LpStatus, NodeLp as _};

/// Rows that are added to the program at once.
const MOST_NEW: usize = 8;
/// Rows of the program beyond which those go that say nothing at its optimum. A pivot goes over all of them.
const MOST_ROWS: usize = 60;
/// The minimum violation of a row to be added, and the tolerance for differences.
const EPSILON: f64 = 1e-6;
/// The weights of the budget, tried from small to large: short weights make short lines.
const SCALES: [i64; 9] = [1, 2, 3, 4, 6, 12, 60, 840, 27_720];
/// Beyond this, lines are so long that they have to close the node.
const LARGEST_TO_PUT_OUT: i64 = 840;
/// By how much the optimum has to be above the budget before the program stops: what is left after weights are rounded.
const MARGIN: f64 = 0.02;
/// If the optimum is at most this far below the budget, cells to branch on are not compared first.
const NEAR: f64 = 0.5;
/// Cells that are compared before a branch, and after how many without a better one that ends.
const MOST_COMPARED: usize = 20;
const PATIENCE: usize = 5;
/// What a branch gains at least, so that a product of two gains says something.
const LEAST_GAIN: f64 = 1e-3;

/// Weights of the budget, of caps and of rows by their numbers.
pub(super) struct WeightedSum {
    pub(super) budget: i64,
    pub(super) caps: Vec<(usize, i64)>,
    pub(super) rows: Vec<(usize, i64)>,
}

/// The decision of the program about a node.
pub(super) enum NodeDecision {
    /// A sum that closes it or puts cells out.
    Sum(WeightedSum),
    /// Without one, the cell to branch on.
    Branch(usize),
}

/// The linear program of a node.
#[derive(Clone)]
struct Program {
    lp: DenseLp,
    /// Those of `needs` that are rows of the program, after the caps.
    rows: Vec<usize>,
}

/// The linear program of a search, which goes on from node to node.
pub(super) struct Fractional<'a> {
    now: Program,
    /// The programs of the nodes that were branched on, as they were then.
    above: Vec<Program>,
    n: usize,
    /// Sets, and parts of the grid of which more than one cell is needed; with what each needs.
    needs: &'a [(u128, i128)],
    caps: &'a [(u128, i128)],
    budget: i128,
    /// Which of `needs` were rows once.
    is_known: Vec<bool>,
    /// What a branch on each cell gained lately; without end where nobody has looked.
    scores: Vec<f64>,
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
    /// That of `n` cells with a budget, what sets and parts need, and caps.
    pub(super) fn new(n: usize, needs: &'a [(u128, i128)], budget: i128, caps: &'a [(u128, i128)]) -> Self {
        let mut lp = DenseLp::new(&vec![1.0; n]);
        caps.iter().for_each(|(members, most)| lp.add_row_le(&terms(*members), *most as f64));
        lp.set_objective_bound(budget as f64 + MARGIN);
        let now = Program { lp, rows: Vec::new() };
        let (is_known, scores) = (vec![false; needs.len()], vec![f64::INFINITY; n]);
        Self { now, above: Vec::new(), n, needs, caps, budget, is_known, scores }
    }

    /// Whether the program alone shows that `min` cells are needed.
    pub(super) fn reaches(&mut self, min: i128) -> bool {
        self.now.lp.set_objective_bound(f64::INFINITY);
        let parts: Vec<(usize, u128, i128)> = (0..).zip(self.needs).map(|(at, (row, min))| (at, *row, *min)).collect();
        self.optimum(&[], &parts);
        self.now.lp.x().iter().sum::<f64>() > min as f64 - EPSILON
    }

    /// Looks at a node: the sets that are not hit and the parts that need more, as live cells; the live cells; and those
    /// that were chosen.
    pub(super) fn solve(
        &mut self,
        open: &[(usize, u128)],
        parts: &[(usize, u128, i128)],
        alive: u128,
        chosen: u128,
    ) -> NodeDecision {
        let bounds = |at: usize| match (chosen >> at & 1, alive >> at & 1) {
            (1, _) => (at as u32, 1.0, 1.0),
            (_, 1) => (at as u32, 0.0, 1.0),
            _ => (at as u32, 0.0, 0.0),
        };
        self.now.lp.set_cols_bounds(&(0..self.n).map(bounds).collect::<Vec<_>>());
        let status = self.optimum(open, parts);
        let n_caps = self.caps.len();
        // Without an optimum the budget may be no part of the contradiction.
        let (budget, duals) = match status {
            LpStatus::Infeasible => (0.0, self.now.lp.infeasibility().unwrap_or_default()),
            _ => (1.0, self.now.lp.row_duals().iter().map(|dual| dual.abs()).collect()),
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
                    .now
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
            None => {
                let at = self.branch(open, alive, status == LpStatus::Optimal);
                self.above.push(self.now.clone());
                NodeDecision::Branch(at)
            }
        }
    }

    /// Goes back to the node that was branched on last, from whose optimum it is not far to its next one.
    pub(super) fn back(&mut self) {
        if let Some(program) = self.above.pop() {
            self.now = program;
        }
    }

    /// The optimum over all sets and parts, of which the program has those that matter.
    fn optimum(&mut self, open: &[(usize, u128)], parts: &[(usize, u128, i128)]) -> LpStatus {
        loop {
            let status = self.now.lp.run();
            if status != LpStatus::Optimal {
                return status;
            }
            let mut new = self.missing(open, parts, true);
            if new.is_empty() {
                new = self.missing(open, parts, false);
            }
            if new.is_empty() {
                return status;
            }
            // Stable: of sets that miss as much, the smaller ones come first, after parts.
            new.sort_by(|(a, _), (b, _)| b.total_cmp(a));
            new.truncate(MOST_NEW);
            if self.now.rows.len() > MOST_ROWS {
                self.forget();
            }
            let row = |at: usize| CoverRow { terms: terms(self.needs[at].0), rhs: self.needs[at].1 as f64 };
            let rows: Vec<CoverRow> = new.iter().map(|(_, at)| row(*at)).collect();
            new.iter().for_each(|(_, at)| self.is_known[*at] = true);
            self.now.rows.extend(new.iter().map(|(_, at)| *at));
            self.now.lp.add_rows_ge(&rows);
        }
    }

    /// The violations at the optimum of sets and parts that are not rows now; `is_known` selects those that were rows before.
    fn missing(&self, open: &[(usize, u128)], parts: &[(usize, u128, i128)], is_known: bool) -> Vec<(f64, usize)> {
        let x = self.now.lp.x();
        let missing = |row: u128, min: f64| min - places(row).map(|at| x[at]).sum::<f64>();
        let wanted = |at: &usize| self.is_known[*at] == is_known && !(is_known && self.now.rows.contains(at));
        let parts = parts.iter().filter(|(at, ..)| wanted(at)).map(|(at, row, min)| (missing(*row, *min as f64), *at));
        let sets = open.iter().filter(|(at, _)| wanted(at)).map(|(at, set)| (missing(*set, 1.0), *at));
        parts.chain(sets).filter(|(missing, _)| *missing > EPSILON).collect()
    }

    /// Takes the sets out of the program that say nothing at its optimum.
    fn forget(&mut self) {
        let n_caps = self.caps.len();
        let activities = self.now.lp.row_activities();
        let most = |at: &usize| self.needs[*at].1 as f64 + EPSILON;
        let of_rows = activities[n_caps..].iter().zip(&self.now.rows).map(|(sum, at)| *sum > most(at));
        let is_slack: Vec<bool> = std::iter::repeat_n(false, n_caps).chain(of_rows).collect();
        let mut slack = is_slack[n_caps..].iter();
        self.now.rows.retain(|_| !slack.next().copied().unwrap_or(false));
        self.now.lp.delete_rows(&is_slack);
    }

    /// Returns the number of cells that a sum excludes; `None` if it closes the node.
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
            let (cells, min) = self.needs[*row];
            slack -= i128::from(*weight) * rest(cells, min);
            places(cells).for_each(|at| room[at] -= weight);
        }
        slack += places(alive).map(|at| i128::from(-room[at].min(0))).sum::<i128>();
        let goes = |at: &usize| i128::from(room[*at]) > slack;
        (slack >= 0).then(|| places(alive).filter(goes).count() as u32)
    }

    /// The cell to branch on. Far from the budget, cells are compared by what both sides of a branch gain; else it is
    /// the one that hits most small sets, of those that the program has in part.
    fn branch(&mut self, open: &[(usize, u128)], alive: u128, is_optimal: bool) -> usize {
        let mut weights = vec![0.0; self.n];
        for (_, set) in open {
            let weight = 0.5_f64.powi(set.count_ones() as i32);
            places(*set).for_each(|at| weights[at] += weight);
        }
        let x = self.now.lp.x();
        if is_optimal {
            weights.iter_mut().zip(x).for_each(|(weight, x)| *weight *= x * (1.0 - x));
        }
        let is_part = |at: &usize| is_optimal && x[*at] > EPSILON && x[*at] < 1.0 - EPSILON;
        let mut parts: Vec<usize> = places(alive).filter(is_part).collect();
        let by_weight = |a: &usize, b: &usize| weights[*b].total_cmp(&weights[*a]);
        if parts.is_empty() {
            return places(alive).min_by(by_weight).unwrap_or(0);
        }
        let optimum = x.iter().sum::<f64>();
        if optimum + NEAR > self.budget as f64 {
            return parts.into_iter().min_by(by_weight).unwrap_or(0);
        }
        let scores = &self.scores;
        parts.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]).then(by_weight(a, b)));
        parts.truncate(MOST_COMPARED);
        self.most_gained(&parts, optimum)
    }

    /// The one of these cells on which a branch gains most. Those that did so lately come first.
    fn most_gained(&mut self, cells: &[usize], optimum: f64) -> usize {
        let beyond = self.budget as f64 + 1.0;
        let (mut best, mut most, mut n_since) = (0, 0.0, 0);
        for &at in cells {
            let mut score = 1.0;
            for side in [0.0, 1.0] {
                let least = self.now.lp.optimum_within(at as u32, side, side);
                score *= (least.unwrap_or(beyond) - optimum).max(LEAST_GAIN);
            }
            let before = self.scores[at];
            self.scores[at] = if before.is_finite() { f64::midpoint(before, score) } else { score };
            n_since += 1;
            if score > most {
                (best, most, n_since) = (at, score, 0);
            }
            if n_since >= PATIENCE {
                break;
            }
        }
        best
    }
}
