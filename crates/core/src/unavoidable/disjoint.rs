//! Families of disjoint unavoidable sets of any problem, found by its oracle with clues that hit all earlier sets.
//!
//! Disjoint sets give the cheapest lower bound: each needs its own clue. The first family starts from no clues except
//! single-cell sets. Each further family starts from clues that hit all known sets, so its sets are new, and all
//! families together give a better bound than one. It takes a few dozen queries, whereas a search without any sets has
//! no bound until its first budget is refuted.

use crate::base::{Cell, CellSet, Limits, Stop};
use crate::problem::{ClueProblem, Oracle, Verdict};

use super::lone::LoneCells;
use super::shrink::unhit_set;
use super::{Family, Found, Source, SourceError, UnavoidableSet};

/// How often the limits are asked, in guesses of the oracle.
const PACE: u32 = 64;

/// A source of families of disjoint minimal unavoidable sets, found with the oracle.
#[derive(Clone, Copy, Debug)]
pub struct DisjointFamilies {
    /// The number of oracle queries after which no further family is started.
    pub n_questions: usize,
}

impl DisjointFamilies {
    /// Creates the source with enough queries for a first bound.
    #[must_use]
    pub fn first() -> Self {
        Self { n_questions: 30 }
    }
}

impl<const W: usize, P: ClueProblem<W>> Source<W, P> for DisjointFamilies {
    fn name(&self) -> &'static str {
        "disjoint"
    }

    /// [`Found::Complete`] says that some clues hit all minimal unavoidable sets that there are: the search is over.
    fn find(&mut self, problem: &P, family: &mut Family<W>, limits: &Limits) -> Result<Found, SourceError> {
        let mut search = Search { problem, oracle: problem.oracle(), limits, n_asked: 0 };
        // What is in every valid set of clues is given from the beginning, since questions with less are only harder.
        let mut begin = LoneCells::of(family);
        Ok(loop {
            match search.around(begin, family) {
                Err(stop) => break Found::Limit(stop),
                Ok(0) => break Found::Complete,
                Ok(_) if search.n_asked >= self.n_questions => break Found::Enough,
                Ok(_) => begin = hitting(family),
            }
        })
    }
}

struct Search<'p, const W: usize> {
    problem: &'p dyn ClueProblem<W>,
    oracle: Box<dyn Oracle<W> + 'p>,
    limits: &'p Limits,
    n_asked: usize,
}

impl<const W: usize> Search<'_, W> {
    /// Adds disjoint sets that `clues` do not hit, as many as come; their number.
    fn around(&mut self, mut clues: CellSet<W>, family: &mut Family<W>) -> Result<usize, Stop> {
        let mut pace = self.limits.clone().without_nodes().pace(PACE);
        let mut n_sets = 0;
        loop {
            self.n_asked += 1;
            let Some(cells) = unhit_set(self.problem, &mut *self.oracle, clues, CellSet::EMPTY, &mut pace)? else {
                return Ok(n_sets);
            };
            // The set is minimal, so another solution inside it differs in all of it.
            match self.oracle.second_solution(self.problem.cells() - cells, &mut pace) {
                Verdict::Second(witness) => _ = family.insert(UnavoidableSet { cells, witness }),
                Verdict::Unique => unreachable!("an unavoidable set has a witness"),
                Verdict::Limit(stop) => return Err(stop),
            }
            n_sets += 1;
            clues |= cells;
        }
    }
}

/// Cells that hit all sets of the family, one after the other the first of those that hit the most.
fn hitting<const W: usize>(family: &Family<W>) -> CellSet<W> {
    let mut clues = CellSet::EMPTY;
    let mut left: Vec<CellSet<W>> = family.sets().iter().map(|set| set.cells).collect();
    while let Some(union) = left.iter().copied().reduce(|a, b| a | b) {
        let n_hit = |cell: &Cell| left.iter().filter(|set| set.contains(*cell)).count();
        // Of equals, the last one that is compared is taken.
        let Some(cell) = union.iter().max_by_key(n_hit) else { break };
        clues.insert(cell);
        left.retain(|set| !set.contains(cell));
    }
    clues
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng;
    use crate::problem::SudokuClues;
    use crate::sudoku::{Shape, all_grids, random_grid};
    use crate::unavoidable::displacements;

    #[test]
    fn sets_are_minimal_and_the_first_ones_disjoint() {
        let shape = Shape::new(2, 3).expect("a shape");
        for seed in 1..=3 {
            let problem = SudokuClues::<1>::new(random_grid::<1>(shape, &mut rng(seed)));
            let mut family = Family::new();
            let found = DisjointFamilies { n_questions: 12 }.find(&problem, &mut family, &Limits::none());
            assert_eq!(found, Ok(Found::Enough));
            let all = displacements(&problem, problem.cells(), 36, &Limits::none()).sets;
            assert!(family.len() > 8, "{}", family.len());
            for set in family.sets() {
                assert!(all.iter().any(|minimal| minimal.cells == set.cells), "{set:?} is not minimal");
                assert_eq!(problem.difference(&set.witness), Ok(set.cells));
            }
            // The first family leaves no room for another disjoint set.
            let mut union = CellSet::EMPTY;
            for set in family.sets() {
                if set.cells.intersects(&union) {
                    break;
                }
                union |= set.cells;
            }
            assert!(union != family.sets()[0].cells && all.iter().all(|set| set.cells.intersects(&union)));
        }
    }

    #[test]
    fn it_ends_when_clues_hit_everything_and_at_limits() {
        let grid = all_grids::<1>(Shape::new(2, 2).expect("a shape"), 1).remove(0);
        let problem = SudokuClues::<1>::new(grid);
        let mut family = Family::new();
        let mut source = DisjointFamilies { n_questions: usize::MAX };
        assert_eq!(source.find(&problem, &mut family, &Limits::none()), Ok(Found::Complete));
        assert_eq!(problem.oracle().second_solution(hitting(&family), &mut Limits::none().pace(1)), Verdict::Unique);
        let limits = Limits::none().with_time(std::time::Duration::ZERO);
        // The oracle of a small grid asks its limits at its first guess.
        assert_eq!(source.find(&problem, &mut Family::new(), &limits), Ok(Found::Limit(Stop::Time)));
    }
}
