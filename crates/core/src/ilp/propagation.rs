//! Propagation of fixed variables through the rows of a 0/1 model, and the reduced model.

use super::{BinaryModel, Row, RowId, Sense, VarId};

/// For each variable of a model, its value if it is known.
pub type Values = Vec<Option<bool>>;

/// A model to which rows may be added, with repeated propagation of fixed variables. All of it is exact.
#[derive(Clone, Debug)]
pub struct Propagation {
    model: BinaryModel,
    /// The rows of each variable.
    rows_of: Vec<Vec<RowId>>,
}

impl Propagation {
    #[must_use]
    pub fn new(model: BinaryModel) -> Self {
        let rows_of = vec![Vec::new(); model.n_vars()];
        let n_rows = model.rows().len();
        let mut propagation = Self { model, rows_of };
        (0..n_rows).for_each(|i| propagation.note(RowId::new(i)));
        propagation
    }

    /// The model, with all rows so far.
    #[must_use]
    pub fn model(&self) -> &BinaryModel {
        &self.model
    }

    /// Lets `add` add rows, but no variables.
    pub fn extend(&mut self, add: impl FnOnce(&mut BinaryModel)) {
        let n_before = self.model.rows().len();
        add(&mut self.model);
        (n_before..self.model.rows().len()).for_each(|i| self.note(RowId::new(i)));
    }

    fn note(&mut self, row: RowId) {
        let Self { model, rows_of } = self;
        model.rows()[row.get()].terms.iter().for_each(|(var, _)| rows_of[var.get()].push(row));
    }

    /// Values in which no variable is known.
    #[must_use]
    pub fn nothing(&self) -> Values {
        vec![None; self.model.n_vars()]
    }

    /// Fixes these variables in addition to `values`, and propagates: if the other variables of a row can no longer
    /// compensate, the row fixes them, and so on until nothing changes. Returns `None` if some row cannot hold.
    ///
    /// Only rows of variables that get a value are examined, so the result may be incomplete, but every value in it is
    /// implied.
    #[must_use]
    pub fn fixed(&self, mut values: Values, fixed: &[(VarId, bool)]) -> Option<Values> {
        let (mut queue, mut is_queued) = (Vec::new(), vec![false; self.model.rows().len()]);
        let touch = |var: VarId, queue: &mut Vec<RowId>, is_queued: &mut [bool]| {
            for &row in &self.rows_of[var.get()] {
                if !std::mem::replace(&mut is_queued[row.get()], true) {
                    queue.push(row);
                }
            }
        };
        for &(var, value) in fixed {
            match values[var.get()].replace(value) {
                None => touch(var, &mut queue, &mut is_queued),
                Some(old) if old == value => {}
                Some(_) => return None,
            }
        }
        while let Some(id) = queue.pop() {
            is_queued[id.get()] = false;
            let row = &self.model.rows()[id.get()];
            let (lower, upper) = sides(row);
            let Range { least, most, .. } = Range::of(row, &values);
            if least > upper || most < lower {
                return None;
            }
            for &(var, a) in &row.terms {
                // A term that is fixed is in both sums already: once more, and they may be beyond 64 bits.
                if values[var.get()].is_none() && (least + a.abs() > upper || most - a.abs() < lower) {
                    // The value that the least sum has, where the greatest one is too far to reach, or the other way
                    // round.
                    let value = if least + a.abs() > upper { a < 0 } else { a > 0 };
                    values[var.get()] = Some(value);
                    touch(var, &mut queue, &mut is_queued);
                }
            }
        }
        Some(values)
    }

    /// Returns the model that remains when these values are known.
    #[must_use]
    pub fn reduced(&self, values: Values) -> Reduced {
        let mut left = BinaryModel::new(self.model.name.clone());
        let numbers: Vec<Option<VarId>> = self
            .model
            .vars()
            .map(|var| values[var.get()].is_none().then(|| left.add_var(self.model.var_name(var))))
            .collect();
        for row in self.model.rows() {
            let range = Range::of(row, &values);
            if !range.always_holds(row) {
                let terms = row.terms.iter().filter_map(|&(var, a)| Some((numbers[var.get()]?, a)));
                left.add_row(row.name.clone(), terms, row.sense, row.rhs - range.fixed);
            }
        }
        Reduced { model: left, values }
    }
}

/// A model without the known variables and without redundant rows. Its 0/1 points are exactly those of the whole model
/// with these values. It has no objective.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The smaller model; its variables are the unknown ones, in order.
    pub model: BinaryModel,
    values: Values,
}

impl Reduced {
    /// Returns the point of the whole model for a point of the smaller one.
    ///
    /// # Panics
    /// If `point` has fewer entries than the smaller model has variables.
    #[must_use]
    pub fn whole(&self, point: &[bool]) -> Vec<bool> {
        let mut left = point.iter();
        let mut next = || *left.next().expect("one value per variable that is left");
        self.values.iter().map(|value| value.unwrap_or_else(&mut next)).collect()
    }
}

/// The range of the left side of a row.
struct Range {
    /// The sum of the fixed terms.
    fixed: i64,
    least: i64,
    most: i64,
}

impl Range {
    fn of(row: &Row, values: &[Option<bool>]) -> Self {
        let mut range = Self { fixed: 0, least: 0, most: 0 };
        for &(var, a) in &row.terms {
            match values[var.get()] {
                Some(true) => range.fixed += a,
                Some(false) => {}
                None => {
                    range.least += a.min(0);
                    range.most += a.max(0);
                }
            }
        }
        range.least += range.fixed;
        range.most += range.fixed;
        range
    }

