//! The maximum number of pairwise disjoint unavoidable sets of a grid, of all sizes.
//!
//! A family that has every minimal set of at most S cells decides most of it: to beat its maximum clique of k sets, a
//! clique of k + 1 must have some j >= 1 sets of more than S cells, and so k + 1 - j sets of the family within the
//! cells that j (S + 1) leave. There are few of these or none, and the oracle decides for each whether there is a
//! second solution with its cells as clues. If not, no further set is disjoint from it. If there is one, its set, after
//! shrinking, is one more; if two or more are needed, each of them may miss some cell of that set, so all ways are
//! tried.

use rustc_hash::FxHashSet;

use crate::base::{CellSet, Limits, Stop};
use crate::hitting::packing::{Goal, Meter, by_size, largest, max_clique};
use crate::problem::ClueProblem;

use super::shrink::unhit_witnessed;
use super::{Family, UnavoidableSet};

/// How often the limits are asked, in guesses of the oracle.
const PACE: u32 = 256;

/// Questions to the oracle for the rest that one clique leaves; beyond them its case stays open.
const MAX_QUESTIONS: usize = 1000;

/// The most pairwise disjoint unavoidable sets known of a problem. Their number is a lower bound on the number of
/// clues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CliqueNumber<const W: usize> {
    /// There are not more pairwise disjoint unavoidable sets, of any size.
    Exact(Vec<UnavoidableSet<W>>),
    /// There may be more, with sets that are not in the family.
    AtLeast(Vec<UnavoidableSet<W>>),
    /// A limit was reached; there may be more sets than these.
    Limit(Vec<UnavoidableSet<W>>, Stop),
}

impl<const W: usize> CliqueNumber<W> {
    /// The sets, which are pairwise disjoint.
    #[must_use]
    pub fn sets(&self) -> &[UnavoidableSet<W>] {
        match self {
            Self::Exact(sets) | Self::AtLeast(sets) | Self::Limit(sets, _) => sets,
        }
    }
}

/// Finds the most pairwise disjoint unavoidable sets of `problem`. `family` has every minimal set of at most
/// `complete_to` cells; `None` if no such size is known.
///
/// Minimal sets are sufficient, since a set may be replaced by one that it contains.
#[must_use]
#[inline(never)]
pub fn clique_number<const W: usize>(
    problem: &dyn ClueProblem<W>,
    family: &Family<W>,
    complete_to: Option<usize>,
    limits: &Limits,
) -> CliqueNumber<W> {
    let (mut oracle, mut pace) = (problem.oracle(), limits.pace(PACE));
    let mut inside = |cells| unhit_witnessed(problem, &mut *oracle, problem.cells() - cells, CellSet::EMPTY, &mut pace);
    decide(problem.cells(), family, complete_to, &mut inside, limits)
}

/// A function that finds a minimal unavoidable set inside some cells.
type Inside<'a, const W: usize> = dyn FnMut(CellSet<W>) -> Result<Option<UnavoidableSet<W>>, Stop> + 'a;

