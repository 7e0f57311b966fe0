//! An LP solver for the small LPs of a branch and cut: a dense dictionary and the dual simplex.
//!
//! At a node of a tree, an LP has about 60 rows and 90 columns, and a few pivots lead from the last vertex to the next
//! one. For such an LP, a general solver spends more time around its pivots than in them. A dictionary of that size has
//! a few hundred vectors of numbers, and a pivot passes over them once. From a few hundred columns on, HiGHS is faster.
//!
//! It uses no fused operations and adds up in a fixed order, so all machines find the same vertices.
//!
//! All results are floating-point numbers and prove nothing, like those of any [`NodeLp`].

mod dictionary;
mod lanes;
mod simplex;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use pulp::{Arch, Simd, WithSimd};

use crate::ilp::{CoverRow, LpStatus, NodeLp, NodeLps};

use dictionary::{Dictionary, Place, Variable};

/// Pivots until the dictionary is made anew from the rows: by then, rounding may show.
const MAX_PIVOTS: u64 = 300;
/// Costs are lowered by at most this part of them. Without that, many reduced costs are zero at once, and pivots move
/// nothing.
const PERTURBATION: f64 = 1e-6;

#[derive(Clone, Copy, Debug, Default)]
pub struct DenseLps;

impl NodeLps for DenseLps {
    fn lp(&self, cost: &[f64]) -> Box<dyn NodeLp> {
        Box::new(DenseLp::new(cost))
    }
}

/// An LP solver that uses dense LPs up to a number of columns, and another solver beyond.
#[derive(Clone, Copy)]
pub struct DenseUpTo<'s> {
    /// The maximum number of columns of a dense LP.
    pub n_cols: usize,
    pub beyond: &'s dyn NodeLps,
}

impl NodeLps for DenseUpTo<'_> {
    fn lp(&self, cost: &[f64]) -> Box<dyn NodeLp> {
        if cost.len() <= self.n_cols { DenseLps.lp(cost) } else { self.beyond.lp(cost) }
    }
}

/// A row as it was given, written as `a x + b >= 0`.
#[derive(Clone, Debug)]
struct Given {
    /// a, and b in the place after the last column; copies of an LP share it.
    line: Rc<[f64]>,
    is_at_most: bool,
}

/// `min cost x` with rows that come and go. A copy costs less than a few pivots.
#[derive(Clone, Debug)]
pub struct DenseLp {
    cost: Vec<f64>,
    /// A little less than the costs: what the simplex goes by.
    lowered: Vec<f64>,
    given: Vec<Given>,
    dictionary: Dictionary,
    arch: Arch,
    objective_bound: f64,
    n_pivots: u64,
    /// Those since the dictionary was last made from the rows.
    n_recent: u64,
    n_cold: u64,
    x: Vec<f64>,
    duals: Vec<f64>,
    activities: Vec<f64>,
}

/// The costs, a little less.
fn lowered(cost: &[f64]) -> Vec<f64> {
    // Numbers without a pattern, the same in all runs.
    let part = |j: usize| (j * 7919 + 13) % 101;
    let lowered = |(j, c): (usize, &f64)| c - c.abs() * PERTURBATION * part(j) as f64 / 101.0;
    cost.iter().enumerate().map(lowered).collect()
}

impl DenseLp {
    /// An LP without rows that has one column in `[0, 1]` per cost.
    ///
    /// # Panics
    /// If a cost is not finite.
    #[must_use]
    pub fn new(cost: &[f64]) -> Self {
        assert!(cost.iter().all(|c| c.is_finite()), "costs are finite");
        let lowered = lowered(cost);
        Self {
            dictionary: Dictionary::new(&lowered, cost),
            cost: cost.to_vec(),
            lowered,
            given: Vec::new(),
            arch: Arch::new(),
            objective_bound: f64::INFINITY,
            n_pivots: 0,
            n_recent: 0,
            n_cold: 0,
            x: vec![0.0; cost.len()],
            duals: Vec::new(),
            activities: Vec::new(),
        }
    }

    /// Solves a copy with other bounds for one column. Returns its optimum; `None` if it is infeasible or its optimum is
    /// above the objective bound.
    ///
    /// # Panics
    /// If the column does not exist, or if `lo > hi`.
    #[must_use]
    pub fn optimum_within(&self, column: u32, lo: f64, hi: f64) -> Option<f64> {
        let mut copy = self.clone();
        copy.set_cols_bounds(&[(column, lo, hi)]);
        if copy.simplex() != LpStatus::Optimal {
            return None;
        }
        let value = |j: usize| copy.dictionary.value(copy.dictionary.place_of_column(j));
        Some(copy.cost.iter().enumerate().map(|(j, cost)| cost * value(j)).sum())
    }

    fn n_cols(&self) -> usize {
        self.cost.len()
    }

    fn add_row(&mut self, terms: &[(u32, f64)], rhs: f64, is_at_most: bool) {
        assert!(rhs.is_finite() && terms.iter().all(|(_, a)| a.is_finite()), "finite numbers");
        let sign = if is_at_most { -1.0 } else { 1.0 };
        let mut line = vec![0.0; self.n_cols() + 1];
        let n_cols = self.n_cols();
        for &(j, a) in terms {
            let entry = &mut line[..n_cols][j as usize];
            assert!(*entry == 0.0, "each column once");
            *entry = sign * a;
        }
        line[n_cols] = -sign * rhs;
        self.dictionary.add(&line);
        self.given.push(Given { line: line.into(), is_at_most });
    }

