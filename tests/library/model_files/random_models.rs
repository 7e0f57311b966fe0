//! Random small models of which it is known which points they have.

use minclue_core::base::Rng;
use minclue_core::ilp::{Read, Sense};
use rand::Rng as _;

/// A number of tenths, hundredths and so on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decimal {
    pub(crate) digits: i64,
    pub(crate) places: u32,
}

/// A row `lower <= sum <= upper`, its numbers in units of `10^-places`.
#[derive(Clone, Debug)]
pub(crate) struct RandomRow {
    pub(crate) terms: Vec<(usize, i64)>,
    pub(crate) lower: Option<i64>,
    pub(crate) upper: Option<i64>,
    pub(crate) places: u32,
}

/// A model as the writers of these tests have it.
#[derive(Clone, Debug)]
pub(crate) struct RandomModel {
    pub(crate) names: Vec<String>,
    /// The value of a variable that is fixed.
    pub(crate) fixed: Vec<Option<bool>>,
    pub(crate) rows: Vec<RandomRow>,
    pub(crate) objective: Vec<i64>,
    pub(crate) maximizes: bool,
}

/// Which files shall be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum For {
    /// This reader: whatever the format allows.
    Us,
    /// CBC, GLPK and HiGHS as well: what all of them read alike.
    All,
}

impl RandomModel {
    pub(crate) fn random(rng: &mut Rng, whom: For) -> Self {
        let n = rng.random_range(1..=6);
        let names: Vec<String> = match whom {
            For::Us => {
                let stems = ["x", "inf_", "e", "E", "y(1,2)", "free_", "_", "st.", "a#", "binary_", "n.", "z@"];
                (0..n).map(|i| format!("{}{i}", stems[rng.random_range(0..stems.len())])).collect()
            }
            For::All => (0..n).map(|i| format!("{}{i}", ["x", "yy_", "z."][rng.random_range(0..3)])).collect(),
        };
        let fixed = (0..n).map(|_| rng.random_bool(0.15).then(|| rng.random_bool(0.5))).collect();
        let rows = (0..rng.random_range(1..=4)).map(|_| Self::row(n, whom, rng)).collect();
        let objective = (0..n).map(|_| rng.random_range(-4..=4)).collect();
        Self { names, fixed, rows, objective, maximizes: rng.random_bool(0.3) }
    }

    fn row(n: usize, whom: For, rng: &mut Rng) -> RandomRow {
        let size = rng.random_range(1..=n);
        let mut variables: Vec<usize> = (0..n).collect();
        for i in 0..size {
            variables.swap(i, rng.random_range(i..n));
        }
        let coefficient = |rng: &mut Rng| loop {
            let a = rng.random_range(-5..=5_i64);
            if a != 0 {
                return a;
            }
        };
        let terms: Vec<(usize, i64)> = variables[..size].iter().map(|&v| (v, coefficient(rng))).collect();
        let middle = terms.iter().filter(|_| rng.random_bool(0.5)).map(|(_, a)| a).sum::<i64>();
        let (lower, upper) = match rng.random_range(0..4) {
            0 => (None, Some(middle)),
            1 => (Some(middle), None),
            2 => (Some(middle), Some(middle)),
            _ => (Some(middle - rng.random_range(0..3)), Some(middle + rng.random_range(0..3))),
        };
        // Solvers take a difference of a thousandth for none.
        let places = rng.random_range(0..=if whom == For::Us { 3 } else { 1 });
        RandomRow { terms, lower, upper, places }
    }

    pub(crate) fn n(&self) -> usize {
        self.names.len()
    }

    fn holds(&self, point: &[bool]) -> bool {
        let of_row = |row: &RandomRow| {
            let sum: i64 = row.terms.iter().filter(|(v, _)| point[*v]).map(|(_, a)| a).sum();
            row.lower.is_none_or(|lower| sum >= lower) && row.upper.is_none_or(|upper| sum <= upper)
        };
        self.rows.iter().all(of_row)
            && self.fixed.iter().zip(point).all(|(fixed, value)| fixed.is_none_or(|f| f == *value))
    }

    fn points(&self) -> impl Iterator<Item = Vec<bool>> + use<> {
        let n = self.n();
        (0..1_u32 << n).map(move |point| (0..n).map(|i| point >> i & 1 == 1).collect())
    }

    /// The best value of the objective by looking at all points; `None` without any.
    pub(crate) fn optimum(&self) -> Option<i64> {
        let value = |point: &Vec<bool>| -> i64 {
            self.objective.iter().zip(point).filter(|(_, is_one)| **is_one).map(|(cost, _)| cost).sum()
        };
        let values = self.points().filter(|point| self.holds(point)).map(|point| value(&point));
        if self.maximizes { values.max() } else { values.min() }
    }

    /// Is this what was read: the same variables, points, and costs?
    pub(crate) fn assert_read(&self, read: &Read, text: &str) {
        let model = &read.model;
        let number = |name: &str| self.names.iter().position(|other| other == name);
        let order: Vec<usize> =
            model.var_names().map(|name| number(name).unwrap_or_else(|| panic!("{name}:\n{text}"))).collect();
        assert_eq!(order.len(), self.n(), "{text}");
        let mut costs = vec![0; self.n()];
        for (var, cost) in model.objective() {
            costs[order[var.get()]] = if self.maximizes { -cost } else { *cost };
        }
        assert_eq!(costs, self.objective, "{text}");
        for point in self.points() {
            let values: Vec<bool> = order.iter().map(|&v| point[v]).collect();
            let is_read = model.rows().iter().all(|row| {
                let sum: i128 = row.terms.iter().filter(|(v, _)| values[v.get()]).map(|(_, a)| i128::from(*a)).sum();
                match row.sense {
                    Sense::LessEqual => sum <= row.rhs.into(),
                    Sense::Equal => sum == row.rhs.into(),
                    Sense::GreaterEqual => sum >= row.rhs.into(),
                }
            });
            assert_eq!(is_read, self.holds(&point), "{point:?} in {:?} of\n{text}", model.rows());
        }
    }
}

/// A number in one of the ways in which it can be written, without a sign.
pub(crate) fn size_of(number: Decimal, rng: &mut Rng, whom: For) -> String {
    let digits = number.digits.unsigned_abs().to_string();
    let places = number.places as usize;
    let padded = format!("{digits:0>width$}", width = places + 1);
    let (whole, behind) = padded.split_at(padded.len() - places);
    let plain = if places == 0 { whole.to_owned() } else { format!("{whole}.{behind}") };
    // CBC takes a number that begins with its point for a name.
    match rng.random_range(0..if whom == For::Us { 6 } else { 3 }) {
        0 if places > 0 => format!("{digits}e-{places}"),
        1 => format!("{plain}{}000", if places == 0 { "." } else { "" }),
        3 => format!("000{plain}"),
        4 if whole == "0" && places > 0 => format!(".{behind}"),
        5 => format!("{digits}00E-{}", places + 2),
        _ => plain,
    }
}

/// The same with its sign.
pub(crate) fn signed(number: Decimal, rng: &mut Rng, whom: For) -> String {
    let sign = if number.digits < 0 { "-" } else { "" };
    format!("{sign}{}", size_of(number, rng, whom))
}
