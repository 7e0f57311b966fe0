//! The linear program over items: a few rows that stay warm.
//!
//! All rows are scaled so that their largest numbers are near 1. Columns are the items, theta, and one that pays for
//! what the leader's rows lack. So there always is a solution, and there always are duals, unless the goal is a cost:
//! then the row of an answer may be out of reach once items are fixed.

use crate::base::{CellSet, Index, stable_sort_by};
use crate::ilp::{CoverRow, LpStatus, NodeLp, NodeLps};

use super::CutGoal;
use super::program::{Fixed, Program, Weights};

/// What the leader's rows may lack costs so much.
const ELASTIC_COST: f64 = 16.0;
/// What theta may be, in units of the span of the follower's values.
const MOST_THETA: f64 = 4.0;
/// Weights are made whole in these parts.
const SCALE: f64 = (1_u64 << 24) as f64;
/// With more rows than this the loose ones leave.
const PURGE_ABOVE: usize = 120;
/// How far a row must be from tight to be dropped.
const LOOSE: f64 = 1e-6;
/// A row is violated if it lacks more than this part.
const VIOLATED: f32 = 1e-5;
/// Most rows that enter at once.
const MAX_NEW: usize = 12;

/// A row of the linear program.
struct InLp {
    /// Its number in the program.
    number: usize,
    /// What it was divided by.
    divisor: f64,
    /// Its right side.
    rhs: f64,
}

/// Numbers that are multiplied side by side.
const LANES: usize = 8;

/// The sum of products of two lists whose length [`LANES`] divides.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0_f32; LANES];
    for (a, b) in a.chunks_exact(LANES).zip(b.chunks_exact(LANES)) {
        for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += a * b;
        }
    }
    sums.iter().sum()
}

/// The linear program, and which rows are in it.
pub(super) struct Master<const W: usize> {
    lp: Box<dyn NodeLp>,
    n_items: usize,
    rows: Vec<InLp>,
    is_in: Vec<bool>,
    /// The rows of answers one after the other, divided like those in the program: coefficients, the right side, and
    /// zeros.
    scaled: Vec<f32>,
    fixed: Fixed<W>,
    /// What the objective was divided by, and what theta is above.
    unit: f64,
    least: f64,
    n_own: usize,
    pub(super) n_lps: u64,
}

impl<const W: usize> Master<W> {
    /// The linear program of the leader's rows. What the answers of the program are worth says how far the follower's
    /// values lie apart.
    pub(super) fn new(lps: &dyn NodeLps, program: &Program) -> Self {
        let n = program.n_items;
        let (unit, least) = match &program.goal {
            CutGoal::Value { least } => {
                let spans = program.replies.iter().map(|reply| reply.worth.saturating_sub(*least));
                (spans.max().unwrap_or(1).max(1) as f64, *least as f64)
            }
            CutGoal::Cost { prices, .. } => (prices.iter().copied().max().unwrap_or(1).max(1) as f64, 0.0),
        };
        let mut cost: Vec<f64> = (0..n).map(|item| program.price(item) as f64 / unit).collect();
        cost.push(f64::from(u8::from(program.is_value())));
        cost.push(ELASTIC_COST);
        let mut lp = lps.lp(&cost);
        let theta = if program.is_value() { MOST_THETA } else { 0.0 };
        lp.set_cols_bounds(&[(n as u32, 0.0, theta), (n as u32 + 1, 0.0, n as f64 + 1.0)]);
        let mut master = Self {
            lp,
            n_items: n,
            rows: Vec::new(),
            is_in: Vec::new(),
            scaled: Vec::new(),
            fixed: Fixed::default(),
            unit,
            least,
            n_own: program.n_own,
            n_lps: 0,
        };
        let own: Vec<usize> = (0..program.n_own).collect();
        master.add(program, &own);
        master
    }

    fn add(&mut self, program: &Program, rows: &[usize]) {
        self.is_in.resize(program.rows.len(), false);
        let mut for_lp = Vec::new();
        for &number in rows {
            let row = &program.rows[number];
            let divisor = self.divisor(program, number);
            let items = row.a.iter().zip(0..).filter(|(a, _)| **a != 0);
            let mut terms: Vec<(u32, f64)> = items.map(|(a, item)| (item, *a as f64 / divisor)).collect();
            let mut rhs = row.rhs as f64;
            if row.is_own {
                terms.push((self.n_items as u32 + 1, 1.0));
            } else if program.is_value() {
                terms.push((self.n_items as u32, 1.0));
                rhs -= self.least;
            }
            let rhs = rhs / divisor;
            for_lp.push(CoverRow { terms, rhs });
            self.rows.push(InLp { number, divisor, rhs });
            self.is_in[number] = true;
        }
        self.lp.add_rows_ge(&for_lp);
    }

