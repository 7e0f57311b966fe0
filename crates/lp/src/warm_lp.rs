//! A covering LP that stays warm: rows come and go, bounds move, and each solve starts from the basis of the last.
//!
//! A branch and cut solves such LPs at its nodes. All results are floating-point numbers and prove nothing: a caller
//! that prunes by them must round the row duals and check the bound in exact arithmetic.

use super::Highs;
use super::highs_handle::{BASIC, Handle, Setting, Solution};
use minclue_core::ilp::{CoverRow, LpStatus, NodeLp, NodeLps};

/// A basis to return to: the status of every column and of every row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Basis {
    // HiGHS has five statuses; a tree keeps many bases.
    cols: Box<[u8]>,
    rows: Box<[u8]>,
}

/// `min cost x` over columns in `[0, 1]` and rows [`CoverRow`], solved by the dual simplex of HiGHS.
///
/// It is single-threaded and cannot leave its thread.
#[derive(Debug)]
pub struct WarmLp {
    highs: Handle,
    solution: Solution,
    /// The number of rows that the solution refers to; rows may have come and gone since.
    n_solved_rows: usize,
    objective: f64,
    simplex_iterations: u64,
    cold_restarts: u64,
}

impl WarmLp {
    /// Creates an LP without rows that has one column in `[0, 1]` per cost.
    ///
    /// # Panics
    /// If a cost is not finite.
    #[must_use]
    pub fn new(cost: &[f64]) -> Self {
        assert!(cost.iter().all(|c| c.is_finite()), "costs are finite");
        let mut highs = Handle::new();
        // A presolved LP has no basis to continue from, and only the serial dual simplex (strategy 1) uses a given one.
        highs.set(c"presolve", Setting::Text(c"off"));
        highs.set(c"solver", Setting::Text(c"simplex"));
        highs.set(c"simplex_strategy", Setting::Int(1));
        highs.add_unit_cols(cost);
        let mut solution = Solution::default();
        highs.solution(&mut solution);
        Self { highs, solution, n_solved_rows: 0, objective: 0.0, simplex_iterations: 0, cold_restarts: 0 }
    }

    /// Sets the bounds of one column.
    ///
    /// # Panics
    /// If the column does not exist or `lo > hi`.
    pub fn set_col_bounds(&mut self, col: usize, lo: f64, hi: f64) {
        assert!(lo <= hi, "bounds in order");
        self.highs.set_col_bounds(col, lo, hi);
    }

    fn run_once(&mut self) -> LpStatus {
        let status = match self.highs.run() {
            highs_sys::MODEL_STATUS_OPTIMAL => LpStatus::Optimal,
            highs_sys::MODEL_STATUS_INFEASIBLE => LpStatus::Infeasible,
            highs_sys::MODEL_STATUS_OBJECTIVE_BOUND => LpStatus::ObjectiveBound,
            other => LpStatus::Other(other),
        };
        // HiGHS counts each run by itself, and says -1 if it has nothing to say.
        self.simplex_iterations += u64::try_from(self.highs.info(c"simplex_iteration_count")).unwrap_or(0);
        status
    }

    /// Returns the objective value of the last solve, which is the optimum after [`LpStatus::Optimal`].
    #[must_use]
    pub fn objective(&self) -> f64 {
        self.objective
    }

    /// Returns the reduced costs of the columns after the last solve.
    #[must_use]
    pub fn reduced_costs(&self) -> &[f64] {
        &self.solution.reduced_costs
    }

    #[must_use]
    pub fn n_cols(&self) -> usize {
        self.highs.n_cols()
    }

    /// Returns the current basis; `None` before the first solve and after a solve that left none.
    #[must_use]
    pub fn basis(&mut self) -> Option<Basis> {
        let bytes = |statuses: Vec<i32>| statuses.into_iter().map(|s| s as u8).collect();
        self.highs.basis().map(|(cols, rows)| Basis { cols: bytes(cols), rows: bytes(rows) })
    }

