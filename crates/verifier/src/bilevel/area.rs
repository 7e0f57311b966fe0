//! Boxes, and the least values of sums in them.

use super::lines::exact;
use crate::Reason;

/// A box: bounds of all variables, none of them empty.
#[derive(Clone)]
pub(super) struct Area {
    pub(super) lower: Vec<i64>,
    pub(super) upper: Vec<i64>,
}

impl Area {
    /// The distance between the bounds of a variable.
    pub(super) fn width(&self, v: u32) -> i128 {
        i128::from(self.upper[v as usize]) - i128::from(self.lower[v as usize])
    }

    pub(super) fn has(&self, v: usize, value: i64) -> bool {
        (self.lower[v]..=self.upper[v]).contains(&value)
    }

    /// The least that the sum can be.
    pub(super) fn least(&self, terms: &[(u32, i64)]) -> Result<i128, Reason> {
        self.least_of(terms.iter().map(|(v, a)| (*v, i128::from(*a))))
    }

    /// The most that it can be.
    pub(super) fn most(&self, terms: &[(u32, i64)]) -> Result<i128, Reason> {
        exact(self.least_of(terms.iter().map(|(v, a)| (*v, -i128::from(*a))))?.checked_neg())
    }

    /// The least of a sum whose coefficients may have 127 bits.
    pub(super) fn least_of(&self, terms: impl IntoIterator<Item = (u32, i128)>) -> Result<i128, Reason> {
        let mut sum = 0_i128;
        for (v, a) in terms {
            let end = if a < 0 { self.upper[v as usize] } else { self.lower[v as usize] };
            sum = exact(a.checked_mul(end.into()).and_then(|product| sum.checked_add(product)))?;
        }
        Ok(sum)
    }
}
