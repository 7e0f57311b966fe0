//! The reference engine: computes a minimum hitting set of the known sets and checks it with the oracle, until it is
//! unique.
//!
//! It is slow but easy to verify, and meant for 4x4 grids and other small problems.

use std::borrow::Cow;

use crate::base::CellSet;
use crate::hitting::reference;
use crate::problem::{ClueProblem, Counters, Minimum, Verdict};
use crate::unavoidable::{Family, shrink};
use crate::{Engine, EngineError, Run, Start};

/// The reference engine, which the others are tested against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reference;

/// The minimum number of clues of a small problem. Limits are asked between two hitting sets, and the question plays no
/// part.
fn minimum<const W: usize>(
    problem: &dyn ClueProblem<W>,
    start: &Family<W>,
    run: &mut Run<'_, W>,
) -> Result<Minimum<W>, EngineError> {
    if run.proof.is_some() {
        return Err(EngineError::Proof("the reference engine has no certificate"));
    }
    let mut oracle = problem.oracle();
    let mut pace = run.limits.clone().without_nodes().pace(1);
    let mut sets: Vec<CellSet<W>> = start.sets().iter().map(|set| set.cells).collect();
    let (mut lower_bound, mut counters) = (0, Counters::default());
    loop {
        if let Some(stop) = run.limits.reached(counters.n_nodes) {
            return Ok(Minimum { lower_bound, clues: None, stop: Some(stop), counters });
        }
        counters.n_nodes += 1;
        counters.n_sets = sets.len() as u64;
        let clues = reference::minimum(&sets).expect("unavoidable sets are not empty");
        // No smaller set hits all of these unavoidable sets, and every valid puzzle does.
        lower_bound = clues.len();
        counters.n_checks += 1;
        match oracle.second_solution(clues, &mut pace) {
            Verdict::Unique => {
                run.observer.bounds(lower_bound, Some(&clues), &counters);
                return Ok(Minimum { lower_bound, clues: Some(clues), stop: None, counters });
            }
            Verdict::Second(witness) => {
                counters.n_learned += 1;
                sets.push(shrink(problem, &mut *oracle, witness, clues, &mut pace).into_set().cells);
            }
            Verdict::Limit(stop) => return Ok(Minimum { lower_bound, clues: None, stop: Some(stop), counters }),
        }
        run.observer.bounds(lower_bound, None, &counters);
    }
}

macro_rules! engine {
    ($W:literal) => {
        impl Engine<$W> for Reference {
            fn name(&self) -> Cow<'static, str> {
                "reference".into()
            }

            fn minimum(
                &self,
                problem: &dyn ClueProblem<$W>,
                start: &Start<'_, $W>,
                run: &mut Run<'_, $W>,
            ) -> Result<Minimum<$W>, EngineError> {
                minimum(problem, start.family, run)
            }
        }
    };
}
crate::at_each_width!(engine);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Limits;
    use crate::problem::{NoObserver, SudokuClues};
    use minclue_core::sudoku::{Shape, all_grids};

    #[test]
    fn every_four_by_four_grid_needs_four_clues() {
        for grid in all_grids::<2>(Shape::new(2, 2).expect("a shape"), usize::MAX) {
            let (limits, mut silent) = (Limits::none(), NoObserver);
            let found = minimum(&SudokuClues::<2>::new(grid), &Family::new(), &mut Run::new(&limits, &mut silent));
            assert_eq!(found.map(|found| (found.lower_bound, found.upper_bound())), Ok((4, Some(4))));
        }
    }
}