    /// Makes the dictionary anew: of the basis that it has, or of no basis.
    fn rebuild(&mut self, keep_basis: bool) {
        let mut dictionary = Dictionary::new(&self.lowered, &self.cost);
        dictionary.copy_bounds(&self.dictionary);
        self.given.iter().for_each(|row| dictionary.add(&row.line));
        if keep_basis {
            self.n_pivots += self.arch.dispatch(RepeatBasis { dictionary: &mut dictionary, other: &self.dictionary });
        }
        self.dictionary = dictionary;
        self.n_recent = 0;
    }

    fn simplex(&mut self) -> LpStatus {
        let solve = Solve { dictionary: &mut self.dictionary, objective_bound: self.objective_bound };
        let (status, n_pivots) = self.arch.dispatch(solve);
        self.n_pivots += n_pivots;
        self.n_recent += n_pivots;
        status
    }

    /// Reads the solution off the dictionary.
    fn read(&mut self) {
        let Self { dictionary, given, x, duals, activities, .. } = self;
        for (j, x) in x.iter_mut().enumerate() {
            *x = dictionary.value(dictionary.place_of_column(j));
        }
        duals.clear();
        activities.clear();
        for (i, row) in given.iter().enumerate() {
            let place = dictionary.place_of_slack(i);
            let dual = match place {
                Place::Basic(_) => 0.0,
                // By the costs as they are; where the vertex is not theirs, some may be a little below zero.
                Place::Nonbasic(j) => dictionary.given[j].max(0.0),
            };
            // The slack is `a x + b`.
            let left = dictionary.value(place) - row.line[dictionary.n_cols()];
            let sign = if row.is_at_most { -1.0 } else { 1.0 };
            duals.push(sign * dual);
            activities.push(sign * left);
        }
    }
}

/// A solve with the vector instructions of this machine: all that it calls is inlined into it.
struct Solve<'d> {
    dictionary: &'d mut Dictionary,
    objective_bound: f64,
}

impl WithSimd for Solve<'_> {
    type Output = (LpStatus, u64);

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> (LpStatus, u64) {
        simplex::run(simd, self.dictionary, self.objective_bound)
    }
}

/// The same for making a basis again.
struct RepeatBasis<'d> {
    dictionary: &'d mut Dictionary,
    other: &'d Dictionary,
}

impl WithSimd for RepeatBasis<'_> {
    type Output = u64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> u64 {
        simplex::repeat_basis(simd, self.dictionary, self.other)
    }
}

impl NodeLp for DenseLp {
    fn add_rows_ge(&mut self, rows: &[CoverRow]) {
        rows.iter().for_each(|row| self.add_row(&row.terms, row.rhs, false));
    }

    fn add_row_le(&mut self, terms: &[(u32, f64)], rhs: f64) {
        self.add_row(terms, rhs, true);
    }

    fn delete_rows(&mut self, mask: &[bool]) {
        assert_eq!(mask.len(), self.given.len(), "an entry for each row");
        let mut gone = mask.iter();
        self.given.retain(|_| !gone.next().copied().unwrap_or(false));
        // Without a slack row the vertex stays; where a tight one goes, the dictionary is built anew.
        if !self.dictionary.delete(mask) {
            self.rebuild(false);
        }
    }

    fn set_cols_bounds(&mut self, bounds: &[(u32, f64, f64)]) {
        for &(j, lo, hi) in bounds {
            assert!(lo <= hi, "bounds in order");
            self.dictionary.set_bounds(j as usize, lo, hi);
        }
    }

    fn set_objective_bound(&mut self, bound: f64) {
        self.objective_bound = bound;
    }

    fn run(&mut self) -> LpStatus {
        if self.n_recent > MAX_PIVOTS {
            self.rebuild(true);
        }
        let mut status = self.simplex();
        if let LpStatus::Other(_) = status {
            self.n_cold += 1;
            self.rebuild(false);
            status = self.simplex();
        }
        self.read();
        status
    }

    fn infeasibility(&mut self) -> Option<Vec<f64>> {
        // The row of the variable that cannot come within its bounds: what is nonbasic in it pushes it no further.
        let (i, _) = simplex::leaving(&self.dictionary)?;
        let line = self.dictionary.row(i);
        let own = self.dictionary.basic[i];
        let weight = |row: usize| match self.dictionary.place_of_slack(row) {
            Place::Nonbasic(j) => line[j].abs(),
            Place::Basic(_) if own == Variable::Slack(row) => 1.0,
            Place::Basic(_) => 0.0,
        };
        Some((0..self.given.len()).map(weight).collect())
    }

    fn x(&self) -> &[f64] {
        &self.x
    }

    fn row_duals(&self) -> &[f64] {
        &self.duals
    }

    fn row_activities(&self) -> &[f64] {
        &self.activities
    }

    fn n_rows(&self) -> usize {
        self.given.len()
    }

    fn simplex_iterations(&self) -> u64 {
        self.n_pivots
    }

    fn cold_restarts(&self) -> u64 {
        self.n_cold
    }
}
