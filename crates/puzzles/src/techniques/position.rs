//! What a person has on paper: the digits that are written, and the candidates that are left.

use crate::base::{Cell, Digit, Index as _};
use crate::sudoku::{Geometry, House, Puzzle, Shape};

use super::{Candidate, Cells, Deduction, Digits};

/// Grids with more digits have no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("techniques are for grids up to 11x11; this one is {0}x{0}")]
pub struct TooLarge(usize);

/// A puzzle that is being solved.
#[derive(Clone, Debug)]
pub struct Position {
    geometry: Geometry<2>,
    /// Rows, columns and, unless they repeat the lines, boxes.
    houses: Vec<(House, Cells)>,
    clues: Cells,
    values: Vec<Option<Digit>>,
    /// By cell; nothing where a digit is written.
    candidates: Vec<Digits>,
    /// By digit: the empty cells that it can go to.
    places: Vec<Cells>,
}

impl Position {
    /// The start: in each empty cell, every digit that no row, column or box forbids.
    ///
    /// # Errors
    /// [`TooLarge`] above 11x11.
    pub fn new(puzzle: &Puzzle) -> Result<Self, TooLarge> {
        let shape = puzzle.shape();
        let n = shape.n();
        if shape.n_cells() > Cells::CAPACITY {
            return Err(TooLarge(n));
        }
        let geometry = Geometry::new(shape);
        let houses = shape.houses().zip(geometry.houses().iter().copied()).collect();
        let all = geometry.all();
        let mut position = Self {
            geometry,
            houses,
            clues: puzzle.clues(),
            values: vec![None; shape.n_cells()],
            candidates: vec![Digits::first_n(n); shape.n_cells()],
            places: vec![all; n],
        };
        for cell in shape.cells() {
            if let Some(digit) = puzzle.get(cell) {
                position.place(cell, digit);
            }
        }
        Ok(position)
    }

    #[must_use]
    pub fn shape(&self) -> Shape {
        self.geometry.shape()
    }

    /// What is written in a cell.
    #[must_use]
    pub fn value(&self, cell: Cell) -> Option<Digit> {
        self.values[cell.get()]
    }

    /// What is left for a cell; nothing if it is filled.
    #[must_use]
    pub fn candidates(&self, cell: Cell) -> Digits {
        self.candidates[cell.get()]
    }

    /// The digits of the shape, ascending.
    pub fn digits(&self) -> impl Iterator<Item = Digit> + Clone + use<> {
        (0..self.shape().n()).map(Digit::from_index)
    }

    /// The cells without a digit, ascending.
    pub fn empty_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.shape().cells().filter(|&cell| self.value(cell).is_none())
    }

    /// Is every cell filled?
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.values.iter().all(Option::is_some)
    }

    /// Writes a digit, and removes it from the candidates around.
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        self.values[cell.get()] = Some(digit);
        for other in self.candidates(cell).iter() {
            self.places[other.index()].remove(cell);
        }
        self.candidates[cell.get()] = Digits::EMPTY;
        for peer in self.geometry.peers(cell) {
            self.remove(Candidate { cell: peer, digit });
        }
    }

    pub fn remove(&mut self, Candidate { cell, digit }: Candidate) {
        self.candidates[cell.get()].remove(digit);
        self.places[digit.index()].remove(cell);
    }

    /// Does what was deduced.
    pub fn apply(&mut self, deduction: &Deduction) {
        if let Some(Candidate { cell, digit }) = deduction.placed {
            self.place(cell, digit);
        }
        for &candidate in &deduction.removed {
            self.remove(candidate);
        }
    }

    /// The empty cells that a digit can go to.
    pub(super) fn places(&self, digit: Digit) -> Cells {
        self.places[digit.index()]
    }

    /// Rows, columns and, unless it is a Latin square, boxes.
    pub(super) fn houses(&self) -> &[(House, Cells)] {
        &self.houses
    }

    /// The cells that share a house with this one.
    pub(super) fn peers(&self, cell: Cell) -> Cells {
        self.geometry.peers(cell)
    }

    /// The cells that share a house with each of these.
    pub(super) fn common_peers(&self, cells: Cells) -> Cells {
        cells.iter().fold(self.geometry.all(), |common, cell| common & self.peers(cell))
    }

    /// Was the cell given?
    pub(super) fn is_clue(&self, cell: Cell) -> bool {
        self.clues.contains(cell)
    }

    /// The candidates of one digit in these cells.
    pub(super) fn of_digit(&self, digit: Digit, cells: Cells) -> Vec<Candidate> {
        (self.places(digit) & cells).iter().map(|cell| Candidate { cell, digit }).collect()
    }

    /// The cells with exactly two candidates, ascending, with the smaller and the larger one.
    pub(super) fn pairs(&self) -> Vec<(Cell, (Digit, Digit))> {
        self.empty_cells().filter_map(|cell| Some((cell, self.candidates(cell).pair()?))).collect()
    }
}
