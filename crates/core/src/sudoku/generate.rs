//! Random grids, determined by a seed.

use crate::base::{Limits, Rng, Stop};

use super::grid::{Grid, Puzzle};
use super::large::LargePuzzles;
use super::shape::Shape;
use super::solver::{SudokuSolver, WalkEnd};
use super::variant::Variant;

/// Guesses after which it stays unknown whether a variant has a grid.
const EXISTENCE_GUESSES: u64 = 20_000;
/// How often the limits are asked, in guesses.
const PACE: u32 = 16;

/// Returns a random grid: the first solution of the empty puzzle, if every guess tries its values in random order.
///
/// Every grid is possible, but not all have the same probability. On large shapes, a few fills take very long, so a
/// fill that needs many guesses is restarted. The cells must fit into `W` words.
#[must_use]
pub fn random_grid<const W: usize>(shape: Shape, rng: &mut Rng) -> Grid {
    random_grid_of::<W>(&Variant::plain(shape), rng, &Limits::none())
        .expect("there is no limit")
        .expect("every shape has grids")
}

/// Returns a random grid of a variant, drawn like [`random_grid`]; `None` if the variant has no grid, which is possible
/// for a jigsaw. The cells must fit into `W` words.
///
/// # Errors
/// The limit that was reached. Nodes are not counted.
pub fn random_grid_of<const W: usize>(variant: &Variant, rng: &mut Rng, limits: &Limits) -> Result<Option<Grid>, Stop> {
    let empty = Puzzle::empty(variant.shape());
    let mut patience = 20 * variant.shape().n_cells() as u64;
    // Every shape has grids. Where rules leave none, walks may never end, so a search that learns is asked once.
    let mut was_asked = variant.is_plain();
    loop {
        let mut solver = SudokuSolver::<W>::of(variant.clone());
        let (grid, end) = solver.random_walk(&empty, rng, &limits.clone().without_nodes().with_nodes(patience));
        match end {
            WalkEnd::Stopped | WalkEnd::Exhausted => return Ok(grid),
            WalkEnd::Limit(Stop::Nodes) => patience += patience / 2,
            WalkEnd::Limit(stop) => return Err(stop),
        }
        if !was_asked {
            let limits = limits.clone().without_nodes().with_nodes(EXISTENCE_GUESSES);
            match LargePuzzles::of(variant).has_grid(&mut limits.pace(PACE)) {
                Ok(false) => return Ok(None),
                Ok(true) | Err(Stop::Nodes) => was_asked = true,
                Err(stop) => return Err(stop),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng;

    #[test]
    fn a_seed_fixes_the_grid() {
        let grid = |seed| random_grid::<2>(Shape::NINE, &mut rng(seed));
        assert_eq!(grid(7), grid(7));
        assert_ne!(grid(7), grid(8));
    }

    #[test]
    fn every_shape_can_be_filled() {
        for (r, c) in [(2, 2), (2, 3), (3, 2), (2, 4), (2, 5), (3, 4), (4, 4), (1, 7)] {
            let shape = Shape::new(r, c).expect("a shape");
            assert_eq!(random_grid::<4>(shape, &mut rng(1)).shape(), shape);
        }
    }

    #[test]
    fn the_largest_shape_can_be_filled() {
        let shape = Shape::new(5, 5).expect("a shape");
        assert_eq!(random_grid::<10>(shape, &mut rng(3)).shape(), shape);
    }
}
