//! Problems as certificates state them.

use sha2::{Digest as _, Sha256};

use super::varint::{put, put_list, put_signed};

/// A clue problem in a certificate: an exact cover problem or a linear 0/1 model, with its target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instance {
    /// A grid. Option `cell * n + digit - 1` means that a cell has a digit.
    Sudoku {
        /// The number of rows of a box.
        box_rows: usize,
        /// The number of columns of a box.
        box_columns: usize,
        /// The digits 1 to n of all cells, row-major.
        digits: Vec<usize>,
    },
    /// Any other exact cover problem.
    ExactCover {
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
    pub n_vars: usize,
    /// The rows; an equation is written as two rows.
    pub rows: Vec<LinearRow>,
    /// The variables that are 1 in the target, ascending.
    pub ones: Vec<usize>,
    /// The variable of each cell; a clue in the cell fixes it to its value in the target.
    pub cells: Vec<usize>,
    /// The shown variables, ascending: a second solution differs from the target in one of them.
    pub shown: Vec<usize>,
}

/// A row `sum a x >= rhs` over some variables, ascending, with nonzero coefficients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearRow {
    /// The variables and their coefficients.
    pub terms: Vec<(usize, i64)>,
    pub rhs: i64,
}

impl Instance {
    /// Returns the SHA-256 of the bytes that state the problem in a certificate, in hexadecimal. Different problems
    /// have different bytes, and so have problems that differ only in the order of variables or rows.
    #[must_use]
    pub fn sha256(&self) -> String {
        let mut bytes = Vec::new();
        self.write(&mut bytes);
        format!("{:x}", Sha256::digest(&bytes))
    }

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
        let instance = Instance::Model(LinearInstance { n_vars: 4, rows, ones, cells, shown });
        instance.write(&mut bytes);
        assert_eq!(bytes[..13], [2, 4, 2, 4, 0, 0, 0, 0, 6, 4, 4, 2, 8]);
        assert_eq!(bytes[13..22], [4, 0, 0, 0, 0, 1, 1, 1, 1]);
        assert_eq!(bytes[22..], [3, 2, 0, 0, 4, 0, 1, 2, 3, 4, 0, 0, 0, 0]);
        // With x1 = 1 and x2 = 0 for a puzzle, and no bound.
        let head = format!("minclue-cert/1\n{}\n", instance.sha256());
        let stream = [head.as_bytes(), &bytes, &[0, 1, 2, 1, 0, 0, 0, 0, 0, 0]].concat();
        assert_eq!(verify_stream(&stream[..]).map(|verdict| verdict.upper), Ok(2));
    }

    /// The checker's digest, and that of `sha256sum` on the same bytes.
    #[test]
    fn a_digest_is_that_of_the_checker_and_of_sha256sum() {
        let digits: Vec<usize> = "1234341221434321".chars().map(|c| c as usize - '0' as usize).collect();
        let grid = Instance::Sudoku { box_rows: 2, box_columns: 2, digits };
        assert_eq!(grid.sha256(), "aecf28675b7f7fb25f8c010531a50fd60f3cf2dfa3b7e5a5a8eb30edbe134397");
        let cover = Instance::ExactCover {
            n_items: 6,
            options: vec![vec![0, 1], vec![1, 2], vec![2, 3], vec![3, 4], vec![4, 5], vec![0, 5]],
            target: vec![0, 2, 4],
        };
        assert_eq!(cover.sha256(), "fff144b8b99905cae6c5dabc19f545b1b24359a3cd1353fedc212e6126a8332b");
        for (instance, n_cells) in [(grid, 16), (cover, 3)] {
            let mut stream = format!("minclue-cert/1\n{}\n", instance.sha256()).into_bytes();
            instance.write(&mut stream);
            // No bound, a puzzle of all cells, and nothing else.
            stream.extend([0, 1, n_cells, 0]);
            stream.resize(stream.len() + usize::from(n_cells) - 1 + 5, 0);
            let verdict = verify_stream(&stream[..]).expect("it is right");
            assert_eq!(verdict.problem_sha256, instance.sha256());
        }
    }

    #[test]
    fn every_part_of_an_exact_cover_problem_changes_its_digest() {
        let cover = |n_items: usize, options: &[&[usize]], target: &[usize]| {
            let options = options.iter().map(|option| option.to_vec()).collect();
            Instance::ExactCover { n_items, options, target: target.to_vec() }.sha256()
        };
        // The items 0 and 1 in one option, and alone; the first one is the target.
        let own = cover(2, &[&[0, 1], &[0], &[1]], &[0]);
        assert_eq!(own, cover(2, &[&[0, 1], &[0], &[1]], &[0]));
        assert_ne!(own, cover(3, &[&[0, 1], &[0], &[1]], &[0]));
        assert_ne!(own, cover(2, &[&[0, 1], &[0]], &[0]));
        assert_ne!(own, cover(2, &[&[0, 1], &[1], &[0]], &[0]));
        assert_ne!(own, cover(2, &[&[0, 1], &[0], &[1]], &[1, 2]));
    }

    #[test]
    fn every_part_of_a_model_changes_its_digest() {
        // 2 x - y >= -1 at x = 1, y = 0; x is the cell, and shown.
        let model = LinearInstance {
            n_vars: 2,
            rows: vec![LinearRow { terms: vec![(0, 2), (1, -1)], rhs: -1 }],
            ones: vec![0],
            cells: vec![0],
            shown: vec![0],
        };
        let changed = |change: &dyn Fn(&mut LinearInstance)| {
            let mut model = model.clone();
            change(&mut model);
            Instance::Model(model).sha256()
        };
        let digests = [
            changed(&|_| ()),
            changed(&|model| model.n_vars = 3),
            changed(&|model| model.rows[0].rhs = -2),
            changed(&|model| model.rows[0].terms[1].1 = 1),
            changed(&|model| model.rows.clear()),
            changed(&|model| model.ones.push(1)),
            changed(&|model| model.cells[0] = 1),
            changed(&|model| model.shown.push(1)),
        ];
        assert_eq!(digests[0], Instance::Model(model.clone()).sha256());
        let different: std::collections::HashSet<&String> = digests.iter().collect();
        assert_eq!(different.len(), digests.len());
    }
}
