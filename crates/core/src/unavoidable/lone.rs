//! Sets of one cell, by asking the oracle of each cell whether all others together are enough.
//!
//! Where clues are few and each says much, such as ten cages of a Sudoku, that is most of what there is to know: a cell
//! without which the others are not enough is in every valid set of clues. A search that knows none of these sets finds
//! them only after it has asked about much weaker clues, which may take minutes each; here everything else is given, so
//! each question is as easy as one about that cell can be.

use crate::base::{CellSet, Limits, Stop};
use crate::problem::{ClueProblem, Verdict};

use super::{Family, Found, Source, SourceError, UnavoidableSet};

/// How often the limits are asked, in guesses of the oracle.
const PACE: u32 = 64;
/// Guesses for one question, after which it is left to the search.
const MAX_GUESSES: u64 = 100_000;
/// Guesses for all of them, after which none is asked any more.
const MAX_ALL: u64 = 400_000;

/// All unavoidable sets of one cell, of a problem with few cells.
#[derive(Clone, Copy, Debug)]
pub struct LoneCells {
    /// A problem with more cells is not asked: it hardly has such sets.
    pub max_cells: usize,
}

impl LoneCells {
    /// Few enough that a question about each is nothing beside the search.
    #[must_use]
    pub fn few() -> Self {
        Self { max_cells: 64 }
    }

    /// The cells of all sets of one cell in `family`: they are in every valid set of clues.
    pub(super) fn of<const W: usize>(family: &Family<W>) -> CellSet<W> {
        let sets = family.sets().iter().map(|set| set.cells).filter(|cells| cells.len() == 1);
        sets.fold(CellSet::EMPTY, |all, cell| all | cell)
    }
}

impl<const W: usize, P: ClueProblem<W> + ?Sized> Source<W, P> for LoneCells {
    fn name(&self) -> &'static str {
        "lone"
    }

    /// [`Found::Complete`] says that the cells of these sets hit all others: together they are the smallest set of
    /// clues. [`Found::Enough`] says that there are other sets, that there are too many cells, or that a question took
    /// too long.
    fn find(&mut self, problem: &P, family: &mut Family<W>, limits: &Limits) -> Result<Found, SourceError> {
        let cells = problem.cells();
        if cells.len() > self.max_cells {
            return Ok(Found::Enough);
        }
        let mut oracle = problem.oracle();
        let mut pace = limits.clone().without_nodes().pace(PACE);
        let mut needed = CellSet::EMPTY;
        for cell in cells {
            if pace.n_steps() > MAX_ALL {
                break;
            }
            let others = cells - CellSet::only(cell);
            match pace.within(MAX_GUESSES, |pace| oracle.second_solution(others, pace)) {
                Verdict::Unique | Verdict::Limit(Stop::Nodes) => {}
                Verdict::Second(witness) => {
                    family.insert(UnavoidableSet { cells: CellSet::only(cell), witness });
                    needed.insert(cell);
                }
                Verdict::Limit(stop) => return Ok(Found::Limit(stop)),
            }
        }
        if needed.is_empty() {
            return Ok(Found::Enough);
        }
        Ok(match pace.within(MAX_GUESSES, |pace| oracle.second_solution(needed, pace)) {
            Verdict::Unique => Found::Complete,
            Verdict::Second(_) | Verdict::Limit(Stop::Nodes) => Found::Enough,
            Verdict::Limit(stop) => Found::Limit(stop),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Index;
    use crate::problem::HypergraphClues;

    fn set(cells: &[usize]) -> CellSet<1> {
        cells.iter().map(|cell| Index::new(*cell)).collect()
    }

    fn found(sets: &[&[usize]], max_cells: usize) -> (Found, Vec<CellSet<1>>) {
        let problem = HypergraphClues::<1>::new(6, sets.iter().map(|cells| set(cells))).expect("a hypergraph");
        let mut family = Family::new();
        let found = LoneCells { max_cells }.find(&problem, &mut family, &Limits::none()).expect("no tool");
        for found in family.sets() {
            assert_eq!(problem.difference(&found.witness), Ok(found.cells));
        }
        (found, family.sets().iter().map(|set| set.cells).collect())
    }

    #[test]
    fn cells_without_which_the_others_are_not_enough_are_sets() {
        assert_eq!(found(&[&[1], &[4], &[1, 2], &[4, 5]], 6), (Found::Complete, vec![set(&[1]), set(&[4])]));
        assert_eq!(found(&[&[1], &[2, 3]], 6), (Found::Enough, vec![set(&[1])]));
        assert_eq!(found(&[&[1, 2], &[2, 3]], 6), (Found::Enough, Vec::new()));
        assert_eq!(found(&[&[1]], 5), (Found::Enough, Vec::new()));
    }

    #[test]
    fn a_limit_is_kept() {
        // More cells than steps between two looks at the limits.
        let problem = HypergraphClues::<2>::new(2 * PACE as usize, [CellSet::first_n(1)]).expect("a hypergraph");
        let limits = Limits::none().with_time(std::time::Duration::ZERO);
        let mut source = LoneCells { max_cells: 2 * PACE as usize };
        let mut family = Family::new();
        assert_eq!(source.find(&problem, &mut family, &limits), Ok(Found::Limit(Stop::Time)));
    }
}
