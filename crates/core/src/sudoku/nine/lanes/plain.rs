//! Four words in an array, for all other machines.

use std::array;
use std::ops::{Add, BitAnd, BitOr, Sub};

/// Four words; all arithmetic is lane by lane and wraps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(in crate::sudoku::nine) struct Lanes([u32; 4]);

impl Lanes {
    /// The words, first lane first.
    #[inline(always)]
    pub(in crate::sudoku::nine) const fn new(words: [u32; 4]) -> Self {
        Self(words)
    }

    /// The same word four times.
    #[inline(always)]
    pub(in crate::sudoku::nine) const fn splat(word: u32) -> Self {
        Self([word; 4])
    }

    /// The words, first lane first.
    #[inline(always)]
    pub(in crate::sudoku::nine) const fn words(self) -> [u32; 4] {
        self.0
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u32, u32) -> u32) -> Self {
        Self(array::from_fn(|lane| f(self.0[lane], other.0[lane])))
    }

    /// `self & !other`.
    #[inline(always)]
    pub(in crate::sudoku::nine) fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// Each word shifted to higher bits by `BY`.
    #[inline(always)]
    pub(in crate::sudoku::nine) fn up<const BY: i32>(self) -> Self {
        Self(self.0.map(|word| word << BY))
    }

    /// Each word shifted to lower bits by `BY`.
    #[inline(always)]
    pub(in crate::sudoku::nine) fn down<const BY: i32>(self) -> Self {
        Self(self.0.map(|word| word >> BY))
    }

    /// Lanes 1, 2, 0, 3: the first three move on by one.
    #[inline(always)]
    pub(in crate::sudoku::nine) fn turn(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([b, c, a, d])
    }

    /// Lanes 2, 0, 1, 3: the first three move on by two.
    #[inline(always)]
    pub(in crate::sudoku::nine) fn turn_back(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([c, a, b, d])
    }

    /// Ones in each lane whose words are the same.
    #[inline(always)]
    pub(in crate::sudoku::nine) fn same(self, other: Self) -> Self {
        self.zip(other, |a, b| if a == b { u32::MAX } else { 0 })
    }

    /// Is every word 0?
    #[inline(always)]
    pub(in crate::sudoku::nine) fn is_zero(self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }
}

impl BitAnd for Lanes {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Lanes {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl Add for Lanes {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, u32::wrapping_add)
    }
}

impl Sub for Lanes {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, u32::wrapping_sub)
    }
}
