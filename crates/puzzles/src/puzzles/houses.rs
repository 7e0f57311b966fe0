//! Square grids in which every house has each digit once: the common part of Latin squares and all kinds of Sudoku.
//!
//! They only differ in their houses. Model: `x_r1c1_3` is 1 if the cell has the digit; one row per cell, and one per
//! house and digit.

use std::ops::Range;

use crate::base::Digit;
use crate::ilp::Sense;
use crate::sudoku::{Shape, digit_char};

use super::block::{PuzzleError, TextBlock, cell_key, cell_name};
use super::draft::{Choice, Draft};

/// Cells of a grid with different digits, as many as there are digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct House {
    /// For people, such as `row 2`.
    pub(super) name: String,
    /// The cells, row-major numbers from 0.
    pub(super) cells: Vec<usize>,
}

/// A square of n rows of n digits.
#[derive(Clone, Debug)]
pub(super) struct Square {
    pub(super) n: usize,
    /// The digits, 1 to n, row-major; 0 where the puzzle is open and the text has no digit.
    pub(super) digits: Vec<usize>,
}

impl Square {
    /// Reads these rows of a block, in which `.` is a digit that is not known.
    ///
    /// # Errors
    /// [`PuzzleError`] unless they are a square of digits, with at most 25 rows.
    pub(super) fn read(block: &TextBlock, rows: Range<usize>) -> Result<Self, PuzzleError> {
        let (first, mut grid) = (rows.start, block.part_of_grid(rows)?);
        let mut open = Vec::new();
        for (cell, character) in grid.iter_mut().flatten().enumerate() {
            if *character == '.' {
                *character = '1';
                open.push(cell);
            }
        }
        let mut square = Self::of_characters(block, &grid, |row, column| (first + row, column))?;
        open.into_iter().for_each(|cell| square.digits[cell] = 0);
        Ok(square)
    }

    /// Is every digit known?
    pub(super) fn is_solved(&self) -> bool {
        !self.digits.contains(&0)
    }

    /// The square of these characters, at least one row, as many in each; `place` says where in the block a cell
    /// stands, all from 0.
    pub(super) fn of_characters(
        block: &TextBlock,
        grid: &[Vec<char>],
        place: impl Fn(usize, usize) -> (usize, usize),
    ) -> Result<Self, PuzzleError> {
        let (n, n_columns) = (grid.len(), grid[0].len());
        let fail = |row, column, message| {
            let (row, column) = place(row, column);
            block.fail_at(row, column, message)
        };
        if n_columns != n {
            return Err(fail(0, 0, format!("{n} rows of {n_columns} cells are not a square")));
        }
        if n > Shape::MAX_N {
            return Err(fail(0, 0, format!("{n} rows; there may be at most {}", Shape::MAX_N)));
        }
        let mut digits = Vec::with_capacity(n * n);
        for (row, line) in grid.iter().enumerate() {
            for (column, character) in line.iter().enumerate() {
                let digit = (1..=n).find(|d| symbol(n, *d) == *character).ok_or_else(|| {
                    let last = symbol(n, n);
                    fail(row, column, format!("{character:?} is not a digit; {n} rows have the digits 1 to {last}"))
                })?;
                digits.push(digit);
            }
        }
        Ok(Self { n, digits })
    }

    /// The character of a cell's digit; `.` if it is not known.
    pub(super) fn symbol(&self, cell: usize) -> char {
        match self.digits[cell] {
            0 => '.',
            digit => symbol(self.n, digit),
        }
    }

    /// Returns the name of a cell in messages.
    pub(super) fn cell_name(&self, cell: usize) -> String {
        cell_name(cell / self.n, cell % self.n)
    }

    /// The name of a cell in a model, and in the lines of a puzzle's text.
    pub(super) fn cell_key(&self, cell: usize) -> String {
        cell_key(cell / self.n, cell % self.n)
    }