fn decide<const W: usize>(
    cells: CellSet<W>,
    family: &Family<W>,
    complete_to: Option<usize>,
    inside: &mut Inside<'_, W>,
    limits: &Limits,
) -> CliqueNumber<W> {
    let known: Vec<CellSet<W>> = family.sets().iter().map(|set| set.cells).collect();
    let found = max_clique(&known, limits);
    let mut clique: Vec<UnavoidableSet<W>> = found.chosen.iter().map(|&i| family.sets()[i].clone()).collect();
    if let Some(stop) = found.stop {
        return CliqueNumber::Limit(clique, stop);
    }
    let Some(complete_to) = complete_to else { return CliqueNumber::AtLeast(clique) };
    // Larger sets of the family are not all that there are, so they are counted with the unknown ones.
    let mut order = by_size(&known);
    order.retain(|&i| known[i].len() <= complete_to);
    let sets: Vec<CellSet<W>> = order.iter().map(|&i| known[i]).collect();
    let larger = complete_to + 1;
    let mut meter = Meter::new(limits);
    let mut is_open = false;
    let mut n_larger = 1;
    while n_larger * larger <= cells.len() {
        let Some(needed) = (clique.len() + 1).checked_sub(n_larger).filter(|needed| *needed > 0) else {
            is_open = true;
            break;
        };
        let goal = Goal { budget: cells.len() - n_larger * larger, more_than: needed - 1, enough: needed };
        let mut beside = Vec::new();
        let mut accept = |places: &[usize]| {
            let rest = places.iter().fold(cells, |rest, &i| rest - sets[i]);
            let mut packing = Packing { inside, larger, n_questions: 0 };
            beside = packing.of(rest, n_larger)?.unwrap_or_default();
            is_open |= beside.is_empty() && packing.n_questions > MAX_QUESTIONS;
            Ok(!beside.is_empty())
        };
        let (found, stop) = largest(&sets, &goal, &mut accept, &mut meter);
        if let Some(stop) = stop {
            return CliqueNumber::Limit(clique, stop);
        }
        if found.is_empty() {
            n_larger += 1;
            continue;
        }
        // One more than before; now for the next.
        let chosen = found.iter().map(|&i| family.sets()[order[i]].clone());
        clique = chosen.chain(beside).collect();
        (n_larger, is_open) = (1, false);
    }
    if is_open { CliqueNumber::AtLeast(clique) } else { CliqueNumber::Exact(clique) }
}

/// Looks for disjoint sets; only those of at least `larger` cells must be found.
struct Packing<'a, 'b, const W: usize> {
    inside: &'a mut Inside<'b, W>,
    larger: usize,
    n_questions: usize,
}

impl<const W: usize> Packing<'_, '_, W> {
    /// `n` disjoint sets inside `cells`; `None` if there are none that large, or after too many questions.
    fn of(&mut self, cells: CellSet<W>, n: usize) -> Result<Option<Vec<UnavoidableSet<W>>>, Stop> {
        self.with_first_in(cells, cells, n, &mut FxHashSet::default())
    }

