//! Unavoidable sets, for the page to show in colors.

use minclue_core::base::{Digit, Index, Limits};
use minclue_core::sudoku::Grid;
use minclue_core::unavoidable::{Complete, Family, Source as _, UnavoidableSet};

use crate::protocol::{Message, Unavoidable};
use crate::question::{Question, W, grid, grid_line, posed, problem};

/// Up to this size sets are looked for, by the number of cells of the grid: all of them in the smallest grids, some
/// hundred in one of 9x9.
fn max_size(n_cells: usize) -> usize {
    match n_cells {
        0..=16 => n_cells,
        17..=36 => 14,
        _ => 12,
    }
}

/// The same where there are more rules.
const MAX_SIZE_OF_VARIANTS: usize = 16;

/// All minimal unavoidable sets of the grid that are small.
pub(crate) fn sets(question: Question<'_>) -> Message {
    let (variant, grid) = match posed(question).and_then(|posed| Ok((grid(&posed)?, posed.variant))) {
        Ok((grid, variant)) => (variant, grid),
        Err(trouble) => return trouble.into(),
    };
    let least = max_size(grid.shape().n_cells());
    let mut family = Family::<W>::new();
    let problem = problem(&variant, &grid);
    // With more rules small sets are few.
    let max_size = if variant.is_plain() { least } else { least.max(MAX_SIZE_OF_VARIANTS) };
    if let Err(error) = (Complete { max_size }).find(&problem, &mut family, &Limits::none()) {
        return Message::failed(&error);
    }
    Message::Sets { max_size, sets: family.sets().iter().map(|set| shown(&grid, set)).collect() }
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
        let Message::Sets { max_size: 16, sets } = sets(text.into()) else { panic!("sets") };
        assert!(sets.len() == 14 || sets.len() == 26, "{}", sets.len());
        for set in sets {
            let pairs = text.chars().zip(set.second.chars()).enumerate();
            let differ: Vec<usize> = pairs.filter(|(_, (a, b))| a != b).map(|(i, _)| i).collect();
            assert_eq!(differ, set.cells);
        }
    }

    #[test]
    fn a_broken_puzzle_has_none() {
        assert!(matches!(sets("1...............".into()), Message::Refused { .. }));
    }
}
