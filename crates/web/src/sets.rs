//! Unavoidable sets, for the page to show in colors.

use minclue_core::base::{Digit, Index, Limits};
use minclue_core::problem::SudokuClues;
use minclue_core::sudoku::Grid;
use minclue_core::unavoidable::{Complete, Family, Source as _, UnavoidableSet};

use crate::question::{W, grid, grid_line, puzzle};
use crate::said::{Said, Unavoidable};

/// Up to this size sets are looked for, by the number of cells of the grid: all of them in the smallest grids, some
/// hundred in one of 9x9.
fn max_size(n_cells: usize) -> usize {
    match n_cells {
        0..=16 => n_cells,
        17..=36 => 14,
        _ => 12,
    }
}

/// All minimal unavoidable sets of the grid that are small.
pub(crate) fn sets(text: &str) -> Said {
    let grid = match puzzle(text).and_then(|(puzzle, _)| grid(&puzzle)) {
        Ok(grid) => grid,
        Err(trouble) => return trouble.into(),
    };
    let max_size = max_size(grid.shape().n_cells());
    let mut family = Family::<W>::new();
    if let Err(error) = (Complete { max_size }).find(&SudokuClues::new(grid.clone()), &mut family, &Limits::none()) {
        return Said::failed(&error);
    }
    Said::Sets { max_size, sets: family.sets().iter().map(|set| shown(&grid, set)).collect() }
}

fn shown(grid: &Grid, set: &UnavoidableSet<W>) -> Unavoidable {
    let digits: Vec<Digit> = set.witness.0.iter().map(|&digit| Digit::new(digit.into())).collect();
    let second = Grid::new(grid.shape(), &digits).expect("a witness is a grid");
    Unavoidable { cells: set.cells.iter().map(Index::get).collect(), second: grid_line(&second) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of all minimal unavoidable sets of the two kinds of 4x4 grids are known: `tests/house/instances.rs`
    /// counts them by brute force.
    #[test]
    fn every_set_differs_from_the_grid_in_its_cells() {
        let text = "1234341221434321";
        let Said::Sets { max_size: 16, sets } = sets(text) else { panic!("sets") };
        assert!(sets.len() == 14 || sets.len() == 26, "{}", sets.len());
        for set in sets {
            let pairs = text.chars().zip(set.second.chars()).enumerate();
            let differ: Vec<usize> = pairs.filter(|(_, (a, b))| a != b).map(|(i, _)| i).collect();
            assert_eq!(differ, set.cells);
        }
    }

    #[test]
    fn a_broken_puzzle_has_none() {
        assert!(matches!(sets("1..............."), Said::Refused { .. }));
    }
}
