//! Grids and puzzles as checked values: a [`Grid`] is complete and valid, and a [`Puzzle`] has no conflicts.

use crate::base::{Cell, CellSet, Digit, Index};

use super::shape::{House, Shape};

/// Two equal digits in one house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The digit that occurs twice.
    pub digit: Digit,
    pub house: House,
    /// The first of the two cells.
    pub first: Cell,
    /// The second of the two cells.
    pub second: Cell,
}

/// The clues of a puzzle of some shape, without conflicts. It may have any number of solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    shape: Shape,
    cells: Box<[Option<Digit>]>,
}

/// A complete, valid grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    shape: Shape,
    digits: Box<[Digit]>,
}

impl Puzzle {
    /// Creates a puzzle from its cells, row-major; `None` is an empty cell.
    ///
    /// # Errors
    /// The first [`Clash`] in row-major order of its second cell.
    ///
    /// # Panics
    /// If the number of cells is not that of the shape, or if a digit exceeds n.
    pub fn new(shape: Shape, cells: impl Into<Box<[Option<Digit>]>>) -> Result<Self, Clash> {
        let cells = cells.into();
        assert_eq!(cells.len(), shape.n_cells());
        assert!(cells.iter().flatten().all(|d| d.value() <= shape.n()));
        match first_clash(shape, &cells) {
            Some(clash) => Err(clash),
            None => Ok(Self { shape, cells }),
        }
    }

    /// Creates the puzzle without clues.
    #[must_use]
    pub fn empty(shape: Shape) -> Self {
        Self { shape, cells: vec![None; shape.n_cells()].into() }
    }

    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    #[must_use]
    pub fn cells(&self) -> &[Option<Digit>] {
        &self.cells
    }

    /// The clue in `cell`.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        self.cells[cell.get()]
    }

    #[must_use]
    pub fn n_clues(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// The cells that have a clue.
    #[must_use]
    pub fn clues<const W: usize>(&self) -> CellSet<W> {
        self.shape.cells().filter(|&c| self.get(c).is_some()).collect()
    }

    /// The same as a list, ascending.
    #[must_use]
    pub fn clue_cells(&self) -> Vec<Cell> {
        (0..self.cells.len()).map(Cell::new).filter(|cell| self.get(*cell).is_some()).collect()
    }

    /// Returns the grid, if every cell has a clue.
    #[must_use]
    pub fn as_grid(&self) -> Option<Grid> {
        let digits: Option<Box<[Digit]>> = self.cells.iter().copied().collect();
        // No clash and no empty cell: every house holds n different digits of n.
        digits.map(|digits| Grid { shape: self.shape, digits })
    }
}

impl Grid {
    /// Creates a grid from its digits, row-major.
    ///
    /// # Errors
    /// The first [`Clash`].
    ///
    /// # Panics
    /// If the number of digits is not that of the shape, or if a digit exceeds n.
    pub fn new(shape: Shape, digits: &[Digit]) -> Result<Self, Clash> {
        let cells: Box<[Option<Digit>]> = digits.iter().copied().map(Some).collect();
        Puzzle::new(shape, cells).map(|_| Self { shape, digits: digits.into() })
    }

    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    #[must_use]
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// The digit in `cell`.
    #[inline]
    #[must_use]
    pub fn get(&self, cell: Cell) -> Digit {
        self.digits[cell.get()]
    }

    /// The puzzle that shows only the cells of `clues`.
    #[must_use]
    pub fn puzzle<const W: usize>(&self, clues: CellSet<W>) -> Puzzle {
        let cells = self.shape.cells().map(|c| clues.contains(c).then(|| self.get(c))).collect();
        Puzzle { shape: self.shape, cells }
    }

    /// Returns the transposed 9x9 grid.
    ///
    /// # Panics
    /// If the grid has another shape, whose boxes might not be transposable.
    #[must_use]
    pub fn turned(&self) -> Self {
        assert_eq!(self.shape, Shape::NINE, "a 9x9 grid");
        let digits = self.shape.cells().map(|cell| self.get(self.shape.cell(cell.get() % 9, cell.get() / 9)));
        Self { shape: self.shape, digits: digits.collect() }
    }

    /// The cells in which the two grids differ.
    #[must_use]
    pub fn difference<const W: usize>(&self, other: &[Digit]) -> CellSet<W> {
        self.shape.cells().filter(|&c| self.get(c) != other[c.get()]).collect()
    }
}

impl From<&Grid> for Puzzle {
    /// The puzzle that shows every cell.
    fn from(grid: &Grid) -> Self {
        Self { shape: grid.shape, cells: grid.digits.iter().copied().map(Some).collect() }
    }
}

fn first_clash(shape: Shape, cells: &[Option<Digit>]) -> Option<Clash> {
    let n = shape.n();
    let mut seen: Vec<Option<Cell>> = vec![None; 3 * n * n];
    for cell in shape.cells() {
        let Some(digit) = cells[cell.get()] else {
            continue;
        };
        let houses = [
            House::Row(shape.row(cell) as u8),
            House::Column(shape.column(cell) as u8),
            House::Box(shape.box_of(cell) as u8),
        ];
        for (kind, house) in houses.into_iter().enumerate() {
            let (House::Row(i) | House::Column(i) | House::Box(i)) = house;
            let slot = &mut seen[(kind * n + i as usize) * n + digit.index()];
            if let Some(first) = slot.replace(cell) {
                return Some(Clash { digit, house, first, second: cell });
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUR: &str = "1234341221434321";

    fn four() -> Shape {
        Shape::new(2, 2).expect("a shape")
    }

    fn cells(text: &str) -> Vec<Option<Digit>> {
        text.chars().map(|c| c.to_digit(10).filter(|d| *d > 0).map(|d| Digit::new(d as usize))).collect()
    }

    fn clash(text: &str) -> Option<(usize, House, usize, usize)> {
        Puzzle::new(four(), cells(text)).err().map(|c| (c.digit.value(), c.house, c.first.get(), c.second.get()))
    }

    #[test]
    fn a_clash_names_its_house_and_both_cells() {
        assert_eq!(clash("3..3............"), Some((3, House::Row(0), 0, 3)));
        assert_eq!(clash(".2...........2.."), Some((2, House::Column(1), 1, 13)));
        assert_eq!(clash("1....1.........."), Some((1, House::Box(0), 0, 5)));
        assert_eq!(clash("1.....1........."), None);
    }

    #[test]
    fn a_full_puzzle_is_a_grid_and_its_puzzles_show_its_cells() {
        let grid = Puzzle::new(four(), cells(FOUR)).expect("no clash").as_grid().expect("full");
        let clues: CellSet<1> = [0, 5, 15].map(Cell::new).into_iter().collect();
        let puzzle = grid.puzzle(clues);
        assert_eq!(puzzle.n_clues(), 3);
        assert_eq!(puzzle.clues(), clues);
        assert_eq!(puzzle.as_grid(), None);
        assert!(clues.iter().all(|c| puzzle.get(c) == Some(grid.get(c))));
        assert_eq!(Puzzle::from(&grid).as_grid(), Some(grid));
    }
}