    /// Rows that the last point violates join; none of them is in it yet. How many there are.
    pub(super) fn separate(&mut self, program: &Program) -> usize {
        self.is_in.resize(program.rows.len(), false);
        self.scale(program);
        let theta = if program.is_value() { (self.theta() - self.least) / self.unit } else { 0.0 };
        let mut point: Vec<f32> = self.lp.x()[..self.n_items].iter().map(|x| *x as f32).collect();
        point.push(-1.0);
        point.resize(self.stride(), 0.0);
        let mut violated: Vec<(f32, usize)> = Vec::new();
        for (i, row) in self.scaled.chunks_exact(point.len()).enumerate() {
            let lack = -dot(row, &point) - theta as f32;
            let number = self.n_own + i;
            if lack > VIOLATED && !self.is_in[number] {
                violated.push((lack, number));
            }
        }
        stable_sort_by(&mut violated, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        violated.truncate(MAX_NEW);
        if violated.is_empty() {
            return 0;
        }
        if self.rows.len() > PURGE_ABOVE {
            self.purge();
        }
        let rows: Vec<usize> = violated.iter().map(|(_, number)| *number).collect();
        self.add(program, &rows);
        rows.len()
    }

    /// What a row is divided by.
    fn divisor(&self, program: &Program, number: usize) -> f64 {
        let row = &program.rows[number];
        match (row.is_own, program.is_value()) {
            (false, true) => self.unit,
            (true, _) => row.a.iter().map(|a| a.unsigned_abs()).max().unwrap_or(1).max(1) as f64,
            (false, false) => row.rhs as f64,
        }
    }

    /// Makes the rows of new answers ready.
    fn scale(&mut self, program: &Program) {
        let stride = self.stride();
        for number in self.n_own + self.scaled.len() / stride..program.rows.len() {
            let (row, divisor) = (&program.rows[number], self.divisor(program, number));
            let end = self.scaled.len() + stride;
            self.scaled.extend(row.a.iter().map(|a| (*a as f64 / divisor) as f32));
            self.scaled.push(((row.rhs as f64 - self.least) / divisor) as f32);
            self.scaled.resize(end, 0.0);
        }
    }

    /// Numbers of a row in `scaled`.
    fn stride(&self) -> usize {
        (self.n_items + 1).next_multiple_of(LANES)
    }

    fn purge(&mut self) {
        let activities = self.lp.row_activities();
        // A row that came after the last solve has no activity yet.
        let mut loose: Vec<bool> = self.rows.iter().zip(activities).map(|(row, a)| *a > row.rhs + LOOSE).collect();
        loose.resize(self.rows.len(), false);
        loose.iter_mut().take(self.n_own).for_each(|loose| *loose = false);
        self.lp.delete_rows(&loose);
        let mut gone = loose.iter();
        let is_in = &mut self.is_in;
        self.rows.retain(|row| {
            let is_gone = gone.next().copied().unwrap_or(false);
            is_in[row.number] &= !is_gone;
            !is_gone
        });
    }

    /// Fixes items for a node.
    pub(super) fn fix(&mut self, fixed: Fixed<W>) {
        let changed = (self.fixed.ones ^ fixed.ones) | (self.fixed.zeros ^ fixed.zeros);
        let value = |set: &CellSet<W>, item| f64::from(u8::from(set.contains(item)));
        let bounds: Vec<(u32, f64, f64)> = changed
            .iter()
            .map(|item| (item.get() as u32, value(&fixed.ones, item), 1.0 - value(&fixed.zeros, item)))
            .collect();
        self.lp.set_cols_bounds(&bounds);
        self.fixed = fixed;
    }

    /// Ends solves early once the objective is above this.
    pub(super) fn aim(&mut self, wanted: Option<i64>) {
        let bound = wanted.map_or(f64::INFINITY, |wanted| (wanted as f64 - self.least - 0.999) / self.unit + 1e-7);
        self.lp.set_objective_bound(bound);
    }

    pub(super) fn solve(&mut self) -> LpStatus {
        self.n_lps += 1;
        self.lp.run()
    }

    /// The values of the items.
    pub(super) fn x(&self) -> &[f64] {
        &self.lp.x()[..self.n_items]
    }

    /// The value of theta.
    pub(super) fn theta(&self) -> f64 {
        self.lp.x()[self.n_items] * self.unit + self.least
    }

    /// The weights that the duals propose.
    pub(super) fn weights(&self, program: &Program) -> Weights {
        let mut weights = Weights::default();
        let is_value = program.is_value();
        let mut sum = 0;
        for (InLp { number, divisor, .. }, dual) in self.rows.iter().zip(self.lp.row_duals()) {
            // A row was divided by its divisor, and the objective by the unit.
            let scaled = dual * self.unit / divisor * SCALE;
            if !(0.5..=1e15).contains(&scaled) {
                continue;
            }
            let weight = scaled.round() as i64;
            weights.rows.push((*number as u32, weight));
            if !program.rows[*number].is_own {
                sum += weight;
            }
        }
        // Theta is at least what the follower always has, by the rest of the weight.
        weights.objective = if is_value { sum } else { SCALE as i64 };
        weights
    }
}
