//! By its bands or by its stacks: which way a grid is searched.
//!
//! A grid is exhausted by the three pairs of its bands, and just as well by the three pairs of its stacks. One of the
//! two is often several times as dear, and small unavoidable sets show which: what hits many of them has few ways to do
//! so. So each grid has a score for either side, and is searched by the side with the higher one, or by both if they
//! are equal. The score is the same for all symmetric grids. So whatever the regions that a grid is met in, all three
//! of one side, at least, are searched with it.

use crate::base::{CellSet, Limits, Stop};
use crate::problem::SudokuClues;
use crate::sudoku::{Geometry, Grid, Shape};
use crate::unavoidable::displacements;

/// Cells of the sets that are counted, at most.
const COUNTED: usize = 8;

/// What a set inside two bands counts, by its cells: about the square of one by their number. Sets of 9x9 grids have 4,
/// 6, 8 or more.
fn weight(size: usize) -> u64 {
    match size {
        4 => 36,
        6 => 16,
        8 => 9,
        _ => 0,
    }
}

/// The scores of the pairs of bands of a grid, by the band that they leave out, and of its pairs of stacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sides {
    bands: [u64; 3],
    stacks: [u64; 3],
}

impl Sides {
    pub(super) fn of(grid: &Grid, limits: &Limits) -> Result<Self, Stop> {
        let problem = SudokuClues::<2>::new(grid.clone());
        let found = displacements(&problem, CellSet::first_n(Shape::NINE.n_cells()), COUNTED, limits);
        found.stop.map_or(Ok(()), Err)?;
        let geometry: &Geometry<2> = problem.geometry();
        let mut sides = Self { bands: [0; 3], stacks: [0; 3] };
        for set in &found.sets {
            let weight = weight(set.cells.len());
            for i in 0..3 {
                sides.bands[i] += if set.cells.intersects(&geometry.band(i)) { 0 } else { weight };
                sides.stacks[i] += if set.cells.intersects(&geometry.stack(i)) { 0 } else { weight };
            }
        }
        Ok(sides)
    }

    /// Is the grid searched by its bands?
    pub(super) fn by_bands(self) -> bool {
        self.bands.iter().sum::<u64>() >= self.stacks.iter().sum()
    }

    /// The score of the two bands other than this one.
    pub(super) fn without(self, band: usize) -> u64 {
        self.bands[band]
    }

    /// Is the third band the one to come last if the first one, or the second one, has as many clues?
    pub(super) fn comes_last(self) -> [bool; 2] {
        [self.bands[2] >= self.bands[0], self.bands[2] >= self.bands[1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng;
    use crate::sudoku::{Transform, UniformGrids};

    /// Up to the order of bands and of stacks, and to which is which.
    #[test]
    fn symmetric_grids_have_the_same_scores() {
        let (uniform, limits) = (UniformGrids::new(Shape::NINE).expect("9x9"), Limits::none());
        let sorted = |grid: &Grid| {
            let mut sides = Sides::of(grid, &limits).expect("no limit");
            sides.bands.sort_unstable();
            sides.stacks.sort_unstable();
            sides
        };
        for seed in 0..20 {
            let grid = uniform.draw(&mut rng(seed));
            let (own, other) = (sorted(&grid), sorted(&grid.turned()));
            assert_eq!((own.bands, own.stacks), (other.stacks, other.bands));
            assert!(own.by_bands() || other.by_bands());
            assert!(own.bands[0] > 0, "some small sets");
            let image = sorted(&Transform::random(Shape::NINE, &mut rng(seed)).grid(&grid));
            assert!(image == own || image == other);
        }
    }
}