    /// The rows and columns.
    pub(super) fn lines(&self) -> Vec<House> {
        let n = self.n;
        let row = |i| House { name: format!("row {}", i + 1), cells: (0..n).map(|j| i * n + j).collect() };
        let column = |j| House { name: format!("column {}", j + 1), cells: (0..n).map(|i| i * n + j).collect() };
        (0..n).map(row).chain((0..n).map(column)).collect()
    }

    /// The boxes of a shape that fits, row-major.
    pub(super) fn boxes(&self, shape: Shape) -> Vec<House> {
        let (rows, cols, n) = (shape.box_rows(), shape.box_cols(), self.n);
        let one = |b: usize| {
            let (top, left) = (b / rows * rows, b % rows * cols);
            let cells = (0..n).map(|i| (top + i / cols) * n + left + i % cols).collect();
            House { name: format!("box {}", b + 1), cells }
        };
        (0..n).map(one).collect()
    }

    pub(super) fn diagonals(&self) -> [House; 2] {
        let n = self.n;
        [
            House { name: "diagonal 1".to_owned(), cells: (0..n).map(|i| i * n + i).collect() },
            House { name: "diagonal 2".to_owned(), cells: (0..n).map(|i| i * n + n - 1 - i).collect() },
        ]
    }

    /// Looks for a digit that occurs twice in a house; `place` says in which row and column of the block a cell stands,
    /// from 0.
    pub(super) fn check(
        &self,
        block: &TextBlock,
        houses: &[House],
        place: impl Fn(usize) -> (usize, usize),
    ) -> Result<(), PuzzleError> {
        for house in houses {
            let mut seen = vec![None; self.n + 1];
            for cell in house.cells.iter().filter(|cell| self.digits[**cell] > 0) {
                if let Some(first) = seen[self.digits[*cell]].replace(*cell) {
                    let (digit, name) = (self.symbol(*cell), &house.name);
                    let (one, other) = (self.cell_name(first), self.cell_name(*cell));
                    let (row, column) = place(*cell);
                    let message = format!("{digit} occurs twice in {name}: {one} and {other}");
                    return Err(block.fail_at(row, column, message));
                }
            }
        }
        Ok(())
    }

    /// The variables of all cells and the rows of the houses.
    pub(super) fn draft(&self, puzzle: &'static str, houses: &[House]) -> (Draft, Vec<Choice>) {
        let mut draft = Draft::new(puzzle);
        let cells: Vec<Choice> = self
            .digits
            .iter()
            .enumerate()
            // Of an open puzzle the solution is not looked at.
            .map(|(cell, digit)| {
                draft.choice("x", &cell_key(cell / self.n, cell % self.n), 1..=self.n, (*digit).max(1))
            })
            .collect();
        for house in houses {
            let key = house.name.replace(' ', "");
            for digit in 1..=self.n {
                let vars = house.cells.iter().filter_map(|cell| cells[*cell].var(digit));
                draft.one_of(format!("{key}_{digit}"), vars, Sense::Equal);
            }
        }
        (draft, cells)
    }
}

/// The character of a digit of a grid of n digits.
fn symbol(n: usize, digit: usize) -> char {
    digit_char(n, Digit::new(digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_where_they_are_drawn() {
        let square = Square { n: 6, digits: vec![1; 36] };
        let boxes = square.boxes(Shape::new(2, 3).expect("a shape"));
        assert_eq!(boxes[0].cells, [0, 1, 2, 6, 7, 8]);
        assert_eq!(boxes[3].cells, [15, 16, 17, 21, 22, 23]);
        let boxes = square.boxes(Shape::new(3, 2).expect("a shape"));
        assert_eq!(boxes[1].cells, [2, 3, 8, 9, 14, 15]);
        assert_eq!(boxes[5].name, "box 6");
        assert_eq!(square.diagonals()[1].cells, [5, 10, 15, 20, 25, 30]);
    }
}