    fn always_holds(&self, row: &Row) -> bool {
        let (lower, upper) = sides(row);
        self.least >= lower && self.most <= upper
    }
}

/// The least and the greatest that a row allows.
fn sides(row: &Row) -> (i64, i64) {
    match row.sense {
        Sense::LessEqual => (i64::MIN, row.rhs),
        Sense::Equal => (row.rhs, row.rhs),
        Sense::GreaterEqual => (row.rhs, i64::MAX),
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng as _;

    use super::*;
    use crate::base::rng;

    fn points(n: usize) -> impl Iterator<Item = Vec<bool>> {
        (0..1_u32 << n).map(move |bits| (0..n).map(|i| bits >> i & 1 == 1).collect())
    }

    fn feasible(model: &BinaryModel) -> Vec<Vec<bool>> {
        points(model.n_vars()).filter(|point| model.violated_row(point).is_none()).collect()
    }

    #[test]
    fn one_of_several_leaves_none_to_the_others() {
        let mut model = BinaryModel::new("one");
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| model.add_var(name));
        model.add_row("one", [(a, 1), (b, 1), (c, 1)], Sense::Equal, 1);
        model.add_row("two", [(c, 1), (d, 1)], Sense::GreaterEqual, 1);
        let mut rows = Propagation::new(model.clone());
        let follows = |rows: &Propagation, fixed: &[(VarId, bool)]| rows.fixed(rows.nothing(), fixed);
        let values = follows(&rows, &[(a, true)]).expect("a point is left");
        assert_eq!(values, [Some(true), Some(false), Some(false), Some(true)]);
        let reduced = rows.reduced(values);
        assert_eq!((reduced.model.n_vars(), reduced.model.rows().len()), (0, 0));
        assert_eq!(reduced.whole(&[]), [true, false, false, true]);
        assert_eq!(follows(&rows, &[(a, true), (c, true)]), None);
        assert_eq!(follows(&rows, &[(a, true), (a, false)]), None);
        assert_eq!(rows.reduced(rows.nothing()).model, model);
        rows.extend(|model| _ = model.add_row("three", [(d, 1)], Sense::Equal, 0));
        assert_eq!(follows(&rows, &[(a, true)]), None);
        assert_eq!(
            follows(&rows, &[(b, false), (d, false)]),
            Some(vec![Some(false), Some(false), Some(true), Some(false)])
        );
    }

    /// Twice the term is beyond 64 bits.
    #[test]
    fn a_large_term_that_is_fixed_is_counted_once() {
        let mut model = BinaryModel::new("large");
        let [x, y] = ["x", "y"].map(|name| model.add_var(name));
        let large = 5_000_000_000_000_000_000;
        model.add_row("least", [(x, large), (y, 1)], Sense::GreaterEqual, 1);
        model.add_row("most", [(x, -large), (y, -1)], Sense::LessEqual, -1);
        let rows = Propagation::new(model);
        let of = |value: bool| rows.fixed(rows.nothing(), &[(x, value)]);
        assert_eq!(of(true), Some(vec![Some(true), None]));
        assert_eq!(of(false), Some(vec![Some(false), Some(true)]));
    }

    /// The points of what is left are those of the model that agree with the fixings.
    #[test]
    fn no_point_is_lost_and_none_is_new() {
        let (mut rng, mut n_empty, mut n_smaller) = (rng(5), 0, 0);
        for _ in 0..300 {
            let n = 6;
            let mut model = BinaryModel::new("random");
            let vars: Vec<VarId> = (0..n).map(|i| model.add_var(format!("x{i}"))).collect();
            for i in 0..4 {
                let terms: Vec<(VarId, i64)> = vars
                    .iter()
                    .filter_map(|&var| Some((var, [0, 1, 2, -1][rng.random_range(0..4)])).filter(|(_, a)| *a != 0))
                    .collect();
                let sense = [Sense::LessEqual, Sense::Equal, Sense::GreaterEqual][rng.random_range(0..3)];
                model.add_row(format!("r{i}"), terms, sense, rng.random_range(-1..3));
            }
            let mut chosen = vars.clone();
            chosen.retain(|_| rng.random_bool(0.3));
            let fixed: Vec<(VarId, bool)> = chosen.into_iter().map(|var| (var, rng.random())).collect();
            let agrees = |point: &Vec<bool>| fixed.iter().all(|(var, value)| point[var.get()] == *value);
            let wanted: Vec<Vec<bool>> = feasible(&model).into_iter().filter(agrees).collect();
            let rows = Propagation::new(model);
            // All at once, or one after the other.
            let mut values = Some(rows.nothing());
            for some in fixed.chunks(if rng.random() { 1 } else { 9 }) {
                values = values.and_then(|values| rows.fixed(values, some));
            }
            let Some(values) = values else {
                assert!(wanted.is_empty());
                n_empty += 1;
                continue;
            };
            let reduced = rows.reduced(values);
            n_smaller += usize::from(reduced.model.n_vars() < n - fixed.len());
            let mut found: Vec<Vec<bool>> = feasible(&reduced.model).iter().map(|point| reduced.whole(point)).collect();
            found.sort();
            let mut wanted = wanted;
            wanted.sort();
            assert_eq!(found, wanted);
        }
        assert!(n_empty > 0 && n_smaller > 0);
    }
}
