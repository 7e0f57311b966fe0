//! The linear program of a tree: it stays warm from node to node, and only proposes weights.

use std::rc::Rc;

use crate::ilp::{LpStatus, NodeLp, NodeLps};

use super::bounds::{Bounds, Link, Path, Proven, RowName, RowSum, Weights, rows_of};
use super::plain::Half;

/// How far from an integer a value is that counts as one.
pub(super) const INTEGRAL: f64 = 1e-6;
/// Weights are multiples of one over these; the first that proves as much as the last is taken, since small numbers make
/// short certificates.
const PARTS: [i64; 6] = [1, 2, 6, 60, 1 << 13, 1 << 30];

/// The rows of a tree that are always there, and what it minimizes.
pub(super) struct Relaxation {
    lp: Box<dyn NodeLp>,
    /// Rows that never leave, by their numbers in the program.
    names: Vec<u32>,
    halves: Rc<Vec<Half>>,
    objective: Vec<i64>,
    bounds: Option<Bounds>,
    path: Vec<Rc<Link>>,
    pub(super) n_lps: u64,
}

/// What came of a linear program.
pub(super) enum Solved {
    /// A point, and what its duals prove.
    Point(Proven, Rc<Weights>),
    /// There is no point, as these weights show.
    Infeasible(Rc<Weights>),
    /// Nothing of use.
    Unknown,
}

impl Relaxation {
    /// The rows of `halves` with the numbers `names`, under `min objective`.
    pub(super) fn new(lps: &dyn NodeLps, halves: &Rc<Vec<Half>>, names: Vec<u32>, objective: &[i64]) -> Self {
        let cost: Vec<f64> = objective.iter().map(|c| *c as f64).collect();
        let mut lp = lps.lp(&cost);
        for name in &names {
            add(lp.as_mut(), &halves[*name as usize]);
        }
        let halves = Rc::clone(halves);
        Self { lp, names, halves, objective: objective.to_vec(), bounds: None, path: Vec::new(), n_lps: 0 }
    }

    /// Goes to a node.
    pub(super) fn load(&mut self, bounds: &Bounds, path: &Path) {
        let ends = bounds.lower.iter().zip(&bounds.upper).enumerate();
        let changed: Vec<(u32, f64, f64)> = ends
            .filter(|(v, (lo, hi))| match &self.bounds {
                Some(old) => (&old.lower[*v], &old.upper[*v]) != (*lo, *hi),
                None => true,
            })
            .map(|(v, (lo, hi))| (v as u32, *lo as f64, *hi as f64))
            .collect();
        self.lp.set_cols_bounds(&changed);
        self.bounds = Some(bounds.clone());
        let rows = rows_of(path);
        let n_same = rows.iter().zip(&self.path).take_while(|(a, b)| Rc::ptr_eq(a, b)).count();
        if n_same < self.path.len() {
            let n_first = self.names.len() + n_same;
            let gone: Vec<bool> = (0..self.lp.n_rows()).map(|i| i >= n_first).collect();
            self.lp.delete_rows(&gone);
        }
        for link in &rows[n_same..] {
            add(self.lp.as_mut(), &link.row);
        }
        self.path = rows;
    }

    /// Solves at the node; a bound above `enough` ends it early.
    pub(super) fn solve(&mut self, enough: f64) -> Solved {
        self.n_lps += 1;
        self.lp.set_objective_bound(enough);
        match self.lp.run() {
            LpStatus::Optimal | LpStatus::ObjectiveBound => {
                let duals: Vec<f64> = self.lp.row_duals().iter().map(|dual| (-dual).max(0.0)).collect();
                let (proven, weights) = self.rounded(1.0, &duals);
                Solved::Point(proven, Rc::new(weights))
            }
            LpStatus::Infeasible => match self.no_point() {
                Some(weights) => Solved::Infeasible(Rc::new(weights)),
                None => Solved::Unknown,
            },
            LpStatus::Other(_) => Solved::Unknown,
        }
    }

    /// The last point.
    pub(super) fn x(&self) -> &[f64] {
        self.lp.x()
    }

    fn no_point(&mut self) -> Option<Weights> {
        let ray = self.lp.infeasibility()?;
        for sign in [1.0, -1.0] {
            let ray: Vec<f64> = ray.iter().map(|a| (sign * a).max(0.0)).collect();
            let largest = ray.iter().copied().fold(0.0, f64::max);
            if largest <= 0.0 {
                continue;
            }
            let ray: Vec<f64> = ray.into_iter().map(|a| a / largest).collect();
            let (proven, weights) = self.rounded(0.0, &ray);
            if proven == Proven::Nothing {
                return Some(weights);
            }
        }
        None
    }

    /// Weights in integers near these, and what they prove: small ones if they prove as much.
    fn rounded(&self, objective: f64, duals: &[f64]) -> (Proven, Weights) {
        let mut best = (Proven::AtLeast(i64::MIN), Weights::trivial());
        for part in PARTS.into_iter().rev() {
            let weights = self.weights(objective, duals, part as f64);
            let proven = self.proves(&weights);
            if proven < best.0 {
                continue;
            }
            best = (proven, weights);
        }
        best
    }

    fn weights(&self, objective: f64, duals: &[f64], part: f64) -> Weights {
        let name = |i: usize| match self.names.get(i) {
            Some(name) => RowName::Half(*name),
            None => RowName::Path((i - self.names.len()) as u32),
        };
        let weight = |dual: f64| (dual * part).round().min(1e17) as i64;
        let rows = duals.iter().enumerate().map(|(i, dual)| (name(i), weight(*dual)));
        Weights { objective: weight(objective), rows: rows.filter(|(_, weight)| *weight > 0).collect() }
    }

    /// What weights prove at this node, in integers.
    fn proves(&self, weights: &Weights) -> Proven {
        let row = |name: RowName| match name {
            RowName::Half(i) => &self.halves[i as usize],
            RowName::Path(i) => &self.path[i as usize].row,
        };
        let sum = RowSum::new(weights, &self.objective, row);
        match (sum, &self.bounds) {
            (Some(sum), Some(bounds)) => sum.proves(bounds),
            _ => Proven::AtLeast(i64::MIN),
        }
    }
}

fn add(lp: &mut dyn NodeLp, half: &Half) {
    let terms: Vec<(u32, f64)> = half.terms.iter().map(|(v, a)| (*v as u32, *a as f64)).collect();
    lp.add_row_le(&terms, half.rhs as f64);
}
