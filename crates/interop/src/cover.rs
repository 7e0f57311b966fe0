//! Exact cover problems, in a form for SAT solvers.

use minclue_verifier::Problem;

use super::error::OutsideError;

/// An exact cover problem with one solution, the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// The problem that it represents.
    pub problem: Problem,
    pub n_items: usize,
    /// The items of each option, ascending, at least one.
    pub options: Vec<Box<[u32]>>,
    /// The options of the target; cell i is the i-th of them.
    pub target: Vec<u32>,
}

impl Cover {
    /// Creates the exact cover problem of a problem.
    ///
    /// # Errors
    /// If the problem is a linear model.
    pub fn of(problem: &Problem) -> Result<Self, OutsideError> {
        match problem {
            Problem::Sudoku { box_rows, box_columns, digits } => {
                Ok(Self::of_grid(*box_rows, *box_columns, digits.clone()))
            }
            Problem::ExactCover { n_items, options, target } => Ok(Self {
                n_items: *n_items,
                options: options.clone(),
                target: target.iter().map(|option| *option as u32).collect(),
                problem: problem.clone(),
            }),
            Problem::Model { .. } => Err(OutsideError::Model),
        }
    }

    /// Creates the exact cover problem of a grid with boxes of `rows` x `columns` cells, with its digits row by row,
    /// from 1. The option of a digit in a cell has four items: the cell, and the digit in its row, its column and its
    /// box, if there are boxes.
    #[must_use]
    pub fn of_grid(rows: usize, columns: usize, digits: Vec<u32>) -> Self {
        let n = rows * columns;
        let n_kinds = if rows > 1 && columns > 1 { 4 } else { 3 };
        let item = |kind: usize, house: usize, digit: usize| (kind * n * n + house * n + digit) as u32;
        let options = (0..n * n * n).map(|option| {
            let (cell, digit) = (option / n, option % n);
            let (row, column) = (cell / n, cell % n);
            let block = row / rows * rows + column / columns;
            [item(0, row, column), item(1, row, digit), item(2, column, digit), item(3, block, digit)][..n_kinds].into()
        });
        Self {
            options: options.collect(),
            n_items: n_kinds * n * n,
            target: (0..).zip(&digits).map(|(cell, digit)| cell * n as u32 + digit - 1).collect(),
            problem: Problem::Sudoku { box_rows: rows, box_columns: columns, digits },
        }
    }

    /// The options of each item.
    pub(super) fn covering(&self) -> Vec<Vec<u32>> {
        let mut covering = vec![Vec::new(); self.n_items];
        for (option, items) in (0..).zip(&self.options) {
            for item in items {
                covering[*item as usize].push(option);
            }
        }
        covering
    }

    /// The least item that two options share.
    pub(super) fn shared(&self, first: u32, second: u32) -> Option<u32> {
        let second = &self.options[second as usize];
        self.options[first as usize].iter().copied().find(|item| second.binary_search(item).is_ok())
    }

    /// The options of the target that are not in the puzzle, whose cells ascend.
    pub(super) fn open<'a>(&'a self, puzzle: &'a [usize]) -> impl Iterator<Item = u32> + 'a {
        let cells = self.target.iter().enumerate();
        cells.filter(|(cell, _)| puzzle.binary_search(cell).is_err()).map(|(_, option)| *option)
    }
}

/// The name of a cell in messages: `r1c2=3`, or the number of its option or variable.
pub(super) fn cell_name(problem: &Problem, cell: usize) -> String {
    match problem {
        Problem::Sudoku { box_rows, box_columns, digits } => {
            let n = box_rows * box_columns;
            format!("r{}c{}={}", cell / n + 1, cell % n + 1, digits[cell])
        }
        Problem::ExactCover { target, .. } => format!("option {}", target[cell]),
        Problem::Model { cells, .. } => format!("variable {}", cells[cell]),
    }
}
