//! The names of houses, of the shape and of a variant.

use std::fmt;

use crate::sudoku;

/// A house, numbered from 0 among those of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum House {
    Row(u8),
    Column(u8),
    Box(u8),
    /// One of a variant, of which [`super::Position`] has the name.
    Extra(u8),
}

impl From<sudoku::House> for House {
    fn from(house: sudoku::House) -> Self {
        match house {
            sudoku::House::Row(i) => Self::Row(i),
            sudoku::House::Column(i) => Self::Column(i),
            sudoku::House::Box(i) => Self::Box(i),
        }
    }
}

/// For people, so numbered from 1.
impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, i) = match self {
            Self::Row(i) => ("row", i),
            Self::Column(i) => ("column", i),
            Self::Box(i) => ("box", i),
            Self::Extra(i) => ("extra house", i),
        };
        write!(f, "{kind} {}", i + 1)
    }
}
