//! The problem as a certificate states it.

use super::varint::{put, put_list, put_signed};

/// A clue problem in the terms of `minclue-cert/1`: an exact cover problem or a linear 0/1 model, with its target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instance {
    /// A grid; option `cell * n + digit - 1` says that a cell has a digit.
    Sudoku {
        /// Rows of a box.
        box_rows: usize,
        /// Columns of a box.
        box_columns: usize,
        /// The digits 1 to n of all cells, row-major.
        digits: Vec<usize>,
    },
    /// Any other exact cover problem.
    ExactCover {
        /// Number of items.
        n_items: usize,
        /// The items of each option, ascending.
        options: Vec<Vec<usize>>,
        /// The options of the target, ascending: the cells.
        target: Vec<usize>,
    },
    /// Any 0/1 linear model with one of its solutions, the target.
    Model(LinearInstance),
}

/// A 0/1 linear model with its target. Variables are numbers below `n_vars`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearInstance {
    /// Number of variables.
    pub n_vars: usize,
    /// The rows; an equation is two of them.
    pub rows: Vec<LinearRow>,
    /// The variables that are 1 in the target, ascending.
    pub ones: Vec<usize>,
    /// The variable of each cell; a clue in the cell says that it has its value of the target.
    pub cells: Vec<usize>,
    /// A second solution is one that differs from the target in one of these variables, ascending.
    pub shown: Vec<usize>,
}

/// `sum a x >= rhs` over some variables, ascending, with coefficients other than 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearRow {
    /// The variables and their coefficients.
    pub terms: Vec<(usize, i64)>,
    /// The right side.
    pub rhs: i64,
}

impl Instance {
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Sudoku { box_rows, box_columns, digits } => {
                put(bytes, 0);
                put(bytes, *box_rows as u64);
                put(bytes, *box_columns as u64);
                digits.iter().for_each(|digit| put(bytes, *digit as u64));
            }
            Self::ExactCover { n_items, options, target } => {
                put(bytes, 1);
                put(bytes, *n_items as u64);
                put(bytes, options.len() as u64);
                options.iter().for_each(|option| put_list(bytes, option));
                put_list(bytes, target);
            }
            Self::Model(model) => model.write(bytes),
        }
    }
}

impl LinearInstance {
    fn write(&self, bytes: &mut Vec<u8>) {
        put(bytes, 2);
        put(bytes, self.n_vars as u64);
        put(bytes, self.rows.len() as u64);
        for LinearRow { terms, rhs } in &self.rows {
            let variables: Vec<usize> = terms.iter().map(|term| term.0).collect();
            put_list(bytes, &variables);
            terms.iter().for_each(|term| put_signed(bytes, term.1));
            put_signed(bytes, *rhs);
        }
        put_list(bytes, &self.ones);
        put(bytes, self.cells.len() as u64);
        self.cells.iter().for_each(|variable| put(bytes, *variable as u64));
        put_list(bytes, &self.shown);
    }
}

#[cfg(test)]
mod tests {
    use minclue_verifier::verify_stream;

    use super::*;

    #[test]
    fn a_linear_model_as_in_the_example_of_the_format() {
        let row = |a: [i64; 4], rhs| LinearRow { terms: (0..4).zip(a).collect(), rhs };
        let rows = vec![row([3, 2, 2, 1], 4), row([-1; 4], -2)];
        let (ones, cells, shown) = (vec![0, 1], vec![0, 1, 2, 3], vec![0, 1, 2, 3]);
        let mut bytes = Vec::new();
        Instance::Model(LinearInstance { n_vars: 4, rows, ones, cells, shown }).write(&mut bytes);
        assert_eq!(bytes[..13], [2, 4, 2, 4, 0, 0, 0, 0, 6, 4, 4, 2, 8]);
        assert_eq!(bytes[13..22], [4, 0, 0, 0, 0, 1, 1, 1, 1]);
        assert_eq!(bytes[22..], [3, 2, 0, 0, 4, 0, 1, 2, 3, 4, 0, 0, 0, 0]);
        // With x1 = 1 and x2 = 0 for a puzzle, and no bound.
        let stream = [&b"minclue-cert/1\n"[..], &bytes, &[0, 2, 1, 0, 0, 0, 0]].concat();
        assert_eq!(verify_stream(&stream[..]).map(|verdict| verdict.upper), Ok(2));
    }
}
