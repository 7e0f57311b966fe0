//! The dense LP against HiGHS.

use std::panic::{AssertUnwindSafe, catch_unwind};

use minclue_lp::Highs;
use rand::Rng as _;

use super::*;
use crate::base::{Rng, rng};

fn row(terms: &[(u32, f64)], rhs: f64) -> CoverRow {
    CoverRow { terms: terms.to_vec(), rhs }
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-5 * (1.0 + a.abs())
}

/// What the duals prove, with columns between their bounds: for an optimal vertex, that is its cost.
fn proven(lp: &dyn NodeLp, cost: &[f64], rows: &[(CoverRow, bool)], bounds: &[(f64, f64)]) -> f64 {
    let mut reduced = cost.to_vec();
    let mut sum = 0.0;
    for ((row, is_at_most), &dual) in rows.iter().zip(lp.row_duals()) {
        assert!(if *is_at_most { dual <= 1e-9 } else { dual >= -1e-9 }, "the sign of a dual: {dual}");
        sum += dual * row.rhs;
        row.terms.iter().for_each(|&(j, a)| reduced[j as usize] -= dual * a);
    }
    sum + reduced.iter().zip(bounds).map(|(d, &(lo, hi))| (d * lo).min(d * hi)).sum::<f64>()
}

fn cost_of(lp: &dyn NodeLp, cost: &[f64]) -> f64 {
    lp.x().iter().zip(cost).map(|(x, c)| x * c).sum()
}

#[test]
fn the_triangle_has_its_half_integral_vertex() {
    let mut lp = DenseLps.lp(&[1.0; 3]);
    assert_eq!(lp.run(), LpStatus::Optimal);
    assert!(lp.x().iter().all(|&x| x == 0.0) && lp.row_duals().is_empty());
    lp.add_rows_ge(&[
        row(&[(0, 1.0), (1, 1.0)], 1.0),
        row(&[(1, 1.0), (2, 1.0)], 1.0),
        row(&[(0, 1.0), (2, 1.0)], 1.0),
    ]);
    assert_eq!(lp.run(), LpStatus::Optimal);
    assert!(lp.x().iter().all(|&x| close(x, 0.5)), "{:?}", lp.x());
    assert!(lp.row_duals().iter().all(|&u| close(u, 0.5)), "{:?}", lp.row_duals());
    assert!(lp.row_activities().iter().all(|&a| close(a, 1.0)), "{:?}", lp.row_activities());
    lp.add_rows_ge(&[row(&[(0, 1.0), (1, 1.0), (2, 1.0)], 2.0)]);
    assert_eq!((lp.n_rows(), lp.row_duals().len()), (4, 3), "the duals are still those of the last solve");
    assert_eq!(lp.run(), LpStatus::Optimal);
    assert!(close(lp.x().iter().sum(), 2.0));
    lp.set_objective_bound(1.75);
    assert_eq!(lp.run(), LpStatus::ObjectiveBound);
    lp.set_objective_bound(f64::INFINITY);
    lp.set_cols_bounds(&[(0, 0.0, 0.0), (1, 0.0, 0.0)]);
    assert_eq!(lp.run(), LpStatus::Infeasible);
    // A row that is tight goes too.
    lp.set_cols_bounds(&[(0, 0.0, 1.0), (1, 0.0, 1.0)]);
    assert_eq!(lp.run(), LpStatus::Optimal);
    lp.delete_rows(&[true, true, false, true]);
    assert_eq!(lp.run(), LpStatus::Optimal);
    assert!(close(lp.x().iter().sum(), 1.0) && lp.n_rows() == 1);
}

#[test]
fn an_infinite_number_is_refused() {
    for terms in [&[(0, f64::NAN)][..], &[(0, 1.0), (0, 1.0)], &[(3, 1.0)]] {
        let mut lp = DenseLp::new(&[1.0; 3]);
        let refused = catch_unwind(AssertUnwindSafe(|| lp.add_rows_ge(&[row(terms, 1.0)])));
        assert!(refused.is_err(), "{terms:?}");
    }
}

/// What both solvers are given at a time.
struct Pair {
    own: DenseLp,
    other: Box<dyn NodeLp>,
    cost: Vec<f64>,
    rows: Vec<(CoverRow, bool)>,
    bounds: Vec<(f64, f64)>,
}

impl Pair {
    /// `n` columns of cost 1, one of cost 0 that may be `n`, and elastic ones.
    fn new(n: usize, n_elastic: usize) -> Self {
        let mut cost = vec![1.0; n];
        cost.push(0.0);
        cost.resize(n + 1 + n_elastic, 16.0);
        let mut bounds = vec![(0.0, 1.0); n];
        bounds.resize(cost.len(), (0.0, n as f64));
        let mut pair =
            Self { own: DenseLp::new(&cost), other: Highs.lp(&cost), bounds: bounds.clone(), rows: Vec::new(), cost };
        for (j, (lo, hi)) in bounds.into_iter().enumerate().skip(n) {
            pair.set(j, lo, hi);
        }
        pair
    }

