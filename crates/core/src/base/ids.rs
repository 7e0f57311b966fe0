//! Typed indices, so that a cell, a digit and the number of a set cannot be confused.

use std::fmt;
use std::hash::Hash;

/// A small 0-based index for the members of a [`Bits`](super::Bits).
pub trait Index: Copy + Eq + Ord + Hash + fmt::Debug {
    /// Creates the index with number `i`.
    fn new(i: usize) -> Self;
    /// The number of this index, 0-based.
    fn get(self) -> usize;
}

macro_rules! index {
    ($(#[$doc:meta])* $name:ident($repr:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name($repr);

        impl Index for $name {
            #[inline]
            fn new(i: usize) -> Self {
                debug_assert!(i <= <$repr>::MAX as usize);
                Self(i as $repr)
            }
            #[inline]
            fn get(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.0)
            }
        }
    };
}

index! {
    /// A cell of a grid, or an element of any clue problem's ground set: 0-based, row-major.
    Cell(u16)
}
index! {
    /// The number of a set in a family, 0-based.
    SetId(u32)
}

/// A digit of a grid: 1 to 25. There is no digit 0; an empty cell is `None`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(u8);

impl Digit {
    /// Creates the digit with value `value`, which must be 1 to 25.
    #[inline]
    #[must_use]
    pub fn new(value: usize) -> Self {
        debug_assert!((1..=25).contains(&value));
        Self(value as u8)
    }

    /// Creates the digit at position `i` of a 0-based table.
    #[inline]
    #[must_use]
    pub fn from_index(i: usize) -> Self {
        Self::new(i + 1)
    }

    /// The value, 1 to 25.
    #[inline]
    #[must_use]
    pub fn value(self) -> usize {
        self.0 as usize
    }

    /// The position of this digit in a 0-based table.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
