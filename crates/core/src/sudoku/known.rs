//! Known facts about all puzzles of a shape.

use super::shape::Shape;

/// A lower bound on the number of clues of puzzles with one solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FewestClues {
    pub n_clues: usize,
    /// The source of the bound: a paper or a method.
    pub source: &'static str,
}

impl FewestClues {
    /// Returns the largest established bound for a shape. Some puzzle attains it on 4x4, 6x6 and 9x9; on other shapes
    /// the true number may be larger.
    #[must_use]
    pub fn of(shape: Shape) -> Self {
        let (n_clues, source) = match (shape.box_rows(), shape.box_cols()) {
            (2, 2) => (4, "all 288 grids were searched"),
            (2, 3) | (3, 2) => (8, "a grid of each of the 49 classes was searched, see results/sizes"),
            (3, 3) => (17, "mcguire-2012"),
            _ => (shape.n() - 1, "two digits that no clue shows could change places"),
        };
        Self { n_clues, source }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cell, CellSet, Index};
    use crate::sudoku::{Reader, Uniqueness, all_grids, classify};

    fn has_one_solution(puzzle: &str) -> bool {
        let entry = Reader::new(puzzle.as_bytes(), None).next().expect("a line").expect("a puzzle");
        matches!(classify::<2>(&entry.puzzle), Uniqueness::One(_))
    }

    /// Puzzles whose clues are counted here.
    #[test]
    fn some_puzzle_has_the_fewest_clues() {
        for (puzzle, shape) in [
            ("1..4.........21.", "2x2"),
            (".....64...2.2..3.........6...4..1...", "2x3"),
            ("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......", "3x3"),
        ] {
            let n_clues = puzzle.chars().filter(|c| *c != '.').count();
            assert_eq!(n_clues, FewestClues::of(shape.parse().expect("a shape")).n_clues, "{puzzle}");
            assert!(has_one_solution(puzzle), "{puzzle}");
        }
    }

    #[test]
    fn no_puzzle_of_4x4_and_of_latin_squares_has_fewer() {
        for (shape, n_grids) in [("2x2", 288), ("1x2", 2), ("1x3", 12), ("1x4", 576)] {
            let shape: Shape = shape.parse().expect("a shape");
            let fewest = FewestClues::of(shape).n_clues;
            let grids = all_grids::<1>(shape, usize::MAX);
            assert_eq!(grids.len(), n_grids, "{shape}");
            let n_cells = shape.n_cells();
            let few = (0..1_u32 << n_cells).filter(|cells| cells.count_ones() as usize == fewest - 1);
            for (grid, cells) in grids.iter().flat_map(|grid| few.clone().map(move |cells| (grid, cells))) {
                let clues: CellSet<1> = (0..n_cells).filter(|i| cells >> i & 1 == 1).map(Cell::new).collect();
                let found = classify::<1>(&grid.puzzle(clues));
                assert!(matches!(found, Uniqueness::Many(..)), "{grid:?} {clues:?}");
            }
        }
    }
}