    fn set(&mut self, j: usize, lo: f64, hi: f64) {
        self.bounds[j] = (lo, hi);
        self.own.set_cols_bounds(&[(j as u32, lo, hi)]);
        self.other.set_cols_bounds(&[(j as u32, lo, hi)]);
    }

    fn at_most(&mut self, terms: &[(u32, f64)], rhs: f64) {
        self.rows.push((row(terms, rhs), true));
        self.own.add_row_le(terms, rhs);
        self.other.add_row_le(terms, rhs);
    }

    fn at_least(&mut self, rows: Vec<CoverRow>) {
        self.own.add_rows_ge(&rows);
        self.other.add_rows_ge(&rows);
        self.rows.extend(rows.into_iter().map(|row| (row, false)));
    }

    fn delete(&mut self, mask: &[bool]) {
        self.own.delete_rows(mask);
        self.other.delete_rows(mask);
        let mut gone = mask.iter();
        self.rows.retain(|_| !gone.next().expect("an entry for each row"));
    }

    /// Solves by both; the statuses and optima must be the same, and vertex and duals must show it.
    fn solve(&mut self) -> LpStatus {
        let status = self.own.run();
        assert_eq!(status, self.other.run());
        if status == LpStatus::Optimal {
            let cost = cost_of(&self.own, &self.cost);
            assert!(close(cost, cost_of(&*self.other, &self.cost)), "{cost}");
            assert!(close(cost, proven(&self.own, &self.cost, &self.rows, &self.bounds)));
            for (x, (lo, hi)) in self.own.x().iter().zip(&self.bounds) {
                assert!((lo - 1e-6..=hi + 1e-6).contains(x));
            }
            for ((row, is_at_most), activity) in self.rows.iter().zip(self.own.row_activities()) {
                let left: f64 = row.terms.iter().map(|&(j, a)| a * self.own.x()[j as usize]).sum();
                assert!(close(left, *activity));
                assert!(if *is_at_most { left <= row.rhs + 1e-6 } else { left >= row.rhs - 1e-6 });
            }
        }
        status
    }
}

fn random_row(n: usize, rng: &mut Rng) -> CoverRow {
    let density = if rng.random_bool(0.2) { 0.8 } else { (8.0 / n as f64).min(0.8) };
    let mut terms: Vec<(u32, f64)> = (0..n as u32).filter(|_| rng.random_bool(density)).map(|j| (j, 1.0)).collect();
    if rng.random_bool(0.2) {
        terms.iter_mut().step_by(3).for_each(|(_, a)| *a = 2.0);
    }
    let rhs = if terms.len() > 20 { 6.0 } else { f64::from(u8::from(!terms.is_empty())) };
    CoverRow { terms, rhs }
}

/// As a branch and cut does it: rows come, loose ones go, columns are fixed and freed again.
#[test]
fn both_solvers_find_the_same_optima() {
    let mut rng = rng(5);
    let mut n_of = [0; 3];
    for round in 0..30 {
        let n = if round % 3 == 0 { 81 } else { rng.random_range(5..40) };
        let mut pair = Pair::new(n, 2);
        let mut sum: Vec<(u32, f64)> = (0..n as u32).map(|j| (j, -1.0)).collect();
        sum.push((n as u32, 1.0));
        pair.at_most(&sum, 0.0);
        for elastic in [n + 1, n + 2] {
            let mut terms: Vec<(u32, f64)> = (0..n as u32).filter(|_| rng.random_bool(0.5)).map(|j| (j, 1.0)).collect();
            terms.push((elastic as u32, -1.0));
            pair.at_most(&terms, 3.0);
        }
        for step in 0..120 {
            let new = (0..rng.random_range(0..6)).map(|_| random_row(n, &mut rng)).collect();
            pair.at_least(new);
            for _ in 0..rng.random_range(0..4) {
                let fixed = [(0.0, 1.0), (0.0, 1.0), (0.0, 0.0), (1.0, 1.0)][rng.random_range(0..4)];
                pair.set(rng.random_range(0..n), fixed.0, fixed.1);
            }
            n_of[match pair.solve() {
                LpStatus::Optimal => 0,
                LpStatus::Infeasible => 1,
                other => panic!("{other:?}"),
            }] += 1;
            if pair.rows.len() > 60 {
                let is_loose = |((row, _), activity): (&(CoverRow, bool), &f64)| (activity - row.rhs).abs() > 1e-6;
                let mut mask: Vec<bool> = pair.rows.iter().zip(pair.own.row_activities()).map(is_loose).collect();
                mask[..3].fill(false);
                // Now and then, tight ones go as well.
                if step % 7 == 0 {
                    mask[3..].iter_mut().for_each(|gone| *gone |= rng.random_bool(0.1));
                    n_of[2] += 1;
                }
                pair.delete(&mask);
            }
        }
        assert_eq!(pair.own.cold_restarts(), 0);
    }
    assert!(n_of.iter().all(|&n| n > 20), "optimal, infeasible, tight rows deleted: {n_of:?}");
}

