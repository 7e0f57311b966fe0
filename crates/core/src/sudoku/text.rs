//! The text format of grids and puzzles.
//!
//! Digits 1 to 9 are written as such, and 10 to 25 as A to P. On 16x16, 16 is written as `0`, as is usual (see the data
//! of tjusila-2023); `G` is read as well. For all other shapes, `0` is an empty cell. An empty cell is written as `.`;
//! `_`, `*`, `x` and `X` are read as well, and so is `-` in a line with a complete grid; in a block it draws a rule.

use crate::base::{Cell, Digit};

use super::grid::Puzzle;
use super::shape::Shape;

/// Returns the character of a digit in a grid of n digits.
#[must_use]
pub fn digit_char(n: usize, digit: Digit) -> char {
    match digit.value() {
        16 if n == 16 => '0',
        v @ 1..=9 => (b'0' + v as u8) as char,
        v => (b'A' + (v - 10) as u8) as char,
    }
}

/// The meaning of a character in a grid of n digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    Digit(Digit),
    Empty,
    Unknown,
}

/// Reads one character of a grid of n digits.
pub(super) fn symbol(n: usize, character: char) -> Symbol {
    let value = match character {
        '.' | '_' | '*' | 'x' | 'X' => return Symbol::Empty,
        '0' if n == 16 => 16,
        '0' => return Symbol::Empty,
        '1'..='9' => character as usize - '0' as usize,
        'A'..='P' => character as usize - 'A' as usize + 10,
        'a'..='p' => character as usize - 'a' as usize + 10,
        _ => return Symbol::Unknown,
    };
    if value <= n { Symbol::Digit(Digit::new(value)) } else { Symbol::Unknown }
}

/// Reads one character of a grid of n digits that stands in one line.
pub(super) fn line_symbol(n: usize, character: char) -> Symbol {
    if character == '-' { Symbol::Empty } else { symbol(n, character) }
}

/// The characters that a grid of n digits may hold, for messages.
pub(super) fn alphabet(n: usize) -> String {
    match n {
        0..=9 => format!("1 to {n}, and . or 0 for an empty cell"),
        10 => "1 to 9 and A, and . or 0 for an empty cell".to_owned(),
        16 => "1 to 9, A to F, 0 or G for 16, and . for an empty cell".to_owned(),
        _ => format!("1 to 9, A to {}, and . or 0 for an empty cell", digit_char(n, Digit::new(n))),
    }
}

/// Returns a puzzle in one line, row-major.
#[must_use]
pub fn line(puzzle: &Puzzle) -> String {
    let n = puzzle.shape().n();
    puzzle.cells().iter().map(|cell| cell.map_or('.', |d| digit_char(n, d))).collect()
}

/// A puzzle as a picture with box borders, one row a line, ending with a line break.
#[cfg(test)]
pub(super) fn picture(puzzle: &Puzzle) -> String {
    let shape = puzzle.shape();
    let (n, rows, cols) = (shape.n(), shape.box_rows(), shape.box_cols());
    let rule = vec!["-".repeat(2 * cols + 1); shape.n_stacks()].join("+");
    let mut out = String::new();
    for row in 0..n {
        if row > 0 && row % rows == 0 {
            out.push_str(&rule);
            out.push('\n');
        }
        for column in 0..n {
            if column > 0 && column % cols == 0 {
                out.push_str(" |");
            }
            out.push(' ');
            out.push(puzzle.get(shape.cell(row, column)).map_or('.', |d| digit_char(n, d)));
        }
        out.push('\n');
    }
    out
}

/// Returns the name of a cell in messages: `R1C1` is the top left cell.
#[must_use]
pub fn cell_name(shape: Shape, cell: Cell) -> String {
    format!("R{}C{}", shape.row(cell) + 1, shape.column(cell) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_is_read_as_it_is_written() {
        for n in 2..=Shape::MAX_N {
            for v in 1..=n {
                let digit = Digit::new(v);
                assert_eq!(symbol(n, digit_char(n, digit)), Symbol::Digit(digit), "{v} of {n}");
            }
            assert_eq!(symbol(n, '.'), Symbol::Empty);
            assert_eq!(symbol(n, '?'), Symbol::Unknown);
            assert_eq!(symbol(n, 'X'), Symbol::Empty, "no digit is written X");
            assert_eq!((symbol(n, '-'), line_symbol(n, '-')), (Symbol::Unknown, Symbol::Empty));
        }
        assert_eq!(symbol(16, 'G'), Symbol::Digit(Digit::new(16)));
        assert_eq!(symbol(9, '0'), Symbol::Empty);
        assert_eq!(symbol(4, '5'), Symbol::Unknown);
    }

    #[test]
    fn a_picture_has_box_borders() {
        let six = Shape::new(2, 3).expect("a shape");
        let mut cells = vec![None; 36];
        cells[0] = Some(Digit::new(1));
        cells[35] = Some(Digit::new(6));
        let puzzle = Puzzle::new(six, cells).expect("no clash");
        let text = picture(&puzzle);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], " 1 . . | . . .");
        assert_eq!(lines[2], "-------+-------");
        assert_eq!(lines.len(), 8);
        assert_eq!(line(&puzzle).len(), 36);
    }
}
