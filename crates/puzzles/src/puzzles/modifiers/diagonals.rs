//! Diagonals are houses: both of them in Sudoku-X, or one.

use super::{Houses, Modifier, Rule};

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
    read: |text| Ok(Box::new(Houses(Rule::Diagonals, text.square.diagonals().to_vec()))),
};

pub(super) const FALLING: Modifier = Modifier {
    name: "falling-diagonal",
    about: "each digit once in the diagonal from the upper left",
    lines: &[],
    is_drawn: false,
    clue: None,
    example: "latin falling-diagonal three
132
321
213
",
    read: |text| Ok(Box::new(Houses(Rule::FallingDiagonal, text.square.diagonals()[..1].to_vec()))),
};

pub(super) const RISING: Modifier = Modifier {
    name: "rising-diagonal",
    about: "each digit once in the diagonal from the lower left",
    lines: &[],
    is_drawn: false,
    clue: None,
    example: "latin rising-diagonal three
231
123
312
",
    read: |text| Ok(Box::new(Houses(Rule::RisingDiagonal, text.square.diagonals()[1..].to_vec()))),
};
