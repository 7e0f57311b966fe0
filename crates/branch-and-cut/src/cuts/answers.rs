//! The follower's best answer, by a small branch and bound of its own.
//!
//! While the leader's items are fixed, the follower's program mostly has a few rows. A general solver of integer
//! programs spends milliseconds around it, and the dense simplex some microseconds. Answers are checked in integers.
//! That there is no better one is computed in floating-point numbers, as by any solver, and can be wrong.

use std::cmp::Reverse;

use crate::base::Limits;
use crate::ilp::{CoverRow, LpStatus, NodeLp, NodeLps};
use crate::problem::RowsLeft;

/// A value this close to 0 or 1 is that.
const INTEGRAL: f64 = 1e-6;
/// How far the value of a linear program may be below the best one, as a part of the worths in it: the dense solver
/// lowers costs by up to this.
const ROUNDED: f64 = 1e-6;
/// Nodes between two looks at the limits.
const NODES: u32 = 16;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BestFound {
    /// An answer, by its variables that are 1 as they are numbered in the search, and whether none is better.
    Answer(Vec<usize>, bool),
    /// None is worth as much as was asked for.
    Nothing,
    /// The nodes did not suffice to find one, or a limit came first.
    Unknown,
}

/// A best answer to fixed rows.
pub struct AnswerSearch<'l> {
    /// Makes its linear programs.
    pub lps: &'l dyn NodeLps,
    pub n_vars: usize,
    /// Nodes that may be looked at.
    pub max_nodes: usize,
}

/// The linear program of the follower: its costs are the worths, turned around and divided by the largest. That number
/// comes with it, and the variables that are 0.
pub(super) fn follower_lp(left: &RowsLeft, worths: &[i64], lps: &dyn NodeLps) -> (Box<dyn NodeLp>, f64, Vec<usize>) {
    let scale = worths.iter().map(|worth| worth.unsigned_abs()).max().unwrap_or(1).max(1) as f64;
    let cost: Vec<f64> = worths.iter().map(|worth| -(*worth as f64) / scale).collect();
    let mut lp = lps.lp(&cost);
    let for_lp = |(terms, rhs): &(Vec<(usize, i64)>, i64)| {
        let divisor = divisor(terms);
        let rhs = -(*rhs as f64) / divisor;
        CoverRow { terms: terms.iter().map(|(var, b)| (*var as u32, -(*b as f64) / divisor)).collect(), rhs }
    };
    lp.add_rows_ge(&left.rows.iter().map(for_lp).collect::<Vec<_>>());
    let mut zeros = left.zeros.clone();
    zeros.sort_unstable();
    zeros.dedup();
    lp.set_cols_bounds(&zeros.iter().map(|var| (*var as u32, 0.0, 0.0)).collect::<Vec<_>>());
    (lp, scale, zeros)
}

/// What a row is divided by in that program.
pub(super) fn divisor(terms: &[(usize, i64)]) -> f64 {
    terms.iter().map(|(_, b)| b.unsigned_abs()).max().unwrap_or(1).max(1) as f64
}

