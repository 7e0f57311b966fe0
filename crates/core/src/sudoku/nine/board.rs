//! The candidates of all cells, and the rules that remove candidates.

use crate::base::{Digit, Index};

use super::bands::Bands;
use super::rules::{Narrowed, Rules};

pub(super) const N: usize = 9;
/// All digits, as the bits of a mask.
pub(super) const DIGITS: u32 = (1 << N) - 1;

/// The state of a board after the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// There is no solution.
    Dead,
    /// Every cell has one candidate and together they are a solution.
    Solved,
    /// Some cells have several candidates.
    Open,
}

/// A cell to guess in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guess {
    pub(super) cell: Bands,
    /// Its candidates, as a mask.
    pub(super) values: u32,
    /// The digit number to try first.
    pub(super) first: usize,
}

/// For each digit the cells that it may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) cells: [Bands; N],
    /// The cells to which the rules have given a digit as its only place in a row.
    solved: Bands,
}

impl Board {
    /// The cells of each digit in a grid.
    pub(super) fn of_grid(digits: &[Digit]) -> Self {
        let mut board = Self { cells: [Bands::EMPTY; N], solved: Bands::ALL };
        for (at, digit) in digits.iter().enumerate() {
            let cell = &mut board.cells[digit.index()];
            *cell = *cell | Bands::only(Index::new(at));
        }
        board
    }

    /// The board of the clues that `grid` has on some cells. Its digits all want [`Self::propagate`].
    #[inline]
    pub(super) fn of_clues(grid: &Self, clues: Bands) -> Self {
        let open = !clues;
        // Only the row of a clue: the locks of its digit clear the box and the column.
        let cells = grid.cells.map(|cells| {
            let own = cells & clues;
            open.without(own.rows()) | own
        });
        Self { cells, solved: Bands::EMPTY }
    }

    /// The board of a puzzle, of which only the cells of each digit's clues are known; they may clash. Its digits all
    /// want [`Self::propagate`], which finds that clashing clues leave some cell or some band of a digit nothing.
    #[inline]
    pub(super) fn of_puzzle(clues: &[Bands; N]) -> Self {
        let open = clues.iter().fold(Bands::ALL, |open, own| open.without(*own));
        Self { cells: clues.map(|own| open.without(own.rows()) | own), solved: Bands::EMPTY }
    }

    /// The digits of a complete board, row-major.
    pub(super) fn digits(&self) -> [Digit; 81] {
        let mut digits = [Digit::from_index(0); 81];
        for (d, cells) in self.cells.iter().enumerate().skip(1) {
            for cell in cells.to_set::<2>() {
                digits[cell.get()] = Digit::from_index(d);
            }
        }
        digits
    }

    /// The cells in which the value of `grid` is a candidate.
    #[inline]
    pub(super) fn agreement(&self, grid: &Self) -> Bands {
        self.cells.iter().zip(&grid.cells).fold(Bands::EMPTY, |all, (a, b)| all | (*a & *b))
    }

    /// The digits that are candidates in a cell, as a mask.
    #[inline]
    pub(super) fn candidates(&self, cell: Bands) -> u32 {
        self.cells.iter().enumerate().fold(0, |mask, (d, cells)| mask | u32::from(!(*cells & cell).is_empty()) << d)
    }

    /// Gives a cell digit number `d`; returns the digits that change.
    #[inline]
    pub(super) fn place(&mut self, cell: Bands, d: usize) -> u32 {
        let changed = self.candidates(cell);
        self.set(cell, d);
        changed
    }

    /// Gives a cell digit number `d`; its candidates are the digits that change.
    #[inline]
    pub(super) fn set(&mut self, cell: Bands, d: usize) {
        for cells in &mut self.cells {
            *cells = cells.without(cell);
        }
        self.cells[d] = self.cells[d].without(cell.rows()) | cell;
    }

    /// Gives all these cells the values of `grid`; every digit may change.
    #[inline]
    pub(super) fn agree(&mut self, grid: &Self, given: Bands) {
        for (cells, own) in self.cells.iter_mut().zip(&grid.cells) {
            let own = *own & given;
            *cells = cells.without(given | own.rows()) | own;
        }
    }

