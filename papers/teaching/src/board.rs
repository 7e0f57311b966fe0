//! The blank squares of a puzzle with their candidates: the digits that no clue or assigned value in the row, column
//! and box excludes (abuluaih-2015, section 2, Equation 2).

use crate::base::{Cell, Digit, Index};
use crate::sudoku::{Puzzle, Shape};

/// The peers of a cell: the cells that share its row, column or box, each once, row-major. There are 3ab - (a + b) - 1
/// for boxes of a x b (Equation 1).
pub(super) fn peers(shape: Shape, cell: Cell) -> impl Iterator<Item = Cell> {
    let of = move |c| (shape.row(c), shape.column(c), shape.box_of(c));
    let (row, column, house) = of(cell);
    shape.cells().filter(move |&c| c != cell && (of(c).0 == row || of(c).1 == column || of(c).2 == house))
}

/// The digits of a mask, ascending.
pub(super) fn digits(mask: u32) -> impl Iterator<Item = Digit> {
    let some = |mask: u32| (mask != 0).then_some(mask);
    let masks = std::iter::successors(some(mask), move |m| some(m & (m - 1)));
    masks.map(|m| Digit::from_index(m.trailing_zeros() as usize))
}

/// An assignment, as far as it must be known to undo it.
#[derive(Clone, Copy, Debug)]
struct Assigned {
    cell: Cell,
    bit: u32,
    /// The candidates that the square had.
    candidates: u32,
    /// The length of the older part of the trail.
    trail: usize,
}

/// Blank squares and their candidates, under assignments that are undone in reverse order.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// Bit d - 1 of a blank square is its candidate d; nothing for a square with a value, which therefore never has to
    /// be distinguished from the others where candidates are compared.
    candidates: Vec<u32>,
    is_blank: Vec<bool>,
    /// The squares that are blank in the puzzle, row-major.
    blanks: Vec<Cell>,
    /// The peers of each of them that are blank in the puzzle; nothing for a clue.
    peers: Vec<Box<[Cell]>>,
    path: Vec<Assigned>,
    /// The squares that have lost the value of an assignment.
    trail: Vec<Cell>,
    /// Candidates of all blank squares.
    n_candidates: usize,
}

