//! The box shape of a Sudoku, with its houses, bands and stacks.

use std::fmt;
use std::str::FromStr;

use crate::base::{Cell, Index};

/// A shape of boxes with R rows and C columns; the grid has n = R * C rows, columns, boxes and digits.
///
/// A box of one row (R = 1) is equal to its row, so shape `1xn` is the Latin square of order n.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    box_rows: u8,
    box_cols: u8,
}

/// The reason why a shape is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// The text does not have the form `RxC`.
    #[error("`{0}` is not a box shape; write rows x columns of a box, such as 3x3 or 2x3")]
    Syntax(String),
    /// R * C is outside 2..=25.
    #[error("boxes of {0}x{1} give a grid of {n} rows; 2 to 25 are possible", n = u32::from(*.0) * u32::from(*.1))]
    Size(u8, u8),
}

/// A row, a column or a box, numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum House {
    /// A row, from the top.
    Row(u8),
    /// A column, from the left.
    Column(u8),
    Box(u8),
}

impl fmt::Display for House {
    /// For people, so numbered from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(i) => write!(f, "row {}", i + 1),
            Self::Column(i) => write!(f, "column {}", i + 1),
            Self::Box(i) => write!(f, "box {}", i + 1),
        }
    }
}

impl Shape {
    /// The usual shape: 9x9 with 3x3 boxes.
    pub const NINE: Self = Self { box_rows: 3, box_cols: 3 };

    /// The maximum number of digits of a grid.
    pub const MAX_N: usize = 25;

    /// Creates the shape with boxes of `box_rows` rows and `box_cols` columns.
    ///
    /// # Errors
    /// [`ShapeError::Size`] unless 2 <= R * C <= 25.
    pub fn new(box_rows: u8, box_cols: u8) -> Result<Self, ShapeError> {
        let n = usize::from(box_rows) * usize::from(box_cols);
        if (2..=Self::MAX_N).contains(&n) {
            Ok(Self { box_rows, box_cols })
        } else {
            Err(ShapeError::Size(box_rows, box_cols))
        }
    }

    /// Returns the usual shape of a grid with `n_cells` cells: the squarest box with no more rows than columns. `None`
    /// if only the Latin square has this size (n prime or below 4), or if `n_cells` is not a square.
    #[must_use]
    pub fn of_cells(n_cells: usize) -> Option<Self> {
        let n = n_cells.isqrt();
        if n * n != n_cells || n > Self::MAX_N {
            return None;
        }
        let rows = (2..=n.isqrt()).rev().find(|r| n.is_multiple_of(*r))?;
        Some(Self { box_rows: rows as u8, box_cols: (n / rows) as u8 })
    }

    /// The number of rows of a box, which is also the number of stacks.
    #[must_use]
    pub fn box_rows(self) -> usize {
        self.box_rows as usize
    }

    /// The number of columns of a box, which is also the number of bands.
    #[must_use]
    pub fn box_cols(self) -> usize {
        self.box_cols as usize
    }

    /// The number of digits, rows, columns and boxes: R * C.
    #[must_use]
    pub fn n(self) -> usize {
        self.box_rows() * self.box_cols()
    }

    /// The number of cells: n * n.
    #[must_use]
    pub fn n_cells(self) -> usize {
        self.n() * self.n()
    }

    /// Returns whether this is a Latin square, whose boxes are its rows or columns.
    #[must_use]
    pub fn is_latin(self) -> bool {
        self.box_rows == 1 || self.box_cols == 1
    }

    /// The cell in `row` and `column`, both 0-based.
    #[must_use]
    pub fn cell(self, row: usize, column: usize) -> Cell {
        Cell::new(row * self.n() + column)
    }

    /// The row of a cell, 0-based.
    #[must_use]
    pub fn row(self, cell: Cell) -> usize {
        cell.get() / self.n()
    }

