//! The state of a human solver: the placed digits, and the remaining candidates.

use crate::base::{Cell, Digit, Index as _};
use crate::sudoku::{Geometry, Puzzle, Shape, Variant};

use super::{Candidate, Cells, Deduction, Digits, House};

/// The error for grids with more digits than a position supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("techniques are for grids up to 11x11; this one is {0}x{0}")]
pub struct TooLarge(usize);

/// A partly solved puzzle.
#[derive(Clone, Debug)]
pub struct Position {
    shape: Shape,
    /// The rows, the columns, the boxes unless they are equal to lines, and the houses of a variant.
    houses: Vec<(House, Cells)>,
    /// The names of the houses of a variant.
    names: Vec<String>,
    /// For each cell, the cells that cannot have its digit.
    peers: Vec<Cells>,
    /// Whether there are no rules besides those of the shape.
    is_plain: bool,
    clues: Cells,
    values: Vec<Option<Digit>>,
    /// For each cell, its candidates; empty if a digit is placed.
    candidates: Vec<Digits>,
    /// For each digit, the empty cells that it can go to.
    places: Vec<Cells>,
}

impl Position {
    /// Creates the initial position: each empty cell has every digit that its row, column and box allow.
    ///
    /// # Errors
    /// [`TooLarge`] above 11x11.
    pub fn new(puzzle: &Puzzle) -> Result<Self, TooLarge> {
        Self::of(&Variant::plain(puzzle.shape()), puzzle)
    }

    /// Creates the initial position of a puzzle of a variant, which must have the same shape.
    ///
    /// # Errors
    /// [`TooLarge`] above 11x11.
    pub fn of(variant: &Variant, puzzle: &Puzzle) -> Result<Self, TooLarge> {
        let shape = puzzle.shape();
        let n = shape.n();
        if shape.n_cells() > Cells::CAPACITY {
            return Err(TooLarge(n));
        }
        let geometry = Geometry::<2>::new(shape);
        let all = geometry.all();
        let of_shape = shape.houses().zip(geometry.houses()).map(|(house, cells)| (house.into(), *cells));
        let mut houses: Vec<(House, Cells)> = of_shape.collect();
        for (i, house) in (0..).zip(variant.houses()) {
            houses.push((House::Extra(i), house.cells.iter().copied().collect()));
        }
        let sees = |cell: Cell| {
            let shared = houses.iter().filter(|(_, cells)| cells.contains(cell));
            let mut peers = shared.fold(Cells::EMPTY, |all, (_, cells)| all | *cells) | geometry.peers(cell);
            peers = variant.moves(cell).iter().fold(peers, |all, other| all | Cells::from_iter([*other]));
            peers.remove(cell);
            peers
        };
        let mut position = Self {
            shape,
            names: variant.houses().iter().map(|house| house.name.clone()).collect(),
            peers: shape.cells().map(sees).collect(),
            is_plain: variant.is_plain(),
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
        self.shape
    }

    /// The digit placed in a cell.
    #[must_use]
    pub fn value(&self, cell: Cell) -> Option<Digit> {
        self.values[cell.get()]
    }

    /// The remaining candidates of a cell; empty if it is filled.
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

    /// Returns whether every cell is filled.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.values.iter().all(Option::is_some)
    }

    /// Places a digit, and removes it from the candidates of its peers.
    pub fn place(&mut self, cell: Cell, digit: Digit) {
        self.values[cell.get()] = Some(digit);
        for other in self.candidates(cell).iter() {
            self.places[other.index()].remove(cell);
        }
        self.candidates[cell.get()] = Digits::EMPTY;
        for peer in self.peers(cell) {
            self.remove(Candidate { cell: peer, digit });
        }
    }

    pub fn remove(&mut self, Candidate { cell, digit }: Candidate) {
        self.candidates[cell.get()].remove(digit);
        self.places[digit.index()].remove(cell);
    }

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

    /// Are there no rules but those of the shape?
    pub(super) fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// A sentence with the houses of a variant by their names.
    pub(super) fn named(&self, text: String) -> String {
        // The last first: the name of the first one begins that of the tenth.
        let last_first = self.names.iter().enumerate().rev();
        last_first.fold(text, |text, (i, name)| text.replace(&House::Extra(i as u8).to_string(), name))
    }

    /// Rows, columns, unless it is a Latin square boxes, and the houses of a variant.
    pub(super) fn houses(&self) -> &[(House, Cells)] {
        &self.houses
    }

    /// The cells that share a house with this one.
    pub(super) fn peers(&self, cell: Cell) -> Cells {
        self.peers[cell.get()]
    }

    /// The cells that share a house with each of these.
    pub(super) fn common_peers(&self, cells: Cells) -> Cells {
        cells.iter().map(|cell| self.peers(cell)).reduce(|common, peers| common & peers).unwrap_or_default()
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
