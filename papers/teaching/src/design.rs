//! Makes grids as in maniccam-2013, section 7: an empty board is filled in random order. Erasing cells by a density,
//! the second step of the paper, is not part of this module.

use std::ops::ControlFlow;

use crate::base::{Limits, Rng, Stop};
use crate::sudoku::{Grid, Puzzle, Shape};

use super::fill::{FillEnd, Permutations, Values, fill};

/// Returns a random grid: the empty board filled with random orders.
///
/// The grids do not all have the same probability. A 9x9 board takes thousands of tries or, now and then, millions; a
/// larger one may not end at all, so set limits, whose nodes are tries.
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

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::base::{Digit, rng};

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
}
