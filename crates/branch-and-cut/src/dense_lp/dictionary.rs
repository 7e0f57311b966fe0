//! The dictionary of a basis: each basic variable, and the objective, as a sum of nonbasic variables.
//!
//! Variables are the columns of the LP, between their bounds, and a slack `s = a x + b >= 0` for each row. Of n columns
//! and m rows, m variables are basic and n are not:
//!
//! ```text
//! basic i  =  sum_j rows[i][j] * nonbasic j  +  rows[i][n]
//! cost     =  sum_j reduced[j] * nonbasic j  +  reduced[n]
//! ```
//!
//! A row is a line of numbers, padded with zeros to a multiple of [`LANES`].

use pulp::{Scalar, Simd};

use super::lanes::{LANES, Sums, add_scaled, dot, eliminate, scale};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variable {
    Column(usize),
    Slack(usize),
}

/// The place of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The row that is its sum.
    Basic(usize),
    /// Its place in all rows.
    Nonbasic(usize),
}

#[derive(Clone, Debug)]
pub(super) struct Dictionary {
    n_cols: usize,
    /// Length of a line.
    stride: usize,
    /// The lines one after the other.
    rows: Vec<f64>,
    pub(super) basic: Vec<Variable>,
    /// The values of basic variables, and one plus the sum of the squares of their rows.
    pub(super) values: Vec<f64>,
    pub(super) norms: Vec<f64>,
    pub(super) nonbasic: Vec<Variable>,
    /// The values of nonbasic variables, with 1 in the place of the constant.
    pub(super) at: Vec<f64>,
    /// The reduced costs that the simplex goes by, and those of the costs as they were given.
    pub(super) reduced: Vec<f64>,
    pub(super) given: Vec<f64>,
    /// Bounds of the nonbasic variables, in their order; and those of all columns.
    pub(super) low: Vec<f64>,
    pub(super) high: Vec<f64>,
    bounds: Vec<(f64, f64)>,
    columns: Vec<Place>,
    slacks: Vec<Place>,
}

impl Dictionary {
    /// No rows yet: all columns are nonbasic, between 0 and 1.
    pub(super) fn new(cost: &[f64], given: &[f64]) -> Self {
        let n_cols = cost.len();
        let stride = (n_cols + 1).next_multiple_of(LANES);
        let (mut reduced, mut given) = (cost.to_vec(), given.to_vec());
        reduced.resize(stride, 0.0);
        given.resize(stride, 0.0);
        let mut at = vec![0.0; stride];
        at[n_cols] = 1.0;
        Self {
            n_cols,
            stride,
            rows: Vec::new(),
            basic: Vec::new(),
            values: Vec::new(),
            norms: Vec::new(),
            nonbasic: (0..n_cols).map(Variable::Column).collect(),
            at,
            reduced,
            given,
            low: vec![0.0; n_cols],
            high: vec![1.0; n_cols],
            bounds: vec![(0.0, 1.0); n_cols],
            columns: (0..n_cols).map(Place::Nonbasic).collect(),
            slacks: Vec::new(),
        }
    }

    pub(super) fn n_cols(&self) -> usize {
        self.n_cols
    }

    pub(super) fn n_rows(&self) -> usize {
        self.basic.len()
    }

    #[inline(always)]
    pub(super) fn row(&self, i: usize) -> &[f64] {
        &self.rows[i * self.stride..(i + 1) * self.stride]
    }

    #[inline(always)]
    pub(super) fn bounds_of(&self, variable: Variable) -> (f64, f64) {
        match variable {
            Variable::Column(j) => self.bounds[j],
            Variable::Slack(_) => (0.0, f64::INFINITY),
        }
    }

    pub(super) fn set_bounds(&mut self, column: usize, lo: f64, hi: f64) {
        self.bounds[column] = (lo, hi);
        if let Place::Nonbasic(j) = self.columns[column] {
            (self.low[j], self.high[j]) = (lo, hi);
        }
    }

    pub(super) fn copy_bounds(&mut self, other: &Self) {
        for (j, &(lo, hi)) in other.bounds.iter().enumerate() {
            self.set_bounds(j, lo, hi);
        }
    }

    pub(super) fn place_of_column(&self, column: usize) -> Place {
        self.columns[column]
    }

    pub(super) fn place_of_slack(&self, row: usize) -> Place {
        self.slacks[row]
    }

    pub(super) fn value(&self, place: Place) -> f64 {
        match place {
            Place::Basic(i) => self.values[i],
            Place::Nonbasic(j) => self.at[j],
        }
    }

    /// Adds the slack of the row `a x + b`, which is basic then.
    pub(super) fn add(&mut self, given: &[f64]) {
        let mut line = vec![0.0; self.stride];
        line[self.n_cols] = given[self.n_cols];
        for (place, &a) in self.columns.iter().zip(given) {
            match *place {
                _ if a == 0.0 => {}
                Place::Nonbasic(j) => line[j] += a,
                Place::Basic(i) => add_scaled(Scalar, &mut line, a, &self.rows[i * self.stride..(i + 1) * self.stride]),
            }
        }
        self.slacks.push(Place::Basic(self.basic.len()));
        self.basic.push(Variable::Slack(self.slacks.len() - 1));
        self.norms.push(self.norm(dot(Scalar, &line, &line), &line));
        self.values.push(0.0);
        self.rows.extend(line);
    }

