//! Making puzzles as in maniccam-2013, section 7: fill an empty board in random order, then erase by a density.
//!
//! Nothing here asks whether the puzzle has one solution: the paper does not, and most sparse puzzles have many.

use std::ops::ControlFlow;

use rand::Rng as _;

use crate::base::{Digit, Limits, Rng, Stop};
use crate::sudoku::{Grid, Puzzle, Shape};

use super::fill::{FillEnd, Permutations, Values, fill};

/// A random grid: the empty board filled with random orders.
///
/// Not all grids have the same chance. A board of 9x9 takes thousands of tries or, now and then, millions; a larger one
/// may not come to an end at all, so give limits, whose nodes are tries.
///
/// # Errors
/// The limit that came first.
pub fn random_fill(shape: Shape, rng: &mut Rng, limits: &Limits) -> Result<Grid, Stop> {
    let values = Values::Permuted(Permutations::random(shape, rng));
    let mut found = None;
    let filled = fill(&Puzzle::empty(shape), &values, 1, limits, &mut |grid| {
        found = Some(grid.clone());
        ControlFlow::Continue(())
    });
    match filled.end {
        FillEnd::Limit(stop) => Err(stop),
        FillEnd::Enough | FillEnd::Exhausted => Ok(found.expect("every shape has a grid")),
    }
}

/// The grid with some cells erased: the cells are visited row-major, each draws a number from 0 to below 1, and is
/// erased if that is more than `density`, the share of cells to keep, 0 to 1.
#[must_use]
pub fn erase_by_density(grid: &Grid, density: f64, rng: &mut Rng) -> Puzzle {
    let erase = |digit: &Digit, u: f64| (u <= density).then_some(*digit);
    let cells: Vec<_> = grid.digits().iter().map(|digit| erase(digit, rng.random())).collect();
    Puzzle::new(grid.shape(), cells).expect("clues of a grid do not clash")
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::base::rng;

    #[test]
    fn all_orders_of_three_digits_come_out_alike() {
        let shape = Shape::new(1, 3).expect("a shape");
        let mut rng = rng(1);
        let mut times: HashMap<Vec<usize>, u32> = HashMap::new();
        for _ in 0..1000 {
            let orders = Permutations::random(shape, &mut rng);
            for cell in shape.cells() {
                *times.entry(orders.order(cell).map(Digit::value).collect()).or_default() += 1;
            }
        }
        assert_eq!(times.len(), 6);
        // 1500 expected, with a deviation of 35.
        assert!(times.values().all(|n| (1300..1700).contains(n)), "{times:?}");
    }

    #[test]
    fn a_seed_fixes_the_fill_and_every_small_shape_has_one() {
        for (r, c) in [(2, 2), (2, 3), (3, 2), (1, 5), (5, 1), (2, 4)] {
            let shape = Shape::new(r, c).expect("a shape");
            let grid = |seed| random_fill(shape, &mut rng(seed), &Limits::none().with_nodes(100_000_000));
            let first = grid(1).expect("small");
            assert_eq!(Ok(&first), grid(1).as_ref());
            assert!((2..9).any(|seed| grid(seed).as_ref() != Ok(&first)));
        }
    }

    #[test]
    fn a_fill_reaches_all_grids_of_4x4() {
        let shape = Shape::new(2, 2).expect("a shape");
        let mut rng = rng(2);
        let found: std::collections::HashSet<_> = (0..10_000)
            .map(|_| random_fill(shape, &mut rng, &Limits::none()).expect("no limit").digits().to_vec())
            .collect();
        assert_eq!(found.len(), 288);
    }

    #[test]
    fn a_limit_ends_a_fill() {
        let shape = Shape::new(5, 5).expect("a shape");
        assert_eq!(random_fill(shape, &mut rng(1), &Limits::none().with_nodes(500)), Err(Stop::Nodes));
    }

    #[test]
    fn density_is_the_share_of_cells_that_stay() {
        let grid = random_fill(Shape::NINE, &mut rng(4), &Limits::none().with_nodes(100_000_000)).expect("a grid");
        let mut rng = rng(5);
        for density in [0.25, 0.5, 0.75] {
            let n: usize = (0..1000)
                .map(|_| {
                    let puzzle = erase_by_density(&grid, density, &mut rng);
                    assert!(Shape::NINE.cells().all(|c| puzzle.get(c).is_none_or(|d| d == grid.get(c))));
                    puzzle.n_clues()
                })
                .sum();
            // The deviation of the share over 81,000 cells is at most 0.0018.
            assert!((n as f64 / 81_000.0 - density).abs() < 0.01, "{n}");
        }
        assert_eq!(erase_by_density(&grid, 1.0, &mut rng).as_grid(), Some(grid.clone()));
        // Nothing above 1 is drawn, and 0 hardly ever.
        assert_eq!(erase_by_density(&grid, 0.0, &mut rng).n_clues(), 0);
    }
}
