//! The reference engine: a minimum hitting set of the sets known, asked of the oracle, until it is unique.
//!
//! Slow and plainly right; for 4x4 grids and other small problems.

use crate::base::{CellSet, Limits};
use crate::hitting::reference;
use crate::problem::{ClueProblem, Counters, Minimum, Verdict};
use crate::unavoidable::{Family, shrink};

/// The minimum number of clues of a small problem.
pub fn minimum<const W: usize>(problem: &dyn ClueProblem<W>, start: &Family<W>) -> Minimum<W> {
    let mut oracle = problem.oracle();
    let mut pace = Limits::none().pace(1);
    let mut sets: Vec<CellSet<W>> = start.sets().iter().map(|set| set.cells).collect();
    let mut counters = Counters::default();
    loop {
        counters.n_nodes += 1;
        counters.n_sets = sets.len() as u64;
        let clues = reference::minimum(&sets).expect("unavoidable sets are not empty");
        counters.n_checks += 1;
        match oracle.second_solution(clues, &mut pace) {
            // No smaller set hits all of these unavoidable sets, and every valid puzzle does.
            Verdict::Unique => {
                return Minimum { lower_bound: clues.len(), clues: Some(clues), stop: None, counters };
            }
            Verdict::Second(witness) => {
                counters.n_learned += 1;
                sets.push(shrink(problem, &mut *oracle, witness, clues, &mut pace).into_set().cells);
            }
            Verdict::Limit(_) => unreachable!("there is no limit"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::SudokuClues;
    use crate::sudoku::{Shape, all_grids};

    #[test]
    fn every_four_by_four_grid_needs_four_clues() {
        for grid in all_grids::<1>(Shape::new(2, 2).expect("a shape"), usize::MAX) {
            assert_eq!(minimum(&SudokuClues::<1>::new(grid), &Family::new()).upper_bound(), Some(4));
        }
    }
}