/// A bound ends a solve only where the optimum is above it, and the duals show that.
#[test]
fn an_objective_bound_ends_a_solve_early() {
    let mut rng = rng(6);
    let mut n_early = 0;
    for _ in 0..200 {
        let n = 30;
        let mut pair = Pair::new(n, 0);
        pair.at_least((0..25).map(|_| random_row(n, &mut rng)).collect());
        let status = pair.solve();
        let optimum = cost_of(&pair.own, &pair.cost);
        let bound = rng.random_range(1..8) as f64 + 1e-3;
        let mut cold = DenseLp::new(&pair.cost);
        pair.bounds.iter().zip(0..).for_each(|(b, j)| cold.set_cols_bounds(&[(j, b.0, b.1)]));
        pair.rows.iter().for_each(|(row, _)| cold.add_rows_ge(std::slice::from_ref(row)));
        cold.set_objective_bound(bound);
        match cold.run() {
            LpStatus::ObjectiveBound => {
                assert!(status == LpStatus::Infeasible || optimum > bound);
                assert!(proven(&cold, &pair.cost, &pair.rows, &pair.bounds) > bound - 1e-3);
                n_early += 1;
            }
            other => assert!(other == status && (status == LpStatus::Infeasible || optimum <= bound + 1e-3)),
        }
    }
    assert!(n_early > 20);
}

/// Vertices do not depend on the machine: the portable code finds the very same numbers.
#[test]
fn all_instructions_find_the_same_numbers() {
    let mut rng = rng(7);
    let n = 81;
    let mut best = DenseLp::new(&vec![1.0; n]);
    let mut portable = DenseLp { arch: Arch::Scalar, ..DenseLp::new(&vec![1.0; n]) };
    for _ in 0..60 {
        let rows: Vec<CoverRow> = (0..3).map(|_| random_row(n, &mut rng)).collect();
        let fixed = [(rng.random_range(0..n as u32), 0.0, 0.0)];
        for lp in [&mut best, &mut portable] {
            lp.add_rows_ge(&rows);
            lp.set_cols_bounds(&fixed);
        }
        assert_eq!(best.run(), portable.run());
        assert_eq!((best.x(), best.row_duals()), (portable.x(), portable.row_duals()));
    }
    assert!(best.simplex_iterations() == portable.simplex_iterations() && best.simplex_iterations() > MAX_PIVOTS);
}

/// An LP that only looks at other bounds goes on as if nobody had looked.
#[test]
fn other_bounds_are_tried_on_a_copy() {
    let mut rng = rng(8);
    let mut n_of = [0; 2];
    for _ in 0..40 {
        let n = 30;
        let mut pair = Pair::new(n, 0);
        pair.at_least((0..25).map(|_| random_row(n, &mut rng)).collect());
        // Of each of these pairs of columns, the second is fixed at zero, so the first cannot be.
        for first in [0, 2, 4] {
            pair.at_least(vec![row(&[(first, 1.0), (first + 1, 1.0)], 1.0)]);
            pair.set(first as usize + 1, 0.0, 0.0);
        }
        if pair.solve() != LpStatus::Optimal {
            continue;
        }
        let (x, n_pivots) = (pair.own.x().to_vec(), pair.own.simplex_iterations());
        for column in 0..n {
            let side = f64::from(u8::from(rng.random_bool(0.5)));
            let found = pair.own.optimum_within(column as u32, side, side);
            pair.other.set_cols_bounds(&[(column as u32, side, side)]);
            let expected = (pair.other.run() == LpStatus::Optimal).then(|| cost_of(&*pair.other, &pair.cost));
            let (lo, hi) = pair.bounds[column];
            pair.other.set_cols_bounds(&[(column as u32, lo, hi)]);
            n_of[usize::from(found.is_some())] += 1;
            match (found, expected) {
                (Some(found), Some(expected)) => assert!(close(found, expected), "{found} {expected}"),
                (None, None) => {}
                other => panic!("{other:?}"),
            }
        }
        assert_eq!((pair.own.x(), pair.own.simplex_iterations()), (&x[..], n_pivots));
        // Beyond the objective bound there is no optimum either.
        pair.own.set_objective_bound(-1.0);
        assert_eq!(pair.own.optimum_within(0, 0.0, 1.0), None);
    }
    assert!(n_of.iter().all(|n| *n > 20), "infeasible, optimal: {n_of:?}");
}

struct Never;

impl NodeLps for Never {
    fn lp(&self, _: &[f64]) -> Box<dyn NodeLp> {
        panic!("another solver is asked")
    }
}

#[test]
fn larger_ones_go_to_the_other_solver() {
    let lps = DenseUpTo { n_cols: 3, beyond: &Never };
    for (n, is_other) in [(3, false), (4, true)] {
        let made = catch_unwind(AssertUnwindSafe(|| lps.lp(&vec![1.0; n]).n_rows()));
        assert_eq!(made.is_err(), is_other, "{n} columns");
    }
}
