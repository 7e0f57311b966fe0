//! Windoku, an alias of `sudoku windoku`.

use super::block::{PuzzleError, TextBlock};
use super::square::{Base, Boxes, parse_square};
use super::{PuzzleInstance, PuzzleKind};

pub(super) const PUZZLE: PuzzleKind = PuzzleKind {
    name: "windoku",
    about: "a 9x9 Sudoku with each digit once in the four 3x3 windows at rows and columns 2 to 4 and 6 to 8 too",
    clue: "the digit of a cell",
    example: "windoku nine
637198524
214576893
598342176
972684351
185923647
463715982
341857269
759261438
826439715
",
    is_modified: true,
    parse,
};

fn parse(block: &TextBlock) -> Result<PuzzleInstance, PuzzleError> {
    block.at_most_parameters(0)?;
    parse_square(PUZZLE.name, block, &Base { modifier: Some("windoku"), boxes: Boxes::Nine })
}

#[cfg(test)]
mod tests {
    use super::super::tests::refusal;

    #[test]
    fn a_sudoku_with_a_bad_window_is_refused() {
        let plain = "windoku\n123456789\n456789123\n789123456\n234567891\n567891234\n891234567\n345678912\n678912345\n\
                     912345678\n";
        assert_eq!(refusal(plain), "line 5, column 4: 5 occurs twice in window 1: R2C2 and R4C4");
        assert_eq!(refusal("windoku\n1\n"), "line 1, column 1: a windoku has 9 rows; this one has 1");
    }
}
