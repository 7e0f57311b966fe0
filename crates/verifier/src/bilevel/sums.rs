//! Rows, and weighted sums of them.

use super::lines::{exact, fit};
use super::program::Terms;
use crate::Reason;

/// The memory of a row besides its terms.
const TERMS_PER_ROW: usize = 4;

/// A row `sum a v <= rhs`, with the variables and their coefficients.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "said above")]
pub struct BilevelRow {
    pub terms: Vec<(u32, i64)>,
    pub rhs: i64,
}

impl BilevelRow {
    /// Its memory, in terms.
    pub(super) fn size(&self) -> usize {
        TERMS_PER_ROW + self.terms.len()
    }

    /// The row that holds where this one is broken.
    pub(super) fn broken(&self) -> Result<Self, Reason> {
        let terms = self.terms.iter().map(|(v, a)| (*v, -a)).collect();
        Ok(Self { terms, rhs: fit(-i128::from(self.rhs) - 1)? })
    }
}

/// A sum of terms, exact, or nothing at all.
pub(super) struct Sum {
    p: Vec<i128>,
    is_used: Vec<bool>,
    /// The variables that were added.
    used: Vec<u32>,
}

impl Sum {
    pub(super) fn new(n_vars: usize) -> Self {
        Self { p: vec![0; n_vars], is_used: vec![false; n_vars], used: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        for v in self.used.drain(..) {
            self.p[v as usize] = 0;
            self.is_used[v as usize] = false;
        }
    }

    /// Adds `weight * a v`.
    pub(super) fn add(&mut self, v: u32, weight: i64, a: i64) -> Result<(), Reason> {
        let at = v as usize;
        // A product of two numbers below 2^63 fits.
        self.p[at] = exact(self.p[at].checked_add(i128::from(weight) * i128::from(a)))?;
        if !self.is_used[at] {
            self.is_used[at] = true;
            self.used.push(v);
        }
        Ok(())
    }

    pub(super) fn add_all(&mut self, weight: i64, terms: &[(u32, i64)]) -> Result<(), Reason> {
        terms.iter().try_for_each(|(v, a)| self.add(*v, weight, *a))
    }

    /// The terms that are not 0, in no order.
    pub(super) fn terms(&self) -> impl Iterator<Item = (u32, i128)> {
        self.used.iter().map(|v| (*v, self.p[*v as usize])).filter(|(_, p)| *p != 0)
    }

    /// The sum as a row, with numbers as rows have them.
    pub(super) fn row(&self, rhs: i128) -> Result<BilevelRow, Reason> {
        let terms = self.terms().map(|(v, p)| Ok((v, fit(p)?))).collect::<Result<Terms, Reason>>()?;
        Ok(BilevelRow { terms, rhs: fit(rhs)? })
    }
}