    /// Returns to a basis of the same rows; rows added since become basic. Returns `false` if HiGHS rejects the basis;
    /// the next solve then chooses its own start.
    ///
    /// # Panics
    /// If the basis has more rows than the LP.
    pub fn set_basis(&mut self, basis: &Basis) -> bool {
        assert!(basis.rows.len() <= self.n_rows(), "rows were deleted since");
        let cols: Vec<i32> = basis.cols.iter().map(|&s| i32::from(s)).collect();
        let mut rows: Vec<i32> = basis.rows.iter().map(|&s| i32::from(s)).collect();
        rows.resize(self.n_rows(), BASIC);
        self.highs.set_basis(&cols, &rows)
    }
}

impl NodeLps for Highs {
    fn lp(&self, cost: &[f64]) -> Box<dyn NodeLp> {
        Box::new(WarmLp::new(cost))
    }
}

impl NodeLp for WarmLp {
    fn add_rows_ge(&mut self, rows: &[CoverRow]) {
        if rows.is_empty() {
            return;
        }
        let n_entries = rows.iter().map(|row| row.terms.len()).sum();
        let mut starts = Vec::with_capacity(rows.len());
        let (mut index, mut value) = (Vec::with_capacity(n_entries), Vec::with_capacity(n_entries));
        for row in rows {
            let finite = row.rhs.is_finite() && row.terms.iter().all(|(_, a)| a.is_finite());
            assert!(finite, "finite numbers");
            starts.push(i32::try_from(index.len()).expect("fewer than 2^31 entries"));
            index.extend(row.terms.iter().map(|(j, _)| i32::try_from(*j).expect("fewer than 2^31 columns")));
            value.extend(row.terms.iter().map(|(_, a)| *a));
        }
        let lower: Vec<f64> = rows.iter().map(|row| row.rhs).collect();
        let upper = vec![f64::INFINITY; rows.len()];
        self.highs.add_rows(&lower, &upper, &starts, &index, &value);
    }

    fn add_row_le(&mut self, terms: &[(u32, f64)], rhs: f64) {
        assert!(rhs.is_finite() && terms.iter().all(|(_, a)| a.is_finite()), "finite numbers");
        let index: Vec<i32> = terms.iter().map(|(j, _)| i32::try_from(*j).expect("fewer than 2^31 columns")).collect();
        let value: Vec<f64> = terms.iter().map(|(_, a)| *a).collect();
        self.highs.add_rows(&[f64::NEG_INFINITY], &[rhs], &[0], &index, &value);
    }

    fn delete_rows(&mut self, mask: &[bool]) {
        self.highs.delete_rows(mask);
    }

    fn set_cols_bounds(&mut self, bounds: &[(u32, f64, f64)]) {
        if bounds.is_empty() {
            return;
        }
        assert!(bounds.iter().all(|(_, lo, hi)| lo <= hi), "bounds in order");
        let cols: Vec<i32> = bounds.iter().map(|b| i32::try_from(b.0).expect("fewer than 2^31 columns")).collect();
        let (lower, upper): (Vec<f64>, Vec<f64>) = bounds.iter().map(|b| (b.1, b.2)).unzip();
        self.highs.set_cols_bounds(&cols, &lower, &upper);
    }

    fn set_objective_bound(&mut self, bound: f64) {
        self.highs.set(c"objective_bound", Setting::Float(bound));
    }

    fn run(&mut self) -> LpStatus {
        let status = match self.run_once() {
            LpStatus::Other(_) => {
                self.highs.forget();
                self.cold_restarts += 1;
                self.run_once()
            }
            known => known,
        };
        self.objective = self.highs.objective();
        self.highs.solution(&mut self.solution);
        self.n_solved_rows = self.n_rows();
        status
    }

    fn infeasibility(&mut self) -> Option<Vec<f64>> {
        self.highs.dual_ray()
    }

    fn x(&self) -> &[f64] {
        &self.solution.x
    }

    fn row_duals(&self) -> &[f64] {
        &self.solution.duals[..self.n_solved_rows]
    }

