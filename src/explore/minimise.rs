//! Minimal puzzles inside a puzzle: clues are dropped one after the other as long as the rest is valid.

use rand::seq::SliceRandom;

use crate::base::{CellSet, Pace, Rng, Stop};
use crate::sudoku::Grid;

use super::count::Counter;

/// Drops groups of clues in the given order, each if what is left is still valid. Clues outside of all groups stay.
///
/// `clues` must be valid for `grid`. With single cells as groups the result is a minimal puzzle.
///
/// # Errors
/// The limit that came first.
pub fn drop_groups<const W: usize>(
    counter: &mut Counter<W>,
    grid: &Grid,
    mut clues: CellSet<W>,
    groups: &[CellSet<W>],
    pace: &mut Pace,
) -> Result<CellSet<W>, Stop> {
    for &group in groups {
        if group.intersects(&clues) && counter.is_valid(grid, clues - group, pace)? {
            clues -= group;
        }
    }
    Ok(clues)
}

/// A minimal puzzle inside the valid `clues` of `grid`: the one that a random order of dropping leads to.
///
/// # Errors
/// The limit that came first.
pub fn minimise<const W: usize>(
    counter: &mut Counter<W>,
    grid: &Grid,
    clues: CellSet<W>,
    rng: &mut Rng,
    pace: &mut Pace,
) -> Result<CellSet<W>, Stop> {
    let mut cells: Vec<CellSet<W>> = clues.iter().map(CellSet::only).collect();
    cells.shuffle(rng);
    drop_groups(counter, grid, clues, &cells, pace)
}

/// Exchanges two clues of a minimal puzzle for one, {-2+1}, or one for another, {-1+1} (lin-wu-2013, section 2.1), until the
/// puzzle has at most `enough` clues or `patience` exchanges in a row were no gain. All clues are those of `grid`.
///
/// # Errors
/// The limit that came first.
pub fn exchange<const W: usize>(
    counter: &mut Counter<W>,
    grid: &Grid,
    mut clues: CellSet<W>,
    enough: usize,
    patience: usize,
    rng: &mut Rng,
    pace: &mut Pace,
) -> Result<CellSet<W>, Stop> {
    let mut left = patience;
    while clues.len() > enough {
        if let Some(fewer) = two_for_one(counter, grid, clues, rng, pace)? {
            clues = minimise(counter, grid, fewer, rng, pace)?;
            left = patience;
        } else if left == 0 {
            break;
        } else {
            left -= 1;
            clues = one_for_one(counter, grid, clues, rng, pace)?;
        }
    }
    Ok(clues)
}

fn two_for_one<const W: usize>(
    counter: &mut Counter<W>,
    grid: &Grid,
    clues: CellSet<W>,
    rng: &mut Rng,
    pace: &mut Pace,
) -> Result<Option<CellSet<W>>, Stop> {
    let mut order: Vec<_> = clues.iter().collect();
    order.shuffle(rng);
    for (i, &a) in order.iter().enumerate() {
        for &b in &order[i + 1..] {
            let rest = clues - CellSet::only(a) - CellSet::only(b);
            if let Some(cell) = stand_ins(counter, grid, rest, pace)?.first() {
                return Ok(Some(rest | CellSet::only(cell)));
            }
        }
    }
    Ok(None)
}

fn one_for_one<const W: usize>(
    counter: &mut Counter<W>,
    grid: &Grid,
    clues: CellSet<W>,
    rng: &mut Rng,
    pace: &mut Pace,
) -> Result<CellSet<W>, Stop> {
    let mut order: Vec<_> = clues.iter().collect();
    order.shuffle(rng);
    for cell in order {
        let rest = clues - CellSet::only(cell);
        let mut others: Vec<_> = (stand_ins(counter, grid, rest, pace)? - CellSet::only(cell)).iter().collect();
        others.shuffle(rng);
        if let Some(&other) = others.first() {
            return minimise(counter, grid, rest | CellSet::only(other), rng, pace);
        }
    }
    Ok(clues)
}

/// The cells that each make `clues` of `grid` valid: those in which all other solutions differ from it.
fn stand_ins<const W: usize>(
    counter: &mut Counter<W>,
    grid: &Grid,
    clues: CellSet<W>,
    pace: &mut Pace,
) -> Result<CellSet<W>, Stop> {
    let mut common = CellSet::first_n(grid.shape().n_cells()) - clues;
    let mut open = common;
    // Each answer is the proof that the cell stands in, or a solution that rules out all cells in which it agrees.
    while let Some(cell) = open.first() {
        match counter.second_solution(grid, clues | CellSet::only(cell), pace)? {
            None => open.remove(cell),
            Some(differs) => {
                common &= differs;
                open &= differs;
            }
        }
    }
    Ok(common)
}

#[cfg(test)]
mod tests {
    use crate::base::{Limits, rng};
    use crate::sudoku::{Shape, random_grid};

    use super::*;

    #[test]
    fn puzzles_are_minimal_and_exchanges_lose_no_validity() {
        let mut rng = rng(2);
        let mut pace = Limits::none().pace(100);
        let mut counter = Counter::<2>::new(Shape::NINE);
        for _ in 0..5 {
            let grid = random_grid::<2>(Shape::NINE, &mut rng);
            let minimal = minimise(&mut counter, &grid, CellSet::first_n(81), &mut rng, &mut pace).expect("no limit");
            assert_eq!(counter.is_minimal(&grid, minimal, &mut pace), Ok(true));
            let fewer = exchange(&mut counter, &grid, minimal, 21, 3, &mut rng, &mut pace).expect("no limit");
            assert!(fewer.len() <= minimal.len());
            assert_eq!(counter.is_valid(&grid, fewer, &mut pace), Ok(true));
            assert_eq!(counter.is_minimal(&grid, fewer, &mut pace), Ok(true));
        }
    }

    #[test]
    fn stand_ins_are_the_cells_that_make_it_valid() {
        let mut rng = rng(4);
        let mut pace = Limits::none().pace(100);
        let shape = Shape::new(2, 3).expect("a shape");
        let mut counter = Counter::<1>::new(shape);
        let mut n_found = 0;
        for _ in 0..20 {
            let grid = random_grid::<1>(shape, &mut rng);
            let minimal = minimise(&mut counter, &grid, CellSet::first_n(36), &mut rng, &mut pace).expect("no limit");
            let first = minimal.first().expect("a clue");
            let rest = minimal - CellSet::only(first);
            let found = stand_ins(&mut counter, &grid, rest, &mut pace).expect("no limit");
            for cell in shape.cells().filter(|c| !rest.contains(*c)) {
                let valid = counter.is_valid(&grid, rest | CellSet::only(cell), &mut pace).expect("no limit");
                assert_eq!(valid, found.contains(cell));
            }
            assert!(found.contains(first));
            n_found += found.len();
        }
        assert!(n_found > 40, "the test must see other cells: {n_found}");
    }
}
