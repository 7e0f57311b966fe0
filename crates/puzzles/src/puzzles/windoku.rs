//! Windoku: 9x9 Sudoku with four more houses, the windows.

use crate::sudoku::Shape;

use super::block::{PuzzleError, TextBlock};
use super::houses::{House, Square, parse_square};
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
    parse,
};

fn parse(block: &TextBlock) -> Result<PuzzleInstance, PuzzleError> {
    block.at_most_parameters(0)?;
    let square = Square::read(block, 0..block.rows().len())?;
    if square.n != 9 {
        return Err(block.fail_head(format!("a windoku has 9 rows; this one has {}", square.n)));
    }
    let mut houses = square.boxes(Shape::NINE);
    houses.extend((0..4).map(window));
    parse_square(PUZZLE.name, block, &square, houses, "")
}

/// One of the four windows, row-major from 0.
fn window(number: usize) -> House {
    let (top, left) = (1 + 4 * (number / 2), 1 + 4 * (number % 2));
    let cells = (0..9).map(|i| (top + i / 3) * 9 + left + i % 3).collect();
    House { name: format!("window {}", number + 1), cells }
}

#[cfg(test)]
mod tests {
    use super::super::tests::refusal;
    use super::*;

    #[test]
    fn windows_do_not_touch_the_border_or_each_other() {
        assert_eq!(window(0).cells, [10, 11, 12, 19, 20, 21, 28, 29, 30]);
        assert_eq!(window(3).cells, [50, 51, 52, 59, 60, 61, 68, 69, 70]);
    }

    #[test]
    fn a_sudoku_with_a_bad_window_is_refused() {
        let plain = "windoku\n123456789\n456789123\n789123456\n234567891\n567891234\n891234567\n345678912\n678912345\n\
                     912345678\n";
        assert_eq!(refusal(plain), "line 5, column 4: 5 stands twice in window 1: R2C2 and R4C4");
        assert_eq!(refusal("windoku\n1\n"), "line 1, column 1: a windoku has 9 rows; this one has 1");
    }
}