    /// Takes the rows away whose entry is true; false, and nothing of use is left, if one of them is tight.
    pub(super) fn delete(&mut self, mask: &[bool]) -> bool {
        if self.nonbasic.iter().any(|v| matches!(v, Variable::Slack(i) if mask[*i])) {
            return false;
        }
        let mut number = 0;
        let numbers: Vec<usize> = mask
            .iter()
            .map(|gone| {
                let own = number;
                number += usize::from(!gone);
                own
            })
            .collect();
        let renumbered = |v: Variable| match v {
            Variable::Slack(i) => Variable::Slack(numbers[i]),
            column @ Variable::Column(_) => column,
        };
        let mut n_kept = 0;
        for i in 0..self.basic.len() {
            if matches!(self.basic[i], Variable::Slack(row) if mask[row]) {
                continue;
            }
            self.basic[n_kept] = renumbered(self.basic[i]);
            self.values[n_kept] = self.values[i];
            self.norms[n_kept] = self.norms[i];
            self.rows.copy_within(i * self.stride..(i + 1) * self.stride, n_kept * self.stride);
            n_kept += 1;
        }
        self.basic.truncate(n_kept);
        self.values.truncate(n_kept);
        self.norms.truncate(n_kept);
        self.rows.truncate(n_kept * self.stride);
        self.slacks.truncate(number);
        for j in 0..self.n_cols {
            self.nonbasic[j] = renumbered(self.nonbasic[j]);
            self.locate(self.nonbasic[j], Place::Nonbasic(j));
        }
        for i in 0..n_kept {
            self.locate(self.basic[i], Place::Basic(i));
        }
        true
    }

    /// One more than the sum of the squares of the coefficients; that of all numbers of the line is `squares`.
    #[inline(always)]
    fn norm(&self, squares: f64, line: &[f64]) -> f64 {
        1.0 + squares - line[self.n_cols] * line[self.n_cols]
    }

    fn locate(&mut self, variable: Variable, place: Place) {
        match variable {
            Variable::Column(j) => self.columns[j] = place,
            Variable::Slack(i) => self.slacks[i] = place,
        }
    }

    /// Exchanges the basic variable of row `i` with nonbasic variable `j`; what is left to do is
    /// [`Self::substitute`]. The row is that of the entering variable then, and so are the reduced costs.
    #[inline(always)]
    pub(super) fn exchange<S: Simd>(&mut self, simd: S, i: usize, j: usize) {
        let row = &mut self.rows[i * self.stride..(i + 1) * self.stride];
        // x_i = ... + p x_j, so x_j = (x_i - ...) / p.
        let inverse = 1.0 / row[j];
        scale(simd, row, -inverse);
        row[j] = inverse;
        for costs in [&mut self.reduced, &mut self.given] {
            let factor = std::mem::take(&mut costs[j]);
            add_scaled(simd, costs, factor, row);
        }
        let (leaves, enters) = (self.basic[i], self.nonbasic[j]);
        (self.basic[i], self.nonbasic[j]) = (enters, leaves);
        (self.low[j], self.high[j]) = self.bounds_of(leaves);
        self.locate(enters, Place::Basic(i));
        self.locate(leaves, Place::Nonbasic(j));
    }

    /// Puts row `i`, the sum of the variable that entered in place `j`, into all others, and finds the values of the
    /// basic variables.
    #[inline(always)]
    pub(super) fn substitute<S: Simd>(&mut self, simd: S, i: usize, j: usize) {
        let (stride, n_cols) = (self.stride, self.n_cols);
        let (before, rest) = self.rows.split_at_mut(i * stride);
        let (row, after) = rest.split_at_mut(stride);
        let row = &*row;
        let own = |sums: Sums, line: &[f64]| (1.0 + sums.squares - line[n_cols] * line[n_cols], sums.products);
        let (values, norms, at) = (&mut self.values, &mut self.norms, &self.at);
        for (k, line) in before.chunks_exact_mut(stride).enumerate() {
            let factor = std::mem::take(&mut line[j]);
            if factor == 0.0 {
                values[k] = dot(simd, line, at);
                continue;
            }
            let sums = eliminate(simd, line, factor, row, at);
            (norms[k], values[k]) = own(sums, line);
        }
        for (k, line) in after.chunks_exact_mut(stride).enumerate() {
            let factor = std::mem::take(&mut line[j]);
            if factor == 0.0 {
                values[i + 1 + k] = dot(simd, line, at);
                continue;
            }
            let sums = eliminate(simd, line, factor, row, at);
            (norms[i + 1 + k], values[i + 1 + k]) = own(sums, line);
        }
        let sums = Sums { squares: dot(simd, row, row), products: dot(simd, row, at) };
        (norms[i], values[i]) = own(sums, row);
    }

    /// The values of all basic variables.
    #[inline(always)]
    pub(super) fn evaluate<S: Simd>(&mut self, simd: S) {
        for (value, row) in self.values.iter_mut().zip(self.rows.chunks_exact(self.stride)) {
            *value = dot(simd, row, &self.at);
        }
    }
}
