//! The linear program over items: a few rows that stay warm.
//!
//! All rows are scaled so that their largest numbers are near 1. The columns are the items, and one column with a cost
//! for violations of the leader's rows. Fixed items may make the row of a response impossible to satisfy; the program
//! is then infeasible.

use crate::base::{CellSet, stable_sort_by};
use crate::dot::{LANES, dot};
use crate::exact::SCALE;
use crate::ilp::{CoverRow, NodeLps};
use crate::warm_lp::WarmLp;

use super::program::{Program, Weights};

/// The cost of violating the leader's rows.
const ELASTIC_COST: f64 = 16.0;
/// With more rows than this the loose ones leave.
const PURGE_ABOVE: usize = 120;
/// A row is violated if it lacks more than this part.
const VIOLATED: f32 = 1e-5;
/// Most rows that enter at once.
const MAX_NEW: usize = 12;

/// The linear program, and which rows are in it.
pub(super) struct Master<const W: usize> {
    /// After the leader's rows, those of answers by their numbers in the program.
    pub(super) lp: WarmLp<usize, W>,
    n_items: usize,
    /// The rows of answers one after the other, divided like those in the program: coefficients, the right side, and
    /// zeros.
    scaled: Vec<f32>,
    /// The divisor of the objective.
    unit: f64,
    n_own: usize,
}

impl<const W: usize> Master<W> {
    /// The linear program of the leader's rows.
    pub(super) fn new(lps: &dyn NodeLps, program: &Program) -> Self {
        let n = program.n_items;
        let unit = program.prices.iter().copied().max().unwrap_or(1).max(1) as f64;
        let mut cost: Vec<f64> = program.prices.iter().map(|price| *price as f64 / unit).collect();
        cost.push(ELASTIC_COST);
        let mut lp = lps.lp(&cost);
        lp.set_cols_bounds(&[(n as u32, 0.0, n as f64 + 1.0)]);
        let mut master = Self {
            lp: WarmLp::new(lp, CellSet::first_n(n)),
            n_items: n,
            scaled: Vec::new(),
            unit,
            n_own: program.n_own,
        };
        let own: Vec<CoverRow> = (0..program.n_own).map(|row| master.for_lp(program, row)).collect();
        master.lp.add_fixed(&own);
        master
    }

    /// How the linear program has a row.
    fn for_lp(&self, program: &Program, number: usize) -> CoverRow {
        let (row, divisor) = (&program.rows[number], Self::divisor(program, number));
        let items = row.a.iter().zip(0..).filter(|(a, _)| **a != 0);
        let mut terms: Vec<(u32, f64)> = items.map(|(a, item)| (item, *a as f64 / divisor)).collect();
        if row.is_own {
            terms.push((self.n_items as u32, 1.0));
        }
        CoverRow { terms, rhs: row.rhs as f64 / divisor }
    }

    /// Adds the rows that the last point violates, and returns their number.
    pub(super) fn separate(&mut self, program: &Program) -> usize {
        self.scale(program);
        let mut is_in = vec![false; program.rows.len()];
        self.lp.rows().iter().for_each(|number| is_in[*number] = true);
        let mut point: Vec<f32> = self.lp.x()[..self.n_items].iter().map(|x| *x as f32).collect();
        point.push(-1.0);
        point.resize(self.stride(), 0.0);
        let mut violated: Vec<(f32, usize)> = Vec::new();
        for (i, row) in self.scaled.chunks_exact(point.len()).enumerate() {
            let lack = -dot(row, &point);
            let number = self.n_own + i;
            if lack > VIOLATED && !is_in[number] {
                violated.push((lack, number));
            }
        }
        stable_sort_by(&mut violated, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        violated.truncate(MAX_NEW);
        if violated.is_empty() {
            return 0;
        }
        self.lp.purge(PURGE_ABOVE, |_| 1.0);
        let rows: Vec<(usize, CoverRow)> =
            violated.iter().map(|(_, number)| (*number, self.for_lp(program, *number))).collect();
        self.lp.add(rows);
        violated.len()
    }

    /// The divisor of a row.
    fn divisor(program: &Program, number: usize) -> f64 {
        let row = &program.rows[number];
        match row.is_own {
            true => row.a.iter().map(|a| a.unsigned_abs()).max().unwrap_or(1).max(1) as f64,
            false => row.rhs as f64,
        }
    }

    /// Makes the rows of new answers ready.
    fn scale(&mut self, program: &Program) {
        let stride = self.stride();
        for number in self.n_own + self.scaled.len() / stride..program.rows.len() {
            let (row, divisor) = (&program.rows[number], Self::divisor(program, number));
            let end = self.scaled.len() + stride;
            self.scaled.extend(row.a.iter().map(|a| (*a as f64 / divisor) as f32));
            self.scaled.push((row.rhs as f64 / divisor) as f32);
            self.scaled.resize(end, 0.0);
        }
    }

    /// Numbers of a row in `scaled`.
    fn stride(&self) -> usize {
        (self.n_items + 1).next_multiple_of(LANES)
    }

    /// Ends solves early once the objective is above this.
    pub(super) fn aim(&mut self, wanted: Option<i64>) {
        let bound = wanted.map_or(f64::INFINITY, |wanted| (wanted as f64 - 0.999) / self.unit + 1e-7);
        self.lp.aim(bound);
    }

    /// The values of the items.
    pub(super) fn x(&self) -> &[f64] {
        &self.lp.x()[..self.n_items]
    }

    /// The weights that the duals propose.
    pub(super) fn weights(&self, program: &Program) -> Weights {
        let mut weights = Weights { objective: SCALE, ..Weights::default() };
        let (of_own, of_answers) = self.lp.duals();
        let of_answers = of_answers.map(|(number, dual)| (*number, dual));
        for (number, dual) in (0..).zip(of_own).chain(of_answers) {
            // A row was divided by its divisor, and the objective by the unit.
            let scaled = dual * self.unit / Self::divisor(program, number) * SCALE as f64;
            if !(0.5..=1e15).contains(&scaled) {
                continue;
            }
            weights.rows.push((number as u32, scaled.round() as i64));
        }
        weights
    }
}
