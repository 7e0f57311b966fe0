//! Sets of cells, and a number for each cell, 64 cells at a time.

use std::ops::{BitAnd, BitOr, BitXor, Sub};

use crate::work::step;
use crate::{Reason, add};

/// A set of numbers below `64 * W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    pub(crate) fn one(c: usize) -> Self {
        Self::from_iter([c])
    }

    pub(crate) fn has(self, c: usize) -> bool {
        step();
        self.0[c / 64] >> (c % 64) & 1 == 1
    }

    pub(crate) fn is_empty(self) -> bool {
        self == Self::default()
    }

    pub(crate) fn count(self) -> i64 {
        // Most often asked of what is left of a set, which is nothing.
        if self.is_empty() {
            return 0;
        }
        self.0.iter().map(|word| i64::from(word.count_ones())).sum()
    }

    /// The members in ascending order.
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        (0..64 * W).filter(move |&c| self.has(c))
    }
}

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self([0; W])
    }
}

impl<const W: usize> FromIterator<usize> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(members: I) -> Self {
        let mut bits = Self::default();
        members.into_iter().for_each(|c| bits.0[c / 64] |= 1 << (c % 64));
        bits
    }
}

macro_rules! operator {
    ($operator:ident, $name:ident, $of_words:expr) => {
        impl<const W: usize> $operator for Bits<W> {
            type Output = Self;
            fn $name(self, other: Self) -> Self {
                step();
                Self(std::array::from_fn(|at| $of_words(self.0[at], other.0[at])))
            }
        }
    };
}
operator!(BitAnd, bitand, |a, b| a & b);
operator!(BitOr, bitor, |a, b| a | b);
operator!(BitXor, bitxor, |a, b| a ^ b);
operator!(Sub, sub, |a: u64, b: u64| a & !b);

/// A number for each cell, 0 at first: bit k of it, in two's complement, is whether set k has the cell; the last set is
/// the sign. So one operation on words adds a bit to 64 numbers.
#[derive(Default)]
pub(crate) struct Counters<const W: usize> {
    bits: Vec<Bits<W>>,
    /// The sum of all that was added, without signs. No number is further from 0, and there are bits enough for it.
    max: i64,
    /// The number of bits examined since [`Counters::n_looks`].
    n_looks: usize,
}

impl<const W: usize> Counters<W> {
    pub(crate) fn clear(&mut self) {
        self.bits.clear();
        self.max = 0;
    }

    /// Adds `weight * a` to the numbers of these cells.
    #[inline(always)]
    pub(crate) fn add(&mut self, cells: Bits<W>, weight: i64, a: i64) -> Result<(), Reason> {
        let number = add(0, weight, a)?;
        self.max = add(self.max, number.signum(), number)?;
        let sign = self.negative();
        while self.bits.len() < 65 - self.max.leading_zeros() as usize {
            self.bits.push(sign);
        }
        // Each bit of the number, with carries, or with borrows where it is below 0.
        let mut size = number.unsigned_abs();
        while size > 0 {
            let k = size.trailing_zeros() as usize;
            size &= size - 1;
            self.n_looks += self.bits.len() - k;
            let mut carry = cells;
            for bit in &mut self.bits[k..] {
                let sum = *bit ^ carry;
                carry = carry & if number < 0 { sum } else { *bit };
                *bit = sum;
            }
        }
        Ok(())
    }

    /// Returns the number of words examined by additions since the last call.
    pub(crate) fn n_looks(&mut self) -> u64 {
        (std::mem::take(&mut self.n_looks) * W) as u64
    }

    /// The number of bits of a number.
    pub(crate) fn n_bits(&self) -> usize {
        self.bits.len()
    }

    pub(crate) fn max(&self) -> i64 {
        self.max
    }

    /// The cells with numbers below 0.
    pub(crate) fn negative(&self) -> Bits<W> {
        self.bits.last().copied().unwrap_or_default()
    }

    /// The number of a cell where it is not below 0.
    pub(crate) fn get(&self, c: usize) -> i64 {
        self.bits.iter().enumerate().map(|(k, bit)| i64::from(bit.has(c)) << k).sum()
    }

    /// The greatest number of these cells, or 0.
    pub(crate) fn greatest(&self, cells: Bits<W>) -> i64 {
        let mut cells = cells - self.negative();
        let mut greatest = 0;
        for (k, &bit) in self.bits.iter().enumerate().rev() {
            if !(cells & bit).is_empty() {
                (cells, greatest) = (cells & bit, greatest | 1 << k);
            }
        }
        greatest
    }

    /// The sum of the numbers above 0.
    pub(crate) fn sum_above_0(&self) -> Result<i64, Reason> {
        self.bits.iter().rev().try_fold(0, |sum, &bit| add((bit - self.negative()).count(), 2, sum))
    }
}

#[cfg(test)]
mod tests;
