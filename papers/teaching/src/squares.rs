//! Neutralised squares and contribution numbers: abuluaih-2015 (S. A. Abuluaih and others, "Reordering Variables using
//! 'Contribution Number' Strategy to Neutralize Sudoku Sets", 2015), sections 3 and 4.
//!
//! A blank square is *neutralised* if it has one candidate that no blank peer has. If all blank squares are
//! neutralised, the puzzle counts as solved: each square takes its candidate.
//!
//! # Differences from the paper
//!
//! The paper also calls a set neutralised when it has as many candidates as blank squares. That is weaker: two peers
//! may have the same single candidate, or a square with none makes up for one with two. [`Squares::ntn`] is that ratio,
//! and [`Squares::is_neutralised`] the definition, square by square. In its Equation 4.2 the number of blank peers has
//! slips of sign and bracket; we count them.

use std::cmp::Ordering;

use crate::base::{Cell, Digit};
use crate::sudoku::Puzzle;

use super::board::{Board, digits};

/// A contribution number: the number of candidates that assigning a square is expected to remove from its peers. It is
/// exact, and ordered by its value.
#[derive(Clone, Copy, Debug)]
pub struct Weight {
    /// The number of candidates of the blank peers that are candidates of the square, counted once for each peer.
    pub sum: u32,
    /// The number of candidates of the square.
    pub n_candidates: u32,
    /// Whether it is negative, because a square that is not neutralised has fewer candidates. (See the text on Fig. 6 C
    /// and D.)
    pub is_negative: bool,
}

impl Weight {
    /// The number itself: the sum over the candidates of the square, with its sign; 0 for a square without candidates.
    #[must_use]
    pub fn value(self) -> f64 {
        let (over, under) = self.fraction();
        over as f64 / under as f64
    }

    fn fraction(self) -> (i64, i64) {
        let sum = i64::from(self.sum);
        (if self.is_negative { -sum } else { sum }, i64::from(self.n_candidates.max(1)))
    }
}

impl Ord for Weight {
    fn cmp(&self, other: &Self) -> Ordering {
        let ((a, b), (c, d)) = (self.fraction(), other.fraction());
        (a * d).cmp(&(c * b))
    }
}

impl PartialOrd for Weight {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Weight {
    /// The same number: 2/2 is 3/3.
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Weight {}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Square {
    pub cell: Cell,
    /// The digits that no value in its row, column and box excludes, ascending.
    pub candidates: Vec<Digit>,
    /// Whether it has one candidate that no blank peer has.
    pub is_neutralised: bool,
    /// Its contribution number; 0 if it is neutralised.
    pub weight: Weight,
}

/// The blank squares of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Squares {
    pub squares: Vec<Square>,
    /// The number of candidates of all blank squares: the paper's TRC.
    pub n_candidates: usize,
}

impl Squares {
    /// Returns the blank squares of `puzzle`.
    #[must_use]
    pub fn of(puzzle: &Puzzle) -> Self {
        let board = Board::new(puzzle);
        let square = |(cell, weight)| Square {
            cell,
            candidates: digits(board.candidates(cell)).collect(),
            is_neutralised: board.is_neutralised(cell),
            weight,
        };
        Self { squares: weights(&board).into_iter().map(square).collect(), n_candidates: board.n_candidates() }
    }

    /// The number of blank squares: the paper's TBS.
    #[must_use]
    pub fn n_blank(&self) -> usize {
        self.squares.len()
    }

    /// The neutralisation number TBS / TRC (Equation 3.1): from 1/n to 1 in a puzzle with a solution, and more, even
    /// infinite, only if squares have no candidate. `None` if there are no blank squares.
    #[must_use]
    pub fn ntn(&self) -> Option<f64> {
        (!self.squares.is_empty()).then(|| self.n_blank() as f64 / self.n_candidates as f64)
    }

