//! Packings: pairwise disjoint sets, including sets of higher degree, that together need many clues.
//!
//! A set of degree k needs k clues, and disjoint sets need the sum of their degrees (mcguire-2012, Proposition 5): nine
//! disjoint sets of nine cells that need two clues each show that the grid of Lemma 7 needs 18. The proof only depends
//! on the unavoidable sets inside the chosen sets, which can be checked by hand.

use crate::base::{Limits, stable_sort_by_key};
use crate::hitting::{Packing, Weighted, max_packing};

use super::{DegreeKind, DegreeSet, Family};

/// Pairwise disjoint sets that together need many clues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DegreePacking<const W: usize> {
    /// The sets, ordered by descending degree, then by size.
    pub sets: Vec<DegreeSet<W>>,
    /// The sum of their degrees: a lower bound on the number of clues.
    pub weight: usize,
    /// Whether it is proven that no other disjoint sets of the input need more clues.
    pub is_maximum: bool,
}

impl<const W: usize> DegreePacking<W> {
    /// Finds the disjoint sets of `family` and `higher` that need the most clues. A set of `higher` that
    /// is the union of smaller disjoint sets adds nothing and is skipped.
    #[must_use]
    #[inline(never)]
    pub fn of(family: &Family<W>, higher: &[DegreeSet<W>], limits: &Limits) -> Self {
        let nontrivial: Vec<&DegreeSet<W>> = higher.iter().filter(|set| set.kind == DegreeKind::Nontrivial).collect();
        let single = family.sets().iter().map(|set| Weighted { cells: set.cells, weight: 1 });
        let several = nontrivial.iter().map(|set| Weighted { cells: set.cells, weight: set.degree });
        let all: Vec<Weighted<W>> = single.chain(several).collect();
        let Packing { chosen, weight, is_maximum, stop: _ } = max_packing(&all, limits);
        let set = |i: usize| match i.checked_sub(family.len()) {
            Some(i) => nontrivial[i].clone(),
            None => DegreeSet::from(family.sets()[i].clone()),
        };
        let mut sets: Vec<DegreeSet<W>> = chosen.into_iter().map(set).collect();
        stable_sort_by_key(&mut sets, |set| (std::cmp::Reverse(set.degree), set.cells.len(), set.cells.first()));
        Self { sets, weight, is_maximum }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{CellSet, rng};
    use crate::hitting::max_clique;
    use crate::problem::SudokuClues;
    use crate::sudoku::{Grid, Shape, random_grid};
    use crate::unavoidable::{Complete, Found, Source, degree_sets};

    /// The grid of mcguire-2012, Lemma 7.
    const LEMMA_7: &str = "123456789456789123789123456234567891567891234891234567345678912678912345912345678";

    fn packing(grid: Grid, max_size: usize) -> DegreePacking<2> {
        let problem = SudokuClues::<2>::new(grid);
        let mut family = Family::new();
        let source = &mut Complete { max_size };
        assert_eq!(source.find(&problem, &mut family, &Limits::none()), Ok(Found::Complete));
        let higher = degree_sets(&family, 2, max_size + 1, &Limits::none());
        let packing = DegreePacking::of(&family, higher.sets(), &Limits::none());
        let union = packing.sets.iter().fold(CellSet::EMPTY, |all, set| all | set.cells);
        assert_eq!(union.len(), packing.sets.iter().map(|set| set.cells.len()).sum::<usize>());
        assert_eq!(packing.weight, packing.sets.iter().map(|set| set.degree).sum::<usize>());
        assert!(packing.is_maximum && packing.sets.iter().all(|set| set.check(&problem) == Ok(())));
        packing
    }

    /// Nine disjoint sets of nine cells that need two clues each.
    #[test]
    fn the_grid_of_lemma_7_needs_18() {
        let packing = packing(LEMMA_7.parse().expect("a grid"), 10);
        assert_eq!(packing.weight, 18);
        assert!(packing.sets.iter().all(|set| (set.degree, set.cells.len()) == (2, 9)) && packing.sets.len() == 9);
    }

    /// Of unavoidable sets alone no more are disjoint than the clique number says.
    #[test]
    fn it_is_never_less_than_the_disjoint_sets() {
        for seed in 1..=5 {
            let grid = random_grid::<2>(Shape::NINE, &mut rng(seed));
            let problem = SudokuClues::<2>::new(grid.clone());
            let mut family = Family::new();
            let found = Complete { max_size: 10 }.find(&problem, &mut family, &Limits::none());
            assert_eq!(found, Ok(Found::Complete));
            let sets: Vec<CellSet<2>> = family.sets().iter().map(|set| set.cells).collect();
            let n_disjoint = max_clique(&sets, &Limits::none()).weight;
            assert_eq!(DegreePacking::of(&family, &[], &Limits::none()).weight, n_disjoint);
            assert!(packing(grid, 10).weight >= n_disjoint);
        }
    }
}