    /// The same with the first of the sets inside `first`, in which every minimal set is tried: the one that the oracle
    /// finds, and all others, since each of them misses one of its cells. `seen` are the cells that were tried.
    fn with_first_in(
        &mut self,
        cells: CellSet<W>,
        first: CellSet<W>,
        n: usize,
        seen: &mut FxHashSet<CellSet<W>>,
    ) -> Result<Option<Vec<UnavoidableSet<W>>>, Stop> {
        let is_small = first.len() < self.larger || cells.len() < n * self.larger;
        if is_small || self.n_questions > MAX_QUESTIONS || !seen.insert(first) {
            return Ok(None);
        }
        self.n_questions += 1;
        let Some(set) = (self.inside)(first)? else { return Ok(None) };
        if n == 1 {
            return Ok(Some(vec![set]));
        }
        if let Some(mut others) = self.of(cells - set.cells, n - 1)? {
            others.push(set);
            return Ok(Some(others));
        }
        for cell in set.cells {
            if let Some(found) = self.with_first_in(cells, first - CellSet::only(cell), n, seen)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base::{Cell, Index as _, rng};
    use crate::problem::{SudokuClues, Witness};
    use crate::sudoku::{Shape, all_grids, random_grid};
    use crate::unavoidable::{Complete, Found, Source};

    fn set<const W: usize>(cells: CellSet<W>) -> UnavoidableSet<W> {
        UnavoidableSet { cells, witness: Witness(Box::default()) }
    }

    fn complete<const W: usize>(problem: &SudokuClues<W>, max_size: usize) -> Family<W> {
        let mut family = Family::new();
        assert_eq!(Complete { max_size }.find(problem, &mut family, &Limits::none()), Ok(Found::Complete));
        family
    }

    /// With the first set or without it.
    fn slow<const W: usize>(sets: &[CellSet<W>]) -> usize {
        let Some((first, rest)) = sets.split_first() else { return 0 };
        let disjoint: Vec<_> = rest.iter().copied().filter(|set| !set.intersects(first)).collect();
        slow(rest).max(1 + slow(&disjoint))
    }

    fn are_disjoint<const W: usize>(sets: &[UnavoidableSet<W>]) -> bool {
        let union = sets.iter().fold(CellSet::EMPTY, |all, set| all | set.cells);
        union.len() == sets.iter().map(|set| set.cells.len()).sum::<usize>()
    }

    fn small_sets() -> impl Strategy<Value = Vec<CellSet<1>>> {
        let set = prop::collection::btree_set(0usize..24, 1..9);
        prop::collection::vec(set, 0..22)
            .prop_map(|sets| sets.into_iter().map(|set| set.into_iter().map(Cell::new).collect()).collect())
    }

    proptest! {
        /// The family knows the sets of up to three cells, the slow search knows all.
        #[test]
        fn exact_is_never_wrong(sets in small_sets()) {
            let mut family = Family::new();
            for &cells in sets.iter().filter(|set| set.len() <= 3) {
                family.insert(set(cells));
            }
            let smallest = |cells: &CellSet<1>| sets.iter().filter(|s| s.is_subset(cells)).min_by_key(|s| s.len());
            let mut inside = |cells: CellSet<1>| Ok(smallest(&cells).map(|&cells| set(cells)));
            let number = decide(CellSet::first_n(24), &family, Some(3), &mut inside, &Limits::none());
            prop_assert!(are_disjoint(number.sets()));
            prop_assert!(number.sets().iter().all(|set| sets.contains(&set.cells)));
            match number {
                CliqueNumber::Exact(clique) => prop_assert_eq!(clique.len(), slow(&sets)),
                CliqueNumber::AtLeast(clique) => prop_assert!(clique.len() <= slow(&sets)),
                CliqueNumber::Limit(..) => prop_assert!(false, "there was no limit"),
            }
        }
    }

    #[test]
    fn the_four_by_four_grids() {
        for grid in all_grids::<1>(Shape::new(2, 2).expect("a shape"), 288) {
            let problem = SudokuClues::<1>::new(grid);
            let family = complete(&problem, 16);
            let cells: Vec<_> = family.sets().iter().map(|set| set.cells).collect();
            // The sets of up to 8 cells prove as much, since two larger ones do not fit.
            for max_size in [8, 16] {
                let number = clique_number(&problem, &complete(&problem, max_size), Some(max_size), &Limits::none());
                assert!(matches!(&number, CliqueNumber::Exact(clique) if clique.len() == slow(&cells)));
            }
        }
    }

    #[test]
    fn the_number_of_a_grid_does_not_depend_on_the_family() {
        for seed in 1..=4 {
            let problem = SudokuClues::<2>::new(random_grid::<2>(Shape::NINE, &mut rng(seed)));
            let mut known: Option<usize> = None;
            for max_size in [10, 12, 13, 14] {
                let family = complete(&problem, max_size);
                let number = clique_number(&problem, &family, Some(max_size), &Limits::none());
                assert!(are_disjoint(number.sets()));
                match number {
                    CliqueNumber::Exact(clique) => assert_eq!(*known.get_or_insert(clique.len()), clique.len()),
                    CliqueNumber::AtLeast(clique) => assert!(known.is_none_or(|known| clique.len() <= known)),
                    CliqueNumber::Limit(..) => panic!("there was no limit"),
                }
            }
            assert!(known.is_some_and(|known| (7..=16).contains(&known)), "seed {seed}: {known:?}");
        }
    }

    #[test]
    fn a_family_that_is_not_complete_proves_nothing_of_its_grid() {
        let problem = SudokuClues::<2>::new(random_grid::<2>(Shape::NINE, &mut rng(1)));
        let family = complete(&problem, 10);
        assert!(matches!(clique_number(&problem, &family, None, &Limits::none()), CliqueNumber::AtLeast(_)));
    }

    #[test]
    fn a_limit_keeps_disjoint_sets() {
        let problem = SudokuClues::<2>::new(random_grid::<2>(Shape::NINE, &mut rng(1)));
        let family = complete(&problem, 10);
        let number = clique_number(&problem, &family, Some(10), &Limits::none().with_nodes(3));
        assert!(matches!(&number, CliqueNumber::Limit(sets, Stop::Nodes) if are_disjoint(sets)), "{number:?}");
    }
}
