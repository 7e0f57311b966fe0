//! Jigsaw Sudoku: the boxes may have any form.

use super::block::{PuzzleError, TextBlock};
use super::square::{Base, Boxes, parse_square};
use super::{PuzzleInstance, PuzzleKind};

pub(super) const PUZZLE: PuzzleKind = PuzzleKind {
    name: "jigsaw",
    about: "n rows of n digits, each digit once in every row, column and region",
    clue: "the digit of a cell; the regions are given",
    example: "jigsaw four
1234
3412
4321
2143
AABB
ACCB
ACDB
CDDD
",
    is_modified: true,
    parse,
};

/// The digits come first, then as many rows of letters, without the line `jigsaw` between them.
fn parse(block: &TextBlock) -> Result<PuzzleInstance, PuzzleError> {
    parse_square(PUZZLE.name, block, &Base { modifier: Some("jigsaw"), boxes: Boxes::Drawn })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{only, refusal};

    #[test]
    fn regions_have_n_cells_each() {
        assert!(only("jigsaw\n12\n21\nAA\nbb\n").is_ok());
        assert_eq!(refusal("jigsaw\n12\n21\nAA\nAb\n"), "line 5, column 1: region A has more than 2 cells");
        assert_eq!(refusal("jigsaw\n12\n21\nAb\nbc\n"), "line 4, column 1: region A has 1 cells, not 2");
        assert_eq!(refusal("jigsaw\n12\n21\nA1\nbb\n"), "line 4, column 2: '1' is not a letter of a region");
        assert_eq!(refusal("jigsaw\n12\n21\nAAA\nbbb\n"), "line 4, column 1: this row has 3 letters, not 2");
        assert!(refusal("jigsaw\n12\n21\nAA\n").starts_with("line 1, column 1: 3 rows;"));
        assert_eq!(refusal("jigsaw\n12\n21\nAb\nbA\n"), "line 3, column 2: 1 occurs twice in region A: R1C1 and R2C2");
    }
}
