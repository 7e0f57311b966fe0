//! Transforms: symmetries of a shape with renamings of the digits, which map grids to isomorphic grids.

use rand::Rng as _;
use rand::seq::SliceRandom;

use crate::base::{Cell, CellPermutation, Digit, Index, Rng};

use super::grid::{Grid, Puzzle};
use super::shape::Shape;

/// A symmetry of a shape with a renaming of the digits.
///
/// The symmetries are those of [`automorphisms`](super::automorphisms): rows change places within their band, bands as
/// a whole, columns and stacks likewise, and rows with columns where a box has as many rows as columns. A Latin square
/// allows all permutations of its rows and of its columns, and the exchange of rows with columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transform {
    shape: Shape,
    cells: CellPermutation,
    /// The new name of each digit, by [`Digit::index`].
    digits: Box<[Digit]>,
}

/// Rows of a band and columns of a stack, as far as these hold lines together: one band and one stack are all of a
/// Latin square.
pub(super) fn block_sizes(shape: Shape) -> [usize; 2] {
    if shape.is_latin() { [shape.n(); 2] } else { [shape.box_rows(), shape.box_cols()] }
}

/// May rows and columns change places?
pub(super) fn can_turn(shape: Shape) -> bool {
    shape.is_latin() || shape.box_rows() == shape.box_cols()
}

impl Transform {
    #[must_use]
    pub fn identity(shape: Shape) -> Self {
        let digits = (0..shape.n()).map(Digit::from_index).collect();
        Self { shape, cells: CellPermutation::identity(shape.n_cells()), digits }
    }

    /// Returns a random transform; all have the same probability.
    #[must_use]
    pub fn random(shape: Shape, rng: &mut Rng) -> Self {
        let [rows, columns] = block_sizes(shape);
        let rows = random_lines(shape.n(), rows, rng);
        let columns = random_lines(shape.n(), columns, rng);
        let is_turned = can_turn(shape) && rng.random();
        let mut digits: Box<[Digit]> = (0..shape.n()).map(Digit::from_index).collect();
        digits.shuffle(rng);
        Self::from_lines(shape, &rows, &columns, is_turned, digits)
    }

    /// The transform that makes a row of each of `rows`, in their order, and a column of each of `columns`; these are
    /// columns and rows of what it is applied to if `is_turned`. `digits` are the new names. The lines must be a
    /// symmetry.
    pub(super) fn from_lines(
        shape: Shape,
        rows: &[u8],
        columns: &[u8],
        is_turned: bool,
        digits: impl Into<Box<[Digit]>>,
    ) -> Self {
        let mut images = vec![Cell::new(0); shape.n_cells()];
        for (i, row) in rows.iter().enumerate() {
            for (j, column) in columns.iter().enumerate() {
                let (row, column) = if is_turned { (column, row) } else { (row, column) };
                images[shape.cell(usize::from(*row), usize::from(*column)).get()] = shape.cell(i, j);
            }
        }
        let cells = CellPermutation::new(images).expect("every line stands once in its list");
        Self { shape, cells, digits: digits.into() }
    }

    /// This symmetry of the shape with these new names of the digits.
    pub(super) fn new(shape: Shape, cells: CellPermutation, digits: Box<[Digit]>) -> Self {
        Self { shape, cells, digits }
    }

    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The images of the cells.
    #[must_use]
    pub fn cells(&self) -> &CellPermutation {
        &self.cells
    }

    /// The new name of a digit, which must be a digit of the shape.
    #[must_use]
    pub fn digit(&self, digit: Digit) -> Digit {
        self.digits[digit.index()]
    }

    /// The image of a grid.
    ///
    /// # Panics
    /// If the grid has another shape.
    #[must_use]
    pub fn grid(&self, grid: &Grid) -> Grid {
        assert_eq!(self.shape, grid.shape());
        let mut digits = grid.digits().to_vec();
        for cell in self.shape.cells() {
            digits[self.cells.apply(cell).get()] = self.digit(grid.get(cell));
        }
        Grid::new(self.shape, &digits).expect("a symmetry takes houses to houses")
    }

