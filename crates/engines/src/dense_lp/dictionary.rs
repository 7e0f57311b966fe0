//! The dictionary of a basis: each basic variable as a sum of nonbasic ones, and the objective too.
//!
//! Variables are the columns of the LP, between their bounds, and a slack `s = a x + b >= 0` for each row. Of n columns
//! and m rows, m variables are basic and n are not:
//!
//! ```text
//! basic i  =  sum_j rows[i][j] * nonbasic j  +  rows[i][n]
//! cost     =  sum_j reduced[j] * nonbasic j  +  reduced[n]
//! ```
//!
//! A row is a line of numbers, filled up with zeros to a whole number of [`LANES`], so that loops over it are loops over
//! vectors. Each loop adds up lane by lane, whatever the machine's vectors are, so that sums are the same everywhere.

/// Numbers that are worked on at once.
pub(super) const LANES: usize = 8;

/// A variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variable {
    Column(usize),
    Slack(usize),
}

/// Where a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The row that is its sum.
    Basic(usize),
    /// Its place in all rows.
    Nonbasic(usize),
}

#[derive(Debug)]
pub(super) struct Dictionary {
    n_cols: usize,
    /// Length of a line.
    stride: usize,
    /// The lines one after the other.
    rows: Vec<f64>,
    pub(super) basic: Vec<Variable>,
    /// What basic variables are worth, and one more than the sum of the squares of their rows.
    pub(super) values: Vec<f64>,
    pub(super) norms: Vec<f64>,
    pub(super) nonbasic: Vec<Variable>,
    /// What nonbasic variables are worth, with 1 in the place of the constant.
    pub(super) at: Vec<f64>,
    pub(super) reduced: Vec<f64>,
    /// Bounds of the nonbasic variables, in their order; and those of all columns.
    pub(super) low: Vec<f64>,
    pub(super) high: Vec<f64>,
    bounds: Vec<(f64, f64)>,
    columns: Vec<Place>,
    slacks: Vec<Place>,
}

/// The sum of products.
#[inline(always)]
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; LANES];
    for (a, b) in a.as_chunks::<LANES>().0.iter().zip(b.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    total(&sums)
}

/// `line += factor * other`.
#[inline(always)]
pub(super) fn add_scaled(line: &mut [f64], factor: f64, other: &[f64]) {
    for (a, b) in line.as_chunks_mut::<LANES>().0.iter_mut().zip(other.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            a[lane] += factor * b[lane];
        }
    }
}

#[inline(always)]
pub(super) fn total(sums: &[f64; LANES]) -> f64 {
    ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]))
}

impl Dictionary {
    /// No rows yet: all columns are nonbasic, between 0 and 1.
    pub(super) fn new(cost: &[f64]) -> Self {
        let n_cols = cost.len();
        let stride = (n_cols + 1).next_multiple_of(LANES);
        let mut reduced = cost.to_vec();
        reduced.resize(stride, 0.0);
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
                Place::Basic(i) => add_scaled(&mut line, a, &self.rows[i * self.stride..(i + 1) * self.stride]),
            }
        }
        self.slacks.push(Place::Basic(self.basic.len()));
        self.basic.push(Variable::Slack(self.slacks.len() - 1));
        self.norms.push(self.norm(&line));
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

    /// One more than the sum of the squares of the coefficients.
    #[inline(always)]
    pub(super) fn norm(&self, line: &[f64]) -> f64 {
        1.0 + dot(line, line) - line[self.n_cols] * line[self.n_cols]
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
    pub(super) fn exchange(&mut self, i: usize, j: usize) {
        let row = &mut self.rows[i * self.stride..(i + 1) * self.stride];
        // x_i = ... + p x_j, so x_j = (x_i - ...) / p.
        let inverse = 1.0 / row[j];
        row.iter_mut().for_each(|a| *a *= -inverse);
        row[j] = inverse;
        let factor = std::mem::take(&mut self.reduced[j]);
        add_scaled(&mut self.reduced, factor, row);
        let (leaves, enters) = (self.basic[i], self.nonbasic[j]);
        (self.basic[i], self.nonbasic[j]) = (enters, leaves);
        (self.low[j], self.high[j]) = self.bounds_of(leaves);
        self.locate(enters, Place::Basic(i));
        self.locate(leaves, Place::Nonbasic(j));
    }

    /// Puts row `i`, the sum of the variable that entered in place `j`, into all others, and finds the values of the
    /// basic variables.
    #[inline(always)]
    pub(super) fn substitute(&mut self, i: usize, j: usize) {
        let stride = self.stride;
        let (before, rest) = self.rows.split_at_mut(i * stride);
        let (row, after) = rest.split_at_mut(stride);
        let row = &*row;
        let others = before.chunks_exact_mut(stride).enumerate();
        let others = others.chain(after.chunks_exact_mut(stride).enumerate().map(|(k, line)| (i + 1 + k, line)));
        for (k, line) in others {
            let factor = std::mem::take(&mut line[j]);
            if factor == 0.0 {
                self.values[k] = dot(line, &self.at);
                continue;
            }
            let (mut squares, mut products) = ([0.0; LANES], [0.0; LANES]);
            let lanes = line.as_chunks_mut::<LANES>().0.iter_mut().zip(row.as_chunks::<LANES>().0);
            for ((a, b), x) in lanes.zip(self.at.as_chunks::<LANES>().0) {
                for lane in 0..LANES {
                    a[lane] += factor * b[lane];
                    squares[lane] += a[lane] * a[lane];
                    products[lane] += a[lane] * x[lane];
                }
            }
            let constant = line[self.n_cols];
            self.norms[k] = 1.0 + total(&squares) - constant * constant;
            self.values[k] = total(&products);
        }
        let constant = row[self.n_cols];
        self.norms[i] = 1.0 + dot(row, row) - constant * constant;
        self.values[i] = dot(row, &self.at);
    }

    /// The values of all basic variables.
    #[inline(always)]
    pub(super) fn evaluate(&mut self) {
        for (value, row) in self.values.iter_mut().zip(self.rows.chunks_exact(self.stride)) {
            *value = dot(row, &self.at);
        }
    }
}
