//! Sets of digits, and candidates of cells.

use crate::base::{Cell, Digit};

/// A set of digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Digits(u32);

impl Digits {
    pub const EMPTY: Self = Self(0);

    /// Creates the set of the digits 1 to `n`.
    #[must_use]
    pub fn first_n(n: usize) -> Self {
        Self((1 << n) - 1)
    }

    /// Returns whether `digit` is in the set.
    #[must_use]
    pub fn contains(self, digit: Digit) -> bool {
        self.0 >> digit.index() & 1 == 1
    }

    pub fn insert(&mut self, digit: Digit) {
        self.0 |= 1 << digit.index();
    }

    pub fn remove(&mut self, digit: Digit) {
        self.0 &= !(1 << digit.index());
    }

    #[must_use]
    pub fn without(mut self, digit: Digit) -> Self {
        self.remove(digit);
        self
    }

    /// The digits of either set.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The digits of both sets.
    #[must_use]
    pub fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The digits of this set that are not in the other one.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The digit, if there is exactly one.
    #[must_use]
    pub fn single(self) -> Option<Digit> {
        (self.len() == 1).then(|| Digit::from_index(self.0.trailing_zeros() as usize))
    }

    /// The smaller and the larger digit, if there are exactly two.
    #[must_use]
    pub fn pair(self) -> Option<(Digit, Digit)> {
        let mut digits = self.iter();
        match (digits.next(), digits.next(), digits.next()) {
            (Some(a), Some(b), None) => Some((a, b)),
            _ => None,
        }
    }

    /// Returns an iterator over the digits, ascending.
    pub fn iter(self) -> impl Iterator<Item = Digit> + Clone {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let i = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Digit::from_index(i)
            })
        })
    }
}

impl FromIterator<Digit> for Digits {
    fn from_iter<T: IntoIterator<Item = Digit>>(digits: T) -> Self {
        let mut all = Self::EMPTY;
        for digit in digits {
            all.insert(digit);
        }
        all
    }
}

/// The possibility that a cell has a digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    pub cell: Cell,
    pub digit: Digit,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_digits_are_sets() {
        let digits = |values: &[usize]| values.iter().map(|&v| Digit::new(v)).collect::<Digits>();
        let set = digits(&[7, 2, 9]);
        assert_eq!(set.iter().map(Digit::value).collect::<Vec<_>>(), [2, 7, 9]);
        assert_eq!((set.len(), set.single(), set.pair()), (3, None, None));
        assert_eq!(set.without(Digit::new(7)).pair(), Some((Digit::new(2), Digit::new(9))));
        assert_eq!(set.both(digits(&[1, 2])).single(), Some(Digit::new(2)));
        assert_eq!(set.minus(digits(&[1, 2])), digits(&[7, 9]));
        assert_eq!(set.union(digits(&[1])), digits(&[1, 2, 7, 9]));
        assert_eq!((Digits::first_n(4), Digits::EMPTY.is_empty()), (digits(&[1, 2, 3, 4]), true));
    }
}