    fn row_activities(&self) -> &[f64] {
        &self.solution.activities[..self.n_solved_rows]
    }

    fn n_rows(&self) -> usize {
        self.highs.n_rows()
    }

    fn simplex_iterations(&self) -> u64 {
        self.simplex_iterations
    }

    fn cold_restarts(&self) -> u64 {
        self.cold_restarts
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::*;
    use minclue_core::base::rng;

    fn row(cols: &[u32], rhs: f64) -> CoverRow {
        CoverRow { terms: cols.iter().map(|&j| (j, 1.0)).collect(), rhs }
    }

    /// The vertices of a triangle that cover its edges: 2, and 1.5 in the LP.
    fn triangle() -> WarmLp {
        let mut lp = WarmLp::new(&[1.0; 3]);
        lp.add_rows_ge(&[row(&[0, 1], 1.0), row(&[1, 2], 1.0), row(&[0, 2], 1.0)]);
        lp
    }

    fn optimum(lp: &mut WarmLp) -> f64 {
        assert_eq!(lp.run(), LpStatus::Optimal);
        lp.objective()
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn no_row_no_cost() {
        let mut lp = WarmLp::new(&[1.0, 1.0]);
        assert!(close(optimum(&mut lp), 0.0));
        assert!(lp.row_duals().is_empty());
        lp.add_rows_ge(&[]);
        assert_eq!(lp.n_rows(), 0);
    }

    #[test]
    fn the_triangle_has_its_half_integral_vertex() {
        let mut lp = triangle();
        assert!(close(optimum(&mut lp), 1.5));
        assert!(lp.x().iter().all(|&x| close(x, 0.5)));
        assert!(lp.row_duals().iter().all(|&u| close(u, 0.5)));
        assert!(lp.reduced_costs().iter().all(|&d| close(d, 0.0)));
        assert!(lp.row_activities().iter().all(|&a| close(a, 1.0)));
        assert!(lp.simplex_iterations() > 0);
    }

    #[test]
    fn a_row_added_afterwards_holds() {
        let mut lp = triangle();
        let _ = optimum(&mut lp);
        lp.add_rows_ge(&[row(&[0, 1, 2], 2.0)]);
        assert_eq!((lp.n_rows(), lp.row_duals().len()), (4, 3), "the duals are still those of the last solve");
        assert!(close(optimum(&mut lp), 2.0));
        assert_eq!((lp.n_rows(), lp.row_duals().len()), (4, 4));
    }

    #[test]
    fn fixed_columns_and_back() {
        let mut lp = triangle();
        lp.set_col_bounds(0, 1.0, 1.0);
        assert!(close(optimum(&mut lp), 2.0));
        lp.set_cols_bounds(&[(0, 0.0, 0.0), (1, 0.0, 0.0)]);
        assert_eq!(lp.run(), LpStatus::Infeasible);
        lp.set_cols_bounds(&[(0, 0.0, 1.0), (1, 0.0, 1.0)]);
        assert!(close(optimum(&mut lp), 1.5));
        assert_eq!(lp.cold_restarts(), 0);
    }

    #[test]
    fn deleted_rows_are_gone_and_the_others_stay_in_order() {
        let mut lp = triangle();
        let _ = optimum(&mut lp);
        lp.delete_rows(&[false, true, false]);
        assert_eq!(lp.n_rows(), 2);
        assert!(close(optimum(&mut lp), 1.0));
        lp.set_col_bounds(0, 0.0, 0.0);
        assert!(close(optimum(&mut lp), 2.0));
        lp.delete_rows(&[true, true]);
        assert!(close(optimum(&mut lp), 0.0));
    }

    #[test]
    fn an_objective_bound_ends_a_solve_early() {
        let n = 40;
        let mut lp = WarmLp::new(&vec![1.0; 3 * n]);
        let rows: Vec<CoverRow> = (0..n as u32)
            .flat_map(|t| [[0, 1], [1, 2], [0, 2]].map(|edge| row(&edge.map(|v| 3 * t + v), 1.0)))
            .collect();
        lp.add_rows_ge(&rows);
        lp.set_objective_bound(10.5);
        assert_eq!(lp.run(), LpStatus::ObjectiveBound);
        // The duals are feasible then, so they show by themselves that the optimum is above the bound.
        let slack: f64 = lp.reduced_costs().iter().map(|d| d.min(0.0)).sum();
        assert!(lp.row_duals().iter().sum::<f64>() + slack > 10.5);
        lp.set_objective_bound(f64::INFINITY);
        assert!(close(optimum(&mut lp), 1.5 * n as f64));
    }

    #[test]
    fn a_basis_comes_back() {
        let mut lp = triangle();
        assert_eq!(lp.basis(), None);
        let _ = optimum(&mut lp);
        let at_root = lp.basis().expect("a basis after a solve");
        lp.set_col_bounds(2, 1.0, 1.0);
        lp.add_rows_ge(&[row(&[0, 1, 2], 1.0)]);
        assert!(close(optimum(&mut lp), 2.0));
        lp.set_col_bounds(2, 0.0, 1.0);
        let before = lp.simplex_iterations();
        assert!(lp.set_basis(&at_root));
        assert!(close(optimum(&mut lp), 1.5));
        assert_eq!(lp.simplex_iterations(), before, "an optimal basis needs no iteration");
    }

    /// A warm LP that rows enter and leave and bounds move in has at every moment the optimum of a new one.
    #[test]
    fn warm_is_as_good_as_cold() {
        let (n, mut rng) = (12, rng(3));
        let mut warm = WarmLp::new(&vec![1.0; n]);
        let mut rows: Vec<CoverRow> = Vec::new();
        let mut bounds = vec![(0.0, 1.0); n];
        let mut kept: Option<Basis> = None;
        let (mut n_infeasible, mut n_bound) = (0, 0);
        for _ in 0..400 {
            let mut new = Vec::new();
            for _ in 0..rng.random_range(0..4) {
                let cols: Vec<u32> = (0..n as u32).filter(|_| rng.random_bool(0.3)).collect();
                let rhs = if cols.len() > 3 { 2.0 } else { 1.0 };
                new.extend((!cols.is_empty()).then(|| row(&cols, rhs)));
            }
            warm.add_rows_ge(&new);
            rows.extend(new);
            if rows.len() > 20 {
                let mask: Vec<bool> = rows.iter().map(|_| rng.random_bool(0.5)).collect();
                warm.delete_rows(&mask);
                let mut gone = mask.iter();
                rows.retain(|_| !gone.next().expect("one entry per row"));
                kept = None;
            }
            let col = rng.random_range(0..n);
            bounds[col] = [(0.0, 1.0), (0.0, 0.0), (1.0, 1.0)][rng.random_range(0..3)];
            warm.set_col_bounds(col, bounds[col].0, bounds[col].1);
            if let Some(basis) = kept.as_ref().filter(|_| rng.random_bool(0.3)) {
                assert!(warm.set_basis(basis));
            }

            let mut cold = WarmLp::new(&vec![1.0; n]);
            cold.add_rows_ge(&rows);
            let all: Vec<_> = bounds.iter().zip(0..).map(|(b, j)| (j, b.0, b.1)).collect();
            cold.set_cols_bounds(&all);
            let (expected, bound) = (cold.run(), 4.25);
            warm.set_objective_bound(if rng.random_bool(0.5) { bound } else { f64::INFINITY });
            match warm.run() {
                LpStatus::ObjectiveBound => {
                    assert!(expected == LpStatus::Infeasible || cold.objective() > bound);
                    n_bound += 1;
                }
                status => {
                    assert_eq!(status, expected);
                    assert!(status != LpStatus::Optimal || close(warm.objective(), cold.objective()));
                    n_infeasible += u32::from(status == LpStatus::Infeasible);
                }
            }
            kept = warm.basis();
        }
        assert!(n_infeasible > 0 && n_bound > 0);
        assert_eq!(warm.cold_restarts(), 0);
    }
}