    /// Returns whether all blank squares are neutralised, also if there are none. The puzzle then has exactly one
    /// solution.
    #[must_use]
    pub fn is_neutralised(&self) -> bool {
        self.squares.iter().all(|square| square.is_neutralised)
    }
}

/// The blank squares of a board and their contribution numbers, row-major.
///
/// A square is negative if it has more candidates than the fewest of any that is not neutralised. A square without
/// candidates is not asked there: in the paper every square has one.
pub(super) fn weights(board: &Board) -> Vec<(Cell, Weight)> {
    let weight = |cell| Weight { sum: board.overlap(cell), n_candidates: board.size(cell), is_negative: false };
    let mut all: Vec<(Cell, Weight)> = board.blanks().map(|cell| (cell, weight(cell))).collect();
    // A single candidate that no blank peer has is a neutralised square.
    let useful = all.iter().filter(|(_, w)| w.n_candidates > 1 || w.sum > 0);
    if let Some(fewest) = useful.map(|(_, w)| w.n_candidates).min() {
        for (_, weight) in &mut all {
            weight.is_negative = weight.n_candidates > fewest;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Index, rng};
    use crate::given;
    use crate::sudoku::{Shape, Uniqueness, classify};

    /// Cell, candidates, neutralised, sum with its sign.
    type Row = (usize, Vec<usize>, bool, i64);

    fn table(squares: &Squares) -> Vec<Row> {
        let row = |s: &Square| {
            let candidates: Vec<usize> = s.candidates.iter().map(|d| d.value()).collect();
            assert_eq!(s.weight.n_candidates as usize, candidates.len());
            (s.cell.get(), candidates, s.is_neutralised, s.weight.fraction().0)
        };
        squares.squares.iter().map(row).collect()
    }

    #[test]
    fn two_boards_by_hand() {
        // The grid is 1234 3412 2143 4321. Row 1 has lost 1 and 2, which column 2 distinguishes in cell 1; cells 1 and
        // 8 both press on cell 0. Cell 7 stands alone.
        let first = Squares::of(&given::puzzle(given::shape("2x2"), "..34 341. .143 4321"));
        let expected =
            vec![(0, vec![1, 2], false, -2), (1, vec![2], false, 1), (7, vec![2], true, 0), (8, vec![2], false, 1)];
        assert_eq!(table(&first), expected);
        assert_eq!((first.n_blank(), first.n_candidates, first.ntn()), (4, 5, Some(0.8)));
        assert_eq!(first.squares[0].weight.value(), -1.0);
        assert_eq!(first.squares[2].weight.value(), 0.0);
        assert!(!first.is_neutralised());

        // Without the 3 in cell 4 as well: it may be 2 or 3, sees cells 0, 1, 7 and 8, and 2 is in each of them.
        let second = Squares::of(&given::puzzle(given::shape("2x2"), "..34 .41. .143 4321"));
        let expected = vec![
            (0, vec![1, 2], false, -3),
            (1, vec![2], false, 2),
            (4, vec![2, 3], false, -4),
            (7, vec![2], false, 1),
            (8, vec![2], false, 2),
        ];
        assert_eq!(table(&second), expected);
        assert_eq!((second.n_blank(), second.n_candidates), (5, 7));
        assert_eq!(second.squares[0].weight.value(), -1.5);
    }

    #[test]
    fn a_square_of_two_is_not_negative_where_only_neutralised_ones_have_fewer() {
        // Cells 0, 1, 8 and 9 hold 1 and 2 in either order; cell 7 is the neutralised one.
        let squares = Squares::of(&given::puzzle(given::shape("2x2"), "..34 341. ..43 4321"));
        let pair = || vec![1, 2];
        let expected = vec![
            (0, pair(), false, 4),
            (1, pair(), false, 4),
            (7, vec![2], true, 0),
            (8, pair(), false, 4),
            (9, pair(), false, 4),
        ];
        assert_eq!(table(&squares), expected);
    }

    #[test]
    fn as_many_candidates_as_squares_is_not_yet_neutralised() {
        // Each row with a blank square lacks one digit: 2 in cells 0 and 8 of one column, 3 in cells 5 and 13 of
        // another.
        let clash = Squares::of(&given::puzzle(given::shape("2x2"), ".413 1.42 .134 4.21"));
        let expected =
            vec![(0, vec![2], false, 1), (5, vec![3], false, 1), (8, vec![2], false, 1), (13, vec![3], false, 1)];
        assert_eq!((table(&clash), clash.ntn(), clash.is_neutralised()), (expected, Some(1.0), false));

        // Cell 15 lacks 1 and 4 in its row, and its column has both.
        let emptied = Squares::of(&given::puzzle(given::shape("2x2"), "21.4 4321 14.2 32.."));
        let expected =
            vec![(2, vec![3], false, 1), (10, vec![3], false, 1), (14, vec![1, 4], false, 0), (15, vec![], false, 0)];
        assert_eq!((table(&emptied), emptied.ntn(), emptied.is_neutralised()), (expected, Some(1.0), false));
        assert!(emptied.squares[2].weight.is_negative && !emptied.squares[3].weight.is_negative);
    }

    #[test]
    fn nothing_blank_has_no_number() {
        let squares = Squares::of(&given::puzzle(given::shape("2x2"), "1234 3412 2143 4321"));
        assert_eq!((squares.n_blank(), squares.ntn(), squares.is_neutralised()), (0, None, true));
    }

    #[test]
    fn neutralised_puzzles_have_one_solution_and_neutralised_squares_weigh_nothing() {
        let mut rng = rng(21);
        let (mut n_sets, mut n_squares) = (0, 0);
        for name in ["2x2", "2x3", "1x4", "3x3"] {
            let shape = given::shape(name);
            for n_clues in (shape.n_cells() / 2..shape.n_cells()).flat_map(|n| [n; 4]) {
                let puzzle = given::of_grid(shape, n_clues, &mut rng);
                let squares = Squares::of(&puzzle);
                let by_hand: usize = squares.squares.iter().map(|s| s.candidates.len()).sum();
                assert_eq!((squares.n_blank(), squares.n_candidates), (shape.n_cells() - n_clues, by_hand));
                for square in squares.squares.iter().filter(|s| s.is_neutralised) {
                    assert_eq!(square.weight.value(), 0.0);
                    n_squares += 1;
                }
                if squares.is_neutralised() {
                    assert_eq!(squares.ntn(), Some(1.0));
                    let Uniqueness::One(grid) = classify::<2>(&puzzle) else { panic!("{puzzle:?}") };
                    assert!(squares.squares.iter().all(|s| s.candidates == [grid.get(s.cell)]));
                    n_sets += 1;
                }
            }
        }
        assert!(n_sets > 20 && n_squares > 200, "{n_sets} {n_squares}");
    }

    #[test]
    fn weights_compare_as_numbers() {
        let weight = |sum, n_candidates, is_negative| Weight { sum, n_candidates, is_negative };
        assert_eq!(weight(2, 2, false), weight(3, 3, false));
        assert_eq!(weight(0, 2, true), weight(0, 1, false));
        assert!(weight(5, 3, false) > weight(3, 2, false));
        assert!(weight(5, 3, true) < weight(3, 2, true));
        assert!(weight(1, 9, true) < weight(0, 1, false));
        assert_eq!(weight(0, 0, false).value(), 0.0);
        assert_eq!(Shape::MAX_N, 25, "products of sums and sizes are far from the end of 64 bits");
    }
}