    /// The image of a puzzle.
    ///
    /// # Panics
    /// If the puzzle has another shape.
    #[must_use]
    pub fn puzzle(&self, puzzle: &Puzzle) -> Puzzle {
        assert_eq!(self.shape, puzzle.shape());
        let mut cells = vec![None; self.shape.n_cells()];
        for cell in self.shape.cells() {
            cells[self.cells.apply(cell).get()] = puzzle.get(cell).map(|d| self.digit(d));
        }
        Puzzle::new(self.shape, cells).expect("a symmetry takes houses to houses")
    }

    /// The product that applies `first` and then `self`. Both must have the same shape.
    #[must_use]
    pub fn after(&self, first: &Self) -> Self {
        assert_eq!(self.shape, first.shape);
        let digits = first.digits.iter().map(|d| self.digit(*d)).collect();
        Self { shape: self.shape, cells: self.cells.compose(&first.cells), digits }
    }

    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut digits = self.digits.clone();
        for (i, image) in self.digits.iter().enumerate() {
            digits[image.index()] = Digit::from_index(i);
        }
        Self { shape: self.shape, cells: self.cells.inverse(), digits }
    }
}

/// A random order of n lines that keeps blocks of `width` of them together.
fn random_lines(n: usize, width: usize, rng: &mut Rng) -> Vec<u8> {
    let mut blocks: Vec<Vec<u8>> = (0..n as u8).collect::<Vec<u8>>().chunks(width).map(<[u8]>::to_vec).collect();
    blocks.shuffle(rng);
    for block in &mut blocks {
        block.shuffle(rng);
    }
    blocks.concat()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::base::rng;
    use crate::sudoku::random_grid;

    #[test]
    fn products_and_inverses() {
        let mut rng = rng(1);
        for text in ["2x2", "2x3", "3x2", "3x3", "1x5", "4x1"] {
            let shape: Shape = text.parse().expect("a shape");
            let grid = random_grid::<2>(shape, &mut rng);
            let identity = Transform::identity(shape);
            assert_eq!(identity.grid(&grid), grid);
            for _ in 0..20 {
                let (p, q) = (Transform::random(shape, &mut rng), Transform::random(shape, &mut rng));
                assert_eq!(p.after(&p.inverse()), identity, "{text}");
                assert_eq!(p.inverse().after(&p), identity, "{text}");
                assert_eq!(p.after(&q).grid(&grid), p.grid(&q.grid(&grid)), "{text}");
            }
        }
    }

    #[test]
    fn cells_and_digits_go_where_they_are_said_to() {
        let mut rng = rng(2);
        let grid = random_grid::<2>(Shape::NINE, &mut rng);
        let transform = Transform::random(Shape::NINE, &mut rng);
        let image = transform.grid(&grid);
        let puzzle = Puzzle::new(
            Shape::NINE,
            Shape::NINE.cells().map(|c| (c.get() % 3 > 0).then(|| grid.get(c))).collect::<Box<[_]>>(),
        );
        let its_image = transform.puzzle(&puzzle.expect("part of a grid"));
        for cell in Shape::NINE.cells() {
            let to = transform.cells().apply(cell);
            assert_eq!(image.get(to), transform.digit(grid.get(cell)));
            assert_eq!(its_image.get(to), (cell.get() % 3 > 0).then(|| image.get(to)));
        }
    }

    /// The 2 * (2! * 2! * 2!)^2 = 128 symmetries of 4x4 and the 3! * 3! * 2 = 72 of the Latin squares of order 3 all
    /// come out, each about as often as the others; those of 2x3 are (3! * 2!^3) * (2! * 3!^2), without transposition.
    #[test]
    fn a_random_symmetry_is_any_symmetry() {
        for (text, order, times) in [("2x2", 128, 100), ("1x3", 72, 100), ("2x3", 48 * 72, 30)] {
            let shape: Shape = text.parse().expect("a shape");
            let mut rng = rng(3);
            let mut seen = BTreeMap::new();
            for _ in 0..order * times {
                *seen.entry(Transform::random(shape, &mut rng).cells().clone()).or_insert(0) += 1;
            }
            assert_eq!(seen.len(), order, "{text}");
            assert!(seen.values().all(|k| (times / 6..3 * times).contains(k)), "{text}: {:?}", seen.values());
        }
    }
}
