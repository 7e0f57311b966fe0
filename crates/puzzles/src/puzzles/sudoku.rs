//! Sudoku with boxes of any shape.

use super::block::{PuzzleError, TextBlock};
use super::square::{Base, parse_square};
use super::{PuzzleInstance, PuzzleKind};

pub(super) const PUZZLE: PuzzleKind = PuzzleKind {
    name: "sudoku",
    about: "n rows of n digits, each digit once in every row, column and box",
    clue: "the digit of a cell",
    example: "sudoku 2x2 four
1234
3412
2143
4321
",
    is_modified: true,
    parse,
};

fn parse(block: &TextBlock) -> Result<PuzzleInstance, PuzzleError> {
    parse_square(PUZZLE.name, block, &Base::default())
}