    /// Applies all rules until none takes a candidate away: those of `rules` for each digit by itself, and naked
    /// singles. `dirty` are the digits that have changed since the last time.
    #[inline]
    pub(super) fn propagate<R: Rules>(&mut self, rules: &R, mut dirty: u32) -> State {
        loop {
            let mut again = 0;
            let mut bad = Bands::EMPTY;
            let mut taken = Bands::EMPTY;
            let mut hidden = [Bands::EMPTY; N];
            while dirty != 0 {
                let d = dirty.trailing_zeros() as usize;
                dirty &= dirty - 1;
                let Narrowed { cells, alone, empty, again: is_changed } = rules.narrow(self.cells[d], self.solved);
                self.cells[d] = cells;
                again |= u32::from(is_changed) << d;
                bad = bad | (taken & alone) | empty;
                taken = taken | alone;
                hidden[d] = alone;
            }
            if !(bad & Bands::ALL).is_empty() {
                return State::Dead;
            }
            self.solved = self.solved | taken;
            let (mut ones, mut twos) = (Bands::EMPTY, Bands::EMPTY);
            for (d, (cells, alone)) in self.cells.iter_mut().zip(&hidden).enumerate() {
                let left = cells.without(taken.without(*alone));
                again |= u32::from(left != *cells) << d;
                *cells = left;
                twos = twos | (ones & left);
                ones = ones | left;
            }
            if ones != Bands::ALL {
                return State::Dead;
            }
            let naked = ones.without(twos | self.solved);
            if !naked.is_empty() {
                let mut twice = Bands::EMPTY;
                for (d, cells) in self.cells.iter_mut().enumerate() {
                    let own = *cells & naked;
                    if !own.is_empty() {
                        twice = twice | own.second_in_row();
                        // It is not a hidden single, so the digit has another place in its row.
                        again |= 1 << d;
                        *cells = cells.without(own.rows()) | own;
                    }
                }
                if !twice.is_empty() {
                    return State::Dead;
                }
            }
            if again == 0 {
                return if self.solved == Bands::ALL { State::Solved } else { State::Open };
            }
            dirty = again;
        }
    }

    /// The cells with two candidates.
    #[inline(always)]
    fn pairs(&self) -> Bands {
        let [mut ones, mut twos, mut threes] = [Bands::EMPTY; 3];
        for cells in self.cells {
            threes = threes | (twos & cells);
            twos = twos | (ones & cells);
            ones = ones | cells;
        }
        twos.without(threes)
    }

    /// The guess on an open board where nothing is known of the solution.
    ///
    /// Of the cells with two candidates it is one of the digit that has most such cells, and with it of the other digit
    /// that has most: whichever value it gets, many cells are near that lose their last choice. On hard puzzles this
    /// needs a third fewer guesses than the first such cell, and trying that digit first reaches a second solution
    /// sooner.
    #[inline]
    pub(super) fn busiest_cell(&self) -> Guess {
        let pairs = self.pairs();
        if pairs.is_empty() {
            let cell = self.branching_cell(Bands::ALL);
            let values = self.candidates(cell);
            return Guess { cell, values, first: values.trailing_zeros() as usize };
        }
        // The number of cells, and the digit in the last four bits. Plain loops: iterators cost a tenth of the search.
        let mut keys = [0; N];
        let mut max = 0;
        for (d, cells) in self.cells.iter().enumerate() {
            let key = (*cells & pairs).len() << 4 | d as u32;
            keys[d] = key;
            max = max.max(key);
        }
        let first = (max & 15) as usize;
        let partners = self.cells[first] & pairs;
        let mut max = 0;
        for (d, cells) in self.cells.iter().enumerate() {
            if d != first && !(*cells & partners).is_empty() {
                max = max.max(keys[d]);
            }
        }
        let other = (max & 15) as usize;
        Guess { cell: (self.cells[other] & partners).first(), values: 1 << first | 1 << other, first }
    }

    /// The cell for a guess on an open board: one with two candidates if there is one, else one with as few as a count
    /// to four tells; of those, one of the preferred cells.
    #[inline]
    pub(super) fn branching_cell(&self, preferred: Bands) -> Bands {
        let [mut ones, mut twos, mut threes, mut fours] = [Bands::EMPTY; 4];
        for cells in self.cells {
            fours = fours | (threes & cells);
            threes = threes | (twos & cells);
            twos = twos | (ones & cells);
            ones = ones | cells;
        }
        let fewest = [twos.without(threes), threes.without(fours), twos].into_iter().find(|few| !few.is_empty());
        let fewest = fewest.expect("an open board has a cell with several candidates");
        let best = fewest & preferred;
        if best.is_empty() { fewest.first() } else { best.first() }
    }

    /// Is it a complete grid? An independent check of what the rules and the search have made.
    pub(super) fn is_grid<R: Rules>(&self, rules: &R) -> bool {
        let mut seen = Bands::EMPTY;
        self.cells.iter().all(|cells| {
            let first_here = (*cells & seen).is_empty();
            seen = seen | *cells;
            first_here && rules.is_complete(*cells)
        })
    }
}