impl AnswerSearch<'_> {
    /// A best answer to these rows of those that are worth more than `above`.
    #[must_use]
    pub fn best(&self, left: &RowsLeft, worths: &[i64], above: f64, limits: &Limits) -> BestFound {
        let mut pace = limits.pace(NODES);
        let rows = &left.rows;
        let (mut lp, scale, zeros) = follower_lp(left, worths, self.lps);
        let keeps = |values: &[bool]| {
            let used = |terms: &[(usize, i64)]| -> i128 {
                terms.iter().filter(|(var, _)| values[*var]).map(|(_, b)| i128::from(*b)).sum()
            };
            rows.iter().all(|(terms, rhs)| used(terms) <= i128::from(*rhs))
        };
        let mut best: Option<Vec<bool>> = None;
        let mut floor = i128::from(above.floor() as i64);
        // The way down: a variable, its value, and whether the other value is still to be tried.
        let mut path: Vec<(usize, bool, bool)> = Vec::new();
        let mut n_nodes = 0;
        let answer = |best: Option<Vec<bool>>, is_best: bool| match best {
            Some(values) => BestFound::Answer((0..self.n_vars).filter(|var| values[*var]).collect(), is_best),
            None if is_best => BestFound::Nothing,
            None => BestFound::Unknown,
        };
        loop {
            n_nodes += 1;
            if n_nodes > self.max_nodes || pace.step(0).is_some() {
                return answer(best, false);
            }
            let status = lp.run();
            let x = lp.x();
            let mut next = None;
            if status != LpStatus::Infeasible {
                let parts = || worths.iter().zip(x).map(|(worth, x)| *worth as f64 * x);
                let lowered: f64 = parts().map(f64::abs).sum();
                let whole = (parts().sum::<f64>() + ROUNDED * (scale + lowered)).floor();
                let is_open = |floor: i128| status != LpStatus::Optimal || whole > floor as f64;
                if is_open(floor) {
                    let far = |var: &usize| x[*var].min(1.0 - x[*var]);
                    let is_free = |var: &usize| path.iter().all(|(other, ..)| other != var);
                    let fraction = (0..self.n_vars).filter(|var| far(var) > INTEGRAL && is_free(var));
                    next = fraction.max_by(|a, b| far(a).total_cmp(&far(b)).then(b.cmp(a)));
                    if next.is_none() {
                        let values: Vec<bool> = x.iter().map(|x| *x > 0.5).collect();
                        let ones = worths.iter().zip(&values).filter(|(_, is_one)| **is_one);
                        let worth: i128 = ones.map(|(worth, _)| i128::from(*worth)).sum();
                        let is_answer = keeps(&values);
                        if is_answer && worth > floor {
                            floor = worth;
                            best = Some(values);
                        }
                        // Where worths are large, a better point may be as near as the program can tell them apart.
                        if !is_answer || is_open(floor) {
                            let free = (0..self.n_vars).filter(|var| is_free(var) && zeros.binary_search(var).is_err());
                            next = free.max_by_key(|var| (worths[*var].unsigned_abs(), Reverse(*var)));
                        }
                    }
                }
            }
            if let Some(var) = next {
                let is_one = lp.x()[var] > 0.5;
                path.push((var, is_one, true));
                let value = f64::from(u8::from(is_one));
                lp.set_cols_bounds(&[(var as u32, value, value)]);
                continue;
            }
            loop {
                match path.pop() {
                    None => return answer(best, true),
                    Some((var, is_one, true)) => {
                        path.push((var, !is_one, false));
                        let value = f64::from(u8::from(!is_one));
                        lp.set_cols_bounds(&[(var as u32, value, value)]);
                        break;
                    }
                    Some((var, _, false)) => lp.set_cols_bounds(&[(var as u32, 0.0, 1.0)]),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rand::Rng as _;

    use super::*;
    use crate::base::rng;
    use crate::dense_lp::DenseLps;

    /// Random rows against all points.
    #[test]
    fn a_best_answer_is_that_of_brute_force() {
        let mut rng = rng(8);
        let [mut n_answers, mut n_nothing] = [0; 2];
        for _ in 0..500 {
            let n = rng.random_range(1..7);
            let n_rows = rng.random_range(1..4);
            let mut row = || {
                let terms: Vec<(usize, i64)> =
                    (0..n).map(|i| (i, rng.random_range(-2..6))).filter(|t| t.1 != 0).collect();
                (terms, rng.random_range(0..9))
            };
            let left = RowsLeft { rows: (0..n_rows).map(|_| row()).collect(), zeros: Vec::new() };
            let worths: Vec<i64> = (0..n).map(|_| rng.random_range(-3..9)).collect();
            let above = rng.random_range(-5..20);
            let sum = |terms: &[(usize, i64)], bits: u32| -> i64 {
                terms.iter().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, a)| a).sum()
            };
            let worth = |bits: u32| (0..n).filter(|i| bits >> i & 1 == 1).map(|i| worths[i]).sum::<i64>();
            let keeps = |bits: &u32| left.rows.iter().all(|(terms, rhs)| sum(terms, *bits) <= *rhs);
            let best = (0..1_u32 << n).filter(keeps).map(worth).max().filter(|worth| *worth > above);
            let search = AnswerSearch { lps: &DenseLps, n_vars: n, max_nodes: 10_000 };
            match search.best(&left, &worths, above as f64, &Limits::none()) {
                BestFound::Answer(ones, true) => {
                    let bits = ones.iter().fold(0, |bits, i| bits | 1 << i);
                    assert!(keeps(&bits));
                    assert_eq!(Some(worth(bits)), best);
                    n_answers += 1;
                }
                BestFound::Nothing => {
                    assert_eq!(best, None);
                    n_nothing += 1;
                }
                other => panic!("{other:?}"),
            }
        }
        assert!(n_answers > 100 && n_nothing > 100, "{n_answers}, {n_nothing}");
    }

    #[test]
    fn few_nodes_leave_it_open() {
        let left = RowsLeft { rows: vec![((0..6).map(|i| (i, 2)).collect(), 7)], zeros: vec![0] };
        let search = AnswerSearch { lps: &DenseLps, n_vars: 6, max_nodes: 1 };
        let worths = [9, 3, 3, 3, 3, 3];
        assert_eq!(search.best(&left, &worths, 0.0, &Limits::none()), BestFound::Unknown);
        let search = AnswerSearch { max_nodes: 1000, ..search };
        let found = search.best(&left, &worths, 0.0, &Limits::none());
        assert!(matches!(found, BestFound::Answer(ones, true) if ones.len() == 3));
        let limits = Limits::none().with_time(Duration::ZERO);
        assert_eq!(search.best(&left, &worths, 0.0, &limits), BestFound::Unknown);
    }

    /// The linear program cannot tell these apart: its costs are lowered by more than they differ, and the second row
    /// is kept by its point and not by the integers.
    #[test]
    fn large_numbers_are_compared_in_integers() {
        let one_of_three = RowsLeft { rows: vec![((0..3).map(|i| (i, 1)).collect(), 1)], zeros: vec![] };
        for worths in [[3_000_001, 3_000_000, 3_000_002], [10_000_001, 10_000_002, 10_000_000], [7, 1 << 62, 1 << 61]] {
            let search = AnswerSearch { lps: &DenseLps, n_vars: 3, max_nodes: 1000 };
            let best = (0..3).max_by_key(|i| worths[*i]).into_iter().collect();
            let found = search.best(&one_of_three, &worths, 0.0, &Limits::none());
            assert_eq!(found, BestFound::Answer(best, true), "{worths:?}");
        }
        let weights = [200_000_003, 100_000_001, 100_000_000, 100_000_001, 300_000_002];
        let terms = weights.into_iter().enumerate().collect();
        let left = RowsLeft { rows: vec![(terms, 300_000_003)], zeros: vec![] };
        let search = AnswerSearch { lps: &DenseLps, n_vars: 5, max_nodes: 1000 };
        // The first and the second together are one too heavy; brute force over the 32 points says the same.
        let keeps = |bits: &u32| (0..5).filter(|i| bits >> i & 1 == 1).map(|i| weights[i]).sum::<i64>() <= 300_000_003;
        let worths = [1, 8, 6, 9, 4];
        let worth = |bits: u32| (0..5).filter(|i| bits >> i & 1 == 1).map(|i| worths[i]).sum::<i64>();
        let best = (0..32).filter(keeps).map(worth).max();
        match search.best(&left, &worths, 0.0, &Limits::none()) {
            BestFound::Answer(ones, true) => assert_eq!(Some(ones.iter().map(|i| worths[*i]).sum()), best),
            other => panic!("{other:?}"),
        }
    }
}
