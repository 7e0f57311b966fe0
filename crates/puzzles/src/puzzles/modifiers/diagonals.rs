//! The two diagonals are houses: Sudoku-X.

use super::{Houses, Modifier};

pub(super) const MODIFIER: Modifier = Modifier {
    name: "x",
    about: "each digit once in both diagonals",
    lines: &[],
    is_drawn: false,
    clue: None,
    example: "sudoku x four
1234
3412
4321
2143
",
    read: |text| Ok(Box::new(Houses(text.square.diagonals().to_vec()))),
};
