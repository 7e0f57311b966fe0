//! The sets of cells of two bands that leave one solution, whatever the third band is.
//!
//! A third band leaves each column of the two bands the digits that it has there, and all third bands leave the same.
//! So which cells determine the rest is a question about two bands alone, and the number of answers depends on no
//! score, no order and no version of a search: another program must find the same. Here the walk finds them: it is asked
//! to pass on every set that hits the sets it knows.

use std::ops::ControlFlow;

use crate::TwoBands;
use crate::base::{CellSet, Digit, Limits, Pace, Stop, ones};
use crate::problem::SudokuClues;
use crate::sudoku::{Counter, Grid, Shape, WalkEnd};
use crate::unavoidable::displacements;

use super::bands::{BALANCED, REGION};
use super::fields::{WalkSet, left};
use super::walk::{Below, Survivors, Walk};
use super::{INSIDE, Instructions, PACE};

/// The other program.
#[cfg(test)]
#[path = "../../examples/valid_sets.rs"]
#[allow(dead_code, reason = "a test has no use for its `main`")]
mod other;

/// The number of sets of `m` cells of two bands that leave one solution, the third band given.
///
/// # Errors
/// The limit that came first. Nodes are not counted.
pub fn n_valid_sets(bands: &TwoBands, m: usize, instructions: Instructions, limits: &Limits) -> Result<u64, Stop> {
    let limits = limits.clone().without_nodes();
    let thirds = bands.third_bands();
    let grid = bands.grid(&thirds[0]);
    let found = displacements(&SudokuClues::<2>::new(grid.clone()), CellSet::first_n(REGION), INSIDE, &limits);
    found.stop.map_or(Ok(()), Err)?;
    let inside: Vec<u64> = found.sets.iter().map(|set| set.cells.words()[0]).collect();
    let below = Below::any(&left(bands.rows()), &thirds[0]);
    let mut oracle =
        Oracle { counter: Counter::new(Shape::NINE), cells: grid.digits().iter().copied().map(Some).collect(), grid };
    let (mut n_valid, mut own_pace) = (0, limits.pace(PACE));
    let mut sink = |survivors: &mut Survivors, learned: &mut Vec<WalkSet>| {
        for chosen in survivors[0].drain(..).filter(|chosen| chosen.count_ones() as usize == m) {
            match oracle.other(chosen, &mut own_pace)? {
                None => n_valid += 1,
                Some(inside) => learned.push(WalkSet { inside, lane: None }),
            }
        }
        Ok(())
    };
    // With this number of clues, no count of them excludes a set of two bands.
    let n_clues = (2 * m + 1).max(m + BALANCED as usize + 1);
    let mut pace = limits.pace(PACE);
    let mut walk = Walk::new(n_clues as u32, below, &inside, std::iter::empty(), &mut pace, &mut sink);
    walk.most = m as u32;
    walk.run(instructions)?;
    Ok(n_valid)
}

/// Says whether cells of two bands leave another solution.
struct Oracle {
    counter: Counter<2>,
    /// All of the grid; what is asked takes its place in the two bands.
    cells: Vec<Option<Digit>>,
    grid: Grid,
}

impl Oracle {
    /// The cells in which some other solution differs, if there is one.
    fn other(&mut self, chosen: u64, pace: &mut Pace) -> Result<Option<u64>, Stop> {
        let digits = self.grid.digits();
        self.cells[..REGION].fill(None);
        for cell in ones(chosen) {
            self.cells[cell] = Some(digits[cell]);
        }
        let mut other = None;
        // The grid itself is a solution, so that one other is enough.
        let end = self.counter.walk(&self.cells, pace, |solution| {
            let differ = (0..REGION).filter(|cell| solution[*cell] != digits[*cell]);
            let differ = differ.fold(0, |set, cell| set | 1 << cell);
            other = (differ != 0).then_some(differ);
            if differ == 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        match end {
            WalkEnd::Limit(stop) => Err(stop),
            WalkEnd::Exhausted | WalkEnd::Stopped => Ok(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng;
    use crate::sudoku::UniformGrids;

    fn uniform_grid(seed: u64) -> Grid {
        UniformGrids::new(Shape::NINE).expect("9x9").draw(&mut rng(seed))
    }

    fn n_valid(bands: &TwoBands, m: usize, instructions: Instructions) -> u64 {
        n_valid_sets(bands, m, instructions, &Limits::none()).expect("no limit")
    }

    /// The other program shares nothing with this one but the two bands.
    #[test]
    fn two_programs_count_the_same_sets() {
        let mut n_found = 0;
        for (seed, omitted) in [(3, 2), (4, 0)] {
            let bands = TwoBands::of(&uniform_grid(seed), omitted);
            let line: String = bands.rows().iter().flatten().map(|digit| char::from(b'1' + digit)).collect();
            let rows = other::rows(&line).expect("two bands");
            for m in 9..=10 {
                let found = n_valid(&bands, m, Instructions::Best);
                assert_eq!(found, other::count(&rows, m), "seed {seed}, {m} cells");
                assert_eq!(found, n_valid(&bands, m, Instructions::Portable), "seed {seed}, {m} cells");
                n_found += found;
            }
        }
        assert!(n_found > 0, "some sets are valid");
    }

    /// Symmetries of two bands change no count.
    #[test]
    fn bands_in_another_order_have_as_many_sets() {
        let bands = TwoBands::of(&uniform_grid(3), 2);
        let mut rows = *bands.rows();
        rows.rotate_left(3);
        rows.swap(0, 2);
        rows.iter_mut().for_each(|row| row.swap(3, 5));
        let [upper, lower] = [0, 3].map(|start| std::array::from_fn(|row| rows[start + row]));
        let other = TwoBands::new(&upper, &lower);
        let n = n_valid(&bands, 10, Instructions::Best);
        assert!(n > 0 && n == n_valid(&other, 10, Instructions::Best), "{n}");
    }
}
