//! Four words in a register of the baseline x86-64.

use std::arch::x86_64::__m128i;
use std::ops::{Add, BitAnd, BitOr, Sub};

use pulp::core_arch::x86::Sse2;

/// Four words; all arithmetic is lane by lane and wraps.
#[derive(Clone, Copy, Debug)]
pub(in crate::sudoku::nine) struct Lanes(__m128i);

/// The instructions. Every x86-64 has them, which the compiler knows: nothing is asked at run time.
#[inline(always)]
fn sse2() -> Sse2 {
    Sse2::try_new().expect("every x86-64 has SSE2")
}

impl Lanes {
    /// The words, first lane first.
    #[inline(always)]
    pub(in crate::sudoku::nine) const fn new(words: [u32; 4]) -> Self {
        Self(pulp::cast(words))
    }

    /// The same word four times.
    #[inline(always)]
    pub(in crate::sudoku::nine) const fn splat(word: u32) -> Self {
        Self::new([word; 4])
    }

    /// The words, first lane first.
    #[inline(always)]
    pub(in crate::sudoku::nine) const fn words(self) -> [u32; 4] {
        pulp::cast(self.0)
    }

    /// `self & !other`.
    #[inline(always)]
    pub(in crate::sudoku::nine) fn without(self, other: Self) -> Self {
        Self(sse2()._mm_andnot_si128(other.0, self.0))
    }

    /// Each word shifted to higher bits by `BY`.
    #[inline(always)]
    pub(in crate::sudoku::nine) fn up<const BY: i32>(self) -> Self {
        Self(sse2()._mm_slli_epi32::<BY>(self.0))
    }

    /// Each word shifted to lower bits by `BY`.
    #[inline(always)]
    pub(in crate::sudoku::nine) fn down<const BY: i32>(self) -> Self {
        Self(sse2()._mm_srli_epi32::<BY>(self.0))
    }

    /// Lanes 1, 2, 0, 3: the first three move on by one.
    #[inline(always)]
    pub(in crate::sudoku::nine) fn turn(self) -> Self {
        Self(sse2()._mm_shuffle_epi32::<0b11_00_10_01>(self.0))
    }

    /// Lanes 2, 0, 1, 3: the first three move on by two.
    #[inline(always)]
    pub(in crate::sudoku::nine) fn turn_back(self) -> Self {
        Self(sse2()._mm_shuffle_epi32::<0b11_01_00_10>(self.0))
    }

    /// Ones in each lane whose words are the same.
    #[inline(always)]
    pub(in crate::sudoku::nine) fn same(self, other: Self) -> Self {
        Self(sse2()._mm_cmpeq_epi32(self.0, other.0))
    }

    /// Is every word 0?
    #[inline(always)]
    pub(in crate::sudoku::nine) fn is_zero(self) -> bool {
        self == Self::splat(0)
    }
}

impl PartialEq for Lanes {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        sse2()._mm_movemask_epi8(self.same(*other).0) == 0xffff
    }
}

impl Eq for Lanes {}

impl BitAnd for Lanes {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(sse2()._mm_and_si128(self.0, other.0))
    }
}

impl BitOr for Lanes {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(sse2()._mm_or_si128(self.0, other.0))
    }
}

impl Add for Lanes {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(sse2()._mm_add_epi32(self.0, other.0))
    }
}

impl Sub for Lanes {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(sse2()._mm_sub_epi32(self.0, other.0))
    }
}