impl Board {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let shape = puzzle.shape();
        let all = u32::MAX >> (u32::BITS - shape.n() as u32);
        let blanks: Vec<Cell> = shape.cells().filter(|c| puzzle.get(*c).is_none()).collect();
        let mut candidates = vec![0; shape.n_cells()];
        let mut blank_peers = vec![Box::default(); shape.n_cells()];
        for cell in &blanks {
            let given = peers(shape, *cell).filter_map(|p| puzzle.get(p));
            candidates[cell.get()] = given.fold(all, |left, digit| left & !(1 << digit.index()));
            blank_peers[cell.get()] = peers(shape, *cell).filter(|p| puzzle.get(*p).is_none()).collect();
        }
        let n_candidates = candidates.iter().map(|c| c.count_ones() as usize).sum();
        let is_blank = puzzle.cells().iter().map(Option::is_none).collect();
        Self { candidates, is_blank, blanks, peers: blank_peers, path: Vec::new(), trail: Vec::new(), n_candidates }
    }

    /// The candidates of a square, as a mask; none for a square with a value.
    pub(super) fn candidates(&self, cell: Cell) -> u32 {
        self.candidates[cell.get()]
    }

    /// Number of candidates of a square.
    pub(super) fn size(&self, cell: Cell) -> u32 {
        self.candidates(cell).count_ones()
    }

    /// Candidates of all blank squares: TRC.
    pub(super) fn n_candidates(&self) -> usize {
        self.n_candidates
    }

    pub(super) fn n_blank(&self) -> usize {
        self.blanks.len() - self.path.len()
    }

    pub(super) fn depth(&self) -> usize {
        self.path.len()
    }

    /// The squares that are blank in the puzzle, whatever was assigned since, row-major.
    pub(super) fn blank_in_puzzle(&self) -> &[Cell] {
        &self.blanks
    }

    /// The squares without a value, row-major.
    pub(super) fn blanks(&self) -> impl Iterator<Item = Cell> {
        self.blanks.iter().copied().filter(|c| self.is_blank[c.get()])
    }

    /// The number of candidates of its blank peers that are candidates of the square: the sum over p of `|C_p & C_k|`.
    pub(super) fn overlap(&self, cell: Cell) -> u32 {
        let own = self.candidates(cell);
        self.peers[cell.get()].iter().map(|p| (self.candidates(*p) & own).count_ones()).sum()
    }

    /// Is the blank square neutralised: has it one candidate, and no blank peer has it too?
    pub(super) fn is_neutralised(&self, cell: Cell) -> bool {
        self.size(cell) == 1 && self.overlap(cell) == 0
    }

    /// Gives a blank square one of its candidates and takes that from its peers; whether each of these has one left.
    pub(super) fn assign(&mut self, cell: Cell, digit: Digit) -> bool {
        let (bit, candidates) = (1 << digit.index(), std::mem::take(&mut self.candidates[cell.get()]));
        self.path.push(Assigned { cell, bit, candidates, trail: self.trail.len() });
        self.is_blank[cell.get()] = false;
        self.n_candidates -= candidates.count_ones() as usize;
        let mut is_alive = true;
        for peer in &self.peers[cell.get()] {
            let left = &mut self.candidates[peer.get()];
            if *left & bit != 0 {
                *left ^= bit;
                is_alive &= *left != 0;
                self.n_candidates -= 1;
                self.trail.push(*peer);
            }
        }
        is_alive
    }

    /// Undoes the last assignment.
    pub(super) fn undo(&mut self) {
        let last = self.path.pop().expect("there is an assignment");
        for peer in self.trail.drain(last.trail..) {
            self.candidates[peer.get()] |= last.bit;
            self.n_candidates += 1;
        }
        self.is_blank[last.cell.get()] = true;
        self.candidates[last.cell.get()] = last.candidates;
        self.n_candidates += last.candidates.count_ones() as usize;
    }

    /// The values assigned, and in each blank square its least candidate if it has one.
    pub(super) fn values(&self) -> impl Iterator<Item = (Cell, Digit)> {
        let assigned = self.path.iter().map(|a| (a.cell, a.bit));
        let left = self.blanks.iter().map(|c| (*c, self.candidates(*c))).filter(|(_, mask)| *mask != 0);
        assigned.chain(left).map(|(cell, mask)| (cell, Digit::from_index(mask.trailing_zeros() as usize)))
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng as _;

    use super::*;
    use crate::base::rng;
    use crate::given;

    #[test]
    fn the_peers_are_as_many_as_the_paper_counts() {
        for (name, n) in [("3x3", 20), ("2x3", 12), ("3x2", 12), ("2x2", 7), ("4x4", 39), ("1x5", 8), ("5x1", 8)] {
            let shape = given::shape(name);
            let (a, b) = (shape.box_rows(), shape.box_cols());
            assert_eq!(3 * a * b - (a + b) - 1, n);
            assert!(shape.cells().all(|cell| peers(shape, cell).count() == n), "{name}");
        }
    }

    #[test]
    fn the_digits_of_a_mask_ascend() {
        let list = |mask| digits(mask).map(Digit::value).collect::<Vec<_>>();
        assert!(list(0).is_empty());
        assert_eq!(list(0b1), [1]);
        assert_eq!(list(0b1_0000_0110), [2, 3, 9]);
        assert_eq!(list(1 << 24 | 1), [1, 25]);
    }

    #[test]
    fn an_assigned_board_is_that_of_the_fuller_puzzle_and_undoing_restores_it() {
        let mut rng = rng(5);
        for name in ["2x2", "2x3", "1x5", "3x3"] {
            let shape = given::shape(name);
            for _ in 0..30 {
                let puzzle = given::of_digits(shape, shape.n_cells() / 2, &mut rng);
                let first = Board::new(&puzzle);
                let mut board = first.clone();
                let mut cells = puzzle.cells().to_vec();
                while let Some(cell) = board.blank_in_puzzle().iter().copied().find(|c| board.candidates(*c) != 0) {
                    let all: Vec<Digit> = digits(board.candidates(cell)).collect();
                    let digit = all[rng.random_range(0..all.len())];
                    let before = board.candidates.clone();
                    let is_alive = board.assign(cell, digit);
                    cells[cell.get()] = Some(digit);
                    let fuller = Board::new(&Puzzle::new(shape, cells.clone()).expect("a candidate"));
                    assert_eq!(board.candidates, fuller.candidates);
                    assert_eq!(board.n_candidates(), fuller.n_candidates());
                    assert_eq!(board.n_blank(), fuller.n_blank());
                    assert!(board.blanks().eq(fuller.blanks()));
                    let is_emptied = |c: &Cell| fuller.candidates(*c) == 0 && before[c.get()] != 0;
                    assert_eq!(is_alive, !fuller.blanks.iter().any(is_emptied));
                }
                while board.depth() > 0 {
                    board.undo();
                }
                assert_eq!(board.candidates, first.candidates);
                assert!(board.blanks().eq(first.blanks()));
                assert_eq!(board.n_candidates(), first.n_candidates());
            }
        }
    }
}
