//! Sudoku-X, an alias of `sudoku x`.

use super::block::{PuzzleError, TextBlock};
use super::square::{Base, parse_square};
use super::{PuzzleInstance, PuzzleKind};

pub(super) const PUZZLE: PuzzleKind = PuzzleKind {
    name: "sudoku-x",
    about: "a Sudoku with each digit once in both diagonals too",
    clue: "the digit of a cell",
    example: "sudoku-x 2x2 four
1234
3412
4321
2143
",
    is_modified: true,
    parse,
};

fn parse(block: &TextBlock) -> Result<PuzzleInstance, PuzzleError> {
    parse_square(PUZZLE.name, block, &Base { modifier: Some("x"), ..Base::default() })
}

#[cfg(test)]
mod tests {
    use super::super::tests::refusal;

    #[test]
    fn a_sudoku_with_a_bad_diagonal_is_refused() {
        assert_eq!(
            refusal("sudoku-x\n1234\n3412\n2143\n4321\n"),
            "line 4, column 3: 4 occurs twice in diagonal 1: R2C2 and R3C3"
        );
    }
}
