//! The sets that a choice of cells misses.

use crate::base::{CellSet, Limits};
use crate::problem::ClueProblem;

use super::shrink::unhit_witnessed;
use super::{Family, Found};

/// Adds at most `max` pairwise disjoint minimal unavoidable sets that `cells` miss, each found outside the earlier
/// ones. `Found::Complete` means that no other set is disjoint from them, and if there are none, that `cells` are a
/// valid choice. Returns `None` if even all cells leave a second solution.
#[must_use]
pub fn missed_sets<const W: usize>(
    problem: &dyn ClueProblem<W>,
    cells: CellSet<W>,
    max: Option<usize>,
    family: &mut Family<W>,
    limits: &Limits,
) -> Option<Found> {
    let (mut oracle, mut pace) = (problem.oracle(), limits.clone().without_nodes().pace(1024));
    let (mut hit, mut n) = (cells, 0);
    loop {
        if max.is_some_and(|max| n >= max) {
            return Some(Found::Enough);
        }
        let set = match unhit_witnessed(problem, &mut *oracle, hit, CellSet::EMPTY, &mut pace) {
            Ok(Some(set)) => set,
            Ok(None) => return Some(Found::Complete),
            Err(stop) => return Some(Found::Limit(stop)),
        };
        if set.cells.is_empty() {
            return None;
        }
        hit |= set.cells;
        n += 1;
        family.insert(set);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cell, Index as _};
    use crate::problem::{SudokuClues, Verdict};
    use crate::sudoku::Grid;

    fn problem() -> SudokuClues<1> {
        let grid: Grid = "1234341221434321".parse().expect("a grid");
        SudokuClues::new(grid)
    }

    fn is_valid(problem: &SudokuClues<1>, cells: CellSet<1>) -> bool {
        let verdict = problem.oracle().second_solution(cells, &mut Limits::none().pace(1));
        matches!(verdict, Verdict::Unique)
    }

    #[test]
    fn sets_that_are_missed_are_minimal_disjoint_and_as_many_as_wanted() {
        let problem = problem();
        let cells = CellSet::only(Cell::new(0));
        let mut all = Family::new();
        assert_eq!(missed_sets(&problem, cells, None, &mut all, &Limits::none()), Some(Found::Complete));
        let mut hit = cells;
        for set in all.sets() {
            assert!(!set.cells.intersects(&hit), "disjoint from the choice and from each other");
            let outside = problem.cells() - set.cells;
            assert!(!is_valid(&problem, outside), "unavoidable");
            assert!(set.cells.iter().all(|cell| is_valid(&problem, outside | CellSet::only(cell))), "minimal");
            hit |= set.cells;
        }
        assert!(all.len() >= 2 && is_valid(&problem, hit));
        let mut one = Family::new();
        assert_eq!(missed_sets(&problem, cells, Some(1), &mut one, &Limits::none()), Some(Found::Enough));
        assert_eq!(one.len(), 1);
    }

    #[test]
    fn a_puzzle_misses_nothing() {
        let problem = problem();
        let mut none = Family::new();
        let found = missed_sets(&problem, problem.cells(), None, &mut none, &Limits::none());
        assert_eq!((found, none.len()), (Some(Found::Complete), 0));
    }
}
