//! A linear program over cells that stays warm: a small active set of rows, from node to node of a tree.
//!
//! Its floating-point results are only proposals; sums in integers are the proofs.

use crate::base::{Cell, CellSet, Index};
use crate::ilp::{CoverRow, LpStatus, NodeLp};

/// The minimum slack of a row to be dropped.
const LOOSE: f64 = 1e-6;
/// A value counts as integral if it is so close to 0 or 1.
pub(crate) const INTEGRAL: f64 = 1e-6;

/// The program, and which rows of kind `R` are in it.
pub(crate) struct WarmLp<R, const W: usize> {
    lp: Box<dyn NodeLp>,
    cells: CellSet<W>,
    /// Rows at the front that never leave.
    n_fixed: usize,
    rows: Vec<R>,
    /// The cells that are fixed.
    pub(crate) ones: CellSet<W>,
    pub(crate) zeros: CellSet<W>,
    pub(crate) n_lps: u64,
}

impl<R, const W: usize> WarmLp<R, W> {
    /// The rows of `lp` stay; the columns of `cells` are 0 or 1 in what is looked for.
    pub(crate) fn new(lp: Box<dyn NodeLp>, cells: CellSet<W>) -> Self {
        let n_fixed = lp.n_rows();
        Self { lp, cells, n_fixed, rows: Vec::new(), ones: CellSet::EMPTY, zeros: CellSet::EMPTY, n_lps: 0 }
    }

    /// Adds rows that never leave, before any other.
    pub(crate) fn add_fixed(&mut self, rows: &[CoverRow]) {
        self.lp.add_rows_ge(rows);
        self.n_fixed = self.lp.n_rows();
    }

    /// Adds rows, each with how the program has it.
    pub(crate) fn add(&mut self, rows: impl IntoIterator<Item = (R, CoverRow)>) {
        let (rows, for_lp): (Vec<R>, Vec<CoverRow>) = rows.into_iter().unzip();
        self.lp.add_rows_ge(&for_lp);
        self.rows.extend(rows);
    }

    /// Drops loose rows if there are more than `many`; `rhs` is the right side of a row.
    pub(crate) fn purge(&mut self, many: usize, rhs: impl Fn(&R) -> f64) {
        if self.lp.n_rows() <= many {
            return;
        }
        let activities = self.lp.row_activities().iter().skip(self.n_fixed);
        let mut loose = vec![false; self.n_fixed];
        loose.extend(self.rows.iter().zip(activities).map(|(row, a)| *a > rhs(row) + LOOSE));
        // A row that came after the last solve has no activity yet.
        loose.resize(self.lp.n_rows(), false);
        self.lp.delete_rows(&loose);
        let mut gone = loose.into_iter().skip(self.n_fixed);
        self.rows.retain(|_| !gone.next().unwrap_or(false));
    }

    pub(crate) fn n_rows(&self) -> usize {
        self.lp.n_rows()
    }

    /// The rows that may leave.
    pub(crate) fn rows(&self) -> &[R] {
        &self.rows
    }

    /// Makes the bounds of the columns those of a node: `ones` are 1, `zeros` are 0, the others free.
    pub(crate) fn fix(&mut self, ones: CellSet<W>, zeros: CellSet<W>) {
        let changed = (self.ones ^ ones) | (self.zeros ^ zeros);
        let value = |set: &CellSet<W>, c| f64::from(u8::from(set.contains(c)));
        let bounds: Vec<(u32, f64, f64)> =
            changed.iter().map(|c| (c.get() as u32, value(&ones, c), 1.0 - value(&zeros, c))).collect();
        self.lp.set_cols_bounds(&bounds);
        (self.ones, self.zeros) = (ones, zeros);
    }

    /// Lets solves end early where the objective is above `bound`.
    pub(crate) fn aim(&mut self, bound: f64) {
        self.lp.set_objective_bound(bound);
    }

    /// Solves the program. The result is only a proposal.
    pub(crate) fn solve(&mut self) -> LpStatus {
        self.n_lps += 1;
        self.lp.run()
    }

    /// The value of each column in the last solution.
    pub(crate) fn x(&self) -> &[f64] {
        self.lp.x()
    }

    /// The duals of the rows that never leave, and those of the others.
    pub(crate) fn duals(&self) -> (impl Iterator<Item = f64>, impl Iterator<Item = (&R, f64)>) {
        let duals = self.lp.row_duals().iter().copied();
        (duals.clone().take(self.n_fixed), self.rows.iter().zip(duals.skip(self.n_fixed)))
    }

    /// The last point, if it is integral.
    pub(crate) fn integral(&self) -> Option<CellSet<W>> {
        let value = |c: &Cell| self.lp.x()[c.get()];
        let is_one = |c: &Cell| value(c) > 1.0 - INTEGRAL;
        let is_between = |c: &Cell| !is_one(c) && value(c) > INTEGRAL;
        (!self.cells.iter().any(|c| is_between(&c))).then(|| self.cells.iter().filter(is_one).collect())
    }
}