    /// The column of a cell, 0-based.
    #[must_use]
    pub fn column(self, cell: Cell) -> usize {
        cell.get() % self.n()
    }

    /// The band of a cell: bands are full-width rows of boxes, n / R of them.
    #[must_use]
    pub fn band(self, cell: Cell) -> usize {
        self.row(cell) / self.box_rows()
    }

    /// The stack of a cell: stacks are full-height columns of boxes, n / C of them.
    #[must_use]
    pub fn stack(self, cell: Cell) -> usize {
        self.column(cell) / self.box_cols()
    }

    #[must_use]
    pub fn n_bands(self) -> usize {
        self.box_cols()
    }

    #[must_use]
    pub fn n_stacks(self) -> usize {
        self.box_rows()
    }

    /// The box of a cell, row-major, 0-based.
    #[must_use]
    pub fn box_of(self, cell: Cell) -> usize {
        self.band(cell) * self.n_stacks() + self.stack(cell)
    }

    pub fn cells(self) -> impl ExactSizeIterator<Item = Cell> + Clone {
        (0..self.n_cells()).map(Cell::new)
    }

    /// All houses: the rows, then the columns, then the boxes.
    pub fn houses(self) -> impl Iterator<Item = House> {
        let n = self.n() as u8;
        (0..n).map(House::Row).chain((0..n).map(House::Column)).chain((0..n).map(House::Box))
    }

    /// Returns whether the cell is in the house.
    #[must_use]
    pub fn is_in(self, cell: Cell, house: House) -> bool {
        match house {
            House::Row(i) => self.row(cell) == i as usize,
            House::Column(i) => self.column(cell) == i as usize,
            House::Box(i) => self.box_of(cell) == i as usize,
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.box_rows, self.box_cols)
    }
}

impl FromStr for Shape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Self, ShapeError> {
        let parsed =
            text.split_once(['x', 'X']).and_then(|(r, c)| Some((r.trim().parse().ok()?, c.trim().parse().ok()?)));
        let (rows, cols) = parsed.ok_or_else(|| ShapeError::Syntax(text.to_owned()))?;
        Self::new(rows, cols)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn customary_shapes() {
        let shape = |n: usize| Shape::of_cells(n * n).map(|s| s.to_string());
        assert_eq!(shape(4).as_deref(), Some("2x2"));
        assert_eq!(shape(6).as_deref(), Some("2x3"));
        assert_eq!(shape(8).as_deref(), Some("2x4"));
        assert_eq!(shape(9).as_deref(), Some("3x3"));
        assert_eq!(shape(12).as_deref(), Some("3x4"));
        assert_eq!(shape(25).as_deref(), Some("5x5"));
        assert_eq!(shape(5), None);
        assert_eq!(shape(26), None);
        assert_eq!(Shape::of_cells(80), None);
    }

    #[test]
    fn every_house_has_n_cells_and_every_cell_three_houses() {
        for text in ["2x2", "2x3", "3x2", "3x3", "3x4", "4x4", "5x5", "1x5"] {
            let shape: Shape = text.parse().expect("a shape");
            for house in shape.houses() {
                assert_eq!(shape.cells().filter(|&c| shape.is_in(c, house)).count(), shape.n(), "{text} {house}");
            }
            for cell in shape.cells() {
                assert_eq!(shape.houses().filter(|&h| shape.is_in(cell, h)).count(), 3);
            }
        }
    }

    #[test]
    fn bad_shapes_are_named() {
        assert_eq!("3".parse::<Shape>(), Err(ShapeError::Syntax("3".into())));
        assert_eq!("6x5".parse::<Shape>(), Err(ShapeError::Size(6, 5)));
        assert_eq!("1x1".parse::<Shape>(), Err(ShapeError::Size(1, 1)));
        assert_eq!(ShapeError::Size(6, 5).to_string(), "boxes of 6x5 give a grid of 30 rows; 2 to 25 are possible");
    }
}
