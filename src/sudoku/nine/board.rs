//! The candidates of all cells, and the rules that take some away.

use crate::base::{Digit, Index};

use super::bands::Bands;

/// Number of digits.
pub(super) const N: usize = 9;
/// All digits, as the bits of a mask.
pub(super) const DIGITS: u32 = (1 << N) - 1;

/// What the rules leave of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// There is no solution.
    Dead,
    /// Every cell has one candidate and together they are a solution.
    Solved,
    /// Some cells have several candidates.
    Open,
}

/// For each digit the cells that it may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board(pub(super) [Bands; N]);

impl Board {
    /// The cells of each digit in a grid.
    pub(super) fn of_grid(digits: &[Digit]) -> Self {
        let mut board = Self([Bands::EMPTY; N]);
        for (at, digit) in digits.iter().enumerate() {
            let cell = &mut board.0[digit.index()];
            *cell = *cell | Bands::only(Index::new(at));
        }
        board
    }

    /// The board of the clues that `grid` has on some cells. Its digits all want [`Self::propagate`].
    #[inline]
    pub(super) fn of_clues(grid: &Self, clues: Bands) -> Self {
        let open = !clues;
        // Only the row of a clue: the locks of its digit clear the box and the column.
        Self(grid.0.map(|cells| {
            let own = cells & clues;
            open.without(own.rows()) | own
        }))
    }

    /// The cells in which the value of `grid` is a candidate.
    #[inline]
    pub(super) fn agreement(&self, grid: &Self) -> Bands {
        self.0.iter().zip(&grid.0).fold(Bands::EMPTY, |all, (a, b)| all | (*a & *b))
    }

    /// The digits that are candidates in a cell, as a mask.
    #[inline]
    pub(super) fn candidates(&self, cell: Bands) -> u32 {
        self.0.iter().enumerate().fold(0, |mask, (d, cells)| mask | u32::from(!(*cells & cell).is_empty()) << d)
    }

    /// Gives a cell digit number `d`; returns the digits that change.
    #[inline]
    pub(super) fn place(&mut self, cell: Bands, d: usize) -> u32 {
        let changed = self.candidates(cell);
        for cells in &mut self.0 {
            *cells = cells.without(cell);
        }
        self.0[d] = self.0[d].without(cell.rows()) | cell;
        changed
    }

    /// Gives all these cells the values of `grid`; every digit may change.
    #[inline]
    pub(super) fn agree(&mut self, grid: &Self, given: Bands) {
        for (cells, own) in self.0.iter_mut().zip(&grid.0) {
            let own = *own & given;
            *cells = cells.without(given | own.rows()) | own;
        }
    }

    /// Takes the values of `grid` from these cells; every digit may change.
    #[inline]
    pub(super) fn differ(&mut self, grid: &Self, cells: Bands) {
        for (left, own) in self.0.iter_mut().zip(&grid.0) {
            *left = left.without(*own & cells);
        }
    }

    /// Applies all rules until none takes a candidate away: locked candidates, hidden and naked singles. `dirty` are the
    /// digits that have changed since the last time.
    #[inline]
    pub(super) fn propagate(&mut self, mut dirty: u32) -> State {
        loop {
            let mut again = 0;
            while dirty != 0 {
                let d = dirty.trailing_zeros() as usize;
                dirty &= dirty - 1;
                let rows = self.0[d].lock_rows();
                self.0[d] = rows.lock_columns();
                // Both locks are idempotent, so only a change by the second calls for the first again.
                again |= u32::from(self.0[d] != rows) << d;
            }
            let Some((solved, changed)) = self.singles() else { return State::Dead };
            dirty = again | changed;
            if dirty == 0 {
                return if solved == Bands::ALL { State::Solved } else { State::Open };
            }
        }
    }

    /// Clears the cells of hidden and the rows of naked singles. Returns the cells of hidden singles and the digits that
    /// changed, or `None` if a cell or the band of a digit is left with nothing, or something is placed twice.
    #[inline(always)]
    fn singles(&mut self) -> Option<(Bands, u32)> {
        let (mut solved, mut bad) = (Bands::EMPTY, Bands::EMPTY);
        let mut hidden = [Bands::EMPTY; N];
        for (cells, alone) in self.0.iter().zip(&mut hidden) {
            *alone = cells.alone_in_row();
            bad = bad | (solved & *alone) | cells.empty_bands();
            solved = solved | *alone;
        }
        let (mut ones, mut twos) = (Bands::EMPTY, Bands::EMPTY);
        let mut changed = 0;
        for (d, (cells, alone)) in self.0.iter_mut().zip(&hidden).enumerate() {
            let left = cells.without(solved.without(*alone));
            changed |= u32::from(left != *cells) << d;
            *cells = left;
            twos = twos | (ones & left);
            ones = ones | left;
        }
        if !((bad & Bands::ALL) | !ones).is_empty() {
            return None;
        }
        let naked = ones.without(twos | solved);
        if !naked.is_empty() {
            let mut twice = Bands::EMPTY;
            for (d, cells) in self.0.iter_mut().enumerate() {
                let own = *cells & naked;
                twice = twice | own.second_in_row();
                // A naked single that is no hidden one has another place in its row, so its digit does change.
                changed |= u32::from(!own.is_empty()) << d;
                *cells = cells.without(own.rows()) | own;
            }
            if !twice.is_empty() {
                return None;
            }
        }
        Some((solved, changed))
    }

    /// The cell for a guess on an open board: one with two candidates if there is one, else one with as few as a count
    /// to four tells.
    #[inline]
    pub(super) fn branching_cell(&self) -> Bands {
        let [mut ones, mut twos, mut threes, mut fours] = [Bands::EMPTY; 4];
        for cells in self.0 {
            fours = fours | (threes & cells);
            threes = threes | (twos & cells);
            twos = twos | (ones & cells);
            ones = ones | cells;
        }
        for few in [twos.without(threes), threes.without(fours)] {
            if !few.is_empty() {
                return few.first();
            }
        }
        twos.first()
    }

    /// Is it a complete grid? An independent check of what the rules and the search have made.
    pub(super) fn is_grid(&self) -> bool {
        let mut seen = Bands::EMPTY;
        self.0.iter().all(|cells| {
            let first_here = (*cells & seen).is_empty();
            seen = seen | *cells;
            first_here && cells.is_complete()
        })
    }
}
