//! The unhit sets inside a region, a bit each.

use std::ops::Sub;

const WORDS: usize = 4;

/// A set of such sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Masks([u64; WORDS]);

impl Masks {
    pub(super) const EMPTY: Self = Self([0; WORDS]);
    /// Most sets.
    pub(super) const BITS: usize = 64 * WORDS;

    pub(super) fn insert(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    #[inline]
    pub(super) fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// Number of sets in both.
    #[inline]
    pub(super) fn n_common(&self, other: &Self) -> u32 {
        self.0.iter().zip(other.0).map(|(a, b)| (a & b).count_ones()).sum()
    }

    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        let (mut w, mut word) = (0, self.0[0]);
        std::iter::from_fn(move || {
            while word == 0 {
                w += 1;
                if w == WORDS {
                    w = WORDS - 1;
                    return None;
                }
                word = self.0[w];
            }
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            Some(64 * w + bit)
        })
    }
}

impl Sub for Masks {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }
}
